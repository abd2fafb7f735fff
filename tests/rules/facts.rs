//! Facts about rules and positions in words and numbers, one law each.

use std::ops::ControlFlow;

use fivefold::board::Colour;
use fivefold::games::pah_tum::solver::{self, Settings};
use fivefold::games::pentagame::analysis::opening::{TYPES, is_recommended, nickname};
use fivefold::games::pentagame::analysis::shapes::{constellations, superior};
use fivefold::games::pentagame::{Options, analysis::tactics::Side, position_from};
use fivefold::games::{self, AnyPosition, Game};
use fivefold::position::{
    Decider, EarlyEnd, Evaluate, Exact, ExactSolver, Notation, Position, RaceWeights, RandomPlay,
    Rules as _, Termination, ThreatSearch,
};
use fivefold::record::{Entry, Record, RecordError};
use fivefold::stones::FoulKind;
use fivefold::stream::Stream;
use fivefold::threats::{exact::Exact as Search, exact::Verdict, forced_win};
use serde_json::{Value, json};

use super::play;

fn game(preset: &str, options: &Value) -> Game {
    games::build(preset, options.as_object().expect("a dict")).unwrap_or_else(|e| panic!("{e:?}"))
}

/// P3 to P5: pairs are counted where nothing else is taken.
#[test]
fn a_picture_of_pagoda_and_its_kin_shows_what_is_captured_and_left() {
    let moves = "e5 e6 a1 e7 e8X";
    let facts = |preset, options| {
        let marks = play(&game(preset, &options), moves).marks();
        (marks.tallies, marks.holders, marks.supply)
    };
    let words = |black: &str, white: &str| vec![black.to_owned(), white.to_owned()];
    let size = json!({"size": 9});
    assert_eq!(facts("pente", size.clone()), (words("1 pair", "0 pairs"), vec![0, 1], vec![]));
    let keryo = (words("2 taken", "0 taken"), vec![0, 1], vec![]);
    assert_eq!(facts("keryo_pente", size), keryo);
    let AnyPosition::Pagoda(start) = game("pagoda", &json!({"stones": 30})).rules.start(0) else {
        unreachable!()
    };
    assert_eq!(start.marks().supply, [30, 30]);
}

/// N8, N13: points, die and cards by seat, and the grey blocks that are left.
#[test]
fn a_picture_of_pentagame_shows_points_dice_and_cards() {
    let mut position = game("pentagame", &json!({"dice": "after", "cards": true})).rules.start(0);
    for text in ["roll a", "roll c"] {
        position.play(position.parse_move(text).unwrap()).unwrap();
    }
    let marks = position.marks();
    assert_eq!(marks.tallies, ["0 points, die a, J Q K A", "0 points, die c, J Q K A"]);
    assert_eq!(marks.supply, [5]);
    let stops = [("A", vec!["0e", "1e"])];
    let one = position_from(&Options::default(), &stops, 0, Some(&[1, 2])).expect("set up");
    assert_eq!(one.marks().tallies, ["1 point", "2 points"]);
}

/// X3: the rows that there are decide, and returns are those of a game won or lost (E9).
#[test]
fn pah_tum_is_adjudicated_by_the_rows_as_they_stand() {
    let rules = game("pah_tum", &json!({"layout": ["e7", "g1", "g3", "g5", "g7"]}));
    for (moves, winners, returns) in [
        ("a1 a7 b1 b7 c1", vec![0], [1.0, -1.0]),
        ("a1 a7 b1 b7 d1 c7", vec![1], [-1.0, 1.0]),
        ("a1 a7 b1 b7", vec![], [0.0, 0.0]),
    ] {
        let AnyPosition::PahTum(position) = play(&rules, moves) else { unreachable!() };
        let mut out = [7.0; 2];
        let outcome = position.adjudicated(&mut out);
        assert_eq!(outcome.termination, Termination::Adjudication);
        let seats: Vec<_> = outcome.winners.iter().map(|player| player.0).collect();
        assert_eq!((seats, out), (winners, returns), "{moves}");
        assert_eq!(outcome.scores, position.scores());
        assert!(!position.is_custodial());
    }
}

#[test]
fn a_player_of_pah_tum_asks_the_solver_within_its_reach_and_a_limit() {
    let tick = &mut || ControlFlow::Continue(());
    let rules = fivefold::games::pah_tum::Options::default();
    let mut position = rules.start(&mut Stream::new(3));
    assert_eq!(
        (position.default_nodes(), position.solve_exactly(None, tick)),
        (0, Exact::NoSolver)
    );
    while position.empty().count_ones() > 14 {
        let action = position.sample_legal(&mut Stream::new(9), &mut Vec::new());
        position.play_unchecked(action);
        let reach = position.empty().count_ones() <= 18;
        assert_eq!(position.default_nodes() > 0, reach);
    }
    let solution = solver::solve(&position, Settings::default(), |_| ControlFlow::Continue(()));
    let solution = solution.unwrap().expect("no limit");
    assert_eq!(position.solve_exactly(None, tick), Exact::Line(solution.line, solution.nodes));
    assert_eq!(position.solve_exactly(Some(1), tick), Exact::Unknown);
    let set_up = fivefold::games::pah_tum::Options::custodial().start(&mut Stream::new(0));
    assert!(set_up.is_custodial());
    assert_eq!(set_up.solve_exactly(None, tick), Exact::NoSolver);
}

/// N21: the source names the twenty types and prints those in brackets that it does not recommend.
#[test]
fn types_of_openings_have_nicknames_and_twelve_are_recommended() {
    let recommended: Vec<_> =
        TYPES.iter().map(|(kind, ..)| *kind).filter(|kind| is_recommended(kind)).collect();
    let expected = ["1a", "1b", "2a", "2b", "2c", "2d", "2e", "4a", "4b", "4c", "4d", "4h"];
    assert_eq!(recommended, expected);
    assert!(TYPES.iter().all(|(kind, ..)| nickname(kind).is_some()));
    let some = ["1a", "2e", "4h", "other"].map(nickname);
    assert_eq!(some, [Some("running rabbit"), Some("little rabbit"), Some("rocket"), None]);
}

/// N18, N21: counted by hand, up to turning and mirroring the five goals.
#[test]
fn end_constellations_are_sets_of_goals_up_to_motions() {
    assert_eq!(constellations(), [("3:0", 2), ("3:1", 6), ("3:2", 12), ("3:3", 12)]);
    let verdicts = ["abd", "acb", "abc", "acd", "bad"].map(|goals| superior(goals).unwrap());
    assert_eq!(verdicts, [true, true, false, false, true]);
    assert!(superior("ab").is_err() && superior("aab").is_err());
}

#[test]
fn pieces_of_two_seats_that_end_each_others_runs_tie_each_other() {
    let tied = |stops: &[(&str, Vec<&str>)]| {
        position_from(&Options::default(), stops, 0, None).expect("set up").tied()
    };
    // Pieces are counted by seat: 0a is 0, 1b is 6.
    assert_eq!(tied(&[("A", vec!["0a"]), ("A-2-B", vec!["1b"])]), [(0, 6), (6, 0)]);
    let shared = tied(&[("A", vec!["0a", "0c"]), ("A-2-B", vec!["1b"])]);
    assert_eq!(shared, [(6, 0), (6, 2)]);
    assert_eq!(tied(&[("A", vec!["0a"]), ("A-2-B", vec!["0b"])]), [], "pieces of one seat");
    assert_eq!((Side::Left.word(), Side::Right.word()), ("left", "right"));
}

/// R2, R3, R5.
#[test]
fn fouls_have_a_sign_a_name_and_words() {
    let names = [FoulKind::Overline, FoulKind::DoubleFour, FoulKind::DoubleThree]
        .map(|kind| (kind.sign(), kind.name(), kind.text()));
    let expected = [
        ("6+", "overline", "overline"),
        ("44", "double_four", "double four"),
        ("33", "double_three", "double three"),
    ];
    assert_eq!(names, expected);
}

#[test]
fn a_record_keeps_its_start_and_all_that_happened_and_tells_refusals() {
    let rules = game("freestyle", &json!({}));
    let start = play(&rules, "h8");
    let mut record = Record::new(rules.clone(), start.clone());
    record.push_text("h9").unwrap();
    record.comment(2, "near").unwrap();
    assert_eq!(record.start(), &start);
    let moves = record.entries().iter().filter(|entry| matches!(entry, Entry::Move(_))).count();
    assert_eq!((moves, record.entries().len()), (1, 2));
    let AnyPosition::Gomoku(position) = record.position() else { unreachable!() };
    assert_eq!(position.last().map(|point| position.grid().size().name(point)), Some("h9".into()));
    let refusal = start.parse_move("h99").unwrap_err();
    let error = RecordError::from(refusal.clone());
    assert_eq!((error.rule, error.number), (Some(refusal.rule), None));
    assert_eq!(error.message, refusal.to_string());
}

#[test]
fn a_game_tells_its_title_and_options_and_knows_its_own_positions() {
    let pente = game("pente", &json!({}));
    assert_eq!(pente.title(), "Pente");
    assert_eq!(pente.options()["target"], json!(10));
    let names: Vec<_> = pente.rules.option_infos().iter().map(|info| info.name).collect();
    assert!(names.contains(&"take") && names.len() == pente.options().len());
    assert!(pente.rules.validate(&pente.rules.start(0)).is_ok());
    let other = game("renju", &json!({})).rules.start(0);
    assert_eq!(pente.rules.validate(&other).unwrap_err().rule, "E8");
    fn is_race<P: Evaluate>(_: &P) -> bool {
        let [block, others, next, stops] = [1.0; 4];
        let [area, home, abracadabra] = [1.0; 3];
        let weights = RaceWeights { block, others, next, stops, area, home, abracadabra };
        P::race_evaluation(weights).is_some()
    }
    let races = games::PRESETS.iter().filter(|preset| {
        let start = games::preset(preset.name).unwrap().rules.start(0);
        fivefold::with_game!(AnyPosition, &start, inner => is_race(inner))
    });
    assert!(races.clone().count() > 0);
    assert!(races.into_iter().all(|preset| preset.name.starts_with("pentagame")));
}

#[test]
fn a_forced_win_is_told_alike_by_every_game() {
    let tick = &mut || ControlFlow::Continue(());
    let moves = "h8 a1 h9 a3 h10 a5";
    let AnyPosition::Gomoku(gomoku) = play(&game("freestyle", &json!({})), moves) else {
        unreachable!()
    };
    let line = ThreatSearch::forced_win(&gomoku, 10_000, tick);
    assert_eq!(line, forced_win(&gomoku, 10_000, false, tick).map(|win| win.line));
    assert_eq!(line.map(|line| line.len()), Some(3));
    let AnyPosition::Pagoda(pente) = play(&game("pente", &json!({})), moves) else {
        unreachable!()
    };
    let line = ThreatSearch::forced_win(&pente, 10_000, tick);
    assert!(line.is_some());
    assert_eq!(line, forced_win(&pente, 10_000, false, tick).map(|win| win.line));
}

/// A proof as text has a line for each position that it needs.
#[test]
fn an_exact_search_tells_what_was_asked_and_writes_its_proof() {
    let rules = game("freestyle", &json!({"size": 9}));
    let AnyPosition::Gomoku(position) = play(&rules, "e5 a1 f6 i1 g7 a9") else { unreachable!() };
    let mut search = Search::new(&position, Colour::Black, 1 << 20).unwrap();
    assert_eq!(search.size(), position.grid().size());
    assert_eq!((search.root().attacker, search.root().to_move), (Colour::Black, true));
    assert_eq!(search.proof_text(), None);
    let proven = search.proven();
    assert_eq!(proven.load(std::sync::atomic::Ordering::Relaxed), 0);
    assert_eq!(search.run(100_000, &mut |_| ControlFlow::Continue(())), Verdict::Won);
    assert!(proven.load(std::sync::atomic::Ordering::Relaxed) > 0);
    let entries = search.proof().expect("a proof");
    let (text, stones) = search.proof_text().expect("a proof");
    assert_eq!(stones, ["eeffgg", "aaiaai"]);
    assert_eq!(text.lines().count(), entries.len());
    for line in text.lines() {
        let parts: Vec<_> = line.split(' ').collect();
        assert!((3..=4).contains(&parts.len()), "{line}");
        // As many stones of each colour, two letters each, since Black is to move.
        assert_eq!(parts[0].len(), parts[1].len(), "{line}");
    }
    assert_eq!(position.decider(), Decider::Player(fivefold::position::Player(0)));
}
