//! Perft: how many sequences of so many actions, or of so many whole turns, a position has.

use std::ops::ControlFlow;

use crate::games::AnyPosition;
use crate::position::{Action, Position};
use crate::with_game;

/// What a step of the count is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// One decision.
    Action,
    /// All decisions of a seat until another is to decide; outcomes of a die between two turns are
    /// told apart.
    Turn,
}

/// Counts the sequences of exactly `depth` steps; a game that ends earlier has none. `pulse` is
/// called every few thousand positions and may break off, which gives `None`.
///
/// ```
/// use std::ops::ControlFlow;
/// use fivefold::{games, perft};
///
/// let start = games::preset("freestyle").unwrap().rules.start(0);
/// let count = perft::perft(&start, 2, perft::Unit::Action, || ControlFlow::Continue(()));
/// assert_eq!(count, Some(225 * 224));
/// ```
pub fn perft(
    position: &AnyPosition,
    depth: u32,
    unit: Unit,
    mut pulse: impl FnMut() -> ControlFlow<()>,
) -> Option<u64> {
    with_game!(AnyPosition, position, position => {
        let mut counter = Counter { pulse: &mut pulse, visited: 0, lists: Vec::new() };
        match unit {
            Unit::Action => counter.actions(position, depth),
            Unit::Turn => counter.turns(position, position.turns() + depth),
        }
    })
}

struct Counter<'a> {
    pulse: &'a mut dyn FnMut() -> ControlFlow<()>,
    visited: u64,
    /// Lists of actions that are not in use, to spare the allocator.
    lists: Vec<Vec<Action>>,
}

impl Counter<'_> {
    fn list<P: Position>(&mut self, position: &P) -> Option<Vec<Action>> {
        self.visited += 1;
        if self.visited.is_multiple_of(4096) && (self.pulse)().is_break() {
            return None;
        }
        let mut actions = self.lists.pop().unwrap_or_default();
        position.legal_actions(&mut actions);
        Some(actions)
    }

    fn actions<P: Position>(&mut self, position: &P, depth: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let actions = self.list(position)?;
        let mut sum = 0;
        if depth == 1 {
            sum = actions.len() as u64;
        } else {
            for &action in &actions {
                let mut next = position.clone();
                next.play_unchecked(action);
                sum += self.actions(&next, depth - 1)?;
            }
        }
        self.lists.push(actions);
        Some(sum)
    }

    fn turns<P: Position>(&mut self, position: &P, until: u32) -> Option<u64> {
        if position.turns() >= until {
            return Some(1);
        }
        let actions = self.list(position)?;
        let mut sum = 0;
        for &action in &actions {
            let mut next = position.clone();
            next.play_unchecked(action);
            sum += self.turns(&next, until)?;
        }
        self.lists.push(actions);
        Some(sum)
    }
}
