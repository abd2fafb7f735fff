//! Records: what they keep and what they refuse (X1-X3).

use fivefold::games;
use fivefold::playout::{Sequence, Source};
use fivefold::position::{Player, Termination};
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
