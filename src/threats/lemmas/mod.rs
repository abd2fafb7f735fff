//! Proofs made of lemmas: wins that are proven once and laid wherever they fit.
//!
//! | file | what it holds |
//! |---|---|
//! | `plane.rs` | stones on a plane without edges, and what lies in each window |
//! | `tree.rs` | what the attacker plays in a lemma |
//! | `verify.rs` | is a tree a win? |
//! | `convert.rs` | from a forced win to a tree |
//! | `shrink.rs` | smaller lemmas |
//! | `lemma.rs` | a lemma, and whether it applies where it is laid |
//! | `bits.rs` | sets of points of a board |
//! | `library.rs` | the lemmas that are known, found by the attacker's stones |
//! | `cover.rs` | lemmas that meet the replies to a quiet move |
//! | `search.rs` | what is proven |
//! | `numbers.rs` | which position is looked at next |
//! | `quiet.rs` | quiet moves, and the replies to them |
//! | `guide.rs` | moves named before the search |
//! | `log.rs` | the state in a folder, and the proof as text |
//!
//! A lemma holds stones of the attacker, a tree of fours and threats, and the points that the tree
//! uses. It applies wherever those stones lie, those points are empty, and no window lets the defender
//! win first: the manual's page *Proofs* gives the conditions. So a quiet move is proven by lemmas that
//! together meet every reply.

mod bits;
mod convert;
mod cover;
mod guide;
mod lemma;
mod library;
mod log;
mod numbers;
mod plane;
mod quiet;
mod search;
mod shrink;
#[cfg(test)]
mod tests;
mod tree;
mod verify;

pub use bits::LARGEST;
pub use plane::Law;
pub use search::{Counts, EFFORT, LemmaSearch};
