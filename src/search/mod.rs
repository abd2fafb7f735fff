//! Tree search for every game: Monte Carlo trees with exact values where they can be proven.
//!
//! | file | what it holds |
//! |---|---|
//! | `stakes.rs` | which seats play for which side, and the scale of returns |
//! | `range.rs` | what play from a position can still end with |
//! | `utility.rs` | what a seat maximises where it is not its own return alone |
//! | `numbers.rs` | logarithm and exponential that are the same on every machine |
//! | `arena.rs` | nodes and edges of one tree, in flat arrays with indices |
//! | `bounds.rs` | what is proven: a lower and an upper bound for each node and side |
//! | `select.rs` | which edge a simulation takes |
//! | `judged.rs` | the search where positions are judged, not played out |
//! | `leaf.rs` | what a new position is worth: a rollout or an evaluator |
//! | `settings.rs` | how a tree searches |
//! | `tree.rs` | one tree: simulations, the step to a child |
//! | `forest.rs` | several trees of one root, run on threads and added up |
//! | `tree_run.rs` | one tree while it grows, and the trees that wait for a thread |
//! | `known.rs` | what the root knows: visits, values, the line, what is proven |
//! | `moves.rs` | what is known of the moves of a position in the trees |
//! | `solve.rs`, `claims.rs` | exact results: what is asked of a position, round after round |
//! | `alpha_beta.rs`, `ends.rs`, `placements.rs`, `order.rs`, `table.rs` | a round: alpha-beta |
//! | `prover.rs` | the exact result of a tree's root, by the same search |
//! | `lockstep/` | many trees at once for an evaluator that takes a batch: Gumbel `AlphaZero` |
//!
//! A search works for any [`Position`](crate::position::Position); no game is known here.

mod alpha_beta;
mod arena;
mod bounds;
mod claims;
mod ends;
mod forest;
mod judged;
mod known;
mod leaf;
pub mod lockstep;
mod moves;
mod numbers;
mod order;
mod placements;
mod prover;
mod range;
mod select;
mod settings;
mod solve;
mod stakes;
mod table;
mod tree;
mod tree_run;
mod utility;

pub use forest::{Ended, Forest, Limits, Search};
pub use known::Known;
pub use leaf::{Evaluator, Leaf, Stopped};
pub use moves::MoveInfo;
pub use numbers::{exp, ln};
pub use settings::Settings;
pub use solve::{Solution, solve};
pub use stakes::Stakes;
pub use utility::Utility;
