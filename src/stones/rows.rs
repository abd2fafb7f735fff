//! Rows: unbroken, horizontal, vertical or diagonal, of one colour, through one stone (G3).
//!
//! Only rows through the stone just played count. A row that a capture has left to the enemy wins
//! nothing (P3), and a six in one line does not spoil an exact five in another: Black on `e3` makes
//! six across, which would not win, and five upwards, which do.
//!
//! ```
//! use fivefold::games;
//! use fivefold::position::{Notation, Position, SetUp};
//!
//! let options = serde_json::json!({"size": 9});
//! let game = games::build("gomoku", options.as_object().unwrap()).unwrap();
//! let board = "
//!     .........
//!     .........
//!     ....X....
//!     ....X....
//!     ....X....
//!     ....X....
//!     .XXX.XX..
//!     .........
//!     OOO.OO.OO
//! ";
//! let mut position = game.rules.from_diagram(board, SetUp::default()).unwrap();
//! position.play(position.parse_move("e3").unwrap()).unwrap();
//! let lines = position.outcome().unwrap().lines;
//! assert_eq!((lines.len(), lines[0].len()), (1, 5));
//! ```

use serde::{Deserialize, Serialize};

use crate::board::{Colour, DIRECTIONS, Grid, Point};

/// How long a winning row is (G3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Five {
    /// Exactly five: six or more do not win.
    Exact,
    /// Five or more.
    OrMore,
}

impl Five {
    /// Does a row of this length win?
    #[inline]
    pub fn admits(self, length: i32) -> bool {
        match self {
            Self::Exact => length == 5,
            Self::OrMore => length >= 5,
        }
    }
}

/// Does a row through the stone of `colour` on `point` win? A five in one line wins whatever the
/// other lines hold (G3). The stone itself is taken to be there.
#[inline]
pub fn wins(grid: &Grid, point: Point, colour: Colour, five: Five) -> bool {
    let (x, y) = grid.size().xy(point);
    let around = grid.around(colour, x, y);
    DIRECTIONS.iter().any(|&(dx, dy)| {
        let step = 3 * dy + dx;
        if around & (1 << (4 + step) | 1 << (4 - step)) == 0 {
            return false;
        }
        let length = 1 + grid.reach(colour, x, y, (dx, dy)) + grid.reach(colour, x, y, (-dx, -dy));
        five.admits(length)
    })
}

/// The rows through the stone that win, each as its points from left (or bottom) on.
pub fn winning_lines(grid: &Grid, point: Point, colour: Colour, five: Five) -> Vec<Vec<u16>> {
    let size = grid.size();
    let (x, y) = size.xy(point);
    let mut lines = Vec::new();
    for (dx, dy) in DIRECTIONS {
        let back = grid.reach(colour, x, y, (-dx, -dy));
        let forth = grid.reach(colour, x, y, (dx, dy));
        if five.admits(back + 1 + forth) {
            let line = (-back..=forth)
                .filter_map(|step| size.at(x + step * dx, y + step * dy))
                .map(|point| point.0);
            lines.push(line.collect());
        }
    }
    lines
}
