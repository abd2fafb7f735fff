//! `Outcome`: how a game ended.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use super::rules::python_type;
use crate::position;

static TERMINATION: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// A member of `fivefold.Termination`.
pub fn termination(py: Python<'_>, why: position::Termination) -> PyResult<Bound<'_, PyAny>> {
    python_type(py, &TERMINATION, "Termination")?.call1((why as u8,))
}

#[doc = py_doc!(Outcome)]
#[pyclass(frozen, module = "fivefold")]
pub struct Outcome(pub position::Outcome);

#[pymethods]
impl Outcome {
    #[doc = py_doc!(Outcome.winners)]
    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.winners.iter().map(|player| player.0))
    }

    #[doc = py_doc!(Outcome.winner)]
    #[getter]
    fn winner(&self) -> Option<u8> {
        match self.0.winners[..] {
            [player] => Some(player.0),
            _ => None,
        }
    }

    #[doc = py_doc!(Outcome.termination)]
    #[getter]
    fn termination<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        termination(py, self.0.termination)
    }

    #[doc = py_doc!(Outcome.lines)]
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let lines = self.0.lines.iter().map(|line| PyTuple::new(py, line));
        PyTuple::new(py, lines.collect::<PyResult<Vec<_>>>()?)
    }

    #[doc = py_doc!(Outcome.scores)]
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.scores)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.0 == other.get().0)
    }

    fn __hash__(&self) -> u64 {
        let winners: Vec<u8> = self.0.winners.iter().map(|player| player.0).collect();
        position::key_of(&(winners, self.0.termination as u8, &self.0.lines, &self.0.scores))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let why = self.termination(py)?.getattr("name")?;
        Ok(format!("<Outcome winners={} termination={why}>", self.winners(py)?.repr()?))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, this) = (slf.py(), slf.get());
        let why = this.0.termination as u8;
        let parts = (this.winners(py)?, why, this.lines(py)?, this.scores(py)?);
        Ok((py.get_type::<Self>().getattr("_restore")?, parts.into_pyobject(py)?))
    }

    #[classmethod]
    fn _restore(
        _class: &Bound<'_, PyType>,
        winners: Vec<u8>,
        termination: u8,
        lines: Vec<Vec<u16>>,
        scores: Vec<i32>,
    ) -> PyResult<Self> {
        let termination = position::Termination::ALL
            .into_iter()
            .find(|&known| known as u8 == termination)
            .ok_or_else(|| super::errors::bad_value(format!("{termination} is no termination")))?;
        let winners = winners.into_iter().map(position::Player).collect();
        Ok(Self(position::Outcome { winners, termination, lines, scores }))
    }
}
