//! Positions with which public engines test themselves, and whole games of engines. Both files lie
//! beside the project, not in it; the tests say so and skip where they are absent.

use std::path::{Path, PathBuf};

use fivefold::board::{self, Colour, Size};
use fivefold::games::renju::{Options, Renju};
use fivefold::position::{Notation, Position, Rules, SetUp};
use fivefold::stones::{BoardSize, Foul};
use fivefold::stream::Stream;
use serde_json::{Value, json};

/// A file of `real/`, or a message that it is not here.
pub fn real(name: &str) -> Option<Value> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared = std::env::var_os("FIVEFOLD_SHARED").map_or(here.join("../shared"), PathBuf::from);
    let Ok(text) = std::fs::read_to_string(shared.join("real").join(name)) else {
        eprintln!("skipped: {name} is not here; FIVEFOLD_SHARED may name its folder");
        return None;
    };
    Some(serde_json::from_str(&text).expect("the file is JSON"))
}

/// The position of a diagram, rows from the top; finished rows are admitted.
pub fn position(rows: &[&str]) -> Renju {
    let size = Size { columns: rows[0].len() as u8, rows: rows.len() as u8 };
    let rules = Options { size: BoardSize::Sides(size.columns, size.rows), ..Options::default() };
    let cells = board::read(&rows.join("\n"), size, rules.diagram_symbols()).unwrap();
    let set_up = SetUp { cells, player: 0, check: false, ..SetUp::default() };
    rules.set_up(&set_up).unwrap()
}

#[test]
fn the_positions_of_public_engines_are_judged_as_they_say() {
    let Some(data) = real("renju_suites.json") else { return };
    let cases = data["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 103);
    for case in cases {
        let rows: Vec<_> =
            case["board"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        let position = position(&rows);
        let answer = match case.get("point").and_then(Value::as_str) {
            Some(name) => {
                let point = position.grid().size().parse(name).unwrap();
                json!(position.foul(point, Colour::Black).map(fivefold::stones::FoulKind::name))
            }
            None => Value::Object(super::fouls(&position, Colour::Black)),
        };
        assert_eq!(answer, case["forbidden"], "{}", case["id"]);
    }
}

#[test]
fn the_games_of_engines_come_to_their_recorded_ends() {
    let Some(data) = real("engine_games.json") else { return };
    // R7: in these games a forbidden move is put and loses.
    let rules = Options { foul: Foul::Loses, ..Options::default() };
    let games = data["cases"].as_array().unwrap().iter().filter(|case| case["rules"] == "renju");
    let mut count = 0;
    for case in games {
        count += 1;
        let mut position = rules.start(&mut Stream::new(0));
        for text in case["moves"].as_array().unwrap() {
            let action = position.parse_move(text.as_str().unwrap()).unwrap();
            position.play(action).unwrap_or_else(|why| panic!("{}: {why}", case["id"]));
        }
        let outcome = position.outcome().unwrap_or_else(|| panic!("{}: no end", case["id"]));
        let winner =
            outcome.winners.first().map_or("draw", |seat| ["black", "white"][seat.index()]);
        assert_eq!(winner, case["result"], "{}", case["id"]);
        let reason = match outcome.termination as u8 {
            1 => "five",
            4 => "forbidden move by black",
            5 => "board full",
            other => panic!("{}: ended by {other}", case["id"]),
        };
        assert_eq!(reason, case["reason"], "{}", case["id"]);
    }
    assert_eq!(count, 75);
}
