//! `Batch`: many games in one block of memory.

mod arguments;
mod games;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple, PyType};
use smallvec::SmallVec;

use self::arguments::seeds_for;
use super::arguments::{OptionalArgument, Text, between, short_repr};
use super::arrays;
use super::busy;
use super::errors::{bad_value, refused_move, refused_setup};
use super::history::{History, Step};
use super::position::Position;
use super::record::Record;
use super::rules::Rules;
use super::set_up;
use super::views::{BatchViews, SharedBatch};
use crate::batch::{self, AnyBatch, Keep};
use crate::position::Action;

#[doc = py_doc!(Batch)]
#[pyclass(frozen, module = "fivefold")]
pub struct Batch {
    rules: Py<Rules>,
    games: SharedBatch,
    length: usize,
    keep: Keep,
    views: BatchViews,
}

#[doc = py_doc!(BatchResults)]
#[pyclass(frozen, get_all, module = "fivefold._core.batch")]
pub struct BatchResults {
    pub gains: Py<PyArray1<f64>>,
    pub terminated: Py<PyArray1<bool>>,
    pub truncated: Py<PyArray1<bool>>,
    pub over: usize,
}

#[doc = py_doc!(BatchReplies)]
#[pyclass(frozen, get_all, module = "fivefold._core.batch")]
pub struct BatchReplies {
    pub counts: Py<PyArray1<i64>>,
    pub actions: Py<PyArray1<i64>>,
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(
        signature = (rules, n, seed = OptionalArgument(None), history = None),
        text_signature = "(rules, n, seed=0, history=False)"
    )]
    fn new(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        n: &Bound<'_, PyAny>,
        seed: OptionalArgument,
        history: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let Some(rules) = super::rules::parse_rules(rules)? else {
            let repr = short_repr(rules);
            let why = "a batch takes Rules or the name of a preset";
            return Err(bad_value(format!("{repr} is refused: {why}")));
        };
        let length = between(n, "n", 0, i64::from(u32::MAX))? as usize;
        let seeds = seeds_for(Some(&seed.or_zero(py)?), length)?;
        let game = &rules.get().game.rules;
        let keep = arguments::history(history)?;
        let games = arguments::build_batch(py, game, &seeds, None)?;
        Self::of(py, rules, games, keep)
    }

    #[doc = py_doc!(Batch.from_positions)]
    #[classmethod]
    #[pyo3(
        signature = (positions, seed = OptionalArgument(None), history = None),
        text_signature = "($cls, positions, seed=0, history=False)"
    )]
    fn from_positions(
        _class: &Bound<'_, PyType>,
        positions: &Bound<'_, PyAny>,
        seed: OptionalArgument,
        history: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = positions.py();
        let Some((rules, starts)) = set_up::list(positions)? else {
            let repr = short_repr(positions);
            return Err(bad_value(format!("{repr} is refused: it takes a list of Positions")));
        };
        let seeds = seeds_for(Some(&seed.or_zero(py)?), starts.len())?;
        let game = &rules.get().game.rules;
        let games = arguments::build_batch(py, game, &seeds, Some(&starts))?;
        Self::of(py, rules, games, arguments::history(history)?)
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("fivefold.draw.summaries")?.call_method1("batch_html", (slf,))
    }

    #[doc = py_doc!(Batch.positions)]
    fn positions(&self, py: Python<'_>) -> PyResult<Vec<Position>> {
        let (rules, positions) = self.standing(py)?;
        let wrap = |position| Position::at_start(rules.clone_ref(py), position);
        Ok(positions.into_iter().map(wrap).collect())
    }

    #[doc = py_doc!(Batch.rules)]
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Rules> {
        self.rules.clone_ref(py)
    }

    #[doc = py_doc!(Batch.boards)]
    #[getter]
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.views.boards.array(py)
    }

    #[doc = py_doc!(Batch.legal_mask)]
    #[getter]
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.views.masks.array(py)
    }

    #[doc = py_doc!(Batch.player)]
    #[getter]
    fn player<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.views.players.array(py)
    }

    #[doc = py_doc!(Batch.rewards)]
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.views.rewards.array(py)
    }

    #[doc = py_doc!(Batch.terminated)]
    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.views.terminated.array(py)
    }

    #[doc = py_doc!(Batch.truncated)]
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.views.truncated.array(py)
    }

    #[doc = py_doc!(Batch.observation)]
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.long_work(py, |games, look| games.enable_observations_while(look))?;
        self.views.observations(py, &self.games)?.array(py)
    }

    #[doc = py_doc!(Batch.observe)]
    #[pyo3(signature = (out = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let shape = self.observation_shape();
        let out = match out.filter(|out| !out.is_none()) {
            Some(out) => out.clone(),
            None => arrays::new_u8(py, &shape, |_| ())?,
        };
        arrays::fill_u8(&out, &shape, |out| {
            self.long_work(py, |games, look| games.observe_while(out, look))
        })??;
        Ok(out)
    }

    #[doc = py_doc!(Batch.viewers)]
    fn viewers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let viewers = |games: &mut dyn AnyBatch| {
            (0..games.len()).map(|game| games.perspective(game).0 as i8).collect::<Vec<_>>()
        };
        Ok(PyArray1::from_vec(py, self.work(py, viewers)?))
    }

    #[doc = py_doc!(Batch.results)]
    fn results(&self, py: Python<'_>) -> PyResult<BatchResults> {
        let (own_rewards, ends, over) = self.ends(py)?;
        let [terminated, truncated] = ends.map(|flags| PyArray1::from_vec(py, flags).unbind());
        let gains = PyArray1::from_vec(py, own_rewards).unbind();
        Ok(BatchResults { gains, terminated, truncated, over })
    }

    #[doc = py_doc!(Batch.step)]
    #[pyo3(signature = (actions, mask = None, autoreset = false, out = None))]
    fn step(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        mask: Option<&Bound<'_, PyAny>>,
        autoreset: bool,
        out: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mask = self.mask(mask)?;
        let chosen = arguments::actions(actions, self.length)?;
        let step =
            batch::BatchStep { mask: mask.as_deref(), autoreset, ..batch::BatchStep::of(&chosen) };
        let done = match out.filter(|out| !out.is_none()) {
            None => self.work(py, |games| games.step(step))?,
            Some(out) => arrays::fill_u8(out, &self.observation_shape(), |out| {
                self.work(py, |games| games.step(batch::BatchStep { out: Some(out), ..step }))
            })??,
        };
        done.map_err(|mut refused| {
            refused.refusal.message = format!("game {}: {}", refused.game, refused.refusal.message);
            refused_move(&refused.refusal)
        })
    }

    #[doc = py_doc!(Batch.reset)]
    #[pyo3(signature = (mask = None, seeds = None, positions = None))]
    fn reset(
        &self,
        py: Python<'_>,
        mask: Option<&Bound<'_, PyAny>>,
        seeds: Option<&Bound<'_, PyAny>>,
        positions: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mask = self.mask(mask)?;
        let seeds = seeds.filter(|seeds| !seeds.is_none());
        let seeds = seeds.map(|list| self.seeds(list)).transpose()?;
        let starts = positions.filter(|positions| !positions.is_none());
        let starts =
            starts.map(|starts| arguments::starts(starts, &self.rules, self.length)).transpose()?;
        let (mask, seeds) = (mask.as_deref(), seeds.as_deref());
        self.work(py, |games| games.reset(mask, seeds, starts.as_deref()))
    }

    #[doc = py_doc!(Batch.returns)]
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let players = self.rules.get().info.num_players;
        let mut returns = vec![0.0_f32; self.length * players];
        self.work(py, |games| games.returns(&mut returns))?;
        Ok(PyArray1::from_vec(py, returns).reshape([self.length, players])?.into_any())
    }

    #[doc = py_doc!(Batch.winners)]
    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let bits = self.work(py, |games| games.winners())?;
        let seats = self.rules.get().info.num_players;
        PyArray1::from_vec(py, arrays::winners(&bits, seats)).reshape([bits.len(), seats])
    }

    #[doc = py_doc!(Batch.turns)]
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u16>>> {
        Ok(PyArray1::from_vec(py, self.work(py, |games| games.turns())?))
    }

    #[doc = py_doc!(Batch.record)]
    fn record(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Record> {
        self.need("record", true)?;
        let game = self.game(index)?;
        let (start, actions) =
            self.work(py, |games| (games.start(game), games.past(game).to_vec()))?;
        let (past, step) = (History::new(start), |action| Step::Action(Action(action)));
        let past = actions.into_iter().fold(past, |past, action| past.push(step(action)));
        Record::from_history(py, &self.rules, &past)
    }

    #[doc = py_doc!(Batch.actions)]
    #[pyo3(signature = (index, first = None), text_signature = "($self, index, first=0)")]
    fn actions(
        &self,
        py: Python<'_>,
        index: &Bound<'_, PyAny>,
        first: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<u16>> {
        self.need("actions", true)?;
        let game = self.game(index)?;
        let number = |first| between(first, "first", 0, i64::from(u32::MAX));
        let first = first.map_or(Ok(0), number)? as usize;
        self.work(py, |games| games.past(game).get(first..).unwrap_or_default().to_vec())
    }

    #[doc = py_doc!(Batch.replies)]
    fn replies<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        self.need("replies", false)?;
        let game = self.game(index)?;
        // So little that letting go of Python would cost more.
        let games = busy::locked(&self.games, "batch")?;
        let replies: SmallVec<[u16; 8]> = games.replies(game).into();
        drop(games);
        PyTuple::new(py, replies)
    }

    #[doc = py_doc!(Batch.all_replies)]
    fn all_replies(&self, py: Python<'_>) -> PyResult<BatchReplies> {
        self.need("all_replies", false)?;
        let (counts, actions) = self.replies_of_all(py)?;
        let counts = PyArray1::from_vec(py, counts).unbind();
        Ok(BatchReplies { counts, actions: PyArray1::from_vec(py, actions).unbind() })
    }

    #[doc = py_doc!(Batch.mark)]
    fn mark(&self, py: Python<'_>) -> PyResult<()> {
        self.work(py, |games| games.mark())
    }

    #[doc = py_doc!(Batch.take_back)]
    fn take_back(&self, py: Python<'_>) -> PyResult<()> {
        if self.work(py, |games| games.take_back())? {
            return Ok(());
        }
        Err(bad_value("take_back is refused: there is no mark, or it was taken back already"))
    }

    #[doc = py_doc!(Batch.history)]
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match self.keep {
            Keep::Replies => "replies".into_pyobject(py)?.into_any(),
            keep => PyBool::new(py, keep == Keep::All).to_owned().into_any(),
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let text = this.work(py, |games| games.save())?;
        let text = text.map_err(|refusal| refused_setup(&refusal))?;
        let make = slf.get_type().getattr("_restore")?;
        let parts = (this.rules.clone_ref(py), this.length, text);
        Ok((make, parts).into_pyobject(py)?.into_any())
    }

    #[classmethod]
    fn _restore(
        class: &Bound<'_, PyType>,
        rules: Py<Rules>,
        length: usize,
        text: &str,
    ) -> PyResult<Self> {
        let py = class.py();
        let seeds = seeds_for(Some(&0_u64.into_pyobject(py)?.into_any()), length)?;
        let game = &rules.get().game.rules;
        let mut games = arguments::build_batch(py, game, &seeds, None)?;
        let loaded = py.detach(|| games.load(text));
        loaded.map_err(|refusal| refused_setup(&refusal))?;
        let keep = games.history();
        let batch = Self::of(py, rules, games, Keep::Nothing)?;
        Ok(Self { keep, ..batch })
    }

    #[doc = py_doc!(Batch.sit)]
    #[pyo3(signature = (seats, others = None))]
    fn sit(&self, py: Python<'_>, seats: &Bound<'_, PyAny>, others: Option<Text>) -> PyResult<()> {
        let chosen = arguments::seats(seats, self.length, self.rules.get().info.num_players)?;
        let plays_others = arguments::others(others.as_ref())?;
        self.work(py, |games| games.control(&chosen, plays_others))
    }

    #[doc = py_doc!(Batch.play_random)]
    #[pyo3(signature = (turns = None))]
    fn play_random(&self, py: Python<'_>, turns: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let turns = match turns.filter(|turns| !turns.is_none()) {
            Some(turns) => Some(between(turns, "turns", 0, i64::from(u32::MAX))? as u32),
            None => None,
        };
        self.play_random_in_pieces(py, turns)
    }

    fn __len__(&self) -> usize {
        self.length
    }

    /// The position of game `index`, set up anew: without the moves that led there.
    fn __getitem__(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Position> {
        let game = self.game(index)?;
        let position = self.work(py, |games| games.position(game))?;
        Ok(Position::at_start(self.rules.clone_ref(py), position))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Batch of {} games of {}>", self.length, self.rules.bind(py).repr()?))
    }
}
