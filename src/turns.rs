//! Whole turns: every run of actions that a seat may make until another is to decide.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::position::{Decider, Notation};

/// The texts of all turns that are written differently, in the order of their actions (N20). Where
/// a die is due, its outcomes.
pub fn turn_moves(position: &impl Notation) -> Vec<String> {
    turn_moves_while(position, || ControlFlow::Continue(())).unwrap_or_default()
}

/// The same for those who may not want to wait: with cards Pentagame has many hundred thousand
/// turns. `tick` is called now and then and may break off, which gives `None`.
pub fn turn_moves_while<P: Notation>(
    position: &P,
    mut tick: impl FnMut() -> ControlFlow<()>,
) -> Option<Vec<String>> {
    let mut list = List {
        start: position,
        decider: position.decider(),
        tick: &mut tick,
        visited: 0,
        seen: HashSet::new(),
        turns: Vec::new(),
        parts: Vec::new(),
    };
    match list.extend(position) {
        ControlFlow::Continue(()) => Some(list.turns),
        ControlFlow::Break(()) => None,
    }
}

struct List<'a, P> {
    start: &'a P,
    decider: Decider,
    tick: &'a mut dyn FnMut() -> ControlFlow<()>,
    visited: u32,
    seen: HashSet<String>,
    turns: Vec<String>,
    /// The actions of the turn so far.
    parts: Vec<String>,
}

impl<P: Notation> List<'_, P> {
    fn extend(&mut self, position: &P) -> ControlFlow<()> {
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        for action in actions {
            self.visited += 1;
            if self.visited.is_multiple_of(256) {
                (self.tick)()?;
            }
            self.parts.push(position.move_text(action));
            let mut next = position.clone();
            next.play_unchecked(action);
            let goes_on = next.decider() == self.decider
                && self.decider != Decider::Chance
                && next.turns() == self.start.turns();
            if goes_on {
                self.extend(&next)?;
            } else {
                let text = self.start.join_moves(&self.parts);
                if self.seen.insert(text.clone()) {
                    self.turns.push(text);
                }
            }
            self.parts.pop();
        }
        ControlFlow::Continue(())
    }
}
