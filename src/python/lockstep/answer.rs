//! What evaluators answer, as arrays of single precision.

use numpy::{PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn};
use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::python::errors::bad_value;
use crate::python::evaluation::as_array;
use crate::search::lockstep::{BadAnswer, Values};

/// Numbers of single precision that an evaluator gave: the array's own where they are.
pub enum Numbers<'py> {
    Own(PyReadonlyArrayDyn<'py, f32>),
    Copied(Vec<f32>, Vec<usize>),
}

impl<'py> Numbers<'py> {
    pub fn new(value: &Bound<'py, PyAny>, name: &str) -> PyResult<Self> {
        let py = value.py();
        let array = as_array(value)?;
        let untyped = array.cast::<PyUntypedArray>()?;
        if let Ok(own) = array.extract::<PyReadonlyArrayDyn<'py, f32>>()
            && untyped.is_c_contiguous()
        {
            return Ok(Self::Own(own));
        }
        let shape = untyped.shape().to_vec();
        // A float64 far out of range is infinite: no warning, for illegal actions may have it.
        if let Ok(wide) = array.extract::<PyReadonlyArrayDyn<'py, f64>>() {
            return Ok(Self::Copied(wide.as_array().iter().map(|&x| x as f32).collect(), shape));
        }
        let dtype = untyped.dtype();
        // Formats of other packages, bfloat16 among them, are of kind V.
        let other = dtype.kind() == b'V' && dtype.to_string().contains("float");
        if !matches!(dtype.kind(), b'f' | b'i' | b'u') && !other {
            return Err(bad_value(format!(
                "{name} are refused: they are of dtype {dtype}; they take floats"
            )));
        }
        let array = array.call_method1(pyo3::intern!(py, "astype"), ("float32",))?;
        let array = array.cast::<PyArrayDyn<f32>>()?.try_readonly()?;
        Ok(Self::Copied(array.as_array().iter().copied().collect(), shape))
    }

    pub fn shape(&self) -> &[usize] {
        match self {
            Self::Own(array) => array.shape(),
            Self::Copied(_, shape) => shape,
        }
    }

    fn slice(&self) -> PyResult<&[f32]> {
        match self {
            Self::Own(array) => array.as_slice().map_err(|error| bad_value(error.to_string())),
            Self::Copied(numbers, _) => Ok(numbers),
        }
    }
}

/// What an evaluator answered, of the right shapes.
pub struct Answer<'py> {
    pub logits: Numbers<'py>,
    pub values: Numbers<'py>,
    /// A value for each seat.
    pub each: bool,
}

impl Answer<'_> {
    pub fn parts(&self) -> PyResult<(&[f32], Values<'_>)> {
        let values = self.values.slice()?;
        let values = if self.each { Values::Each(values) } else { Values::One(values) };
        Ok((self.logits.slice()?, values))
    }
}

/// An answer that outlives the evaluator's arrays.
pub struct OwnedAnswer {
    pub logits: Vec<f32>,
    values: Vec<f32>,
    each: bool,
}

impl OwnedAnswer {
    pub fn new(logits: &[f32], values: Values<'_>) -> Self {
        let (values, each) = match values {
            Values::One(values) => (values.to_vec(), false),
            Values::Each(values) => (values.to_vec(), true),
        };
        Self { logits: logits.to_vec(), values, each }
    }

    pub fn values(&self) -> Values<'_> {
        if self.each { Values::Each(&self.values) } else { Values::One(&self.values) }
    }
}

/// The shape of an evaluator's answer: rows, actions and seats.
#[derive(Clone, Copy)]
pub struct Request {
    pub rows: usize,
    pub actions: usize,
    pub players: usize,
}

impl Request {
    /// An answer of the right shapes.
    pub fn read<'py>(
        self,
        logits: &Bound<'py, PyAny>,
        values: &Bound<'py, PyAny>,
    ) -> PyResult<Answer<'py>> {
        let Self { rows, actions, players } = self;
        let logits = Numbers::new(logits, "logits")?;
        if logits.shape() != [rows, actions] {
            return Err(bad_value(format!(
                "logits of shape {:?} are refused: they take {:?}, a row a tree and an action each",
                logits.shape(),
                [rows, actions]
            )));
        }
        let values = Numbers::new(values, "values")?;
        let each = match values.shape() {
            [one] if *one == rows && players <= 2 => false,
            [one, seats] if *one == rows && *seats == players => true,
            shape => {
                let one = if players <= 2 { format!("[{rows}] or ") } else { String::new() };
                return Err(bad_value(format!(
                    "values of shape {shape:?} are refused: they take {one}[{rows}, {players}]"
                )));
            }
        };
        Ok(Answer { logits, values, each })
    }

    /// Why an answer is refused.
    pub fn refused(self, bad: BadAnswer, logits: &[f32]) -> PyErr {
        let actions = self.actions;
        bad_value(match bad {
            BadAnswer::NotAsked => {
                "tell is refused: nothing was asked; call ask() first".to_owned()
            }
            BadAnswer::Logit(row, action) => format!(
                "logits are refused: row {row} has {} for action {action}, which is legal",
                logits[row * actions + action]
            ),
            BadAnswer::Value(row) => {
                format!("values are refused: row {row} has a value that is not finite")
            }
        })
    }
}
