//! The register: the only list of games in Rust.
//!
//! A new game is a file here and a line in the list below; its presets stand with the game. Code
//! that plays many games dispatches once, outside its loops:
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

#[macro_use]
mod macros;
pub mod gomoku;
pub mod pagoda;
pub mod pah_tum;
pub mod pentagame;
pub mod renju;

// Games that no release has: the guide "Adding a game", followed by the tests.
#[cfg(feature = "toy")]
#[path = "../../tests/toy/connect6.rs"]
mod connect6;
#[cfg(feature = "toy")]
#[path = "../../tests/toy/yavalath.rs"]
mod yavalath;

use serde::{Deserialize, Serialize};

use crate::position;

games! {
    /// Gomoku and freestyle.
    Gomoku => gomoku,
    /// Renju and its history.
    Renju => renju,
    /// Pagoda, Pente, Keryo-Pente, Ninuki-Renju.
    Pagoda => pagoda,
    /// Pah-Tum and Custodial Pah-Tum.
    PahTum => pah_tum,
    /// Pentagame.
    Pentagame => pentagame,
    /// Connect6, for the tests.
    #[cfg(feature = "toy")]
    Connect6 => connect6,
    /// Yavalath, for the tests.
    #[cfg(feature = "toy")]
    Yavalath => yavalath,
}

// After the list: they use what was made of it.
mod any;
mod register;

pub use register::{Game, PresetInfo, build, from_value, preset};

/// A position that the register holds: how to get from the enum to the game and back.
pub trait Registered: position::GamePosition + Into<AnyPosition> {
    /// The position inside, if it is of this game.
    fn inside(any: &AnyPosition) -> Option<&Self>;
}
