//! An evaluation that was learnt: a small network over the lines through every point, kept up to date
//! as stones are put and taken off. Integers only: the same numbers on every machine.
//!
//! | file | what it holds |
//! |---|---|
//! | `codes.rs` | the numbers of lines of nine points |
//! | `judge.rs` | the evaluation for tree searches |
//! | `tasks.rs` | the arithmetic, compiled for wide vectors as well |
//! | `weights.rs` | the weights, and the form of their file |
//! | `registry.rs` | those of the library, and those of files that were read |
//!
//! Each point has, for each colour, sixteen features: the sum of what its four lines have in a table.
//! What is positive of the features of all points is added up, and two small layers make a value of these
//! sums. A weighted sum of the features of one point is its score, by which moves are ordered.

mod codes;
mod judge;
mod registry;
mod tasks;
mod weights;

use std::sync::Arc;

pub use judge::{Judge, Seen};
pub use registry::{register, weights_for};
pub use weights::{Weights, WeightsError};

use self::codes::{POWERS, REACH, code_of_empty, edges};
use self::tasks::{Scores, Turn, Value};
use self::weights::{BOTH, LEVELS};
use crate::board::{Colour, DIRECTIONS, Grid, Point, Size};
use crate::stones::CaptureCount;
use crate::vectors::Width;

/// A line through a point that a stone changes: the point, the direction, and what the stone counts.
#[derive(Clone, Copy)]
struct Through {
    point: u16,
    direction: u16,
    power: u16,
}

/// How many stones Black and White have captured, in sixteenths of what wins (P4).
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct CaptureLevels([u8; 2]);

impl CaptureLevels {
    /// Of the stones that were captured and those that win.
    pub fn new(taken: [u16; 2], target: u16) -> Self {
        let target = u32::from(target.max(1));
        let level = |taken: u16| (LEVELS as u32 * u32::from(taken) / target) as u8;
        Self(taken.map(|taken| level(taken).min(LEVELS as u8 - 1)))
    }

    /// Those of Black and of White.
    pub fn both(self) -> [u8; 2] {
        self.0
    }

    /// Of a position; nothing where there are no captures.
    pub fn of(captures: Option<CaptureCount>) -> Self {
        captures.map_or_else(Self::default, |count| Self::new(count.taken, count.target))
    }
}

/// The evaluation of a board. A value of 256 means odds of e to 1 for a win.
pub struct LineNetwork {
    weights: Arc<Weights>,
    /// The lines of each point.
    codes: Vec<[u16; 4]>,
    /// The features of each point: those of Black, then those of White.
    features: Vec<[i16; BOTH]>,
    /// The lines that a stone on each point changes.
    through: Vec<Vec<Through>>,
    /// How many stones lie in the lines of each point.
    near: Vec<u16>,
    /// What is positive of the features, over all points, less what it is on the empty board.
    sums: [i32; BOTH],
    /// Stones of a search that are not counted yet: many are taken back before anything is asked.
    waiting: Vec<Change>,
    past: Past,
    width: Width,
}

/// A stone that was put, or taken off.
#[derive(Clone, Copy)]
struct Change {
    colour: Colour,
    point: Point,
    is_put: bool,
}

/// What the stones of a search that were counted have changed, to be put back.
#[derive(Default)]
struct Past {
    stones: Vec<Change>,
    features: Vec<[i16; BOTH]>,
    sums: Vec<[i32; BOTH]>,
}

impl LineNetwork {
    /// The evaluation of a board.
    pub fn new(weights: Arc<Weights>, grid: &Grid) -> Self {
        let size = grid.size();
        let mut network = Self {
            codes: Vec::with_capacity(size.points()),
            features: Vec::with_capacity(size.points()),
            through: Vec::with_capacity(size.points()),
            near: vec![0; size.points()],
            sums: [0; BOTH],
            waiting: Vec::new(),
            past: Past::default(),
            width: Width::new(),
            weights,
        };
        for point in size.iter() {
            let codes = [0, 1, 2, 3].map(|direction| code_of_empty(size, point, direction));
            let mut features = [0; BOTH];
            for code in codes {
                add(&mut features, network.weights.line(code));
            }
            network.codes.push(codes);
            network.features.push(features);
            network.through.push(lines_through(size, point));
        }
        for point in size.iter() {
            if let Some(colour) = grid.stone(point) {
                network.turn(colour, point, true);
            }
        }
        network
    }

    /// Notes a stone that was put (`is_put`) or taken off.
    pub fn turn(&mut self, colour: Colour, point: Point, is_put: bool) {
        self.width.run(Turn { network: self, colour, point, is_put });
    }

    /// Notes a stone of a search, put or taken off. It counts from the next [`Self::catch_up`] on.
    pub fn play(&mut self, colour: Colour, point: Point, is_put: bool) {
        self.waiting.push(Change { colour, point, is_put });
    }

    /// Takes the last change of the search back.
    pub fn undo(&mut self) {
        if self.waiting.pop().is_some() {
            return;
        }
        let (Some(Change { colour, point, is_put }), Some(sums)) =
            (self.past.stones.pop(), self.past.sums.pop())
        else {
            return;
        };
        self.sums = sums;
        let digit = 1 + colour as u16;
        for through in self.through[point.index()].iter().rev() {
            let at = usize::from(through.point);
            let Some(features) = self.past.features.pop() else { return };
            self.features[at] = features;
            let code = &mut self.codes[at][usize::from(through.direction)];
            if is_put {
                *code -= digit * through.power;
                self.near[at] -= 1;
            } else {
                *code += digit * through.power;
                self.near[at] += 1;
            }
        }
    }

    /// Counts the stones that wait, before a value or scores are asked for.
    pub fn catch_up(&mut self) {
        for place in 0..self.waiting.len() {
            let change = self.waiting[place];
            let Change { colour, point, is_put } = change;
            for through in &self.through[point.index()] {
                self.past.features.push(self.features[usize::from(through.point)]);
            }
            self.past.stones.push(change);
            self.past.sums.push(self.sums);
            self.turn(colour, point, is_put);
        }
        self.waiting.clear();
    }

    /// The score of a point for a colour that is to move.
    pub fn score(&self, colour: Colour, point: Point) -> i32 {
        tasks::score(&self.features[point.index()], &self.weights.policy[colour.index()])
    }

    /// The scores of the empty points that are near a stone.
    pub fn scores(&self, colour: Colour, grid: &Grid, scores: &mut Vec<(i32, Point)>) {
        self.width.run(Scores { network: self, colour, grid, out: scores });
    }

    /// Does any stone lie within four points of a point, in line with it?
    #[inline]
    pub fn is_near(&self, point: Point) -> bool {
        self.near[point.index()] != 0
    }

    /// What the board is worth to a colour that is to move, with what both have captured.
    pub fn value(&self, colour: Colour, captured: CaptureLevels) -> i32 {
        let mut value = 0;
        self.width.run(Value { network: self, colour, captured, out: &mut value });
        value
    }
}

fn add(features: &mut [i16; BOTH], line: &[i16; BOTH]) {
    for (feature, add) in features.iter_mut().zip(line) {
        *feature += add;
    }
}

/// The lines that a stone on a point changes.
fn lines_through(size: Size, point: Point) -> Vec<Through> {
    let (x, y) = size.xy(point);
    let mut lines = Vec::with_capacity(4 * (2 * REACH as usize + 1));
    for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
        for step in -REACH..=REACH {
            let Some(at) = size.at(x + step * dx, y + step * dy) else { continue };
            let (before, _) = edges(size, at, direction);
            let place = REACH - step - before;
            lines.push(Through {
                point: at.0,
                direction: direction as u16,
                power: POWERS[place as usize],
            });
        }
    }
    lines
}

#[cfg(test)]
mod tests;
