//! Exact results: a game's own solver where it has one, else alpha-beta.

use std::ops::ControlFlow;
use std::time::Instant;

use numpy::PyArray1;
use pyo3::prelude::*;

use super::arguments::{between, short_repr};
use super::errors::bad_value;
use super::position::Position;
use super::progress::Ticker;
use super::search::{parse_seconds, refuse_undecided, texts};
use crate::games::AnyPosition;
use crate::players;
use crate::position::{Chance, GameInfo, Payoffs};
use crate::solve::Solution;

#[doc = py_doc!(Solved)]
#[pyclass(frozen, get_all, module = "fivefold._core.search")]
pub struct Solved {
    returns: Py<PyArray1<f32>>,
    line: Vec<String>,
    nodes: u64,
}

#[doc = py_doc!(search.solve)]
#[pyfunction]
#[pyo3(signature = (position, seconds = None, nodes = None))]
pub fn solve(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    seconds: Option<&Bound<'_, PyAny>>,
    nodes: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<Solved>> {
    let Ok(position) = position.cast::<Position>() else {
        let repr = short_repr(position);
        return Err(bad_value(format!("{repr} is refused: solve takes a Position")));
    };
    let position = position.get();
    let info = &position.rules.get().info;
    refuse(info, &Payoffs::of(info))?;
    refuse_undecided(&position.inner, "solve")?;
    let time = parse_seconds(seconds)?;
    let nodes = match nodes.filter(|nodes| !nodes.is_none()) {
        Some(nodes) => Some(between(nodes, "nodes", 0, i64::MAX)? as u64),
        None => None,
    };
    let mut ticker = Ticker::new(py, None, usize::MAX)?;
    let inner = &position.inner;
    let solution = py.detach(|| {
        let began = Instant::now();
        let mut look = || match time {
            Some(time) if began.elapsed() >= time => ControlFlow::Break(()),
            _ => ticker.tick(0),
        };
        with_game!(AnyPosition, inner, position => players::solve(position, info, nodes, &mut look))
    });
    ticker.finish(py)?;
    Ok(solution.map(|Solution { returns, line, nodes }| {
        let returns = PyArray1::from_vec(py, returns).unbind();
        Solved { returns, line: texts(inner, &line), nodes }
    }))
}

fn refuse(info: &GameInfo, payoffs: &Payoffs) -> PyResult<()> {
    if info.num_players != 2 {
        let players = info.num_players;
        return Err(bad_value(format!(
            "solve is refused: it takes two players, here are {players}"
        )));
    }
    if payoffs.total.is_none() {
        return Err(bad_value(
            "solve is refused: the returns of both players do not always have the same sum",
        ));
    }
    if info.chance == Chance::Dice {
        return Err(bad_value("solve is refused: with dice no line of play is sure"));
    }
    Ok(())
}
