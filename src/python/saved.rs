//! Positions as plain data and in pickles.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Map, Value};

use super::errors::{bad_record, bad_value, refused_setup};
use super::history::Step;
use super::position::Position;
use super::rules::Rules;
use super::{json, moves};
use crate::games::AnyPosition;
use crate::position::{EarlyEnd as _, Position as _, Refusal};

/// A position from its data, refused unless the rules could have made it.
pub fn from_data(rules: &Rules, data: Value) -> PyResult<AnyPosition> {
    let position: AnyPosition = serde_json::from_value(data).map_err(|error| {
        refused_setup(&Refusal::new("E8", format!("these data are no position: {error}")))
    })?;
    rules.game.rules.validate(&position).map_err(|refusal| refused_setup(&refusal))?;
    Ok(position)
}

/// Rules and contents, without the moves that led there.
pub fn to_dict<'py>(py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyAny>> {
    let data = serde_json::to_value(&position.inner);
    let mut map = Map::new();
    map.insert("rules".to_owned(), position.rules.get().game.to_value());
    map.insert("position".to_owned(), data.map_err(|error| bad_value(error.to_string()))?);
    Ok(json::to_dict(py, &map)?.into_any())
}

/// A position from what [`to_dict`] gives.
pub fn from_dict(py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<Position> {
    let refuse = |message: &str| Err(refused_setup(&Refusal::new("E8", message)));
    let Value::Object(mut map) = json::from_python(data)? else {
        return refuse("a position is a dict with 'rules' and 'position'");
    };
    let (Some(rules), Some(position)) = (map.remove("rules"), map.remove("position")) else {
        return refuse("a position is a dict with 'rules' and 'position'");
    };
    if let Some(key) = map.keys().next() {
        return refuse(&format!("a position has no '{key}', only 'rules' and 'position'"));
    }
    let game = crate::games::from_value(&rules).map_err(|refusal| refused_setup(&refusal))?;
    let rules = Rules::new(game);
    let inner = from_data(&rules, position)?;
    Ok(Position::at_start(Py::new(py, rules)?, inner))
}

/// What [`restored`] needs: the rules, the start and the packed steps.
type Pickled<'py> = (Py<Rules>, Option<String>, Bound<'py, PyBytes>);

/// A position as the way that led to it.
pub fn pickled<'py>(py: Python<'py>, position: &Position) -> PyResult<Pickled<'py>> {
    let (start, steps) = position.past.path();
    // Most games start where any of these rules do: a seed of 0 says so in nothing.
    let start = if *start == position.rules.get().game.rules.start(0) && start.turns() == 0 {
        None
    } else {
        Some(serde_json::to_string(start).map_err(|error| bad_value(error.to_string()))?)
    };
    let steps: Vec<u8> = steps.iter().flat_map(|step| step.packed().to_le_bytes()).collect();
    Ok((position.rules.clone_ref(py), start, PyBytes::new(py, &steps)))
}

/// A position from what [`pickled`] gives, every step checked.
pub fn restored(rules: Py<Rules>, start: Option<&str>, steps: &[u8]) -> PyResult<Position> {
    let start = match start {
        None => rules.get().game.rules.start(0),
        Some(text) => {
            let data = serde_json::from_str(text).map_err(|error| {
                bad_record(format!("the pickle is broken: {error}"), None, None)
            })?;
            from_data(rules.get(), data)?
        }
    };
    let mut position = Position::at_start(rules, start);
    for (number, bytes) in (1..).zip(steps.chunks(4)) {
        let refuse = |message: String| bad_record(message, Some(number), None);
        let step = bytes.try_into().ok().and_then(|b| Step::unpacked(u32::from_le_bytes(b)));
        let step = step.ok_or_else(|| refuse(format!("step {number} is unreadable")))?;
        match step {
            Step::Action(action) => {
                moves::in_range(i64::from(action.0), &position.rules.get().info)
                    .and_then(|action| position.inner.play(action))
            }
            Step::TimeOut(player) => position.inner.time_out(player),
        }
        .map_err(|refusal| refuse(format!("step {number}: {refusal}")))?;
        position.past = position.past.push(step);
    }
    Ok(position)
}
