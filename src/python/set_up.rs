//! What positions are made of when they do not come out of play: rules, set-ups (E8), lists.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use super::arguments;
use super::errors::{bad_value, refused_setup};
use super::position::Position;
use super::rules::Rules;
use crate::games::AnyPosition;

/// The rules that something is read by, as they are given or by the name of a preset.
pub fn require_rules(rules: &Bound<'_, PyAny>, what: &str) -> PyResult<Py<Rules>> {
    super::rules::parse_rules(rules)?.ok_or_else(|| {
        let repr = arguments::short_repr(rules);
        bad_value(format!("{repr} is refused: {what} is read by Rules or the name of a preset"))
    })
}

/// A set-up (E8) whose board is still to come.
pub fn read(
    rules: &Rules,
    player: Option<&Bound<'_, PyAny>>,
    taken: Option<&Bound<'_, PyAny>>,
    supply: Option<&Bound<'_, PyAny>>,
    check: bool,
) -> PyResult<crate::position::SetUp> {
    let last = rules.info.num_players as i64 - 1;
    let player = match player.filter(|player| !player.is_none()) {
        Some(player) => arguments::between(player, "player", 0, last)?,
        None => 0,
    };
    Ok(crate::position::SetUp {
        cells: Vec::new(),
        player: player as u8,
        taken: arguments::pair(taken, "taken")?,
        supply: arguments::pair(supply, "supply")?,
        check,
    })
}

#[doc = py_doc!(write_board)]
#[pyfunction]
pub fn write_board(position: &Bound<'_, Position>) -> Option<String> {
    let position = position.get();
    position.rules.get().game.rules.write_board(&position.inner)
}

#[doc = py_doc!(read_board)]
#[pyfunction]
pub fn read_board(
    text: arguments::Text,
    rules: &Bound<'_, Rules>,
    player: &Bound<'_, PyAny>,
) -> PyResult<Position> {
    let player = read(rules.get(), Some(player), None, None, false)?.player;
    let inner = rules.get().game.rules.read_board(&text.0, player);
    let inner = inner.map_err(|refusal| refused_setup(&refusal))?;
    Ok(Position::at_start(rules.clone().unbind(), inner))
}

/// Positions of the same rules out of a list or tuple, with these rules; `None` if it is neither.
pub fn list(value: &Bound<'_, PyAny>) -> PyResult<Option<(Py<Rules>, Vec<AnyPosition>)>> {
    if !value.is_instance_of::<PyList>() && !value.is_instance_of::<PyTuple>() {
        return Ok(None);
    }
    let (mut rules, mut list) = (None::<Py<Rules>>, Vec::with_capacity(value.len()?));
    for (index, item) in value.try_iter()?.enumerate() {
        let item = item?;
        let Ok(position) = item.cast::<Position>() else {
            let repr = arguments::short_repr(&item);
            return Err(bad_value(format!("item {index}, {repr}, is refused: it is no Position")));
        };
        let position = position.get();
        let rules = rules.get_or_insert_with(|| position.rules.clone_ref(value.py()));
        if !position.is_of(rules) {
            return Err(bad_value(format!(
                "position {index} is refused: it is of other rules than the first"
            )));
        }
        list.push(position.inner.clone());
    }
    let rules = rules.ok_or_else(|| bad_value("an empty list of positions is refused"))?;
    Ok(Some((rules, list)))
}
