//! Arrays that callers own: made for them, or filled in their memory.

use numpy::{IxDyn, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::arguments::short_repr;
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

/// The points of a board, row by row, from whatever numpy makes an array of whole numbers of.
pub fn cells(board: &Bound<'_, PyAny>, shape: [usize; 2]) -> PyResult<Vec<i8>> {
    let array = board.py().import("numpy")?.call_method1("asarray", (board,))?;
    let own_shape: Vec<usize> = array.getattr("shape")?.extract()?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if own_shape != shape || !matches!(&kind[..], "i" | "u") {
        let dtype = array.getattr("dtype")?;
        return Err(bad_value(format!(
            "a board of shape {own_shape:?} and type {dtype} is refused: it takes whole numbers {shape:?}"
        )));
    }
    let cells: Vec<i128> = array.call_method0("ravel")?.call_method0("tolist")?.extract()?;
    let known = |cell: i128| i8::try_from(cell).ok().filter(|cell| (-1..=2).contains(cell));
    let refuse = |cell| {
        bad_value(format!("a board with {cell} is refused: there are 0 (empty), 1, 2 and -1"))
    };
    cells.into_iter().map(|cell| known(cell).ok_or_else(|| refuse(cell))).collect()
}

/// Which seats are among the winners of each game, whose bits say so: `[n, seats]`, row by row.
pub fn winners(bits: &[u8], seats: usize) -> Vec<bool> {
    bits.iter().flat_map(|bits| (0..seats).map(move |seat| bits >> seat & 1 != 0)).collect()
}

/// The numpy array of what is none itself but can be read as one (`__array__`, `__dlpack__`): a
/// tensor of torch, an array of JAX. Anything else comes back as it is; why not, where the reading
/// fails.
pub fn of<'py>(value: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>, String> {
    let has = |name: &str| value.hasattr(name).unwrap_or(false);
    if value.is_instance_of::<PyUntypedArray>() {
        return Ok(value.clone());
    }
    let protocols = [("__array__", "asarray"), ("__dlpack__", "from_dlpack")];
    let mut failed = None;
    for (_, method) in protocols.into_iter().filter(|(name, _)| has(name)) {
        let numpy = value.py().import("numpy").map_err(|error| error.to_string())?;
        match numpy.call_method1(method, (value,)) {
            Ok(array) => return Ok(array),
            Err(error) => failed = Some(error),
        }
    }
    match failed {
        None => Ok(value.clone()),
        Some(error) => Err(format!("{} cannot be read as an array ({error})", short_repr(value))),
    }
}

/// The array of `out` that shares its memory: what is read anew each time would be filled in vain.
fn shared<'py>(out: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>, String> {
    let (one, other) = (of(out)?, of(out)?);
    let place = |array: &Bound<'py, PyAny>| {
        let interface = array.getattr("__array_interface__").ok()?;
        let data = interface.get_item("data").ok()?;
        data.get_item(0).ok()?.extract::<usize>().ok()
    };
    if one.is(out) || place(&one) == place(&other) {
        Ok(one)
    } else {
        Err(format!("{} gives a copy of its memory", short_repr(out)))
    }
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
    let memory = shared(out).map_err(refuse)?;
    let array = memory
        .cast::<PyArrayDyn<u8>>()
        .map_err(|_| refuse(format!("{} is no uint8 array", short_repr(out))))?;
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
    let value = &of(value).map_err(refuse)?;
    if let Ok(array) = value.cast::<PyArrayDyn<bool>>() {
        if array.shape() != [length] {
            return Err(refuse(format!("its shape is {:?}", array.shape())));
        }
        let array = array.try_readonly().map_err(|error| refuse(error.to_string()))?;
        return Ok(array.as_array().iter().copied().collect());
    }
    let list: Vec<bool> = match value.cast::<PyList>() {
        Ok(list) => list.extract().map_err(|_| refuse("it holds more than bools".to_owned()))?,
        Err(_) => return Err(refuse(format!("{} is no array of bools", short_repr(value)))),
    };
    if list.len() == length { Ok(list) } else { Err(refuse(format!("there are {}", list.len()))) }
}
