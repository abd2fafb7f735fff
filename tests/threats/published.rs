//! Forced wins that other programs found and published: they are found here too, and proven.

use fivefold::games::AnyPosition;
use fivefold::position::{Notation, Position, SetUp};
use serde_json::Value;

use crate::claims::win;
use crate::{cases, judge};

/// Proofs of more positions than this are judged by their line alone, which takes less time.
const JUDGED_WHOLE: usize = 30;

fn position(case: &Value) -> AnyPosition {
    let options = serde_json::json!({"first_move": "anywhere"});
    let rules = cases::rules(case["rules"].as_str().unwrap(), &options, [15, 15]);
    if let Some(moves) = case["moves"].as_str() {
        let mut position = rules.start(0);
        for text in moves.split(' ') {
            let action = position.parse_move(text).unwrap();
            position.play(action).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
        }
        return position;
    }
    let rows = case["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap());
    let rows: Vec<_> =
        rows.map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(" ")).collect();
    let player = u8::from(case["to_move"] == "white");
    let set_up = SetUp { player, ..SetUp::default() };
    rules.from_diagram(&rows.join("\n"), set_up).unwrap()
}

#[test]
#[ignore = "slow: `make check` runs it"]
fn wins_that_others_published_are_found_and_proven() {
    let text = include_str!("../data/threats/published.json");
    let all: Value = serde_json::from_str(text).unwrap();
    let (mut whole, mut nodes, mut proofs) = (0, 0, 0);
    for case in all["cases"].as_array().unwrap() {
        // Without a count it takes longer than a test may.
        let Some(max) = case["positions"].as_u64() else { continue };
        let position = position(case);
        assert_eq!(position.colour(), case["to_move"].as_str());
        let Some(mut win) = win(&position, (8 * max).max(100_000)) else {
            panic!("{}\n{position}", case["name"])
        };
        nodes += win.nodes;
        proofs += win.proof.len();
        if win.proof.len() > JUDGED_WHOLE {
            win.proof.clear();
            judge::check_line(&position, &win);
        } else {
            whole += 1;
            judge::check(&position, &win);
        }
    }
    assert!(whole > 15, "{whole}");
    // Pinned, as in `signature.rs`: who changes the search on purpose writes the new sums here.
    assert_eq!((nodes, proofs), (335_593, 6_712));
}
