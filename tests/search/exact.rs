//! Proven values and solved positions against plain minimax.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use fivefold::games::{self, AnyPosition, Game};
use fivefold::players::solve;
use fivefold::position::{Chance, Decider, Payoffs, Player, Position, Rollout};
use fivefold::search::Limits;
use fivefold::solve::solve as alpha_beta;
use fivefold::with_game;
use serde_json::json;

use crate::cases;

/// Positions that plain minimax looks at before it gives up.
const BUDGET: u32 = 4_000;

/// Returns by seat as bits, so that they can be sorted; expected values are rounded.
type Returns = Vec<i64>;

fn bits(returns: &[f64]) -> Returns {
    returns.iter().map(|value| (value * 1e6).round() as i64).collect()
}

/// All returns that best play may lead to: where several actions are equally good for the one who
/// decides, any of them may be chosen. `None` if the tree is too large.
fn minimax(position: &AnyPosition, players: usize, budget: &mut u32) -> Option<BTreeSet<Returns>> {
    *budget = budget.checked_sub(1)?;
    let decider = match position.decider() {
        Decider::Over => {
            let mut returns = vec![0.0; players];
            position.returns(&mut returns);
            let returns: Vec<_> = returns.into_iter().map(f64::from).collect();
            return Some(BTreeSet::from([bits(&returns)]));
        }
        Decider::Player(player) => Some(player.index()),
        Decider::Chance => None,
    };
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    let mut all = Vec::new();
    for action in actions {
        let mut child = position.clone();
        child.play_unchecked(action);
        all.push(minimax(&child, players, budget)?);
    }
    let Some(seat) = decider else {
        // Every outcome is as likely as another; only where each has one result is there one.
        let single: Option<Vec<_>> =
            all.iter().map(|set| set.first().filter(|_| set.len() == 1)).collect();
        let single = single?;
        let mean = (0..players).map(|seat| {
            let sum: i64 = single.iter().map(|returns| returns[seat]).sum();
            sum / single.len() as i64
        });
        return Some(BTreeSet::from([mean.collect()]));
    };
    // Each action is worth to the one who decides at least the least of its set.
    let certain =
        all.iter().filter_map(|set| set.iter().map(|returns| returns[seat]).min()).max()?;
    let chosen = all.into_iter().flatten().filter(|returns| returns[seat] >= certain);
    Some(chosen.collect())
}

/// Endings of random games whose trees are small, with what minimax says of them.
fn endings(game: &Game, count: usize) -> Vec<(AnyPosition, BTreeSet<Returns>)> {
    let (players, mut endings) = (game.rules.info().num_players, Vec::new());
    for seed in 0..count as u64 {
        for position in cases::game(game, seed).iter().rev().skip(1).take(12) {
            if cases::is_decided(position) {
                let mut budget = BUDGET;
                match minimax(position, players, &mut budget) {
                    Some(returns) => endings.push((position.clone(), returns)),
                    None => break,
                }
            }
        }
        if endings.len() >= count {
            break;
        }
    }
    endings
}

/// As near as rounding lets expected values be distinguished.
fn is_near(one: &[f32], other: &Returns) -> bool {
    one.iter().zip(other).all(|(&one, &other)| (f64::from(one) * 1e6 - other as f64).abs() < 50.0)
}

#[test]
fn what_is_proven_is_what_minimax_says() {
    for game in cases::small() {
        let endings = endings(&game, 30);
        let mut proven = 0;
        for (position, returns) in &endings {
            let mut search = cases::search(&game, position, 7);
            let limits = Limits { simulations: Some(3000), time: None };
            search.run(limits, 1, None, &mut || ControlFlow::Continue(())).unwrap();
            let known = search.root_info().unwrap();
            let Some(value) = known.proven else { continue };
            proven += 1;
            assert_eq!(known.value, value);
            assert_eq!(
                returns.len(),
                1,
                "{:?}: {returns:?} may be, {value:?} is proven",
                game.rules
            );
            let returns = returns.first().unwrap();
            assert!(
                is_near(&value, returns),
                "{:?}: {returns:?}, {value:?}\n{position}",
                game.rules
            );
            assert_keeps(position, known.action, returns);
        }
        assert!(!endings.is_empty(), "{:?} has no small endings", game.rules);
        assert!(
            10 * proven >= 9 * endings.len(),
            "{:?}: {proven} of {}",
            game.rules,
            endings.len()
        );
    }
}

/// The action to play keeps the value.
fn assert_keeps(position: &AnyPosition, action: fivefold::position::Action, returns: &Returns) {
    let mut child = position.clone();
    child.play_unchecked(action);
    let after = minimax(&child, returns.len(), &mut (2 * BUDGET)).unwrap();
    assert!(after.contains(returns), "{returns:?} is lost\n{position}");
}

#[test]
fn what_is_solved_is_what_minimax_says() {
    for game in cases::small() {
        let info = game.rules.info();
        let payoffs = Payoffs::of(&info);
        if info.num_players != 2 || payoffs.total.is_none() || info.chance == Chance::Dice {
            continue;
        }
        for (position, returns) in endings(&game, 20) {
            let tick = &mut || ControlFlow::Continue(());
            let solution = with_game!(AnyPosition, &position, position => {
                solve(position, &info, None, tick)
            });
            let solution = solution.unwrap();
            assert_eq!(returns.len(), 1);
            assert!(
                is_near(&solution.returns, returns.first().unwrap()),
                "{:?}\n{position}",
                game.rules
            );
            let mut end = position.clone();
            for &action in &solution.line {
                assert!(end.is_legal(action));
                end.play_unchecked(action);
            }
            let mut reached = vec![0.0; 2];
            end.returns(&mut reached);
            assert_eq!((end.decider(), reached), (Decider::Over, solution.returns));
        }
    }
}

#[test]
fn a_limit_of_positions_ends_a_search_without_an_answer() {
    let game = cases::rules("freestyle", &serde_json::json!({}));
    let AnyPosition::Gomoku(position) = game.rules.start(0) else { unreachable!() };
    let payoffs = Payoffs::of(&game.rules.info());
    let solution = alpha_beta(&position, &payoffs, Some(1000), &mut || ControlFlow::Continue(()));
    assert_eq!(solution, None);
}

/// A position of a random game in which the one to decide can end the game at once with the most
/// that it can still get, and that action.
fn win_in_one(game: &Game) -> (AnyPosition, Player) {
    let payoffs = Payoffs::of(&game.rules.info());
    let is_win = |position: &AnyPosition, player: Player| {
        let [_, max] = cases::range(position, &payoffs);
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        actions.into_iter().any(|action| {
            let (mut next, mut returns) = (position.clone(), vec![0.0; max.len()]);
            next.play_unchecked(action);
            next.returns(&mut returns);
            let has_won = next.outcome().is_some_and(|end| end.winners.contains(&player));
            has_won && returns[player.index()] >= max[player.index()]
        })
    };
    let positions = (0..100).flat_map(|seed| cases::game(game, seed).into_iter().rev().skip(1));
    positions
        .filter_map(|position| match position.decider() {
            Decider::Player(player) => Some((position, player)),
            Decider::Chance | Decider::Over => None,
        })
        .find(|(position, player)| is_win(position, *player))
        .unwrap()
}

#[test]
fn a_win_in_one_is_proven_within_twice_as_many_simulations_as_there_are_actions() {
    let presets = games::PRESETS.iter().map(|preset| games::preset(preset.name).unwrap());
    let options = [json!({"dice": "before"}), json!({"scoring": "constant_sum"})];
    for game in presets.chain(options.map(|options| cases::rules("pentagame", &options))) {
        let info = game.rules.info();
        let (position, player) = win_in_one(&game);
        let [_, max] = cases::range(&position, &Payoffs::of(&info));
        for policy in [Rollout::Uniform, cases::own_policy(&position)] {
            let mut search = cases::search_by(&game, &position, policy, 7);
            let limits = Limits { simulations: Some(2 * info.num_actions as u64), time: None };
            search.run(limits, 1, None, &mut || ControlFlow::Continue(())).unwrap();
            let known = search.root_info().unwrap();
            let proven = known.proven.unwrap_or_else(|| panic!("{:?}\n{position}", game.rules));
            assert_eq!(proven[player.index()], max[player.index()], "{position}");
        }
    }
}

/// What a game says of all that can follow is true of every position that follows, ends included.
#[test]
fn returns_stay_within_the_range_of_every_position_before() {
    let more = [
        json!({"double_exit": true, "teams": true, "players": 4}),
        json!({"last_round": false, "max_turns": 300}),
        json!({"dice": "after", "dice_count": 2, "max_turns": 200}),
        json!({"cards": true, "players": 3, "scoring": "points"}),
        json!({"double_exit": true, "exit_block": "black"}),
        json!({"players": 5, "five_players": "ordinary", "max_turns": 400}),
    ];
    let more = more.map(|options| cases::rules("pentagame", &options));
    let (mut narrowed, all) = (0, cases::all().into_iter().chain(cases::small()).chain(more));
    for game in all {
        let payoffs = Payoffs::of(&game.rules.info());
        for seed in 0..4 {
            let mut before: Option<[Vec<f32>; 2]> = None;
            for position in cases::game(&game, seed) {
                let mut range = cases::range(&position, &payoffs);
                if position.decider() == Decider::Over {
                    for returns in &mut range {
                        position.returns(returns);
                    }
                }
                if let Some([min, max]) = &before {
                    for seat in 0..min.len() {
                        let inside = range[0][seat] >= min[seat] && range[1][seat] <= max[seat];
                        assert!(inside, "{min:?} {max:?}, {range:?}: {:?}\n{position}", game.rules);
                        narrowed += u32::from(max[seat] < payoffs.max as f32);
                    }
                }
                before = Some(range);
            }
        }
    }
    assert!(narrowed > 1000, "{narrowed} returns were narrowed");
}
