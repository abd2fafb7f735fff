//! Patterns of stones in a line: one table that fouls, threats and searches read.
//!
//! | file | what it holds |
//! |---|---|
//! | `shapes.rs` | what own stones alone make: the row, the points that fill a four or grow a three |
//! | `windows.rs` | the same with empty and closed points: five, four, three, for either rule of five |
//! | `table.rs` | the patterns of every point of a board, kept up to date |
//!
//! Renju's fouls ask `shapes.rs` and look at the empty points themselves, since whether a three may
//! grow is a question of its own (R5). Threats ask `windows.rs`, which is made from it.

mod shapes;
mod table;
mod windows;

pub use shapes::{Extension, Shape};
pub use table::{PatternTable, ROWS, Rows};
pub use windows::{Pattern, Patterns};
