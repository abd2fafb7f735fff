//! Arrays that callers own: made for them, or filled in their memory.

use numpy::{IxDyn, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::arguments::shown;
use super::errors::bad_value;

/// A new uint8 array of a shape, filled by `fill`.
pub fn new_u8<'py>(
    py: Python<'py>,
    shape: &[usize],
    fill: impl FnOnce(&mut [u8]),
) -> PyResult<Bound<'py, PyAny>> {
    let array = PyArrayDyn::<u8>::zeros(py, IxDyn(shape), false);
    fill_u8(array.as_any(), shape, fill)?;
    Ok(array.into_any())
}

/// Fills a caller's array, refused unless it is uint8, writeable, of the shape and in one piece.
pub fn fill_u8<T>(
    out: &Bound<'_, PyAny>,
    shape: &[usize],
    fill: impl FnOnce(&mut [u8]) -> T,
) -> PyResult<T> {
    let refuse = |what: String| {
        bad_value(format!(
            "out is refused: {what}; it takes a writeable uint8 array of shape {shape:?} in one piece"
        ))
    };
    let array = out
        .cast::<PyArrayDyn<u8>>()
        .map_err(|_| refuse(format!("{} is no uint8 array", shown(out))))?;
    if array.shape() != shape {
        return Err(refuse(format!("its shape is {:?}", array.shape())));
    }
    if !array.is_c_contiguous() {
        return Err(refuse("it has gaps or another order".to_owned()));
    }
    let mut array = array.try_readwrite().map_err(|error| refuse(error.to_string()))?;
    let slice = array.as_slice_mut().map_err(|error| refuse(error.to_string()))?;
    Ok(fill(slice))
}

/// A mask of bools, one for each game: an array, or a list.
pub fn mask(value: &Bound<'_, PyAny>, length: usize) -> PyResult<Vec<bool>> {
    let refuse =
        |what: String| bad_value(format!("mask is refused: {what}; it takes {length} bools"));
    if let Ok(array) = value.cast::<PyArrayDyn<bool>>() {
        if array.shape() != [length] {
            return Err(refuse(format!("its shape is {:?}", array.shape())));
        }
        let array = array.try_readonly().map_err(|error| refuse(error.to_string()))?;
        return Ok(array.as_array().iter().copied().collect());
    }
    let list: Vec<bool> = match value.cast::<PyList>() {
        Ok(list) => list.extract().map_err(|_| refuse("it holds more than bools".to_owned()))?,
        Err(_) => return Err(refuse(format!("{} is no array of bools", shown(value)))),
    };
    if list.len() == length { Ok(list) } else { Err(refuse(format!("there are {}", list.len()))) }
}
