//! Null-window tests of the value of a position, and which of them comes next.
//!
//! Returns are whole numbers here, so each side tests whether it gets more than is certain: whether the
//! value is beyond the half next to the bound. A test that is proven moves the bound, and the next one
//! is about the next half. A test that fails in a round of some turns and some thousand positions may
//! need more turns or more positions, and nobody knows which: a round of one turn more with as many
//! positions is tried, then both again with four times as many. Of the two tests the one that took
//! fewer positions so far comes next, so that one that cannot be settled soon does not delay the
//! other.
//!
//! Utilities are no whole numbers: then one test asks for the value itself.

use super::search::{Interval, MAX_PLIES};
use crate::position::{Action, Payoffs};

/// Positions of the first rounds of a test.
const FIRST_LIMIT: u64 = 1 << 10;
/// The next rounds search this many times as many positions.
const GROWTH: u64 = 4;
/// Rounds of different depth with the same number of positions.
const DEPTHS: usize = 2;

/// The proven bounds of a position, and the tests of both sides.
pub struct BoundTests {
    /// Bounds of the payoff of side 0.
    pub bounds: Interval,
    /// An action with which the side to decide keeps what is proven.
    pub best: Option<Action>,
    open: Vec<BoundTest>,
}

/// A test of one bound.
struct BoundTest {
    /// The side that tries to prove more than is certain; `None` where the value itself is asked for.
    prover: Option<usize>,
    /// A depth that is not enough, however many positions are searched.
    depth: usize,
    /// By how many turns the next round is deeper.
    ahead: usize,
    /// Positions of the next round.
    limit: u64,
    /// Positions that were searched, for earlier tests of this side too.
    nodes: u64,
}

/// A round of alpha-beta.
pub struct Round {
    index: usize,
    /// The side that tries to prove something, if one does.
    pub prover: Option<usize>,
    /// Depth in turns.
    pub depth: usize,
    /// Positions that it searches at most.
    pub limit: u64,
    /// The window.
    pub window: Interval,
    /// The number of the test: the depth of a table entry counts in one test alone.
    pub number: u16,
}

impl BoundTests {
    /// Those of a position of which nothing is known.
    pub fn new(payoffs: &Payoffs) -> Self {
        let of = |prover, limit| BoundTest { prover, depth: 0, ahead: 1, limit, nodes: 0 };
        let open = if payoffs.are_returns() {
            vec![of(Some(0), FIRST_LIMIT), of(Some(1), FIRST_LIMIT)]
        } else {
            vec![of(None, u64::MAX)]
        };
        Self { bounds: (payoffs.min, payoffs.max), best: None, open }
    }

    /// Is the value proven?
    pub fn is_settled(&self) -> bool {
        self.bounds.0 >= self.bounds.1
    }

    /// The next round where `left` positions can be searched; `None` if none can bring more. Half of
    /// the positions of a round are enough to begin it.
    pub fn next(&self, payoffs: &Payoffs, left: u64) -> Option<Round> {
        let ones = (0..self.open.len()).filter(|&at| self.open[at].depth < MAX_PLIES);
        let index = ones.min_by_key(|&at| self.open[at].nodes)?;
        let &BoundTest { prover, depth, ahead, limit, .. } = &self.open[index];
        if limit.min(left) == 0 || (prover.is_some() && limit / 2 > left) {
            return None;
        }
        let limit = if prover.is_some() { limit } else { left };
        let (lower, upper) = self.bounds;
        let half = if prover == Some(0) { lower + 0.5 } else { upper - 0.5 };
        let (window, number) = match prover {
            None => (self.bounds, 0),
            Some(side) => ((half, half), (2.0 * (half - payoffs.min)) as u16 * 2 + side as u16),
        };
        Some(Round { index, prover, depth: depth + ahead, limit, window, number })
    }

    /// Counts the positions that a round has searched.
    pub fn count(&mut self, round: &Round, nodes: u64) {
        self.open[round.index].nodes += nodes;
    }

    /// Takes in the interval of a round and an action that keeps the best of it. `hit_horizon`: its
    /// depth was not enough somewhere; `is_first`: side 0 is to decide.
    pub fn answer(
        &mut self,
        round: &Round,
        (interval, action): (Interval, Option<Action>),
        hit_horizon: bool,
        is_first: bool,
    ) {
        let (lower, upper) = self.bounds;
        // The action keeps what the side to decide was certain of when it was found.
        let is_better = if is_first { interval.0 > lower } else { interval.1 < upper };
        if is_better || self.best.is_none() {
            self.best = action;
        }
        self.bounds = (lower.max(interval.0), upper.min(interval.1));
        self.open[round.index].depth = if hit_horizon { round.depth } else { MAX_PLIES };
        let is_proven = [self.bounds.0 > lower, self.bounds.1 < upper];
        for (index, test) in self.open.iter_mut().enumerate() {
            if test.prover.is_some_and(|side| is_proven[side]) {
                // To get more takes at least as many turns.
                test.depth = if index == round.index { round.depth - 1 } else { test.depth };
                test.limit = FIRST_LIMIT;
            }
        }
        self.open[round.index].ahead = 1;
    }

    /// Notes that a round was broken off at its limit of positions.
    pub fn broken_off(&mut self, round: &Round, hit_horizon: bool) {
        let test = &mut self.open[round.index];
        if test.prover.is_none() {
            return;
        }
        test.ahead += 1;
        // Where no branch met the horizon, one turn more makes no difference.
        if test.ahead > DEPTHS || !hit_horizon {
            (test.ahead, test.limit) = (1, GROWTH * test.limit);
        }
    }
}
