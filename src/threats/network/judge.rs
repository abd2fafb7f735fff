//! The evaluation of lines for tree searches: what a seat sees goes in, a score for every action and the
//! value come out, as from any other network.

use std::sync::Arc;

use super::{CaptureLevels, LineNetwork, Weights};
use crate::board::{Colour, Grid, Point, Size};
use crate::position::LineEvaluation;

/// A score of one in the unit of logits.
const SCORE: f32 = 2048.0;
/// How far below the best point those lie that no stone is near: of them the network learnt nothing.
const FAR: f32 = -10.0;

/// What the planes of one value say of a position.
pub struct Seen {
    /// The colour of the observer.
    pub own: Colour,
    /// The colour of the next stone.
    pub next: Colour,
    /// What both have captured.
    pub captured: CaptureLevels,
}

/// Reads that, given what a plane holds.
pub type ReadPlanes = dyn Fn(&dyn Fn(usize) -> u8) -> Seen + Send;

/// The network on the board that was asked about last: the next one mostly differs by a few stones.
pub struct Judge {
    network: LineNetwork,
    grid: Grid,
    planes: Box<ReadPlanes>,
}

impl Judge {
    /// The evaluation of an empty board.
    pub fn new(weights: Arc<Weights>, size: Size, planes: Box<ReadPlanes>) -> Self {
        let grid = Grid::new(size);
        Self { network: LineNetwork::new(weights, &grid), grid, planes }
    }

    /// Makes the board that of two planes, the stones of `own` and those of the other colour.
    fn set(&mut self, own: Colour, stones: &[u8]) {
        let (ours, theirs) = stones.split_at(stones.len() / 2);
        for (index, (&ours, &theirs)) in ours.iter().zip(theirs).enumerate() {
            let point = Point(index as u16);
            let wanted = match (ours, theirs) {
                (0, 0) => None,
                (0, _) => Some(own.other()),
                _ => Some(own),
            };
            let held = self.grid.stone(point);
            if held == wanted {
                continue;
            }
            if let Some(colour) = held {
                self.grid.lift(point);
                self.network.turn(colour, point, false);
            }
            if let Some(colour) = wanted {
                self.grid.put(colour, point);
                self.network.turn(colour, point, true);
            }
        }
    }
}

impl LineEvaluation for Judge {
    fn judge(&mut self, observation: &[u8], logits: &mut [f32]) -> i32 {
        let size = self.grid.size();
        let points = size.points();
        let Seen { own, next, captured } = (self.planes)(&|plane| observation[plane * points]);
        self.set(own, &observation[..2 * points]);
        let scores = size.iter().map(|point| {
            let is_near = self.network.is_near(point) && self.grid.is_empty(point);
            is_near.then(|| self.network.score(next, point) as f32 / SCORE)
        });
        let scores: Vec<Option<f32>> = scores.collect();
        let best = scores.iter().flatten().copied().fold(f32::NEG_INFINITY, f32::max);
        // Words of an opening are as good as the best point; so are all points of an empty board.
        logits.fill(0.0);
        if best > f32::NEG_INFINITY {
            for (logit, score) in logits.iter_mut().zip(scores) {
                *logit = score.map_or(FAR, |score| (score - best).max(FAR));
            }
        }
        let value = self.network.value(next, captured);
        if own == next { value } else { -value }
    }
}
