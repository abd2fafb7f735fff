//! How games are played out to judge a position: what a search asks of a game beside its rules.

use serde::{Deserialize, Serialize};

/// A way to play a position out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rollout {
    /// Every legal action equally likely (docs/random-play.md); every game has it.
    Uniform,
    /// A stone that wins, else one that stops a win, else a random one.
    WinElseBlock,
    /// No play: how far forward the pieces are is judged.
    Forward,
}

impl Rollout {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Uniform, Self::WinElseBlock, Self::Forward];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::WinElseBlock => "win_else_block",
            Self::Forward => "forward",
        }
    }
}

/// Plays positions out in one way.
pub trait Rollouts<P>: Send {
    /// Plays on from `position`, which it may change, and writes what the seats can expect, on the
    /// scale of the returns. Equal arguments give equal results.
    fn play(&mut self, position: &mut P, seed: u64, returns: &mut [f32]);
}
