//! What only Pah-Tum is asked.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use pyo3::types::PyBool;

use super::arguments::{self, between, short_repr};
use super::errors::{bad_value, refused_move};
use super::memory::need;
use super::progress::look_for_signals;
use super::questions::{OfGame, of_game};
use crate::board::{Point, Size};
use crate::games::pah_tum::PahTum;
use crate::games::pah_tum::solver::{self, Progress, Settings};
use crate::position::{Notation as _, Refusal};

/// Questions that only Pah-Tum has.
#[pymodule(submodule)]
pub mod pah_tum {
    #[pymodule_export]
    use super::{ScoredRow, SolvedEnding, captures, rows, score_if, scores, solve, supply};
}

#[doc = py_doc!(ScoredRow)]
#[pyclass(frozen, get_all, module = "fivefold._core.pah_tum")]
pub struct ScoredRow {
    pub colour: &'static str,
    pub points: Vec<String>,
    pub worth: i32,
}

#[doc = py_doc!(SolvedEnding)]
#[pyclass(frozen, get_all, module = "fivefold._core.pah_tum")]
pub struct SolvedEnding {
    pub value: i32,
    pub line: Vec<String>,
    pub nodes: u64,
}

/// Most threads that the solver may be given.
const MAX_THREADS: i64 = 1024;

fn pah_tum_of<'a, 'py>(
    position: &'a Bound<'py, PyAny>,
    function: &str,
) -> PyResult<OfGame<'a, 'py, PahTum>> {
    of_game::<PahTum>(position, &format!("pah_tum.{function}"), "Pah-Tum")
}

fn names(position: &PahTum, squares: &[u16]) -> Vec<String> {
    let size = Size::square(position.size());
    squares.iter().map(|&square| size.name(Point(square))).collect()
}

#[doc = py_doc!(pah_tum.scores)]
#[pyfunction]
pub fn scores(position: &Bound<'_, PyAny>) -> PyResult<(i32, i32)> {
    let [first, second] = pah_tum_of(position, "scores")?.get().scores();
    Ok((first, second))
}

#[doc = py_doc!(pah_tum.rows)]
#[pyfunction]
pub fn rows(position: &Bound<'_, PyAny>) -> PyResult<Vec<ScoredRow>> {
    let game = pah_tum_of(position, "rows")?;
    let position = game.get();
    let row = |row: crate::position::ScoringRow| ScoredRow {
        colour: ["yellow", "blue"][row.colour],
        points: names(position, &row.points),
        worth: row.worth,
    };
    Ok(position.rows().into_iter().map(row).collect())
}

#[doc = py_doc!(pah_tum.score_if)]
#[pyfunction]
pub fn score_if(position: &Bound<'_, PyAny>, r#move: &Bound<'_, PyAny>) -> PyResult<(i32, i32)> {
    let game = pah_tum_of(position, "score_if")?;
    let action = game.action(r#move)?;
    let [first, second] = game.get().score_if(action).map_err(|refusal| refused_move(&refusal))?;
    Ok((first, second))
}

#[doc = py_doc!(pah_tum.supply)]
#[pyfunction]
pub fn supply(position: &Bound<'_, PyAny>) -> PyResult<Option<(u16, u16)>> {
    Ok(pah_tum_of(position, "supply")?.get().supply().map(|[yellow, blue]| (yellow, blue)))
}

#[doc = py_doc!(pah_tum.captures)]
#[pyfunction]
pub fn captures(position: &Bound<'_, PyAny>, point: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let game = pah_tum_of(position, "captures")?;
    let action = game.action(point)?;
    let points = game.rules().info.board_shape().iter().product::<usize>();
    if action.index() >= points {
        let message = format!("{} is refused: it is a move, no point", short_repr(point));
        return Err(refused_move(&Refusal::unreadable(message)));
    }
    Ok(names(game.get(), &game.get().captures(action.0)))
}

#[doc = py_doc!(pah_tum.solve)]
#[pyfunction]
#[pyo3(
    signature = (position, *, progress = None, threads = None, memory = None),
    text_signature = "(position, *, progress=None, threads=None, memory=None)"
)]
pub fn solve(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    progress: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
) -> PyResult<SolvedEnding> {
    let game = pah_tum_of(position, "solve")?;
    let threads = arguments::threads(threads, MAX_THREADS)?;
    let mut settings = Settings { threads, ..Settings::default() };
    if let Some(memory) = memory.filter(|memory| !memory.is_none()) {
        settings.memory = between(memory, "memory", 0, i64::MAX)? as usize;
        need(settings.memory, &format!("memory={}", settings.memory))?;
    }
    let mut ticker = SolverTicker::new(py, progress)?;
    let position = game.get();
    let solution =
        py.detach(|| solver::solve(position, settings, |progress| ticker.tick(progress)));
    ticker.finish(py)?;
    let solution = solution.map_err(|refusal| refused_move(&refusal))?;
    let solution = solution.ok_or_else(|| bad_value("the search was stopped"))?;
    let line = solution.line.iter().map(|&action| position.move_text(action)).collect();
    Ok(SolvedEnding { value: solution.value, line, nodes: solution.nodes })
}

/// Where the progress of a search goes: it has no total, so it is no bar.
enum SolverOutput {
    Nowhere,
    /// Called with (nodes, lower, upper).
    Callable(Py<PyAny>),
    /// One line on stderr, written over.
    Line(Py<PyAny>),
}

/// Looks for Ctrl-C and tells how far a search is.
struct SolverTicker {
    output: SolverOutput,
    error: Option<PyErr>,
}

impl SolverTicker {
    fn new(py: Python<'_>, progress: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let output = match progress.filter(|progress| !progress.is_none()) {
            None => SolverOutput::Nowhere,
            Some(progress) => match progress.cast::<PyBool>() {
                Ok(flag) if flag.is_true() => {
                    SolverOutput::Line(py.import("sys")?.getattr("stderr")?.unbind())
                }
                Ok(_) => SolverOutput::Nowhere,
                Err(_) if progress.is_callable() => {
                    SolverOutput::Callable(progress.clone().unbind())
                }
                Err(_) => {
                    return Err(bad_value(format!(
                        "progress={} is refused: it takes True, False or a callable of (nodes, \
                         lower, upper)",
                        short_repr(progress)
                    )));
                }
            },
        };
        Ok(Self { output, error: None })
    }

    fn tick(&mut self, progress: Progress) -> ControlFlow<()> {
        let result = Python::attach(|py| {
            look_for_signals(py)?;
            self.show(py, progress)
        });
        match result {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn show(&self, py: Python<'_>, progress: Progress) -> PyResult<()> {
        let Progress { nodes, lower, upper } = progress;
        match &self.output {
            SolverOutput::Nowhere => {}
            SolverOutput::Callable(callable) => drop(callable.call1(py, (nodes, lower, upper))?),
            SolverOutput::Line(stderr) => {
                let line = format!("\r{nodes} positions, value from {lower} to {upper}   ");
                stderr.call_method1(py, "write", (line,))?;
                stderr.call_method0(py, "flush")?;
            }
        }
        Ok(())
    }

    /// Ends the show; the error that stopped the search, if one did.
    fn finish(self, py: Python<'_>) -> PyResult<()> {
        if let SolverOutput::Line(stderr) = &self.output {
            stderr.call_method1(py, "write", ("\n",))?;
        }
        self.error.map_or(Ok(()), Err)
    }
}
