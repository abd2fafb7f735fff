//! `PositionTree`: the moves and remarks at each position of a game for two.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};

use super::arguments::{Text, between};
use super::errors::{bad_record, bad_value};
use super::metadata;
use super::position::Position;
use super::progress::look_for_signals;
use super::record::Record;
use super::rules::Rules;
use crate::board::{Point, Size};
use crate::position::Notation as _;
use crate::record::RecordError;
use crate::record::tree::{Branch, Count, Look, Notes, Tree};

#[doc = py_doc!(PositionTree)]
#[pyclass(module = "fivefold._core")]
pub struct PositionTree {
    rules: Py<Rules>,
    inner: Tree,
}

fn refused(error: RecordError) -> PyErr {
    bad_record(error.message, error.number, error.rule)
}

/// Reads something of `total` bytes, reports how much of it is read, and stops for Ctrl-C.
fn with_progress<T>(
    py: Python<'_>,
    report: Option<&Bound<'_, PyAny>>,
    total: usize,
    read: impl FnOnce(&mut dyn FnMut(usize) -> bool) -> Result<T, RecordError>,
) -> PyResult<T> {
    let mut stopped = None;
    let result = read(&mut |place| {
        let reported = report.map_or(Ok(()), |report| report.call1((place, total)).map(drop));
        stopped = look_for_signals(py).and(reported).err();
        stopped.is_none()
    });
    stopped.map_or_else(|| result.map_err(refused), Err)
}

#[doc = py_doc!(KnownMove)]
#[pyclass(frozen, get_all, module = "fivefold._core.position_tree")]
pub struct KnownMove {
    pub r#move: String,
    pub games: u32,
    pub wins: (u32, u32),
    pub draws: u32,
    pub value: Option<i8>,
}

#[doc = py_doc!(KnownPosition)]
#[pyclass(frozen, get_all, module = "fivefold._core.position_tree")]
pub struct KnownPosition {
    pub games: u32,
    pub wins: (u32, u32),
    pub draws: u32,
    pub value: Option<i8>,
    pub comment: String,
    pub mark: bool,
    pub labels: BTreeMap<String, String>,
    pub moves: Vec<Py<KnownMove>>,
}

#[pymethods]
impl PositionTree {
    #[new]
    #[pyo3(signature = (start, symmetric, max_positions))]
    fn new(start: &Bound<'_, Position>, symmetric: bool, max_positions: usize) -> PyResult<Self> {
        let py = start.py();
        let start = start.get();
        let (rules, game) = (&start.rules, start.rules.get().game.clone());
        let inner =
            Tree::new(game, start.inner.clone(), symmetric, max_positions).map_err(refused)?;
        Ok(Self { rules: rules.clone_ref(py), inner })
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    #[doc = py_doc!(PositionTree.start)]
    #[getter]
    fn start(&self, py: Python<'_>) -> Position {
        Position::at_start(self.rules.clone_ref(py), self.inner.start().clone())
    }

    #[doc = py_doc!(PositionTree.symmetric)]
    #[getter]
    fn symmetric(&self) -> bool {
        self.inner.is_symmetric()
    }

    #[doc = py_doc!(PositionTree.add)]
    fn add(&mut self, record: &Bound<'_, Record>) -> PyResult<()> {
        self.inner.add(&record.try_borrow()?.inner).map_err(refused)
    }

    #[doc = py_doc!(PositionTree.look)]
    fn look(&self, position: &Bound<'_, Position>) -> PyResult<Option<KnownPosition>> {
        let (py, own) = (position.py(), &position.get().inner);
        let Some(Look { count, value, notes, moves }) = self.inner.look(own) else {
            return Ok(None);
        };
        let moves = moves.into_iter().map(|Branch { action, count, value }| {
            let Count { games, wins, draws } = count;
            let r#move = own.move_text(action);
            Py::new(py, KnownMove { r#move, games, wins: wins.into(), draws, value })
        });
        let Count { games, wins, draws } = count;
        let labels = notes.labels.into_iter().map(|(point, text)| (self.name(point), text));
        Ok(Some(KnownPosition {
            games,
            wins: wins.into(),
            draws,
            value,
            comment: notes.comment,
            mark: notes.mark,
            labels: labels.collect(),
            moves: moves.collect::<PyResult<_>>()?,
        }))
    }

    #[doc = py_doc!(PositionTree.note)]
    fn note(
        &mut self,
        position: &Bound<'_, Position>,
        comment: Text,
        mark: bool,
        labels: BTreeMap<String, String>,
    ) -> PyResult<bool> {
        let mut notes = Notes { comment: comment.0, mark, labels: BTreeMap::new() };
        for (name, text) in labels {
            notes.labels.insert(self.point(&name)?, text);
        }
        self.inner.note(&position.get().inner, notes).map_err(refused)
    }

    #[doc = py_doc!(PositionTree.prove)]
    fn prove(
        &mut self,
        position: &Bound<'_, Position>,
        value: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let value = value.map(|value| between(value, "value", -1, 1)).transpose()?;
        Ok(self.inner.prove(&position.get().inner, value.map(|value| value as i8)))
    }

    #[doc = py_doc!(PositionTree.solve)]
    fn solve(&mut self) -> usize {
        self.inner.solve()
    }

    #[doc = py_doc!(PositionTree.read_lib)]
    #[pyo3(signature = (data, decode = None, report = None))]
    fn read_lib(
        &mut self,
        py: Python<'_>,
        data: &[u8],
        decode: Option<&Bound<'_, PyAny>>,
        report: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        with_progress(py, report, data.len(), |look| self.inner.read_lib_while(data, look))?;
        if decode.is_none() && self.inner.is_ascii() {
            return Ok(());
        }
        let mut failed = None;
        let written = self.inner.rewrite(|text| {
            // One letter a byte.
            let bytes: Vec<u8> = text.chars().map(|letter| u32::from(letter) as u8).collect();
            let whole = text.chars().all(|letter| u32::from(letter) < 256);
            let Some(decode) = decode.filter(|_| whole) else {
                let own = if whole { String::from_utf8(bytes).ok() } else { None };
                return Ok(own.unwrap_or_else(|| text.to_owned()));
            };
            let decoded = decode.call1((PyBytes::new(decode.py(), &bytes),));
            decoded.and_then(|text| text.extract::<String>()).map_err(|error| {
                failed = Some(error);
                RecordError { number: None, rule: None, message: String::new() }
            })
        });
        failed.map_or_else(|| written.map_err(refused), Err)
    }

    #[doc = py_doc!(PositionTree.to_lib)]
    fn to_lib<'py>(&self, encode: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let mut failed = None;
        let data = self.inner.to_lib(|text| {
            let bytes = encode.call1((text,)).and_then(|bytes| bytes.extract::<Vec<u8>>());
            bytes.map_err(|error| {
                failed = Some(error);
                RecordError { number: None, rule: None, message: String::new() }
            })
        });
        match (data, failed) {
            (_, Some(error)) => Err(error),
            (data, None) => Ok(PyBytes::new(encode.py(), &data.map_err(refused)?)),
        }
    }

    #[doc = py_doc!(PositionTree.to_sgf)]
    fn to_sgf(&self) -> PyResult<String> {
        self.inner.to_sgf().map_err(refused)
    }

    #[doc = py_doc!(PositionTree.from_sgf)]
    #[classmethod]
    #[pyo3(signature = (text, rules, symmetric, max_positions, report = None))]
    fn from_sgf(
        class: &Bound<'_, PyType>,
        text: Text,
        rules: Option<&Bound<'_, PyAny>>,
        symmetric: bool,
        max_positions: usize,
        report: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let inner = metadata::with_rules(rules, |source| {
            with_progress(class.py(), report, text.0.len(), |look| {
                Tree::from_sgf_while(&text.0, source, symmetric, max_positions, look)
            })
        })?;
        Self::wrap(class.py(), inner)
    }

    #[doc = py_doc!(PositionTree.add_sgf)]
    #[pyo3(signature = (text, rules, report = None))]
    fn add_sgf(
        &mut self,
        py: Python<'_>,
        text: Text,
        rules: Option<&Bound<'_, PyAny>>,
        report: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        metadata::with_rules(rules, |source| {
            with_progress(py, report, text.0.len(), |look| {
                self.inner.add_sgf(&text.0, source, look)
            })
        })
    }

    #[doc = py_doc!(PositionTree.to_json)]
    fn to_json(&self) -> PyResult<String> {
        self.inner.to_json().map_err(refused)
    }

    #[doc = py_doc!(PositionTree.from_json)]
    #[classmethod]
    #[pyo3(signature = (text, max_positions, report = None))]
    fn from_json(
        class: &Bound<'_, PyType>,
        text: Text,
        max_positions: usize,
        report: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let inner = with_progress(class.py(), report, text.0.len(), |look| {
            Tree::from_json_while(&text.0, max_positions, look)
        })?;
        Self::wrap(class.py(), inner)
    }
}

impl PositionTree {
    fn wrap(py: Python<'_>, inner: Tree) -> PyResult<Self> {
        let rules = Py::new(py, Rules::new(inner.game().clone()))?;
        Ok(Self { rules, inner })
    }

    fn size(&self) -> Option<Size> {
        let info = self.inner.game().rules.info();
        let [rows, columns] = info.grid()?;
        Some(Size { columns: columns as u8, rows: rows as u8 })
    }

    fn name(&self, point: u16) -> String {
        self.size().map_or_else(|| point.to_string(), |size| size.name(Point(point)))
    }

    fn point(&self, name: &str) -> PyResult<u16> {
        let parsed = match self.size() {
            Some(size) => size.parse(name).map(|point| point.0).ok(),
            None => name.parse().ok(),
        };
        parsed.ok_or_else(|| bad_value(format!("labels: {name:?} is no point of the board")))
    }
}
