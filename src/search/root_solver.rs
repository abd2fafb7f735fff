//! The exact result of a tree's root, where the game can be near its end and has a solver of its own.
//!
//! A tree proves what it has visited, and each of a side's actions has to be visited twice. A solver of
//! the game's own gets through thousands of turns of a lost ending with less. So each time the
//! simulations have grown by a quarter it is resumed, until it has searched thirty-two positions for
//! each simulation.

use std::ops::ControlFlow;

use super::leaf::Stopped;
use super::node_pool::{ROOT, Turn};
use super::settings::Frame;
use super::tree::Tree;
use crate::position::{Arrays, Knowledge, RootSolver};

/// Positions for each simulation.
const POSITIONS: u64 = 32;
/// Positions after which it is given up.
const MAX_POSITIONS: u64 = 1 << 23;
/// Simulations before the first call; the next is after a quarter more.
const FIRST: u64 = 64;

/// The solver beside a tree.
pub struct RootSolving {
    state: State,
}

enum State {
    /// It is not known yet whether there is a solver.
    New,
    /// There is none, it has solved the root, or it was given up.
    Off,
    /// It works.
    On(Work),
}

struct Work {
    solver: Box<dyn RootSolver>,
    /// The simulations before the next call.
    next: u64,
    /// Positions that were searched.
    nodes: u64,
}

impl RootSolving {
    /// Not begun yet, or never to begin.
    pub fn new(is_wanted: bool) -> Self {
        Self { state: if is_wanted { State::New } else { State::Off } }
    }

    /// Resumes the solver after `simulations` of the tree, if it is time to, and settles the root by
    /// its result.
    pub fn run<P: Arrays + Knowledge>(
        &mut self,
        tree: &mut Tree<P>,
        simulations: u64,
        frame: &Frame,
        deadline_passed: &dyn Fn() -> bool,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(), Stopped> {
        if matches!(self.state, State::New) {
            self.state = State::of(tree, frame);
        }
        let State::On(work) = &mut self.state else { return Ok(()) };
        if simulations < work.next {
            return Ok(());
        }
        work.next = simulations + simulations / 4;
        let nodes = (POSITIONS * simulations).saturating_sub(work.nodes);
        let (mut is_stopped, mut is_over) = (false, false);
        let mut interrupt = || {
            is_stopped = tick().is_break();
            is_over = is_over || deadline_passed();
            if is_stopped || is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let progress = work.solver.resume(nodes, &mut interrupt);
        if is_stopped {
            return Err(Stopped);
        }
        work.nodes += progress.nodes;
        let is_finished = progress.solved.is_some() || work.nodes >= MAX_POSITIONS;
        if let (Some((value, action)), Some(total)) = (progress.solved, frame.payoffs.duel()) {
            tree.settle_root(action, &[value, total - value], frame);
        }
        if is_finished {
            self.state = State::Off;
        }
        Ok(())
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        match &self.state {
            State::On(work) => work.solver.bytes(),
            State::New | State::Off => 0,
        }
    }
}

impl State {
    fn of<P: Arrays + Knowledge>(tree: &Tree<P>, frame: &Frame) -> Self {
        // A selective tree proves nothing.
        if frame.selective || !matches!(tree.pool.nodes[ROOT as usize].turn, Turn::Side(_)) {
            return Self::Off;
        }
        let solver = tree.pool.position(ROOT).exact_solver();
        match solver.and_then(|solver| solver.root_solver(&frame.payoffs)) {
            Some(solver) => Self::On(Work { solver, next: FIRST, nodes: 0 }),
            None => Self::Off,
        }
    }
}
