//! The exact search over all moves: what `fivefold.search.ProofSearch` is built on.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::arguments::{between, short_repr, text};
use super::busy;
use super::errors::{WrongGameError, bad_value};
use super::memory::need;
use super::position::Position;
use super::progress::Ticker;
use super::search::parse_seconds;
use super::threats::{Branch, to_branch};
use crate::board::Colour;
use crate::games::AnyPosition;
use crate::threats::exact::{Exact, Verdict};

#[doc = py_doc!(ProofSearch)]
#[pyclass(frozen, module = "fivefold")]
pub struct ProofSearch {
    state: Mutex<Exact>,
    proven: Arc<AtomicU64>,
    attacker: Colour,
}

/// The bytes of `memory` MiB.
fn parse_memory(memory: &Bound<'_, PyAny>) -> PyResult<usize> {
    let mebibytes = between(memory, "memory", 1, 1 << 20)?;
    let bytes = mebibytes as usize * (1 << 20);
    need(bytes, &format!("memory={mebibytes}"))?;
    Ok(bytes)
}

/// The position that a search is of, and the side that shall win.
pub fn subject<'a>(
    position: &'a Bound<'_, PyAny>,
    attacker: &Bound<'_, PyAny>,
) -> PyResult<(&'a AnyPosition, Colour)> {
    let Ok(position) = position.cast::<Position>() else {
        let repr = short_repr(position);
        return Err(bad_value(format!("{repr} is refused: a proof search takes a Position")));
    };
    let attacker = text(attacker, "attacker")?;
    let colour = Colour::BOTH.into_iter().find(|colour| colour.name() == attacker);
    let colour = colour.ok_or_else(|| {
        bad_value(format!("attacker='{attacker}' is refused: it takes 'black' or 'white'"))
    })?;
    Ok((&position.get().inner, colour))
}

/// Runs a search within limits of seconds and of nodes, and shows its progress. It is given how many nodes
/// it may look at, and what to call with those that it has looked at.
pub fn limited<T: Send>(
    py: Python<'_>,
    [seconds, nodes, progress]: [Option<&Bound<'_, PyAny>>; 3],
    run: impl FnOnce(u64, &mut dyn FnMut(u64) -> ControlFlow<()>) -> T + Send,
) -> PyResult<T> {
    let time = parse_seconds(seconds)?;
    let nodes = match nodes.filter(|nodes| !nodes.is_none()) {
        Some(nodes) => between(nodes, "nodes", 0, i64::MAX)? as u64,
        None => u64::MAX,
    };
    let mut ticker = Ticker::new(py, progress, usize::MAX)?;
    let began = Instant::now();
    let result = py.detach(|| {
        run(nodes, &mut |done| {
            if time.is_some_and(|time| began.elapsed() >= time) {
                return ControlFlow::Break(());
            }
            ticker.tick(done as usize)
        })
    });
    ticker.finish(py)?;
    Ok(result)
}

impl ProofSearch {
    fn of(search: Exact) -> Self {
        let (proven, attacker) = (search.proven(), search.root().attacker);
        Self { state: Mutex::new(search), proven, attacker }
    }

    fn state(&self) -> PyResult<MutexGuard<'_, Exact>> {
        busy::locked(&self.state, "proof search")
    }
}

#[doc = py_doc!(ProofText)]
#[pyclass(frozen, get_all, module = "fivefold._core.proofs")]
pub struct ProofText {
    pub size: u8,
    pub is_exact: bool,
    pub attacker: String,
    pub defender: String,
    pub to_move: &'static str,
    pub entries: String,
}

/// Whose move it is at the root of a proof.
pub fn side(is_attacker: bool) -> &'static str {
    if is_attacker { "attacker" } else { "defender" }
}

fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Won => "won",
        Verdict::NotWon => "not won",
        Verdict::Open => "open",
    }
}

#[pymethods]
impl ProofSearch {
    #[new]
    #[pyo3(signature = (position, attacker, memory))]
    fn new(
        position: &Bound<'_, PyAny>,
        attacker: &Bound<'_, PyAny>,
        memory: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let (position, colour) = subject(position, attacker)?;
        let bytes = parse_memory(memory)?;
        let search = match position {
            AnyPosition::Gomoku(game) => Exact::new(game, colour, bytes),
            AnyPosition::Renju(game) => Exact::new(game, colour, bytes),
            AnyPosition::Pagoda(game) => Exact::new(game, colour, bytes),
            _ => None,
        };
        search.map(Self::of).ok_or_else(|| {
            WrongGameError::new_err(
                "a proof search is refused: it takes a position in play of a game in which five or more \
                 in a row win for both, without fouls and captures",
            )
        })
    }

    #[doc = py_doc!(ProofSearch.from_bytes)]
    #[staticmethod]
    fn from_bytes(py: Python<'_>, state: &[u8], memory: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bytes = parse_memory(memory)?;
        let search = py.detach(|| Exact::from_bytes(state, bytes));
        search
            .map(Self::of)
            .ok_or_else(|| bad_value("this is no state of a proof search, or it is damaged"))
    }

    #[doc = py_doc!(ProofSearch.to_bytes)]
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = self.state()?;
        let bytes = py.detach(|| state.to_bytes());
        Ok(PyBytes::new(py, &bytes))
    }

    #[doc = py_doc!(ProofSearch.run)]
    #[pyo3(signature = (seconds = None, nodes = None, progress = None))]
    fn run(
        &self,
        py: Python<'_>,
        seconds: Option<&Bound<'_, PyAny>>,
        nodes: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<&'static str> {
        let mut state = self.state()?;
        let search = &mut *state;
        let verdict =
            limited(py, [seconds, nodes, progress], |nodes, tick| search.run(nodes, tick))?;
        Ok(name(verdict))
    }

    #[doc = py_doc!(ProofSearch.verdict)]
    #[getter]
    fn verdict(&self) -> PyResult<&'static str> {
        Ok(name(self.state()?.verdict()))
    }

    #[doc = py_doc!(ProofSearch.attacker)]
    #[getter]
    fn attacker(&self) -> &'static str {
        self.attacker.name()
    }

    #[doc = py_doc!(ProofSearch.nodes)]
    #[getter]
    fn nodes(&self) -> PyResult<u64> {
        Ok(self.state()?.nodes())
    }

    #[doc = py_doc!(ProofSearch.proven)]
    #[getter]
    fn proven(&self) -> u64 {
        self.proven.load(Ordering::Relaxed)
    }

    #[doc = py_doc!(ProofSearch.is_full)]
    #[getter]
    fn is_full(&self) -> PyResult<bool> {
        Ok(self.state()?.is_full())
    }

    #[doc = py_doc!(ProofSearch.tree)]
    #[getter]
    fn tree(&self, py: Python<'_>) -> PyResult<Option<Vec<Branch>>> {
        let state = self.state()?;
        let size = state.size();
        let entries = py.detach(|| state.proof());
        Ok(entries.map(|all| all.into_iter().map(|entry| to_branch(size, entry)).collect()))
    }

    #[doc = py_doc!(ProofSearch.text)]
    fn text(&self, py: Python<'_>) -> PyResult<Option<ProofText>> {
        let state = self.state()?;
        let text = py.detach(|| state.proof_text());
        Ok(text.map(|(entries, [attacker, defender])| ProofText {
            size: state.size().columns,
            is_exact: false,
            attacker,
            defender,
            to_move: side(state.root().to_move),
            entries,
        }))
    }
}
