//! What only Renju is asked: fouls, their reasons, the names of openings.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Map;

use super::arguments::{OptionalArgument, TextOrNumber, text_or_number};
use super::arrays::new_u8;
use super::errors::{refused_move, refused_setup};
use super::interrupt::interruptible;
use super::json::to_dict;
use super::position::Position;
use super::questions::{colour_or, numbers, of_game, parse_colour};
use super::rules::Rules;
use crate::board::{Colour, Point, Size};
use crate::games;
use crate::games::renju::{Judgement, OPENINGS, OpeningName as Named, Renju};
use crate::position::Refusal;
use crate::stones::FoulKind;

/// Questions that only Renju has.
#[pymodule(submodule)]
pub mod renju {
    #[pymodule_export]
    use super::{
        Foul, Four, Opening, OpeningName, Three, explain, foul, foul_map, opening_name, openings,
        winning_points,
    };
}

type Names = Vec<String>;

#[doc = py_doc!(Four)]
#[pyclass(frozen, get_all, eq, hash, module = "fivefold._core.renju")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Four {
    pub stones: Names,
    pub fifths: Names,
}

#[doc = py_doc!(Three)]
#[pyclass(frozen, get_all, eq, hash, module = "fivefold._core.renju")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Three {
    pub stones: Names,
    pub grows: Names,
    pub straight_fours: Vec<Names>,
    pub ends: Vec<Names>,
}

#[doc = py_doc!(Foul)]
#[pyclass(frozen, get_all, eq, hash, module = "fivefold._core.renju")]
#[derive(PartialEq, Eq, Hash)]
pub struct Foul {
    pub kind: &'static str,
    pub point: String,
    pub colour: &'static str,
    pub lines: Vec<Names>,
    pub fours: Vec<Four>,
    pub threes: Vec<Three>,
    pub words: String,
}

#[pymethods]
impl Foul {
    fn __str__(&self) -> String {
        format!("{}: {}", self.kind.replace('_', " "), self.words)
    }

    fn __repr__(&self) -> String {
        format!("<Foul {}>", self.__str__())
    }
}

impl Foul {
    /// A foul, and what makes it.
    fn new(kind: FoulKind, colour: Colour, judgement: &Judgement, size: Size) -> Self {
        let names = |points: &[Point]| names(size, points);
        let fours: Vec<_> = judgement
            .fours
            .iter()
            .map(|four| Four { stones: names(&four.stones), fifths: names(&four.fifths) })
            .collect();
        let threes: Vec<_> = judgement
            .threes
            .iter()
            .filter(|three| three.real)
            .map(|three| {
                let grows = || three.extensions.iter().filter(|extension| extension.allowed);
                Three {
                    stones: names(&three.stones),
                    grows: grows().map(|extension| size.name(extension.point)).collect(),
                    straight_fours: grows()
                        .map(|extension| names(&extension.straight_four))
                        .collect(),
                    ends: grows().map(|extension| names(&extension.ends)).collect(),
                }
            })
            .collect();
        let mut lines: Vec<Names> = match kind {
            FoulKind::Overline => judgement.overlines.iter().map(|row| names(row)).collect(),
            _ => fours.iter().map(|four| four.stones.clone()).collect(),
        };
        if kind == FoulKind::DoubleThree {
            lines.extend(threes.iter().map(|three| three.stones.clone()));
        }
        let (point, words) = (size.name(judgement.point), judgement.words(size));
        Self { kind: kind.name(), point, colour: colour.name(), lines, fours, threes, words }
    }
}

#[doc = py_doc!(OpeningName)]
#[pyclass(frozen, get_all, eq, hash, module = "fivefold._core.renju")]
#[derive(PartialEq, Eq, Hash)]
pub struct OpeningName {
    pub code: &'static str,
    pub name: &'static str,
}

#[pymethods]
impl OpeningName {
    fn __str__(&self) -> String {
        format!("{} {}", self.code, self.name)
    }

    fn __repr__(&self) -> String {
        format!("<OpeningName {}>", self.__str__())
    }
}

#[doc = py_doc!(Opening)]
#[pyclass(frozen, get_all, module = "fivefold._core.renju")]
pub struct Opening {
    pub code: &'static str,
    pub name: &'static str,
    pub kind: &'static str,
    pub moves: (String, String, String),
    pub position: Py<Position>,
}

#[pymethods]
impl Opening {
    fn __repr__(&self) -> String {
        format!("<Opening {} {}>", self.code, self.name)
    }
}

fn names(size: Size, points: &[Point]) -> Names {
    points.iter().map(|&point| size.name(point)).collect()
}

/// The colour that is named, or Black where it is left out.
fn black_or(py: Python<'_>, named: &OptionalArgument) -> PyResult<Colour> {
    named.0.as_ref().map_or(Ok(Colour::Black), |named| parse_colour(named.bind(py)))
}

/// A point by name or number, in any phase of an opening (R11).
fn parse_point(position: &Renju, named: &Bound<'_, PyAny>) -> PyResult<Point> {
    let size = position.grid().size();
    let point = match text_or_number(named) {
        TextOrNumber::Text(text) => size.parse(text.trim()),
        TextOrNumber::Number(number) => match u16::try_from(number) {
            Ok(point) if usize::from(point) < size.points() => Ok(Point(point)),
            _ => Err(Refusal::new("E5", format!("point {number} is refused: off the board"))),
        },
        TextOrNumber::Huge(repr) | TextOrNumber::Nothing(repr) => {
            Err(Refusal::unreadable(format!("{repr} is refused: it is no point such as 'h8'")))
        }
    };
    point.map_err(|refusal| refused_move(&refusal))
}

#[doc = py_doc!(renju.foul)]
#[pyfunction]
#[pyo3(
    signature = (position, point, colour = OptionalArgument(None)),
    text_signature = "(position, point, colour='black')"
)]
pub fn foul(
    position: &Bound<'_, PyAny>,
    point: &Bound<'_, PyAny>,
    colour: OptionalArgument,
) -> PyResult<Option<Foul>> {
    let game = of_game::<Renju>(position, "renju.foul", "Renju")?;
    let point = parse_point(game.get(), point)?;
    let colour = black_or(position.py(), &colour)?;
    let foul = interruptible(&game.rules().info, || {
        let kind = game.get().foul(point, colour)?;
        Some((kind, game.get().explain(point, colour)?))
    })?;
    let size = game.get().grid().size();
    Ok(foul.map(|(kind, judgement)| Foul::new(kind, colour, &judgement, size)))
}

#[doc = py_doc!(renju.foul_map)]
#[pyfunction]
#[pyo3(
    signature = (position, colour = OptionalArgument(None)),
    text_signature = "(position, colour='black')"
)]
pub fn foul_map<'py>(
    position: &Bound<'py, PyAny>,
    colour: OptionalArgument,
) -> PyResult<Bound<'py, PyAny>> {
    let game = of_game::<Renju>(position, "renju.foul_map", "Renju")?;
    let colour = black_or(position.py(), &colour)?;
    let shape = game.rules().info.board_shape();
    let mut map = vec![0; shape.iter().product()];
    interruptible(&game.rules().info, || game.get().foul_map(colour, &mut map))?;
    new_u8(position.py(), &shape, |out| out.copy_from_slice(&map))
}

#[doc = py_doc!(renju.explain)]
#[pyfunction]
#[pyo3(
    signature = (position, point, colour = OptionalArgument(None)),
    text_signature = "(position, point, colour='black')"
)]
pub fn explain<'py>(
    position: &Bound<'py, PyAny>,
    point: &Bound<'py, PyAny>,
    colour: OptionalArgument,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let game = of_game::<Renju>(position, "renju.explain", "Renju")?;
    let point = parse_point(game.get(), point)?;
    let size = game.get().grid().size();
    let colour = black_or(position.py(), &colour)?;
    let judgement = interruptible(&game.rules().info, || game.get().explain(point, colour))?;
    let tree = judgement.map(|judgement| judgement.to_value(size));
    tree.as_ref()
        .and_then(|tree| tree.as_object())
        .map(|tree| to_dict(position.py(), tree))
        .transpose()
}

#[doc = py_doc!(renju.opening_name)]
#[pyfunction]
pub fn opening_name(position: &Bound<'_, PyAny>) -> PyResult<Option<OpeningName>> {
    let game = of_game::<Renju>(position, "renju.opening_name", "Renju")?;
    let opening = game.get().opening_name();
    Ok(opening.map(|&Named { code, name, .. }| OpeningName { code, name }))
}

#[doc = py_doc!(renju.openings)]
#[pyfunction]
pub fn openings(py: Python<'_>) -> PyResult<Vec<Opening>> {
    let rules = games::build("renju", &Map::new()).map_err(|refusal| refused_setup(&refusal))?;
    let start = Rules::start(&Bound::new(py, Rules::new(rules))?, None)?;
    let start = Bound::new(py, start)?;
    let size = Size::square(15);
    let at = |(right, up): (i8, i8)| {
        let point = size.at(7 + i32::from(right), 7 + i32::from(up));
        size.name(point.expect("an opening lies on the board"))
    };
    let opening = |&Named { code, name, second, third }: &Named| {
        let moves = (at((0, 0)), at(second), at(third));
        let position = start.call_method1("play_all", (moves.clone(),))?;
        let kind = if code.starts_with('D') { "direct" } else { "indirect" };
        Ok(Opening { code, name, kind, moves, position: position.cast_into()?.unbind() })
    };
    OPENINGS.iter().map(opening).collect()
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
