//! The exact result of a position for two sides whose returns have one sum: rounds of alpha-beta
//! (`alpha_beta.rs`), deeper and deeper, until the position has one value.
//!
//! Every value is an interval of returns of side 0 that is certain; where the depth of a round ends
//! it is the whole range. A round that leaves the root's interval with one value has solved the
//! position: an interval says nothing that a deeper search could take back, so that intervals of
//! earlier rounds stay in the table. Deepening finds a short win among many moves first, and
//! costs little where few moves are left.
//!
//! Where a game narrows its returns ([`Tactics::narrow`]) a round is about a claim (`claims.rs`) of one
//! side, the *prover*. Where the depth ends nothing is proven, and so nothing is either where the other
//! side has one action that leads there: the search goes on elsewhere at once. Without a prover every
//! action of both sides would be searched wherever the depth does not suffice.

use std::ops::ControlFlow;

use super::alpha_beta::Solver;
use super::claims::Claims;
use super::stakes::Stakes;
use super::table::Memory;
use crate::position::{Action, Decider, Position, Tactics};

/// An exact result.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Returns by seat under best play.
    pub returns: Vec<f32>,
    /// Best play to the end of the game.
    pub line: Vec<Action>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Solves a position; `None` if `nodes` positions, the depth or `tick` came first.
///
/// The rules must have two sides with one sum of returns, and no chance is due below the position.
pub fn solve<P: Position + Tactics>(
    position: &P,
    stakes: &Stakes,
    nodes: Option<u64>,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Solution> {
    let total = stakes.duel()?;
    let mut memory = Memory::large();
    let mut solver = Solver::new(stakes, &mut memory, nodes, tick);
    let (mut position, mut line) = (position.clone(), Vec::new());
    let mut value = None;
    while position.decider() != Decider::Over {
        let (found, action) = solver.root(&position, &mut Claims::new::<P>(stakes), u64::MAX)?;
        value.get_or_insert(found);
        position.play_unchecked(action);
        line.push(action);
    }
    let value = value?;
    let returns = stakes.by_seat(&[value, total - value]);
    Some(Solution { returns, line, nodes: solver.nodes })
}

/// Proves the value of a position to side 0 and an action that keeps it, as [`solve`] does, without
/// the line; `memory` and `claims` are what earlier calls for this position left.
///
/// A round is begun where half of it is left of `nodes`, and goes to its end. Returned with it is how
/// many positions were looked at.
pub(super) fn prove<P: Position + Tactics>(
    position: &P,
    stakes: &Stakes,
    (memory, claims): (&mut Memory, &mut Claims),
    nodes: u64,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> (Option<(f64, Action)>, u64) {
    let mut solver = Solver::new(stakes, memory, None, tick);
    let found = solver.root(position, claims, nodes);
    (found, solver.nodes)
}

impl<P: Position + Tactics> Solver<'_, P> {
    /// Value and best action of a position, by rounds until it is solved. `None` if that takes more
    /// than `nodes` positions, or something else came first.
    fn root(&mut self, position: &P, claims: &mut Claims, nodes: u64) -> Option<(f64, Action)> {
        let Decider::Player(player) = position.decider() else { return None };
        let is_first = self.stakes.side(player.index()) == 0;
        while !claims.is_settled() {
            let (before, most) = (self.nodes, self.most);
            let round = claims.next(self.stakes, nodes.saturating_sub(before))?;
            self.most = most.min(before.saturating_add(round.limit));
            (self.is_cut, self.prover, self.claim) = (false, round.prover, round.number);
            let found = self.search(position, 0, round.depth, round.window);
            let is_broken_off = self.nodes > self.most && self.nodes <= most;
            self.most = most;
            claims.count(&round, self.nodes - before);
            match found {
                Some(found) => claims.answer(&round, found, self.is_cut, is_first),
                None if is_broken_off => claims.broken_off(&round, self.is_cut),
                None => return None,
            }
        }
        // Where no action is better than any other, the first will do.
        Some((claims.bounds.0, claims.best.unwrap_or_else(|| first_action(position))))
    }
}

/// The first legal action of a position that goes on.
fn first_action<P: Position>(position: &P) -> Action {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    actions[0]
}
