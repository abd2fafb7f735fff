//! What the decisions of a game are about: black stones of the set-up, colours, stones in play.

use serde::{Deserialize, Serialize};

use crate::position::Termination;

/// Black stones of a set-up (T1).
pub(super) const BLACK_STONES: usize = 5;

/// Who puts the black stones (T3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Setup {
    /// The players in turn, seat 1 first.
    Alternate,
    /// Seat 0 all five; seat 1 chooses a colour.
    Cut,
    /// The random stream, or `layout`.
    Random,
}

/// Names of the colours in play.
pub(super) const COLOURS: [&str; 2] = ["yellow", "blue"];

/// The decision due.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    /// A black stone of the set-up (T3).
    Stones,
    /// Which colour seat 1 takes (T3, "cut").
    Colours,
    /// A stone of the mover's.
    Play,
    /// None: the game is over.
    Over(Termination),
}
