//! Moves as data and as text.

use super::{Action, Marks, Move, Position, Refusal};

/// The notation of a game: an action is an index, a [`Move`] what it is, a *move* its text.
pub trait Notation: Position {
    /// What an action is here, legal or not. Any index below
    /// [`GameInfo::num_actions`](super::GameInfo::num_actions); where a phase says what happens to
    /// a point (`offer h9`), by this position's phase.
    fn describe(&self, action: Action) -> Move;

    /// A move in canonical notation, as one of this position.
    fn write_move(&self, described: &Move) -> String;

    /// The move of an action in canonical notation: [`Notation::describe`], then
    /// [`Notation::write_move`].
    fn move_text(&self, action: Action) -> String {
        self.write_move(&self.describe(action))
    }

    /// The action that a text names here. An error with rule E7 if it is no move; other refusals
    /// are those that only the text can show (off the board, a wrong number of crosses). The
    /// action may still be illegal.
    fn parse_move(&self, text: &str) -> Result<Action, Refusal>;

    /// Splits a text into single moves: `"x & y"` is two.
    fn split_moves(&self, text: &str) -> Vec<String> {
        text.split('&').map(|part| part.trim().to_owned()).collect()
    }

    /// Joins the actions of one turn into its text, which `Position::split_moves` takes apart.
    fn join_moves(&self, moves: &[String]) -> String {
        moves.join(" & ")
    }

    /// What a picture shows of the position beside what lies on the board.
    fn marks(&self) -> Marks {
        Marks::default()
    }
}
