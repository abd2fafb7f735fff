//! Tree search: against a slow, plain search, against minimax, and against its own past.
// Values are compared bit by bit where that is the law.
#![allow(clippy::float_cmp, clippy::unused_self)]

mod cases;
mod endings;
mod exact;
mod from_positions;
mod reference;
mod rollouts;
mod signature;
mod strength;
