//! Solvers that a game has of its own.

use std::ops::ControlFlow;

use crate::position::{Action, Payoffs};

/// The positions that a solver may search for a player that names no number: some ten milliseconds.
pub const DEFAULT_NODES: u64 = 1_000;

/// The result of a solver of the game's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exact {
    /// The solver does not solve positions of this kind.
    NoSolver,
    /// The limit came first.
    Unknown,
    /// Best play by both to the end of the game, and the number of positions searched.
    Line(Vec<Action>, u64),
}

/// A solver of the game's own.
pub trait ExactSolver {
    /// The positions that it may search for a player that names no number: some ten milliseconds of
    /// work; 0 where that would hardly ever be enough.
    fn default_nodes(&self) -> u64 {
        DEFAULT_NODES
    }

    /// How many positions solve about half of those as far from their end; `None` where no number is worth a try
    /// before another search.
    fn usual_nodes(&self) -> Option<u64> {
        None
    }

    /// Solves the position, searching `nodes` positions at most (`None`: no limit). `tick` is called
    /// now and then and may break off.
    fn solve_exactly(&self, nodes: Option<u64>, tick: &mut dyn FnMut() -> ControlFlow<()>)
    -> Exact;

    /// A solver of the position for these payoffs that works beside a tree search; `None` if the end
    /// of the game is too far off.
    fn root_solver(&self, payoffs: &Payoffs) -> Option<Box<dyn RootSolver>> {
        let _ = payoffs;
        None
    }
}

/// A solver of one position that can be interrupted and resumed.
pub trait RootSolver: Send {
    /// Searches about `nodes` positions more.
    fn resume(&mut self, nodes: u64, tick: &mut dyn FnMut() -> ControlFlow<()>) -> RootProgress;

    /// Bytes in use.
    fn bytes(&self) -> usize;
}

/// What a [`RootSolver`] came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootProgress {
    /// The payoff of side 0 under best play and an action that keeps it, once they are proven.
    pub solved: Option<(f64, Action)>,
    /// Positions searched by this call.
    pub nodes: u64,
}
