//! Fills the arrays that a [`Position`] shows.

use pyo3::prelude::*;

use super::Position;
use crate::position::{Arrays as _, Position as _};
use crate::python::interrupt::interruptible;
use crate::python::views::View;

/// `[num_actions]`: is it legal?
pub fn mask(position: &Position, py: Python<'_>) -> PyResult<View> {
    let mut mask = vec![false; position.rules.get().info.num_actions];
    interruptible(&position.rules.get().info, || position.inner.fill_mask(&mut mask))?;
    let shape = [mask.len()];
    View::frozen(py, mask, &shape)
}

/// The board as `int8`, or as `uint8` where it counts pieces.
pub fn board(position: &Position, py: Python<'_>) -> PyResult<View> {
    let info = &position.rules.get().info;
    let shape = info.board_shape();
    let mut board = vec![0_i8; shape.iter().product()];
    position.inner.fill_board(&mut board);
    if info.board.counts() {
        let counts: Vec<u8> = board.into_iter().map(|count| count as u8).collect();
        View::frozen(py, counts, &shape)
    } else {
        View::frozen(py, board, &shape)
    }
}

/// `[players]`: what the game came to, 0 while it runs.
pub fn returns(position: &Position, py: Python<'_>) -> PyResult<View> {
    let mut returns = vec![0.0_f32; position.rules.get().info.num_players];
    position.inner.returns(&mut returns);
    let shape = [returns.len()];
    View::frozen(py, returns, &shape)
}
