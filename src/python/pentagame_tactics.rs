//! The questions of N21 about who is ahead, who leaves, who holds whom; shapes and openings.

use std::collections::BTreeMap;

use pyo3::prelude::*;

use super::arguments::integer;
use super::errors::{bad_value, refused_move};
use super::pentagame::{GAME, HeldPiece, held, piece_name, require_law, seat, stop_name};
use super::questions::of_game;
use crate::games::pentagame::Pentagame;
use crate::games::pentagame::analysis::opening::{self, TYPES, is_recommended, pattern, sequences};
use crate::games::pentagame::analysis::{shapes, tactics::Side};

#[doc = py_doc!(HeatSum)]
#[pyclass(frozen, get_all, module = "fivefold._core.pentagame")]
pub struct HeatSum {
    pub moves: u32,
    pub stops: u32,
}

#[doc = py_doc!(PlacedPiece)]
#[pyclass(frozen, get_all, module = "fivefold._core.pentagame")]
pub struct PlacedPiece {
    pub piece: String,
    pub stop: String,
}

#[doc = py_doc!(PieceSide)]
#[pyclass(frozen, get_all, module = "fivefold._core.pentagame")]
pub struct PieceSide {
    pub piece: String,
    pub stop: String,
    pub side: Option<&'static str>,
}

#[doc = py_doc!(OpeningType)]
#[pyclass(frozen, get_all, module = "fivefold._core.pentagame")]
pub struct OpeningType {
    pub kind: &'static str,
    pub pattern: &'static str,
    pub nickname: Option<&'static str>,
    pub recommended: bool,
    pub first: &'static str,
    pub second: &'static str,
    pub sequences: usize,
}

fn placed(game: &Pentagame, pieces: impl IntoIterator<Item = usize>) -> Vec<PlacedPiece> {
    let one = |piece| PlacedPiece {
        piece: piece_name(game.law(), piece),
        stop: stop_name(game, piece).to_owned(),
    };
    pieces.into_iter().map(one).collect()
}

#[doc = py_doc!(pentagame.shortest_paths)]
#[pyfunction]
pub fn shortest_paths(rules: &Bound<'_, PyAny>, stop: &str, colour: &str) -> PyResult<u64> {
    let star = require_law(rules, "shortest_paths")?.star;
    let stop = star.stop_named(stop).map_err(|refusal| refused_move(&refusal))?;
    let letter = (0..star.points).find(|&letter| star.name(star.crossing(letter)) == colour);
    let letter = letter
        .ok_or_else(|| bad_value(format!("{colour:?} is refused: no colour of this star")))?;
    Ok(star.shortest_paths(stop, letter))
}

#[doc = py_doc!(pentagame.heat_of)]
#[pyfunction]
#[pyo3(signature = (position, seat = None))]
pub fn heat_of(position: &Bound<'_, PyAny>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<HeatSum> {
    let position = of_game::<Pentagame>(position, "pentagame.heat_of", GAME)?;
    let game = position.get();
    let all = match seat.filter(|seat| !seat.is_none()) {
        Some(seat) => integer(seat) == Some(-1),
        None => false,
    };
    let of = if all { None } else { Some(self::seat(game, seat)?) };
    let (moves, stops) = game.heat_of(of);
    Ok(HeatSum { moves, stops })
}

#[doc = py_doc!(pentagame.relative)]
#[pyfunction]
pub fn relative(position: &Bound<'_, PyAny>) -> PyResult<BTreeMap<String, Vec<u16>>> {
    let position = of_game::<Pentagame>(position, "pentagame.relative", GAME)?;
    let game = position.get();
    let star = game.law().star;
    let row = |(colour, seats): (u8, Vec<u8>)| {
        (star.name(star.crossing(colour)).to_owned(), seats.into_iter().map(u16::from).collect())
    };
    Ok(game.relative().into_iter().map(row).collect())
}

#[doc = py_doc!(pentagame.leaving)]
#[pyfunction]
#[pyo3(signature = (position, seat = None))]
pub fn leaving(
    position: &Bound<'_, PyAny>,
    seat: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<PlacedPiece>> {
    let position = of_game::<Pentagame>(position, "pentagame.leaving", GAME)?;
    let game = position.get();
    Ok(placed(game, game.leaving_pieces(self::seat(game, seat)?)))
}

#[doc = py_doc!(pentagame.looming)]
#[pyfunction]
#[pyo3(signature = (position, seat = None))]
pub fn looming(
    position: &Bound<'_, PyAny>,
    seat: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<PlacedPiece>> {
    let position = of_game::<Pentagame>(position, "pentagame.looming", GAME)?;
    let game = position.get();
    Ok(placed(game, game.looming(self::seat(game, seat)?)))
}

#[doc = py_doc!(pentagame.tied)]
#[pyfunction]
pub fn tied(position: &Bound<'_, PyAny>) -> PyResult<Vec<HeldPiece>> {
    let position = of_game::<Pentagame>(position, "pentagame.tied", GAME)?;
    let game = position.get();
    Ok(game.tied().into_iter().map(|tie| held(game, tie)).collect())
}

#[doc = py_doc!(pentagame.chirality)]
#[pyfunction]
pub fn chirality(position: &Bound<'_, PyAny>) -> PyResult<Vec<PieceSide>> {
    let position = of_game::<Pentagame>(position, "pentagame.chirality", GAME)?;
    let game = position.get();
    let row = |(piece, side): (usize, Option<Side>)| {
        let stop = stop_name(game, piece).to_owned();
        PieceSide { piece: piece_name(game.law(), piece), stop, side: side.map(Side::word) }
    };
    Ok(game.chirality().into_iter().map(row).collect())
}

#[doc = py_doc!(pentagame.groups)]
#[pyfunction]
#[pyo3(signature = (position, seat = None))]
pub fn groups(
    position: &Bound<'_, PyAny>,
    seat: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<Vec<PlacedPiece>>> {
    let position = of_game::<Pentagame>(position, "pentagame.groups", GAME)?;
    let game = position.get();
    let groups = game.groups(self::seat(game, seat)?);
    Ok(groups.into_iter().map(|group| placed(game, group)).collect())
}

#[doc = py_doc!(pentagame.impasse)]
#[pyfunction]
#[pyo3(signature = (position, seat = None))]
pub fn impasse(position: &Bound<'_, PyAny>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
    let position = of_game::<Pentagame>(position, "pentagame.impasse", GAME)?;
    let game = position.get();
    Ok(game.impasse(self::seat(game, seat)?))
}

#[doc = py_doc!(pentagame.shape)]
#[pyfunction]
pub fn shape(goals: &str) -> PyResult<&'static str> {
    shapes::shape(goals).map_err(bad_value)
}

#[doc = py_doc!(pentagame.superior)]
#[pyfunction]
pub fn superior(goals: &str) -> PyResult<bool> {
    shapes::superior(goals).map_err(bad_value)
}

#[doc = py_doc!(pentagame.constellations)]
#[pyfunction]
pub fn constellations() -> BTreeMap<&'static str, usize> {
    shapes::constellations().into_iter().collect()
}

#[doc = py_doc!(pentagame.nickname)]
#[pyfunction]
pub fn nickname(kind: &str) -> Option<&'static str> {
    opening::nickname(kind)
}

#[doc = py_doc!(pentagame.openings)]
#[pyfunction]
pub fn openings() -> PyResult<Vec<OpeningType>> {
    let row = |&(kind, first, second): &(&'static str, &'static str, &'static str)| {
        Ok(OpeningType {
            kind,
            pattern: pattern(kind),
            nickname: nickname(kind),
            recommended: is_recommended(kind),
            first,
            second,
            sequences: sequences(first, second).map_err(|refusal| refused_move(&refusal))?,
        })
    };
    TYPES.iter().map(row).collect()
}
