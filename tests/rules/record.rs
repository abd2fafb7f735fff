//! Records: what they keep and what they refuse (X1-X3).

use std::collections::BTreeMap;

use fivefold::games;
use fivefold::playout::{Sequence, Source};
use fivefold::position::{Decider, Player, Position, SetUp, Termination};
use fivefold::record::{Event, Record};

fn game(moves: &str) -> Record {
    let game = games::preset("freestyle").unwrap();
    let start = game.rules.start(0);
    let mut record = Record::new(game, start);
    for text in moves.split_whitespace() {
        record.push_text(text).unwrap();
    }
    record
}

#[test]
fn random_games_of_every_preset_come_back_from_both_forms() {
    for preset in games::PRESETS {
        let game = games::preset(preset.name).unwrap();
        let sequence = Sequence { game: game.clone(), source: Source::Rules, seed: 5 };
        let (start, actions) = sequence.game(0);
        let mut record = Record::new(game, start);
        for action in actions {
            record.push(action).unwrap();
        }
        record.comment(1, "one\ntwo").unwrap();
        assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(&record));
        assert_eq!(Record::from_text(&record.to_text()).as_ref(), Ok(&record));
    }
}

#[test]
fn a_record_that_does_not_replay_names_the_move() {
    let text = game("h8 i9 h9").to_json().replace("\"h9\"", "\"i9\"");
    let error = Record::from_json(&text).unwrap_err();
    assert_eq!((error.number, error.rule), (Some(3), Some("E5")));
}

#[test]
fn who_resigns_loses_and_nothing_follows() {
    let mut record = game("h8");
    record.event(Event::Resign(Player(0))).unwrap();
    let outcome = record.outcome().unwrap();
    assert_eq!((outcome.winners, outcome.termination), (vec![Player(1)], Termination::Resignation));
    assert_eq!(record.returns(), [-1.0, 1.0]);
    assert_eq!(record.push_text("i9").unwrap_err().rule, "E6");
    assert_eq!(record.event(Event::DrawAgreed).unwrap_err().rule, "E6");
    assert_eq!(record.pop().as_deref(), Some("resign 0"));
    assert_eq!(record, game("h8"));
}

#[test]
fn a_run_is_pushed_whole_or_not_at_all() {
    let mut record = game("h8");
    assert!(record.push_text("i9 & h8").is_err());
    assert_eq!(record, game("h8"));
    record.push_text("i9 & i10").unwrap();
    assert_eq!(record.moves(), ["h8", "i9", "i10"]);
}

/// N14, X2: each turn lost to the clock is a position of the record, in which the next seat decides.
#[test]
fn a_turn_lost_to_the_clock_is_a_position() {
    let game = games::preset("pentagame").unwrap();
    let start = game.rules.start(0);
    let mut record = Record::new(game, start);
    record.push_text("a,b(A<->B)").unwrap();
    record.event(Event::Timeout(Player(1))).unwrap();
    record.push_text("a(B->e)").unwrap();
    record.event(Event::Timeout(Player(0))).unwrap();
    let (mut deciders, mut last) = (Vec::new(), None);
    record.positions(|position, _| {
        deciders.push(position.decider());
        last = Some(position.clone());
    });
    assert_eq!(deciders, [0, 1, 0, 0, 1].map(|seat| Decider::Player(Player(seat))));
    assert_eq!(last.as_ref(), Some(record.position()));
    assert_eq!(record.legal_counts().len(), 5);
    assert_eq!(Record::from_text(&record.to_text()).as_ref(), Ok(&record));
    assert_eq!(record.pop().as_deref(), Some("timeout 0"));
    assert_eq!(record.pop().as_deref(), Some("a(B->e)"));
}

/// X3: an event that ends a game of stones is no position, and nothing was decided after it.
#[test]
fn an_ending_event_is_no_position() {
    for event in [Event::Timeout(Player(0)), Event::DrawAgreed, Event::Adjudicated] {
        let mut record = game("h8 i9");
        record.event(event).unwrap();
        let mut count = 0;
        record.positions(|_, _| count += 1);
        assert_eq!((count, record.legal_counts().len()), (3, 3), "{event}");
        let winners = record.outcome().unwrap().winners;
        let expected = if event == Event::Timeout(Player(0)) { vec![Player(1)] } else { vec![] };
        assert_eq!(winners, expected, "{event}");
    }
}

/// X1: annotations and the time left are of actions that are played, and of nothing else.
#[test]
fn remarks_stand_with_actions_that_are_played() {
    let mut record = game("h8 i9");
    let annotations = BTreeMap::from([(2, "!? △ h10".to_owned())]);
    record.set_annotations(annotations.clone()).unwrap();
    record.set_time_left(BTreeMap::from([(1, 0.0), (2, 1.5)])).unwrap();
    for bad in [(0, "!"), (3, "!"), (1, "good"), (1, "! & ?")] {
        let error =
            record.set_annotations(BTreeMap::from([(bad.0, bad.1.to_owned())])).unwrap_err();
        assert!(error.message.contains(&format!("move {}", bad.0)), "{error}");
    }
    for bad in [(0, 1.0), (3, 1.0), (1, -0.5), (1, f64::INFINITY), (1, f64::NAN)] {
        assert!(record.set_time_left(BTreeMap::from([bad])).is_err(), "{bad:?}");
    }
    assert_eq!(record.annotations(), &annotations, "a refusal changes nothing");
    assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(&record));
    let text = record.to_text();
    assert!(text.contains("1. h8 @0\n2. i9 @1.5!? △ h10\n"), "{text}");
    assert_eq!(Record::from_text(&text).as_ref(), Ok(&record));
    record.pop();
    assert_eq!((record.annotations().len(), record.time_left().len()), (0, 1));
}

#[test]
fn every_turn_in_which_a_player_decides_begins_once() {
    for preset in ["freestyle", "pagoda", "pentagame", "pah_tum"] {
        let game = games::preset(preset).unwrap();
        let (start, actions) =
            Sequence { game: game.clone(), source: Source::Rules, seed: 8 }.game(0);
        let mut record = Record::new(game, start);
        for action in actions {
            record.push(action).unwrap();
        }
        let mut turns = Vec::new();
        record.turn_starts(|position| turns.push(position.turns()));
        assert_eq!(turns, (0..record.position().turns()).collect::<Vec<_>>(), "{preset}");
    }
}

/// E8: who is to decide belongs to a start that was set up.
#[test]
fn a_start_that_was_set_up_for_the_second_seat_comes_back() {
    let game = games::preset("freestyle").unwrap();
    for player in 0..2 {
        let mut cells = vec![0; 225];
        (cells[0], cells[16]) = (1, 2);
        let set_up = SetUp { cells, player, check: true, ..SetUp::default() };
        let record = Record::new(game.clone(), game.rules.set_up(&set_up).unwrap());
        let text = record.to_json();
        assert!(text.contains("\"diagram\""), "{text}");
        assert_eq!(Record::from_json(&text), Ok(record));
    }
}
