//! Boards of the kernels: masks with plies, bitboards with one stone, and where rows of five start.

pub mod five_starts;
pub mod one_hot;
pub mod plies;
pub mod row_mask;
