//! Pah-Tum and Custodial Pah-Tum: fill the board, score your rows.
//!
//! The rule book, by the numbers of the rules page:
//!
//! Rules, as worded in `docs/games/pah_tum.md` (`make manual` writes them):
//!
//! - **T1** The board is square, its side odd, from 5 to 11. Five black stones that belong to
//!   nobody lie on different random squares, or where `layout` says. Yellow, which is seat 0, and
//!   Blue fill the empty squares in turn.
//! - **T2** When the board is full, each horizontal and vertical row of one colour, in its full
//!   length, scores by this length n: s(n) = 2 s(n-1) + n from s(2) = 0, that is 3, 10, 25, 56,
//!   119, 246, 501, 1012, 2035 for three to eleven. A stone counts once in its row and once in its
//!   column. The higher total wins; equal totals are a draw.
//! - **T3** In Custodial Pah-Tum the players may put the black stones themselves. `"alternate"`: in
//!   turn, seat 1 first. `"cut"`: seat 0 puts all five, then seat 1 says `yellow` or `blue` and
//!   plays that colour. `"random"`: as in T1. Yellow makes the first move of the game proper.
//! - **T4** A stone that is put captures a single stone of another colour, an enemy's or a black
//!   one, that stands right beside it in its row or column, with another stone of the mover right
//!   behind. The captured stone is replaced by one of the mover's. A capture must be made. Where
//!   several are possible, the mover picks one and the other stones stay. The replacing stone
//!   captures nothing itself. It is safe to put a stone between two enemies.
//! - **T5** Custodial only: each player has 40 stones, whatever the size of the board. A move takes
//!   one out of the mover's supply, a capture takes a second one. A captured enemy stone goes back
//!   to its owner's supply, a black one leaves the game. If the mover has no stone left after a
//!   move, the game ends. With one stone left, a capture still removes the enemy stone; nothing
//!   replaces it, and the square stays empty.
//! - **T6** A move is the name of its square, and with a capture the square captured after an `x`:
//!   `d4xd5`. The capture is always written. There is no passing.
//!
//! End of the rules.
//!
//! [`options`](Options) say which game, [`PahTum`] is a position, [`squares`] has the geometry
//! and the scoring, `whole` draws a whole random game at once, [`questions`] what a player may ask about a position,
//! [`solver`] the exact value of one, `alpha_beta` a search by an evaluation that was learnt.
//!
//! # Example
//!
//! Blue may capture the yellow stone b2 from b1 by its own stone on b3 (T4).
//!
//! ```
//! use fivefold::games;
//! use fivefold::position::{Notation, Position, SetUp};
//!
//! let options = serde_json::json!({"size": 5});
//! let game = games::build("custodial_pah_tum", options.as_object().unwrap()).unwrap();
//! let board = "
//!     .....
//!     .....
//!     .B...
//!     #Y..#
//!     #.#.#
//! ";
//! let position = game.rules.from_diagram(board, SetUp { player: 1, ..SetUp::default() }).unwrap();
//! let action = position.parse_move("b1xb2").unwrap();
//! assert!(position.is_legal(action));
//! ```

mod alpha_beta;
mod notation;
mod options;
mod phase;
mod planes;
mod position;
pub mod questions;
mod random;
pub(crate) mod random_games;
mod rollouts;
mod saved;
pub mod solver;
pub mod squares;
mod tactics;

pub use options::Options;
pub use phase::Setup;
pub use position::PahTum;
