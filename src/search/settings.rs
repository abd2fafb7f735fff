//! How a tree searches, and what all its positions have in common.

use crate::position::{Payoffs, Rollout};

/// How a tree searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Width of the confidence bound of UCT, for values from 0 to 1.
    pub exploration: f64,
    /// Weight of the priors in PUCT, for values from 0 to 1.
    pub prior_exploration: f64,
    /// Weight of what the actions promise by a quick look, for values from 0 to 1.
    pub promise_exploration: f64,
    /// What an action without a visit is worth less than its position, where promises lead.
    pub unvisited: f64,
    /// Width of the confidence bound where positions are judged, not played out.
    pub judged_exploration: f64,
    /// What doubt costs an action at the end of a search over judged positions: this much after
    /// one visit, half after four.
    pub doubt: f64,
    /// Only candidates are searched ([`selective_actions`]): proofs hold for these alone.
    ///
    /// [`selective_actions`]: crate::position::MoveOrdering::selective_actions
    pub selective: bool,
    /// Near the end of a game the root is solved beside the tree (`root_solver.rs`).
    pub solve_root: bool,
    /// Bytes that all trees may take together.
    pub memory: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            exploration: 0.5,
            prior_exploration: 1.0,
            promise_exploration: 0.5,
            unvisited: 0.1,
            judged_exploration: 0.01,
            doubt: 1.5,
            selective: false,
            solve_root: true,
            memory: 1 << 30,
        }
    }
}

/// What every position of the tree has in common.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Sides and scale.
    pub payoffs: Payoffs,
    /// Size of the action space.
    pub num_actions: usize,
    /// Bytes of an observation.
    pub observation: usize,
    /// As in [`Settings`].
    pub selective: bool,
}

/// How a tree without an evaluator chooses among the edges of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// By UCT, each edge once first.
    Plain,
    /// Led by what the actions promise.
    Promised,
    /// By the best value below, of positions that are judged.
    Judged,
}

impl Choice {
    /// How to choose where positions are worth what these rollouts say.
    pub(super) fn of(way: Rollout) -> Self {
        match way {
            Rollout::Uniform => Self::Plain,
            Rollout::WinElseBlock => Self::Promised,
            Rollout::Forward => Self::Judged,
        }
    }
}
