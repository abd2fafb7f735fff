//! Runs the golden cases of the grid games (`tests/data/golden`), whatever the game.
//!
//! What only one game is asked (`pairs`, `foul`, `scores` ...) comes in as a function: it is given
//! the position, the name of the fact and the value expected, and says what is true, or `None` if
//! it does not know the fact, which fails the test.

use fivefold::board::{Point, Size};
use fivefold::games::{self, AnyPosition, Rules};
use fivefold::position::{Arrays, Decider, Notation, Player, Position, Refusal};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// A game's answer to a fact that is its own.
pub type OwnFact = fn(&AnyPosition, &str, &Value) -> Option<Value>;

/// Runs every case of a file.
pub fn run(file: &str, own_fact: OwnFact) {
    let path = format!("{}/tests/data/golden/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the golden file is there");
    let data: Value = serde_json::from_str(&text).expect("the golden file is JSON");
    assert_eq!(data["schema"], "fivefold-grid-cases-1");
    for case in data["cases"].as_array().expect("a list of cases") {
        Case { id: case["id"].as_str().expect("an id"), data: case, own_fact }.run();
    }
}

struct Case<'a> {
    id: &'a str,
    data: &'a Value,
    own_fact: OwnFact,
}

impl Case<'_> {
    fn run(&self) {
        let none = Map::new();
        let options = self.data["options"].as_object().unwrap_or(&none);
        let preset = self.data["preset"].as_str().expect("a preset");
        let game = games::build(preset, options);
        if let Some(error) = self.data.get("error") {
            let refusal = game.expect_err(self.id);
            assert_rule(self.id, &refusal, error);
            return;
        }
        let rules = game.unwrap_or_else(|refusal| panic!("{}: {refusal}", self.id)).rules;
        let mut position = rules.start(0);
        for (ply, text) in texts(&self.data["moves"]).enumerate() {
            let place = format!("{} move {} {text}", self.id, ply + 1);
            let action = position.parse_move(text).unwrap_or_else(|why| panic!("{place}: {why}"));
            assert_eq!(position.move_text(action), text, "{place}: spelling");
            position.play(action).unwrap_or_else(|why| panic!("{place}: {why}"));
            let step = &self.data["steps"][(ply + 1).to_string()];
            self.compare(&rules, &position, step, &place);
        }
        self.compare(&rules, &position, &self.data["expect"], self.id);
        for attempt in self.data["try"].as_array().into_iter().flatten() {
            self.attempt(&rules, &position, attempt);
        }
    }

    fn attempt(&self, rules: &Rules, position: &AnyPosition, attempt: &Value) {
        let text = attempt["move"].as_str().expect("a move to try");
        let place = format!("{} tries {text}", self.id);
        let mut after = position.clone();
        let played = after.parse_move(text).and_then(|action| {
            let spelled = after.move_text(action);
            after.play(action).map(|()| spelled)
        });
        if let Some(error) = attempt.get("error") {
            assert_rule(&place, &played.expect_err(&place), error);
            assert_eq!(&after, position, "{place}: a refused move changes nothing (E4)");
            return;
        }
        let spelled = played.unwrap_or_else(|why| panic!("{place}: {why}"));
        assert_eq!(spelled, attempt["plays"], "{place}");
        self.compare(rules, &after, attempt, &place);
    }

    fn compare(&self, rules: &Rules, position: &AnyPosition, facts: &Value, place: &str) {
        for (name, expected) in facts.as_object().into_iter().flatten() {
            if ["move", "plays"].contains(&name.as_str()) {
                continue;
            }
            let legal = || {
                let mut actions = Vec::new();
                position.legal_actions(&mut actions);
                let mut texts: Vec<_> =
                    actions.iter().map(|&action| position.move_text(action)).collect();
                texts.sort();
                texts
            };
            let has = |text: &str| legal().iter().any(|known| known == text);
            match name.as_str() {
                "includes" => assert!(texts(expected).all(has), "{place}: {name}"),
                "excludes" => assert!(!texts(expected).any(has), "{place}: {name}"),
                "legal_sha256" => {
                    let hex = format!("{:x}", Sha256::digest(legal().join(",")));
                    assert_eq!(hex, *expected, "{place}: {name}");
                }
                "legal" => assert_eq!(json!(legal()), *expected, "{place}: {name}"),
                "legal_count" => assert_eq!(json!(legal().len()), *expected, "{place}: {name}"),
                _ => {
                    let actual = common_fact(rules, position, name)
                        .or_else(|| (self.own_fact)(position, name, expected))
                        .unwrap_or_else(|| panic!("{place}: nobody knows the fact '{name}'"));
                    assert!(same(&actual, expected), "{place}: {name} {actual} is not {expected}");
                }
            }
        }
    }
}

fn common_fact(rules: &Rules, position: &AnyPosition, name: &str) -> Option<Value> {
    Some(match name {
        "player" => match position.decider() {
            Decider::Player(Player(seat)) => json!(seat),
            Decider::Chance => json!(-1),
            Decider::Over => json!(-2),
        },
        "colour" => json!(position.colour()),
        "over" => json!(position.decider() == Decider::Over),
        "winner" => {
            let winners = position.outcome().map(|outcome| outcome.winners).unwrap_or_default();
            json!(winners.first().map(|winner| winner.0))
        }
        "returns" => {
            let mut returns = [0.0; 2];
            position.returns(&mut returns);
            json!(returns)
        }
        "board" => json!(stones(rules, position)),
        "captured" => {
            let mut names: Vec<_> =
                position.captured().iter().map(|&point| size(rules).name(Point(point))).collect();
            names.sort();
            json!(names)
        }
        _ => return None,
    })
}

fn size(rules: &Rules) -> Size {
    let [rows, columns] = rules.info().board_shape();
    Size { columns: columns as u8, rows: rows as u8 }
}

fn stones(rules: &Rules, position: &AnyPosition) -> Map<String, Value> {
    let names = match rules.diagram_symbols() {
        ['.', 'X', 'O'] => ["black", "white", ""],
        _ => ["yellow", "blue", "black"],
    };
    let size = size(rules);
    let mut cells = vec![0; size.points()];
    position.fill_board(&mut cells);
    let held = size.iter().zip(cells).filter(|&(_, cell)| cell != 0);
    held.map(|(point, cell)| {
        let name = names[if cell < 0 { 2 } else { cell as usize - 1 }];
        (size.name(point), json!(name))
    })
    .collect()
}

/// Are two values equal, numbers by value (1 is 1.0) and tables in any order?
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        _ => a == b,
    }
}

fn texts(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().map(|text| text.as_str().expect("a text"))
}

fn assert_rule(place: &str, refusal: &Refusal, expected: &Value) {
    let fits = match expected {
        Value::Array(rules) => rules.iter().any(|rule| *rule == refusal.rule),
        rule => *rule == refusal.rule,
    };
    assert!(fits, "{place}: refused by {refusal}, expected {expected}");
}
