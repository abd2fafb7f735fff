//! How many positions and games there are.

use numpy::ndarray::Array2;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

use super::arguments::{Seed, between};
use super::errors::bad_value;
use super::progress::Ticker;
use super::rules::Rules;
use crate::complexity::inclusion::{self, Counts, MAX_POINTS};
use crate::complexity::splitting::{self, Count};
use crate::complexity::{RowRules, knuth, population};
use crate::pool;

/// Most samples of one call.
const MAX_SAMPLES: i64 = 1_000_000_000;

#[doc = py_doc!(SmallBoardCounts)]
#[pyclass(frozen, get_all, module = "fivefold._core.complexity")]
pub struct SmallBoardCounts {
    pub open: Vec<i64>,
    pub won: Vec<i64>,
    pub orders: Vec<i64>,
}

#[doc = py_doc!(GamePopulations)]
#[pyclass(frozen, get_all, module = "fivefold._core.complexity")]
pub struct GamePopulations {
    pub logs: Py<PyArray1<f64>>,
    pub steps: Vec<u64>,
}

fn rows_of(
    columns: &Bound<'_, PyAny>,
    rows: &Bound<'_, PyAny>,
    exact: (bool, bool),
    centred: bool,
) -> PyResult<RowRules> {
    let columns = between(columns, "columns", 5, 63)? as usize;
    let rows = between(rows, "rows", 5, 63)? as usize;
    if centred && (columns * rows).is_multiple_of(2) {
        return Err(bad_value(
            "centred=True is refused: a board with even sides has no centre (G2)",
        ));
    }
    Ok(RowRules { columns, rows, exact: [exact.0, exact.1], centred })
}

#[doc = py_doc!(complexity.gomoku_counts)]
#[pyfunction]
#[pyo3(signature = (columns, rows, exact, centred))]
pub fn gomoku_counts(
    py: Python<'_>,
    columns: &Bound<'_, PyAny>,
    rows: &Bound<'_, PyAny>,
    exact: (bool, bool),
    centred: bool,
) -> PyResult<SmallBoardCounts> {
    let rows = rows_of(columns, rows, exact, centred)?;
    if rows.points() > MAX_POINTS {
        return Err(bad_value(format!(
            "a board of {} points is refused: at most {MAX_POINTS} are counted exactly",
            rows.points()
        )));
    }
    let Counts { open, won, orders } = py.detach(|| inclusion::counts(&rows));
    Ok(SmallBoardCounts { open, won, orders })
}

#[doc = py_doc!(complexity.gomoku_clouds)]
#[pyfunction]
#[pyo3(signature = (columns, rows, exact, centred, timed, boards, seed, threads = None, progress = None))]
#[allow(clippy::too_many_arguments)] // it is the Python signature
pub fn gomoku_clouds<'py>(
    py: Python<'py>,
    columns: &Bound<'py, PyAny>,
    rows: &Bound<'py, PyAny>,
    exact: (bool, bool),
    centred: bool,
    timed: bool,
    boards: Vec<usize>,
    seed: Seed,
    threads: Option<usize>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let rows = rows_of(columns, rows, exact, centred)?;
    if boards.contains(&0) || boards.iter().sum::<usize>() > MAX_SAMPLES as usize {
        return Err(bad_value("boards are refused: a cloud has 1 or more, all have 10^9 at most"));
    }
    let count = if timed { Count::Games } else { Count::Positions };
    let threads = pool::thread_count(threads);
    let mut ticker = Ticker::new(py, progress, boards.len() * rows.points())?;
    let sizes = py.detach(|| {
        splitting::clouds(&rows, count, &boards, seed.0, threads, |done| ticker.tick(done))
    });
    ticker.finish(py)?;
    let sizes = sizes.ok_or_else(|| bad_value("the count was stopped"))?;
    let columns = |i: usize, j: usize| [sizes[i].open, sizes[i].over, sizes[i].games][j];
    let array = Array2::from_shape_fn((sizes.len(), 3), |(i, j)| columns(i, j));
    Ok(PyArray2::from_owned_array(py, array))
}

#[doc = py_doc!(complexity.game_products)]
#[pyfunction]
#[pyo3(signature = (rules, samples, seed, turns = None, threads = None, progress = None))]
pub fn game_products<'py>(
    py: Python<'py>,
    rules: &Bound<'py, Rules>,
    samples: &Bound<'py, PyAny>,
    seed: Seed,
    turns: Option<u32>,
    threads: Option<usize>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let samples = between(samples, "samples", 1, MAX_SAMPLES)? as usize;
    let threads = pool::thread_count(threads);
    let game = &rules.get().game;
    let mut ticker = Ticker::new(py, progress, samples)?;
    let logs = py.detach(|| {
        knuth::products(game, samples, turns, seed.0, threads, |done| ticker.tick(done))
    });
    ticker.finish(py)?;
    let logs = logs.ok_or_else(|| bad_value("the count was stopped"))?;
    Ok(PyArray1::from_vec(py, logs))
}

#[doc = py_doc!(complexity.game_populations)]
#[pyfunction]
#[pyo3(signature = (rules, sizes, seed, turns = None, max_steps = None, threads = None, progress = None))]
#[allow(clippy::too_many_arguments)] // it is the Python signature
pub fn game_populations(
    py: Python<'_>,
    rules: &Bound<'_, Rules>,
    sizes: Vec<usize>,
    seed: Seed,
    turns: Option<u32>,
    max_steps: Option<u64>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<GamePopulations> {
    if sizes.contains(&0) || sizes.iter().sum::<usize>() > MAX_SAMPLES as usize {
        return Err(bad_value(
            "sizes are refused: a population has 1 or more, all have 10^9 at most",
        ));
    }
    let threads = pool::thread_count(threads);
    let game = &rules.get().game;
    let max_steps = max_steps.unwrap_or(u64::MAX);
    let mut ticker = Ticker::new(py, progress, usize::MAX)?;
    let populations = py.detach(|| {
        population::populations(game, &sizes, turns, seed.0, max_steps, threads, |done| {
            ticker.tick(done)
        })
    });
    ticker.finish(py)?;
    let populations = populations.ok_or_else(|| bad_value("the count was stopped"))?;
    let logs = PyArray1::from_iter(py, populations.iter().map(|one| one.log)).unbind();
    Ok(GamePopulations { logs, steps: populations.iter().map(|one| one.steps).collect() })
}
