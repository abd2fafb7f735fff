//! One tree of a search in a call, and the trees that wait for a thread.
//!
//! The trees of a search share nothing but the count of simulations after which one of them was
//! proven. How many simulations each does is fixed before; after a proof the others do as many as it
//! took, since one of them may be proven with fewer. So what a tree finds depends on its seed alone,
//! whichever thread works on it and when.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::leaf::{Leaf, Stopped};
use super::node_pool::ROOT;
use super::root_solver::RootSolving;
use super::settings::{Frame, Settings};
use super::tree::Tree;
use crate::pool::Look;
use crate::position::{Arrays, Knowledge, RandomPlay, Rollouts};

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All simulations were done.
    Simulations,
    /// The time was over.
    Seconds,
    /// The returns of the root are proven.
    Proven,
    /// The trees would have taken more memory than allowed.
    Memory,
}

/// Simulations of a tree before its thread takes the tree that has done least.
const SLICE: u64 = 2_048;
/// Simulations between two looks at the clock: some milliseconds on a large board.
const CLOCK_EVERY: u64 = 8;

/// What the trees of one call have in common.
pub(super) struct Bounds<'a> {
    pub frame: &'a Frame,
    pub settings: &'a Settings,
    /// Among how many trees the memory is shared out.
    pub trees: usize,
    /// Simulations of one tree between two interrupt checks and turns of the root solver.
    pub every: u64,
    pub deadline_passed: &'a (dyn Fn() -> bool + Sync),
    /// The fewest simulations of this call after which a tree was proven.
    pub proven_after: AtomicU64,
}

/// One tree in a call.
pub(super) struct TreeRun<'a, P> {
    pub index: usize,
    pub tree: &'a mut Tree<P>,
    /// The solver of the root: beside the first tree only.
    pub root_solving: Option<&'a mut RootSolving>,
    /// Simulations of this call: so far, and at most.
    pub done: u64,
    pub count: u64,
}

impl<P: Arrays + RandomPlay + Knowledge> TreeRun<'_, P> {
    /// Simulates until something ends the search in this tree; `None` after that many times.
    pub fn simulate_for(
        &mut self,
        times: u64,
        bounds: &Bounds<'_>,
        leaf: &mut Leaf<'_, P>,
        look: Look<'_>,
    ) -> Result<Option<Ended>, Stopped> {
        let until = self.done.saturating_add(times);
        loop {
            if self.tree.pool.is_exact(ROOT) {
                bounds.proven_after.fetch_min(self.done, Relaxed);
                return Ok(Some(Ended::Proven));
            }
            if self.done == self.count {
                return Ok(Some(Ended::Simulations));
            }
            if self.done >= until {
                return Ok(None);
            }
            // Before each simulation: one node of a large board takes some kilobytes, in each tree.
            if self.bytes_of_all(bounds.trees) >= bounds.settings.memory {
                return Ok(Some(Ended::Memory));
            }
            let is_to_look = self.done.is_multiple_of(bounds.every.min(CLOCK_EVERY));
            if is_to_look && (bounds.deadline_passed)() {
                return Ok(Some(Ended::Seconds));
            }
            if self.done.is_multiple_of(bounds.every) {
                if look().is_break() {
                    return Err(Stopped);
                }
                self.solve_root(bounds, look)?;
                if self.tree.pool.is_exact(ROOT) {
                    continue;
                }
            }
            // Not before the root solver has had its turn: a tree proven after as many simulations counts too.
            if self.done >= bounds.proven_after.load(Relaxed) {
                return Ok(Some(Ended::Proven));
            }
            self.tree.simulate(bounds.settings, bounds.frame, leaf)?;
            self.done += 1;
        }
    }

    /// Bytes that all trees would take if they were as large as this one.
    fn bytes_of_all(&self, trees: usize) -> usize {
        self.tree.bytes() * trees + self.root_solving.as_ref().map_or(0, |one| one.bytes())
    }

    fn solve_root(&mut self, bounds: &Bounds<'_>, look: Look<'_>) -> Result<(), Stopped> {
        let Some(solving) = &mut self.root_solving else { return Ok(()) };
        let simulations = u64::from(self.tree.pool.nodes[ROOT as usize].visits);
        solving.run(self.tree, simulations, bounds.frame, bounds.deadline_passed, look)
    }
}

/// How the search ended in one tree.
pub(super) struct End {
    pub index: usize,
    pub done: u64,
    pub ended: Ended,
}

impl<P> TreeRun<'_, P> {
    pub fn end(&self, ended: Ended) -> End {
        End { index: self.index, done: self.done, ended }
    }
}

/// A tree and how it plays positions out.
pub(super) type Part<'a, P> = (TreeRun<'a, P>, &'a mut Box<dyn Rollouts<P>>);

/// Trees on which no thread works and that are not at their end.
pub(super) struct Waiting<'a, P>(Mutex<Vec<Part<'a, P>>>);

impl<'a, P: Arrays + RandomPlay + Knowledge> Waiting<'a, P> {
    pub fn new(parts: Vec<Part<'a, P>>) -> Self {
        Self(Mutex::new(parts))
    }

    /// Puts a tree back and takes the one with the fewest simulations of this call.
    fn change(&self, back: Option<Part<'a, P>>) -> Option<Part<'a, P>> {
        let mut parts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        parts.extend(back);
        let min = (0..parts.len()).min_by_key(|&at| (parts[at].0.done, parts[at].0.index))?;
        Some(parts.swap_remove(min))
    }

    /// The work of one thread: simulations in one tree after another until none waits. The ends of those that ended here; `None`
    /// if it was broken off.
    pub fn work(&self, bounds: &Bounds<'_>, look: Look<'_>) -> Option<Vec<End>> {
        let (mut ends, mut back) = (Vec::new(), None);
        while let Some((mut run, rollouts)) = self.change(back.take()) {
            let mut leaf = Leaf::Rollouts(&mut **rollouts);
            match run.simulate_for(SLICE, bounds, &mut leaf, look).ok()? {
                Some(ended) => ends.push(run.end(ended)),
                None => back = Some((run, rollouts)),
            }
        }
        Some(ends)
    }
}
