//! The register: the only list of games in Rust.
//!
//! A new game is a file here, a line in each of [`Rules`], [`AnyPosition`] and `with_game!`, and
//! its presets in [`PRESETS`]. Code that plays many games dispatches once, outside its loops:
//!
//! ```
//! use fivefold::games::{self, Rules};
//! use fivefold::position::{Position, Rules as _};
//! use fivefold::stream::Stream;
//! use fivefold::with_game;
//!
//! let game = games::preset("freestyle").unwrap();
//! let turns = with_game!(Rules, &game.rules, rules => rules.start(&mut Stream::new(0)).turns());
//! assert_eq!(turns, 0);
//! ```

mod any;
pub mod gomoku;
pub mod pagoda;
pub mod pah_tum;
pub mod pentagame;
mod register;
pub mod renju;

pub use register::{Game, PRESETS, Preset, build, from_value, preset};

use serde::{Deserialize, Serialize};

/// The rules of any game, tagged by the game's name.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "snake_case")]
pub enum Rules {
    /// Gomoku and freestyle.
    Gomoku(gomoku::Options),
    /// Pagoda, Pente, Keryo-Pente, Ninuki-Renju.
    Pagoda(pagoda::Options),
    /// Pah-Tum and Custodial Pah-Tum.
    PahTum(pah_tum::Options),
    /// Pentagame.
    Pentagame(pentagame::Options),
    /// Renju and its history.
    Renju(renju::Options),
}

/// A position of any game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnyPosition {
    /// Gomoku and freestyle.
    Gomoku(gomoku::Gomoku),
    /// Pagoda, Pente, Keryo-Pente, Ninuki-Renju.
    Pagoda(pagoda::Pagoda),
    /// Pah-Tum and Custodial Pah-Tum.
    PahTum(pah_tum::PahTum),
    /// Pentagame.
    Pentagame(pentagame::Pentagame),
    /// Renju and its history.
    Renju(renju::Renju),
}

/// Runs one expression with what an enum of games ([`Rules`], [`AnyPosition`]) holds.
#[macro_export]
macro_rules! with_game {
    ($enum:ident, $value:expr, $inner:ident => $body:expr) => {
        match $value {
            $enum::Gomoku($inner) => $body,
            $enum::Pagoda($inner) => $body,
            $enum::PahTum($inner) => $body,
            $enum::Pentagame($inner) => $body,
            $enum::Renju($inner) => $body,
        }
    };
}

/// A position that the register holds: how to get from the enum to the game and back.
pub trait Registered: crate::position::GamePosition + Into<AnyPosition> {
    /// The position inside, if it is of this game.
    fn inside(any: &AnyPosition) -> Option<&Self>;
}

impl From<gomoku::Gomoku> for AnyPosition {
    fn from(position: gomoku::Gomoku) -> Self {
        Self::Gomoku(position)
    }
}

#[allow(unreachable_patterns, clippy::match_wildcard_for_single_variants)]
impl Registered for gomoku::Gomoku {
    fn inside(any: &AnyPosition) -> Option<&Self> {
        match any {
            AnyPosition::Gomoku(position) => Some(position),
            _ => None,
        }
    }
}

impl From<pagoda::Pagoda> for AnyPosition {
    fn from(position: pagoda::Pagoda) -> Self {
        Self::Pagoda(position)
    }
}

#[allow(unreachable_patterns, clippy::match_wildcard_for_single_variants)]
impl Registered for pagoda::Pagoda {
    fn inside(any: &AnyPosition) -> Option<&Self> {
        match any {
            AnyPosition::Pagoda(position) => Some(position),
            _ => None,
        }
    }
}

impl From<pah_tum::PahTum> for AnyPosition {
    fn from(position: pah_tum::PahTum) -> Self {
        Self::PahTum(position)
    }
}

#[allow(unreachable_patterns, clippy::match_wildcard_for_single_variants)]
impl Registered for pah_tum::PahTum {
    fn inside(any: &AnyPosition) -> Option<&Self> {
        match any {
            AnyPosition::PahTum(position) => Some(position),
            _ => None,
        }
    }
}

impl From<pentagame::Pentagame> for AnyPosition {
    fn from(position: pentagame::Pentagame) -> Self {
        Self::Pentagame(position)
    }
}

#[allow(unreachable_patterns, clippy::match_wildcard_for_single_variants)]
impl Registered for pentagame::Pentagame {
    fn inside(any: &AnyPosition) -> Option<&Self> {
        match any {
            AnyPosition::Pentagame(position) => Some(position),
            _ => None,
        }
    }
}

impl From<renju::Renju> for AnyPosition {
    fn from(position: renju::Renju) -> Self {
        Self::Renju(position)
    }
}

#[allow(unreachable_patterns, clippy::match_wildcard_for_single_variants)]
impl Registered for renju::Renju {
    fn inside(any: &AnyPosition) -> Option<&Self> {
        match any {
            AnyPosition::Renju(position) => Some(position),
            _ => None,
        }
    }
}
