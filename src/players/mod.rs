//! What plays by itself: each player names an action for a position, from a seed.
//!
//! | file | what it holds |
//! |---|---|
//! | `kinds.rs` | the players and how each chooses |
//! | `exact.rs` | exact results, by the game's own solver or by alpha-beta |
//! | `learnt.rs` | the evaluation that was learnt, for tree searches |
//! | `threats.rs` | the player of rows of stones: forced wins, their defence, search |
//! | `games.rs` | whole games between players, many at once |
//!
//! A choice depends on the position and the seed alone. Players know games and search; nothing
//! here knows Python.

mod exact;
mod games;
mod kinds;
mod learnt;
mod threats;

pub use exact::{is_solvable, solve};
pub use games::{Played, Spent, decision_seed, play_games};
pub use kinds::Kind;
pub use learnt::Learnt;
