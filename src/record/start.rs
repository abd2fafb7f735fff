//! How a record says where its game began.

use serde_json::{Map, Value, json};

use super::RecordError;
use crate::board::Size;
use crate::games::{AnyPosition, Game};
use crate::position::{Arrays, Chance, Decider, Position, SetUp};

/// The seed of a start that knows no chance.
const ANY_SEED: u64 = 0;

/// `None` if the rules alone say it; else a diagram where that tells all, else the position's data.
pub fn write(game: &Game, start: &AnyPosition) -> Option<Value> {
    let same = |other: &AnyPosition| other == start && other.turns() == start.turns();
    let is_random = game.rules.info().chance == Chance::SetUp;
    if !is_random && same(&game.rules.start(ANY_SEED)) {
        return None;
    }
    diagram(game, start, same)
        .or_else(|| serde_json::to_value(start).ok().map(|position| json!({"position": position})))
}

fn diagram(game: &Game, start: &AnyPosition, same: impl Fn(&AnyPosition) -> bool) -> Option<Value> {
    let symbols = game.rules.diagram_symbols();
    let Decider::Player(player) = start.decider() else { return None };
    if symbols.is_empty() {
        return None;
    }
    let [rows, columns] = game.rules.info().board_shape();
    let size = Size { columns: columns as u8, rows: rows as u8 };
    let mut cells = vec![0; size.points()];
    start.fill_board(&mut cells);
    let symbol = |cell: &i8| match cell {
        0 => symbols.first(),
        1 => symbols.get(1),
        2 => symbols.get(2),
        _ => symbols.get(3),
    };
    let line = |row: &[i8]| row.iter().map(symbol).collect::<Option<String>>();
    let lines: Vec<String> = cells.chunks(columns).rev().map(line).collect::<Option<_>>()?;
    let set_up = SetUp { player: player.0, check: true, ..SetUp::default() };
    let again = game.rules.from_diagram(&lines.join("\n"), set_up).ok()?;
    same(&again).then(|| json!({"diagram": lines, "player": player.0}))
}

/// The start that was written.
pub fn read(game: &Game, value: Option<&Value>) -> Result<AnyPosition, RecordError> {
    let Some(value) = value.filter(|value| !value.is_null()) else {
        return Ok(game.rules.start(ANY_SEED));
    };
    let refuse = |message: &str| Err(RecordError::new(format!("the start is refused: {message}")));
    let Some(map) = value.as_object() else { return refuse("it is no table") };
    if let Some(data) = map.get("position") {
        let position: AnyPosition = match serde_json::from_value(data.clone()) {
            Ok(position) => position,
            Err(error) => return refuse(&error.to_string()),
        };
        game.rules.validate(&position)?;
        return Ok(position);
    }
    from_diagram(game, map)
}

fn from_diagram(game: &Game, map: &Map<String, Value>) -> Result<AnyPosition, RecordError> {
    let refuse = |message: &str| Err(RecordError::new(format!("the start is refused: {message}")));
    let rows = map.get("diagram").and_then(Value::as_array);
    let rows = rows.map(|rows| rows.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
    let Some(Some(rows)) = rows else { return refuse("it needs a 'diagram', a list of rows") };
    let player = map.get("player").map_or(Some(0), Value::as_u64);
    let Some(player) = player.and_then(|player| u8::try_from(player).ok()) else {
        return refuse("its player is no seat");
    };
    if usize::from(player) >= game.rules.info().num_players {
        return refuse("its player is no seat of this game");
    }
    let set_up = SetUp { player, check: true, ..SetUp::default() };
    Ok(game.rules.from_diagram(&rows.join("\n"), set_up)?)
}
