//! Lists of vacant points to sample from.

pub mod lanes;
pub mod points;
