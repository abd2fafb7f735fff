//! The star of Pentagame as arrays: its stops, where they lie, what joins them, and the routes of boards.

use numpy::{
    PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use super::errors::bad_value;
use super::pentagame::require_law;
use super::progress::look_for_signals;
use crate::games::pentagame as game;

#[doc = py_doc!(pentagame.stops)]
#[pyfunction]
pub fn stops(rules: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    Ok(require_law(rules, "stops")?.star.names.clone())
}

#[doc = py_doc!(pentagame.layout)]
#[pyfunction]
pub fn layout<'py>(rules: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let star = require_law(rules, "layout")?.star;
    let rows: Vec<Vec<f64>> = game::layout::layout(star)
        .into_iter()
        .map(|spot| vec![spot.x, spot.y, spot.radius])
        .collect();
    PyArray2::from_vec2(rules.py(), &rows).map_err(|error| bad_value(error.to_string()))
}

#[doc = py_doc!(pentagame.links)]
#[pyfunction]
pub fn links<'py>(rules: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<i32>>> {
    let star = require_law(rules, "adjacency")?.star;
    let mut links: Vec<(i32, i32)> = Vec::new();
    for (stop, beside) in star.neighbours.iter().enumerate() {
        links.extend(beside.iter().map(|&other| (stop as i32, i32::from(other))));
    }
    links.sort_unstable();
    let flat = links.iter().map(|link| link.0).chain(links.iter().map(|link| link.1)).collect();
    PyArray1::from_vec(rules.py(), flat).reshape([2, links.len()])
}

/// Boards of [`routes`] between two looks for Ctrl-C, some ten milliseconds of work.
const BOARDS_AT_ONCE: usize = 1024;

#[doc = py_doc!(pentagame.routes)]
#[pyfunction]
pub fn routes<'py>(
    rules: &Bound<'py, PyAny>,
    taken: PyReadonlyArray2<'py, u8>,
) -> PyResult<(Bound<'py, PyArray3<bool>>, Bound<'py, PyArray3<u8>>)> {
    let (py, law) = (rules.py(), require_law(rules, "routes")?);
    let (stops, letters) = (law.star.stops, law.letters());
    let (rows, columns) = (taken.shape()[0], taken.shape()[1]);
    if columns != stops {
        return Err(bad_value(format!(
            "taken of shape ({rows}, {columns}) is refused: it must be (boards, {stops}), a column for each stop"
        )));
    }
    // Bytes, copied: a view as bool may hold any, and other threads of Python may write there.
    let taken: Vec<_> = taken.as_slice()?.iter().map(|&byte| byte != 0).collect();
    let (mut reach, mut moves) =
        (vec![false; rows * stops * stops], vec![0; rows * letters * stops]);
    let mut boards = taken
        .chunks_exact(stops)
        .zip(reach.chunks_exact_mut(stops * stops))
        .zip(moves.chunks_exact_mut(letters * stops));
    while boards.len() > 0 {
        py.detach(|| {
            for ((taken, reach), moves) in boards.by_ref().take(BOARDS_AT_ONCE) {
                game::analysis::routes(law.star, taken, reach, moves);
            }
        });
        look_for_signals(py)?;
    }
    let reach = PyArray1::from_vec(py, reach).reshape([rows, stops, stops])?;
    Ok((reach, PyArray1::from_vec(py, moves).reshape([rows, letters, stops])?))
}
