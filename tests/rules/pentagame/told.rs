//! What a position of Pentagame tells: which decision is due, shapes, why something is refused.

use fivefold::games::pentagame::shapes::shape;
use fivefold::games::pentagame::{Options, position_from};
use fivefold::games::{self, AnyPosition};
use fivefold::position::{Arrays, Decider, Notation, Position};
use serde_json::{Value, json};

use super::golden::make;

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
