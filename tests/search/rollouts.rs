//! Rollouts that see rows: legal games with the true end, a win taken, a win stopped.

use fivefold::board::Point;
use fivefold::games::{AnyPosition, Registered};
use fivefold::position::{
    Action, Decider, Evaluate, MoveOrdering, RandomPlay, Rollout, Termination,
};
use fivefold::stones::{StoneGame, WinElseBlock};
use fivefold::stream::Stream;
use serde_json::json;

use crate::cases;

/// Plays a rollout again, stone by stone, on the position.
fn check<P: Registered + Evaluate + MoveOrdering + StoneGame>(position: &P, seed: u64) {
    let (grid, state) = (StoneGame::grid(position), position.rollout_state());
    let mut rollouts = WinElseBlock::default();
    let winner = rollouts.finish(grid, state, &mut Stream::new(seed));
    let (mut position, pass) = (position.clone(), Action(grid.size().points() as u16));
    let (mut wins, mut blocks) = (Vec::new(), Vec::new());
    for &Point(point) in rollouts.stones() {
        let at = format!("seed {seed}, {point} in\n{position}");
        assert_ne!(position.decider(), Decider::Over, "over too late: {at}");
        let stone = Action(point);
        if !position.is_legal(stone) {
            // Who finds no point passes.
            position.play(pass).unwrap();
        }
        position.winning_actions(&mut wins);
        position.blocking_actions(&mut blocks);
        let mut next = position.clone();
        assert_eq!(next.refusal(stone), None, "{at}");
        next.play_unchecked(stone);
        let has_won = next.termination() == Some(Termination::Row);
        // Captures that win are not looked for.
        if state.captures.is_none() {
            assert_eq!(has_won, !wins.is_empty(), "a win is taken: {at}");
            let stops = blocks.is_empty() || blocks.contains(&stone);
            assert!(!wins.is_empty() || stops, "a win is stopped: {at}");
        }
        position = next;
    }
    while position.decider() != Decider::Over {
        position.play(pass).unwrap();
    }
    let mut returns = vec![0.0; 2];
    position.returns(&mut returns);
    let mut expected = vec![0.0; 2];
    if let Some(winner) = winner {
        let seats = [winner, winner.other()].map(|colour| position.seat(colour).index());
        (expected[seats[0]], expected[seats[1]]) = (1.0, -1.0);
    }
    assert_eq!(expected, returns, "seed {seed}, from\n{position}");
}

#[test]
fn rollouts_that_see_rows_are_legal_games_that_take_and_stop_wins() {
    for (preset, options) in [
        ("freestyle", json!({})),
        ("freestyle", json!({"size": [23, 6], "full_board": "white_wins"})),
        ("gomoku", json!({"size": 9})),
        ("gomoku", json!({"size": [40, 5], "first_move": "anywhere", "passing": "never"})),
        ("renju", json!({})),
        ("renju", json!({"size": 7, "restricted": "both"})),
        ("renju", json!({"size": 7, "restricted": "both", "passing": "never"})),
        ("pagoda", json!({})),
        ("pente", json!({"size": 9})),
        ("keryo_pente", json!({"size": 11})),
        ("pagoda", json!({"size": 8, "stones": 18, "captured": "returned", "target": 30})),
        ("pagoda", json!({"size": 15, "take": [1, 3, 5], "target": 20, "five": "exact"})),
    ] {
        let game = cases::rules(preset, &options);
        for seed in 0..3 {
            for position in cases::game(&game, seed).into_iter().step_by(17) {
                for seed in 0..4 {
                    match &position {
                        AnyPosition::Gomoku(one) if one.is_free() => check(one, seed),
                        AnyPosition::Renju(one) if one.is_free() => check(one, seed),
                        AnyPosition::Pagoda(one) if one.is_free() => check(one, seed),
                        _ => {}
                    }
                }
            }
        }
    }
}

#[test]
fn every_way_that_a_game_knows_gives_returns_of_its_sum() {
    for game in cases::all() {
        let info = game.rules.info();
        let positions = cases::game(&game, 1);
        for position in positions.iter().step_by(positions.len() / 4 + 1) {
            fivefold::with_game!(AnyPosition, position, position => {
                for &policy in policies(position) {
                    let Some(mut rollouts) = rollouts_of(position, policy) else { continue };
                    let mut returns = vec![0.0; info.num_players];
                    let mut again = returns.clone();
                    rollouts.play(&mut position.clone(), 7, &mut returns);
                    rollouts.play(&mut position.clone(), 7, &mut again);
                    assert_eq!(returns, again);
                    let range = info.min_return..=info.max_return;
                    assert!(returns.iter().all(|value| range.contains(value)), "{returns:?}");
                    if let Some(total) = info.total_return {
                        assert!((returns.iter().sum::<f32>() - total).abs() < 1e-4, "{returns:?}");
                    }
                }
            });
        }
    }
}

fn policies<P: Evaluate>(_: &P) -> &'static [Rollout] {
    P::ROLLOUTS
}

fn rollouts_of<P: Evaluate>(
    _: &P,
    policy: Rollout,
) -> Option<Box<dyn fivefold::position::Rollouts<P>>> {
    P::rollouts(policy)
}
