//! Positions as arrays of numbers: board, legal actions, observation.

use super::{Action, Player, Position};

/// What a position writes into arrays, which the caller owns.
pub trait Arrays: Position {
    /// Fills the board array, row-major, of `GameInfo::board_shape`.
    fn fill_board(&self, out: &mut [i8]);

    /// Fills the observation of a seat, row-major, of `GameInfo::observation_shape`.
    fn fill_observation(&self, player: Player, out: &mut [u8]);

    /// Fills the mask of legal actions, one place an action.
    fn fill_mask(&self, out: &mut [bool]) {
        fill_mask_from_list(self, out);
    }

    /// Brings arrays that were right before `action` up to date after it was played.
    fn refresh(&self, action: Action, board: &mut [i8], mask: &mut [bool]) {
        let _ = action;
        self.fill_board(board);
        self.fill_mask(mask);
    }

    /// Brings an observation up to date: `board` is what [`Arrays::fill_board`] writes for this
    /// position; `out` holds zeros, or what a call for another position of the same rules left
    /// there, by any player's view. A game overrides this to read its stones off the board and to
    /// leave alone the planes of one value that still have it.
    fn refresh_observation(&self, player: Player, board: &[i8], out: &mut [u8]) {
        let _ = board;
        self.fill_observation(player, out);
    }
}

/// Fills the mask of legal actions from their list: what [`Arrays::fill_mask`] does where a game knows
/// no quicker way.
pub fn fill_mask_from_list(position: &impl Position, out: &mut [bool]) {
    out.fill(false);
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    for action in actions {
        out[action.index()] = true;
    }
}
