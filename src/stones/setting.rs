//! What searches for threats and rollouts need to know of a position: the stones, whose stone is
//! next, and what the rules say of rows, fouls and captures.

use super::captures::Take;
use super::fouls::Fouls;
use super::rollouts::RolloutState;
use super::rows::Five;
use crate::board::{Colour, Grid};
use crate::position::{Player, Position};

/// A position of free play in a game of stones.
#[derive(Clone, Debug)]
pub struct Setting<F> {
    /// The stones.
    pub grid: Grid,
    /// The colour of the next stone.
    pub next: Colour,
    /// Which rows win, Black's and White's (G3).
    pub five: [Five; 2],
    /// The fouls in force.
    pub fouls: F,
    /// Captures, where the game has them (P3).
    pub captures: Option<CaptureCount>,
    /// A player who is kept off every empty point by fouls ends the game in a draw (G5).
    pub stuck_draws: bool,
}

/// What there is to capture, and what was captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaptureCount {
    /// The lengths of groups that are captured (P3).
    pub take: Take,
    /// How many captured stones win (P4).
    pub target: u16,
    /// Stones taken by Black and by White.
    pub taken: [u16; 2],
    /// Stones left to Black and to White; `None` where there is no limit (P5).
    pub supply: Option<[u16; 2]>,
    /// Captured stones go back to the supply of their owner (P5).
    pub returned: bool,
}

impl CaptureCount {
    /// After a stone of the colour that captures `stones` stones (P4, P5).
    #[must_use]
    pub fn after(mut self, colour: Colour, stones: u16) -> Self {
        let (own, enemy) = (colour.index(), colour.other().index());
        self.taken[own] = self.taken[own].saturating_add(stones);
        if let Some(supply) = &mut self.supply {
            supply[own] = supply[own].saturating_sub(1);
            if self.returned {
                supply[enemy] = supply[enemy].saturating_add(stones);
            }
        }
        self
    }

    /// The stones taken and left, in one number.
    pub fn counts(self) -> u64 {
        let [black, white] = self.supply.unwrap_or([0; 2]).map(u64::from);
        u64::from(self.taken[0]) << 48 | u64::from(self.taken[1]) << 32 | black << 16 | white
    }
}

/// A game in which rows of stones win.
pub trait StoneGame: Position {
    /// Its fouls.
    type Fouls: Fouls;

    /// What a search for threats needs; `None` after the end, and while an opening or a choice
    /// binds what may be played.
    fn setting(&self) -> Option<Setting<Self::Fouls>>;

    /// The same whatever is to be decided; `None` after the end.
    fn stones(&self) -> Option<Setting<Self::Fouls>>;

    /// The stones on the board.
    fn grid(&self) -> &Grid;

    /// What a rollout from here needs to know beside the stones, in free play.
    fn rollout_state(&self) -> RolloutState<Self::Fouls>;

    /// The seat that holds a colour.
    fn seat(&self, colour: Colour) -> Player;
}
