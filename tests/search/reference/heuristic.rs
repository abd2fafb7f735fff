//! PUCT led by what the actions score by a quick look at the rows.

use fivefold::games::AnyPosition;
use fivefold::position::{Decider, MoveOrdering, Position};
use fivefold::search::Settings;
use fivefold::with_game;

use super::{Edge, Node};

/// The smallest prior, as a share of the greatest one.
const MIN: f64 = 0.001;

/// Sets the priors of a node that a side decides.
pub(super) fn set_priors(node: &mut Node) {
    if !matches!(node.position.decider(), Decider::Player(_)) {
        return;
    }
    let mut scores = Vec::new();
    with_game!(AnyPosition, &node.position, position => {
        position.heuristic_scores(&mut scores);
    });
    let max = scores.iter().map(|&(score, _)| score).max().unwrap_or(0);
    let mut sum = 0.0_f32;
    for edge in &mut node.edges {
        let score = scores.iter().find(|&&(_, action)| action == edge.action);
        let score = score.map_or(0, |&(score, _)| score);
        let share = (1.0 + f64::from(score)) / (1.0 + f64::from(max));
        edge.prior = (share.sqrt() + MIN) as f32;
        sum += edge.prior;
    }
    for edge in &mut node.edges {
        edge.prior /= sum;
    }
}

/// The score of an edge: `mean + c p sqrt(N) / (1 + n)`; without a visit the mean is its node's less
/// a tenth.
pub(super) fn score(node: &Node, edge: &Edge, side: usize) -> f32 {
    let settings = Settings::default();
    let mean = if node.visits > 0 { node.sums[side] / f64::from(node.visits) } else { 0.5 };
    let value = match edge.visits {
        0 => (mean - settings.unvisited) as f32,
        count => edge.sum / count as f32,
    };
    let width = (settings.heuristic_exploration * f64::from(node.visits + 1).sqrt()) as f32;
    value + edge.prior * width / (1.0 + edge.visits as f32)
}
