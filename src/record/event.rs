//! Events: what ends a game, or a turn, without being an action (X3).

use std::fmt;
use std::str::FromStr;

use crate::position::{Player, Refusal};

/// Something that happened beside the moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// A player gives up: the other side wins.
    Resign(Player),
    /// Both agree on a draw.
    DrawAgreed,
    /// A player ran out of time: loses the game, in Pentagame the turn (N14).
    Timeout(Player),
    /// Both ran out of time: nobody wins.
    TimeoutBoth,
    /// Somebody ended the game as it stands: points and rows on the board decide.
    Adjudicated,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resign(player) => write!(f, "resign {}", player.0),
            Self::DrawAgreed => f.write_str("draw agreed"),
            Self::Timeout(player) => write!(f, "timeout {}", player.0),
            Self::TimeoutBoth => f.write_str("timeout both"),
            Self::Adjudicated => f.write_str("adjudicated"),
        }
    }
}

impl FromStr for Event {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let words: Vec<String> = text.split_whitespace().map(str::to_ascii_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let seat = |text: &str| text.parse().map(Player).ok();
        match words[..] {
            ["draw", "agreed"] => Some(Self::DrawAgreed),
            ["timeout", "both"] => Some(Self::TimeoutBoth),
            ["adjudicated"] => Some(Self::Adjudicated),
            ["timeout", player] => seat(player).map(Self::Timeout),
            ["resign", player] => seat(player).map(Self::Resign),
            _ => None,
        }
        .ok_or_else(|| {
            Refusal::new(
                "X3",
                format!(
                    "'{text}' is no event: there are 'resign k', 'draw agreed', 'timeout k', \
                     'timeout both' and 'adjudicated', k being a player from 0"
                ),
            )
        })
    }
}
