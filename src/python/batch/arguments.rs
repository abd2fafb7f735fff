//! What a batch takes from Python: seeds, actions, seats, positions, which actions to keep.

use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::batch::{self, AnyBatch, Keep};
use crate::games::AnyPosition;
use crate::python::arguments::{self, Text, integers, short_repr};
use crate::python::errors::bad_value;
use crate::python::position::Position;
use crate::python::progress::Ticker;
use crate::python::rules::Rules;
use crate::python::set_up;
use crate::stream::game_seed;

/// A seed for each game, 0 to 2^64-1.
pub fn read_seeds(list: &Bound<'_, PyAny>, length: usize, seeds: &mut Vec<u64>) -> PyResult<()> {
    integers(list, "seeds", length, |game, number| {
        let seed = u64::try_from(number).map_err(|_| {
            bad_value(format!("seed {number} of game {game} is refused: 0 to 2^64-1"))
        })?;
        seeds.push(seed);
        Ok(())
    })
}

/// An action for each game.
pub fn actions(list: &Bound<'_, PyAny>, length: usize) -> PyResult<Vec<i32>> {
    let mut actions = Vec::with_capacity(length);
    integers(list, "actions", length, |_, number| {
        // Numbers beyond are out of range in any game, and so are these.
        actions.push(number.clamp(i128::from(i32::MIN), i128::from(i32::MAX)) as i32);
        Ok(())
    })?;
    Ok(actions)
}

/// A seat of `players` for each game, or -1.
pub fn seats(list: &Bound<'_, PyAny>, length: usize, players: usize) -> PyResult<Vec<i8>> {
    let mut seats = Vec::with_capacity(length);
    integers(list, "seats", length, |game, seat| {
        if !(-1..players as i128).contains(&seat) {
            let message = format!("seat {seat} of game {game} is refused: -1 to {players} - 1");
            return Err(bad_value(message));
        }
        seats.push(seat as i8);
        Ok(())
    })?;
    Ok(seats)
}

/// Who plays the other seats: nobody, or the batch at random.
pub fn others(value: Option<&Text>) -> PyResult<bool> {
    match value.map(|others| &others.0[..]) {
        None => Ok(false),
        Some("random") => Ok(true),
        Some(other) => Err(bad_value(format!("others={other:?} is refused: None or 'random'"))),
    }
}

fn no_memory(length: usize) -> PyErr {
    bad_value(format!("n={length} is refused: there is not enough memory for these games"))
}

/// A seed for each game: from one for all, or as they are given; from the system without.
pub fn seeds_for(seed: Option<&Bound<'_, PyAny>>, length: usize) -> PyResult<Vec<u64>> {
    let mut seeds = Vec::new();
    seeds.try_reserve_exact(length).map_err(|_| no_memory(length))?;
    let one = match seed.filter(|seed| !seed.is_none()) {
        None => arguments::any_seed(),
        Some(seed) if arguments::integer(seed).is_some() => arguments::seed(seed)?,
        Some(list) => {
            read_seeds(list, length, &mut seeds)?;
            return Ok(seeds);
        }
    };
    seeds.extend((0..length as u64).map(|game| game_seed(one, game)));
    Ok(seeds)
}

/// The games of a batch, which may take long to make: Ctrl-C breaks it off.
pub fn build_batch(
    py: Python<'_>,
    rules: &crate::games::Rules,
    seeds: &[u64],
    starts: Option<&[AnyPosition]>,
) -> PyResult<Box<dyn AnyBatch>> {
    let mut ticker = Ticker::new(py, None, usize::MAX)?;
    let games = py.detach(|| batch::any_while(rules, seeds, starts, &mut || ticker.tick(0)));
    ticker.finish(py)?;
    games.map_err(|_| no_memory(seeds.len()))
}

/// Which actions are kept: False, True or "replies".
pub fn history(value: Option<&Bound<'_, PyAny>>) -> PyResult<Keep> {
    let Some(value) = value else { return Ok(Keep::Nothing) };
    match (value.cast::<PyBool>(), value.extract::<String>()) {
        (Ok(flag), _) => Ok(if flag.is_true() { Keep::All } else { Keep::Nothing }),
        (_, Ok(text)) if text == "replies" => Ok(Keep::Replies),
        _ => Err(bad_value(format!(
            "history={} is refused: it takes True, False or 'replies'",
            short_repr(value)
        ))),
    }
}

/// A position of these rules for each game, out of a list, or one for all.
pub fn starts(
    value: &Bound<'_, PyAny>,
    rules: &Py<Rules>,
    length: usize,
) -> PyResult<Vec<AnyPosition>> {
    let refuse = |why: &str| {
        bad_value(format!(
            "positions are refused: {why}; they take a Position of the batch's rules, or {length} of them"
        ))
    };
    let (of, list) = if let Ok(position) = value.cast::<Position>() {
        let position = position.get();
        (position.rules.clone_ref(value.py()), vec![position.inner.clone(); length])
    } else {
        set_up::list(value)?.ok_or_else(|| refuse(&format!("{} is no list", short_repr(value))))?
    };
    if of.get().game.rules != rules.get().game.rules {
        return Err(refuse("they are of other rules"));
    }
    if list.len() != length {
        return Err(refuse(&format!("there are {}", list.len())));
    }
    Ok(list)
}
