//! An evaluation that was learnt: a small network over the lines through every point, kept up to date
//! as stones are put and taken off. Integers only: the same numbers on every machine.
//!
//! | file | what it holds |
//! |---|---|
//! | `codes.rs` | the numbers of lines of nine points |
//! | `judge.rs` | the evaluation for tree searches |
//! | `weights.rs` | the weights, and the form of their file |
//! | `registry.rs` | those of the library, and those of files that were read |
//!
//! Each point has, for each colour, sixteen features: the sum of what its four lines have in a table.
//! What is positive of the features of all points is added up, and two small layers make a value of these
//! sums. A weighted sum of the features of one point is its score, by which moves are ordered.

mod codes;
mod judge;
mod registry;
mod weights;

use std::sync::Arc;

pub use judge::Judge;
pub use registry::{of_number, register};
pub use weights::{Weights, WeightsError};

use self::codes::{POWERS, REACH, code_of_empty, edges};
use self::weights::{BOTH, HIDDEN};
use crate::board::{Colour, DIRECTIONS, Grid, Point, Size};

/// What is positive counts up to here: eight, in the unit of the features (1/32).
const MAX: i16 = 255;

/// Bits of the sums that the first layer does not look at, and the most that it takes.
const SUM_SHIFT: u32 = 3;
const MAX_SUM: i32 = 8191;
/// Bits that are dropped after the first layer and after the second.
const HIDDEN_SHIFT: u32 = 9;
const VALUE_SHIFT: u32 = 5;

/// A line through a point that a stone changes: the point, the direction, and what the stone counts.
#[derive(Clone, Copy)]
struct Through {
    point: u16,
    direction: u16,
    power: u16,
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
        let digit = 1 + colour as u16;
        let mut change = [0_i16; BOTH];
        for through in &self.through[point.index()] {
            let at = usize::from(through.point);
            let code = &mut self.codes[at][usize::from(through.direction)];
            let before = *code;
            if is_put {
                *code += digit * through.power;
                self.near[at] += 1;
            } else {
                *code -= digit * through.power;
                self.near[at] -= 1;
            }
            let (old, new) = (self.weights.line(before), self.weights.line(*code));
            let features = &mut self.features[at];
            for place in 0..BOTH {
                let was = features[place];
                let is = was + (new[place] - old[place]);
                features[place] = is;
                change[place] += is.clamp(0, MAX) - was.clamp(0, MAX);
            }
        }
        for (sum, change) in self.sums.iter_mut().zip(change) {
            *sum += i32::from(change);
        }
    }

    /// The score of a point for a colour that is to move.
    #[inline]
    pub fn score(&self, colour: Colour, point: Point) -> i32 {
        let (features, own) = (&self.features[point.index()], colour.index());
        let policy = &self.weights.policy[own];
        features
            .iter()
            .zip(policy)
            .map(|(&is, &weight)| i32::from(is.clamp(0, MAX)) * i32::from(weight))
            .sum()
    }

    /// Does any stone lie within four points of a point, in line with it?
    #[inline]
    pub fn is_near(&self, point: Point) -> bool {
        self.near[point.index()] != 0
    }

    /// What the board is worth to a colour that is to move.
    pub fn value(&self, colour: Colour) -> i32 {
        let layers = &self.weights.layers[colour.index()];
        let mut inputs = [0_i16; BOTH];
        for (input, sum) in inputs.iter_mut().zip(self.sums) {
            *input = (sum >> SUM_SHIFT).clamp(-MAX_SUM, MAX_SUM) as i16;
        }
        let mut value = layers.last_bias;
        for unit in 0..HIDDEN {
            let weights = &layers.first[unit];
            let sum: i32 =
                inputs.iter().zip(weights).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum();
            let hidden = ((sum + layers.bias[unit]) >> HIDDEN_SHIFT).clamp(0, MAX_SUM);
            value += hidden * i32::from(layers.last[unit]);
        }
        value >> VALUE_SHIFT
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
