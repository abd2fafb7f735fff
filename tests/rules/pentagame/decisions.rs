//! Which decision can be due on a board (N8, N9, N13): positions as data that say otherwise are refused
//! (E8), since no later call may fail.

use fivefold::games::AnyPosition;
use fivefold::games::pentagame::{Options, Pentagame, position_from};
use fivefold::position::{Notation, Position};
use serde_json::{Value, json};

use super::golden::{inside, make};

/// The data of the position after some moves from the start.
fn after(options: &Value, moves: &[&str]) -> Value {
    let mut position = make("pentagame", options).expect("a game").rules.start(0);
    play(&mut position, moves);
    serde_json::to_value(inside(&position)).expect("data")
}

fn play(position: &mut AnyPosition, moves: &[&str]) {
    for text in moves {
        let action = position.parse_move(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        position.play(action).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
}

/// A grey block is due after an exit; the grey blocks named lie on the board, the others are left.
fn grey_due(grey: &[&str]) -> Value {
    let mut stops = vec![("C", vec!["0c"]), ("E", vec!["0e", "1e"]), ("D-1-b", vec!["0d"])];
    stops.extend(grey.iter().map(|stop| (*stop, vec!["grey"])));
    let options = Options { cards: true, ..Options::default() };
    let mut position =
        AnyPosition::from(position_from(&options, &stops, 0, Some(&[0, 0])).expect("set up"));
    play(&mut position, &["d(D-1-b->d)+"]);
    serde_json::to_value(inside(&position)).expect("data")
}

/// Is the position admitted with these parts of its data replaced?
fn admitted(data: &Value, parts: &[(&str, Value)]) -> bool {
    let mut data = data.clone();
    for (at, value) in parts {
        *data.pointer_mut(at).unwrap_or_else(|| panic!("no {at}")) = value.clone();
    }
    serde_json::from_value::<Pentagame>(data).is_ok()
}

/// Is the position admitted with this decision due?
fn due(data: &Value, phase: Value) -> bool {
    admitted(data, &[("/phase", phase)])
}

fn pending(greys: u8) -> Value {
    json!({"greys": greys, "exit": false})
}

/// Stops away from all pieces.
const ARC: [&str; 5] = ["A-1-B", "A-2-B", "A-3-B", "B-1-C", "B-2-C"];
/// A free stop of the board of 100, and one that holds a black block at the start.
const FREE: u16 = 40;
const HELD: u16 = 9;

#[test]
fn blocks_and_cards_are_due_in_the_middle_of_a_turn_and_moves_and_rolls_are_not() {
    let inner = [
        json!({"black": pending(0)}),
        json!({"grey": pending(1)}),
        json!({"lifted": [FREE, pending(1)]}),
        json!("card"),
        json!({"jack": [FREE, true]}),
        json!({"queen": [FREE, true]}),
    ];
    let options = json!({"cards": true, "dice": "before"});
    let start = after(&options, &["roll a"]);
    let turn = after(&options, &["roll a", "a(A->d)"]);
    for phase in &inner {
        assert!(!due(&start, phase.clone()), "{phase}: no turn has begun");
        assert!(due(&turn, phase.clone()), "{phase}");
    }
    let unrolled = |data: &Value, phase: &str| {
        admitted(data, &[("/dice/0", json!(255)), ("/phase", json!(phase))])
    };
    assert!(unrolled(&start, "roll") && !unrolled(&turn, "roll"));
    assert!(due(&start, json!("move")) && !due(&turn, json!("move")));
}

#[test]
fn cards_are_due_where_there_are_any() {
    let turn = after(&json!({"cards": true}), &["a(A->d)"]);
    let inner = [json!("card"), json!({"jack": [FREE, true]}), json!({"queen": [FREE, true]})];
    for phase in inner {
        let none = json!([0, 0, 0, 0, 0]);
        let parts = [("/cards", none.clone()), ("/start/cards", none), ("/phase", phase)];
        assert!(admitted(&turn, &parts), "{parts:?}");
        let without = [&parts[..], &[("/options/cards", json!(false))]].concat();
        assert!(!admitted(&turn, &without), "N13: {without:?}");
    }
}

#[test]
fn a_die_is_rolled_where_there_are_dice_and_once() {
    let before = after(&json!({"dice": "before"}), &[]);
    let later = after(&json!({"dice": "after"}), &[]);
    assert!(due(&before, json!("roll")));
    assert!(!due(&before, json!({"first_roll": 0})), "N13: for all only where they are kept");
    assert!(!admitted(&before, &[("/dice/0", json!(2))]), "it is rolled already");
    assert!(due(&later, json!({"first_roll": 1})));
    assert!(!due(&later, json!({"first_roll": 2})), "two seats play");
    let rolled = [("/dice/1", json!(2)), ("/phase", json!({"first_roll": 1}))];
    assert!(!admitted(&later, &rolled), "it is rolled already");
    let start = after(&json!({}), &[]);
    assert!(!due(&start, json!("roll")), "a game without dice");
    assert!(!due(&start, json!({"first_roll": 0})), "a game without dice");
}

#[test]
fn one_or_two_grey_blocks_are_due_and_as_many_after_a_black_one_or_none() {
    let data = grey_due(&[]);
    for greys in 0..=3 {
        let some = (1..=2).contains(&greys);
        assert_eq!(due(&data, json!({"grey": pending(greys)})), some, "{greys}");
        assert_eq!(due(&data, json!({"lifted": [FREE, pending(greys)]})), some, "{greys}");
        assert_eq!(due(&data, json!({"black": pending(greys)})), greys <= 2, "{greys}");
    }
    let all = grey_due(&ARC);
    for greys in 0..=3 {
        let some = (1..=2).contains(&greys);
        assert_eq!(due(&all, json!({"lift": pending(greys)})), some, "{greys}");
    }
}

#[test]
fn a_grey_block_comes_from_the_supply_and_is_lifted_where_that_is_empty() {
    let some = grey_due(&ARC[..4]);
    let all = grey_due(&ARC);
    for (data, left) in [(some, true), (all, false)] {
        assert_eq!(due(&data, json!({"grey": pending(1)})), left);
        assert_eq!(due(&data, json!({"lift": pending(1)})), !left);
        // What is in hand is not on the board.
        assert_eq!(due(&data, json!({"lifted": [FREE, pending(1)]})), left);
        assert_eq!(due(&data, json!({"jack": [FREE, true]})), left);
        assert_eq!(due(&data, json!({"queen": [FREE, true]})), left);
    }
}

#[test]
fn the_stop_from_which_a_block_was_lifted_is_empty_and_on_the_board() {
    let data = after(&json!({"cards": true}), &["a(A->d)"]);
    for (stop, free) in [(FREE, true), (HELD, false), (99, true), (100, false), (60_000, false)] {
        for block in [json!([stop, false]), json!([stop, true])] {
            assert_eq!(due(&data, json!({"jack": block})), free, "{block}");
            assert_eq!(due(&data, json!({"queen": block})), free, "{block}");
        }
        assert_eq!(due(&data, json!({"lifted": [stop, pending(1)]})), free, "{stop}");
    }
    // A grey block and a piece hold a stop as a black block does.
    let data = grey_due(&ARC[..1]);
    for thing in [&data["board"]["grey"][0], &data["board"]["pieces"][2]] {
        assert!(thing.is_u64(), "{data}");
        assert!(!due(&data, json!({"lifted": [thing, pending(1)]})), "{thing}");
    }
}

/// N2: stops are counted from 1; a number that is too great is read, and is no stop.
#[test]
fn a_stop_between_two_nodes_is_written_with_a_number_without_zeros_before_it() {
    let star = fivefold::games::pentagame::Star::of(5, 6, 3);
    let rule = |name: &str| star.stop_named(name).map_err(|refusal| refusal.rule);
    assert_eq!(rule("A-3-B"), rule("B-1-A"));
    assert!(rule("A-3-B").is_ok());
    for name in ["A-4-B", "A-999-B", "A-1-h", "F"] {
        assert_eq!(rule(name), Err("N2"), "{name}");
    }
    let unreadable = [
        "A-0-B", "A-01-B", "A-1000-B", "A--B", "A-x-B", "AB-1-C", "A-1-BC", "A-1-", "-1-B",
        "1-1-B", "A-1-1", "A-1", "A-1-B-", "AB", "",
    ];
    for name in unreadable {
        assert_eq!(rule(name), Err("E7"), "{name:?}");
    }
}

#[test]
fn a_black_block_lifted_by_a_card_is_one_of_those_that_there_are() {
    let data = after(&json!({"cards": true}), &["a(A->d)"]);
    let mut black = data["board"]["black"].clone();
    assert_eq!(black.as_array().map(Vec::len), Some(4));
    black.as_array_mut().unwrap().push(json!(70));
    for card in ["jack", "queen"] {
        for (is_grey, fits) in [(false, false), (true, true)] {
            let phase = json!({card: [FREE, is_grey]});
            assert!(due(&data, phase.clone()), "{phase}");
            let five = [("/board/black", black.clone()), ("/phase", phase)];
            assert_eq!(admitted(&data, &five), fits, "{card}: five lie on the board");
        }
    }
}

/// N8: there the blocks of exits are black ones.
#[test]
fn blocks_still_due_to_exits_are_counted_where_those_are_black() {
    let data = after(&json!({"exit_block": "black", "cards": true}), &["a(A->d)"]);
    assert_eq!(data["board"]["black"].as_array().map(Vec::len), Some(4));
    // Kings may bring more black blocks: the hands of the presets have one each.
    for (kings, greys, fits) in [(2, 2, true), (0, 0, true), (0, 1, false), (0, 2, false)] {
        let mut parts = vec![("/phase", json!({"black": pending(greys)}))];
        if kings == 0 {
            let none = json!([0, 0, 0, 0, 0]);
            parts.extend([("/options/cards", json!(false)), ("/cards", none.clone())]);
            parts.push(("/start/cards", none));
        }
        assert_eq!(admitted(&data, &parts), fits, "{greys} with {kings} kings");
    }
    for phase in ["jack", "queen"] {
        assert!(due(&data, json!({phase: [FREE, false]})));
        assert!(!due(&data, json!({phase: [FREE, true]})), "N8: there are no grey blocks");
    }
}

/// N9: a block is set on a free stop, and one that was lifted on another than it came from.
#[test]
fn a_block_in_hand_has_somewhere_to_go() {
    let options =
        json!({"players": 5, "five_players": "ordinary", "leg": 1, "arm": 1, "cards": true});
    let options: Options = serde_json::from_value(options).expect("options");
    // Two pieces share the corner A, and every other stop holds one thing.
    let names = &fivefold::games::pentagame::Star::of(5, 1, 1).names;
    let mut pieces =
        (0..5).flat_map(|seat| "abcde".chars().map(move |colour| format!("{seat}{colour}")));
    let mut stops = vec![("A".to_owned(), vec![pieces.next().unwrap(), "1a".to_owned()])];
    let mut pieces = pieces.filter(|piece| piece != "1a");
    for name in names.iter().filter(|name| *name != "A") {
        let thing = match name.as_str() {
            "A-1-B" | "c" | "A-1-d" | "b" => "black".to_owned(),
            _ => pieces.next().unwrap_or("grey".into()),
        };
        stops.push((name.clone(), vec![thing]));
    }
    let full = position_from(&options, &stops, 0, None).expect("a full board");
    let mut data = serde_json::to_value(&full).expect("data");
    let grey = data["board"]["grey"].as_array().unwrap().clone();
    assert!((2..=4).contains(&grey.len()), "{grey:?}");
    for free in 0..=2 {
        data["board"]["grey"] = json!(grey[free..]);
        data["start"] = json!({
            "board": data["board"], "points": data["points"], "firsts": data["firsts"],
            "cards": data["cards"], "memory": "nothing",
        });
        assert_eq!(due(&data, json!({"black": pending(0)})), free > 0, "{free} stops are free");
        assert_eq!(due(&data, json!({"grey": pending(1)})), free > 0, "{free} stops are free");
        let from = grey[0].clone();
        for phase in [json!({"queen": [from, true]}), json!({"lifted": [from, pending(1)]})] {
            assert_eq!(due(&data, phase.clone()), free > 1, "{phase}: {free} stops are free");
        }
        assert!(due(&data, json!("card")), "a card puts no block");
    }
}
