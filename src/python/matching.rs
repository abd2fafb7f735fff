//! Pairings for tournaments.

use numpy::{PyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

use super::errors::bad_value;
use super::progress::Ticker;
use crate::matching::first_minimum_matching_while;

#[doc = py_doc!(matching.first_minimum_pairing)]
#[pyfunction]
#[pyo3(signature = (weights, /))]
pub fn first_minimum_pairing<'py>(
    py: Python<'py>,
    weights: PyReadonlyArray2<'py, u32>,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let view = weights.as_array();
    let (rows, columns) = view.dim();
    if rows != columns || rows % 2 == 1 {
        return Err(bad_value(format!(
            "weights of shape [{rows}, {columns}] are refused: it takes a square of even size"
        )));
    }
    let flat: Vec<u32> = view.iter().copied().collect();
    let mut ticker = Ticker::new(py, None, usize::MAX)?;
    let partner = py.detach(|| first_minimum_matching_while(&flat, rows, || ticker.tick(0)));
    ticker.finish(py)?;
    let partner = partner.ok_or_else(|| bad_value("the pairing was stopped"))?;
    Ok(PyArray1::from_iter(py, partner.into_iter().map(|index| index as i32)))
}
