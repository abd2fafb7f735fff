//! Questions that only one game has: how `src/python/<game>.rs` gets at its position.
//!
//! A game's file holds a submodule of `_core` and functions such as
//!
//! ```ignore
//! #[doc = py_doc!(pagoda.taken)]
//! #[pyfunction]
//! pub fn taken(position: &Bound<'_, PyAny>) -> PyResult<(u16, u16)> {
//!     let position = of_game::<Pagoda>(position, "pagoda.taken", "Pagoda and its kin")?;
//!     Ok(pair(position.get().taken()))
//! }
//! ```
//!
//! which the submodule exports, `python/fivefold/_core/<game>.pyi` types and documents, and
//! `python/fivefold/<game>.py` offers.

use std::marker::PhantomData;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::arguments::short_repr;
use super::errors::{WrongGameError, bad_value, refused_move};
use super::moves;
use super::position::Position;
use super::rules::Rules;
use crate::board::Colour;
use crate::games::Registered;
use crate::position::Action;

/// A position that is known to be of the game P.
pub struct OfGame<'a, 'py, P> {
    position: &'a Bound<'py, Position>,
    game: PhantomData<P>,
}

/// The position of a question, refused if it is of another game: `question` names the function,
/// `game` what it is about.
pub fn of_game<'a, 'py, P: Registered>(
    position: &'a Bound<'py, PyAny>,
    question: &str,
    game: &str,
) -> PyResult<OfGame<'a, 'py, P>> {
    let Ok(position) = position.cast::<Position>() else {
        let repr = short_repr(position);
        return Err(bad_value(format!("{repr} is refused: {question} takes a Position")));
    };
    if P::inside(&position.get().inner).is_none() {
        let name = position.get().rules.get().game.name;
        return Err(WrongGameError::new_err(format!(
            "{question} is a question about {game}: this is a position of '{name}'"
        )));
    }
    Ok(OfGame { position, game: PhantomData })
}

/// The colour that is named, or another where none is.
pub fn colour_or(named: Option<&Bound<'_, PyAny>>, other: Colour) -> PyResult<Colour> {
    named.filter(|named| !named.is_none()).map_or(Ok(other), parse_colour)
}

/// A colour by its name.
pub fn parse_colour(named: &Bound<'_, PyAny>) -> PyResult<Colour> {
    let text = named.cast::<PyString>().map(|text| text.to_string_lossy().into_owned());
    let known =
        Colour::BOTH.into_iter().find(|known| text.as_ref().is_ok_and(|text| text == known.name()));
    known.ok_or_else(|| {
        let repr = short_repr(named);
        bad_value(format!("colour={repr} is refused: it takes 'black' or 'white'"))
    })
}

/// Points as numbers of actions.
pub fn numbers<'py>(py: Python<'py>, points: &[Action]) -> Bound<'py, PyArray1<i32>> {
    PyArray1::from_iter(py, points.iter().map(|point| i32::from(point.0)))
}

impl<P: Registered> OfGame<'_, '_, P> {
    /// The game's own position.
    pub fn get(&self) -> &P {
        P::inside(&self.position.get().inner).expect("of_game has looked")
    }

    /// The rules object, with its facts.
    pub fn rules(&self) -> &Rules {
        self.position.get().rules.get()
    }

    /// A point (or stop, or any action) named by number or text.
    pub fn action(&self, named: &Bound<'_, PyAny>) -> PyResult<Action> {
        let position = &self.position.get().inner;
        moves::single(position, &self.rules().info, named).map_err(|refusal| refused_move(&refusal))
    }
}
