//! What only Gomoku is asked.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::arguments::Text;
use super::errors::bad_value;
use super::questions::of_game;
use crate::board::Colour;
use crate::games::gomoku::Gomoku;
use crate::position::RandomPlay as _;
use crate::stones::wins;

#[doc = py_doc!(gomoku_winning_points)]
#[pyfunction]
#[pyo3(signature = (position, colour = None))]
pub fn gomoku_winning_points<'py>(
    position: &Bound<'py, PyAny>,
    colour: Option<Text>,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let game = of_game::<Gomoku>(position, "gomoku.winning_points", "Gomoku")?;
    let inner = game.get();
    let colour = match colour.as_ref().map(|colour| &colour.0[..]) {
        None => inner.next_colour(),
        Some("black") => Colour::Black,
        Some("white") => Colour::White,
        Some(other) => {
            return Err(bad_value(format!("colour={other:?} is refused: 'black' or 'white'")));
        }
    };
    let five = inner.law().five[colour.index()];
    let mut points = Vec::new();
    if inner.is_free() {
        inner.grid().for_each_empty(|point| {
            if wins(inner.grid(), point, colour, five) {
                points.push(i32::from(point.0));
            }
        });
    }
    Ok(PyArray1::from_vec(position.py(), points))
}
