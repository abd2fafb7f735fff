//! Counting the sequences of actions or turns.

use std::ops::ControlFlow;

use numpy::PyArray1;
use pyo3::prelude::*;

use super::arguments::{self, between, short_repr};
use super::errors::bad_value;
use super::position::Position;
use super::progress::Ticker;
use super::record::Record;
use crate::games::AnyPosition;
use crate::perft::Unit;
use crate::pool::{self, Look};

#[doc = py_doc!(complexity.perft)]
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
        return Err(bad_value(format!(
            "{} is refused: perft takes a Position",
            short_repr(position)
        )));
    };
    let depth = between(depth, "depth", 0, 1000)? as u32;
    let unit = parse_unit(unit, Unit::Action)?;
    let mut ticker = Ticker::new(py, None, usize::MAX)?;
    let inner = &position.get().inner;
    let mut tick = || -> ControlFlow<()> { ticker.tick(0) };
    let count = py.detach(|| {
        with_game!(AnyPosition, inner, inner => crate::perft::perft(inner, depth, unit, &mut tick))
    });
    ticker.finish(py)?;
    count.ok_or_else(|| bad_value("the count was stopped"))
}

/// The unit that was asked for.
fn parse_unit(argument: Option<&Bound<'_, PyAny>>, default: Unit) -> PyResult<Unit> {
    let Some(argument) = argument else { return Ok(default) };
    match &arguments::text(argument, "unit")?[..] {
        "action" => Ok(Unit::Action),
        "turn" => Ok(Unit::Turn),
        "result" => Ok(Unit::Result),
        other => Err(bad_value(format!(
            "unit='{other}' is refused: it takes 'action', 'turn' or 'result'"
        ))),
    }
}

#[doc = py_doc!(complexity.turn_counts)]
#[pyfunction]
#[pyo3(
    signature = (records, threads = None, progress = None, unit = None),
    text_signature = "(records, threads=None, progress=None, unit='turn')"
)]
pub fn turn_counts<'py>(
    py: Python<'py>,
    records: Vec<PyRef<'py, Record>>,
    threads: Option<usize>,
    progress: Option<&Bound<'py, PyAny>>,
    unit: Option<&Bound<'py, PyAny>>,
) -> PyResult<Vec<Bound<'py, PyArray1<i64>>>> {
    let unit = parse_unit(unit, Unit::Turn)?;
    let mut ticker = Ticker::new(py, progress, records.len())?;
    let records: Vec<_> = records.iter().map(|record| record.inner.clone()).collect();
    let threads = pool::thread_count(threads);
    let one = |index: usize, look: Look<'_>| {
        let mut counts = Some(Vec::new());
        records[index].turn_starts(|start| {
            if let Some(known) = &mut counts {
                let count = with_game!(AnyPosition, start, start => {
                    crate::perft::perft(start, 1, unit, &mut *look)
                });
                match count.filter(|_| look().is_continue()) {
                    Some(count) => known.push(count as i64),
                    None => counts = None,
                }
            }
        });
        counts
    };
    let counts = py.detach(|| pool::work(threads, 0..records.len(), one, |done| ticker.tick(done)));
    ticker.finish(py)?;
    let counts = counts.ok_or_else(|| bad_value("the count was stopped"))?;
    Ok(counts.into_iter().map(|counts| PyArray1::from_vec(py, counts)).collect())
}
