//! The evaluation that was learnt, for the searches of `fivefold.search`.

use std::sync::{Mutex, PoisonError};

use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};

use super::errors::{WrongGameError, bad_value};
use super::rules::{Rules, parse_rules};
use crate::games::AnyPosition;
use crate::players::Learnt;
use crate::search::Evaluator;
use crate::threats::network::register;

#[doc = py_doc!(LearntEvaluation)]
#[pyclass(frozen, module = "fivefold._core.search")]
pub struct LearntEvaluation {
    rules: Py<Rules>,
    weights: Option<Py<PyBytes>>,
    inner: Mutex<Learnt>,
}

/// The evaluation for these rules.
fn new_learnt(rules: &Rules, weights: Option<u32>) -> PyResult<Learnt> {
    let inner =
        with_game!(AnyPosition, &rules.game.rules.start(0), game => Learnt::of(game, weights));
    inner.ok_or_else(|| {
        WrongGameError::new_err(format!(
            "the learnt evaluation is refused: it judges games of rows that capture nothing, pairs, or pairs \
             and threes; '{}' is another",
            rules.game.name
        ))
    })
}

impl LearntEvaluation {
    /// The same for a search of one's own, if it judges these rules.
    pub fn for_search(&self, py: Python<'_>, rules: &Rules) -> PyResult<Learnt> {
        let own = self.rules.get();
        if own.game.rules != rules.game.rules {
            return Err(bad_value(format!(
                "the learnt evaluation is refused: it is one of '{}', the position is of '{}'; or their \
                 options differ",
                own.game.name, rules.game.name
            )));
        }
        new_learnt(own, self.number(py)?)
    }

    fn number(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        let read = |bytes: &Py<PyBytes>| register(bytes.as_bytes(py));
        let number = self.weights.as_ref().map(read).transpose();
        number.map_err(|error| bad_value(error.to_string()))
    }
}

#[pymethods]
impl LearntEvaluation {
    #[new]
    #[pyo3(signature = (rules, weights = None))]
    fn new(rules: &Bound<'_, PyAny>, weights: Option<Bound<'_, PyBytes>>) -> PyResult<Self> {
        let Some(rules) = parse_rules(rules)? else {
            let repr = super::arguments::short_repr(rules);
            return Err(bad_value(format!("{repr} is refused: it takes Rules or a preset's name")));
        };
        let number = weights.as_ref().map(|weights| register(weights.as_bytes())).transpose();
        let number = number.map_err(|error| bad_value(error.to_string()))?;
        let inner = Mutex::new(new_learnt(rules.get(), number)?);
        Ok(Self { rules, weights: weights.map(Bound::unbind), inner })
    }

    #[doc = py_doc!(LearntEvaluation.rules)]
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Rules> {
        self.rules.clone_ref(py)
    }

    #[doc = py_doc!(LearntEvaluation.__call__)]
    #[pyo3(signature = (observation, legal_mask = None))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        observation: &Bound<'py, PyAny>,
        legal_mask: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<f32>>)> {
        let _ = legal_mask;
        let info = &self.rules.get().info;
        let array = observation.cast::<PyUntypedArray>()?;
        let shape = array.shape().to_vec();
        let one: usize = info.observation_shape.iter().product();
        let seen = match observation.extract::<PyReadonlyArrayDyn<'_, u8>>() {
            // Copied: other threads of Python may write there.
            Ok(seen) if !shape.is_empty() && shape[1..] == info.observation_shape => {
                seen.as_array().iter().copied().collect::<Vec<_>>()
            }
            _ => {
                let wanted = &info.observation_shape;
                let dtype = array.dtype();
                return Err(bad_value(format!(
                    "observations {dtype} {shape:?} are refused: uint8 [n, *{wanted:?}] is wanted"
                )));
            }
        };
        let (rows, actions) = (shape[0], info.num_actions);
        let (logits, values) = py.detach(|| {
            let mut logits = vec![0.0; rows * actions];
            let mut values = Vec::with_capacity(rows);
            // Nobody needs Python while it is held, so waiting for it ends.
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            for (seen, logits) in seen.chunks_exact(one).zip(logits.chunks_exact_mut(actions)) {
                let mut both = [0.0; 2];
                let _ = inner.evaluate(seen, &[], logits, &mut both);
                values.push(both[0]);
            }
            (logits, values)
        });
        let logits = PyArray1::from_vec(py, logits).reshape([rows, actions])?;
        Ok((logits, PyArray1::from_vec(py, values)))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let (py, own) = (slf.py(), slf.get());
        let arguments =
            (own.rules.clone_ref(py), own.weights.as_ref().map(|bytes| bytes.clone_ref(py)));
        Ok((slf.get_type(), arguments.into_pyobject(py)?))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let rules = self.rules.bind(py).repr()?;
        let whose = if self.weights.is_some() { ", own weights" } else { "" };
        Ok(format!("<LearntEvaluation of {rules}{whose}>"))
    }
}
