//! Exact rules of five board games (Gomoku, Renju, Pagoda, Pah-Tum, Pentagame), random play, search and players.
//!
//! | game | file | rules page |
//! |---|---|---|
//! | Gomoku, freestyle | `games/gomoku.rs` | `docs/games/gomoku.md` |
//! | Renju and its history | `games/renju/` | `docs/games/renju.md` |
//! | Pagoda, Pente, Keryo-Pente, Ninuki-Renju | `games/pagoda/` | `docs/games/pagoda.md` |
//! | Pah-Tum, Custodial Pah-Tum | `games/pah_tum/` | `docs/games/pah_tum.md` |
//! | Pentagame | `games/pentagame/` | `docs/games/pentagame.md` |
//!
//! Add the crate with `cargo add fivefold`. It builds neither `PyO3` nor numpy: Python is the feature
//! `python`, which only the wheel asks for.
//!
//! | to do this | see |
//! |---|---|
//! | play moves, ask what is legal and why a move is not | [`position`], the contract that every game keeps |
//! | choose a game by its name and options | [`games`], the register of games; `with_game!` runs generic code on any |
//! | play millions of random games | [`playout`], and [`batch`] for many games step by step |
//! | find good moves, forced wins, their proofs | [`search`], [`solve`](mod@solve), [`threats`] |
//! | have somebody to play against | [`players`] |
//! | read and write games | [`record`] |
//! | check a proof that somebody else found | [`proof`](mod@proof) |
//! | count | [`perft`](mod@perft), [`complexity`] |
//!
//! Games are the same for a seed on any machine and with any number of threads. The feature `kernels`
//! (on by default) plays whole random games faster, and changes no result.
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
pub mod proof;
pub mod record;
pub mod search;
pub mod simulator;
pub mod solve;
pub mod stones;
pub mod stream;
pub mod threats;
pub mod turns;
mod vectors;

#[cfg(feature = "python")]
mod python;
