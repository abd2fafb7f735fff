//! The search for proofs made of lemmas: what `fivefold.search.ProofSearch` with `form=2` is built on.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};

use pyo3::prelude::*;

use super::arguments::between;
use super::busy;
use super::errors::{WrongGameError, bad_value};
use super::proof_search::{ProofText, limited, side, subject};
use crate::board::Colour;
use crate::games::AnyPosition;
use crate::stones::{Five, Fouls, StoneGame};
use crate::threats::lemmas::{Counts, EFFORT, LARGEST, Law, LemmaSearch as Search};

#[doc = py_doc!(LemmaSearch)]
#[pyclass(frozen, module = "fivefold")]
pub struct LemmaSearch {
    state: Mutex<Search>,
    counts: Arc<Counts>,
    attacker: Colour,
}

impl LemmaSearch {
    fn state(&self) -> PyResult<MutexGuard<'_, Search>> {
        busy::locked(&self.state, "proof search")
    }
}

/// The search of a position; `None` where no such proof can be.
fn search_of<P: StoneGame>(position: &P, attacker: Colour) -> Option<Search> {
    let setting = position.setting()?;
    let size = setting.grid.size();
    let is_wide = size.columns != size.rows || i32::from(size.rows) > LARGEST;
    let exact = setting.five == [Five::Exact; 2];
    if is_wide
        || setting.captures.is_some()
        || Colour::BOTH.iter().any(|&colour| setting.fouls.bind(colour))
        || !exact && setting.five != [Five::OrMore; 2]
    {
        return None;
    }
    let sides = [attacker, attacker.other()].map(|colour| {
        let points = size.iter().filter(|&point| setting.grid.stone(point) == Some(colour));
        points.map(|point| size.xy(point)).collect::<Vec<_>>()
    });
    let law = Law { row: 5, exact };
    Some(Search::new(size.rows, law, [&sides[0], &sides[1]], setting.next == attacker))
}

fn name(is_proven: bool) -> &'static str {
    if is_proven { "won" } else { "open" }
}

#[pymethods]
impl LemmaSearch {
    #[new]
    #[pyo3(signature = (position, attacker, folder = None, guide = None, effort = None))]
    fn new(
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        attacker: &Bound<'_, PyAny>,
        folder: Option<PathBuf>,
        guide: Option<&str>,
        effort: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (position, colour) = subject(position, attacker)?;
        let effort = match effort {
            Some(effort) => between(effort, "nodes", 1, i64::MAX)? as u64,
            None => EFFORT,
        };
        let search = match position {
            AnyPosition::Gomoku(game) => search_of(game, colour),
            AnyPosition::Renju(game) => search_of(game, colour),
            AnyPosition::Pagoda(game) => search_of(game, colour),
            _ => None,
        };
        let mut search = search.ok_or_else(|| {
            WrongGameError::new_err(format!(
                "a proof search of form 2 is refused: it takes a position in play of a game in which five or \
                 more in a row, or exactly five, win for both, without fouls and captures, on a square board \
                 of up to {LARGEST} columns",
            ))
        })?;
        search.set_effort(effort);
        if let Some(lines) = guide {
            let read = py.detach(|| search.advise_lines(lines, colour == Colour::Black));
            read.map_err(|line| {
                bad_value(format!(
                    "skeleton is refused: its line {line} names a point that there is not, or one twice"
                ))
            })?;
        }
        if let Some(folder) = folder {
            py.detach(|| search.open(&folder))?;
        }
        let counts = search.counts();
        Ok(Self { state: Mutex::new(search), counts, attacker: colour })
    }

    #[doc = py_doc!(LemmaSearch.run)]
    #[pyo3(signature = (seconds = None, nodes = None, quiet_moves = None, answers = None, progress = None))]
    fn run(
        &self,
        py: Python<'_>,
        seconds: Option<&Bound<'_, PyAny>>,
        nodes: Option<&Bound<'_, PyAny>>,
        quiet_moves: Option<&Bound<'_, PyAny>>,
        answers: Option<Vec<String>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<&'static str> {
        let max = quiet_moves.map_or(Ok(4), |max| between(max, "quiet_moves", 0, 100))? as u32;
        let mut state = self.state()?;
        let only = answers.as_deref().map(|names| state.replies_named(names)).transpose();
        let only = only.map_err(no_reply)?;
        let (search, counts) = (&mut *state, &self.counts);
        let first = counts.nodes.load(Ordering::Relaxed);
        let proven = limited(py, [seconds, nodes, progress], |nodes, tick| {
            search.run(max, only.as_deref(), &mut || {
                let done = counts.nodes.load(Ordering::Relaxed);
                if done - first >= nodes { ControlFlow::Break(()) } else { tick(done) }
            })
        })?;
        state.fault()?;
        Ok(name(proven))
    }

    #[doc = py_doc!(LemmaSearch.set_retries)]
    fn set_retries(&self, retries: &Bound<'_, PyAny>) -> PyResult<()> {
        self.state()?.set_retries(between(retries, "retries", 0, 6)? as u32);
        Ok(())
    }

    #[doc = py_doc!(LemmaSearch.verdict)]
    #[getter]
    fn verdict(&self) -> PyResult<&'static str> {
        Ok(name(self.state()?.is_proven()))
    }

    #[doc = py_doc!(LemmaSearch.attacker)]
    #[getter]
    fn attacker(&self) -> &'static str {
        self.attacker.name()
    }

    #[doc = py_doc!(LemmaSearch.nodes)]
    #[getter]
    fn nodes(&self) -> u64 {
        self.counts.nodes.load(Ordering::Relaxed)
    }

    #[doc = py_doc!(LemmaSearch.proven)]
    #[getter]
    fn proven(&self) -> usize {
        self.counts.entries.load(Ordering::Relaxed)
    }

    #[doc = py_doc!(LemmaSearch.lemmas)]
    #[getter]
    fn lemmas(&self) -> usize {
        self.counts.lemmas.load(Ordering::Relaxed)
    }

    #[doc = py_doc!(LemmaSearch.open_answers)]
    #[getter]
    fn open_answers(&self) -> PyResult<Vec<String>> {
        Ok(self.state()?.open_names())
    }

    #[doc = py_doc!(LemmaSearch.text)]
    #[pyo3(signature = (answer = None))]
    fn text(&self, py: Python<'_>, answer: Option<String>) -> PyResult<Option<ProofText>> {
        let state = self.state()?;
        let reply = answer.as_slice();
        let reply = state.replies_named(reply).map_err(no_reply)?.pop();
        let entries = py.detach(|| state.proof_text(reply));
        let [attacker, defender] = state.root_text(reply);
        let (size, is_exact, to_move) = state.game();
        let to_move = side(to_move || reply.is_some());
        Ok(entries.map(|entries| ProofText {
            size,
            is_exact,
            attacker,
            defender,
            to_move,
            entries,
        }))
    }
}

fn no_reply(name: &str) -> PyErr {
    bad_value(format!("answers is refused: '{name}' is no reply at the root"))
}
