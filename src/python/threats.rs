//! Threats and forced wins, for the games in which rows of stones win.

use std::ops::ControlFlow;
use std::time::Instant;

use pyo3::prelude::*;

use super::arguments::{between, short_repr};
use super::errors::{WrongGameError, bad_value};
use super::interrupt::interruptible;
use super::position::Position;
use super::progress::Ticker;
use super::search::{parse_seconds, texts};
use crate::board::{Point, Size};
use crate::games::AnyPosition;
use crate::position::{Knowledge, Threat, ThreatSearch};
use crate::stones::StoneGame;
use crate::threats::{ForcedWin, ProofEntry, forced_win as find_forced_win};

#[doc = py_doc!(CoreThreat)]
#[pyclass(frozen, get_all, module = "fivefold._core.search")]
pub struct CoreThreat {
    seat: u8,
    kind: &'static str,
    point: u16,
    points: Vec<u16>,
}

#[doc = py_doc!(Branch)]
#[pyclass(frozen, get_all, module = "fivefold._core.search")]
pub struct Branch {
    attacker: Vec<String>,
    defender: Vec<String>,
    r#move: Option<String>,
    line: Vec<String>,
}

#[doc = py_doc!(CoreForcedWin)]
#[pyclass(frozen, get_all, module = "fivefold._core.search")]
pub struct CoreForcedWin {
    line: Vec<String>,
    nodes: u64,
    colour: &'static str,
    is_freestyle: bool,
    tree: Vec<Py<Branch>>,
}

fn require_position<'a, 'py>(
    position: &'a Bound<'py, PyAny>,
    question: &str,
) -> PyResult<&'a Bound<'py, Position>> {
    position.cast::<Position>().map_err(|_| {
        bad_value(format!("{} is refused: {question} takes a Position", short_repr(position)))
    })
}

fn wrong_game(position: &Position, question: &str) -> PyErr {
    WrongGameError::new_err(format!(
        "{question} is refused: '{}' is no game in which rows of stones win",
        position.rules.get().game.name
    ))
}

#[doc = py_doc!(search.threats)]
#[pyfunction]
pub fn threats(position: &Bound<'_, PyAny>) -> PyResult<Vec<CoreThreat>> {
    let position = require_position(position, "threats")?.get();
    let inner = &position.inner;
    let threats = || with_game!(AnyPosition, inner, inner => inner.threat_search().map(ThreatSearch::threats));
    let list = interruptible(&position.rules.get().info, threats)?;
    let list = list.ok_or_else(|| wrong_game(position, "threats"))?;
    let threat = |one: Threat| CoreThreat {
        seat: one.player.0,
        kind: one.kind.text(),
        point: one.point,
        points: one.points,
    };
    Ok(list.into_iter().map(threat).collect())
}

#[doc = py_doc!(search.forced_win)]
#[pyfunction]
#[pyo3(signature = (position, seconds = None, nodes = None, proof = false))]
pub fn forced_win(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    seconds: Option<&Bound<'_, PyAny>>,
    nodes: Option<&Bound<'_, PyAny>>,
    proof: bool,
) -> PyResult<Option<CoreForcedWin>> {
    let position = require_position(position, "forced_win")?.get();
    let time = parse_seconds(seconds)?;
    let nodes = match nodes.filter(|nodes| !nodes.is_none()) {
        Some(nodes) => Some(between(nodes, "nodes", 0, i64::MAX)? as u64),
        None => None,
    };
    // A count makes the answer the same on any machine: then no time is looked at.
    let time = time.filter(|_| nodes.is_none());
    let mut ticker = Ticker::new(py, None, usize::MAX)?;
    let began = Instant::now();
    let mut tick = || {
        if time.is_some_and(|time| began.elapsed() >= time) {
            return ControlFlow::Break(());
        }
        ticker.tick(0)
    };
    let max_nodes = nodes.unwrap_or(u64::MAX);
    let inner = &position.inner;
    let answer = interruptible(&position.rules.get().info, || {
        py.detach(|| {
            Some(match inner {
                AnyPosition::Gomoku(game) => search(game, max_nodes, proof, &mut tick),
                AnyPosition::Renju(game) => search(game, max_nodes, proof, &mut tick),
                AnyPosition::Pagoda(game) => search(game, max_nodes, proof, &mut tick),
                _ => return None,
            })
        })
    })?;
    ticker.finish(py)?;
    let Some(answer) = answer else { return Err(wrong_game(position, "forced_win")) };
    let [rows, columns] = position.rules.get().info.board_shape();
    let size = Size { columns: columns as u8, rows: rows as u8 };
    let win = |win: ForcedWin| {
        let tree = win.proof.into_iter().map(|entry| Py::new(py, to_branch(size, entry)));
        Ok(CoreForcedWin {
            line: texts(inner, &win.line),
            nodes: win.nodes,
            colour: win.colour.name(),
            is_freestyle: win.is_freestyle,
            tree: tree.collect::<PyResult<_>>()?,
        })
    };
    answer.map(win).transpose()
}

/// A position of a proof in text.
pub fn to_branch(size: Size, entry: ProofEntry) -> Branch {
    let name = |point: &Point| size.name(*point);
    let names = |points: &[Point]| points.iter().map(name).collect::<Vec<_>>();
    let [own, other] = &entry.stones;
    Branch {
        attacker: names(own),
        defender: names(other),
        r#move: entry.attack.as_ref().map(name),
        line: names(&entry.line),
    }
}

fn search<P: StoneGame>(
    position: &P,
    max_nodes: u64,
    proof: bool,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<ForcedWin> {
    find_forced_win(position, max_nodes, proof, tick)
}
