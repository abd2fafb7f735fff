//! Random games by the million.

use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use super::arguments::{self, MAX_THREADS, Seed, between, short_repr};
use super::errors::bad_value;
use super::history::{History, Step};
use super::memory::need;
use super::playouts_saved;
use super::playouts_summary::Summary;
use super::position::Position;
use super::progress::Ticker;
use super::record::Record;
use super::rules::Rules;
use super::set_up;
use super::views::View;
use crate::playout::{Results, Sequence, Source};

/// Actions of each game that the results can keep: an opening, not the game.
const MAX_PREFIX: i64 = 64;

#[doc = py_doc!(Playouts)]
#[pyclass(frozen, module = "fivefold")]
pub struct Playouts {
    pub rules: Py<Rules>,
    pub sequence: Sequence,
    pub first: u64,
    pub games: usize,
    pub columns: Columns,
    results: OnceLock<Summary>,
}

/// The results as arrays.
pub struct Columns {
    pub returns: View,
    pub turns: View,
    pub actions: View,
    pub termination: View,
    pub winners: View,
    pub first_actions: View,
    pub seeds: View,
}

impl Columns {
    /// Of the results of `games` games of `players` players, with the first `kept` actions of each.
    pub fn new(
        py: Python<'_>,
        results: Results,
        games: usize,
        players: usize,
        prefix_len: usize,
    ) -> PyResult<Self> {
        Ok(Self {
            returns: View::frozen(py, results.returns, &[games, players])?,
            turns: View::frozen(py, results.turns, &[games])?,
            actions: View::frozen(py, results.actions, &[games])?,
            termination: View::frozen(py, results.termination, &[games])?,
            winners: View::frozen(py, results.winners, &[games])?,
            first_actions: View::frozen(py, results.first_actions, &[games, prefix_len])?,
            seeds: View::frozen(py, results.seeds, &[games])?,
        })
    }

    /// All of them, in the order of [`Results`].
    pub fn views(&self) -> [&View; 7] {
        let Self { returns, turns, actions, termination, winners, first_actions, seeds } = self;
        [returns, turns, actions, termination, winners, first_actions, seeds]
    }
}

impl Playouts {
    /// Playouts that came to these columns.
    pub fn new(
        rules: Py<Rules>,
        sequence: Sequence,
        first: u64,
        games: usize,
        columns: Columns,
    ) -> Self {
        Self { rules, sequence, first, games, columns, results: OnceLock::new() }
    }
}

#[pymethods]
impl Playouts {
    #[doc = py_doc!(Playouts.rules)]
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Rules> {
        self.rules.clone_ref(py)
    }

    #[doc = py_doc!(Playouts.seed)]
    #[getter]
    fn seed(&self) -> u64 {
        self.sequence.seed
    }

    #[doc = py_doc!(Playouts.first)]
    #[getter]
    fn first(&self) -> u64 {
        self.first
    }

    #[doc = py_doc!(Playouts.returns)]
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.columns.returns.array(py)
    }

    #[doc = py_doc!(Playouts.turns)]
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.columns.turns.array(py)
    }

    #[doc = py_doc!(Playouts.actions)]
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.columns.actions.array(py)
    }

    #[doc = py_doc!(Playouts.termination)]
    #[getter]
    fn termination<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.columns.termination.array(py)
    }

    #[doc = py_doc!(Playouts.winners)]
    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let seats = self.rules.get().info.num_players;
        let winners = super::arrays::winners(self.columns.winners.values(), seats);
        View::frozen(py, winners, &[self.games, seats])?.array(py)
    }

    #[getter]
    fn _winner_bits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.columns.winners.array(py)
    }

    #[doc = py_doc!(Playouts.first_actions)]
    #[getter]
    fn first_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.columns.first_actions.array(py)
    }

    #[doc = py_doc!(Playouts.seeds)]
    #[getter]
    fn seeds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.columns.seeds.array(py)
    }

    fn __len__(&self) -> usize {
        self.games
    }

    #[doc = py_doc!(Playouts.to_arrow)]
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("fivefold._tables")?.call_method1("to_arrow", (slf,))
    }

    #[doc = py_doc!(Playouts.to_pandas)]
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("fivefold._tables")?.call_method1("to_pandas", (slf,))
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("fivefold.draw.summaries")?.call_method1("playouts_html", (slf,))
    }

    #[doc = py_doc!(Playouts.record)]
    fn record(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Record> {
        let games = self.games as i64;
        if games == 0 {
            return Err(bad_value("there are no games to take a record from"));
        }
        let index = between(index, "index", -games, games - 1)?;
        let index = if index < 0 { index + games } else { index };
        let (start, actions) = self.sequence.game_of(self.first, index as u64);
        let past = History::new(start);
        let past = actions.into_iter().fold(past, |past, action| past.push(Step::Action(action)));
        Record::from_history(py, &self.rules, &past)
    }

    #[doc = py_doc!(Playouts.summary)]
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let this = py.detach(|| self.results.get_or_init(|| Summary::of(self)));
        this.dict(py, self.games)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let make = slf.get_type().getattr("_restore")?;
        let parts = playouts_saved::pickled(slf.py(), slf.get())?;
        Ok((make, parts).into_pyobject(slf.py())?.into_any())
    }

    #[classmethod]
    fn _restore(
        class: &Bound<'_, PyType>,
        rules: Py<Rules>,
        start: (Option<Vec<String>>, Option<usize>),
        numbers: (u64, u64, usize),
        columns: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        playouts_saved::restored(class.py(), rules, start, numbers, &columns)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let rules = self.rules.bind(py).repr()?;
        let (games, at) = match &self.sequence.source {
            Source::Positions(list, each) => {
                (*each, format!(" at each of {} positions", list.len()))
            }
            Source::Rules | Source::Position(_) => (self.games, String::new()),
        };
        let (first, last) = (self.first, self.first + games as u64);
        Ok(format!("<Playouts {first}..{last}{at} of {rules}, seed {}>", self.sequence.seed))
    }
}

#[doc = py_doc!(random_games.playouts)]
#[pyfunction]
#[pyo3(
    signature = (
        rules, n, seed = Seed(0), first = None, threads = None, progress = None, *,
        first_actions = None
    ),
    text_signature = "(rules, n, seed=0, first=0, threads=None, progress=False, *, first_actions=0)"
)]
#[allow(clippy::too_many_arguments)] // it is the Python signature
pub fn playouts(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    n: &Bound<'_, PyAny>,
    seed: Seed,
    first: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
    first_actions: Option<&Bound<'_, PyAny>>,
) -> PyResult<Playouts> {
    let each = between(n, "n", 0, i64::from(u32::MAX))? as usize;
    let (rules, source, n) = if let Some(rules) = super::rules::parse_rules(rules)? {
        (rules, Source::Rules, each)
    } else if let Ok(position) = rules.cast::<Position>() {
        let position = position.get();
        (position.rules.clone_ref(py), Source::Position(Box::new(position.inner.clone())), each)
    } else if let Some((rules, list)) = set_up::list(rules)? {
        let n = each.saturating_mul(list.len());
        if u32::try_from(n).is_err() {
            return Err(bad_value(format!(
                "n={each} games at each of {} positions are refused: too many",
                list.len()
            )));
        }
        (rules, Source::Positions(list.into(), each), n)
    } else {
        return Err(bad_value(format!(
            "{} is refused: playouts take Rules, the name of a preset, a Position or a list of Positions",
            short_repr(rules)
        )));
    };
    let Seed(seed) = seed;
    let first = match first {
        Some(first) => between(first, "first", 0, i64::MAX - each as i64)? as u64,
        None => 0,
    };
    let threads = arguments::threads(threads, MAX_THREADS)?;
    let sequence = Sequence { game: rules.get().game.clone(), source, seed };
    let players = rules.get().info.num_players;
    let prefix_len = match first_actions.filter(|prefix_len| !prefix_len.is_none()) {
        Some(prefix_len) => between(prefix_len, "first_actions", 0, MAX_PREFIX)? as usize,
        None => 0,
    };
    need(n.saturating_mul(4 * players + 2 * prefix_len + 14), &format!("n={n}"))?;
    let mut ticker = Ticker::new(py, progress, n)?;
    let results = py
        .detach(|| sequence.play_keeping(prefix_len, first, n, threads, |done| ticker.tick(done)));
    ticker.finish(py)?;
    let results = results.ok_or_else(|| bad_value("the playouts were stopped"))?;
    let columns = Columns::new(py, results, n, players, prefix_len)?;
    Ok(Playouts::new(rules, sequence, first, n, columns))
}
