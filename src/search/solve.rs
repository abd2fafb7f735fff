//! The exact result of a position for two sides whose returns have one sum: rounds of alpha-beta
//! (`alpha_beta.rs`), each a turn deeper, until the position has one value.
//!
//! Every value is an interval of returns of side 0 that is certain; where the depth of a round ends
//! it is the whole range. A round that leaves the root's interval with one value has solved the
//! position: an interval says nothing that a deeper search could take back, so that intervals of
//! earlier rounds stay in the table. Deepening finds a short win among many moves first, and
//! costs little where few moves are left.
//!
//! Where a game narrows its returns ([`Tactics::narrow`]) a round asks a question with two answers: is
//! the value beyond this half? One side tries to prove that it is, or the other that it is not; who
//! tries is the *prover* of the search. Where the depth ends nothing is proven, and so nothing is
//! either where the other side has one action that leads there: the search goes on elsewhere at
//! once. Without a prover every action of both sides would be searched wherever the depth does not
//! suffice. The question that took least so far goes a turn deeper next, so that one which cannot
//! be answered soon does not keep the others waiting.

use std::ops::ControlFlow;

use super::alpha_beta::{Interval, MOST_LEVELS, Solver};
use super::stakes::Stakes;
use super::table::Memory;
use crate::position::{Action, Decider, Position, Tactics};
use crate::stream::mix64;

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
        let (found, action) = solver.root(&position)?;
        value.get_or_insert(found);
        position.play_unchecked(action);
        line.push(action);
    }
    let value = value?;
    let returns = stakes.by_seat(&[value, total - value]);
    Some(Solution { returns, line, nodes: solver.nodes })
}

/// Proves the value of a position to side 0 and an action that keeps it, as [`solve`] does, without
/// the line; `memory` is what earlier calls left.
pub(super) fn prove<P: Position + Tactics>(
    position: &P,
    stakes: &Stakes,
    memory: &mut Memory,
    nodes: u64,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<(f64, Action)> {
    Solver::new(stakes, memory, Some(nodes), tick).root(position)
}

impl<P: Position + Tactics> Solver<'_, P> {
    /// Value and best action of a position, asked until it is solved.
    fn root(&mut self, position: &P) -> Option<(f64, Action)> {
        let (mut lower, mut upper) = (self.stakes.least, self.stakes.most);
        let mut best = None;
        let Decider::Player(player) = position.decider() else { return None };
        let is_first = self.stakes.side(player.index()) == 0;
        let mut questions = self.questions();
        loop {
            let is_open = |question: &&mut Question| {
                question.window.0 < upper
                    && question.window.1 > lower
                    && question.depth < MOST_LEVELS
            };
            let cheapest = questions.iter_mut().filter(is_open).min_by_key(|one| one.nodes)?;
            cheapest.depth += 1;
            let before = self.nodes;
            (self.is_cut, self.prover, self.salt) = (false, cheapest.prover, cheapest.salt);
            let window = (cheapest.window.0.max(lower), cheapest.window.1.min(upper));
            let (found, action) = self.search(position, 0, cheapest.depth, window)?;
            cheapest.nodes += self.nodes - before;
            // The action is worth what the side to decide is certain of since it was found.
            let is_better = if is_first { found.0 > lower } else { found.1 < upper };
            if is_better || best.is_none() {
                best = action;
            }
            lower = lower.max(found.0);
            upper = upper.min(found.1);
            if lower >= upper {
                // Where none is better than any other, the first will do.
                return Some((lower, best.unwrap_or_else(|| first_action(position))));
            }
            if !self.is_cut {
                cheapest.depth = MOST_LEVELS;
            }
        }
    }

    /// What can be asked. Returns that narrow are whole numbers, utilities need not be.
    fn questions(&self) -> Vec<Question> {
        let (least, most) = (self.stakes.least, self.stakes.most);
        if !P::NARROWS || !self.stakes.are_returns() {
            return vec![Question { window: (least, most), ..Question::default() }];
        }
        let count = (most - least).ceil() as u64;
        let of = |index: u64| {
            let half = least + (index / 2) as f64 + 0.5;
            let prover = Some(index as usize % 2);
            let salt = mix64(index + 1);
            Question { window: (half, half), prover, salt, ..Question::default() }
        };
        (0..2 * count).map(of).collect()
    }
}

/// A question about the value of a position.
#[derive(Default)]
struct Question {
    /// Is the value beyond it?
    window: Interval,
    /// The side that is to prove its answer, where there are two.
    prover: Option<usize>,
    /// Keeps apart in the table what is known for the sake of different questions.
    salt: u64,
    /// The depth of the last round.
    depth: usize,
    /// Positions that were looked at for it.
    nodes: u64,
}

/// The first legal action of a position that goes on.
fn first_action<P: Position>(position: &P) -> Action {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    actions[0]
}
