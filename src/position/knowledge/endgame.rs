//! The end of the game as a search sees it coming: terminal moves and bounds of the returns.

use crate::position::{Action, Position};

/// What the end of the game can be, without a search.
pub trait EndgameBounds: Position {
    /// Can one action of the seat to decide end the game, or leave only one value of all returns by
    /// [`EndgameBounds::narrow`]? True where the answer would take long. A search looks one action
    /// ahead for terminal moves only where it is true.
    fn can_end(&self) -> bool {
        true
    }

    /// Can this legal action do so where [`EndgameBounds::can_end`]? True where the answer would take
    /// long.
    fn can_end_by(&self, action: Action) -> bool {
        let _ = action;
        true
    }

    /// Narrows the bounds of each seat's return to what any play from here can still end with.
    ///
    /// Passed in are the bounds of the game. False, with the bounds untouched, in games that know
    /// nothing of this.
    fn narrow(&self, min: &mut [f32], max: &mut [f32]) -> bool {
        let _ = (min, max);
        false
    }
}
