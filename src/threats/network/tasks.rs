//! What the network computes most: compiled for wide vectors as well, and so inlined as a whole.

#![allow(clippy::inline_always)]

use super::weights::{BOTH, HIDDEN};
use super::{CaptureLevels, LineNetwork};
use crate::board::{Colour, Grid, Point};
use crate::vectors::Task;

/// What is positive counts up to here: eight, in the unit of the features (1/32).
pub const MAX: i16 = 255;

/// Bits of the sums that the first layer does not look at, and the most that it takes.
const SUM_SHIFT: u32 = 3;
const MAX_SUM: i32 = 8191;
/// Bits that are dropped after the first layer and after the second.
const HIDDEN_SHIFT: u32 = 9;
const VALUE_SHIFT: u32 = 5;

/// The score of a point by its features.
#[inline(always)]
pub fn score(features: &[i16; BOTH], policy: &[i16; BOTH]) -> i32 {
    let pairs = features.iter().zip(policy);
    pairs.map(|(&is, &weight)| i32::from(is.clamp(0, MAX)) * i32::from(weight)).sum()
}

/// See [`LineNetwork::turn`].
pub struct Turn<'a> {
    pub network: &'a mut LineNetwork,
    pub colour: Colour,
    pub point: Point,
    pub is_put: bool,
}

impl Task for Turn<'_> {
    #[inline(always)]
    fn run(self) {
        let LineNetwork { weights, codes, features, through, near, sums, .. } = self.network;
        let digit = 1 + self.colour as u16;
        let mut change = [0_i16; BOTH];
        for through in &through[self.point.index()] {
            let at = usize::from(through.point);
            let code = &mut codes[at][usize::from(through.direction)];
            let before = *code;
            if self.is_put {
                *code += digit * through.power;
                near[at] += 1;
            } else {
                *code -= digit * through.power;
                near[at] -= 1;
            }
            let (old, new) = (weights.line(before), weights.line(*code));
            let features = &mut features[at];
            for place in 0..BOTH {
                let was = features[place];
                let is = was + (new[place] - old[place]);
                features[place] = is;
                change[place] += is.clamp(0, MAX) - was.clamp(0, MAX);
            }
        }
        for (sum, change) in sums.iter_mut().zip(change) {
            *sum += i32::from(change);
        }
    }
}

/// See [`LineNetwork::scores`].
pub struct Scores<'a> {
    pub network: &'a LineNetwork,
    pub colour: Colour,
    pub grid: &'a Grid,
    pub out: &'a mut Vec<(i32, Point)>,
}

impl Task for Scores<'_> {
    #[inline(always)]
    fn run(self) {
        let size = self.grid.size();
        let policy = &self.network.weights.policy[self.colour.index()];
        for y in 0..u16::from(size.rows) {
            let mut row = size.full_row() & !self.grid.row_of_both(usize::from(y));
            while row != 0 {
                let point = Point(y * u16::from(size.columns) + row.trailing_zeros() as u16);
                row &= row - 1;
                if self.network.near[point.index()] != 0 {
                    let features = &self.network.features[point.index()];
                    self.out.push((score(features, policy), point));
                }
            }
        }
    }
}

/// See [`LineNetwork::value`].
pub struct Value<'a> {
    pub network: &'a LineNetwork,
    pub colour: Colour,
    pub captured: CaptureLevels,
    pub out: &'a mut i32,
}

impl Task for Value<'_> {
    #[inline(always)]
    fn run(self) {
        let layers = &self.network.weights.layers[self.colour.index()];
        let mut inputs = [0_i16; BOTH];
        for (input, sum) in inputs.iter_mut().zip(self.network.sums) {
            *input = (sum >> SUM_SHIFT).clamp(-MAX_SUM, MAX_SUM) as i16;
        }
        let [own, other] = [self.colour, self.colour.other()]
            .map(|colour| usize::from(self.captured.0[colour.index()]));
        let captured = (&layers.captured[0][own], &layers.captured[1][other]);
        let mut value = layers.last_bias;
        for unit in 0..HIDDEN {
            let weights = &layers.first[unit];
            let sum: i32 =
                inputs.iter().zip(weights).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum();
            let bias = layers.bias[unit] + captured.0[unit] + captured.1[unit];
            let hidden = ((sum + bias) >> HIDDEN_SHIFT).clamp(0, MAX_SUM);
            value += hidden * i32::from(layers.last[unit]);
        }
        *self.out = value >> VALUE_SHIFT;
    }
}
