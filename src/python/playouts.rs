//! Random games by the million, and the counting of sequences.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use super::arguments::{self, Seed, between, shown};
use super::errors::bad_value;
use super::history::{History, Step};
use super::playouts_saved;
use super::position::{self, Position};
use super::progress::Ticker;
use super::record::Record;
use super::rules::Rules;
use super::views::View;
use crate::perft::Unit;
use crate::playout::{Results, Sequence, Source};
use crate::pool;
use crate::position::Termination;

/// More threads than any machine of today has: past it, the system refuses them.
const MOST_THREADS: i64 = 512;
/// Actions of each game that the results can keep: an opening, not the game.
const MOST_KEPT: i64 = 64;

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
    returns: View,
    turns: View,
    actions: View,
    termination: View,
    winners: View,
    first_actions: View,
    seeds: View,
}

impl Columns {
    /// Of the results of `games` games of `players` players, with the first `kept` actions of each.
    pub fn new(
        py: Python<'_>,
        results: Results,
        games: usize,
        players: usize,
        kept: usize,
    ) -> PyResult<Self> {
        Ok(Self {
            returns: View::frozen(py, results.returns, &[games, players])?,
            turns: View::frozen(py, results.turns, &[games])?,
            actions: View::frozen(py, results.actions, &[games])?,
            termination: View::frozen(py, results.termination, &[games])?,
            winners: View::frozen(py, results.winners, &[games])?,
            first_actions: View::frozen(py, results.first_actions, &[games, kept])?,
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

/// What `summary` tells, counted once, when it is asked for first.
struct Summary {
    wins: Vec<u64>,
    draws: u64,
    mean_returns: Vec<f64>,
    /// Mean, least, greatest.
    turns: (f64, u16, u16),
    actions: (f64, u16, u16),
    terminations: Vec<(Termination, u64)>,
}

impl Summary {
    fn of(playouts: &Playouts) -> Self {
        let Playouts { games, rules, .. } = playouts;
        let players = rules.get().info.num_players;
        let teams = rules.get().info.team_bits();
        let (mut wins, mut draws, mut sums) = (vec![0; players], 0, vec![0.0_f64; players]);
        for (winners, &count) in (0..=u8::MAX).zip(&counts_of(playouts.columns.winners.values())) {
            // Several winners that are no team draw (N15).
            if winners.is_power_of_two() || teams.contains(&winners) {
                for (seat, wins) in wins.iter_mut().enumerate() {
                    *wins += count * u64::from(winners >> seat & 1);
                }
            } else {
                draws += count;
            }
        }
        let returns = playouts.columns.returns.values::<f32>();
        if let [first, second] = &mut sums[..] {
            for &[one, other] in returns.as_chunks::<2>().0 {
                *first += f64::from(one);
                *second += f64::from(other);
            }
        } else {
            for returns in returns.chunks_exact(players) {
                for (sum, &value) in sums.iter_mut().zip(returns) {
                    *sum += f64::from(value);
                }
            }
        }
        let spread = |values: &[u16]| {
            let (mut sum, mut least, mut most) = (0, u16::MAX, 0);
            for &value in values {
                sum += u64::from(value);
                least = least.min(value);
                most = most.max(value);
            }
            // Without games nothing is least.
            (sum as f64 / *games.max(&1) as f64, least.min(most), most)
        };
        let counts = counts_of(playouts.columns.termination.values());
        let terminations =
            Termination::ALL.into_iter().map(|why| (why, counts[usize::from(why as u8)]));
        Self {
            wins,
            draws,
            mean_returns: sums.into_iter().map(|sum| sum / *games.max(&1) as f64).collect(),
            turns: spread(playouts.columns.turns.values()),
            actions: spread(playouts.columns.actions.values()),
            terminations: terminations.filter(|(_, count)| *count > 0).collect(),
        }
    }
}

/// How often each number occurs, from 0 to 255. Neighbours are counted apart: the same number twice in a row would
/// have to wait for itself.
fn counts_of(numbers: &[u8]) -> Vec<u64> {
    let (mut even, mut odd) = ([0; 256], [0; 256]);
    let (pairs, rest) = numbers.as_chunks::<2>();
    for &[one, other] in pairs {
        even[usize::from(one)] += 1;
        odd[usize::from(other)] += 1;
    }
    for &one in rest {
        even[usize::from(one)] += 1;
    }
    even.iter().zip(odd).map(|(even, odd)| even + odd).collect()
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
        let dict = PyDict::new(py);
        dict.set_item("games", self.games)?;
        dict.set_item("wins", &this.wins)?;
        dict.set_item("draws", this.draws)?;
        dict.set_item("mean_returns", &this.mean_returns)?;
        for (name, (mean, least, most)) in [("turns", this.turns), ("actions", this.actions)] {
            let spread = PyDict::new(py);
            spread.set_item("mean", mean)?;
            spread.set_item("min", least)?;
            spread.set_item("max", most)?;
            dict.set_item(name, spread)?;
        }
        let endings = PyDict::new(py);
        for &(why, count) in &this.terminations {
            let name = super::outcome::termination(py, why)?.getattr("name")?;
            endings.set_item(name.call_method0("lower")?, count)?;
        }
        dict.set_item("terminations", endings)?;
        Ok(dict)
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

#[doc = py_doc!(playouts)]
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
    let (rules, source, n) = if let Some(rules) = super::rules::given(rules)? {
        (rules, Source::Rules, each)
    } else if let Ok(position) = rules.cast::<Position>() {
        let position = position.get();
        (position.rules.clone_ref(py), Source::Position(Box::new(position.inner.clone())), each)
    } else if let Some((rules, list)) = position::list(rules)? {
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
            shown(rules)
        )));
    };
    let Seed(seed) = seed;
    let first = match first {
        Some(first) => between(first, "first", 0, i64::MAX - each as i64)? as u64,
        None => 0,
    };
    let threads = match threads.filter(|threads| !threads.is_none()) {
        Some(threads) => Some(between(threads, "threads", 1, MOST_THREADS)? as usize),
        None => None,
    };
    let threads = pool::thread_count(threads).min(MOST_THREADS as usize);
    let sequence = Sequence { game: rules.get().game.clone(), source, seed };
    let players = rules.get().info.num_players;
    let kept = match first_actions.filter(|kept| !kept.is_none()) {
        Some(kept) => between(kept, "first_actions", 0, MOST_KEPT)? as usize,
        None => 0,
    };
    // Asked for as one block first: an error is better than an abort half way.
    let bytes = n.saturating_mul(4 * players + 2 * kept + 14);
    if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        return Err(bad_value(format!(
            "n={n} is refused: there is not enough memory for these games"
        )));
    }
    let mut ticker = Ticker::new(py, progress, n)?;
    let results =
        py.detach(|| sequence.play_keeping(kept, first, n, threads, |done| ticker.tick(done)));
    ticker.finish(py)?;
    let results = results.ok_or_else(|| bad_value("the playouts were stopped"))?;
    let columns = Columns::new(py, results, n, players, kept)?;
    Ok(Playouts::new(rules, sequence, first, n, columns))
}

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
