//! The exceptions of the package and the way from a refusal to one of them.

use pyo3::create_exception;
use pyo3::exceptions::{PyBaseException, PyValueError};
use pyo3::prelude::*;

use crate::position::{Refusal, shortened};

create_exception!(fivefold, FivefoldError, PyValueError, py_doc!(FivefoldError));
create_exception!(fivefold, NotationError, FivefoldError, py_doc!(NotationError));
create_exception!(fivefold, IllegalMoveError, FivefoldError, py_doc!(IllegalMoveError));
create_exception!(fivefold, SetupError, FivefoldError, py_doc!(SetupError));
create_exception!(fivefold, RecordError, FivefoldError, py_doc!(RecordError));
create_exception!(fivefold, WrongGameError, FivefoldError, py_doc!(WrongGameError));
create_exception!(fivefold._core.players, AnswerNow, PyBaseException, py_doc!(AnswerNow));

/// Gives the classes the attributes that their instances may carry.
pub fn prepare(py: Python<'_>) -> PyResult<()> {
    py.get_type::<FivefoldError>().setattr("rule", py.None())?;
    py.get_type::<RecordError>().setattr("number", py.None())
}

/// A refused move: unreadable text is a notation error, anything else an illegal move (E7).
///
/// What the system refuses is neither.
pub fn refused_move(refusal: &Refusal) -> PyErr {
    let message = refusal.to_string();
    if refusal.rule.is_empty() {
        return bad_value(message);
    }
    let error = if refusal.rule == "E7" {
        NotationError::new_err(message)
    } else {
        IllegalMoveError::new_err(message)
    };
    with_rule(error, refusal.rule)
}

/// Refused rules or positions.
pub fn refused_setup(refusal: &Refusal) -> PyErr {
    with_rule(SetupError::new_err(refusal.to_string()), refusal.rule)
}

/// A value that is not what an argument takes.
pub fn bad_value(message: impl Into<String>) -> PyErr {
    FivefoldError::new_err(shortened(message.into()))
}

/// A record that breaks off at a move, counted from 1.
pub fn bad_record(message: String, number: Option<usize>, rule: Option<&str>) -> PyErr {
    let error = RecordError::new_err(shortened(message));
    Python::attach(|py| {
        let value = error.value(py);
        // Both attributes exist on the class, so that setting them cannot fail.
        let _ = value.setattr("number", number);
        let _ = value.setattr("rule", rule);
    });
    error
}

fn with_rule(error: PyErr, rule: &str) -> PyErr {
    Python::attach(|py| {
        let _ = error.value(py).setattr("rule", rule);
    });
    error
}
