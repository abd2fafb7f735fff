//! One law a test.

// Options are written as literals where they are used.
#![allow(clippy::needless_pass_by_value)]

use fivefold::board::{Colour, Point, read};
use fivefold::games::pagoda::{Options, Pagoda};
use fivefold::games::{self, AnyPosition, Rules};
use fivefold::position::{
    Decider, Notation, Player, Position, RandomPlay, Refusal, Rules as _, SetUp, Termination,
};
use fivefold::stream::Stream;
use serde_json::{Value, json};

fn options(preset: &str, options: Value) -> Result<Options, Refusal> {
    let game = games::build(preset, options.as_object().expect("a table of options"))?;
    match game.rules {
        Rules::Pagoda(options) => Ok(options),
        other => panic!("{other:?} is not of Pagoda"),
    }
}

fn after(preset: &str, rules: Value, moves: &str) -> Pagoda {
    let mut position = options(preset, rules).unwrap().start(&mut Stream::new(0));
    for text in moves.split_whitespace() {
        play(&mut position, text).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
    position
}

fn play(position: &mut Pagoda, text: &str) -> Result<(), Refusal> {
    position.parse_move(text).and_then(|action| position.play(action))
}

fn refused(position: &Pagoda, text: &str) -> &'static str {
    let mut copy = position.clone();
    let refusal = play(&mut copy, text).expect_err(text);
    assert_eq!((&copy, copy.turns()), (position, position.turns()), "E4: nothing changes");
    refusal.rule
}

fn end(position: &Pagoda) -> Option<(Vec<Player>, Termination)> {
    position.outcome().map(|outcome| (outcome.winners, outcome.termination))
}

fn names(position: &Pagoda, points: &[Point]) -> Vec<String> {
    points.iter().map(|&point| position.grid().size().name(point)).collect()
}

const BLACK: Player = Player(0);
const WHITE: Player = Player(1);

#[test]
fn six_in_a_row_does_not_win_pagoda() {
    let moves = "a1 a17 b1 c17 c1 e17 e1 g17 f1 i17 d1";
    assert_eq!(end(&after("pagoda", json!({}), moves)), None); // P2
    let pente = moves.replace("17", "19");
    let won = Some((vec![BLACK], Termination::Row));
    assert_eq!(end(&after("pente", json!({}), &pente)), won); // P9
}

#[test]
fn five_is_judged_by_the_colour_that_plays() {
    let rules = json!({"five": ["exact", "or_more"]});
    let black = "a1 a17 b1 c17 c1 e17 e1 g17 f1 i17 d1";
    assert_eq!(end(&after("pagoda", rules.clone(), black)), None);
    let white = "q1 a3 q3 b3 q5 c3 q7 e3 q9 f3 q11 d3";
    assert_eq!(end(&after("pagoda", rules, white)), Some((vec![WHITE], Termination::Row)));
}

#[test]
fn a_row_that_a_capture_leaves_to_the_enemy_wins_nothing() {
    // White takes f6 and g6 out of a row of six, f1 to f6; exactly five stay behind (P3).
    let moves = "f1 a17 f2 c17 f4 e17 f5 g17 f6 e6 g6 i17 f3 h6X q1";
    let position = after("pagoda", json!({}), moves);
    assert_eq!((end(&position), position.taken()), (None, [0, 2]));
}

#[test]
fn captures_come_off_before_the_row_is_judged_and_both_reasons_are_one_win() {
    let rules = json!({"target": 2});
    // d1 closes b1 c1 against a1 and completes d1-d5 (P3, P4).
    let position = after("pagoda", rules, "a1 b1 d2 c1 d3 q1 d4 q3 d5 q5 d1X");
    let outcome = position.outcome().unwrap();
    assert_eq!(end(&position), Some((vec![BLACK], Termination::RowAndCaptures)));
    let size = position.grid().size();
    let line: Vec<_> = outcome.lines[0].iter().map(|&point| size.name(Point(point))).collect();
    assert_eq!(
        (outcome.lines.len(), line),
        (1, ["d1", "d2", "d3", "d4", "d5"].map(String::from).to_vec())
    );
    let mut returns = [9.0; 2];
    position.returns(&mut returns);
    assert_eq!(returns, [1.0, -1.0]); // E9
}

#[test]
fn enough_captures_win_without_a_row() {
    let position = after("pagoda", json!({"target": 2}), "a1 b1 q17 c1 d1X");
    assert_eq!(end(&position), Some((vec![BLACK], Termination::Captures)));
    assert!(position.outcome().unwrap().lines.is_empty());
}

#[test]
fn a_supply_that_runs_out_draws_unless_the_last_stone_wins() {
    // P5: two stones each; White's second leaves Black with none.
    let position = after("pagoda", json!({"stones": 2}), "a1 a3 c1 c3");
    assert_eq!(end(&position), Some((vec![], Termination::Supply)));
    let position = after("pagoda", json!({"stones": 5}), "a1 a17 b1 c17 c1 e17 d1 g17 e1");
    assert_eq!(end(&position), Some((vec![BLACK], Termination::Row)));
}

#[test]
fn returned_stones_go_back_to_their_owner() {
    let moves = "a1 b1 q17 c1 d1X";
    assert_eq!(after("pagoda", json!({}), moves).supply(), Some([37, 38]));
    let returned = after("pagoda", json!({"captured": "returned"}), moves);
    assert_eq!(returned.supply(), Some([37, 40]));
    assert_eq!(after("pente", json!({}), "a1").supply(), None);
}

#[test]
fn crosses_may_be_left_out_but_not_miscounted() {
    let position = after("pagoda", json!({}), "a1 b1 q17 c1");
    for text in ["d1", "D1", " d1X ", "d1x"] {
        assert!(play(&mut position.clone(), text).is_ok(), "{text}"); // P7, E3
    }
    for (text, rule) in [
        ("d1XX", "P7"),
        ("e1X", "P7"),
        ("a1X", "E5"),
        ("a1", "E5"),
        ("r1", "E5"),
        ("d1 X", "E7"),
        ("X", "E7"),
        ("", "E7"),
        ("pass", "E7"), // P1
        ("swap", "E7"),
        ("013X", "E7"), // P8
    ] {
        assert_eq!(refused(&position, text), rule, "{text}");
    }
}

#[test]
fn the_letter_x_may_also_be_a_column() {
    let position = after("pente", json!({"size": 30}), "u5 v5 a1 w5");
    assert_eq!(position.move_text(position.parse_move("x5").unwrap()), "x5X");
    assert!(position.parse_move("X5x").is_ok());
    assert_eq!(refused(&position, "x5xx"), "P7");
}

#[test]
fn after_the_end_every_readable_move_is_refused_for_that() {
    let position = after("pagoda", json!({"target": 2}), "a1 b1 q17 c1 d1X");
    assert_eq!(position.decider(), Decider::Over);
    for (text, rule) in [("e1", "E6"), ("a1", "E6"), ("e1XXX", "E6"), ("pass", "E7")] {
        assert_eq!(refused(&position, text), rule, "{text}");
    }
    assert!(position.threats(Colour::Black).capture.is_empty());
}

#[test]
fn a_handicap_is_one_to_three_stones_of_one_colour_without_an_opening() {
    for (rules, rule) in [
        (json!({"handicap": {}}), "P6"),
        (json!({"handicap": {"black": ["a1"], "white": ["b1"]}}), "P6"),
        (json!({"handicap": {"black": ["a1", "a2", "a3", "a4"]}}), "P6"),
        (json!({"handicap": {"white": ["a1", " A1"]}}), "P6"),
        (json!({"handicap": {"white": ["z99"]}}), "P6"),
        (json!({"handicap": {"white": ["pass"]}}), "P6"),
        (json!({"handicap": {"red": ["a1"]}}), "P6"),
        (json!({"handicap": "a1"}), "P6"),
        (json!({"handicap": {"black": ["a1"]}, "opening": "tournament"}), "P6"),
        (json!({"handicap": {"black": ["a1", "a3"]}, "stones": 2}), "P6"),
        (json!({"stones": 0}), "P5"),
    ] {
        assert_eq!(options("pagoda", rules.clone()).unwrap_err().rule, rule, "{rules}");
    }
    let black = |names: Value| options("pagoda", json!({"handicap": {"black": names}})).unwrap();
    assert_eq!(black(json!(["h8", "J10"])), black(json!(["j10", "H8 "])), "one set of points");
    assert_eq!(black(json!(["i9"])).symmetries().len(), 8, "the centre");
    assert_eq!(black(json!(["h9", "j9"])).symmetries().len(), 4);
    assert_eq!(black(json!(["a1", "b1", "d1"])).symmetries().len(), 1);
}

#[test]
fn options_out_of_range_are_refused_with_their_rule() {
    for (rules, rule) in [
        (json!({"take": []}), "P9"),
        (json!({"take": [0]}), "P9"),
        (json!({"take": [6]}), "P9"),
        (json!({"take": 2}), "P9"),
        (json!({"target": 1}), "P9"),
        (json!({"target": 61}), "P9"),
        (json!({"target": "five pairs"}), "P9"),
        (json!({"stones": -1}), "P5"),
        (json!({"captured": "eaten"}), "P5"),
        (json!({"five": "six"}), "P2"),
        (json!({"opening": "swap2"}), "P9"),
        (json!({"opening": "tournament", "size": 18}), "G2"),
        (json!({"opening": "tournament", "size": 5}), "P9"),
        // Captures mix with no foul and no passing: no such options.
        (json!({"fouls": ["double_three"]}), "G7"),
        (json!({"passing": "always"}), "G7"),
        (json!({"first_move": "centre"}), "G7"),
    ] {
        assert_eq!(options("pente", rules.clone()).unwrap_err().rule, rule, "{rules}");
    }
    for size in [json!(4), json!(64), json!([5, 64])] {
        assert!(options("pagoda", json!({"size": size})).is_err());
    }
    let take = |list: Value| options("pente", json!({"take": list})).unwrap();
    assert_eq!(take(json!([3, 2, 2])), take(json!([2, 3])), "a set of lengths");
}

#[test]
fn the_tournament_opening_binds_the_first_and_the_third_stone() {
    let rules = json!({"opening": "tournament"});
    let legal = |moves: &str| {
        let mut actions = Vec::new();
        after("pente", rules.clone(), moves).legal_actions(&mut actions);
        actions.len()
    };
    assert_eq!([legal(""), legal("j10"), legal("j10 k10")], [1, 360, 361 - 25]);
    let third = after("pente", rules, "j10 a1");
    assert_eq!([refused(&third, "l12"), refused(&third, "l12X")], ["P9", "P7"]);
    assert_eq!([refused(&third, "a1"), refused(&third, "j10")], ["E5", "E5"]);
    assert!(!third.is_free(), "random play has to look at what is legal");
}

#[test]
fn captured_groups_are_counted_whatever_their_length() {
    let moves = "a1 b1 a3 c1 q17 d1 e1X b3 q15 c3 d3X";
    let position = after("keryo_pente", json!({}), moves);
    assert_eq!((position.taken(), position.captured_groups()), ([5, 0], [2, 0]));
    assert_eq!(position.captured().len(), 2, "the last move took a pair");
}

#[test]
fn threats_name_the_points_and_the_stones_at_risk() {
    let position = after("pagoda", json!({}), "a1 b1 q17 c1 h4 p2 i4 p4 j4 p6 k4 p8");
    let black = position.threats(Colour::Black);
    assert_eq!(names(&position, &black.five), ["g4", "l4"]);
    assert_eq!(names(&position, &black.capture), ["d1"]);
    assert_eq!(black.groups.len(), 1);
    assert_eq!(names(&position, &black.groups[0]), ["b1", "c1"]);
    let white = position.threats(Colour::White);
    assert_eq!((white.five.len(), white.capture.len(), white.groups.len()), (0, 0, 0));
    let d1 = position.grid().size().parse("d1").unwrap();
    assert_eq!(names(&position, &position.captures_at(d1)[0]), ["c1", "b1"], "from the stone on");
    assert!(position.captures_at(Point(0)).is_empty(), "a taken point");
}

#[test]
fn one_position_by_two_ways_is_one_position() {
    let one = after("pagoda", json!({}), "a1 b1 q17 c1 d1X q1");
    let two = after("pagoda", json!({}), "q17 c1 a1 b1 d1X q1");
    assert_eq!((&one, one.key()), (&two, two.key())); // E11
    // Equal boards, but stones were taken: not equal.
    let never = after("pagoda", json!({}), "a1 q1 q17");
    let taken = after("pagoda", json!({"stones": null}), "a1 b1 q17 c1 d1X q1");
    assert_ne!(one.key(), never.key());
    assert_ne!(one.key(), taken.key());
}

#[test]
fn no_captures_are_named_on_a_taken_point_or_after_the_end() {
    let at = |position: &Pagoda, name: &str| {
        position.captures_at(position.grid().size().parse(name).unwrap())
    };
    // White stepped in between a1 and d1, which is safe (P3).
    let position = after("pagoda", json!({}), "a1 b1 d1 c1");
    assert!(at(&position, "a1").is_empty());
    assert!(at(&position, "d1").is_empty());
    // Black has won; White could have taken g5 and h5 with i5.
    let over = after("pagoda", json!({"target": 2}), "a1 b1 g5 c1 h5 f5 d1X");
    assert_eq!(over.decider(), Decider::Over);
    assert!(at(&over, "i5").is_empty());
}

#[test]
fn the_end_belongs_to_the_identity() {
    // E11: the same stones, once played to five in a row, once set up unchecked.
    let small = || json!({"size": 5});
    let won = after("pagoda", small(), "a5 a1 b5 b1 c5 c1 d5 d1 e5");
    let rows = "XXXXX\n.....\n.....\n.....\nOOOO.";
    let runs = set_up(small(), rows, |s| (s.check, s.player) = (false, 1)).unwrap();
    assert_eq!((won.grid(), won.supply()), (runs.grid(), runs.supply()));
    assert_ne!(won, runs);
    assert_ne!(won.key(), runs.key());
}

#[test]
fn the_colour_to_play_belongs_to_the_identity() {
    let with = |player| set_up(json!({"size": 5}), FIVE_BY_FIVE, |s| s.player = player).unwrap();
    let (black, white) = (with(0), with(1));
    assert_ne!(black, white); // E11
    assert_ne!(black.key(), white.key());
}

#[test]
fn the_stones_of_an_opening_belong_to_the_identity() {
    let rules = || json!({"size": 7, "opening": "tournament"});
    let due = after("pagoda", rules(), "d4 a1");
    let rows = ".......\n.......\n.......\n...X...\n.......\n.......\nO......";
    let over = set_up(rules(), rows, |_| ()).unwrap();
    assert_eq!((due.grid(), due.supply()), (over.grid(), over.supply()));
    assert_ne!(due, over); // E11
    assert_ne!(due.key(), over.key());
}

#[test]
fn a_set_up_holds_fewer_stones_taken_than_win() {
    let with = |taken| {
        let endless = json!({"size": 5, "stones": null});
        set_up(endless, FIVE_BY_FIVE, |s| s.taken = Some(taken))
    };
    assert!(with([8, 8]).is_ok());
    assert_eq!(with([10, 0]).unwrap_err().rule, "E8"); // P4: ten win
    assert_eq!(with([0, 10]).unwrap_err().rule, "E8");
}

#[test]
fn a_set_up_with_one_vacant_point_goes_on() {
    let rows = "XXOXX\nOOXOO\nXXOXX\nOOXOO\nXXOX.";
    let mut position = set_up(json!({"size": 5, "stones": null}), rows, |_| ()).unwrap();
    assert_eq!(position.decider(), Decider::Player(BLACK));
    play(&mut position, "e1").unwrap();
    assert_eq!(end(&position), Some((vec![], Termination::FullBoard)));
}

fn set_up(rules: Value, rows: &str, change: impl Fn(&mut SetUp)) -> Result<Pagoda, Refusal> {
    let options = options("pagoda", rules)?;
    let cells = read(rows, options.size.size(), options.diagram_symbols())?;
    let mut set_up = SetUp { cells, check: true, ..SetUp::default() };
    change(&mut set_up);
    options.set_up(&set_up)
}

const FIVE_BY_FIVE: &str = ".....\n.....\n.....\nX....\n.OO.X";

#[test]
fn a_set_up_takes_supplies_from_the_stones_that_are_used() {
    let small = json!({"size": 5, "stones": 10});
    let position = set_up(small.clone(), FIVE_BY_FIVE, |s| s.taken = Some([4, 2])).unwrap();
    assert_eq!(position.supply(), Some([10 - 2 - 2, 10 - 2 - 4]));
    assert_eq!(position.captured_groups(), [2, 1]);
    let position = set_up(small.clone(), FIVE_BY_FIVE, |s| s.supply = Some([3, 8])).unwrap();
    assert_eq!(position.supply(), Some([3, 8]));
    // P5: a player to move without a stone has a draw.
    let empty = set_up(small, FIVE_BY_FIVE, |s| s.supply = Some([0, 8])).unwrap();
    assert_eq!(end(&empty), Some((vec![], Termination::Supply)));
}

#[test]
fn a_set_up_that_no_game_can_reach_is_refused() {
    let refused = |rules: Value, rows: &str, change: &dyn Fn(&mut SetUp)| {
        set_up(rules, rows, change).unwrap_err().rule
    };
    let small = || json!({"size": 5, "stones": 10});
    for rule in [
        refused(small(), FIVE_BY_FIVE, &|s| s.supply = Some([9, 8])),
        refused(small(), FIVE_BY_FIVE, &|s| s.taken = Some([10, 0])),
        refused(small(), FIVE_BY_FIVE, &|s| s.taken = Some([3, 0])),
        refused(small(), FIVE_BY_FIVE, &|s| s.player = 2),
        refused(small(), FIVE_BY_FIVE, &|s| s.cells[0] = -1),
        refused(small(), FIVE_BY_FIVE, &|s| s.cells.truncate(9)),
        refused(json!({"size": 5, "stones": 1}), FIVE_BY_FIVE, &|_| ()),
        refused(json!({"size": 5, "stones": null}), FIVE_BY_FIVE, &|s| s.supply = Some([1, 1])),
        refused(small(), "XXXXX\n.....\n.....\n.....\n.....", &|_| ()),
    ] {
        assert_eq!(rule, "E8");
    }
    let five = set_up(small(), "XXXXX\n.....\n.....\n.....\n.....", |s| s.check = false).unwrap();
    assert_eq!(end(&five), None, "no stone was played: nobody has won");
}

#[test]
fn a_full_board_is_a_draw_also_when_set_up() {
    let full = "XXOXX\nOOXOO\nXXOXX\nOOXOO\nXXOXX";
    let position = set_up(json!({"size": 5, "stones": null}), full, |_| ()).unwrap();
    assert_eq!(end(&position), Some((vec![], Termination::FullBoard)));
    let any = AnyPosition::from(position);
    assert_eq!(any.decider(), Decider::Over);
}

#[test]
fn the_most_turns_of_a_game_are_a_true_bound() {
    let max = |preset: &str, rules: Value| options(preset, rules).unwrap().info().max_turns;
    assert_eq!(max("pagoda", json!({})), 80, "40 stones each");
    assert_eq!(max("pagoda", json!({"handicap": {"white": ["a1", "a2"]}})), 77);
    assert_eq!(max("pagoda", json!({"handicap": {"black": ["a1", "a2"]}})), 76);
    assert_eq!(max("pagoda", json!({"captured": "returned"})), 96, "8 of each come back");
    assert_eq!(max("pente", json!({})), 361 + 16, "8 of each leave the board");
    assert_eq!(max("keryo_pente", json!({})), 361 + 28);
    assert_eq!(max("pente", json!({"target": 2})), 361);
}
