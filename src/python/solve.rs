//! Exact results: the solver of Pah-Tum where it can be used, else alpha-beta.

use std::ops::ControlFlow;
use std::time::Instant;

use numpy::PyArray1;
use pyo3::prelude::*;

use super::arguments::{between, shown};
use super::errors::bad_value;
use super::position::Position;
use super::progress::Pulse;
use super::search::{refuse_undecided, seconds_of, texts};
use crate::games::AnyPosition;
use crate::games::pah_tum::{self, solver};
use crate::position::{Chance, Decider, GameInfo, Position as _, Refusal};
use crate::search::{Solution, Stakes};

/// Returns, line, positions looked at.
type Solved<'py> = (Bound<'py, PyArray1<f32>>, Vec<String>, u64);

#[doc = py_doc!(search_solve)]
#[pyfunction]
#[pyo3(signature = (position, seconds = None, nodes = None))]
pub fn search_solve<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyAny>,
    seconds: Option<&Bound<'py, PyAny>>,
    nodes: Option<&Bound<'py, PyAny>>,
) -> PyResult<Option<Solved<'py>>> {
    let Ok(position) = position.cast::<Position>() else {
        let shown = shown(position);
        return Err(bad_value(format!("{shown} is refused: solve takes a Position")));
    };
    let position = position.get();
    let info = &position.rules.get().info;
    let stakes = Stakes::of(info);
    refuse(info, &stakes)?;
    refuse_undecided(&position.inner, "solve")?;
    let time = seconds_of(seconds)?;
    let nodes = match nodes.filter(|nodes| !nodes.is_none()) {
        Some(nodes) => Some(between(nodes, "nodes", 0, i64::MAX)? as u64),
        None => None,
    };
    let mut pulse = Pulse::new(py, None, usize::MAX)?;
    let inner = &position.inner;
    let solution = py.detach(|| {
        let began = Instant::now();
        solve(inner, &stakes, nodes, &mut || {
            if time.is_some_and(|time| began.elapsed() >= time) {
                return ControlFlow::Break(());
            }
            pulse.beat(0)
        })
    });
    pulse.finish(py)?;
    Ok(solution.map(|Solution { returns, line, nodes }| {
        (PyArray1::from_vec(py, returns), texts(inner, &line), nodes)
    }))
}

fn refuse(info: &GameInfo, stakes: &Stakes) -> PyResult<()> {
    if info.num_players != 2 {
        let players = info.num_players;
        return Err(bad_value(format!(
            "solve is refused: it takes two players, here are {players}"
        )));
    }
    if stakes.total.is_none() {
        return Err(bad_value(
            "solve is refused: the returns of both players do not always have the same sum",
        ));
    }
    if info.chance == Chance::Dice {
        return Err(bad_value("solve is refused: with dice no line of play is sure"));
    }
    Ok(())
}

fn solve(
    position: &AnyPosition,
    stakes: &Stakes,
    nodes: Option<u64>,
    pulse: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Solution> {
    if let AnyPosition::PahTum(position) = position
        && let Ok(found) = solve_pah_tum(position, nodes, pulse)
    {
        return found;
    }
    with_game!(AnyPosition, position, position => {
        crate::search::solve(position, stakes, nodes, pulse)
    })
}

/// By the solver of the game, which refuses a set-up and large openings.
fn solve_pah_tum(
    position: &pah_tum::PahTum,
    nodes: Option<u64>,
    pulse: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Option<Solution>, Refusal> {
    let settings = solver::Settings { threads: 1, memory: 64 << 20 };
    let most = nodes.unwrap_or(u64::MAX);
    let found = solver::solve(position, settings, |progress| {
        if progress.nodes > most { ControlFlow::Break(()) } else { pulse() }
    });
    let Some(found) = found?.filter(|found| found.nodes <= most) else { return Ok(None) };
    let mut end = position.clone();
    for &action in &found.line {
        end.play_unchecked(action);
    }
    debug_assert_eq!(end.decider(), Decider::Over);
    let mut returns = vec![0.0; 2];
    end.returns(&mut returns);
    Ok(Some(Solution { returns, line: found.line, nodes: found.nodes }))
}
