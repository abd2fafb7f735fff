//! What only Gomoku is asked.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::questions::of_game;
use crate::games::gomoku::Gomoku;
use crate::position::{Position as _, Termination};

/// The points where the next stone wins at once, ascending: int32 `[k]` (G3).
#[pyfunction]
pub fn gomoku_winning_points<'py>(
    position: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let game = of_game::<Gomoku>(position, "gomoku.winning_points", "Gomoku")?;
    let points = game.rules().facts.board_shape.iter().product::<usize>();
    let mut actions = Vec::new();
    game.get().legal_actions(&mut actions);
    actions.retain(|action| {
        let mut next = game.get().clone();
        next.play_unchecked(*action);
        action.index() < points
            && next.outcome().is_some_and(|outcome| outcome.termination == Termination::Row)
    });
    let points = actions.into_iter().map(|action| i32::from(action.0)).collect();
    Ok(PyArray1::from_vec(position.py(), points))
}
