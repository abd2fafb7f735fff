//! Players and whole games between them: what `fivefold.players` and `fivefold.arena` are built on.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

use super::arguments::{self, MAX_THREADS};
use super::batch::Batch;
use super::errors::{WrongGameError, bad_value};
use super::position::Position;
use super::progress::Ticker;
use super::rules::Rules;
use crate::games::{AnyPosition, Registered};
use crate::players::{self, Kind, Played};
use crate::position::{Decider, GameInfo, Knowledge, Position as _, ThreatSearch};
use crate::threats::network::register;

#[doc = py_doc!(PlayedGames)]
#[pyclass(frozen, get_all, module = "fivefold._core.players")]
pub struct PlayedGames {
    pub actions: Vec<Py<PyArray1<i32>>>,
    pub winners: Py<PyArray1<u8>>,
    pub simulations: Py<PyArray2<i64>>,
    pub seconds: Py<PyArray2<f64>>,
}

#[doc = py_doc!(ChosenActions)]
#[pyclass(frozen, get_all, module = "fivefold._core.players")]
pub struct ChosenActions {
    pub actions: Py<PyArray1<i32>>,
    pub simulations: Py<PyArray1<i64>>,
}

#[doc = py_doc!(LineEvaluation)]
#[pyclass(frozen, get_all, module = "fivefold._core.players")]
pub struct LineEvaluation {
    pub value: i32,
    pub scores: Py<PyArray1<i32>>,
}

/// Reads a player that runs in Rust, from JSON such as `{"kind": "mcts", "simulations": 400}`.
fn parse_kind(spec: &str) -> PyResult<Kind> {
    serde_json::from_str(spec).map_err(|error| bad_value(format!("no player: {error}")))
}

/// Refuses a player that does not play the game.
fn refuse_stranger(kind: Kind, position: &AnyPosition, rules: &Rules) -> PyResult<()> {
    let info = &rules.info;
    with_game!(AnyPosition, position, position => kind.plays(position, info)).map_err(|plays| {
        let name = rules.game.name;
        WrongGameError::new_err(format!("{plays}: this is a position of '{name}'"))
    })
}

/// The positions' rules, which must be the same for all.
pub fn common_rules(positions: &[PyRef<'_, Position>], seeds: usize) -> PyResult<Py<Rules>> {
    let first = positions.first().ok_or_else(|| bad_value("no positions are given"))?;
    if positions.len() != seeds {
        return Err(bad_value(format!(
            "{} positions and {seeds} seeds are refused: it takes a seed for each",
            positions.len()
        )));
    }
    if positions.iter().any(|position| !position.is_of(&first.rules)) {
        return Err(bad_value("positions of different rules are refused"));
    }
    Ok(first.rules.clone_ref(first.py()))
}

/// The positions as those of one game.
fn inner<P: Registered>(_game: &P, positions: &[AnyPosition]) -> Vec<P> {
    let inside = |any| P::inside(any).expect("positions of the same rules are of the same game");
    positions.iter().map(|any| inside(any).clone()).collect()
}

#[doc = py_doc!(players.choose_actions)]
#[pyfunction]
#[pyo3(signature = (spec, positions, seeds, /))]
pub fn choose_actions<'py>(
    py: Python<'py>,
    spec: &str,
    positions: Vec<PyRef<'py, Position>>,
    seeds: PyReadonlyArray1<'py, u64>,
) -> PyResult<ChosenActions> {
    let (kind, seeds) = (parse_kind(spec)?, seeds.as_array().to_vec());
    let (mut actions, mut simulations) = (Vec::new(), Vec::new());
    if !positions.is_empty() {
        let rules = common_rules(&positions, seeds.len())?;
        let all: Vec<_> = positions.iter().map(|position| position.inner.clone()).collect();
        (actions, simulations) = choices(py, kind, rules.get(), &all, &seeds)?;
    }
    let actions = PyArray1::from_vec(py, actions).unbind();
    Ok(ChosenActions { actions, simulations: PyArray1::from_vec(py, simulations).unbind() })
}

/// The action of a player in each position, with a seed for each, and the simulations it took.
fn choices(
    py: Python<'_>,
    kind: Kind,
    rules: &Rules,
    all: &[AnyPosition],
    seeds: &[u64],
) -> PyResult<(Vec<i32>, Vec<i64>)> {
    if all.iter().any(|position| !matches!(position.decider(), Decider::Player(_))) {
        return Err(bad_value("a position is refused: nobody is to decide in it"));
    }
    if let Some(first) = all.first() {
        refuse_stranger(kind, first, rules)?;
    }
    let info = &rules.info;
    let mut ticker = Ticker::new(py, None, usize::MAX)?;
    let chosen = py.detach(|| {
        let (mut actions, mut counts) = (Vec::with_capacity(all.len()), Vec::new());
        for (any, &seed) in all.iter().zip(seeds) {
            let (mut look, mut simulations) = (|| ticker.tick(0), 0);
            let action = with_game!(AnyPosition, any, position => {
                kind.choose(position, info, seed, &mut simulations, &mut look)
            })?;
            actions.push(i32::from(action.0));
            counts.push(simulations as i64);
            // Not every player looks for interrupts by itself.
            if ticker.tick(0).is_break() && ticker.is_left() {
                return None;
            }
        }
        Some((actions, counts))
    });
    ticker.answer(py)?;
    Ok(chosen.unwrap_or_default())
}

#[doc = py_doc!(players.choose_in_batch)]
#[pyfunction]
#[pyo3(signature = (spec, batch, games, seeds, /))]
pub fn choose_in_batch<'py>(
    py: Python<'py>,
    spec: &str,
    batch: &Batch,
    games: PyReadonlyArray1<'py, i64>,
    seeds: PyReadonlyArray1<'py, u64>,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let (kind, seeds) = (parse_kind(spec)?, seeds.as_array().to_vec());
    let games = games.as_array().to_vec();
    if games.len() != seeds.len() {
        let message = format!("{} games and {} seeds are refused", games.len(), seeds.len());
        return Err(bad_value(message));
    }
    let (rules, positions) = batch.standing_in(py, &games)?;
    let (actions, _) = choices(py, kind, rules.get(), &positions, &seeds)?;
    Ok(PyArray1::from_vec(py, actions))
}

#[expect(clippy::too_many_arguments, reason = "those of the library's function")]
fn play<P: Registered + Knowledge + 'static>(
    starts: &[P],
    info: &GameInfo,
    kinds: &[Kind],
    seats: &[Vec<usize>],
    seeds: &[u64],
    threads: usize,
    timed: bool,
    ticker: &mut Ticker,
) -> Option<Vec<Played>> {
    players::play_games(starts, info, kinds, seats, seeds, threads, timed, |done| ticker.tick(done))
}

#[doc = py_doc!(players.play_games)]
#[pyfunction]
#[pyo3(signature = (specs, starts, seats, seeds, /, threads = None, progress = None, timed = false))]
#[expect(clippy::too_many_arguments, reason = "the parameters of a Python function")]
pub fn play_games(
    py: Python<'_>,
    specs: Vec<String>,
    starts: Vec<PyRef<'_, Position>>,
    seats: PyReadonlyArray2<'_, i64>,
    seeds: PyReadonlyArray1<'_, u64>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
    timed: bool,
) -> PyResult<PlayedGames> {
    let kinds = specs.iter().map(|spec| parse_kind(spec)).collect::<PyResult<Vec<_>>>()?;
    let seeds = seeds.as_array().to_vec();
    let rules = common_rules(&starts, seeds.len())?;
    let info = &rules.get().info;
    for &kind in &kinds {
        refuse_stranger(kind, &starts[0].inner, rules.get())?;
    }
    let seats: Vec<Vec<usize>> = (seats.as_array().rows().into_iter())
        .map(|row| row.iter().map(|&player| player as usize).collect())
        .collect();
    let fits = |row: &Vec<usize>| {
        row.len() == info.num_players && row.iter().all(|&player| player < kinds.len())
    };
    if seats.len() != starts.len() || !seats.iter().all(fits) {
        return Err(bad_value("seats are refused: it takes the number of a player for each seat"));
    }
    let threads = arguments::threads(threads, MAX_THREADS)?;
    let mut ticker = Ticker::new(py, progress, starts.len())?;
    let all: Vec<_> = starts.iter().map(|start| start.inner.clone()).collect();
    let played = py.detach(|| {
        with_game!(AnyPosition, &all[0], first => {
            play(&inner(first, &all), info, &kinds, &seats, &seeds, threads, timed, &mut ticker)
        })
    });
    ticker.finish(py)?;
    let played = played.unwrap_or_default();
    let winners = PyArray1::from_iter(py, played.iter().map(|game| game.winners)).unbind();
    let actions = played.iter().map(|game| {
        PyArray1::from_iter(py, game.actions.iter().map(|action| i32::from(action.0))).unbind()
    });
    let spent = || played.iter().flat_map(|game| &game.spent);
    let shape = [played.len(), info.num_players];
    let simulations = PyArray1::from_iter(py, spent().map(|seat| seat.simulations as i64));
    let seconds = PyArray1::from_iter(py, spent().map(|seat| seat.seconds));
    Ok(PlayedGames {
        actions: actions.collect(),
        winners,
        simulations: simulations.reshape(shape)?.unbind(),
        seconds: seconds.reshape(shape)?.unbind(),
    })
}

#[doc = py_doc!(players.line_evaluation)]
#[pyfunction]
#[pyo3(signature = (position, weights = None, nodes = None, /))]
pub fn line_evaluation(
    py: Python<'_>,
    position: &Position,
    weights: Option<u32>,
    nodes: Option<&Bound<'_, PyAny>>,
) -> PyResult<LineEvaluation> {
    let read =
        |nodes: &_| arguments::between(nodes, "nodes", 1, i64::MAX).map(|nodes| nodes as u64);
    let nodes = nodes.map(read).transpose()?;
    let mut ticker = Ticker::new(py, None, usize::MAX)?;
    let inner = &position.inner;
    let evaluation = py.detach(|| {
        with_game!(AnyPosition, inner, position => {
            let search = position.threat_search()?;
            search.evaluation(weights, nodes, &mut || ticker.tick(0))
        })
    });
    ticker.answer(py)?;
    let (value, scores) = evaluation.ok_or_else(|| {
        WrongGameError::new_err("there is no evaluation of lines for this position")
    })?;
    Ok(LineEvaluation { value, scores: PyArray1::from_vec(py, scores).unbind() })
}

#[doc = py_doc!(players.capture_levels)]
#[pyfunction]
#[pyo3(signature = (position, /))]
pub fn capture_levels(position: &Position) -> (u8, u8) {
    let [black, white] = with_game!(AnyPosition, &position.inner, position => {
        position.threat_search().map_or([0; 2], ThreatSearch::capture_levels)
    });
    (black, white)
}

#[doc = py_doc!(players.read_weights)]
#[pyfunction]
#[pyo3(signature = (data, /))]
pub fn read_weights(data: &[u8]) -> PyResult<u32> {
    register(data).map_err(|error| bad_value(error.to_string()))
}

#[doc = py_doc!(decision_seed)]
#[pyfunction]
#[pyo3(signature = (game, seat, number, /))]
pub fn decision_seed(game: u64, seat: i8, number: u64) -> u64 {
    players::decision_seed(game, usize::try_from(seat).ok(), number)
}

#[doc = py_doc!(game_seed)]
#[pyfunction]
#[pyo3(signature = (seed, index, /))]
pub fn game_seed(seed: u64, index: u64) -> u64 {
    crate::stream::game_seed(seed, index)
}
