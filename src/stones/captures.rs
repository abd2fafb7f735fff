//! Captures by closing a group in a straight line (P3): Pagoda, Pente and their kin.
//!
//! A capture is made by the stone that closes, never by one that walks in: Black on `c3` stands
//! between two white stones with its neighbour `d3`, and nothing is taken. Neither does the edge
//! close a group.
//!
//! ```
//! use fivefold::games;
//! use fivefold::position::{Notation, Position, SetUp};
//!
//! let options = serde_json::json!({"size": 5});
//! let game = games::build("pagoda", options.as_object().unwrap()).unwrap();
//! let board = "
//!     .....
//!     .....
//!     .O.XO
//!     .....
//!     XX.OO
//! ";
//! let mut position = game.rules.from_diagram(board, SetUp::default()).unwrap();
//! position.play(position.parse_move("c3").unwrap()).unwrap();
//! assert!(position.captured().is_empty());
//! ```

use serde::{Deserialize, Serialize};

use crate::board::{Colour, Grid, Point, Size};

/// The eight directions to go from a point; opposite ones are four apart.
pub const EIGHT_DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)];

/// The longest group that a variant may capture (P9).
pub const LONGEST_GROUP: u8 = 5;

/// The lengths of groups that are captured (P9): bit n stands for exactly n stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Take(u8);

impl Take {
    /// From lengths between 1 and [`LONGEST_GROUP`]; others are left out.
    pub fn new(lengths: &[u8]) -> Self {
        let known = lengths.iter().filter(|length| (1..=LONGEST_GROUP).contains(length));
        Self(known.fold(0, |bits, length| bits | 1 << length))
    }

    /// Is a group of exactly `length` stones captured?
    #[inline]
    pub fn has(self, length: i32) -> bool {
        length <= i32::from(LONGEST_GROUP) && self.0 >> length & 1 == 1
    }

    /// The captured lengths, ascending.
    pub fn lengths(self) -> impl DoubleEndedIterator<Item = u8> {
        (1..=LONGEST_GROUP).filter(move |&length| self.has(i32::from(length)))
    }

    /// The most groups that can make up `stones` captured stones; `None` if none do.
    pub fn max_groups(self, stones: u16) -> Option<u16> {
        // `best[n]`: the most groups with n stones in all.
        let mut best = vec![None; usize::from(stones) + 1];
        best[0] = Some(0);
        for sum in 1..best.len() {
            best[sum] = self
                .lengths()
                .filter_map(|length| best.get(sum.checked_sub(usize::from(length))?).copied()?)
                .max()
                .map(|groups: u16| groups + 1);
        }
        best[usize::from(stones)]
    }

    /// The greatest number of captured stones below `target`: what a colour can have taken while
    /// the game still runs.
    pub fn max_below(self, target: u16) -> u16 {
        (0..target).rev().find(|&stones| self.max_groups(stones).is_some()).unwrap_or(0)
    }
}

/// What one stone captures: the length of the group in each of `EIGHT_DIRECTIONS`, 0 for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Capture([u8; 8]);

impl Capture {
    /// What a stone of `colour` on the empty `point` would capture.
    #[inline]
    pub fn by(grid: &Grid, colour: Colour, point: Point, take: Take) -> Self {
        let (x, y) = grid.size().xy(point);
        let mut lengths = [0; 8];
        let around = grid.around(colour.other(), x, y);
        for (length, direction) in lengths.iter_mut().zip(EIGHT_DIRECTIONS) {
            if around & 1 << (4 + 3 * direction.1 + direction.0) == 0 {
                continue;
            }
            let enemies = grid.reach(colour.other(), x, y, direction);
            // The group must be closed by an own stone at its far end; the edge closes nothing.
            let (far_x, far_y) = (x + (enemies + 1) * direction.0, y + (enemies + 1) * direction.1);
            if take.has(enemies) && grid.has(colour, far_x, far_y) {
                *length = enemies as u8;
            }
        }
        Self(lengths)
    }

    /// Does it capture nothing?
    #[inline]
    pub fn is_none(self) -> bool {
        u64::from_ne_bytes(self.0) == 0
    }

    /// How many groups.
    pub fn groups(self) -> u16 {
        self.0.iter().filter(|&&length| length > 0).count() as u16
    }

    /// How many stones.
    pub fn stones(self) -> u16 {
        self.0.iter().map(|&length| u16::from(length)).sum()
    }

    /// Takes the captured stones off the board.
    pub fn lift_from(self, grid: &mut Grid, point: Point) {
        for group in self.each(grid.size(), point) {
            for stone in group {
                grid.lift(stone);
            }
        }
    }

    /// The captured groups around the stone on `point`, each from the stone outwards.
    pub fn each(self, size: Size, point: Point) -> impl Iterator<Item = Vec<Point>> {
        let (x, y) = size.xy(point);
        self.0.into_iter().zip(EIGHT_DIRECTIONS).filter(|(length, _)| *length > 0).map(
            move |(length, (dx, dy))| {
                let steps = 1..=i32::from(length);
                steps.filter_map(|step| size.at(x + step * dx, y + step * dy)).collect()
            },
        )
    }

    /// All captured points, ascending.
    pub fn points(self, size: Size, point: Point) -> Vec<Point> {
        let mut points: Vec<_> = self.each(size, point).flatten().collect();
        points.sort_unstable();
        points
    }

    /// The same capture after a motion of the board that maps its points by `turn`.
    #[must_use]
    pub fn moved(self, size: Size, point: Point, turn: impl Fn(Point) -> Point) -> Self {
        let mut lengths = [0; 8];
        let (x, y) = size.xy(point);
        let (to_x, to_y) = size.xy(turn(point));
        for (length, (dx, dy)) in self.0.into_iter().zip(EIGHT_DIRECTIONS) {
            // A captured group has its first stone on the board: see where that one goes.
            let Some(first) = size.at(x + dx, y + dy).filter(|_| length > 0) else { continue };
            let (first_x, first_y) = size.xy(turn(first));
            let direction = (first_x - to_x, first_y - to_y);
            if let Some(index) = EIGHT_DIRECTIONS.iter().position(|&to| to == direction) {
                lengths[index] = length;
            }
        }
        Self(lengths)
    }

    /// Can a stone on `point` have captured this? For positions that come from a file.
    pub fn fits(self, size: Size, point: Point, take: Take) -> bool {
        let (x, y) = size.xy(point);
        self.0.into_iter().zip(EIGHT_DIRECTIONS).all(|(length, (dx, dy))| {
            let steps = i32::from(length);
            // The stone that closes the group lies one step further.
            let far = size.at(x + (steps + 1) * dx, y + (steps + 1) * dy);
            length == 0 || take.has(steps) && far.is_some()
        })
    }
}
