//! The worked lines of the source replay, as printed and in canonical notation.

use fivefold::games::{self, AnyPosition};
use fivefold::position::{Notation, Position, Refusal};
use serde_json::Value;

use super::golden::{list, texts};

/// Plays a turn; says how it is written.
fn play(position: &mut AnyPosition, turn: &str) -> Result<String, Refusal> {
    let mut moves = Vec::new();
    for text in position.split_moves(turn) {
        let action = position.parse_move(&text)?;
        let canonical = position.move_text(action);
        position.play(action)?;
        moves.push(canonical);
    }
    Ok(position.join_moves(&moves))
}

#[test]
fn the_worked_lines_of_the_source_replay() {
    let path = format!("{}/tests/data/pentagame/lines.json", env!("CARGO_MANIFEST_DIR"));
    let data: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for line in list(&data["lines"]) {
        let name = line["name"].as_str().unwrap();
        let mut position = games::preset("pentagame").unwrap().rules.start(0);
        let mut printed = texts(&line["printed"]);
        for (turn, canonical) in (1..).zip(texts(&line["turns"])) {
            let written = play(&mut position, printed.next().unwrap());
            assert_eq!(written.as_deref(), Ok(canonical), "{name}, turn {turn}");
            assert_eq!(position.turns(), turn, "{name}");
        }
        let misprint = printed.next().map(|turn| play(&mut position, turn).expect_err(name).rule);
        assert_eq!(misprint, line["misprint"].as_str(), "{name}");
    }
}
