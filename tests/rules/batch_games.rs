//! Whole games of a batch, which kernels play, are those that are played move by move on positions:
//! every array, every field of every position.

use fivefold::batch::{AnyBatch, Batch, any};
use fivefold::games::{self, Rules};
use fivefold::playout::simulator;
use fivefold::stream::{Stream, game_seed};
use fivefold::with_game;
use serde_json::{Value, json};

use crate::pagoda::random::random_options;

/// The same games: by kernels where they claim them, and move by move.
fn both(rules: &Rules, games: usize) -> [Box<dyn AnyBatch>; 2] {
    let seeds: Vec<u64> = (0..games as u64).map(|game| game_seed(8, game)).collect();
    let slow: Box<dyn AnyBatch> = with_game!(Rules, rules, rules => {
        Box::new(Batch::new(rules.clone(), &seeds).unwrap())
    });
    [any(rules, &seeds).unwrap(), slow]
}

/// Compares all that two batches show. Positions are compared as data too: what is not of their
/// identity (E11) must be the same as well.
fn assert_same(batches: &mut [Box<dyn AnyBatch>; 2], label: &Value) {
    let [one, other] = batches;
    for game in 0..one.len() {
        let [fast, slow] = [one.position(game), other.position(game)];
        assert_eq!(fast, slow, "{label}, game {game}");
        let [data, expected] = [fast, slow].map(|position| serde_json::to_value(position).unwrap());
        assert_eq!(data, expected, "{label}, game {game}");
        assert_eq!(one.perspective(game), other.perspective(game), "{label}, game {game}");
    }
    let (one, other) = (one.arrays(), other.arrays());
    assert_eq!(one.boards, other.boards, "{label}");
    assert_eq!(one.masks, other.masks, "{label}");
    assert_eq!(one.players, other.players, "{label}");
    assert_eq!(one.rewards, other.rewards, "{label}");
    assert_eq!(one.terminated, other.terminated, "{label}");
    assert_eq!(one.truncated, other.truncated, "{label}");
    assert!(one.observations == other.observations, "{label}");
}

/// Two episodes to the end, the second of them watched.
fn assert_same_games(rules: &Rules, games: usize, label: &Value) {
    let mut batches = both(rules, games);
    for _ in 0..2 {
        for batch in &mut batches {
            batch.play_random(0..games, None);
        }
        assert_same(&mut batches, label);
        for batch in &mut batches {
            batch.reset(None, None, None);
            batch.enable_observations();
        }
    }
}

fn assert_claimed(preset: &str, options: Value, games: usize) {
    let rules = games::build(preset, options.as_object().unwrap()).unwrap().rules;
    assert_eq!(simulator(&rules).is_some(), cfg!(feature = "kernels"), "{options}");
    assert_same_games(&rules, games, &json!([preset, options]));
}

#[test]
fn whole_games_of_gomoku_in_a_batch_are_those_played_on_positions() {
    assert_claimed("freestyle", json!({}), 600);
    assert_claimed("gomoku", json!({}), 300);
    assert_claimed("gomoku", json!({"size": 5, "full_board": "white_wins"}), 300);
    let mixed = json!({"size": [6, 9], "first_move": "anywhere", "five": ["exact", "or_more"]});
    assert_claimed("gomoku", mixed, 300);
    assert_claimed("gomoku", json!({"size": 16, "first_move": "anywhere"}), 100);
    assert_claimed("gomoku", json!({"size": [5, 33], "passing": "always"}), 100);
    assert_claimed("gomoku", json!({"size": 19, "passing": "never"}), 60);
    assert_claimed("gomoku", json!({"size": [32, 20], "first_move": "anywhere"}), 60);
    assert_claimed("gomoku", json!({"size": [19, 21]}), 60);
    assert_claimed("gomoku", json!({"size": 33, "first_move": "anywhere"}), 20);
    assert_claimed("gomoku", json!({"size": 63}), 6);
}

#[test]
fn whole_games_of_renju_in_a_batch_are_those_played_on_positions() {
    assert_claimed("renju", json!({}), 200);
    assert_claimed("renju", json!({"first_move": "anywhere", "foul": "loses"}), 100);
    assert_claimed("renju", json!({"three": "no_five_clause", "five": ["or_more", "exact"]}), 60);
    assert_claimed("renju", json!({"fouls": [], "size": [16, 9], "first_move": "anywhere"}), 60);
    assert_claimed("renju_1899", json!({"passing": "when_stuck"}), 60);
    assert_claimed("renju_1918", json!({"size": [31, 7]}), 60);
    assert_claimed("family", json!({"passing": "never"}), 60);
    // Small boards: players who are stuck, passes, full boards.
    assert_claimed("renju", json!({"size": [7, 5]}), 1000);
    assert_claimed("renju", json!({"size": [5, 7], "passing": "never"}), 500);
    assert_claimed("family", json!({"size": 7, "passing": "when_stuck"}), 500);
    let both = json!({"size": 6, "first_move": "anywhere", "restricted": "both"});
    assert_claimed("renju", both, 500);
    assert_claimed("renju", json!({"size": 63, "restricted": "both"}), 2);
}

#[test]
fn whole_games_with_captures_in_a_batch_are_those_played_on_positions() {
    for preset in ["pagoda", "pente", "keryo_pente", "ninuki_renju"] {
        assert_claimed(preset, json!({}), 120);
    }
    for number in 0..200 {
        let rules = Rules::Pagoda(random_options(&mut Stream::new(game_seed(7, number))));
        assert_same_games(&rules, 12, &serde_json::to_value(&rules).unwrap());
    }
}

#[test]
#[ignore = "slow: `make check` runs it"]
fn whole_games_of_pah_tum_in_a_batch_are_those_played_on_positions() {
    let corners = ["a1", "a5", "e1", "e5", "c3"];
    for size in [5, 7, 9, 11] {
        assert_claimed("pah_tum", json!({"size": size}), 400);
        assert_claimed("pah_tum", json!({"size": size, "layout": corners}), 100);
    }
    for size in [5, 7] {
        assert_claimed("custodial_pah_tum", json!({"size": size, "layout": corners}), 100);
        for setup in ["alternate", "cut", "random"] {
            for stones in [Some(40), None, Some(22), Some(13), Some(9), Some(2), Some(1)] {
                let options = json!({"size": size, "setup": setup, "stones": stones});
                assert_claimed("custodial_pah_tum", options, 150);
            }
        }
    }
}

#[test]
fn whole_games_without_a_kernel_are_those_played_on_positions() {
    for (preset, options) in [
        ("gomoku", json!({"opening": "swap2"})),
        ("renju", json!({"opening": "rif_classic"})),
        ("custodial_pah_tum", json!({"size": 9})),
        ("pentagame", json!({})),
    ] {
        let rules = games::build(preset, options.as_object().unwrap()).unwrap().rules;
        assert!(simulator(&rules).is_none(), "{options}");
        assert_same_games(&rules, 5, &json!([preset, options]));
    }
}

/// Games that have begun or are over, limits of turns, seats and parts of a batch, all mixed.
#[test]
#[ignore = "slow: `make check` runs it"]
fn a_batch_plays_on_whatever_its_games_have_come_to() {
    const GAMES: usize = 300;
    for preset in games::PRESETS.iter().filter(|preset| !preset.name.starts_with("pentagame")) {
        let rules = games::preset(preset.name).unwrap().rules;
        let label = json!(preset.name);
        let mut batches = both(&rules, GAMES);
        let mut stream = Stream::new(4);
        for round in 0..6 {
            let anew: Vec<bool> = (0..GAMES).map(|_| stream.below(3) == 0).collect();
            let seats: Vec<i8> = (0..GAMES).map(|_| stream.below(3) as i8 - 1).collect();
            let from = stream.below(GAMES);
            for batch in &mut batches {
                if round == 3 {
                    batch.enable_observations();
                }
                batch.reset(Some(&anew), None, None);
                batch.play_random(from..GAMES, Some(3));
                batch.control(&seats, round % 2 == 1);
                if round % 2 == 0 {
                    batch.reset(Some(&anew), None, None);
                }
                batch.play_random(0..from, None);
            }
            assert_same(&mut batches, &label);
        }
        for batch in &mut batches {
            batch.play_random(0..GAMES, None);
            batch.play_random(0..GAMES, None);
        }
        assert_same(&mut batches, &label);
    }
}
