//! What positions offer searches and pictures beside the rules: wins at once, move ordering, marks.

use fivefold::board::Colour;
use fivefold::games::pah_tum::PahTum;
use fivefold::games::pentagame::analysis::opening::pattern;
use fivefold::games::pentagame::{self, Pentagame};
use fivefold::games::{self, AnyPosition, gomoku};
use fivefold::position::{
    Action, Decider, Marks, MoveOrdering, Notation, Position, RandomPlay, Rules, ScoringRow, SetUp,
};
use fivefold::stones::{FirstMove, Five, Passing, PerColour, StoneGame};
use fivefold::stream::Stream;
use serde_json::{Value, json};

use super::play;

fn game(preset: &str, options: &Value) -> games::Game {
    games::build(preset, options.as_object().expect("a table of options")).expect("rules")
}

fn named(position: &AnyPosition, actions: &[Action]) -> Vec<String> {
    actions.iter().map(|&action| position.move_text(action)).collect()
}

#[test]
fn freestyle_is_what_its_line_says() {
    let freestyle = gomoku::Options::freestyle();
    assert_eq!(freestyle.five, PerColour::Both(Five::OrMore)); // G3
    assert_eq!(freestyle.first_move, FirstMove::Anywhere); // G5
    assert_eq!(freestyle.passing, Passing::Never);
}

#[test]
fn where_every_action_is_a_turn_it_is_known_to_end_it() {
    for preset in ["gomoku", "freestyle", "renju", "pagoda", "pente"] {
        assert!(games::preset(preset).unwrap().rules.start(0).ends_turn(), "{preset}");
    }
    // A roll, a piece, a block: a turn has several actions.
    assert!(!games::preset("pentagame").unwrap().rules.start(0).ends_turn());
}

#[test]
fn options_of_pentagame_are_checked_like_all() {
    let six = pentagame::Options { players: 6, ..pentagame::Options::default() };
    assert_eq!(Rules::check(&six).expect_err("N4").rule, "N4");
}

#[test]
fn a_game_of_pentagame_has_two_actions_a_turn_two_a_piece_and_a_roll_a_seat() {
    let two = game("pentagame", &json!({"players": 2, "max_turns": 100})).rules.info();
    assert_eq!(two.max_actions, 100 * 2 + 2 * 10 + 2);
    let dice = json!({"players": 4, "max_turns": 100, "dice": "before", "dice_count": 2});
    assert_eq!(game("pentagame", &dice).rules.info().max_actions, 100 * 4 + 2 * 20 + 2 * 4);
}

#[test]
fn a_row_and_a_capture_win_each_by_itself() {
    let AnyPosition::Pagoda(row) =
        play(&game("pente", &json!({})), "k10 a1 k11 c1 o11 e1 k12 g1 k13 i1")
    else {
        panic!("a position of Pagoda")
    };
    let mut actions = Vec::new();
    row.winning_points(Colour::Black, &mut actions);
    let position = AnyPosition::from(row);
    assert_eq!(named(&position, &actions), ["k9", "k14"]);
}

#[test]
fn a_capture_promises_more_than_a_quiet_point_and_the_more_the_fewer_are_missing() {
    let weight = |moves: &str, point: &str| {
        let position = play(&game("pente", &json!({"target": 4})), moves);
        let AnyPosition::Pagoda(inside) = &position else { panic!("a position of Pagoda") };
        let mut promised = Vec::new();
        inside.heuristic_scores(&mut promised);
        let action = position.parse_move(point).unwrap();
        promised.iter().find(|&&(_, other)| other == action).expect("legal").0
    };
    // P3: d2 takes b2 and c2.
    let first = weight("k10 b2 a2 c2", "d2");
    assert!(first > weight("k10 b2 a2 c2", "o3") + 300);
    // P4: once they are taken, the next pair wins.
    assert!(weight("k10 b2 a2 c2 d2 b4 a4 c4", "d4") > first + 300);
}

#[test]
fn threats_are_told_whether_captured_stones_return() {
    for (captured, returned) in [("kept", false), ("returned", true)] {
        let rules = game("pagoda", &json!({"captured": captured, "stones": 100}));
        let AnyPosition::Pagoda(position) = rules.rules.start(0) else {
            panic!("a position of Pagoda")
        };
        let captures = position.stones().expect("not over").captures.expect("P3");
        assert_eq!(captures.returned, returned, "{captured}");
    }
}

#[test]
fn no_stones_lie_on_the_board_while_black_ones_are_set() {
    // Stones without number, so that none on the board is one too many.
    let options = json!({"setup": "cut", "size": 7, "stones": null});
    let rules = game("custodial_pah_tum", &options).rules;
    let start = rules.start(0);
    let admitted = |board: String| {
        let mut data = serde_json::to_value(&start).unwrap();
        data["pah_tum"]["board"] = json!(board);
        serde_json::from_value::<AnyPosition>(data)
            .is_ok_and(|position| rules.validate(&position).is_ok())
    };
    assert!(admitted(".".repeat(49)));
    for stone in ["Y", "B"] {
        let board = format!("{stone}{}", ".".repeat(48));
        assert!(!admitted(board), "{stone}");
    }
}

#[test]
fn a_picture_of_pah_tum_shows_rows_points_and_holders() {
    let rules = game("pah_tum", &json!({"layout": ["e7", "g1", "g3", "g5", "g7"]}));
    let marks = play(&rules, "a1 a7 b1 b7 c1").marks();
    let row = ScoringRow { colour: 0, points: vec![0, 1, 2], worth: 3 };
    let expected = Marks {
        rows: vec![row],
        tallies: vec!["3".into(), "0".into()],
        holders: vec![0, 1],
        ..Marks::default()
    };
    assert_eq!(marks, expected);
    // T5: custodial games alone have supplies.
    let limited =
        game("custodial_pah_tum", &json!({"layout": ["e7", "g1", "g3", "g5", "g7"], "stones": 9}));
    assert_eq!(play(&limited, "a1").marks().supply, [8, 9]);
}

#[test]
fn wins_at_once_of_pah_tum_are_those_found_by_trying() {
    let mut wins = 0;
    let supplied = json!({"size": 5, "stones": 4, "setup": "random"});
    let games = [("pah_tum", json!({"size": 5}), 3), ("custodial_pah_tum", supplied, 4)];
    for (preset, options, seed) in games.iter().cycle().take(40) {
        let rules = game(preset, options).rules;
        let mut stream = Stream::new(seed + wins as u64);
        let mut position = rules.start(seed + wins as u64);
        while position.decider() != Decider::Over {
            let AnyPosition::PahTum(inside) = &position else { panic!("a position of Pah-Tum") };
            let mut winning = Vec::new();
            MoveOrdering::winning_actions(inside, &mut winning);
            assert_eq!(winning, by_trying(inside));
            wins += winning.len();
            position.play(inside.sample_legal(&mut stream, &mut Vec::new())).unwrap();
        }
    }
    assert!(wins > 5, "{wins}");
}

/// The legal actions after which the game is over and won by who played.
fn by_trying(position: &PahTum) -> Vec<Action> {
    let Decider::Player(mover) = position.decider() else { return vec![] };
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    actions.retain(|&action| {
        let mut next = position.clone();
        next.play(action).unwrap();
        next.outcome().is_some_and(|outcome| outcome.winners == [mover])
    });
    actions
}

#[test]
fn a_way_to_the_goal_is_free_and_one_to_another_empty_node_is_open() {
    let options = pentagame::Options::default();
    let position: Pentagame =
        pentagame::position_from(&options, &[("C", vec!["0a"])], 0, None).expect("set up");
    let mut kinds: Vec<_> = position.paths(0).iter().map(|path| path.kind.word()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["free", "open", "open", "open"]);
}

#[test]
fn types_of_openings_begin_with_a_swap_or_a_replace() {
    let patterns = ["1a", "2e", "3a", "4i"].map(pattern);
    assert_eq!(patterns, ["SxS", "SxR", "RxS", "RxR"]);
}

#[test]
fn as_many_passes_in_a_row_are_shown_as_there_are_seats() {
    for players in 2..=4 {
        let info = game("pentagame", &json!({"players": players})).rules.info();
        let row = info.planes.iter().position(|name| name == "passes in a row").expect("a row");
        assert_eq!(info.limits[row], players, "N12");
    }
}

#[test]
fn planes_of_supplies_and_of_what_is_due_go_up_to_what_there_can_be() {
    for (stones, max) in [(json!(9), 9), (json!(40), 40), (Value::Null, 255)] {
        let info = game("custodial_pah_tum", &json!({"stones": stones})).rules.info();
        let above_one: Vec<_> = info.limits.iter().copied().filter(|&limit| limit > 1).collect();
        // T5: Yellow's and Blue's supply; T3: five black stones, and the choice of a colour.
        assert_eq!(above_one, [max, max, 6], "{stones}");
    }
}

/// P3, P4: the stone that wins, with one missing before it, takes a group in each of eight ways at most.
#[test]
fn planes_of_stones_taken_go_up_to_what_a_last_stone_can_take() {
    for (options, taken) in [
        (json!({"target": 10, "take": [2]}), 9 + 8 * 2),
        (json!({"target": 6, "take": [2, 3]}), 5 + 8 * 3),
        (json!({"target": 4, "take": [1]}), 3 + 8),
    ] {
        let info = game("pente", &options).rules.info();
        assert_eq!(info.limits, [1, 1, taken, taken, 255, 255, 1, 1, 3], "{options}");
    }
    let info = game("pagoda", &json!({"stones": 14})).rules.info();
    assert_eq!(info.limits[4..6], [14, 14], "P5");
}

#[test]
fn a_four_is_stopped_on_the_points_where_it_would_win() {
    let position = play(&game("freestyle", &json!({})), "h8 a1 h9 a3 h10 a5 h11");
    let AnyPosition::Gomoku(inside) = &position else { panic!("a position of Gomoku") };
    let mut actions = Vec::new();
    inside.blocking_actions(&mut actions);
    assert_eq!(named(&position, &actions), ["h7", "h12"]);
    inside.winning_actions(&mut actions);
    assert!(actions.is_empty());
}

/// E11: who is to move, who has which colour and what is due belong to a position as its stones do.
#[test]
fn positions_with_the_same_stones_and_other_decisions_differ() {
    let rules = game("freestyle", &json!({"size": 5})).rules;
    let [black, white] = [0, 1].map(|player| {
        let set_up = SetUp { cells: vec![0; 25], player, ..SetUp::default() };
        rules.set_up(&set_up).expect("set up")
    });
    assert_ne!(black, white);
    assert_ne!(black.key(), white.key());
    // G6: no stone lies there before the first step of an opening.
    for opening in ["swap", "swap2"] {
        let rules = game("freestyle", &json!({"size": 5, "opening": opening})).rules;
        let set_up = rules.set_up(&SetUp { cells: vec![0; 25], ..SetUp::default() });
        let (start, set_up) = (rules.start(0), set_up.expect("set up"));
        assert_ne!(start, set_up, "{opening}");
        assert_ne!(start.key(), set_up.key(), "{opening}");
    }
    // G6: the same three stones, the colours exchanged or not, and before the choice.
    let before = play(&game("freestyle", &json!({"opening": "swap"})), "h8 a1 h9");
    let mut positions = vec![before.clone()];
    let mut actions = Vec::new();
    before.legal_actions(&mut actions);
    for action in actions {
        let mut after = before.clone();
        after.play(action).unwrap();
        assert!(!positions.contains(&after), "{}", before.move_text(action));
        assert!(positions.iter().all(|one| one.key() != after.key()));
        positions.push(after);
    }
    assert_eq!(positions.len(), 3, "swap and keep");
}
