//! Tree search for every game: Monte Carlo trees with exact values where they can be proven.
//!
//! | file | what it holds |
//! |---|---|
//! | `sums.rs` | values that add up as returns do |
//! | `math.rs` | logarithm and exponential that are the same on every machine |
//! | `node_pool.rs` | nodes and edges of one tree, in flat arrays with indices |
//! | `bounds.rs` | what is proven: a lower and an upper bound for each node and side |
//! | `select.rs` | which edge a simulation takes |
//! | `rave.rs` | how actions count that were played later |
//! | `implicit_minimax.rs` | the search over static evaluations |
//! | `leaf.rs` | what a new position is worth: a rollout or an evaluator |
//! | `settings.rs` | how a tree searches |
//! | `tree.rs` | one tree: simulations, the step to a child |
//! | `root_parallel.rs` | several trees of one root, run on threads and added up |
//! | `tree_run.rs` | one tree while it grows, and the trees that wait for a thread |
//! | `root_info.rs` | what the root knows: visits, values, the line, what is proven |
//! | `moves.rs` | what is known of the moves of a position in the trees |
//! | `root_solver.rs` | the exact result of a tree's root, by the solver of the game's own |
//! | `lockstep/` | many trees at once for an evaluator that takes a batch: Gumbel `AlphaZero` |
//!
//! A search works for any [`Position`](crate::position::Position); no game is known here. What a game
//! knows of itself comes by [`Knowledge`](crate::position::Knowledge), exact results of two sides from
//! [`solve`](crate::solve).

mod bounds;
mod implicit_minimax;
mod leaf;
pub mod lockstep;
mod math;
mod moves;
mod node_pool;
mod rave;
mod root_info;
mod root_parallel;
mod root_solver;
mod select;
mod settings;
mod sums;
mod tree;
mod tree_run;

pub use leaf::{Evaluator, Leaf, Stopped};
pub use math::{exp_f64, ln};
pub use moves::MoveInfo;
pub use root_info::RootInfo;
pub use root_parallel::{Limits, RootParallel, Search};
pub use settings::Settings;
pub use tree_run::Ended;
