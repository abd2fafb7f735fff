//! More simulations play no worse, and what a search looks one action ahead for is all there is.

use std::ops::ControlFlow;

use fivefold::games::{AnyPosition, Game};
use fivefold::position::{Action, Decider, EndgameBounds, Position};
use fivefold::search::Limits;
use fivefold::stream::{Stream, game_seed};
use fivefold::with_game;
use serde_json::{Value, json};

use crate::cases;

/// The action after these simulations in the game's own way.
fn action(game: &Game, position: &AnyPosition, simulations: u64, seed: u64) -> Action {
    let mut search = cases::search_by(game, position, cases::own_policy(position), seed);
    let limits = Limits { simulations: Some(simulations), time: None };
    search.run(limits, 1, None, &mut || ControlFlow::Continue(())).unwrap();
    search.root_info().unwrap().action
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
    for (preset, options, counts, pairs, min) in [
        ("pentagame", json!({}), [20, 250], 5, 0.65),
        ("freestyle", json!({"size": 11}), [8, 80], 5, 0.65),
        ("pente", json!({"size": 11}), [8, 80], 5, 0.65),
    ] {
        let game = cases::rules(preset, &options);
        let score = score(&game, counts, pairs);
        assert!(score >= min, "{preset}: {counts:?} score {score}");
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

/// Does the side of `seat` win alone, with these simulations, against random play by all others?
fn beats_random(game: &Game, seat: usize, simulations: u64, seed: u64) -> bool {
    let teams = game.rules.info().teams;
    let mut position = game.rules.start(seed);
    let (mut others, mut actions) = (Stream::new(seed), Vec::new());
    for number in 0.. {
        let action = match position.decider() {
            Decider::Over => break,
            Decider::Player(player) if teams[player.index()] == teams[seat] => {
                action(game, &position, simulations, game_seed(seed, number))
            }
            _ => {
                position.legal_actions(&mut actions);
                actions[others.below(actions.len())]
            }
        };
        position.play_unchecked(action);
    }
    let winners = position.outcome().unwrap().winners;
    winners.iter().all(|winner| teams[winner.index()] == teams[seat]) && !winners.is_empty()
}

#[test]
fn a_search_beats_random_play_with_several_players_teams_dice_and_cards() {
    let pentagame = |options: Value| cases::rules("pentagame", &options);
    for game in [
        pentagame(json!({"players": 3})),
        pentagame(json!({"players": 3, "scoring": "points"})),
        pentagame(json!({"players": 4, "scoring": "constant_sum"})),
        pentagame(json!({"players": 5})),
        pentagame(json!({"players": 5, "five_players": "ordinary"})),
        pentagame(json!({"teams": true, "players": 4})),
        pentagame(json!({"dice": "before"})),
        pentagame(json!({"dice": "after", "players": 3})),
        pentagame(json!({"dice": "before", "dice_count": 2, "teams": true, "players": 4})),
        pentagame(json!({"cards": true})),
        pentagame(json!({"cards": true, "players": 3, "must_play": true})),
        pentagame(json!({"cards": true, "dice": "after"})),
    ] {
        let seats = game.rules.info().num_players;
        for seat in [0, seats - 1] {
            let won = beats_random(&game, seat, 100, seat as u64);
            assert!(won, "seat {seat} of {:?}", game.rules);
        }
    }
}
