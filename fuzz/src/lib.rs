//! What the fuzz targets share: a game from a few bytes, and the laws that every position keeps.

use fivefold::games::{AnyPosition, Game, PRESETS, preset};
use fivefold::position::{Action, Arrays, Decider, Notation, Position};
use fivefold::record::{Record, RecordError};
use serde_json::Value;

/// Bytes taken one by one; zeros when they run out.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// The next byte.
    pub fn next(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&first, rest)) => {
                self.0 = rest;
                first
            }
            None => 0,
        }
    }
}

/// The preset that a byte chooses.
pub fn game(byte: u8) -> Game {
    preset(PRESETS[usize::from(byte) % PRESETS.len()].name).expect("a name of the list")
}

/// Plays up to `count` legal actions, each chosen by a byte.
pub fn wander(position: &mut AnyPosition, bytes: &mut Bytes, count: usize) {
    let mut legal = Vec::new();
    for _ in 0..count {
        position.legal_actions(&mut legal);
        if legal.is_empty() {
            return;
        }
        let choice = usize::from(bytes.next()) * 256 + usize::from(bytes.next());
        position.play(legal[choice % legal.len()]).expect("a legal action plays");
    }
}

/// The laws of one position: what is listed is legal and nothing else is; a refused action changes
/// nothing; a move's text names its action; every array can be filled.
pub fn check(game: &Game, position: &AnyPosition) {
    let info = game.rules.info();
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    assert!(legal.is_sorted());
    assert_eq!(legal.is_empty(), position.decider() == Decider::Over);
    assert_eq!(position.outcome().is_some(), position.decider() == Decider::Over);
    for index in 0..info.num_actions {
        let action = Action(index as u16);
        let text = position.move_text(action);
        if legal.binary_search(&action).is_ok() {
            assert!(position.refusal(action).is_none(), "{text} is listed and refused");
            assert_eq!(position.parse_move(&text), Ok(action), "{text} reads as another action");
        } else {
            let mut copy = position.clone();
            assert!(copy.play(action).is_err(), "{text} plays and is not listed");
            assert_eq!(&copy, position, "the refused {text} changed the position");
        }
    }
    let mut mask = vec![false; info.num_actions];
    position.fill_mask(&mut mask);
    assert_eq!(mask.iter().filter(|&&set| set).count(), legal.len());
    position.fill_board(&mut vec![0; info.board_shape()[0] * info.board_shape()[1]]);
    let size = info.observation_shape.iter().product();
    for player in 0..info.num_players {
        let player = fivefold::position::Player(player as u8);
        position.fill_observation(player, &mut vec![0; size]);
    }
    position.returns(&mut vec![0.0; info.num_players]);
    let _ = position.to_string();
}

/// Changes a few leaves of JSON data, so that it stays nearly right.
pub fn damage(value: &mut Value, bytes: &mut Bytes) {
    for _ in 0..bytes.next() % 4 {
        let mut left = usize::from(bytes.next()) * 256 + usize::from(bytes.next());
        left %= leaves(value);
        let byte = i64::from(bytes.next());
        let instead = match bytes.next() % 8 {
            0 => Value::Null,
            1 => Value::from(-byte),
            2 => Value::from(byte << 56),
            3 => Value::from(byte % 2 == 0),
            4 => Value::from("five"),
            _ => Value::from(byte),
        };
        if let Some(leaf) = leaf(value, &mut left) {
            *leaf = instead;
        }
    }
}

fn leaves(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(leaves).sum::<usize>().max(1),
        Value::Object(fields) => fields.values().map(leaves).sum::<usize>().max(1),
        _ => 1,
    }
}

/// The leaf that stands after `left` others.
fn leaf<'a>(value: &'a mut Value, left: &mut usize) -> Option<&'a mut Value> {
    let empty = match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => true,
    };
    if empty {
        let here = *left == 0;
        *left = left.wrapping_sub(1);
        return here.then_some(value);
    }
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| leaf(item, left)),
        Value::Object(fields) => fields.values_mut().find_map(|field| leaf(field, left)),
        _ => None,
    }
}

/// A reader and a writer of records agree: what was read can be had again from what is written.
/// Moves and result alike; remarks may lose what a format has no place for.
pub fn keeps(
    read: Result<Record, RecordError>,
    write: impl Fn(&Record) -> Result<String, RecordError>,
    again: impl Fn(&str) -> Result<Record, RecordError>,
) {
    let Ok(record) = read else { return };
    let Ok(text) = write(&record) else { return };
    let copy = again(&text).unwrap_or_else(|error| panic!("{error} in what was written:\n{text}"));
    assert_eq!(copy.moves(), record.moves());
    assert_eq!(copy.result(), record.result());
}
