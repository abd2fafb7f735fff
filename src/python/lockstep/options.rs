//! What a search in lockstep takes: its source and its options.

use pyo3::prelude::*;

use crate::games::AnyPosition;
use crate::position::{Decider, Position as _};
use crate::python::arguments::{Seed, between, short_repr};
use crate::python::batch::Batch;
use crate::python::errors::bad_value;
use crate::python::rules::Rules;
use crate::python::set_up;
use crate::search::lockstep::Settings;

/// The source of a search: rules and positions, none of which waits for a die.
pub fn source(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
) -> PyResult<(Py<Rules>, Vec<AnyPosition>)> {
    let (rules, positions) = if let Ok(batch) = source.cast::<Batch>() {
        batch.get().standing(py)?
    } else {
        set_up::list(source)?.ok_or_else(|| {
            let repr = short_repr(source);
            bad_value(format!("{repr} is refused: it takes a Batch or a list of Positions"))
        })?
    };
    if positions.is_empty() {
        return Err(bad_value("an empty source is refused: there is nothing to search"));
    }
    if let Some(game) = positions.iter().position(|one| one.decider() == Decider::Chance) {
        return Err(bad_value(format!(
            "position {game} is refused: it waits for a roll; play one first (chance_action)"
        )));
    }
    Ok((rules, positions))
}

/// Options as they were given; None is the usual one.
pub fn settings(
    simulations: Option<&Bound<'_, PyAny>>,
    considered: Option<&Bound<'_, PyAny>>,
    gumbel_scale: Option<&Bound<'_, PyAny>>,
    seed: Seed,
    proofs: bool,
) -> PyResult<Settings> {
    let max = i64::from(i32::MAX) - 1;
    let count = |value: Option<&Bound<'_, PyAny>>, name, usual| {
        value.map_or(Ok(usual), |value| between(value, name, 1, max))
    };
    let simulations = count(simulations, "simulations", 32)? as usize;
    Ok(Settings {
        simulations,
        short: simulations,
        considered: count(considered, "considered", 16)? as usize,
        gumbel_scale: gumbel_scale.map_or(Ok(1.0), scale)?,
        seed: seed.0,
        proofs,
        max_nodes: usize::MAX,
    })
}

/// A finite factor of at least 0.
fn scale(value: &Bound<'_, PyAny>) -> PyResult<f32> {
    match value.extract::<f64>() {
        Ok(scale) if (0.0..=f64::from(f32::MAX)).contains(&scale) => Ok(scale as f32),
        _ => {
            let repr = short_repr(value);
            Err(bad_value(format!("gumbel_scale={repr} is refused: it takes a number from 0 up")))
        }
    }
}
