//! Lists of vacant points to draw from.

pub mod lanes;
pub mod points;
