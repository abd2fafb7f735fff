//! The questions of Pentagame.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::arguments::{Text, between, integers, short_repr};
use super::errors::{bad_value, refused_move, refused_setup};
use super::history::Step;
use super::position::Position;
use super::questions::of_game;
use crate::games::pentagame::{self as game, Law, Pentagame, Stop};
use crate::games::{AnyPosition, Rules as AnyRules};
use crate::position::{Decider, EarlyEnd as _, Notation as _, Player, Position as _};

/// Questions that only Pentagame has.
#[pymodule(submodule)]
pub mod pentagame {
    #[pymodule_export]
    use super::super::pentagame_star::{layout, links, routes, stops};
    #[pymodule_export]
    use super::super::pentagame_tactics::{HeatSum, OpeningType, PieceSide, PlacedPiece};
    #[pymodule_export]
    use super::super::pentagame_tactics::{
        chirality, constellations, groups, heat_of, impasse, leaving, looming, nickname, openings,
        relative, shape, shortest_paths, superior, tied,
    };
    #[pymodule_export]
    use super::{HeldPiece, PieceTemperature, SeatOptions, StraightRun};
    #[pymodule_export]
    use super::{
        area, board, cards, dice, due, features, first_turns, opening_type, options, path_kinds,
        phase, pinned, points, position, supply, temperature,
    };
}

#[doc = py_doc!(PieceTemperature)]
#[pyclass(frozen, get_all, module = "fivefold._core.pentagame")]
pub struct PieceTemperature {
    pub piece: String,
    pub stop: String,
    pub moves: u16,
    pub stops: u16,
}

#[doc = py_doc!(SeatOptions)]
#[pyclass(frozen, get_all, module = "fivefold._core.pentagame")]
pub struct SeatOptions {
    pub empty: u32,
    pub black: u32,
    pub grey: u32,
    pub own_swaps: u32,
    pub other_swaps: u32,
    pub out: u32,
    pub turns: u32,
}

#[doc = py_doc!(StraightRun)]
#[pyclass(frozen, get_all, module = "fivefold._core.pentagame")]
pub struct StraightRun {
    pub piece: String,
    pub stop: String,
    pub towards: String,
    pub end: String,
    pub kind: &'static str,
}

#[doc = py_doc!(HeldPiece)]
#[pyclass(frozen, get_all, module = "fivefold._core.pentagame")]
pub struct HeldPiece {
    pub piece: String,
    pub stop: String,
    pub by: String,
}

pub(super) const GAME: &str = "Pentagame";

/// The law of rules, refused if they are of another game.
pub(super) fn require_law(rules: &Bound<'_, PyAny>, question: &str) -> PyResult<Law> {
    let Some(rules) = super::rules::parse_rules(rules)? else {
        let (repr, why) = (short_repr(rules), "takes Rules or the name of a preset");
        return Err(bad_value(format!("{repr} is refused: pentagame.{question} {why}")));
    };
    match &rules.get().game.rules {
        AnyRules::Pentagame(options) => Ok(Law::new(*options)),
        _ => Err(super::errors::WrongGameError::new_err(format!(
            "pentagame.{question} is a question about Pentagame: these are rules of '{}'",
            rules.get().game.name
        ))),
    }
}

/// A seat: as asked, else the one to decide (N21).
pub(super) fn seat(position: &Pentagame, player: Option<&Bound<'_, PyAny>>) -> PyResult<u8> {
    match (player.filter(|player| !player.is_none()), position.decider()) {
        (Some(player), _) => {
            let last = position.law().players() as i64 - 1;
            Ok(between(player, "player", 0, last)? as u8)
        }
        (None, Decider::Player(Player(seat))) => Ok(seat),
        (None, _) => Err(bad_value("nobody is to decide here: name the seat (N21)")),
    }
}

pub(super) fn piece_name(law: &Law, piece: usize) -> String {
    law.kind_name(law.kind(piece))
}

/// A piece where it stands, and the other that it holds back or that runs into it.
pub(super) fn held(game: &Pentagame, (piece, by): (usize, usize)) -> HeldPiece {
    let [piece_text, by] = [piece, by].map(|piece| piece_name(game.law(), piece));
    HeldPiece { piece: piece_text, stop: stop_name(game, piece).to_owned(), by }
}

pub(super) fn stop_name(position: &Pentagame, piece: usize) -> &str {
    position.law().star.name(position.board().pieces[piece])
}

#[doc = py_doc!(pentagame.board)]
#[pyfunction]
pub fn board(position: &Bound<'_, PyAny>) -> PyResult<BTreeMap<String, Vec<String>>> {
    let position = of_game::<Pentagame>(position, "pentagame.board", GAME)?;
    Ok(position.get().things_by_stop())
}

#[doc = py_doc!(pentagame.position)]
#[pyfunction]
#[pyo3(signature = (board, rules, player = None, points = None))]
pub fn position(
    board: &Bound<'_, PyDict>,
    rules: &Bound<'_, PyAny>,
    player: Option<&Bound<'_, PyAny>>,
    points: Option<&Bound<'_, PyAny>>,
) -> PyResult<Position> {
    let law = require_law(rules, "position")?;
    let mut stops: Vec<(String, Vec<String>)> = Vec::new();
    for (stop, things) in board {
        let refuse = || {
            let (stop, things) = (short_repr(&stop), short_repr(&things));
            bad_value(format!(
                "{stop}: {things} is refused: a stop holds one thing or a list of them"
            ))
        };
        let things = match things.extract::<String>() {
            Ok(thing) => vec![thing],
            Err(_) => things.extract().map_err(|_| refuse())?,
        };
        stops.push((stop.extract().map_err(|_| refuse())?, things));
    }
    let player = match player.filter(|player| !player.is_none()) {
        Some(player) => between(player, "player", 0, law.players() as i64 - 1)? as u8,
        None => 0,
    };
    let mut points_by_seat = vec![0_u8; law.players()];
    if let Some(points) = points.filter(|points| !points.is_none()) {
        integers(points, "points", law.players(), |place, number| {
            points_by_seat[place] = u8::try_from(number)
                .map_err(|_| bad_value(format!("points {number} are refused: 0 to 9")))?;
            Ok(())
        })?;
    }
    let inner = game::position_from(&law.options, &stops, player, Some(&points_by_seat));
    let inner = inner.map_err(|refusal| refused_setup(&refusal))?;
    let rules = super::rules::parse_rules(rules)?.expect("require_law has looked");
    Ok(Position::at_start(rules, inner.into()))
}

#[doc = py_doc!(pentagame.points)]
#[pyfunction]
pub fn points(position: &Bound<'_, PyAny>) -> PyResult<Vec<u16>> {
    let position = of_game::<Pentagame>(position, "pentagame.points", GAME)?;
    Ok(position.get().points().iter().map(|&points| u16::from(points)).collect())
}

#[doc = py_doc!(pentagame.supply)]
#[pyfunction]
pub fn supply(position: &Bound<'_, PyAny>) -> PyResult<usize> {
    Ok(of_game::<Pentagame>(position, "pentagame.supply", GAME)?.get().supply())
}

#[doc = py_doc!(pentagame.due)]
#[pyfunction]
pub fn due(position: &Bound<'_, PyAny>) -> PyResult<&'static str> {
    Ok(of_game::<Pentagame>(position, "pentagame.due", GAME)?.get().phase_name())
}

#[doc = py_doc!(pentagame.cards)]
#[pyfunction]
pub fn cards(position: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let position = of_game::<Pentagame>(position, "pentagame.cards", GAME)?;
    let game = position.get();
    Ok((0..game.law().options.players).map(|seat| game.hand(seat)).collect())
}

#[doc = py_doc!(pentagame.dice)]
#[pyfunction]
pub fn dice(position: &Bound<'_, PyAny>) -> PyResult<Vec<Option<String>>> {
    let position = of_game::<Pentagame>(position, "pentagame.dice", GAME)?;
    let game = position.get();
    let letters = |seat| Some(game.dice_text(seat)).filter(|dice| !dice.is_empty());
    Ok((0..game.law().options.players).map(letters).collect())
}

#[doc = py_doc!(pentagame.temperature)]
#[pyfunction]
pub fn temperature(position: &Bound<'_, PyAny>) -> PyResult<Vec<PieceTemperature>> {
    let position = of_game::<Pentagame>(position, "pentagame.temperature", GAME)?;
    let game = position.get();
    let row = |heat: game::analysis::features::Temperature| {
        let piece = piece_name(game.law(), heat.piece);
        let stop = stop_name(game, heat.piece).to_owned();
        PieceTemperature { piece, stop, moves: heat.moves, stops: heat.stops }
    };
    Ok(game.temperature().into_iter().map(row).collect())
}

#[doc = py_doc!(pentagame.area)]
#[pyfunction]
#[pyo3(signature = (position, player = None))]
pub fn area(
    position: &Bound<'_, PyAny>,
    player: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<String>> {
    let position = of_game::<Pentagame>(position, "pentagame.area", GAME)?;
    let game = position.get();
    let area = game.area(seat(game, player)?);
    Ok(area.iter().map(|stop| game.law().star.name(stop).to_owned()).collect())
}

#[doc = py_doc!(pentagame.options)]
#[pyfunction]
#[pyo3(signature = (position, player = None))]
pub fn options(
    position: &Bound<'_, PyAny>,
    player: Option<&Bound<'_, PyAny>>,
) -> PyResult<SeatOptions> {
    let position = of_game::<Pentagame>(position, "pentagame.count_options", GAME)?;
    let choices = position.get().choices(seat(position.get(), player)?);
    let game::analysis::features::Choices {
        empty,
        black,
        grey,
        own_swaps,
        other_swaps,
        out,
        turns,
    } = choices;
    Ok(SeatOptions { empty, black, grey, own_swaps, other_swaps, out, turns })
}

#[doc = py_doc!(pentagame.path_kinds)]
#[pyfunction]
#[pyo3(signature = (position, player = None))]
pub fn path_kinds(
    position: &Bound<'_, PyAny>,
    player: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<StraightRun>> {
    let position = of_game::<Pentagame>(position, "pentagame.path_kinds", GAME)?;
    let game = position.get();
    let name = |stop: Stop| game.law().star.name(stop).to_owned();
    let mut rows = Vec::new();
    for piece in game.law().own(seat(game, player)?) {
        for path in game.paths(piece) {
            rows.push(StraightRun {
                piece: piece_name(game.law(), piece),
                stop: stop_name(game, piece).to_owned(),
                towards: name(path.towards),
                end: name(path.end),
                kind: path.kind.word(),
            });
        }
    }
    Ok(rows)
}

#[doc = py_doc!(pentagame.pinned)]
#[pyfunction]
pub fn pinned(position: &Bound<'_, PyAny>) -> PyResult<Vec<HeldPiece>> {
    let position = of_game::<Pentagame>(position, "pentagame.pinned", GAME)?;
    let game = position.get();
    Ok(game.pinned().into_iter().map(|pin| held(game, pin)).collect())
}

#[doc = py_doc!(pentagame.phase)]
#[pyfunction]
pub fn phase(position: &Bound<'_, PyAny>) -> PyResult<&'static str> {
    Ok(of_game::<Pentagame>(position, "pentagame.phase", GAME)?.get().stage())
}

#[doc = py_doc!(pentagame.opening_type)]
#[pyfunction]
pub fn opening_type(first: Text, second: Text) -> PyResult<&'static str> {
    game::analysis::opening::opening_type(&first.0, &second.0)
        .map_err(|refusal| refused_move(&refusal))
}

#[doc = py_doc!(pentagame.first_turns)]
#[pyfunction]
pub fn first_turns(
    position: &Bound<'_, PyAny>,
    player: &Bound<'_, PyAny>,
    count: &Bound<'_, PyAny>,
) -> PyResult<Vec<String>> {
    let count = between(count, "count", 1, i64::from(u32::MAX))? as usize;
    let game = of_game::<Pentagame>(position, "pentagame.opening_type", GAME)?;
    let player = seat(game.get(), Some(player))?;
    if game.get().is_set_up() {
        return Ok(Vec::new()); // its opening is over (E8)
    }
    let (start, steps) = position.cast::<Position>()?.get().past.path();
    let mut at: AnyPosition = start.clone();
    let (mut turns, mut parts) = (Vec::new(), Vec::new());
    for step in steps {
        let (turn, decider) = (at.turns(), at.decider());
        match step {
            Step::Action(action) => {
                if decider == Decider::Player(Player(player)) {
                    parts.push(at.move_text(action));
                }
                at.play_unchecked(action);
            }
            Step::TimeOut(player) => {
                parts.clear();
                at.time_out(player).map_err(|refusal| refused_move(&refusal))?;
            }
        }
        if at.turns() != turn && !parts.is_empty() {
            turns.push(at.join_moves(&parts));
            parts.clear();
        }
        if turns.len() == count {
            break;
        }
    }
    Ok(turns)
}

#[doc = py_doc!(pentagame.features)]
#[pyfunction]
pub fn features(rules: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    Ok(game::feature_names(&require_law(rules, "features")?))
}
