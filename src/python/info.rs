//! What a game says about itself, as `fivefold.GameInfo`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::describe::piece;
use super::rules::python_type;
use super::views::View;
use crate::games::Game;
use crate::position::{BoardInfo, GameInfo, Geometry};

static INFO: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static BOARD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static GEOMETRY: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static CELL: PyOnceLock<Py<PyType>> = PyOnceLock::new();

fn board<'py>(py: Python<'py>, game: &Game, info: &BoardInfo) -> PyResult<Bound<'py, PyAny>> {
    let parts = PyDict::new(py);
    let symbols = game.rules.diagram_symbols().iter().map(char::to_string);
    let kinds = info.pieces.iter().map(|&kind| piece(py, kind)).collect::<PyResult<Vec<_>>>()?;
    parts.set_item("cells", info.cells)?;
    parts.set_item("rows", info.grid.map(|[rows, _]| rows))?;
    parts.set_item("columns", info.grid.map(|[_, columns]| columns))?;
    parts.set_item("squares", info.squares)?;
    parts.set_item("colours", PyTuple::new(py, &info.colours)?)?;
    parts.set_item("neutral", info.neutral)?;
    parts.set_item("symbols", PyTuple::new(py, symbols)?)?;
    parts.set_item("fouls", PyTuple::new(py, &info.fouls)?)?;
    parts.set_item("pieces", PyTuple::new(py, kinds)?)?;
    parts.set_item("blocks", PyTuple::new(py, info.blocks)?)?;
    python_type(py, &BOARD, "BoardInfo")?.call((), Some(&parts))
}

/// `rules.geometry`.
pub fn geometry<'py>(py: Python<'py>, geometry: &Geometry) -> PyResult<Bound<'py, PyAny>> {
    let class = python_type(py, &CELL, "Cell")?;
    let cells = geometry.cells.iter();
    let cells = cells.map(|of| class.call1((&of.name, of.x, of.y, of.radius, of.kind)));
    let cells = PyTuple::new(py, cells.collect::<PyResult<Vec<_>>>()?)?;
    let lines = geometry.lines.iter().map(|line| PyTuple::new(py, line));
    let lines = PyTuple::new(py, lines.collect::<PyResult<Vec<_>>>()?)?;
    let edges = geometry.edges();
    let ends = [0, 1].iter().flat_map(|&end| edges.iter().map(move |edge| i32::from(edge[end])));
    let edges = View::frozen(py, ends.collect::<Vec<_>>(), &[2, edges.len()])?.array(py)?;
    python_type(py, &GEOMETRY, "Geometry")?.call1((cells, edges, lines))
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
    parts.set_item("scores_add_up", info.scores_add_up)?;
    parts.set_item("num_actions", info.num_actions)?;
    parts.set_item("max_turns", info.max_turns)?;
    parts.set_item("max_actions", info.max_actions)?;
    parts.set_item("min_return", info.min_return)?;
    parts.set_item("max_return", info.max_return)?;
    parts.set_item("board", board(py, game, &info.board)?)?;
    parts.set_item("board_shape", PyTuple::new(py, info.board_shape())?)?;
    parts.set_item("observation_shape", PyTuple::new(py, &info.observation_shape)?)?;
    parts.set_item("planes", PyTuple::new(py, info.planes.iter().map(AsRef::as_ref))?)?;
    parts
        .set_item("formats", PyTuple::new(py, info.formats.iter().map(|format| format.word()))?)?;
    parts.set_item("gomocup", info.gomocup)?;
    let rollouts = game.rules.rollouts().iter().map(|policy| policy.name());
    parts.set_item("rollouts", PyTuple::new(py, rollouts)?)?;
    python_type(py, &INFO, "GameInfo")?.call((), Some(&parts))
}
