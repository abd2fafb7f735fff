//! What analysts ask of a game (N21): questions, not law.
//!
//! | file | what is asked |
//! |---|---|
//! | `features.rs` | temperature, area, options, path kinds, pinned pieces, the phase |
//! | `tactics.rs` | who is ahead, who can leave, who holds whom |
//! | `opening.rs` | the type of an opening |
//! | `shapes.rs` | the shapes that pieces which are out make of their goals |
//! | `many.rs` | what pieces reach, on many boards at once |

pub mod features;
mod many;
pub mod opening;
pub mod shapes;
pub mod tactics;

pub use many::routes;
