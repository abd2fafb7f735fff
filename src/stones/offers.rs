//! Offers of R10: which points are equal under a motion that keeps the stones.
//!
//! A motion is any of the grid without end: a turn or reflection, then a shift. It must map the
//! stones on the board onto themselves, colour by colour; it need not map the board onto itself.
//!
//! The first four stones lie in column h here, so a reflection in that column keeps them: `g8` and
//! `i8` are equal, and of the two only one may be offered.
//!
//! ```
//! use fivefold::games;
//! use fivefold::position::{Notation, Position};
//!
//! let options = serde_json::json!({"opening": "rif_classic"});
//! let game = games::build("renju", options.as_object().unwrap()).unwrap();
//! let mut position = game.rules.start(0);
//! for text in ["h8", "h9", "h10", "keep", "h7", "offer g8"] {
//!     position.play(position.parse_move(text).unwrap()).unwrap();
//! }
//! let mirrored = position.parse_move("offer i8").unwrap();
//! assert_eq!(position.refusal(mirrored).unwrap().rule, "R10");
//! ```

use crate::board::{Colour, Grid, Point};

/// The turns and reflections, as (x, y) -> (a x + b y, c x + d y).
const TURNS: [[i32; 4]; 8] = [
    [1, 0, 0, 1],
    [0, -1, 1, 0],
    [-1, 0, 0, -1],
    [0, 1, -1, 0],
    [-1, 0, 0, 1],
    [1, 0, 0, -1],
    [0, 1, 1, 0],
    [0, -1, -1, 0],
];

/// Every point equal to `point` under a motion that keeps the stones, itself among them.
pub fn equal_points(grid: &Grid, point: Point) -> Vec<Point> {
    let size = grid.size();
    let stones: Vec<_> =
        size.iter().filter_map(|at| grid.stone(at).map(|colour| (size.xy(at), colour))).collect();
    let mut equal: Vec<_> = TURNS
        .iter()
        .filter_map(|turn| keep(grid, &stones, *turn, size.xy(point)))
        .filter_map(|(x, y)| size.at(x, y))
        .collect();
    equal.push(point);
    equal.sort_unstable();
    equal.dedup();
    equal
}

/// Where `point` goes under the turn and the one shift that can bring the stones back onto
/// themselves; `None` if they do not come back. A finite set of stones is kept by one shift at
/// most: the one that brings its lowest corner back.
fn keep(
    grid: &Grid,
    stones: &[((i32, i32), Colour)],
    [a, b, c, d]: [i32; 4],
    point: (i32, i32),
) -> Option<(i32, i32)> {
    let turn = |(x, y): (i32, i32)| (a * x + b * y, c * x + d * y);
    let corner = |places: &mut dyn Iterator<Item = (i32, i32)>| {
        places.reduce(|(x, y), (u, v)| (x.min(u), y.min(v)))
    };
    let before = corner(&mut stones.iter().map(|&(at, _)| at))?;
    let after = corner(&mut stones.iter().map(|&(at, _)| turn(at)))?;
    let shift = (before.0 - after.0, before.1 - after.1);
    let move_to = |at| {
        let (x, y) = turn(at);
        (x + shift.0, y + shift.1)
    };
    let fits = stones.iter().all(|&(at, colour)| {
        let (x, y) = move_to(at);
        grid.has(colour, x, y)
    });
    fits.then(|| move_to(point))
}
