//! Tree search: what `fivefold.search` is built on.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::Duration;

use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

use super::arguments::{self, MAX_THREADS, Seed, between, short_repr};
use super::busy;
use super::errors::{bad_value, refused_move};
use super::evaluation::Callable;
use super::history::Step;
use super::learnt::LearntEvaluation;
use super::moves;
use super::position::Position;
use super::progress::Ticker;
use super::rules::Rules;
use crate::games::AnyPosition;
use crate::pool::{self, Look};
use crate::position::{
    Action, Decider, Evaluate, Notation as _, Payoffs, Position as _, Rollout, Utility,
};
use crate::search::{Ended, Evaluator, Limits, MoveInfo, RootInfo, RootParallel, Search, Settings};

/// The strongest rollout policy of the game.
fn best_policy<P: Evaluate>(_game: &P) -> Rollout {
    P::ROLLOUTS[0]
}

/// The rollout policy of this name; the strongest if none is named.
fn parse_policy<P: Evaluate>(game: &P, name: Option<&str>) -> PyResult<Rollout> {
    let Some(name) = name else { return Ok(best_policy(game)) };
    P::ROLLOUTS.iter().copied().find(|policy| policy.name() == name).ok_or_else(|| {
        let known: Vec<_> =
            P::ROLLOUTS.iter().map(|policy| format!("'{}'", policy.name())).collect();
        let known = known.join(" or ");
        bad_value(format!("rollouts='{name}' is refused: this game takes {known}"))
    })
}

/// What every seat is taken to maximise, if that is given.
fn parse_utility(value: Option<&Bound<'_, PyAny>>, rules: &Rules) -> PyResult<Option<Utility>> {
    let Some(value) = value.filter(|value| !value.is_none()) else { return Ok(None) };
    let refuse = |why: &str| bad_value(format!("utility={} is refused: {why}", short_repr(value)));
    let weights: Vec<f64> = arguments::listed(value)
        .map_err(|_| refuse("utility= takes a sequence of numbers, one for each seat"))?;
    let utility = Utility::try_from(weights).map_err(refuse)?;
    utility.refusal(&rules.info).map_or(Ok(Some(utility)), |why| Err(refuse(why)))
}

fn search_of(
    position: &AnyPosition,
    (policy, utility): (Rollout, Option<Utility>),
    rules: &Rules,
    seed: u64,
    settings: Settings,
) -> Box<dyn Search> {
    let (info, payoffs) = (&rules.info, Payoffs::of(&rules.info));
    let payoffs = utility.map_or(payoffs.clone(), |utility| payoffs.with_utility(utility));
    let sizes = (info.num_actions, info.observation_shape.iter().product());
    with_game!(AnyPosition, position, position => {
        Box::new(RootParallel::new(position.clone(), policy, seed, payoffs, sizes, settings))
    })
}

/// A position must wait for somebody's decision.
pub fn refuse_undecided(position: &AnyPosition, question: &str) -> PyResult<()> {
    match position.decider() {
        Decider::Player(_) => Ok(()),
        Decider::Chance => Err(bad_value(format!("{question} is refused: a die is due"))),
        Decider::Over => Err(bad_value(format!("{question} is refused: the game is over"))),
    }
}

/// What changes in a tree.
struct State {
    search: Box<dyn Search>,
    position: Py<Position>,
}

#[doc = py_doc!(SearchTree)]
#[pyclass(frozen, module = "fivefold")]
pub struct SearchTree {
    rules: Py<Rules>,
    evaluate: Option<Py<PyAny>>,
    total: Option<f32>,
    threads: usize,
    state: Mutex<State>,
}

#[doc = py_doc!(TreeResult)]
#[pyclass(frozen, get_all, module = "fivefold._core.search")]
pub struct TreeResult {
    action: u16,
    visits: Py<PyArray1<i32>>,
    policy: Py<PyArray1<f32>>,
    value: Py<PyArray1<f32>>,
    line: Vec<String>,
    simulations: u64,
    proven: Option<Py<PyArray1<f32>>>,
    ended: &'static str,
}

#[doc = py_doc!(TreeMove)]
#[pyclass(frozen, get_all, module = "fivefold._core.search")]
pub struct TreeMove {
    visits: u64,
    value: Option<f32>,
    is_proven: bool,
    line: Vec<String>,
}

/// Seconds of a search, if they are given.
pub fn parse_seconds(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Duration>> {
    let Some(value) = value.filter(|value| !value.is_none()) else { return Ok(None) };
    let refuse = || {
        let repr = short_repr(value);
        bad_value(format!("seconds={repr} is refused: it takes a number that is not negative"))
    };
    let number = if value.is_instance_of::<pyo3::types::PyBool>() {
        None
    } else {
        value.extract::<f64>().ok()
    };
    let number = number.filter(|number| *number >= 0.0).ok_or_else(refuse)?;
    // Centuries are as good as no limit.
    Ok(Some(Duration::try_from_secs_f64(number).unwrap_or(Duration::MAX)))
}

/// A line as text: moves by the positions they are played in.
pub fn texts(position: &AnyPosition, line: &[Action]) -> Vec<String> {
    let mut position = position.clone();
    let text = |&action: &Action| {
        let text = position.move_text(action);
        position.play_unchecked(action);
        text
    };
    line.iter().map(text).collect()
}

#[pymethods]
impl SearchTree {
    #[new]
    #[expect(clippy::too_many_arguments)] // keywords of Python
    #[pyo3(
        signature = (
            position, seed = Seed(0), evaluate = None, threads = None, rollouts = None, memory = None,
            utility = None
        ),
        text_signature = "(position, seed=0, evaluate=None, threads=1, rollouts=None, memory=None, utility=None)"
    )]
    fn new(
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        seed: Seed,
        evaluate: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        rollouts: Option<&Bound<'_, PyAny>>,
        memory: Option<&Bound<'_, PyAny>>,
        utility: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let Ok(position) = position.cast::<Position>() else {
            let repr = short_repr(position);
            return Err(bad_value(format!("{repr} is refused: a search takes a Position")));
        };
        refuse_undecided(&position.get().inner, "a search")?;
        let evaluate = evaluate.filter(|evaluate| !evaluate.is_none());
        if let Some(evaluate) = evaluate.filter(|evaluate| !evaluate.is_callable()) {
            let repr = short_repr(evaluate);
            return Err(bad_value(format!("evaluate={repr} is refused: it takes a function")));
        }
        let rollouts = rollouts.filter(|rollouts| !rollouts.is_none());
        if rollouts.is_some() && evaluate.is_some() {
            return Err(bad_value("rollouts are refused: evaluate takes their place"));
        }
        let name = rollouts.map(|rollouts| arguments::text(rollouts, "rollouts")).transpose()?;
        let inner = &position.get().inner;
        let policy = with_game!(AnyPosition, inner, game => parse_policy(game, name.as_deref()))?;
        let threads = match threads.filter(|threads| !threads.is_none()) {
            Some(threads) => between(threads, "threads", 1, MAX_THREADS)? as usize,
            None => 1,
        };
        let grid = position.get().rules.get().info.board.grid;
        let mut settings = Settings { spreads: true, grid, ..Settings::default() };
        if let Some(memory) = memory.filter(|memory| !memory.is_none()) {
            settings.memory = between(memory, "memory", 0, i64::MAX)? as usize;
        }
        let rules = position.get().rules.clone_ref(py);
        if let Some(learnt) = evaluate.and_then(|evaluate| evaluate.cast::<LearntEvaluation>().ok())
        {
            learnt.get().for_search(py, rules.get())?;
        }
        let utility = parse_utility(utility, rules.get())?;
        let search = search_of(inner, (policy, utility), rules.get(), seed.0, settings);
        let total = Payoffs::of(&rules.get().info).total;
        Ok(Self {
            evaluate: evaluate.map(|evaluate| evaluate.clone().unbind()),
            total: total.map(|total| total as f32),
            threads,
            state: Mutex::new(State { search, position: position.clone().unbind() }),
            rules,
        })
    }

    #[doc = py_doc!(SearchTree.position)]
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<Py<Position>> {
        let state = busy::locked(&self.state, "tree")?;
        Ok(state.position.clone_ref(py))
    }

    #[doc = py_doc!(SearchTree.bytes)]
    #[getter]
    fn bytes(&self) -> PyResult<usize> {
        Ok(busy::locked(&self.state, "tree")?.search.bytes())
    }

    #[doc = py_doc!(SearchTree.run)]
    #[pyo3(signature = (simulations = None, seconds = None))]
    fn run(
        &self,
        py: Python<'_>,
        simulations: Option<&Bound<'_, PyAny>>,
        seconds: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<TreeResult> {
        let simulations = match simulations.filter(|simulations| !simulations.is_none()) {
            Some(simulations) => Some(between(simulations, "simulations", 0, i64::MAX)? as u64),
            None => None,
        };
        let limits = Limits { simulations, time: parse_seconds(seconds)? };
        if limits == Limits::default() {
            return Err(bad_value("a search is refused without a limit: simulations= or seconds="));
        }
        let mut ticker = Ticker::new(py, None, usize::MAX)?;
        // It is asked without Python in between.
        let learnt =
            self.evaluate.as_ref().and_then(|own| own.bind(py).cast::<LearntEvaluation>().ok());
        let mut learnt =
            learnt.map(|learnt| learnt.get().for_search(py, self.rules.get())).transpose()?;
        let mut callable = self.evaluate.as_ref().map(|function| Callable {
            function,
            rules: self.rules.get(),
            total: self.total,
            error: None,
        });
        let mut state = busy::locked(&self.state, "tree")?;
        let State { search, position } = &mut *state;
        let position = &position.get().inner;
        refuse_undecided(position, "a search")?;
        let threads = pool::thread_count(Some(self.threads));
        let (ended, known) = py.detach(|| {
            let evaluator = match (&mut learnt, &mut callable) {
                (Some(learnt), _) => Some(learnt as &mut dyn Evaluator),
                (None, callable) => callable.as_mut().map(|own| own as &mut dyn Evaluator),
            };
            let mut look = || -> ControlFlow<()> { ticker.tick(0) };
            let ended = search.run(limits, threads, evaluator, &mut look);
            (ended, search.root_info())
        });
        if let Some(error) = callable.and_then(|callable| callable.error) {
            return Err(error);
        }
        ticker.finish(py)?;
        let ended = ended.map_err(|_| bad_value("the search was stopped"))?;
        let known = known.ok_or_else(|| bad_value("a search is refused: nobody is to decide"))?;
        Ok(result(py, position, known, ended))
    }

    #[doc = py_doc!(SearchTree.moves)]
    fn moves(&self, path: Vec<u16>, count: usize) -> PyResult<Option<Vec<TreeMove>>> {
        let state = busy::locked(&self.state, "tree")?;
        let path: Vec<_> = path.into_iter().map(Action).collect();
        let Some(moves) = state.search.moves(&path, count) else { return Ok(None) };
        // The path lies in the tree, so that its actions are legal.
        let mut position = state.position.get().inner.clone();
        for &action in &path {
            position.play_unchecked(action);
        }
        let row = |MoveInfo { visits, value, is_proven, line, .. }: MoveInfo| TreeMove {
            visits,
            value,
            is_proven,
            line: texts(&position, &line),
        };
        Ok(Some(moves.into_iter().map(row).collect()))
    }

    #[doc = py_doc!(SearchTree.advance)]
    fn advance(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut state = busy::locked(&self.state, "tree")?;
        let before = state.position.get();
        let (mut inner, mut past) = (before.inner.clone(), before.past.clone());
        let mut actions = Vec::new();
        moves::play(&mut inner, &self.rules.get().info, r#move, |action| {
            actions.push(action);
            past = past.push(Step::Action(action));
        })
        .map_err(|refusal| refused_move(&refusal))?;
        let position = Py::new(py, Position::new(self.rules.clone_ref(py), inner, past))?;
        state.position = position;
        let search = &mut state.search;
        py.detach(|| {
            for action in actions {
                search.advance(action);
            }
        });
        Ok(())
    }
}

#[doc = py_doc!(search.values)]
#[pyfunction]
#[pyo3(signature = (positions, seeds, simulations, threads = None, progress = None))]
pub fn values<'py>(
    py: Python<'py>,
    positions: Vec<PyRef<'py, Position>>,
    seeds: Vec<u64>,
    simulations: &Bound<'py, PyAny>,
    threads: Option<usize>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let simulations = Some(between(simulations, "simulations", 1, i64::MAX)? as u64);
    let rules = super::players::common_rules(&positions, seeds.len())?;
    let rules = rules.get();
    for position in &positions {
        refuse_undecided(&position.inner, "a search")?;
    }
    let all: Vec<_> = positions.iter().map(|position| position.inner.clone()).collect();
    let mut ticker = Ticker::new(py, progress, all.len())?;
    let limits = Limits { simulations, time: None };
    let one = |index: usize, look: Look<'_>| {
        let (position, seed) = (&all[index], seeds[index]);
        let policy = with_game!(AnyPosition, position, game => best_policy(game));
        let mut search = search_of(position, (policy, None), rules, seed, Settings::default());
        search.run(limits, 1, None, look).ok()?;
        search.root_info().map(|known| known.value)
    };
    let threads = pool::thread_count(threads);
    let values = py.detach(|| pool::work(threads, 0..all.len(), one, |done| ticker.tick(done)));
    ticker.finish(py)?;
    let values = values.ok_or_else(|| bad_value("the search was stopped"))?;
    PyArray2::from_vec2(py, &values).map_err(|error| bad_value(error.to_string()))
}

fn result(py: Python<'_>, position: &AnyPosition, known: RootInfo, ended: Ended) -> TreeResult {
    let ended = match ended {
        Ended::Simulations => "simulations",
        Ended::Seconds => "seconds",
        Ended::Proven => "proven",
        Ended::Memory => "memory",
    };
    let array = |numbers| PyArray1::from_vec(py, numbers).unbind();
    TreeResult {
        action: known.action.0,
        visits: PyArray1::from_iter(py, known.visits.iter().map(|&one| one as i32)).unbind(),
        policy: array(known.policy),
        value: array(known.value),
        line: texts(position, &known.line),
        simulations: known.simulations,
        proven: known.proven.map(array),
        ended,
    }
}
