//! The 460 games that people played on a Pente server, read where they lie, never copied.

use std::path::PathBuf;

use fivefold::board::Colour;
use fivefold::games::pagoda::Options;
use fivefold::position::{Decider, Notation, Position, Rules, Termination};
use fivefold::stream::Stream;
use serde_json::Value;

fn file() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let shared = std::env::var_os("FIVEFOLD_SHARED").map_or(here.join("../shared"), PathBuf::from);
    shared.join("real/pente_org_games.json")
}

/// The name of a point where the server leaves the letter I out.
fn with_i(point: &str) -> String {
    let letter = point.as_bytes()[0];
    let letter = if letter > b'I' { letter - 1 } else { letter };
    format!("{}{}", char::from(letter), &point[1..])
}

/// Every capture after every ply, every final board, every end.
#[test]
fn real_pente_games_replay_with_their_captures_and_ends() {
    let Ok(text) = std::fs::read_to_string(file()) else {
        eprintln!("skipped: the real games are not here; FIVEFOLD_SHARED may name their folder");
        return;
    };
    let data: Value = serde_json::from_str(&text).expect("the real games are JSON");
    let games = data["cases"].as_array().expect("a list of games");
    assert_eq!(games.len(), 460);
    for game in games {
        replay(game);
    }
}

fn replay(game: &Value) {
    let id = &game["id"];
    let mut position = Options::pente().start(&mut Stream::new(0));
    let mut due = game["captured_stones_after_ply"].as_array().unwrap().iter().peekable();
    let mut taken = [0, 0];
    for (ply, text) in game["moves"].as_array().unwrap().iter().enumerate() {
        let text = with_i(text.as_str().unwrap());
        let action = position.parse_move(&text).unwrap();
        position.play(action).unwrap_or_else(|why| panic!("{id} ply {}: {why}", ply + 1));
        if let Some(entry) = due.next_if(|entry| entry[0] == ply + 1) {
            taken = [0, 1].map(|colour| entry[1][colour].as_u64().unwrap() as u16);
        }
        assert_eq!(position.taken(), taken, "{id} ply {}", ply + 1);
    }
    assert!(due.next().is_none(), "{id}: a capture did not happen");
    let size = position.grid().size();
    for (row, y) in game["final_board"].as_array().unwrap().iter().rev().zip(0..) {
        for (character, x) in row.as_str().unwrap().chars().zip(0..) {
            let stone = position.grid().stone(size.at(x, y).unwrap());
            let expected = match character {
                '1' => Some(Colour::Black),
                '2' => Some(Colour::White),
                _ => None,
            };
            assert_eq!(stone, expected, "{id}: {x} {y}\n{position}");
        }
    }
    assert_eq!(position.decider() == Decider::Over, game["ends_by_rule"] == true, "{id}");
    let Some(outcome) = position.outcome() else { return };
    let winner = usize::from(game["result"] == "second");
    assert_eq!(outcome.winners[0].index(), winner, "{id}");
    let reasons = match game["reason"].as_str().unwrap() {
        "line" => [Termination::Row, Termination::RowAndCaptures],
        _ => [Termination::Captures, Termination::RowAndCaptures],
    };
    assert!(reasons.contains(&outcome.termination), "{id}: {outcome:?}");
}
