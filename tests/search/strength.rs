//! More simulations play no worse, and what a search looks one action ahead for is all there is.

use std::ops::ControlFlow;

use fivefold::games::{AnyPosition, Game};
use fivefold::position::{Action, Decider, Position, Tactics};
use fivefold::search::Limits;
use fivefold::stream::{Stream, game_seed};
use fivefold::with_game;
use serde_json::json;

use crate::cases;

/// The action after these simulations in the game's own way.
fn action(game: &Game, position: &AnyPosition, simulations: u64, seed: u64) -> Action {
    let mut search = cases::search_by(game, position, cases::own_way(position), seed);
    let limits = Limits { simulations: Some(simulations), time: None };
    search.run(limits, 1, None, &mut || ControlFlow::Continue(())).unwrap();
    search.known().unwrap().action
}

/// The share of the points that `more` simulations score against `fewer`, in pairs of games from
/// random openings.
fn score(game: &Game, [fewer, more]: [u64; 2], pairs: u64) -> f64 {
    let mut sum = 0.0;
    for (pair, seat) in (0..pairs).flat_map(|pair| [(pair, 0), (pair, 1)]) {
        let mut position = game.rules.start(pair);
        let (mut opening, mut actions) = (Stream::new(pair), Vec::new());
        for number in 0.. {
            let action = match position.decider() {
                Decider::Over => break,
                Decider::Player(player) if number >= 4 => {
                    let simulations = if player.index() == seat { more } else { fewer };
                    action(game, &position, simulations, game_seed(pair, number))
                }
                _ => {
                    position.legal_actions(&mut actions);
                    actions[opening.below(actions.len())]
                }
            };
            position.play_unchecked(action);
        }
        let winners = position.outcome().unwrap().winners;
        let has_won = winners.iter().any(|winner| winner.index() == seat);
        sum += if winners.len() == 1 { f64::from(u8::from(has_won)) } else { 0.5 };
    }
    sum / (2 * pairs) as f64
}

#[test]
fn more_simulations_win() {
    for (preset, options, counts, pairs, least) in [
        ("pentagame", json!({}), [20, 250], 5, 0.65),
        ("freestyle", json!({"size": 11}), [8, 80], 5, 0.65),
        ("pente", json!({"size": 11}), [8, 80], 5, 0.65),
    ] {
        let game = cases::rules(preset, &options);
        let score = score(&game, counts, pairs);
        assert!(score >= least, "{preset}: {counts:?} score {score}");
    }
}

#[test]
fn where_no_action_can_end_the_game_none_does() {
    let (mut sure, mut actions) = (0, Vec::new());
    for game in cases::all().into_iter().chain(cases::small()) {
        for seed in 0..2 {
            for position in cases::game(&game, seed) {
                let can_end = with_game!(AnyPosition, &position, position => position.can_end());
                if can_end || !cases::is_decided(&position) {
                    continue;
                }
                sure += 1;
                position.legal_actions(&mut actions);
                for &action in &actions {
                    let mut next = position.clone();
                    next.play_unchecked(action);
                    assert_ne!(next.decider(), Decider::Over, "after {action:?} in\n{position}");
                }
            }
        }
    }
    assert!(sure > 3000, "{sure} positions were tested");
}
