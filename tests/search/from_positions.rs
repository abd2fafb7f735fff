//! Rollouts from positions: a kernel plays the games that the generic loop plays.

use std::ops::ControlFlow;

use fivefold::games::Game;
use fivefold::playout::{Sampler, Sequence, Source};
use fivefold::position::{Action, Position};
use fivefold::stream::{Stream, game_seed};
use serde_json::json;

use crate::cases;

fn assert_same(game: &Game, seed: u64, apart: usize) {
    for position in cases::game(game, seed).into_iter().step_by(apart) {
        let source = Source::Position(Box::new(position.clone()));
        let sequence = Sequence { game: game.clone(), source, seed };
        let stored = 6;
        let results =
            sequence.play_keeping(stored, 3, 70, 1, |_| ControlFlow::Continue(())).unwrap();
        for index in 0..70 {
            let (mut end, mut actions) = (position.clone(), Vec::new());
            let mut stream = Stream::new(game_seed(seed, 3 + index as u64));
            Sampler::default()
                .finish(&mut end, &mut stream, |action: Action| actions.push(action.0));
            let mut returns = vec![0.0; 2];
            end.returns(&mut returns);
            let outcome = end.outcome().unwrap();
            let winners = outcome.winners.iter().fold(0, |bits, winner| bits | 1 << winner.0);
            let at = format!("{:?}, game {index} from\n{position}", game.rules);
            assert_eq!(results.returns[2 * index..2 * index + 2], returns, "{at}");
            assert_eq!(u32::from(results.turns[index]), end.turns(), "{at}");
            assert_eq!(usize::from(results.actions[index]), actions.len(), "{at}");
            assert_eq!(results.termination[index], outcome.termination as u8, "{at}");
            assert_eq!(results.winners[index], winners, "{at}");
            actions.resize(stored.max(actions.len()), fivefold::playout::NO_ACTION);
            assert_eq!(
                results.first_actions[index * stored..][..stored],
                actions[..stored],
                "{at}"
            );
        }
    }
}

#[test]
fn games_of_gomoku_from_a_position_are_those_of_the_generic_loop() {
    for (preset, options) in [
        ("freestyle", json!({})),
        ("freestyle", json!({"size": 19, "full_board": "white_wins"})),
        ("freestyle", json!({"size": [9, 6], "passing": "always"})),
        ("gomoku", json!({})),
        ("gomoku", json!({"size": 7, "first_move": "anywhere", "passing": "never"})),
        ("gomoku", json!({"size": 15, "opening": "swap2"})),
        ("gomoku", json!({"size": 21})),
    ] {
        let game = cases::rules(preset, &options);
        for seed in 0..6 {
            assert_same(&game, seed, 7);
        }
    }
}

#[test]
fn games_with_fouls_and_captures_from_a_position_are_those_of_the_generic_loop() {
    for (preset, options) in [
        ("renju", json!({})),
        ("renju", json!({"size": [9, 7], "first_move": "anywhere", "foul": "loses"})),
        ("renju", json!({"size": 7, "restricted": "both", "passing": "never"})),
        ("renju", json!({"size": [17, 5], "opening": "swap2"})),
        ("renju_1899", json!({"size": 6, "first_move": "anywhere", "passing": "when_stuck"})),
        ("pagoda", json!({})),
        ("pagoda", json!({"size": 9, "stones": 30})),
        ("pagoda", json!({"size": 7, "stones": 22, "captured": "returned", "target": 14})),
        ("pagoda", json!({"size": [13, 16], "five": ["or_more", "exact"]})),
        ("pente", json!({})),
        ("keryo_pente", json!({"size": 9, "target": 15})),
        ("ninuki_renju", json!({})),
        ("pagoda", json!({"size": 15, "take": [1, 3, 5], "target": 20, "five": "exact"})),
        ("pah_tum", json!({})),
        ("pah_tum", json!({"size": 5})),
        ("pah_tum", json!({"size": 9})),
        ("pah_tum", json!({"size": 11})),
        ("custodial_pah_tum", json!({})),
        ("custodial_pah_tum", json!({"size": 5, "setup": "cut", "stones": 9})),
        ("custodial_pah_tum", json!({"setup": "alternate", "stones": null})),
        ("custodial_pah_tum", json!({"size": 9})),
    ] {
        let game = cases::rules(preset, &options);
        for seed in 0..2 {
            assert_same(&game, seed, 19);
        }
    }
}
