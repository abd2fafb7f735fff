//! What a game says about itself, as `fivefold.GameInfo`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::described::piece;
use super::rules::python_type;
use crate::games::Game;
use crate::position::{BoardInfo, GameInfo, Piece};

static INFO: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static GRID: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static STAR: PyOnceLock<Py<PyType>> = PyOnceLock::new();

fn board<'py>(py: Python<'py>, info: &BoardInfo) -> PyResult<Bound<'py, PyAny>> {
    match info {
        BoardInfo::Grid(grid) => {
            let fouls = PyTuple::new(py, &grid.fouls)?;
            let colours = PyTuple::new(py, grid.colours)?;
            let parts = (grid.rows, grid.columns, colours, grid.neutral, grid.squares, fouls);
            python_type(py, &GRID, "GridInfo")?.call1(parts)
        }
        BoardInfo::Star(star) => {
            let kinds = star.kinds.iter().map(|&kind: &Piece| piece(py, kind));
            let kinds = PyTuple::new(py, kinds.collect::<PyResult<Vec<_>>>()?)?;
            python_type(py, &STAR, "StarInfo")?.call1((star.stops, star.points, kinds))
        }
    }
}

/// `rules.info`.
pub fn info<'py>(py: Python<'py>, game: &Game, info: &GameInfo) -> PyResult<Bound<'py, PyAny>> {
    let parts = PyDict::new(py);
    parts.set_item("title", game.title())?;
    parts.set_item("num_players", info.num_players)?;
    parts.set_item("teams", PyTuple::new(py, info.teams.iter().copied())?)?;
    parts.set_item("chance", info.chance.word())?;
    parts.set_item("zero_sum", info.zero_sum)?;
    parts.set_item("scored", info.scored)?;
    parts.set_item("num_actions", info.num_actions)?;
    parts.set_item("max_turns", info.max_turns)?;
    parts.set_item("max_actions", info.max_actions)?;
    parts.set_item("min_return", info.min_return)?;
    parts.set_item("max_return", info.max_return)?;
    parts.set_item("board", board(py, &info.board)?)?;
    parts.set_item("board_shape", PyTuple::new(py, info.board_shape())?)?;
    parts.set_item("observation_shape", PyTuple::new(py, &info.observation_shape)?)?;
    parts.set_item("planes", PyTuple::new(py, info.planes.iter().map(AsRef::as_ref))?)?;
    parts
        .set_item("formats", PyTuple::new(py, info.formats.iter().map(|format| format.word()))?)?;
    parts.set_item("gomocup", info.gomocup)?;
    python_type(py, &INFO, "GameInfo")?.call((), Some(&parts))
}
