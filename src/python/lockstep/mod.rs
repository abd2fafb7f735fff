//! `Lockstep`: a tree for each of many games, searched together.

mod answer;
mod any;
mod background;
mod options;
mod results;
mod work;

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use self::answer::OwnedAnswer;
pub use self::any::{AnyLockstep, SharedLockstep};
use self::background::Background;
use self::results::SearchResults;
use self::work::refuse_beyond_memory;
use super::arguments::{Seed, between, integers};
use super::errors::{bad_value, refused_move};
use super::position::Position;
use super::progress::Ticker;
use super::rules::Rules;
use super::views::LockstepViews;
use crate::position::{Action, Decider, Position as _, Refusal};

#[doc = py_doc!(TreeFindings)]
#[pyclass(frozen, get_all, module = "fivefold._core.search")]
pub struct TreeFindings {
    pub action: i32,
    pub policy: Py<PyArray1<f32>>,
    pub value: Py<PyArray1<f32>>,
    pub surprise: f32,
    pub position: Py<Position>,
}

#[doc = py_doc!(TreeAdvance)]
#[pyclass(frozen, get_all, module = "fivefold._core.search")]
pub struct TreeAdvance {
    pub rolls: Vec<u16>,
    pub is_over: bool,
}

#[doc = py_doc!(Lockstep)]
#[pyclass(frozen, module = "fivefold")]
pub struct Lockstep {
    rules: Py<Rules>,
    search: SharedLockstep,
    length: usize,
    rows: usize,
    simulations: usize,
    views: LockstepViews,
    results: Mutex<Option<Arc<SearchResults>>>,
    /// For `gumbel_search`.
    background: Background,
}

#[pymethods]
impl Lockstep {
    #[new]
    #[pyo3(
        signature = (
            source, simulations = None, *, considered = None, gumbel_scale = None, seed = Seed(0),
            proofs = true, memory = None
        ),
        text_signature = "(source, simulations=32, *, considered=16, gumbel_scale=1.0, seed=0, proofs=True, memory=None)"
    )]
    #[expect(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        simulations: Option<&Bound<'_, PyAny>>,
        considered: Option<&Bound<'_, PyAny>>,
        gumbel_scale: Option<&Bound<'_, PyAny>>,
        seed: Seed,
        proofs: bool,
        memory: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let settings = options::settings(simulations, considered, gumbel_scale, seed, proofs)?;
        Self::of(py, source, settings, (0, 0), memory.map(|memory| (memory.clone(), 0)))
    }

    /// Refuses a search of many games alike to one position, if there is not enough memory.
    #[staticmethod]
    fn _need(position: &Position, simulations: usize, games: usize) -> PyResult<()> {
        refuse_beyond_memory(&position.rules.get().info, &position.inner, simulations, games)
    }

    /// Some games of a source, numbered from `first` on, in arrays of `rows` rows.
    #[staticmethod]
    #[pyo3(signature = (
        source, simulations, *, considered, gumbel_scale, seed, proofs, first, rows, short = None,
        memory = None
    ))]
    #[expect(clippy::too_many_arguments)]
    fn _part(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        simulations: Option<&Bound<'_, PyAny>>,
        considered: Option<&Bound<'_, PyAny>>,
        gumbel_scale: Option<&Bound<'_, PyAny>>,
        seed: Seed,
        proofs: bool,
        first: u64,
        rows: usize,
        short: Option<&Bound<'_, PyAny>>,
        memory: Option<(Bound<'_, PyAny>, usize)>,
    ) -> PyResult<Self> {
        let mut settings = options::settings(simulations, considered, gumbel_scale, seed, proofs)?;
        if let Some(short) = short {
            settings.short = between(short, "short", 1, settings.simulations as i64)? as usize;
        }
        Self::of(py, source, settings, (first, rows), memory)
    }

    #[doc = py_doc!(Lockstep.rules)]
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Rules> {
        self.rules.clone_ref(py)
    }

    #[doc = py_doc!(Lockstep.ask)]
    fn ask(&self, py: Python<'_>) -> PyResult<bool> {
        let mut ticker = Ticker::new(py, None, usize::MAX)?;
        let flow = self.work(py, |search| search.ask(&mut || ticker.tick(0)))?;
        ticker.finish(py)?;
        Ok(flow == ControlFlow::Continue(true))
    }

    #[doc = py_doc!(Lockstep.tell)]
    fn tell(
        &self,
        py: Python<'_>,
        logits: &Bound<'_, PyAny>,
        values: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let answer = self.request().read(logits, values)?;
        let (logits, values) = answer.parts()?;
        let outcome = self.work(py, |search| {
            search.check(logits, values)?;
            search.take(logits, values);
            Ok(())
        })?;
        outcome.map_err(|bad| self.request().refused(bad, logits))
    }

    /// Takes an answer, if one is given, and goes on in every tree without waiting for it.
    #[pyo3(signature = (answer = None))]
    fn _go(
        &self,
        py: Python<'_>,
        answer: Option<(Bound<'_, PyAny>, Bound<'_, PyAny>)>,
    ) -> PyResult<()> {
        let mut owned = None;
        if let Some((logits, values)) = answer {
            let answer = self.request().read(&logits, &values)?;
            let (logits, values) = answer.parts()?;
            let checked = self.work(py, |search| search.check(logits, values))?;
            checked.map_err(|bad| self.request().refused(bad, logits))?;
            owned = Some(OwnedAnswer::new(logits, values));
        }
        self.background.begin(py, &self.search, owned);
        Ok(())
    }

    /// Waits for what `_go` began; False when all trees are done.
    fn _wait(&self, py: Python<'_>) -> PyResult<bool> {
        self.background.wait(py)
    }

    /// The trees whose search is finished, ascending.
    fn _done(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        self.work(py, |search| search.done())
    }

    /// What one tree found.
    fn _result(&self, py: Python<'_>, tree: usize) -> PyResult<TreeFindings> {
        let mut policy = vec![0.0; self.rules.get().info.num_actions];
        let ((action, value, _, surprise), position) =
            self.work(py, |search| (search.result(tree, &mut policy), search.position(tree)))?;
        Ok(TreeFindings {
            action,
            policy: PyArray1::from_vec(py, policy).unbind(),
            value: PyArray1::from_vec(py, value).unbind(),
            surprise,
            position: Py::new(py, Position::at_start(self.rules.clone_ref(py), position))?,
        })
    }

    /// Plays a legal action in one tree; gives the rolls that it led to, and whether the game is
    /// over.
    fn _advance_one(
        &self,
        py: Python<'_>,
        tree: usize,
        action: u16,
        short: bool,
    ) -> PyResult<TreeAdvance> {
        self.change(py, |search| {
            let rolls = search.advance_one(tree, Action(action), short);
            let is_over = search.position(tree).decider() == Decider::Over;
            TreeAdvance { rolls: rolls.iter().map(|roll| roll.0).collect(), is_over }
        })
    }

    /// Puts another game in the place of one.
    fn _replace(
        &self,
        py: Python<'_>,
        tree: usize,
        position: &Position,
        number: u64,
        short: bool,
    ) -> PyResult<()> {
        if !position.is_of(&self.rules) {
            return Err(bad_value("a position of other rules is refused"));
        }
        self.change(py, |search| search.replace(tree, &position.inner, number, short))
    }

    /// Ends what `_go` began, soon.
    fn _stop(&self) {
        self.background.stop();
    }

    #[doc = py_doc!(Lockstep.advance)]
    fn advance(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut chosen = Vec::with_capacity(self.length);
        integers(actions, "actions", self.length, |_, number| {
            chosen.push(number.clamp(i128::from(i32::MIN), i128::from(i32::MAX)) as i32);
            Ok(())
        })?;
        let last = self.rules.get().info.num_actions - 1;
        let refused = self.change(py, |search| {
            for (game, &action) in chosen.iter().enumerate() {
                let position = search.position(game);
                if position.decider() == Decider::Over {
                    continue;
                }
                let known =
                    u16::try_from(action).ok().filter(|&action| usize::from(action) <= last);
                let refusal = known.map_or_else(
                    || {
                        Some(Refusal::unreadable(format!(
                            "action {action} is out of range: they are 0 to {last}"
                        )))
                    },
                    |action| position.refusal(Action(action)),
                );
                if let Some(refusal) = refusal {
                    return Some((game, refusal));
                }
            }
            search.advance(&chosen);
            None
        })?;
        if let Some((game, mut refusal)) = refused {
            refusal.message = format!("game {game}: {}", refusal.message);
            return Err(refused_move(&refusal));
        }
        Ok(())
    }

    #[doc = py_doc!(Lockstep.positions)]
    fn positions(&self, py: Python<'_>) -> PyResult<Vec<Position>> {
        let list = |search: &mut dyn AnyLockstep| {
            (0..search.len()).map(|tree| search.position(tree)).collect::<Vec<_>>()
        };
        let standing = self.work(py, list)?;
        let at_start = |one| Position::at_start(self.rules.clone_ref(py), one);
        Ok(standing.into_iter().map(at_start).collect())
    }

    #[doc = py_doc!(Lockstep.observation)]
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.views.observations.array(py)
    }

    #[doc = py_doc!(Lockstep.legal_mask)]
    #[getter]
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.views.masks.array(py)
    }

    #[doc = py_doc!(Lockstep.live)]
    #[getter]
    fn live<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let live = self.work(py, |search| search.question().live.to_vec())?;
        Ok(PyArray1::from_vec(py, live))
    }

    #[doc = py_doc!(Lockstep.player)]
    #[getter]
    fn player<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let players = self.work(py, |search| search.question().players.to_vec())?;
        Ok(PyArray1::from_vec(py, players))
    }

    #[doc = py_doc!(Lockstep.action)]
    #[getter]
    fn action<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        Ok(PyArray1::from_slice(py, &self.results(py)?.action))
    }

    #[doc = py_doc!(Lockstep.policy)]
    #[getter]
    fn policy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let width = self.rules.get().info.num_actions;
        PyArray1::from_slice(py, &self.results(py)?.policy).reshape([self.length, width])
    }

    #[doc = py_doc!(Lockstep.visits)]
    #[getter]
    fn visits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let width = self.rules.get().info.num_actions;
        PyArray1::from_slice(py, &self.results(py)?.visits).reshape([self.length, width])
    }

    #[doc = py_doc!(Lockstep.value)]
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let players = self.rules.get().info.num_players;
        PyArray1::from_slice(py, &self.results(py)?.value).reshape([self.length, players])
    }

    #[doc = py_doc!(Lockstep.proven)]
    #[getter]
    fn proven<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(PyArray1::from_slice(py, &self.results(py)?.proven))
    }

    fn __len__(&self) -> usize {
        self.length
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let rules = self.rules.bind(py).repr()?;
        Ok(format!(
            "<Lockstep of {} games of {rules}, {} simulations>",
            self.length, self.simulations
        ))
    }
}
