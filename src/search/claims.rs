//! What is claimed of the value of a position, and which claim is looked into next.
//!
//! Where returns narrow they are whole numbers, and each side claims that it gets more than is certain:
//! that the value is beyond the half next to it. A claim that is proven makes place for the next one.
//! One that is not proven by a round of some turns and some thousand positions may need more turns or
//! more positions, and nobody knows which: a round of one turn more is tried with as many, then both
//! again with four times as many. Of the two claims the one that took least so far comes next, so that
//! none that cannot be settled soon keeps the other waiting.

use super::alpha_beta::{Interval, MOST_LEVELS};
use super::stakes::Stakes;
use crate::position::{Action, Tactics};

/// Positions of the first rounds of a claim.
const FIRST_LIMIT: u64 = 1 << 10;
/// How many times as many positions are looked at next.
const GROWTH: u64 = 4;
/// Rounds of different depth with the same number of positions.
const DEPTHS: usize = 2;

/// What is certain of a position, and the claims of both sides.
#[derive(Debug)]
pub struct Claims {
    /// Least and greatest return of side 0.
    pub bounds: Interval,
    /// An action with which the side to decide keeps what is certain.
    pub best: Option<Action>,
    open: Vec<Claim>,
}

/// A claim about the value of a position.
#[derive(Debug)]
struct Claim {
    /// The side that claims more than is certain; where returns do not narrow, none: the value itself
    /// is asked for.
    prover: Option<usize>,
    /// Turns that are not enough, however many positions are looked at.
    depth: usize,
    /// How many turns more the next round looks ahead.
    ahead: usize,
    /// Positions of the next round.
    limit: u64,
    /// Positions that were looked at, for earlier claims of this side too.
    nodes: u64,
}

/// A round of alpha-beta.
pub struct Round {
    claim: usize,
    /// The side that is to prove something, if one is.
    pub prover: Option<usize>,
    /// Turns that it looks ahead.
    pub depth: usize,
    /// Positions that it looks at, at most.
    pub limit: u64,
    /// What is asked: is the value beyond it?
    pub window: Interval,
    /// The number of the claim: how deep a position was searched is told of one claim alone.
    pub number: u16,
}

impl Claims {
    /// Of a position of which nothing is known.
    pub fn new<P: Tactics>(stakes: &Stakes) -> Self {
        let of = |prover, limit| Claim { prover, depth: 0, ahead: 1, limit, nodes: 0 };
        let open = if P::NARROWS && stakes.are_returns() {
            vec![of(Some(0), FIRST_LIMIT), of(Some(1), FIRST_LIMIT)]
        } else {
            vec![of(None, u64::MAX)]
        };
        Self { bounds: (stakes.least, stakes.most), best: None, open }
    }

    /// Is the value known?
    pub fn is_settled(&self) -> bool {
        self.bounds.0 >= self.bounds.1
    }

    /// The next round where `left` positions can be looked at; `None` if none can bring more. Half of
    /// the positions of a round are enough to begin it.
    pub fn next(&self, stakes: &Stakes, left: u64) -> Option<Round> {
        let ones = (0..self.open.len()).filter(|&at| self.open[at].depth < MOST_LEVELS);
        let claim = ones.min_by_key(|&at| self.open[at].nodes)?;
        let &Claim { prover, depth, ahead, limit, .. } = &self.open[claim];
        if limit.min(left) == 0 || (prover.is_some() && limit / 2 > left) {
            return None;
        }
        let limit = if prover.is_some() { limit } else { left };
        let (lower, upper) = self.bounds;
        let half = if prover == Some(0) { lower + 0.5 } else { upper - 0.5 };
        let (window, number) = match prover {
            None => (self.bounds, 0),
            Some(side) => ((half, half), (2.0 * (half - stakes.least)) as u16 * 2 + side as u16),
        };
        Some(Round { claim, prover, depth: depth + ahead, limit, window, number })
    }

    /// A round has looked at `nodes` positions.
    pub fn count(&mut self, round: &Round, nodes: u64) {
        self.open[round.claim].nodes += nodes;
    }

    /// A round came to its end with an interval and an action that keeps the best of it. `is_cut`: its
    /// depth was not enough somewhere; `is_first`: side 0 is to decide.
    pub fn answer(
        &mut self,
        round: &Round,
        (found, action): (Interval, Option<Action>),
        is_cut: bool,
        is_first: bool,
    ) {
        let (lower, upper) = self.bounds;
        // The action is worth what the side to decide is certain of since it was found.
        let is_better = if is_first { found.0 > lower } else { found.1 < upper };
        if is_better || self.best.is_none() {
            self.best = action;
        }
        self.bounds = (lower.max(found.0), upper.min(found.1));
        self.open[round.claim].depth = if is_cut { round.depth } else { MOST_LEVELS };
        let is_proven = [self.bounds.0 > lower, self.bounds.1 < upper];
        for (at, claim) in self.open.iter_mut().enumerate() {
            if claim.prover.is_some_and(|side| is_proven[side]) {
                // To get more takes as many turns at least.
                claim.depth = if at == round.claim { round.depth - 1 } else { claim.depth };
                claim.limit = FIRST_LIMIT;
            }
        }
        self.open[round.claim].ahead = 1;
    }

    /// A round was broken off, since it had looked at as many positions as it might.
    pub fn broken_off(&mut self, round: &Round, is_cut: bool) {
        let claim = &mut self.open[round.claim];
        if claim.prover.is_none() {
            return;
        }
        claim.ahead += 1;
        // Where no branch ran out of turns, one more makes no difference.
        if claim.ahead > DEPTHS || !is_cut {
            (claim.ahead, claim.limit) = (1, GROWTH * claim.limit);
        }
    }
}
