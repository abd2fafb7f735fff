//! `Playouts` in pickles: what was asked, and every column.

use numpy::{Element, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;

use super::errors::{bad_record, bad_value};
use super::playouts::{Columns, Playouts};
use super::rules::Rules;
use super::saved::from_data;
use crate::playout::{Results, Sequence, Source};

/// Positions that the games start from, and how many games at each if they are a list.
type Start = (Option<Vec<String>>, Option<usize>);

/// What `restored` takes.
pub type Pickled<'py> = (Py<Rules>, Start, (u64, u64, usize), Vec<Bound<'py, PyAny>>);

/// The parts of a pickle.
pub fn pickled<'py>(py: Python<'py>, games: &Playouts) -> PyResult<Pickled<'py>> {
    let text = |position| serde_json::to_string(position).map_err(|e| bad_value(e.to_string()));
    let start = match &games.sequence.source {
        Source::Rules => (None, None),
        Source::Position(position) => (Some(vec![text(&**position)?]), None),
        Source::Positions(list, each) => {
            (Some(list.iter().map(text).collect::<PyResult<_>>()?), Some(*each))
        }
    };
    let columns = games.columns.views().into_iter().map(|view| view.array(py));
    let numbers = (games.sequence.seed, games.first, games.games);
    Ok((games.rules.clone_ref(py), start, numbers, columns.collect::<PyResult<_>>()?))
}

/// Playouts from the parts of [`pickled`].
pub fn restored(
    py: Python<'_>,
    rules: Py<Rules>,
    start: Start,
    numbers: (u64, u64, usize),
    columns: &[Bound<'_, PyAny>],
) -> PyResult<Playouts> {
    let broken =
        || bad_record("the pickle is broken: these are no playouts".to_owned(), None, None);
    let position = |text: String| {
        let data = serde_json::from_str(&text).map_err(|_| broken())?;
        from_data(rules.get(), data)
    };
    let (seed, first, games) = numbers;
    let source = match start {
        (None, _) => Source::Rules,
        (Some(list), each) => {
            let mut list = list.into_iter().map(position).collect::<PyResult<Vec<_>>>()?;
            match each {
                Some(each) if list.len().checked_mul(each) == Some(games) => {
                    Source::Positions(list.into(), each)
                }
                None if list.len() == 1 => Source::Position(Box::new(list.remove(0))),
                _ => return Err(broken()),
            }
        }
    };
    let [returns, turns, actions, termination, winners, first_actions, seeds] = columns else {
        return Err(broken());
    };
    let results = Results {
        returns: column(returns).ok_or_else(broken)?,
        turns: column(turns).ok_or_else(broken)?,
        actions: column(actions).ok_or_else(broken)?,
        termination: column(termination).ok_or_else(broken)?,
        winners: column(winners).ok_or_else(broken)?,
        first_actions: column(first_actions).ok_or_else(broken)?,
        seeds: column(seeds).ok_or_else(broken)?,
    };
    let players = rules.get().info.num_players;
    let prefix_len = first_actions.getattr("shape")?.get_item(1)?.extract::<usize>()?;
    let lengths = [
        (results.returns.len(), games.checked_mul(players)),
        (results.turns.len(), Some(games)),
        (results.actions.len(), Some(games)),
        (results.termination.len(), Some(games)),
        (results.winners.len(), Some(games)),
        (results.first_actions.len(), games.checked_mul(prefix_len)),
        (results.seeds.len(), Some(games)),
    ];
    if lengths.iter().any(|&(length, expected)| Some(length) != expected) {
        return Err(broken());
    }
    let sequence = Sequence { game: rules.get().game.clone(), source, seed };
    let columns = Columns::new(py, results, games, players, prefix_len)?;
    Ok(Playouts::new(rules, sequence, first, games, columns))
}

fn column<T: Element + Copy>(array: &Bound<'_, PyAny>) -> Option<Vec<T>> {
    let array = array.cast::<PyArrayDyn<T>>().ok()?;
    Some(array.try_readonly().ok()?.as_array().iter().copied().collect())
}
