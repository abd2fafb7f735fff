//! Whole turns: every run of actions that a seat may make until another is to decide.

use std::collections::HashSet;

use crate::games::AnyPosition;
use crate::position::{Decider, Position};
use crate::with_game;

/// The texts of all turns that are written differently, in the order of their actions (N20). Where
/// a die is due, its outcomes.
pub fn turn_moves(position: &AnyPosition) -> Vec<String> {
    with_game!(AnyPosition, position, position => {
        let mut list = List { seen: HashSet::new(), turns: Vec::new(), parts: Vec::new() };
        list.extend(position, position, position.decider());
        list.turns
    })
}

struct List {
    seen: HashSet<String>,
    turns: Vec<String>,
    /// The actions of the turn so far.
    parts: Vec<String>,
}

impl List {
    fn extend<P: Position>(&mut self, start: &P, position: &P, decider: Decider) {
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        for action in actions {
            self.parts.push(position.move_text(action));
            let mut next = position.clone();
            next.play_unchecked(action);
            let goes_on = next.decider() == decider
                && decider != Decider::Chance
                && next.turns() == start.turns();
            if goes_on {
                self.extend(start, &next, decider);
            } else {
                let text = start.join_moves(&self.parts);
                if self.seen.insert(text.clone()) {
                    self.turns.push(text);
                }
            }
            self.parts.pop();
        }
    }
}
