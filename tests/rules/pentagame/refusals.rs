//! What a position of Pentagame tells: which decision is due, shapes, why something is refused.

use std::collections::BTreeSet;

use fivefold::games::pentagame::analysis::shapes::shape;
use fivefold::games::pentagame::analysis::tactics::Side;
use fivefold::games::pentagame::{Options, Pentagame, position_from};
use fivefold::games::{self, AnyPosition};
use fivefold::position::{Arrays, Decider, Notation, Player, Position, RandomPlay};
use fivefold::stream::Stream;
use serde_json::{Value, json};

use super::golden::{inside, make};

fn start(options: &Value) -> AnyPosition {
    make("pentagame", options).expect("a game").rules.start(0)
}

fn play(position: &mut AnyPosition, text: &str) {
    let action = position.parse_move(text).unwrap_or_else(|why| panic!("{text}: {why}"));
    position.play(action).unwrap_or_else(|why| panic!("{text}: {why}"));
}

/// The decisions whose rows of the observation are filled.
fn due(rules: &games::Rules, position: &AnyPosition) -> Vec<String> {
    let Decider::Player(player) = position.decider() else { panic!("the game runs") };
    let info = rules.info();
    let mut seen = vec![0; info.observation_shape.iter().product()];
    position.fill_observation(player, &mut seen);
    let rows = info.planes.iter().zip(seen.chunks(info.observation_shape[1]));
    let filled = rows.filter(|(_, row)| row.iter().all(|&cell| cell == 1));
    let names = filled.filter_map(|(name, _)| name.strip_prefix("due: ").map(str::to_owned));
    names.collect()
}

#[test]
fn one_decision_is_shown_as_due() {
    let rules = make("pentagame", &json!({})).unwrap().rules;
    let mut position = rules.start(0);
    assert_eq!(due(&rules, &position), ["move"]);
    play(&mut position, "a(A->d)");
    assert_eq!(due(&rules, &position), ["black"], "N8: the block of d is to be set");
    play(&mut position, "[A-1-B]");
    assert_eq!(due(&rules, &position), ["move"]);
}

#[test]
fn shapes_go_by_the_letters_between_goals() {
    let shapes = ["ab", "ea", "ac", "bd", "abc", "dea", "abd"].map(|goals| shape(goals).unwrap());
    let expected = ["adjacent", "adjacent", "across", "across", "obtuse", "obtuse", "acute"];
    assert_eq!(shapes, expected);
    assert!(shape("aa").is_err());
    assert!(shape("af").is_err());
}

#[test]
fn a_stop_of_a_set_up_holds_one_block_and_nothing_beside_it() {
    for things in [["black", "grey"], ["black", "0a"], ["grey", "0a"], ["0a", "grey"]] {
        let stops = [("A-1-B", things.to_vec())];
        let refusal = position_from(&Options::default(), &stops, 0, None).expect_err("refused");
        assert_eq!(refusal.rule, "E8", "{things:?}");
    }
}

#[test]
fn a_swap_that_the_ko_forbids_is_refused_with_its_reason() {
    for (ko, words) in [
        ("repeat", "seat 1 has made this very swap before"),
        ("immediate", "seat 1 made this very swap in its preceding turn"),
    ] {
        let mut position = start(&json!({"ko": ko}));
        for text in ["a(A->d)", "[A-2-B]", "a,0a(A<~>d)", "a,1a(A<~>d)"] {
            play(&mut position, text);
        }
        let refusal = match position.parse_move("a,0a(A<~>d)") {
            Ok(action) => position.refusal(action).expect("N11"),
            Err(refusal) => refusal,
        };
        assert_eq!(refusal.rule, "N11");
        assert!(refusal.message.ends_with(words), "{}", refusal.message);
    }
}

#[test]
fn a_corner_holds_several_pieces_or_one_block() {
    for things in [["black", "0a"], ["0a", "grey"], ["black", "grey"]] {
        let refusal = position_from(&Options::default(), &[("B", things.to_vec())], 0, None);
        let words = "B holds more than one thing; only corners hold several pieces";
        let refusal = refusal.expect_err("refused");
        assert_eq!(refusal.rule, "E8", "{things:?}");
        assert!(refusal.message.ends_with(words), "{}", refusal.message);
    }
    assert!(position_from(&Options::default(), &[("B", vec!["0a", "1b"])], 0, None).is_ok());
}

#[test]
fn a_block_lifted_goes_to_another_stop_by_the_rule_of_what_lifted_it() {
    for card in ["J[a->]", "Q[a->]"] {
        let mut position = start(&json!({"cards": true}));
        play(&mut position, "a(A->A-1-B)");
        play(&mut position, card);
        let refusal = match position.parse_move("[a]") {
            Ok(action) => position.refusal(action).expect("N13"),
            Err(refusal) => refusal,
        };
        assert_eq!(refusal.rule, "N13", "{card}");
    }
}

/// The position in the middle of a turn in which a piece left, as data: a grey block is due.
fn a_grey_block_due(options: &Value) -> Value {
    let rules: Options = serde_json::from_value(options.clone()).unwrap();
    let stops = [("C", vec!["0c"]), ("E", vec!["0e", "1e"]), ("D-1-b", vec!["0d"])];
    let position = position_from(&rules, &stops, 0, Some(&[0, 0])).expect("set up");
    let mut position = AnyPosition::from(position);
    play(&mut position, "d(D-1-b->d)+");
    serde_json::to_value(inside(&position)).unwrap()
}

fn is_admitted(data: &Value) -> bool {
    serde_json::from_value::<Pentagame>(data.clone()).is_ok()
}

#[test]
fn no_grey_block_is_due_where_exits_set_black_ones() {
    let mut data = a_grey_block_due(&json!({}));
    assert!(data["phase"].get("grey").is_some(), "{}", data["phase"]);
    assert!(is_admitted(&data));
    data["options"]["exit_block"] = json!("black");
    assert!(!is_admitted(&data), "N8");
    data["phase"] = json!({"lift": data["phase"]["grey"]});
    assert!(!is_admitted(&data), "N8: nor is one lifted");
}

#[test]
fn a_grey_block_is_lifted_only_where_none_is_left_and_in_the_middle_of_a_turn() {
    let mut data = a_grey_block_due(&json!({}));
    let due = data["phase"]["grey"].clone();
    data["phase"] = json!({"lift": due});
    assert!(!is_admitted(&data), "N8: there are grey blocks in the supply");
}

#[test]
fn a_memory_of_swaps_names_seats_kinds_and_stops_that_there_are() {
    let mut position = start(&json!({"ko": "repeat"}));
    for text in ["a(A->d)", "[A-2-B]", "a,0a(A<~>d)"] {
        play(&mut position, text);
    }
    let data = serde_json::to_value(inside(&position)).unwrap();
    assert!(is_admitted(&data));
    for place in 0..5 {
        let mut wrong = data.clone();
        let number = &mut wrong["memory"]["swaps"][0][place];
        assert!(number.is_u64(), "{data}");
        *number = json!(200);
        assert!(!is_admitted(&wrong), "number {place}");
    }
}

#[test]
fn a_three_all_whose_first_two_are_not_known_is_a_draw() {
    let options: Options = serde_json::from_value(json!({"tie_break": "superior"})).unwrap();
    // Seat 0 has three out, nobody knows in which order (N18); seat 1 takes d: superior.
    let stops =
        [("C", vec!["0c"]), ("E", vec!["0e", "1e"]), ("B", vec!["1c"]), ("D-1-b", vec!["1d"])];
    let mut position = position_from(&options, &stops, 1, Some(&[3, 2])).expect("set up");
    let exit = position.parse_move("d(D-1-b->d)+").unwrap();
    position.play(exit).unwrap();
    let mut actions = Vec::new();
    while position.decider() != Decider::Over {
        position.legal_actions(&mut actions);
        position.play(actions[0]).unwrap();
    }
    let outcome = position.outcome().expect("over");
    assert_eq!((outcome.scores, outcome.winners), (vec![3, 3], vec![Player(0), Player(1)]));
}

#[test]
fn the_side_of_a_piece_is_that_of_the_axis_of_its_colour() {
    let side = |stop: &str, piece: &str| {
        let position = position_from(&Options::default(), &[(stop, vec![piece])], 0, None);
        position.expect("set up").chirality()[0].1
    };
    // Corners, crossings and a stop of a leg from A on, in the order of the letters.
    let letters = ["abcde", "bcdea", "cdeab", "deabc", "eabcd"];
    for colour in letters {
        let at: Vec<String> = colour.chars().map(String::from).collect();
        let piece = format!("0{}", at[0]);
        for (left, right) in [(1, 4), (2, 3)] {
            for upper in [true, false] {
                let name = |place: usize| {
                    if upper { at[place].to_uppercase() } else { at[place].clone() }
                };
                let sides = [left, right].map(|place| side(&name(place), &piece));
                // A crossing lies opposite the corner of its letter.
                let expected = [Some(Side::Left), Some(Side::Right)];
                let expected = if upper { expected } else { [expected[1], expected[0]] };
                assert_eq!(sides, expected, "{piece} on {} and {}", name(left), name(right));
            }
        }
        assert_eq!(side(&at[0].to_uppercase(), &piece), None, "on the axis");
    }
}

#[test]
fn every_legal_move_can_be_sampled() {
    // The one corner that is reached is the one with several pieces: two swaps there (N7).
    let stops = [
        ("A", vec!["0b", "1b"]),
        ("A-1-B", vec!["0a"]),
        ("A-2-B", vec!["black"]),
        ("c", vec!["1c"]),
    ];
    let position = position_from(&Options::default(), &stops, 0, None).expect("set up");
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    let mut sampled = BTreeSet::new();
    for seed in 0..3_000 {
        sampled.insert(position.sample_legal(&mut Stream::new(seed), &mut Vec::new()));
    }
    assert_eq!(sampled.into_iter().collect::<Vec<_>>(), legal);
}

/// N21: three moves and 15 stops a piece from the start, and nothing for what is out.
#[test]
fn heat_is_the_moves_and_stops_to_the_goals() {
    let AnyPosition::Pentagame(start) = start(&json!({"players": 3})) else { unreachable!() };
    assert_eq!(start.heat_of(Some(2)), (15, 75));
    assert_eq!(start.heat_of(None), (45, 225));
    let stops = [("D-1-b", vec!["0d"]), ("D", vec!["1d"])];
    let position = position_from(&Options::default(), &stops, 0, None).expect("set up");
    assert_eq!(position.heat_of(Some(0)).0, 1);
    let [first, second] = [0, 1].map(|seat| position.heat_of(Some(seat)));
    assert_eq!(position.heat_of(None), (first.0 + second.0, first.1 + second.1));
}

#[test]
fn ahead_in_a_colour_is_who_has_the_least_way_or_is_out() {
    let stops =
        [("D-1-b", vec!["0d"]), ("D", vec!["1d"]), ("A", vec!["0a"]), ("B", vec!["0b", "1b"])];
    let position = position_from(&Options::default(), &stops, 0, None).expect("set up");
    let expected = [vec![1], vec![0, 1], vec![0, 1], vec![0], vec![0, 1]];
    assert_eq!(position.relative(), (0..5).zip(expected).collect::<Vec<_>>());
}

/// N8: who leaves where a black block lies has two blocks to set.
#[test]
fn a_piece_looms_if_its_goal_holds_a_black_block() {
    for (block, looming) in [("d", vec![3]), ("e", vec![])] {
        let stops = [("D-1-b", vec!["0d"]), (block, vec!["black"]), ("D", vec!["1d"])];
        let position = position_from(&Options::default(), &stops, 0, None).expect("set up");
        assert_eq!((position.leaving_pieces(0), position.looming(0)), (vec![3], looming));
    }
}

/// N8: the block in hand was on the board, so one fewer lies there.
#[test]
fn a_black_block_in_hand_is_one_of_those_that_there_are() {
    let mut position = start(&json!({}));
    play(&mut position, "a(A->d)");
    let mut data = serde_json::to_value(inside(&position)).unwrap();
    assert!(is_admitted(&data));
    let blocks = data["board"]["black"].as_array_mut().unwrap();
    assert_eq!(blocks.len(), 4);
    blocks.push(json!(60));
    assert!(!is_admitted(&data));
}
