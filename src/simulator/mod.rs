//! Fast simulators of whole random games: what one is, and the columns that it fills.
//!
//! A simulator plays the same games as the generic loop of `playout/`, without positions. `kernels/` has
//! those that there are, and `playout/fast.rs` chooses among them.

mod results;

use std::any::Any;

pub use self::results::{NO_ACTION, Part, Results};
use crate::position::{Termination, Trace};

/// The end of one random game between two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// The seat that won, if one did.
    pub winner: Option<u8>,
    /// Stones put and passes, which are turns and actions alike.
    pub turns: u16,
    /// Why it ended.
    pub termination: Termination,
}

impl GameResult {
    /// The returns by seat (E9).
    #[inline]
    pub fn returns(&self) -> [f32; 2] {
        // The winner is unpredictable, so a table replaces a branch.
        const RETURNS: [[f32; 2]; 3] = [[0.0, 0.0], [1.0, -1.0], [-1.0, 1.0]];
        RETURNS[self.winner.map_or(0, |seat| 1 + usize::from(seat))]
    }
}

/// Plays random games of one rules object, from their start or from one position, to their end.
pub trait Simulator: Send + Sync {
    /// Turns finished at the position where its games begin.
    fn turns_before(&self) -> u16 {
        0
    }

    /// Plays the game of each seed of `part`, in order, and writes down how it ended.
    fn fill(&self, part: &mut Part<'_>);

    /// Plays the game of each seed, in order; `note` gets how it ended and how it went.
    fn play_traced(&self, seeds: &[u64], note: &mut dyn FnMut(GameResult, &dyn Trace));
}

/// Plays single games on from positions of one game, for a tree search.
pub trait Finisher: Send {
    /// Plays the random game of a seed on from a position and writes its returns by seat; or says
    /// that it does not play on from such a position.
    fn finish(&mut self, position: &dyn Any, seed: u64, returns: &mut [f32]) -> bool;
}
