//! The options that came after 0.1.0 (N5, N8, N13, N15): one law a test.

use fivefold::games::AnyPosition;
use fivefold::games::pentagame::{Options, Pentagame, position_from};
use fivefold::position::{
    Decider, EarlyEnd, EndgameBounds, Notation, Player, Position, Termination,
};
use serde_json::{Value, json};

use super::golden::{inside, legal, make};

fn played(options: &Value, moves: &[&str]) -> AnyPosition {
    let mut position = make("pentagame", options).expect("a game").rules.start(0);
    for text in moves {
        let action = position.parse_move(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        position.play(action).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
    position
}

fn set_up(options: &Value, stops: &[(&str, &[&str])], points: &[u8]) -> Result<Pentagame, String> {
    let options: Options = serde_json::from_value(options.clone()).expect("options");
    let stops: Vec<_> = stops.iter().map(|(stop, things)| (*stop, things.to_vec())).collect();
    position_from(&options, &stops, 1, Some(points)).map_err(|refusal| refusal.to_string())
}

#[test]
fn options_that_do_not_go_together_are_refused_by_their_rule() {
    let cases = [
        (json!({"players": 2, "five_players": "ordinary"}), "N5"),
        (json!({"players": 5, "five_players": "ordinary", "target": 6}), "N5"),
        (json!({"players": 5, "target": 4}), "N5"),
        (json!({"exit_block": "red"}), "N8"),
        (json!({"last_round": 1}), "N15"),
        (json!({"last_round": false, "tie_break": "superior"}), "N18"),
        (json!({"dice_count": 2}), "N13"),
        (json!({"dice_count": 0, "dice": "after"}), "N13"),
        (json!({"must_play": true}), "N13"),
        (json!({"hand": "JK"}), "N13"),
        (json!({"cards": true, "hand": "jk"}), "N13"),
        (json!({"cards": true, "hand": "JJJJJ"}), "N13"),
        (json!({"cards": true, "hand": "NNNNNNNNNN"}), "N13"),
        (json!({"cards": true, "hand": ["J", ""]}), "N13"),
        (json!({"cards": true, "hand": ["J"]}), "N13"),
        (json!({"cards": true, "hand": ["J", "J", "J", "J", "J"]}), "N13"),
        (json!({"cards": true, "hand": []}), "N13"),
    ];
    for (options, rule) in cases {
        assert_eq!(make("pentagame", &options).expect_err("refused").rule, rule, "{options}");
    }
    for points in [5, 7, 9] {
        let dice =
            json!({"players": 5, "five_players": "ordinary", "points": points, "dice": "before"});
        assert!(make("pentagame", &dice).is_ok(), "dice and all stars, as with fewer players");
    }
    assert!(make("pentagame", &json!({"cards": true, "hand": "NNNNNNNNNAAAA"})).is_ok());
}

#[test]
fn without_the_last_round_no_position_goes_on_after_the_target() {
    let stops: &[(&str, &[&str])] = &[("A", &["0a", "1a"])];
    let round = json!({"last_round": true, "target": 1});
    assert!(set_up(&round, stops, &[1, 0]).is_ok(), "seat 1 completes the round");
    let turn = json!({"last_round": false, "target": 1});
    let refused = set_up(&turn, stops, &[1, 0]).expect_err("over");
    assert!(refused.contains("has reached the target"), "{refused}");
}

#[test]
fn without_the_last_round_teams_get_one_point_over_the_target_at_most() {
    let info = |options: Value| make("pentagame", &options).expect("a game").rules.info();
    let teams = |last_round: bool| {
        info(json!({"players": 4, "teams": true, "last_round": last_round})).max_return
    };
    assert_eq!((teams(true), teams(false)), (6.0, 5.0));
}

/// E8: as many black blocks as the game can have brought, and no grey one.
#[test]
fn set_ups_with_black_exits_have_room_for_the_blocks_of_pieces_that_left_and_of_kings() {
    let blocks: Vec<String> = (1..=6).map(|k| format!("A-{k}-c")).collect();
    let mut stops: Vec<(&str, &[&str])> =
        blocks.iter().map(|stop| (stop.as_str(), &["black"] as &[&str])).collect();
    let pieces = [
        ("A", &["0a", "1a"]),
        ("B", &["0b", "1b"]),
        ("C", &["0c", "1c"]),
        ("D", &["0d", "1d"]),
        ("E", &["0e", "1e"]),
    ];
    stops.extend(pieces.iter().map(|(stop, things)| (*stop, &things[..])));
    let black = json!({"exit_block": "black"});
    let refused = set_up(&black, &stops, &[0, 0]).expect_err("six black blocks, of five");
    assert!(refused.contains("6 black blocks, of 5"), "{refused}");
    let kings = json!({"exit_block": "black", "cards": true});
    assert!(set_up(&kings, &stops, &[0, 0]).is_ok(), "a king has set one");
    let one_out = stops.len() - 1;
    stops[one_out].1 = &["0e"];
    assert!(set_up(&black, &stops, &[0, 0]).is_ok(), "a piece that left has brought one");
    assert!(set_up(&json!({}), &stops, &[0, 0]).is_err(), "five where exits are grey");
}

#[test]
fn two_dice_are_rolled_one_after_the_other_and_cannot_be_timed_out_between() {
    let mut half = played(&json!({"dice": "before", "dice_count": 2}), &["roll d"]);
    assert_eq!(half.decider(), Decider::Chance);
    assert_eq!(half.time_out(Player(0)).expect_err("refused").rule, "N14");
    let whole = played(&json!({"dice": "before", "dice_count": 2}), &["roll d", "roll d"]);
    assert!(legal(&whole).iter().all(|text| text.starts_with('d')), "twice the same colour");
    assert_eq!(inside(&whole).dice_text(0), "dd");
}

#[test]
fn a_number_card_does_nothing_and_is_gone() {
    let options = json!({"cards": true, "hand": "NJ"});
    let before = played(&options, &["a(A->A-1-B)"]);
    let after = played(&options, &["a(A->A-1-B)", "N"]);
    assert_eq!(inside(&after).board(), inside(&before).board());
    assert_eq!((inside(&after).hand(0), after.turns()), ("J".to_owned(), 1));
    let without = played(&json!({"cards": true}), &["a(A->A-1-B)"]);
    assert_eq!(without.parse_move("N").expect_err("no such card").rule, "N13");
    assert_eq!(before.parse_move("n").expect_err("case is meaning").rule, "E7");
}

/// What the default options had of actions they still have, in the same order.
#[test]
fn number_cards_are_numbered_after_all_other_actions() {
    let usual = make("pentagame", &json!({"cards": true})).expect("a game");
    let numbers = make("pentagame", &json!({"cards": true, "hand": "NJ"})).expect("a game");
    let actions = usual.rules.info().num_actions;
    assert_eq!(numbers.rules.info().num_actions, actions + 1);
    let position = played(&json!({"cards": true, "hand": "NJ"}), &["a(A->A-1-B)"]);
    assert_eq!(position.parse_move("N").map(|action| usize::from(action.0)), Ok(actions));
}

/// Decided here: on a board without a free stop the block in hand is out of the game.
#[test]
fn a_block_that_finds_no_free_stop_is_out_of_the_game() {
    let options = json!({"players": 5, "five_players": "ordinary", "leg": 1, "arm": 1});
    let options: Options = serde_json::from_value(options).expect("options");
    let game = make("pentagame", &serde_json::to_value(options).expect("data")).expect("a game");
    let names = &inside(&game.rules.start(0)).law().star.names;
    // 0a and 1a share a corner, every other stop holds one thing: a black block lies beside them.
    let pieces =
        (0..5).flat_map(|seat| "abcde".chars().map(move |colour| format!("{seat}{colour}")));
    let mut pieces = pieces.filter(|piece| piece != "0a" && piece != "1a");
    let (mut stops, mut blocks) =
        (vec![("A".to_owned(), vec!["0a".to_owned(), "1a".to_owned()])], 0);
    for name in names.iter().filter(|name| *name != "A") {
        let home = |piece: &String| piece[1..] == **name;
        let block = ["A-1-B", "c", "A-1-d", "b", "e"].contains(&name.as_str());
        blocks += usize::from(block);
        let thing = if block { "black".to_owned() } else { pieces.next().unwrap_or("grey".into()) };
        assert!(!home(&thing), "nobody waits at home");
        stops.push((name.clone(), vec![thing]));
    }
    assert_eq!(blocks, 5);
    let mut position = position_from(&options, &stops, 0, None).expect("a full board");
    let action = position.parse_move("a(A->A-1-B)").expect("a replace");
    position.play(action).expect("legal");
    assert_eq!((position.seat(), position.turns(), position.board().black.len()), (1, 1, 4));
}

#[test]
fn positions_saved_by_the_first_version_are_read() {
    let position = played(&json!({"cards": true, "dice": "after"}), &["roll a", "roll b"]);
    let mut saved = serde_json::to_value(&position).expect("saved");
    let game = saved["pentagame"].as_object_mut().expect("a game");
    assert_eq!(game["cards"], json!([15, 15, 0, 0, 0]), "hands as they were written");
    assert_eq!(game["dice"], json!([0, 1, 255, 255, 255]));
    for name in ["moved", "set_up"] {
        assert!(!game.contains_key(name), "{name} is as supposed");
    }
    for name in ["hand", "must_play", "dice_count", "last_round", "exit_block", "five_players"] {
        assert!(!game["options"].as_object().expect("options").contains_key(name), "{name}");
    }
    assert_eq!(serde_json::from_value(saved).map_err(|why| why.to_string()), Ok(position));
}

#[test]
fn the_phase_of_a_game_survives_saving() {
    let moves = ["a(A->d)", "[A-1-d]", "a(d->d-1-e)", "b(B->e)", "[d]"];
    let position = played(&json!({"players": 1}), &moves);
    let saved = serde_json::to_string(&position).expect("saved");
    let again: AnyPosition = serde_json::from_str(&saved).expect("loaded");
    let on = |mut position: AnyPosition| {
        for text in ["c(C->a)", "[C-1-a]", "d(D->b)", "[D-1-b]", "e(E->c)", "[E-1-c]"] {
            let action = position.parse_move(text).expect(text);
            position.play(action).expect(text);
        }
        inside(&position).stage()
    };
    assert_eq!((on(position), on(again)), ("middle", "middle"), "the block on d counts as moved");
}

#[test]
fn the_turn_that_reaches_the_target_is_the_last() {
    let options = json!({"players": 2, "last_round": false, "target": 1});
    let moves = ["e,1a(E<~>A)", "b,0e(B<~>A)", "e(B->e)+", "[D-4-a]", "{C-5-e}"];
    let end = played(&options, &moves).outcome().expect("over");
    assert_eq!(end.termination, Termination::Target);
    assert!(played(&json!({"players": 2, "target": 1}), &moves).outcome().is_none());
}

/// The least and the greatest returns that play from here can end with (N15 to N17), by seat.
fn narrowed(options: &Value, points: &[u8]) -> [Vec<f32>; 2] {
    let rules: Options = serde_json::from_value(options.clone()).expect("options");
    let stops = [("A", vec!["0e", "1e"])];
    let position = position_from(&rules, &stops, 0, Some(points)).expect("set up");
    let info = make("pentagame", options).expect("a game").rules.info();
    let [mut min, mut max] =
        [info.min_return, info.max_return].map(|value| vec![value; points.len()]);
    position.narrow(&mut min, &mut max);
    [min, max]
}

#[test]
fn returns_lie_between_what_the_points_are_and_what_the_turns_left_can_bring() {
    let two = |scoring: &str, max_turns: u32| json!({"target": 3, "scoring": scoring, "max_turns": max_turns});
    // Many turns: a point more than the target is not to be had.
    assert_eq!(narrowed(&two("zero_sum", 900), &[1, 0]), [[-2.0, -3.0], [3.0, 2.0]]);
    assert_eq!(narrowed(&two("points", 900), &[1, 0]), [[1.0, 0.0], [3.0, 3.0]]);
    assert_eq!(narrowed(&two("constant_sum", 900), &[1, 0]), [[1.0, 0.0], [6.0, 5.0]]);
    // One turn for each, then two for seat 0.
    assert_eq!(narrowed(&two("zero_sum", 2), &[2, 0]), [[1.0, -3.0], [3.0, -1.0]]);
    assert_eq!(narrowed(&two("zero_sum", 3), &[0, 0]), [[-1.0, -2.0], [2.0, 1.0]]);
    assert_eq!(narrowed(&two("points", 3), &[0, 0]), [[0.0, 0.0], [2.0, 1.0]]);
    // N10: a double exit brings two points, once one more than the target.
    let double = |max_turns: u32| json!({"target": 3, "double_exit": true, "max_turns": max_turns, "scoring": "points"});
    assert_eq!(narrowed(&double(2), &[0, 0]), [[0.0, 0.0], [2.0, 2.0]]);
    assert_eq!(narrowed(&double(900), &[1, 0]), [[1.0, 0.0], [4.0, 4.0]]);
    // N6, N15: points of a team count together, and its partner has the last turn of the round.
    let teams = |last_round: bool| {
        json!({
            "players": 4, "teams": true, "target": 5, "scoring": "points", "last_round": last_round
        })
    };
    let mut sums = teams(true);
    sums["scoring"] = json!("zero_sum");
    let [min, max] = narrowed(&sums, &[2, 0, 1, 1]);
    assert_eq!((min, max), (vec![-3.0, -5.0, -3.0, -5.0], vec![5.0, 3.0, 5.0, 3.0]));
    let [min, max] = narrowed(&teams(true), &[2, 0, 1, 1]);
    assert_eq!((min, max), (vec![3.0, 1.0, 3.0, 1.0], vec![6.0; 4]));
    let [min, max] = narrowed(&teams(false), &[2, 0, 1, 1]);
    assert_eq!((min, max), (vec![3.0, 1.0, 3.0, 1.0], vec![5.0; 4]));
}
