//! Fast simulators of whole games: what one is, and where they come from.
//!
//! A simulator plays the very games that the generic loop plays, without positions. `kernels/` has
//! those that there are; this file is the only place that names it, so that without the feature
//! `kernels` every game is played by the generic loop, with the same results.

use std::any::Any;
#[cfg(feature = "kernels")]
use std::any::TypeId;

use super::results::Part;
use crate::games::{AnyPosition, Rules};
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
        // Who wins is as good as a toss of a coin: looked up, since a branch would be guessed.
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

/// Plays single games on from positions of one game: what a tree search asks for.
pub trait Finisher: Send {
    /// Plays the random game of a seed on from a position and writes its returns by seat; or says
    /// that it does not play on from such a position.
    fn finish(&mut self, position: &dyn Any, seed: u64, returns: &mut [f32]) -> bool;
}

/// What plays single games on from positions of this type, if there is something.
pub fn finisher<P: 'static>() -> Option<Box<dyn Finisher>> {
    #[cfg(feature = "kernels")]
    {
        crate::kernels::finisher(TypeId::of::<P>())
    }
    #[cfg(not(feature = "kernels"))]
    {
        None
    }
}

/// The simulator for games of these rules from their start, if there is one.
pub fn simulator(rules: &Rules) -> Option<Box<dyn Simulator>> {
    #[cfg(feature = "kernels")]
    {
        crate::kernels::simulator(rules)
    }
    #[cfg(not(feature = "kernels"))]
    {
        let _ = rules;
        None
    }
}

/// The simulator for games of these rules from a position, if there is one.
pub fn simulator_at(rules: &Rules, position: &AnyPosition) -> Option<Box<dyn Simulator>> {
    #[cfg(feature = "kernels")]
    {
        crate::kernels::simulator_at(rules, position)
    }
    #[cfg(not(feature = "kernels"))]
    {
        let _ = (rules, position);
        None
    }
}
