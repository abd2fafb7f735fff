//! Evaluators of the user's own: what they are given, and what they may answer.

use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray};
use numpy::{PyArrayDescrMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::arguments::{self, short_repr};
use super::errors::bad_value;
use super::rules::Rules;
use crate::search::{Evaluator, Stopped};

/// A function of the user's own.
pub struct Callable<'a> {
    /// Called with an observation and a mask of legal actions.
    pub function: &'a Py<PyAny>,
    /// The rules of the positions.
    pub rules: &'a Rules,
    /// What the returns of two players add up to; `None` where that differs.
    pub total: Option<f32>,
    /// What it raised.
    pub error: Option<PyErr>,
}

impl Callable<'_> {
    fn ask(&self, py: Python<'_>, observation: &[u8], legal: &[bool]) -> PyResult<Answer> {
        let facts = &self.rules.info;
        let shape = [&[1], &facts.observation_shape[..]].concat();
        let observation = PyArray1::from_slice(py, observation).reshape(shape)?;
        let mask = PyArray1::from_slice(py, legal).reshape([1, legal.len()])?;
        let answer = self.function.bind(py).call1((observation, mask))?;
        let (num_actions, players) = (facts.num_actions, facts.num_players);
        let total = self.total;
        read(&answer, &Request { rows: 1, num_actions, players, legal, live: None, total })
    }
}

impl Evaluator for Callable<'_> {
    fn evaluate(
        &mut self,
        observation: &[u8],
        legal: &[bool],
        logits: &mut [f32],
        values: &mut [f32],
    ) -> Result<(), Stopped> {
        match Python::attach(|py| self.ask(py, observation, legal)) {
            Ok(answer) => {
                logits.copy_from_slice(&answer.logits);
                values.copy_from_slice(&answer.values);
                Ok(())
            }
            Err(error) => {
                self.error = Some(error);
                Err(Stopped)
            }
        }
    }
}

/// What an answer is checked against.
pub struct Request<'a> {
    /// Rows of the arrays.
    pub rows: usize,
    /// Size of the action space.
    pub num_actions: usize,
    /// Seats.
    pub players: usize,
    /// The legal actions, row by row.
    pub legal: &'a [bool],
    /// Which rows count; all if left out.
    pub live: Option<&'a [bool]>,
    /// What the returns of two players add up to; `None` where that differs.
    pub total: Option<f32>,
}

/// Logits `[rows, num_actions]` and values `[rows, players]`, the one to decide first.
#[derive(Debug)]
pub struct Answer {
    /// Row-major.
    pub logits: Vec<f32>,
    /// Row-major.
    pub values: Vec<f32>,
}

/// Reads `(logits, values)` as an evaluator returned them, or says what is wrong with them.
pub fn read(answer: &Bound<'_, PyAny>, request: &Request<'_>) -> PyResult<Answer> {
    let (logits, values) = pair(answer)?;
    read_parts(&logits, &values, request)
}

/// The two parts of an answer.
fn pair<'py>(answer: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let refuse = || {
        let answer = short_repr(answer);
        bad_value(format!(
            "the evaluator's answer {answer} is refused: it returns (logits, values)"
        ))
    };
    let parts = match answer.cast::<PyTuple>() {
        Ok(parts) => parts.iter().collect::<Vec<_>>(),
        Err(_) => arguments::listed::<Bound<'py, PyAny>>(answer).map_err(|_| refuse())?,
    };
    let [logits, values] = <[_; 2]>::try_from(parts).map_err(|_| refuse())?;
    Ok((logits, values))
}

/// The same with logits and values apart.
pub fn read_parts(
    logits: &Bound<'_, PyAny>,
    values: &Bound<'_, PyAny>,
    request: &Request<'_>,
) -> PyResult<Answer> {
    let (rows, actions, players) = (request.rows, request.num_actions, request.players);
    let mut logits = floats(logits, "logits", &[&[rows, actions]])?;
    let whole: &[usize] = &[rows, players];
    let values = match request.total {
        Some(total) if players == 2 => {
            let values = floats(values, "values", &[&[rows], whole])?;
            if values.len() == rows {
                values.into_iter().flat_map(|value| [value, total - value]).collect()
            } else {
                values
            }
        }
        _ if players == 1 => floats(values, "values", &[&[rows], whole])?,
        _ => floats(values, "values", &[whole])?,
    };
    for row in 0..rows {
        let is_live = request.live.is_none_or(|live| live[row]);
        let legal = &request.legal[row * actions..(row + 1) * actions];
        let row_logits = &mut logits[row * actions..(row + 1) * actions];
        for (action, (logit, &legal)) in row_logits.iter_mut().zip(legal).enumerate() {
            if !legal || !is_live {
                *logit = 0.0;
            } else if !logit.is_finite() {
                return Err(bad_value(format!(
                    "logits[{row}, {action}] is {logit}: logits of legal actions are finite numbers"
                )));
            }
        }
        let row_values = &values[row * players..(row + 1) * players];
        if is_live && let Some(value) = row_values.iter().find(|value| !value.is_finite()) {
            return Err(bad_value(format!("values[{row}] is {value}: values are finite numbers")));
        }
    }
    Ok(Answer { logits, values })
}

/// The array that numpy makes of what an evaluator gave: through the buffer protocol, `__array__` or
/// DLPack, without a copy where the package that made it allows that.
pub fn as_array<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if value.is_instance_of::<PyUntypedArray>() {
        return Ok(value.clone());
    }
    let numpy = value.py().import(pyo3::intern!(value.py(), "numpy"))?;
    let is_capsule = !value.hasattr("__array__")? && value.hasattr("__dlpack__")?;
    numpy.call_method1(if is_capsule { "from_dlpack" } else { "asarray" }, (value,))
}

/// Anything that numpy makes an array of numbers of, in one of these shapes.
fn floats(value: &Bound<'_, PyAny>, name: &str, shapes: &[&[usize]]) -> PyResult<Vec<f32>> {
    let py = value.py();
    let array = as_array(value)?;
    let untyped = array.cast::<PyUntypedArray>()?;
    if !shapes.contains(&untyped.shape()) {
        let wanted: Vec<_> = shapes.iter().map(|shape| format!("{shape:?}")).collect();
        let (shape, wanted) = (untyped.shape(), wanted.join(" or "));
        return Err(bad_value(format!(
            "{name} of shape {shape:?} are refused: {wanted} is wanted"
        )));
    }
    if !matches!(untyped.dtype().kind(), b'f' | b'i' | b'u' | b'V') {
        let dtype = untyped.dtype();
        return Err(bad_value(format!("{name} of dtype {dtype} are refused: they are numbers")));
    }
    if let Ok(array) = array.extract::<PyReadonlyArrayDyn<'_, f32>>() {
        return Ok(array.as_array().iter().copied().collect());
    }
    let array = array.call_method1(pyo3::intern!(py, "astype"), ("float32",))?;
    let array = array.cast::<PyArrayDyn<f32>>()?.try_readonly()?;
    Ok(array.as_array().iter().copied().collect())
}
