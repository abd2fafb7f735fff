//! Exact search: what the solvers of all games share.
//!
//! | file | what it holds |
//! |---|---|
//! | `alpha_beta.rs` | the exact result of a position of any game for two sides, by alpha-beta |
//! | `move_ordering.rs` | killer moves and the history heuristic |
//! | `dfpn.rs` | the arithmetic of df-pn: proof numbers and thresholds |
//! | `table.rs` | the transposition table |
//! | `return_bounds.rs` | bounds of the payoffs that any play from a position can still end with |
//!
//! A solver for one game alone stands with that game, behind
//! [`ExactSolver`](crate::position::ExactSolver).

mod alpha_beta;
mod dfpn;
mod move_ordering;
mod return_bounds;
mod table;

pub use alpha_beta::{Solution, payoff_at_end, solve};
pub use dfpn::{Children, INFINITE, Numbers};
pub use move_ordering::{History, Scored, put_best_last};
pub use return_bounds::ReturnBounds;
pub use table::{Entry, Table};
