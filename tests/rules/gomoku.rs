//! Gomoku, law by law (G1-G6).

use fivefold::games::{self, AnyPosition, Game};
use fivefold::position::{
    Arrays, Decider, Notation, Outcome, Player, Position, SetUp, Termination,
};
use serde_json::json;

use super::{golden, play};

fn gomoku(options: serde_json::Value) -> Game {
    games::build("gomoku", options.as_object().unwrap()).unwrap()
}

fn outcome(position: &AnyPosition) -> Outcome {
    position.outcome().expect("the game is over")
}

#[test]
fn golden_cases_of_gomoku() {
    golden::run("gomoku.json", |_, _, _| None);
}

#[test]
fn a_five_wins_and_its_points_are_told_in_order() {
    let game = gomoku(json!({"first_move": "anywhere"}));
    let position = play(&game, "a1 a9 c1 c9 e1 e9 b1 g9 d1");
    let outcome = outcome(&position);
    assert_eq!(outcome.winners, [Player(0)]);
    assert_eq!(outcome.termination, Termination::Row);
    assert_eq!(outcome.lines, [[0, 1, 2, 3, 4]]);
}

#[test]
fn two_fives_by_one_stone_are_two_winning_lines() {
    let game = gomoku(json!({"first_move": "anywhere"}));
    let position = play(&game, "b1 o1 c1 o3 d1 o5 e1 o7 a2 o9 a3 o11 a4 o13 a5 o15 a1");
    assert_eq!(outcome(&position).lines.len(), 2);
}

#[test]
fn six_in_a_row_does_not_win_exact_but_wins_or_more() {
    let moves = "d4 a15 e4 c15 f4 e15 h4 g15 i4 i15 g4";
    let exact = play(&gomoku(json!({"first_move": "anywhere"})), moves);
    assert_eq!(exact.outcome(), None);
    let more = play(&gomoku(json!({"first_move": "anywhere", "five": "or_more"})), moves);
    assert_eq!(outcome(&more).lines[0].len(), 6);
}

#[test]
fn a_full_board_is_whites_if_the_option_says_so() {
    let size = 5;
    let moves = "a5 c5 b5 d5 e5 a4 c4 b4 d4 e4 a3 c3 b3 d3 e3 a2 c2 b2 d2 e2 a1 c1 b1 d1 e1";
    for (full_board, winners) in [("draw", vec![]), ("white_wins", vec![Player(1)])] {
        let game =
            gomoku(json!({"size": size, "first_move": "anywhere", "full_board": full_board}));
        let outcome = outcome(&play(&game, moves));
        assert_eq!(outcome.winners, winners);
        assert_eq!(outcome.termination, Termination::FullBoard);
    }
}

#[test]
fn two_passes_in_a_row_draw() {
    let game = gomoku(json!({"passing": "always"}));
    let outcome = outcome(&play(&game, "h8 pass pass"));
    assert_eq!((outcome.winners.len(), outcome.termination), (0, Termination::Passes));
}

#[test]
fn a_swap_changes_the_seat_that_wins_not_the_colour() {
    let game = gomoku(json!({"opening": "swap"}));
    let moves = "a1 b2 c3 swap o1 d4 o3 e5 o5 f6 o7";
    let position = play(&game, moves);
    assert_eq!(position.decider(), Decider::Player(Player(1)));
    // c3 d4 e5 f6 stand; g7 completes Black's five of exactly five (a1 is apart).
    let mut won = position.clone();
    let action = won.parse_move("g7").unwrap();
    won.play(action).unwrap();
    let mut returns = [0.0; 2];
    won.returns(&mut returns);
    assert_eq!(returns, [-1.0, 1.0]);
}

#[test]
fn action_numbers_are_points_then_pass_then_words() {
    let count = |options| gomoku(options).rules.info().num_actions;
    assert_eq!(count(json!({})), 225);
    assert_eq!(count(json!({"passing": "always"})), 226);
    assert_eq!(count(json!({"passing": "always", "opening": "swap2"})), 229);
    let start = gomoku(json!({"opening": "swap2"})).rules.start(0);
    assert_eq!(start.move_text(fivefold::position::Action(227)), "place2");
}

#[test]
fn a_set_up_with_a_finished_row_is_refused_unless_asked_for() {
    let game = gomoku(json!({"size": 5}));
    let mut set_up = SetUp { cells: vec![0; 25], check: true, ..SetUp::default() };
    set_up.cells[..5].fill(2);
    assert_eq!(game.rules.set_up(&set_up).unwrap_err().rule, "E8");
    set_up.check = false;
    assert!(game.rules.set_up(&set_up).is_ok());
}

#[test]
fn a_set_up_is_not_bound_by_the_first_move() {
    let game = gomoku(json!({}));
    let set_up = SetUp { cells: vec![0; 225], check: true, ..SetUp::default() };
    let position = game.rules.set_up(&set_up).unwrap();
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    assert_eq!(actions.len(), 225);
}

#[test]
fn the_last_plane_shows_a_pass_in_the_turn_before() {
    let game = gomoku(json!({"passing": "always"}));
    for (moves, plane) in [("h8", 0), ("h8 pass", 1), ("h8 pass a1", 0)] {
        let mut planes = vec![9; 7 * 225];
        play(&game, moves).fill_observation(Player(0), &mut planes);
        assert_eq!(planes[6 * 225..], [plane; 225], "{moves}");
    }
}

/// No stone is captured in Gomoku, and nobody has a supply (G1).
#[test]
fn a_set_up_with_stones_taken_or_left_is_refused() {
    let game = gomoku(json!({"size": 5}));
    let plain = SetUp { cells: vec![0; 25], check: true, ..SetUp::default() };
    assert!(game.rules.set_up(&plain).is_ok());
    for set_up in [
        SetUp { taken: Some([0, 0]), ..plain.clone() },
        SetUp { supply: Some([9, 9]), ..plain.clone() },
    ] {
        assert_eq!(game.rules.set_up(&set_up).unwrap_err().rule, "E8");
    }
}

#[test]
fn a_set_up_is_over_when_no_point_is_left_and_not_before() {
    let game = gomoku(json!({"size": 5}));
    let full = "XXOXXOOXOOXXOXXOOXOOXXOXX".chars().map(|stone| if stone == 'X' { 1 } else { 2 });
    let mut set_up = SetUp { cells: full.collect(), check: true, ..SetUp::default() };
    let over = game.rules.set_up(&set_up).unwrap();
    assert_eq!(outcome(&over).termination, Termination::FullBoard);
    set_up.cells[24] = 0;
    let runs = game.rules.set_up(&set_up).unwrap();
    assert_eq!(runs.decider(), Decider::Player(Player(0)));
}

#[test]
fn identity_ignores_the_order_of_moves() {
    let game = gomoku(json!({"first_move": "anywhere"}));
    let (one, other) = (play(&game, "a1 b2 c3 d4"), play(&game, "c3 d4 a1 b2"));
    assert_eq!(one, other);
    assert_eq!(one.key(), other.key());
    assert_ne!(one, play(&game, "a1 d4 b2 c3"));
}

/// The openings have one step after the other, and none beyond the last (R10).
#[test]
fn a_step_is_one_of_its_opening() {
    for (opening, steps) in [("swap", 4), ("swap2", 7), ("pro", 3)] {
        let game = gomoku(json!({"opening": opening}));
        let mut data = serde_json::to_value(game.rules.start(0)).unwrap();
        for step in 0..=steps {
            data["gomoku"]["step"] = json!(step);
            let position = serde_json::from_value::<AnyPosition>(data.clone());
            let is_admitted = position.is_ok_and(|position| game.rules.validate(&position).is_ok());
            assert_eq!(is_admitted, step < steps, "{opening}: {step}");
        }
    }
}

/// Positions that no game can be are not admitted, whatever part of the data is wrong (E8).
#[test]
fn data_that_contradicts_itself_is_not_admitted() {
    let game =
        games::build("renju", json!({"opening": "rif_classic"}).as_object().unwrap()).unwrap();
    let mut position = play(&game, "h8 h9 j10 keep a1");
    position.play(position.parse_move("offer c3").unwrap()).unwrap();
    let one_offer = serde_json::to_value(&position).unwrap();
    position.play(position.parse_move("offer d4").unwrap()).unwrap();
    let good = serde_json::to_value(&position).unwrap();
    let admitted = |data: &serde_json::Value| {
        serde_json::from_value::<AnyPosition>(data.clone())
            .is_ok_and(|position| game.rules.validate(&position).is_ok())
    };
    assert!(admitted(&good));
    let AnyPosition::Renju(inside) = &position else { unreachable!() };
    let offers: Vec<_> = inside.offers().iter().map(|point| point.0).collect();
    assert_eq!(offers, [32, 48], "R10: ascending");
    for (name, wrong) in [
        ("empty", json!(220)),
        ("step", json!(200)),
        ("step", json!(null)),
        ("last", json!(225)),
        ("last", json!(5)),
        ("offers", json!([])),
        ("offers", json!([48, 32])),
        ("offers", json!([32, 32])),
        ("offers", json!([112, 32])),
        ("offers", json!([32, 225])),
        ("count", json!(13)),
        ("passes", json!(2)),
        ("black_seat", json!(2)),
        ("end", json!({"winner": null, "termination": "row"})),
        ("law", json!(null)),
    ] {
        let mut data = good.clone();
        data["renju"][name] = wrong;
        assert!(!admitted(&data), "{name}: {}", data["renju"][name]);
    }
    // R10: who has made all offers makes no more, the other side picks.
    let mut data = one_offer;
    assert!(admitted(&data));
    data["renju"]["offers"] = json!([32, 48]);
    assert!(!admitted(&data));
}
