//! Which moves a search or a player looks at, and in which order.

use crate::position::{Action, Decider, Position};

/// Moves that win or block at once, candidates, and scores by which moves are ordered. All lists hold
/// legal actions; they are ascending, but for the scores.
pub trait MoveOrdering: Position {
    /// Writes the actions that end the game at once with a win for the seat to decide; what was in
    /// `out` is dropped.
    fn winning_actions(&self, out: &mut Vec<Action>) {
        winning_by_trying(self, out);
    }

    /// Writes the actions that prevent a win in one move which an opponent would have if it were to
    /// decide; none where the game has no such notion.
    fn blocking_actions(&self, out: &mut Vec<Action>) {
        out.clear();
    }

    /// Writes the candidates of a quick player: in games with stones the points near them, elsewhere
    /// all legal actions.
    fn near_actions(&self, out: &mut Vec<Action>) {
        self.legal_actions(out);
    }

    /// Writes the candidates of a selective search: all legal actions where the game knows no better.
    fn selective_actions(&self, out: &mut Vec<Action>) {
        self.legal_actions(out);
    }

    /// Writes legal actions, in no order, with a heuristic score of each: in games with stones by the
    /// rows that a stone there would extend or block, in Pentagame by the distances of the pieces
    /// from their goals afterwards.
    fn heuristic_scores(&self, out: &mut Vec<(u32, Action)>) {
        let mut actions = Vec::new();
        self.near_actions(&mut actions);
        out.clear();
        out.extend(actions.into_iter().map(|action| (1, action)));
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
