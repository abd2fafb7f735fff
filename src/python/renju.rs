//! What only Renju is asked: fouls, their reasons, the names of openings.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::arguments::{Asked, asked};
use super::arrays::new_u8;
use super::errors::refused_move;
use super::interrupt::interruptible;
use super::json::to_dict;
use super::questions::{colour_of, colour_or, numbers, of_game};
use crate::board::Point;
use crate::games::renju::{OPENINGS, OpeningName, Renju};
use crate::position::Refusal;
use crate::stones::FoulKind;

/// Questions that only Renju has.
#[pymodule(submodule)]
pub mod renju {
    #[pymodule_export]
    use super::{NamedOpening, explain, foul, foul_map, opening_name, openings, winning_points};
}

#[doc = py_doc!(NamedOpening)]
#[pyclass(frozen, get_all, module = "fivefold._core.renju")]
pub struct NamedOpening {
    pub code: &'static str,
    pub name: &'static str,
    pub second: (i8, i8),
    pub third: (i8, i8),
}

impl From<&OpeningName> for NamedOpening {
    fn from(&OpeningName { code, name, second, third }: &OpeningName) -> Self {
        Self { code, name, second, third }
    }
}

/// A point by name or number, in any phase of an opening (R11).
fn point_of(position: &Renju, named: &Bound<'_, PyAny>) -> PyResult<Point> {
    let size = position.grid().size();
    let point = match asked(named) {
        Asked::Text(text) => size.parse(text.trim()),
        Asked::Number(number) => match u16::try_from(number) {
            Ok(point) if usize::from(point) < size.points() => Ok(Point(point)),
            _ => Err(Refusal::new("E5", format!("point {number} is refused: off the board"))),
        },
        Asked::Huge(shown) | Asked::Nothing(shown) => {
            Err(Refusal::unreadable(format!("{shown} is refused: it is no point such as 'h8'")))
        }
    };
    point.map_err(|refusal| refused_move(&refusal))
}

#[doc = py_doc!(renju.foul)]
#[pyfunction]
#[pyo3(signature = (position, point, colour))]
pub fn foul(
    position: &Bound<'_, PyAny>,
    point: &Bound<'_, PyAny>,
    colour: &Bound<'_, PyAny>,
) -> PyResult<Option<&'static str>> {
    let game = of_game::<Renju>(position, "renju.foul", "Renju")?;
    let point = point_of(game.get(), point)?;
    let colour = colour_of(colour)?;
    Ok(interruptible(&game.rules().info, || game.get().foul(point, colour))?.map(FoulKind::name))
}

#[doc = py_doc!(renju.foul_map)]
#[pyfunction]
#[pyo3(signature = (position, colour))]
pub fn foul_map<'py>(
    position: &Bound<'py, PyAny>,
    colour: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = of_game::<Renju>(position, "renju.foul_map", "Renju")?;
    let colour = colour_of(colour)?;
    let shape = game.rules().info.board_shape();
    let mut map = vec![0; shape.iter().product()];
    interruptible(&game.rules().info, || game.get().foul_map(colour, &mut map))?;
    new_u8(position.py(), &shape, |out| out.copy_from_slice(&map))
}

#[doc = py_doc!(renju.explain)]
#[pyfunction]
#[pyo3(signature = (position, point, colour))]
pub fn explain<'py>(
    position: &Bound<'py, PyAny>,
    point: &Bound<'py, PyAny>,
    colour: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let game = of_game::<Renju>(position, "renju.explain", "Renju")?;
    let point = point_of(game.get(), point)?;
    let size = game.get().grid().size();
    let colour = colour_of(colour)?;
    let judgement = interruptible(&game.rules().info, || game.get().explain(point, colour))?;
    let tree = judgement.map(|judgement| judgement.to_value(size));
    tree.as_ref()
        .and_then(|tree| tree.as_object())
        .map(|tree| to_dict(position.py(), tree))
        .transpose()
}

#[doc = py_doc!(renju.opening_name)]
#[pyfunction]
pub fn opening_name(position: &Bound<'_, PyAny>) -> PyResult<Option<NamedOpening>> {
    let game = of_game::<Renju>(position, "renju.opening_name", "Renju")?;
    Ok(game.get().opening_name().map(NamedOpening::from))
}

#[doc = py_doc!(renju.openings)]
#[pyfunction]
pub fn openings() -> Vec<NamedOpening> {
    OPENINGS.iter().map(NamedOpening::from).collect()
}

#[doc = py_doc!(renju.winning_points)]
#[pyfunction]
#[pyo3(signature = (position, colour = None))]
pub fn winning_points<'py>(
    position: &Bound<'py, PyAny>,
    colour: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let game = of_game::<Renju>(position, "renju.winning_points", "Renju")?;
    let colour = colour_or(colour, game.get().next_colour())?;
    let mut points = Vec::new();
    game.get().winning_points(colour, &mut points);
    Ok(numbers(position.py(), &points))
}
