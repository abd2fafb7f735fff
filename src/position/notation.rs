//! Moves as text.

use super::{Action, Position, Refusal};

/// The notation of a game: an action is an index, a *move* is its text.
pub trait Notation: Position {
    /// The move of an action in canonical notation. Any index below [`GameInfo::num_actions`];
    /// where a phase gives a number its word (`offer h9`), the word of this position's phase.
    fn move_text(&self, action: Action) -> String;

    /// The action that a text names here. An error with rule E7 if it is no move; other refusals
    /// are those that only the text can show (off the board, a wrong number of crosses). The
    /// action may still be illegal.
    fn parse_move(&self, text: &str) -> Result<Action, Refusal>;

    /// Splits a text into single moves: `"x & y"` is two.
    fn split_moves(&self, text: &str) -> Vec<String> {
        text.split('&').map(|part| part.trim().to_owned()).collect()
    }

    /// Joins the actions of one turn into its text, which [`Position::split_moves`] takes apart.
    fn join_moves(&self, moves: &[String]) -> String {
        moves.join(" & ")
    }
}
