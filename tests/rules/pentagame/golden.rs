//! The golden file of Pentagame: cases, whole games, counts, opening types, facts.

use std::ops::ControlFlow;

use fivefold::games::pentagame::{Pentagame, Stop, position_from};
use fivefold::games::{self, AnyPosition, Game, Registered, Rules};
use fivefold::perft::{Unit, perft};
use fivefold::position::{Action, Decider, Notation, Position, Refusal};
use fivefold::record::{Event, Record};
use fivefold::turns::turn_moves;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

pub fn data() -> Value {
    let path = format!("{}/tests/data/golden/pentagame.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the golden file is there");
    let data: Value = serde_json::from_str(&text).expect("the golden file is JSON");
    assert_eq!(data["schema"], "fivefold-pentagame-1");
    data
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub fn texts(value: &Value) -> impl Iterator<Item = &str> {
    list(value).iter().map(|text| text.as_str().expect("a text"))
}

/// The game inside.
pub fn inside(position: &AnyPosition) -> &Pentagame {
    Pentagame::inside(position).expect("a position of Pentagame")
}

pub fn make(preset: &str, options: &Value) -> Result<Game, Refusal> {
    games::build(preset, options.as_object().unwrap_or(&Map::new()))
}

fn start(game: &Game, set_up: &Value) -> Result<AnyPosition, Refusal> {
    if set_up.is_null() {
        return Ok(game.rules.start(0));
    }
    let Rules::Pentagame(options) = &game.rules else { unreachable!("rules of Pentagame") };
    let stops: Vec<_> = set_up["board"]
        .as_object()
        .expect("a dict of stops")
        .iter()
        .map(|(stop, things)| (stop.as_str(), texts(things).collect::<Vec<_>>()))
        .collect();
    let player = set_up["player"].as_u64().expect("a seat") as u8;
    let points: Vec<_> =
        list(&set_up["points"]).iter().map(|p| p.as_u64().expect("points") as u8).collect();
    position_from(options, &stops, player, Some(&points)).map(Into::into)
}

pub fn legal(position: &AnyPosition) -> Vec<String> {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    assert!(actions.is_sorted(), "ascending");
    let mut moves: Vec<_> = actions.into_iter().map(|action| position.move_text(action)).collect();
    moves.sort();
    moves
}

fn sha(moves: &[String]) -> String {
    Sha256::digest(moves.join(",")).iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn board(position: &Pentagame) -> Value {
    let law = position.law();
    let mut map = Map::new();
    for stop in 0..law.star.stops as Stop {
        let mut things: Vec<String> = (0..law.pieces())
            .filter(|&piece| position.board().pieces[piece] == stop)
            .map(|piece| law.kind_name(law.kind(piece)))
            .collect();
        if position.board().black.has(stop) {
            things.push("black".into());
        }
        if position.board().grey.has(stop) {
            things.push("grey".into());
        }
        things.sort();
        if !things.is_empty() {
            map.insert(law.star.name(stop).to_owned(), json!(things));
        }
    }
    Value::Object(map)
}

/// What is true of a position, by the name of the fact; the value expected shapes lists.
fn fact(position: &AnyPosition, name: &str, expected: &Value) -> Value {
    let game = inside(position);
    let outcome = position.outcome();
    match name {
        "player" => match position.decider() {
            Decider::Player(player) => json!(player.0),
            Decider::Chance => json!(-1),
            Decider::Over => expected.clone(),
        },
        "over" => json!(outcome.is_some()),
        "truncated" => json!(outcome.is_some_and(|outcome| outcome.termination.is_truncation())),
        "phase" => json!(game.phase_name()),
        "turns" => json!(position.turns()),
        "points" => json!(game.points()),
        "returns" => {
            let mut returns = vec![0.0; game.points().len()];
            position.returns(&mut returns);
            json!(returns.iter().map(|&value| value as i32).collect::<Vec<_>>())
        }
        "winners" => json!(outcome.map_or_else(Vec::new, |outcome| {
            outcome.winners.into_iter().map(|player| player.0).collect::<Vec<_>>()
        })),
        "supply" => json!(game.supply()),
        "board" => board(game),
        "legal" => json!(legal(position)),
        "legal_count" => json!(legal(position).len()),
        "legal_sha256" => json!(sha(&legal(position))),
        "includes" | "excludes" => {
            let legal = legal(position);
            let wanted = name == "includes";
            json!(
                texts(expected)
                    .filter(|&text| legal.iter().any(|l| l == text) == wanted)
                    .collect::<Vec<_>>()
            )
        }
        "dice" => by_seat(game, |seat| {
            let dice = game.dice_text(seat);
            if dice.is_empty() { Value::Null } else { json!(dice) }
        }),
        "hands" => by_seat(game, |seat| json!(game.hand(seat))),
        "stage" => json!(game.stage()),
        "turn_count" => json!(turn_moves(position).len()),
        _ => panic!("an unknown fact: {name}"),
    }
}

fn by_seat(game: &Pentagame, what: impl Fn(u8) -> Value) -> Value {
    (0..game.points().len() as u8).map(what).collect()
}

fn compare(position: &AnyPosition, facts: &Value, place: &str) {
    for (name, expected) in facts.as_object().into_iter().flatten() {
        if ["move", "plays", "error"].contains(&name.as_str()) {
            continue;
        }
        assert_eq!(&fact(position, name, expected), expected, "{place}: {name}");
    }
}

/// The same for a record: how it ended is the record's to say, the rest its position's.
fn compare_record(record: &Record, facts: &Value, place: &str) {
    let outcome = record.outcome();
    let annotations: Map<_, _> =
        record.annotations().iter().map(|(n, text)| (n.to_string(), json!(text))).collect();
    for (name, expected) in facts.as_object().into_iter().flatten() {
        let answer = match name.as_str() {
            "move" | "plays" | "error" => continue,
            "over" => json!(record.is_over()),
            "returns" => json!(record.returns().iter().map(|&v| v as i32).collect::<Vec<_>>()),
            "winners" => json!(outcome.as_ref().map_or_else(Vec::new, |outcome| {
                outcome.winners.iter().map(|player| player.0).collect()
            })),
            "annotations" => Value::Object(annotations.clone()),
            _ => fact(record.position(), name, expected),
        };
        assert_eq!(&answer, expected, "{place}: {name}");
    }
    assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(record), "{place}: JSON");
    assert_eq!(Record::from_text(&record.to_text()).as_ref(), Ok(record), "{place}: text");
}

/// Takes an action or an event, and says how it is spelled.
fn add(record: &mut Record, text: &str) -> Result<String, Refusal> {
    if record.position().parse_move(text).is_ok() {
        record.push_text(text)?;
        return Ok(record.moves().pop().expect("a move"));
    }
    let event: Event = text.parse()?;
    record.event(event)?;
    Ok(event.to_string())
}

fn check_record(case: &Value, start: AnyPosition, game: Game, id: &str) {
    let mut record = Record::new(game, start);
    for text in texts(&case["record"]) {
        add(&mut record, text).unwrap_or_else(|why| panic!("{id}: {text}: {why}"));
    }
    compare_record(&record, &case["expect"], id);
    for tried in list(&case["try"]) {
        let mut next = record.clone();
        let text = tried["move"].as_str().expect("a move");
        match add(&mut next, text) {
            Ok(spelled) => {
                assert_eq!(spelled, tried["plays"], "{id}: {text}");
                compare_record(&next, tried, id);
            }
            Err(refusal) => {
                assert_rule(&refusal, &tried["error"], &format!("{id}: {text}"));
                assert_eq!(next, record, "{id}: {text}: a refusal changes nothing");
            }
        }
    }
}

fn play(position: &mut AnyPosition, text: &str, place: &str) {
    let action = position.parse_move(text).unwrap_or_else(|why| panic!("{place}: {why}"));
    assert_eq!(position.move_text(action), text, "{place}: spelling");
    position.play(action).unwrap_or_else(|why| panic!("{place}: {why}"));
}

fn assert_rule(refusal: &Refusal, error: &Value, place: &str) {
    let rules: Vec<_> = error.as_str().map_or_else(|| texts(error).collect(), |rule| vec![rule]);
    assert!(rules.contains(&refusal.rule), "{place}: {refusal}, expected {rules:?}");
}

fn attempt(position: &AnyPosition, attempt: &Value, place: &str) {
    let text = attempt["move"].as_str().expect("a move");
    let place = format!("{place}, trying {text:?}");
    let mut next = position.clone();
    let played = position.parse_move(text).and_then(|action| next.play(action).map(|()| action));
    match (played, attempt.get("error")) {
        (Ok(action), None) => {
            assert_eq!(
                position.move_text(action),
                attempt["plays"].as_str().expect("plays"),
                "{place}"
            );
            compare(&next, attempt, &place);
        }
        (Err(refusal), Some(error)) => {
            assert_rule(&refusal, error, &place);
            assert_eq!(&next, position, "{place}: a refused move changes nothing");
        }
        (Ok(_), Some(_)) => panic!("{place}: was accepted"),
        (Err(refusal), None) => panic!("{place}: {refusal}"),
    }
}

#[test]
fn golden_cases() {
    for case in list(&data()["cases"]) {
        let id = case["id"].as_str().expect("an id");
        let game = make(case["preset"].as_str().expect("a preset"), &case["options"]);
        if let Some(error) = case.get("error") {
            let refused = game.and_then(|game| start(&game, &case["setup"]));
            assert_rule(&refused.expect_err(id), error, id);
            continue;
        }
        let game = game.unwrap_or_else(|why| panic!("{id}: {why}"));
        let first = start(&game, &case["setup"]).unwrap_or_else(|why| panic!("{id}: {why}"));
        let mut position = first.clone();
        if case.get("record").is_some() {
            check_record(case, position, game, id);
            continue;
        }
        for (ply, text) in texts(&case["moves"]).enumerate() {
            let place = format!("{id} move {} {text}", ply + 1);
            play(&mut position, text, &place);
            compare(&position, &case["steps"][(ply + 1).to_string()], &place);
        }
        compare(&position, &case["expect"], id);
        for tried in list(&case["try"]) {
            attempt(&position, tried, id);
        }
        if let Some(other) = case.get("same_as") {
            let mut same = first;
            texts(other).for_each(|text| play(&mut same, text, id));
            assert_eq!(same, position, "{id}: the same position (E11)");
            assert_eq!(same.key(), position.key(), "{id}: the same key");
        }
    }
}

#[test]
fn golden_games() {
    for game in list(&data()["games"]) {
        let id = game["id"].as_str().expect("an id");
        let mut position = make("pentagame", &game["options"]).expect(id).rules.start(0);
        let hashes: Vec<_> = texts(&game["hashes"]).collect();
        let players = game["players"].as_str().expect("players").as_bytes();
        for (ply, text) in texts(&game["moves"]).enumerate() {
            let place = format!("{id} move {} {text}", ply + 1);
            assert_eq!(&sha(&legal(&position))[..12], hashes[ply], "{place}: legal actions before");
            assert_eq!(
                fact(&position, "player", &Value::Null),
                json!(players[ply] - b'0'),
                "{place}"
            );
            compare(&position, &game["positions"][ply.to_string()], &place);
            play(&mut position, text, &place);
        }
        assert_eq!(&sha(&legal(&position))[..12], *hashes.last().expect("hashes"), "{id}");
        compare(&position, &game["end"], id);
    }
}

#[test]
fn golden_counts() {
    for count in list(&data()["counts"]) {
        let game = make("pentagame", &count["options"]).expect("a game");
        for (key, unit) in [("actions", Unit::Action), ("turns", Unit::Turn)] {
            for (depth, expected) in (1..).zip(list(&count[key])) {
                let counted =
                    perft(&game.rules.start(0), depth, unit, || ControlFlow::Continue(()));
                assert_eq!(counted, expected.as_u64(), "{} {key} {depth}", count["options"]);
            }
        }
    }
}

/// An action beyond the numbering is refused, not a panic.
#[test]
fn an_action_out_of_range_is_refused() {
    let position = games::preset("pentagame").expect("a preset").rules.start(0);
    assert!(position.refusal(Action(u16::MAX)).is_some());
}
