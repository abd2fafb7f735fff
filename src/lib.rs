//! fivefold: the five games, their rules and fast rollouts.
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
