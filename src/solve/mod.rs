//! Exact search: what the solvers of all games share.
//!
//! | file | what it holds |
//! |---|---|
//! | `alpha_beta.rs` | the exact result of a position of any game for two sides, by alpha-beta |
//! | `move_ordering.rs` | killer moves and the history heuristic |
//! | `dfpn.rs` | the arithmetic of df-pn: proof numbers and thresholds |
//! | `table.rs` | the transposition table |
//! | `bound.rs` | what a value says that was found with a window |
//! | `return_bounds.rs` | bounds of the payoffs that any play from a position can still end with |
//!
//! A solver for one game alone stands with that game, behind
//! [`ExactSolver`](crate::position::ExactSolver).
//!
//! What stays apart, and why:
//!
//! | search | what it shares | what it has of its own |
//! |---|---|---|
//! | endings of Pentagame | table, move ordering | null-window tests over rules of the game alone |
//! | forced wins, `threats/proof_numbers.rs` | `dfpn.rs` | nodes keep their moves and a line, which are the proof: no table of fixed size may forget them |
//! | freestyle, `threats/exact/` | `dfpn.rs` | entries of 24 bytes by a key of all images; a state on disk; the pass before all answers |
//! | Pah-Tum, `games/pah_tum/solver/` | - | values are points, so bounds count from the score, and positions of any score share an entry; entries of 16 bytes (32 here) in two words, which threads share without locks |
//! | `threats/alpha_beta/` | `bound.rs` | it proves nothing: an evaluation at the horizon, entries of 16 bytes with one value |
//! | Pah-Tum, `games/pah_tum/alpha_beta/` | `bound.rs` | the same; a stone changes two lines alone, so that the last move is evaluated without being played |
//!
//! What that is worth, on twenty positions each (`cargo bench --profile quick --bench solvers`; at most two million
//! nodes a position, 20,000 in freestyle). The solver of custodial Pah-Tum sets up a table of 64 MiB for each
//! position here.
//!
//! | positions | search | solved | nodes | seconds |
//! |---|---|---|---|---|
//! | Pah-Tum, 9 squares left | its own, for points | 20 | 7,073 | 0.004 |
//! | | `alpha_beta.rs`, for the result | 20 | 728,715 | 0.394 |
//! | custodial Pah-Tum, 7 squares left | its own, for points | 20 | 17,689 | 0.404 |
//! | | `alpha_beta.rs`, for the result | 20 | 67,669 | 0.071 |
//! | Pentagame, 2 turns left | its own | 20 | 603 | 0.004 |
//! | | `alpha_beta.rs` | 3 | 314,583 | 86 |
//! | freestyle 11x11, forced wins | `threats/proof_numbers.rs` | 20 | 8,409 | 0.008 |
//! | | `threats/exact/` | 20 | 8,395 | 0.036 |

mod alpha_beta;
mod bound;
mod dfpn;
mod move_ordering;
mod return_bounds;
mod table;

pub use alpha_beta::{Solution, payoff_at_end, solve};
pub use bound::Bound;
pub use dfpn::{Children, INFINITE, Numbers};
pub use move_ordering::{History, Scored, put_best_last};
pub use return_bounds::ReturnBounds;
pub use table::{Entry, Table};
