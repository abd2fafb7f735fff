//! How a tree searches, and what all its positions have in common.

use crate::position::{Action, Payoffs, Rollout};

/// How a tree searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Width of the confidence bound of UCT, for values from 0 to 1.
    pub exploration: f64,
    /// Weight of the priors in PUCT, for values from 0 to 1.
    pub prior_exploration: f64,
    /// Weight of heuristic priors in PUCT, for values from 0 to 1.
    pub heuristic_exploration: f64,
    /// By how much an action without a visit is worth less than its position, with heuristic priors.
    pub unvisited: f64,
    /// Width of the confidence bound with RAVE.
    pub rave_exploration: f64,
    /// The square of what the value of an action in all its orders is taken to be off by.
    pub rave_bias: f64,
    /// Width of the confidence bound of implicit minimax.
    pub static_exploration: f64,
    /// The penalty of an action for few visits at the end of implicit minimax: this much after one
    /// visit, half after four.
    pub uncertainty: f64,
    /// Only candidates are searched ([`selective_actions`]): proofs hold for these alone.
    ///
    /// [`selective_actions`]: crate::position::MoveOrdering::selective_actions
    pub selective: bool,
    /// Near the end of a game the root is solved beside the tree (`root_solver.rs`).
    pub solve_root: bool,
    /// Bytes that all trees may take together.
    pub memory: usize,
    /// Where no action stands out simulations spread, and where all is lost the action holds out longest. The
    /// player `mcts` does without: its answers are those of its version, on which ladders and baselines rest.
    pub spreads: bool,
    /// Rows and columns of a board that is a grid: where simulations spread, more go to its middle.
    pub grid: Option<[usize; 2]>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            exploration: 0.5,
            prior_exploration: 1.0,
            heuristic_exploration: 0.5,
            unvisited: 0.1,
            rave_exploration: 0.1,
            rave_bias: 1e-3,
            static_exploration: 0.01,
            uncertainty: 1.5,
            selective: false,
            solve_root: true,
            memory: 1 << 30,
            spreads: false,
            grid: None,
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
    /// As in [`Settings`].
    pub spreads: bool,
    /// As in [`Settings`].
    pub grid: Option<[usize; 2]>,
}

impl Frame {
    /// How near the middle of the board an action is: 1 there, 0 at the edge, and 1 where that makes no
    /// sense.
    pub fn centrality(&self, action: Action) -> f32 {
        let Some([rows, columns]) = self.grid.filter(|grid| action.index() < grid[0] * grid[1])
        else {
            return 1.0;
        };
        let off = |place: usize, size: usize| {
            (2 * place + 1).abs_diff(size) as f32 / (size - 1).max(1) as f32
        };
        let (row, column) = (action.index() / columns, action.index() % columns);
        1.0 - off(row, rows).max(off(column, columns))
    }
}

/// How a tree without an evaluator chooses among the edges of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// By UCT, each edge once first.
    Plain,
    /// By PUCT with heuristic priors.
    Heuristic,
    /// By the best static value below.
    ImplicitMinimax,
    /// By the mean, and by that of all simulations in which the action was played later.
    Rave,
}

impl Choice {
    /// How to choose where positions are worth what these rollouts say.
    pub(super) fn of(policy: Rollout) -> Self {
        match policy {
            Rollout::Uniform => Self::Plain,
            Rollout::WinElseBlock => Self::Heuristic,
            Rollout::Progress => Self::ImplicitMinimax,
            Rollout::Rave => Self::Rave,
        }
    }
}
