//! Plays moves from a [`Position`], lists whole turns, and says which move was the last.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use super::Position;
use crate::games::AnyPosition;
use crate::pool::Look;
use crate::position::{EarlyEnd as _, Notation as _, Position as _};
use crate::python::errors::refused_move;
use crate::python::history::Step;
use crate::python::interrupt::interruptible;
use crate::python::moves;
use crate::python::rules::python_type;
use crate::turns::turn_moves_while;

/// The position after an action, its text, or a run of actions.
pub fn play(position: &Position, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Position> {
    let (mut inner, mut past) = (position.inner.clone(), None);
    interruptible(&position.rules.get().info, || {
        moves::play(&mut inner, &position.rules.get().info, action, |action| {
            past = Some(past.as_ref().unwrap_or(&position.past).push(Step::Action(action)));
        })
    })?
    .map_err(|refusal| refused_move(&refusal))?;
    let past = past.unwrap_or_else(|| position.past.clone());
    Ok(Position::new(position.rules.clone_ref(py), inner, past))
}

/// The position after a list of moves.
pub fn play_all(
    position: &Position,
    py: Python<'_>,
    moves: &Bound<'_, PyAny>,
) -> PyResult<Position> {
    let info = &position.rules.get().info;
    let (mut inner, mut past) = (position.inner.clone(), position.past.clone());
    for (number, argument) in (1..).zip(moves::list(moves, info)?) {
        let argument = argument?;
        interruptible(&position.rules.get().info, || {
            moves::play(&mut inner, info, &argument, |action| {
                past = past.push(Step::Action(action));
            })
        })?
        .map_err(|mut refusal| {
            refusal.message = format!("move {number}: {}", refusal.message);
            refused_move(&refusal)
        })?;
    }
    Ok(Position::new(position.rules.clone_ref(py), inner, past))
}

/// The texts of all turns; `look` is asked now and then whether to go on.
pub fn turn_moves(position: &AnyPosition, look: Look<'_>) -> Option<Vec<String>> {
    with_game!(AnyPosition, position, position => turn_moves_while(position, look))
}

/// The text of the last action that led here.
pub fn last_move(position: &Position) -> PyResult<Option<String>> {
    let (start, steps) = position.past.path();
    let mut before = start.clone();
    let mut last = None;
    interruptible(&position.rules.get().info, || {
        let moves = steps.iter().filter(|step| matches!(step, Step::Action(_))).count();
        let mut seen = 0;
        for step in steps {
            match step {
                Step::Action(action) if seen + 1 == moves => {
                    last = Some(before.move_text(action));
                    break;
                }
                Step::Action(action) => before.play_unchecked(action),
                Step::TimeOut(player) => drop(before.time_out(player)),
            }
            seen += usize::from(matches!(step, Step::Action(_)));
        }
    })?;
    Ok(last)
}

/// Why an action or a move is refused, as Python's `Illegal`; `None` if it is legal.
pub fn why_illegal<'py>(
    position: &Position,
    py: Python<'py>,
    action: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    static ILLEGAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let mut inner = position.inner.clone();
    let info = &position.rules.get().info;
    let Err(refusal) = interruptible(&position.rules.get().info, || {
        moves::play(&mut inner, info, action, |_| ())
    })?
    else {
        return Ok(None);
    };
    let class = python_type(py, &ILLEGAL, "Illegal")?;
    class.call1((refusal.rule, refusal.message)).map(Some)
}
