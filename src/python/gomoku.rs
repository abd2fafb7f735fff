//! What only Gomoku is asked.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::questions::{colour_or, numbers, of_game};
use crate::games::gomoku::Gomoku;

/// Questions that only Gomoku has.
#[pymodule(submodule)]
pub mod gomoku {
    #[pymodule_export]
    use super::winning_points;
}

#[doc = py_doc!(gomoku.winning_points)]
#[pyfunction]
#[pyo3(signature = (position, colour = None))]
pub fn winning_points<'py>(
    position: &Bound<'py, PyAny>,
    colour: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let game = of_game::<Gomoku>(position, "gomoku.winning_points", "Gomoku")?;
    let colour = colour_or(colour, game.get().next_colour())?;
    let mut points = Vec::new();
    game.get().winning_points(colour, &mut points);
    Ok(numbers(position.py(), &points))
}
