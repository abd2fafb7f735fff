//! Moves and marks of a position as values of Python: `fivefold.Move`, `fivefold.Marks`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::rules::python_type;
use crate::position::{Action, Block, Move, Notation, Piece};

static MOVE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static MARKS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static ROW: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static PIECE: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// A piece as Python sees it.
pub fn piece(py: Python<'_>, piece: Piece) -> PyResult<Bound<'_, PyAny>> {
    python_type(py, &PIECE, "Piece")?.call1((piece.seat, piece.colour))
}

/// What an action is in a position.
pub fn describe<'py>(
    py: Python<'py>,
    position: &impl Notation,
    action: Action,
) -> PyResult<Bound<'py, PyAny>> {
    let described = position.describe(action);
    let parts = PyDict::new(py);
    let set = |name, value: Bound<'py, PyAny>| parts.set_item(name, value);
    let number = |number: u16| number.into_pyobject(py).map(Bound::into_any);
    parts.set_item("kind", described.kind())?;
    parts.set_item("point", described.point())?;
    match &described {
        Move::Place { captured, .. } if !captured.is_empty() => {
            parts.set_item("captured", PyTuple::new(py, captured)?)?;
        }
        Move::Choose { word, number } => {
            parts.set_item("word", word)?;
            parts.set_item("number", number)?;
        }
        Move::Beyond { direction, .. } => parts.set_item("word", direction)?,
        Move::Run { piece: own, from, swapped, block, leaving, .. } => {
            set("piece", piece(py, *own)?)?;
            parts.set_item("origin", from)?;
            if let Some(other) = swapped {
                set("swapped", piece(py, *other)?)?;
            }
            parts.set_item("block", block.map(Block::word))?;
            set("leaving", number(u16::from(*leaving))?)?;
        }
        Move::SetBlock { block, .. } | Move::LiftBlock { block, .. } => {
            parts.set_item("block", block.word())?;
        }
        Move::Exit { piece: own, .. } => {
            set("piece", piece(py, *own)?)?;
            set("leaving", number(1)?)?;
        }
        Move::Roll { colour } => parts.set_item("number", colour)?,
        Move::Card { card, target } => {
            parts.set_item("card", card)?;
            parts.set_item("block", target.map(|(block, _)| block.word()))?;
        }
        Move::Place { .. } | Move::Offer { .. } | Move::Pick { .. } | Move::Pass => {}
    }
    let text = position.write_move(&described);
    python_type(py, &MOVE, "Move")?.call((action.0, text), Some(&parts))
}

/// What a picture shows of a position beside what lies on the board.
pub fn marks<'py>(py: Python<'py>, position: &impl Notation) -> PyResult<Bound<'py, PyAny>> {
    let marks = position.marks();
    let fouls = PyDict::new(py);
    for (point, sign) in marks.fouls {
        fouls.set_item(point, sign)?;
    }
    let class = python_type(py, &ROW, "ScoringRow")?;
    let rows = marks
        .rows
        .iter()
        .map(|row| class.call1((row.colour, PyTuple::new(py, &row.points)?, row.worth)));
    let rows = PyTuple::new(py, rows.collect::<PyResult<Vec<_>>>()?)?;
    let (offers, tallies) = (PyTuple::new(py, marks.offers)?, PyTuple::new(py, marks.tallies)?);
    let (holders, supply) = (PyTuple::new(py, marks.holders)?, PyTuple::new(py, marks.supply)?);
    let scores = PyTuple::new(py, marks.scores)?;
    python_type(py, &MARKS, "Marks")?.call1((fouls, offers, rows, tallies, holders, supply, scores))
}
