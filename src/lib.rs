//! fivefold: the five games, their rules and fast playouts.
//!
//! | game | file | rules page |
//! |---|---|---|
//! | Gomoku, freestyle | `games/gomoku.rs` | `docs/games/gomoku.md` |
//! | Renju and its history | `games/renju/` | `docs/games/renju.md` |
//! | Pagoda, Pente, Keryo-Pente, Ninuki-Renju | `games/pagoda/` | `docs/games/pagoda.md` |
//! | Pah-Tum, Custodial Pah-Tum | `games/pah_tum/` | `docs/games/pah_tum.md` |
//! | Pentagame | `games/pentagame/` | `docs/games/pentagame.md` |
//!
//! [`position`] is the contract that every game keeps, [`games`] the register of games; playouts,
//! perft, batches and records are generic over them. Nothing here knows Python but `python/`.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use fivefold::games::gomoku::Options;
//! use fivefold::games::preset;
//! use fivefold::playout::{Sequence, Source};
//! use fivefold::position::{Notation, Position, Rules};
//! use fivefold::stream::Stream;
//!
//! // A game whose type is known: rules, a position, moves in notation. The stream draws set-ups.
//! let mut position = Options::default().start(&mut Stream::new(0));
//! for text in ["h8", "i9", "h9"] {
//!     let action = position.parse_move(text).unwrap();
//!     position.play(action).unwrap();
//! }
//! assert_eq!(position.turns(), 3);
//! let refusal = position.parse_move("h8").and_then(|action| position.play(action)).unwrap_err();
//! assert!(refusal.to_string().contains("h8"));
//!
//! // A game known by its name when the program runs: a thousand random games by one thread.
//! let game = preset("pagoda").unwrap();
//! let games = Sequence { game, source: Source::Rules, seed: 1 };
//! let results = games.play(0, 1000, 1, |_| ControlFlow::Continue(())).unwrap();
//! assert_eq!(results.turns.len(), 1000);
//! ```

// Its macro `with_game!` is for all that follow.
#[macro_use]
pub mod games;

pub mod batch;
pub mod board;
pub mod canonical;
pub mod complexity;
#[cfg(feature = "kernels")]
pub mod kernels;
pub mod matching;
pub mod perft;
pub mod players;
pub mod playout;
pub mod pool;
pub mod position;
pub mod record;
pub mod search;
pub mod stones;
pub mod stream;
pub mod threats;
pub mod turns;
mod vectors;

#[cfg(feature = "python")]
mod python;
