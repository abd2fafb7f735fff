//! The questions of Pagoda and its kin.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::errors::refused_move;
use super::questions::{colour_or, numbers, of_game};
use crate::board::Point;
use crate::games::pagoda::Pagoda;
use crate::position::Position as _;

/// Questions that only Pagoda and its kin have.
#[pymodule(submodule)]
pub mod pagoda {
    #[pymodule_export]
    use super::{
        RowThreats, captured, captured_pairs, captures, supply, taken, threats, winning_points,
    };
}

#[doc = py_doc!(RowThreats)]
#[pyclass(frozen, get_all, module = "fivefold._core.pagoda")]
pub struct RowThreats {
    pub five: Vec<String>,
    pub capture: Vec<String>,
    pub pairs: Vec<Vec<String>>,
}

const GAME: &str = "Pagoda and its kin";

fn names(position: &Pagoda, points: &[Point]) -> Vec<String> {
    points.iter().map(|&point| position.grid().size().name(point)).collect()
}

fn all_names(position: &Pagoda, groups: &[Vec<Point>]) -> Vec<Vec<String>> {
    groups.iter().map(|group| names(position, group)).collect()
}

fn pair([black, white]: [u16; 2]) -> (u16, u16) {
    (black, white)
}

#[doc = py_doc!(pagoda.taken)]
#[pyfunction]
pub fn taken(position: &Bound<'_, PyAny>) -> PyResult<(u16, u16)> {
    let position = of_game::<Pagoda>(position, "pagoda.taken", GAME)?;
    Ok(pair(position.get().taken()))
}

#[doc = py_doc!(pagoda.captured_pairs)]
#[pyfunction]
pub fn captured_pairs(position: &Bound<'_, PyAny>) -> PyResult<(u16, u16)> {
    let position = of_game::<Pagoda>(position, "pagoda.captured_pairs", GAME)?;
    Ok(pair(position.get().captured_groups()))
}

#[doc = py_doc!(pagoda.supply)]
#[pyfunction]
pub fn supply(position: &Bound<'_, PyAny>) -> PyResult<Option<(u16, u16)>> {
    let position = of_game::<Pagoda>(position, "pagoda.supply", GAME)?;
    Ok(position.get().supply().map(pair))
}

#[doc = py_doc!(pagoda.captured)]
#[pyfunction]
pub fn captured(position: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let position = of_game::<Pagoda>(position, "pagoda.captured", GAME)?;
    let points: Vec<_> = position.get().captured().into_iter().map(Point).collect();
    Ok(names(position.get(), &points))
}

#[doc = py_doc!(pagoda.captures)]
#[pyfunction]
pub fn captures(
    position: &Bound<'_, PyAny>,
    action: &Bound<'_, PyAny>,
) -> PyResult<Vec<Vec<String>>> {
    let position = of_game::<Pagoda>(position, "pagoda.captures", GAME)?;
    let action = position.action(action)?;
    if let Some(refusal) = position.get().refusal(action) {
        return Err(refused_move(&refusal));
    }
    Ok(all_names(position.get(), &position.get().captures_at(Point(action.0))))
}

#[doc = py_doc!(pagoda.threats)]
#[pyfunction]
#[pyo3(signature = (position, colour = None))]
pub fn threats(
    position: &Bound<'_, PyAny>,
    colour: Option<&Bound<'_, PyAny>>,
) -> PyResult<RowThreats> {
    let position = of_game::<Pagoda>(position, "pagoda.threats", GAME)?;
    let colour = colour_or(colour, position.get().next_colour())?;
    let position = position.get();
    let threats = position.threats(colour);
    Ok(RowThreats {
        five: names(position, &threats.five),
        capture: names(position, &threats.capture),
        pairs: all_names(position, &threats.groups),
    })
}

#[doc = py_doc!(pagoda.winning_points)]
#[pyfunction]
#[pyo3(signature = (position, colour = None))]
pub fn winning_points<'py>(
    position: &Bound<'py, PyAny>,
    colour: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let game = of_game::<Pagoda>(position, "pagoda.winning_points", GAME)?;
    let colour = colour_or(colour, game.get().next_colour())?;
    let mut points = Vec::new();
    game.get().winning_points(colour, &mut points);
    Ok(numbers(position.py(), &points))
}
