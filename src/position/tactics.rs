//! What a player wants to know of a position before it thinks: wins at once, and what stops one.

use super::{Action, Decider, Position};

/// Wins and blocks of one action. What a method writes is ascending and legal; a game overrides a
/// method where it knows better than to try every action.
pub trait Tactics: Position {
    /// Writes the actions that end the game at once with a win for the seat to decide; what was in
    /// `out` is dropped.
    fn winning_actions(&self, out: &mut Vec<Action>) {
        winning_by_trying(self, out);
    }

    /// Writes the actions that take away a win at once which an opponent would have if it were to
    /// decide; none where the game has no such notion.
    fn blocking_actions(&self, out: &mut Vec<Action>) {
        out.clear();
    }

    /// Writes the actions worth a thought: in games with stones the points near them, elsewhere all
    /// legal actions.
    fn near_actions(&self, out: &mut Vec<Action>) {
        self.legal_actions(out);
    }
}

/// The actions that win at once, found by playing every action.
pub fn winning_by_trying<P: Position>(position: &P, out: &mut Vec<Action>) {
    out.clear();
    let Decider::Player(player) = position.decider() else { return };
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    for action in legal {
        let mut next = position.clone();
        next.play_unchecked(action);
        if next.outcome().is_some_and(|outcome| outcome.winners.contains(&player)) {
            out.push(action);
        }
    }
}
