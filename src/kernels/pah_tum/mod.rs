//! Random Pah-Tum: plain from the start, plain from a position, and custodial.

pub mod custodial;
pub mod plain;
pub mod plain_at;
mod squares;
