//! Objects that one thread at a time works on. Nobody ever waits for their lock: a thread that waits
//! with Python's own lock held stops every other, the one at work included.

use std::sync::{Mutex, MutexGuard, TryLockError};

use pyo3::prelude::*;

use super::errors::bad_value;

/// Why an object cannot be worked on now; `what` names it.
pub fn not_now<T>(what: &str, error: &TryLockError<T>) -> PyErr {
    bad_value(match error {
        TryLockError::WouldBlock => format!("the {what} is in use by another thread"),
        TryLockError::Poisoned(_) => format!(
            "the {what} is refused: an earlier call broke off half-way and left it in disorder; make \
             a new one"
        ),
    })
}

/// The object, unless a thread is at work on it.
pub fn locked<'a, T>(mutex: &'a Mutex<T>, what: &str) -> PyResult<MutexGuard<'a, T>> {
    mutex.try_lock().map_err(|error| not_now(what, &error))
}
