//! Long calls: they look for Ctrl-C now and then and tell how far they are.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict};

use super::arguments::short_repr;
use super::errors::{AnswerNow, bad_value};

/// How often a long call attaches to Python again.
const POLL_EVERY: Duration = Duration::from_millis(50);

/// Finds out whether the call is to end: Ctrl-C was pressed, or another thread has raised something in
/// this one, which Python heeds where it runs code of its own.
pub fn look_for_signals(py: Python<'_>) -> PyResult<()> {
    static NOTHING: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    py.check_signals()?;
    let nothing =
        NOTHING.get_or_try_init(py, || py.eval(c"lambda: None", None, None).map(Into::into))?;
    nothing.call0(py).map(drop)
}

/// Where progress goes.
enum Output {
    Nowhere,
    /// Called with (done, total).
    Callable(Py<PyAny>),
    /// A tqdm bar.
    Bar(Py<PyAny>),
    /// One line on stderr, written over.
    Line(Py<PyAny>),
}

/// Progress and interruption of a long call: the job calls [`Ticker::tick`] often, which says whether to
/// stop.
pub struct Ticker {
    output: Output,
    total: usize,
    last_done: usize,
    began: Instant,
    looked: Instant,
    error: Option<PyErr>,
}

impl Ticker {
    /// `progress` is False, True (tqdm, else a line on stderr) or a callable of (done, total).
    pub fn new(
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        total: usize,
    ) -> PyResult<Self> {
        let output = match progress.filter(|progress| !progress.is_none()) {
            None => Output::Nowhere,
            Some(progress) => match progress.cast::<PyBool>() {
                Ok(flag) if flag.is_true() => bar(py, total)?,
                Ok(_) => Output::Nowhere,
                Err(_) if progress.is_callable() => Output::Callable(progress.clone().unbind()),
                Err(_) => {
                    return Err(bad_value(format!(
                        "progress={} is refused: it takes True, False or a callable of (done, total)",
                        short_repr(progress)
                    )));
                }
            },
        };
        let now = Instant::now();
        Ok(Self { output, total, last_done: 0, began: now, looked: now, error: None })
    }

    /// So much is done; called without Python, attaches to it now and then. Once it breaks off it does so
    /// for good.
    pub fn tick(&mut self, done: usize) -> ControlFlow<()> {
        if self.error.is_some() {
            return ControlFlow::Break(());
        }
        if self.looked.elapsed() < POLL_EVERY && done < self.total {
            return ControlFlow::Continue(());
        }
        let result = Python::attach(|py| {
            look_for_signals(py)?;
            self.show(py, done)
        });
        self.looked = Instant::now();
        match result {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn show(&mut self, py: Python<'_>, done: usize) -> PyResult<()> {
        match &self.output {
            Output::Nowhere => {}
            Output::Callable(callable) => drop(callable.call1(py, (done, self.total))?),
            Output::Bar(bar) => drop(bar.call_method1(py, "update", (done - self.last_done,))?),
            Output::Line(stderr) => {
                let seconds = self.began.elapsed().as_secs_f64().max(1e-9);
                let rate = done as f64 / seconds;
                let left = (self.total - done) as f64 / rate.max(1e-9);
                let line = format!(
                    "\r{done} of {} games, {rate:.0} a second, {left:.0} s left   ",
                    self.total
                );
                stderr.call_method1(py, "write", (line,))?;
                stderr.call_method0(py, "flush")?;
            }
        }
        self.last_done = done;
        Ok(())
    }

    /// Has the call been stopped? Not if it shall answer with what it has: then nothing is an error.
    pub fn is_left(&mut self) -> bool {
        let answers = |error: &PyErr| Python::attach(|py| error.is_instance_of::<AnswerNow>(py));
        self.error.as_ref().is_some_and(|error| !answers(error))
    }

    /// Ends the show of a call that can answer at any time: the error that stopped it, if one did.
    pub fn answer(mut self, py: Python<'_>) -> PyResult<()> {
        if !self.is_left() {
            self.error = None;
        }
        self.finish(py)
    }

    /// Ends the show; the error that stopped the call, if one did.
    pub fn finish(self, py: Python<'_>) -> PyResult<()> {
        match &self.output {
            Output::Bar(bar) => drop(bar.call_method0(py, "close")?),
            Output::Line(stderr) => drop(stderr.call_method1(py, "write", ("\n",))?),
            Output::Nowhere | Output::Callable(_) => {}
        }
        self.error.map_or(Ok(()), Err)
    }
}

fn bar(py: Python<'_>, total: usize) -> PyResult<Output> {
    let Ok(tqdm) = py.import("tqdm.auto").and_then(|module| module.getattr("tqdm")) else {
        return Ok(Output::Line(py.import("sys")?.getattr("stderr")?.unbind()));
    };
    let options = PyDict::new(py);
    options.set_item("total", total)?;
    options.set_item("unit", " games")?;
    options.set_item("unit_scale", true)?;
    Ok(Output::Bar(tqdm.call((), Some(&options))?.unbind()))
}
