//! The questions of N21 about who is ahead, who leaves, who holds whom; shapes and openings.

use std::collections::BTreeMap;

use pyo3::prelude::*;

use super::arguments::integer;
use super::errors::{bad_value, refused_move};
use super::pentagame::{GAME, law_of, piece_name, seat, stop_name};
use super::questions::of_game;
use crate::games::pentagame::Pentagame;
use crate::games::pentagame::analysis::opening::{self, TYPES, is_recommended, pattern, sequences};
use crate::games::pentagame::analysis::{shapes, tactics::Side};

/// Pieces with their stops.
type Standing = Vec<(String, String)>;

fn standing(game: &Pentagame, pieces: impl IntoIterator<Item = usize>) -> Standing {
    let row = |piece| (piece_name(game.law(), piece), stop_name(game, piece).to_owned());
    pieces.into_iter().map(row).collect()
}

#[doc = py_doc!(pentagame.ways)]
#[pyfunction]
pub fn ways(rules: &Bound<'_, PyAny>, stop: &str, colour: &str) -> PyResult<u64> {
    let star = law_of(rules, "ways")?.star;
    let stop = star.stop_named(stop).map_err(|refusal| refused_move(&refusal))?;
    let letter = (0..star.points).find(|&letter| star.name(star.crossing(letter)) == colour);
    let letter = letter
        .ok_or_else(|| bad_value(format!("{colour:?} is refused: no colour of this star")))?;
    Ok(star.ways(stop, letter))
}

#[doc = py_doc!(pentagame.heat_of)]
#[pyfunction]
#[pyo3(signature = (position, seat = None))]
pub fn heat_of(
    position: &Bound<'_, PyAny>,
    seat: Option<&Bound<'_, PyAny>>,
) -> PyResult<(u32, u32)> {
    let position = of_game::<Pentagame>(position, "pentagame.heat_of", GAME)?;
    let game = position.get();
    let all = match seat.filter(|seat| !seat.is_none()) {
        Some(seat) => integer(seat) == Some(-1),
        None => false,
    };
    let of = if all { None } else { Some(self::seat(game, seat)?) };
    Ok(game.heat_of(of))
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
pub fn leaving(position: &Bound<'_, PyAny>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Standing> {
    let position = of_game::<Pentagame>(position, "pentagame.leaving", GAME)?;
    let game = position.get();
    Ok(standing(game, game.leaving_pieces(self::seat(game, seat)?)))
}

#[doc = py_doc!(pentagame.looming)]
#[pyfunction]
#[pyo3(signature = (position, seat = None))]
pub fn looming(position: &Bound<'_, PyAny>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Standing> {
    let position = of_game::<Pentagame>(position, "pentagame.looming", GAME)?;
    let game = position.get();
    Ok(standing(game, game.looming(self::seat(game, seat)?)))
}

#[doc = py_doc!(pentagame.tied)]
#[pyfunction]
pub fn tied(position: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String, String)>> {
    let position = of_game::<Pentagame>(position, "pentagame.tied", GAME)?;
    let game = position.get();
    let row = |(piece, by)| {
        let stop = stop_name(game, piece).to_owned();
        (piece_name(game.law(), piece), stop, piece_name(game.law(), by))
    };
    Ok(game.tied().into_iter().map(row).collect())
}

#[doc = py_doc!(pentagame.chirality)]
#[pyfunction]
pub fn chirality(
    position: &Bound<'_, PyAny>,
) -> PyResult<Vec<(String, String, Option<&'static str>)>> {
    let position = of_game::<Pentagame>(position, "pentagame.chirality", GAME)?;
    let game = position.get();
    let row = |(piece, side): (usize, Option<Side>)| {
        let stop = stop_name(game, piece).to_owned();
        (piece_name(game.law(), piece), stop, side.map(Side::word))
    };
    Ok(game.chirality().into_iter().map(row).collect())
}

#[doc = py_doc!(pentagame.groups)]
#[pyfunction]
#[pyo3(signature = (position, seat = None))]
pub fn groups(
    position: &Bound<'_, PyAny>,
    seat: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<Standing>> {
    let position = of_game::<Pentagame>(position, "pentagame.groups", GAME)?;
    let game = position.get();
    let groups = game.groups(self::seat(game, seat)?);
    Ok(groups.into_iter().map(|group| standing(game, group)).collect())
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

/// Type, pattern, nickname, whether it is recommended, first and second turn, sequences.
type OpeningRow =
    (&'static str, &'static str, Option<&'static str>, bool, &'static str, &'static str, usize);

#[doc = py_doc!(pentagame.openings)]
#[pyfunction]
pub fn openings() -> PyResult<Vec<OpeningRow>> {
    let row = |&(kind, first, second): &(&'static str, &'static str, &'static str)| {
        let count = sequences(first, second).map_err(|refusal| refused_move(&refusal))?;
        Ok((kind, pattern(kind), nickname(kind), is_recommended(kind), first, second, count))
    };
    TYPES.iter().map(row).collect()
}
