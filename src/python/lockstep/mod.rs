//! `Lockstep`: a tree for each of many games, searched together.

mod answer;
mod any;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use self::answer::{Answer, Given, Numbers};
pub use self::any::{AnyLockstep, SharedLockstep};
use super::arguments::{Seed, between, integers, shown};
use super::batch::Batch;
use super::errors::{bad_value, refused_move};
use super::position::{self, Position};
use super::progress::Pulse;
use super::rules::Rules;
use super::views::LockstepViews;
use crate::games::AnyPosition;
use crate::pool;
use crate::position::{Action, Decider, Position as _, Refusal};
use crate::search::lockstep::{self as search, BadAnswer, Settings};

/// What the searches found, for all trees.
struct Found {
    policy: Vec<f32>,
    visits: Vec<i32>,
    value: Vec<f32>,
    action: Vec<i32>,
    proven: Vec<bool>,
}

/// What one tree found.
type Found1<'py> = (i32, Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<f32>>, bool, f32, Position);

#[doc = py_doc!(Lockstep)]
#[pyclass(frozen, module = "fivefold")]
pub struct Lockstep {
    rules: Py<Rules>,
    search: SharedLockstep,
    length: usize,
    rows: usize,
    simulations: usize,
    views: LockstepViews,
    found: Mutex<Option<Found>>,
    /// What goes on in the background, for `plan`.
    job: Mutex<Option<mpsc::Receiver<bool>>>,
    stop: Arc<AtomicBool>,
}

impl Lockstep {
    fn of(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        settings: Settings,
        (first, rows): (u64, usize),
    ) -> PyResult<Self> {
        let (rules, positions) = self::source(py, source)?;
        let info = &rules.get().info;
        let (game, length) = (&rules.get().game.rules, positions.len());
        let rows = rows.max(length);
        let made = py.detach(|| any::any(game, info, settings, &positions, (first, rows)));
        let search = Arc::new(Mutex::new(made));
        let views = LockstepViews::new(py, &search, info)?;
        let (simulations, found) = (settings.simulations, Mutex::new(None));
        let (job, stop) = (Mutex::new(None), Arc::new(AtomicBool::new(false)));
        Ok(Self { rules, search, length, rows, simulations, views, found, job, stop })
    }

    /// Works on the trees without Python, unless another thread is at work on them.
    fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyLockstep) -> T + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| self.search.try_lock().ok().map(|mut search| work(&mut **search)));
        done.ok_or_else(|| bad_value("the search is in use by another thread"))
    }

    /// An answer of the right shapes.
    fn answer<'py>(
        &self,
        logits: &Bound<'py, PyAny>,
        values: &Bound<'py, PyAny>,
    ) -> PyResult<Answer<'py>> {
        let info = &self.rules.get().info;
        let (actions, players, rows) = (info.num_actions, info.num_players, self.rows);
        let logits = Numbers::new(logits, "logits")?;
        if logits.shape() != [rows, actions] {
            return Err(bad_value(format!(
                "logits of shape {:?} are refused: they take {:?}, a row a tree and an action each",
                logits.shape(),
                [rows, actions]
            )));
        }
        let values = Numbers::new(values, "values")?;
        let each = match values.shape() {
            [one] if *one == rows && players <= 2 => false,
            [one, seats] if *one == rows && *seats == players => true,
            shape => {
                let one = if players <= 2 { format!("[{rows}] or ") } else { String::new() };
                return Err(bad_value(format!(
                    "values of shape {shape:?} are refused: they take {one}[{rows}, {players}]"
                )));
            }
        };
        Ok(Answer { logits, values, each })
    }

    fn refused(&self, bad: BadAnswer, logits: &[f32]) -> PyErr {
        let actions = self.rules.get().info.num_actions;
        bad_value(match bad {
            BadAnswer::NotAsked => {
                "tell is refused: nothing was asked; call ask() first".to_owned()
            }
            BadAnswer::Logit(row, action) => format!(
                "logits are refused: row {row} has {} for action {action}, which is legal",
                logits[row * actions + action]
            ),
            BadAnswer::Value(row) => {
                format!("values are refused: row {row} has a value that is not finite")
            }
        })
    }

    fn forget(&self) {
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Shows what the searches found, which is worked out once.
    fn found<T>(&self, py: Python<'_>, show: impl FnOnce(&Found) -> T) -> PyResult<T> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.is_none() {
            let info = &self.rules.get().info;
            let (length, width) = (self.length, self.length * info.num_actions);
            let seats = length * info.num_players;
            *found = self.work(py, |search| {
                if !search.is_done() {
                    return None;
                }
                let mut found = Found {
                    policy: vec![0.0; width],
                    visits: vec![0; width],
                    value: vec![0.0; seats],
                    action: vec![0; length],
                    proven: vec![false; length],
                };
                search.results(search::Results {
                    policy: &mut found.policy,
                    visits: &mut found.visits,
                    value: &mut found.value,
                    action: &mut found.action,
                    proven: &mut found.proven,
                });
                Some(found)
            })?;
        }
        match &*found {
            Some(found) => Ok(show(found)),
            None => Err(bad_value(
                "results are refused: the search is not finished; go on until ask() is False",
            )),
        }
    }
}

/// The source of a search: rules and positions, none of which waits for a die.
fn source(py: Python<'_>, source: &Bound<'_, PyAny>) -> PyResult<(Py<Rules>, Vec<AnyPosition>)> {
    let (rules, positions) = if let Ok(batch) = source.cast::<Batch>() {
        batch.get().standing(py)?
    } else {
        position::list(source)?.ok_or_else(|| {
            let shown = shown(source);
            bad_value(format!("{shown} is refused: it takes a Batch or a list of Positions"))
        })?
    };
    if positions.is_empty() {
        return Err(bad_value("an empty source is refused: there is nothing to search"));
    }
    if let Some(game) = positions.iter().position(|one| one.decider() == Decider::Chance) {
        return Err(bad_value(format!(
            "position {game} is refused: it waits for a roll; play one first (chance_action)"
        )));
    }
    Ok((rules, positions))
}

/// Options as they were given; None is the usual one.
fn settings(
    simulations: Option<&Bound<'_, PyAny>>,
    considered: Option<&Bound<'_, PyAny>>,
    gumbel_scale: Option<&Bound<'_, PyAny>>,
    seed: Seed,
    proofs: bool,
) -> PyResult<Settings> {
    let most = i64::from(i32::MAX) - 1;
    let count = |value: Option<&Bound<'_, PyAny>>, name, usual| {
        value.map_or(Ok(usual), |value| between(value, name, 1, most))
    };
    let simulations = count(simulations, "simulations", 32)? as usize;
    Ok(Settings {
        simulations,
        short: simulations,
        considered: count(considered, "considered", 16)? as usize,
        gumbel_scale: gumbel_scale.map_or(Ok(1.0), scale)?,
        seed: seed.0,
        proofs,
    })
}

/// A finite factor of at least 0.
fn scale(value: &Bound<'_, PyAny>) -> PyResult<f32> {
    match value.extract::<f64>() {
        Ok(scale) if (0.0..=f64::from(f32::MAX)).contains(&scale) => Ok(scale as f32),
        _ => {
            let shown = shown(value);
            Err(bad_value(format!("gumbel_scale={shown} is refused: it takes a number from 0 up")))
        }
    }
}

#[pymethods]
impl Lockstep {
    #[new]
    #[pyo3(
        signature = (
            source, simulations = None, *, considered = None, gumbel_scale = None, seed = Seed(0),
            proofs = true
        ),
        text_signature = "(source, simulations=32, *, considered=16, gumbel_scale=1.0, seed=0, proofs=True)"
    )]
    fn new(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        simulations: Option<&Bound<'_, PyAny>>,
        considered: Option<&Bound<'_, PyAny>>,
        gumbel_scale: Option<&Bound<'_, PyAny>>,
        seed: Seed,
        proofs: bool,
    ) -> PyResult<Self> {
        let settings = settings(simulations, considered, gumbel_scale, seed, proofs)?;
        Self::of(py, source, settings, (0, 0))
    }

    /// Some games of a source, numbered from `first` on, in arrays of so many rows.
    #[staticmethod]
    #[pyo3(signature = (
        source, simulations, *, considered, gumbel_scale, seed, proofs, first, rows, short = None
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
    ) -> PyResult<Self> {
        let mut settings = settings(simulations, considered, gumbel_scale, seed, proofs)?;
        if let Some(short) = short {
            settings.short = between(short, "short", 1, settings.simulations as i64)? as usize;
        }
        Self::of(py, source, settings, (first, rows))
    }

    #[doc = py_doc!(Lockstep.rules)]
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Rules> {
        self.rules.clone_ref(py)
    }

    #[doc = py_doc!(Lockstep.ask)]
    fn ask(&self, py: Python<'_>) -> PyResult<bool> {
        let mut pulse = Pulse::new(py, None, usize::MAX)?;
        let asked = self.work(py, |search| search.ask(&mut || pulse.beat(0)))?;
        pulse.finish(py)?;
        Ok(asked == ControlFlow::Continue(true))
    }

    #[doc = py_doc!(Lockstep.tell)]
    fn tell(
        &self,
        py: Python<'_>,
        logits: &Bound<'_, PyAny>,
        values: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let answer = self.answer(logits, values)?;
        let (logits, values) = answer.parts()?;
        let told = self.work(py, |search| {
            search.check(logits, values)?;
            search.take(logits, values);
            Ok(())
        })?;
        told.map_err(|bad| self.refused(bad, logits))
    }

    /// Takes an answer, if one is given, and goes on in every tree without waiting for it.
    #[pyo3(signature = (answer = None))]
    fn _go(
        &self,
        py: Python<'_>,
        answer: Option<(Bound<'_, PyAny>, Bound<'_, PyAny>)>,
    ) -> PyResult<()> {
        let mut given = None;
        if let Some((logits, values)) = answer {
            let answer = self.answer(&logits, &values)?;
            let (logits, values) = answer.parts()?;
            let checked = self.work(py, |search| search.check(logits, values))?;
            checked.map_err(|bad| self.refused(bad, logits))?;
            given = Some(Given::new(logits, values));
        }
        let (search, stop) = (Arc::clone(&self.search), Arc::clone(&self.stop));
        let (send, receive) = mpsc::channel();
        let job = move || {
            let mut search = search.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(given) = given {
                search.take(&given.logits, given.values());
            }
            let mut pulse = || {
                let stops = stop.load(Ordering::Relaxed);
                if stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let asked = search.ask(&mut pulse);
            drop(search);
            // Nobody listens any more after an interrupt.
            let _ = send.send(asked == ControlFlow::Continue(true));
        };
        match pool::get(pool::thread_count(None)) {
            Some(pool) => pool.spawn(job),
            None => py.detach(job),
        }
        *self.job.lock().unwrap_or_else(PoisonError::into_inner) = Some(receive);
        Ok(())
    }

    /// Waits for what `_go` began; False when all trees are done.
    fn _wait(&self, py: Python<'_>) -> PyResult<bool> {
        let mut job = self.job.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(mut receive) = job.take() else { return Ok(false) };
        loop {
            let receive = &mut receive;
            match py.detach(move || receive.recv_timeout(Duration::from_millis(50))) {
                Ok(asked) => return Ok(asked),
                Err(mpsc::RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(false),
            }
        }
    }

    /// The trees whose search is finished, ascending.
    fn _done(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        self.work(py, |search| search.done())
    }

    /// What one tree found: action, policy, value by seat, whether it is exact, surprise, where it
    /// stands.
    fn _result<'py>(&self, py: Python<'py>, tree: usize) -> PyResult<Found1<'py>> {
        let width = self.rules.get().info.num_actions;
        let (action, policy, value, proven, surprise, position) = self.work(py, |search| {
            let mut policy = vec![0.0; width];
            let (action, value, proven, surprise) = search.result(tree, &mut policy);
            let value = value.to_vec();
            (action, policy, value, proven, surprise, search.position(tree))
        })?;
        let position = Position::at_start(self.rules.clone_ref(py), position);
        let (policy, value) = (PyArray1::from_vec(py, policy), PyArray1::from_vec(py, value));
        Ok((action, policy, value, proven, surprise, position))
    }

    /// Plays a legal action in one tree; gives the rolls that it led to, and whether the game is
    /// over.
    fn _advance_one(
        &self,
        py: Python<'_>,
        tree: usize,
        action: u16,
        short: bool,
    ) -> PyResult<(Vec<u16>, bool)> {
        self.forget();
        self.work(py, |search| {
            let rolls = search.advance_one(tree, Action(action), short);
            let over = search.position(tree).decider() == Decider::Over;
            (rolls.iter().map(|roll| roll.0).collect(), over)
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
        self.forget();
        if !position.is_of(&self.rules) {
            return Err(bad_value("a position of other rules is refused"));
        }
        self.work(py, |search| search.replace(tree, &position.inner, number, short))
    }

    /// Ends what `_go` began, soon.
    fn _stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    #[doc = py_doc!(Lockstep.advance)]
    fn advance(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut chosen = Vec::with_capacity(self.length);
        integers(actions, "actions", self.length, |_, number| {
            chosen.push(number.clamp(i128::from(i32::MIN), i128::from(i32::MAX)) as i32);
            Ok(())
        })?;
        let last = self.rules.get().info.num_actions - 1;
        let refused = self.work(py, |search| {
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
        self.forget();
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
        self.found(py, |found| PyArray1::from_slice(py, &found.action))
    }

    #[doc = py_doc!(Lockstep.policy)]
    #[getter]
    fn policy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let width = self.rules.get().info.num_actions;
        self.found(py, |found| {
            PyArray1::from_slice(py, &found.policy).reshape([self.length, width])
        })?
    }

    #[doc = py_doc!(Lockstep.visits)]
    #[getter]
    fn visits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let width = self.rules.get().info.num_actions;
        self.found(py, |found| {
            PyArray1::from_slice(py, &found.visits).reshape([self.length, width])
        })?
    }

    #[doc = py_doc!(Lockstep.value)]
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let players = self.rules.get().info.num_players;
        self.found(py, |found| {
            PyArray1::from_slice(py, &found.value).reshape([self.length, players])
        })?
    }

    #[doc = py_doc!(Lockstep.proven)]
    #[getter]
    fn proven<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.found(py, |found| PyArray1::from_slice(py, &found.proven))
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
