//! Geometry without rules: points, rows of stones as bits, motions of the square, diagrams.

mod bits;
mod bytes;
mod diagram;
mod grid;
mod near;
mod symmetry;

pub use bits::ones;
pub use bytes::{flags, refill, spread, write_plane, write_row, write_rows};
pub use diagram::{lengthen, read, render, shorten};
pub use grid::{Colour, DIRECTIONS, Grid, Point, Size};
pub use near::{MIDDLE, REACH};
pub use symmetry::{Motion, motions};
