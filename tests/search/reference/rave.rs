//! RAVE: what an action is worth by all simulations in which the side played it, at once or later.

use fivefold::games::AnyPosition;
use fivefold::games::pah_tum::PahTum;
use fivefold::position::{Evaluate, Rollout, Rollouts};
use fivefold::search::{Settings, ln};

use super::{Edge, Node};

/// The rollouts of the only game that has them, and what the last one came to by side; `None` where a
/// simulation ended without one.
pub(super) struct Filling {
    rollouts: Box<dyn Rollouts<PahTum>>,
    pub(super) value: Option<Vec<f64>>,
}

impl Filling {
    pub(super) fn new() -> Self {
        Self { rollouts: PahTum::rollouts(Rollout::Rave).unwrap(), value: None }
    }

    pub(super) fn play(&mut self, position: AnyPosition, seed: u64) -> Vec<f32> {
        let AnyPosition::PahTum(mut position) = position else { panic!("another game") };
        let mut returns = vec![0.0; 2];
        self.rollouts.play(&mut position, seed, &mut returns);
        returns
    }

    /// Counts the last rollout for every action of a node on whose square the side ended up.
    pub(super) fn count(&self, node: &mut Node, scaled: impl Fn(&[f64]) -> f32) {
        let (Some(value), AnyPosition::PahTum(position)) = (&self.value, &node.position) else {
            return;
        };
        if position.mover().is_none() {
            return;
        }
        let squares = self.rollouts.squares_of_decider(position);
        let points = u16::from(position.size()) * u16::from(position.size());
        for edge in &mut node.edges {
            if squares >> (edge.action.0 % points) & 1 == 1 {
                edge.later.0 += 1.0;
                edge.later.1 += scaled(value);
            }
        }
    }
}

/// The score of an edge: `(1 - b) mean + b rave + c sqrt(ln N / (n + 1))`; 1 in place of the means where nothing is known.
pub(super) fn score(node: &Node, edge: &Edge) -> f32 {
    let settings = Settings::default();
    let width = (settings.rave_exploration * ln(f64::from(node.visits + 1)).sqrt()) as f32;
    let (count, (later, sum)) = (edge.visits as f32, edge.later);
    let more = width / (count + 1.0).sqrt();
    if count + later == 0.0 {
        return 1.0 + more;
    }
    let weight = 1.0 + 4.0 * settings.rave_bias as f32 * later;
    let mean = (sum + weight * edge.sum + 1e-6) / (later + weight * count + 1e-6);
    mean + more
}
