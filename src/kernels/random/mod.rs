//! The random numbers of many games: the outputs of each game's own stream, calculated side by side.

pub mod indices;
pub mod prefetch;
pub mod xoshiro;
