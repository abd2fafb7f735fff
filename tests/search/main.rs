//! Tree search and exact results against minimax; rollouts from positions.
// Values are compared bit by bit where that is the law.
#![allow(clippy::float_cmp, clippy::unused_self)]

mod cases;
mod exact;
mod from_positions;
