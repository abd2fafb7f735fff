//! Records in the forms of other programs (X4): written, read back, and read as others write them.

use fivefold::games::{self, Game};
use fivefold::playout::{Sequence, Source};
use fivefold::position::{Decider, Notation, Player, Position, SetUp};
use fivefold::record::{ColumnLetters, Event, Record, RulesSource};
use serde_json::{Value, json};

/// The rules of stone games, small and oblong boards and other options among them.
fn all_rules() -> Vec<Game> {
    let cases = [
        ("freestyle", json!({"size": [7, 21]})),
        ("gomoku", json!({})),
        ("gomoku", json!({"opening": "swap2"})),
        ("family", json!({"size": 9})),
        ("renju", json!({})),
        ("renju", json!({"opening": "soosyrv8"})),
        ("pagoda", json!({"size": [20, 6], "target": 4})),
        ("pente", json!({"opening": "tournament"})),
        ("keryo_pente", json!({"size": 30})),
        ("ninuki_renju", json!({})),
    ];
    cases.iter().map(|(preset, options)| game(preset, options)).collect()
}

fn game(preset: &str, options: &Value) -> Game {
    games::build(preset, options.as_object().unwrap()).unwrap_or_else(|why| panic!("{why}"))
}

/// The first moves of a random game.
fn random(game: &Game, seed: u64, max: usize) -> Record {
    let sequence = Sequence { game: game.clone(), source: Source::Rules, seed };
    let (start, actions) = sequence.game(0);
    let mut record = Record::new(game.clone(), start);
    for action in actions.into_iter().take(max) {
        record.push(action).unwrap();
    }
    record
}

fn of_moves(game: &Game, moves: &str) -> Record {
    let mut record = Record::new(game.clone(), game.rules.start(0));
    for text in moves.split_whitespace() {
        record.push_text(text).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
    record
}

#[test]
fn games_come_back_from_sgf_whole() {
    for (number, game) in all_rules().iter().enumerate() {
        for max in [0, 1, 9, 4_000] {
            let mut record = random(game, number as u64, max);
            record.players = vec!["Ann [1]".to_owned(), "Bo \\ Cy".to_owned()];
            record.date = Some("2026-11-23".to_owned());
            record.metadata.insert("event".to_owned(), json!("a cup"));
            record.metadata.insert("points".to_owned(), json!([1, 2]));
            record.comment(0, "before all").unwrap();
            if record.position().decider() != Decider::Over {
                record.event(Event::Resign(Player(1))).unwrap();
            }
            let text = record.to_sgf().unwrap();
            assert_eq!(
                Record::from_sgf(&text, RulesSource::Nothing).as_ref(),
                Ok(&record),
                "{text}"
            );
        }
    }
}

#[test]
fn games_come_back_from_numbered_moves() {
    let mut count = 0;
    for (number, game) in all_rules().iter().enumerate() {
        let mut record = random(game, 5 + number as u64, 40);
        let Ok(text) = record.to_notes() else {
            // An opening in which two stones are offered at once has no place there.
            continue;
        };
        let source = RulesSource::Game(game);
        let read = |text: &str| Record::from_notes(text, source, ColumnLetters::All);
        assert_eq!(read(&text).as_ref(), Ok(&record), "{text}");
        record.comment(3, "a remark").unwrap();
        if record.position().decider() != Decider::Over {
            record.event(Event::Resign(Player(0))).unwrap();
        }
        assert_eq!(read(&record.to_notes().unwrap()), Ok(record));
        count += 1;
    }
    assert!(count >= 9, "{count} games");
}

#[test]
fn stones_come_back_from_psq() {
    let mut count = 0;
    for (number, game) in all_rules().iter().enumerate() {
        let mut record = random(game, 9 + number as u64, 30);
        record.players = vec!["Ann".to_owned(), "Bo".to_owned()];
        let Ok(text) = record.to_psq() else { continue };
        assert_eq!(
            Record::from_psq(&text, RulesSource::Game(game), 1).as_ref(),
            Ok(&record),
            "{text}"
        );
        count += 1;
    }
    assert!(count >= 4, "{count} games");
}

#[test]
fn points_of_sgf_are_letters_from_the_top_left() {
    let rules = game("freestyle", &json!({"size": [30, 10]}));
    let record = of_moves(&rules, "a10 ad10 a1 ad1");
    let text = record.to_sgf().unwrap();
    assert!(text.starts_with("(;FF[4]GM["), "{text}");
    assert!(text.contains("SZ[30:10]"), "{text}");
    assert!(text.ends_with("\n;B[aa]\n;W[Da]\n;B[aj]\n;W[Dj])\n"), "{text}");
}

#[test]
fn points_of_psq_are_numbers_from_the_top_left() {
    let rules = game("freestyle", &json!({"size": [30, 10]}));
    let text = of_moves(&rules, "a10 ad10 a1 ad1").to_psq().unwrap();
    assert_eq!(text, "Piskvorky 30x10, 11:11, 0\n1,1,0\n30,1,0\n1,10,0\n30,10,0\n");
}

/// Piskvork writes a code behind the names, the judge of Gomocup the result and the tournament too.
#[test]
fn what_stands_behind_the_stones_of_psq_is_kept() {
    let rules = game("freestyle", &json!({}));
    let read = |text: &str| Record::from_psq(text, RulesSource::Game(&rules), 1);
    let head = "Piskvorky 15x15, 11:11, ";
    let text = format!("{head}0\n8,8,5\n# a remark\n9,7\nAnn\nBo, the younger\n-1\n1,A cup\n");
    let record = read(&text).unwrap();
    assert_eq!(record.moves(), ["h8", "i9"]);
    assert_eq!(record.players, ["Ann", "Bo, the younger"]);
    assert_eq!(
        Value::Object(record.metadata.clone()),
        json!({
            "milliseconds": [5, 0], "code": -1, "event": "A cup", "result": "B+"
        })
    );
    let written = record.to_psq().unwrap();
    assert_eq!(
        written,
        "Piskvorky 15x15, 11:11, 0\n8,8,5\n9,7,0\nAnn\nBo, the younger\n-1\n1,A cup\n"
    );
    // The second of the two named players began.
    let second = read(&format!("{head}1\n8,8,5\nAnn\nBo\n-1\n1,A cup\n")).unwrap();
    assert_eq!(
        (second.players, &second.metadata["result"]),
        (vec!["Bo".into(), "Ann".into()], &json!("W+"))
    );
}

/// F1: nothing that may be a stone is passed over.
#[test]
fn a_psq_is_never_read_shorter_than_it_is() {
    let rules = game("freestyle", &json!({}));
    let read = |text: &str| Record::from_psq(text, RulesSource::Game(&rules), 1);
    let head = "Piskvorky 15x15, 11:11, 0\n";
    for (wrong, number) in [
        ("8,8,0\n0,5,7\n", Some(2)),
        ("8,8,0\n16,5,7\n", Some(2)),
        ("8,8,0\n8,8,0\n", Some(2)),
        ("8,8,0\n9,9,1,2\n", Some(2)),
        ("8,8,0\n9,9,soon\n", Some(2)),
        ("8,8,0\nAnn\nBo\n-1\n9,9,0\n", None),
        ("8,8,0\n1,x,2\nAnn\nBo\n", None),
        ("8;8;0\n", None),
        ("8,8,0\nAnn\nBo\n-1\nPiskvorky 15x15, 11:11, 0\n9,9,0\n", None),
    ] {
        let why = read(&format!("{head}{wrong}")).unwrap_err();
        assert_eq!(why.number, number, "{wrong}: {why}");
        assert!(why.message.starts_with("line "), "{why}");
    }
    for wrong in ["15x15\n", "Piskvorky 15\n"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
    let zero = Record::from_psq(&format!("{head}7,7,0\n0,0,1\n"), RulesSource::Game(&rules), 0);
    assert_eq!(zero.unwrap().moves(), ["h8", "a15"]);
}

#[test]
fn rules_are_known_by_the_names_that_programs_give_them() {
    let named = |name: &str| {
        let text = format!("(;FF[4]SZ[15]RU[{name}];B[hh])");
        Record::from_sgf(&text, RulesSource::Nothing).map(|record| record.game().clone())
    };
    for (name, preset, options) in [
        ("Freestyle Gomoku", "freestyle", json!({})),
        ("gomoku freestyle", "freestyle", json!({})),
        ("Standard", "gomoku", json!({"first_move": "anywhere"})),
        ("RIF", "renju", json!({})),
        ("Ninuki", "ninuki_renju", json!({})),
        ("Keryo", "keryo_pente", json!({"size": 15})),
        ("keryo-pente", "keryo_pente", json!({"size": 15})),
    ] {
        assert_eq!(named(name).as_ref(), Ok(&game(preset, &options)), "{name}");
    }
    for (number, preset, options) in [
        ("0", "freestyle", json!({})),
        ("1", "gomoku", json!({"first_move": "anywhere"})),
        ("4", "renju", json!({"foul": "loses"})),
    ] {
        assert_eq!(named(number).as_ref(), Ok(&game(preset, &options)), "{number}");
    }
    assert!(named("chess").is_err());
    // Five or more, or exactly five?
    assert!(named("Gomoku").unwrap_err().to_string().contains("rules="));
}

#[test]
fn the_result_of_sgf_names_the_colour_and_why() {
    let rules = game("freestyle", &json!({}));
    for (event, code) in [
        (Event::Resign(Player(0)), "W+R"),
        (Event::Resign(Player(1)), "B+R"),
        (Event::Timeout(Player(0)), "W+T"),
        (Event::DrawAgreed, "Draw"),
    ] {
        let mut record = of_moves(&rules, "h8 i9");
        record.event(event).unwrap();
        assert!(record.to_sgf().unwrap().contains(&format!("RE[{code}]")), "{code}");
        // Programs write the result alone.
        let text = format!("(;FF[4]SZ[15]RU[freestyle]RE[{code}];B[hh];W[ig])");
        assert_eq!(Record::from_sgf(&text, RulesSource::Nothing), Ok(record), "{code}");
    }
    // A game that the rules ended cannot have another result.
    let won =
        "(;FF[4]SZ[15]RU[freestyle]RE[W+];B[hh];W[aa];B[ih];W[ba];B[jh];W[ca];B[kh];W[ea];B[lh])";
    let why = Record::from_sgf(won, RulesSource::Nothing).unwrap_err();
    assert!(why.to_string().contains("ends otherwise"), "{why}");
}

#[test]
fn the_colour_out_of_turn_is_refused_with_the_number_of_the_move() {
    let text = "(;FF[4]SZ[15]RU[freestyle];B[hh];B[ii])";
    let why = Record::from_sgf(text, RulesSource::Nothing).unwrap_err();
    assert_eq!((why.number, why.rule), (Some(2), Some("X4")));
}

#[test]
fn branches_of_branches_are_passed_over_up_to_the_last_bracket() {
    let text = "(;FF[4]SZ[15]RU[freestyle];B[hh](;W[ii](;B[jj])(;B[kk](;W[aa])))(;W[ab]C[(]))";
    let record = Record::from_sgf(text, RulesSource::Nothing).unwrap();
    assert_eq!(record.moves(), ["h8", "i7", "j6"]);
    for shorter in 1..5 {
        let text = &text[..text.len() - shorter];
        assert!(Record::from_sgf(text, RulesSource::Nothing).is_err(), "{text}");
    }
}

/// `tt` is off a board up to 19: older files write a pass so.
#[test]
fn a_pass_in_sgf_has_no_point_or_an_old_one_off_the_board() {
    let rules = game("freestyle", &json!({"passing": "always", "size": 15}));
    for pass in ["", "tt"] {
        let text = format!("(;FF[4]SZ[15];B[hh];W[{pass}];B[aa])");
        let record = Record::from_sgf(&text, RulesSource::Game(&rules)).unwrap();
        assert_eq!(record.moves(), ["h8", "pass", "a15"]);
    }
    let rules = game("freestyle", &json!({"passing": "always", "size": 20}));
    let read = |text| Record::from_sgf(text, RulesSource::Game(&rules));
    assert_eq!(read("(;FF[4]SZ[20];B[tt])").unwrap().moves(), ["t1"]);
}

#[test]
fn stones_set_up_in_sgf_are_the_start() {
    let rules = game("freestyle", &json!({"size": 9}));
    let mut cells = vec![0; 81];
    (cells[0], cells[80]) = (1, 2);
    let set_up = SetUp { cells, player: 1, check: true, ..SetUp::default() };
    let start = rules.rules.set_up(&set_up).unwrap();
    let mut record = Record::new(rules, start);
    record.push_text("e5").unwrap();
    let text = record.to_sgf().unwrap();
    assert!(text.contains("AB[ai]AW[ia]PL[W]"), "{text}");
    assert_eq!(Record::from_sgf(&text, RulesSource::Nothing), Ok(record));
}

#[test]
fn numbers_of_turns_out_of_order_are_refused() {
    let rules = game("pagoda", &json!({}));
    let source = RulesSource::Game(&rules);
    let read = |text: &str| Record::from_notes(text, source, ColumnLetters::All);
    let record = of_moves(&rules, "k10 a1 b1");
    assert_eq!(read("1. k10 a1 2. b1").as_ref(), Ok(&record));
    assert_eq!(read("k10 a1 b1").as_ref(), Ok(&record));
    assert_eq!(read("1. k10 2. a1 3. b1").as_ref(), Ok(&record), "a number for each stone");
    for text in ["1. k10 3. a1", "2. k10 a1", "1. k10 a1 3. b1"] {
        assert!(read(text).unwrap_err().to_string().contains("out of order"), "{text}");
    }
    assert!(read("1. k10 2. a1 b1").unwrap_err().to_string().contains("the next has none"));
    // P8: a nought stands where the letter o is meant.
    assert_eq!(read("1. k10 01"), Ok(of_moves(&rules, "k10 o1")));
    let refused = read("1. k10 k10").unwrap_err();
    assert_eq!((refused.number, refused.rule), (Some(2), Some("E5")));
    assert_eq!(record.position().move_text(record.actions().next().unwrap()), "k10");
}
