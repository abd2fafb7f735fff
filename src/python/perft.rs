//! Counting the sequences of actions or turns.

use std::ops::ControlFlow;

use pyo3::prelude::*;

use super::arguments::{self, between, shown};
use super::errors::bad_value;
use super::position::Position;
use super::progress::Ticker;
use crate::perft::Unit;

#[doc = py_doc!(perft)]
#[pyfunction]
#[pyo3(
    signature = (position, depth, unit = None),
    text_signature = "(position, depth, unit='action')"
)]
pub fn perft(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    depth: &Bound<'_, PyAny>,
    unit: Option<&Bound<'_, PyAny>>,
) -> PyResult<u64> {
    let Ok(position) = position.cast::<Position>() else {
        return Err(bad_value(format!("{} is refused: perft takes a Position", shown(position))));
    };
    let depth = between(depth, "depth", 0, 1000)? as u32;
    let unit = unit.map_or(Ok("action".to_owned()), |unit| arguments::text(unit, "unit"))?;
    let unit = match &unit[..] {
        "action" => Unit::Action,
        "turn" => Unit::Turn,
        _ => {
            return Err(bad_value(format!(
                "unit='{unit}' is refused: it takes 'action' or 'turn'"
            )));
        }
    };
    let mut ticker = Ticker::new(py, None, usize::MAX)?;
    let inner = &position.get().inner;
    let count = py.detach(|| {
        crate::perft::perft(inner, depth, unit, || -> ControlFlow<()> { ticker.tick(0) })
    });
    ticker.finish(py)?;
    count.ok_or_else(|| bad_value("the count was stopped"))
}
