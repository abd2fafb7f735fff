//! Ends of Pentagame: the bounds that the search uses, against all play that is left; and how soon
//! they are proven.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};

use fivefold::games::{AnyPosition, Game};
use fivefold::position::{Action, Decider, EndgameBounds, Knowledge, Payoffs, Position};
use fivefold::search::Limits;
use fivefold::with_game;
use serde_json::{Value, json};

use crate::cases;

/// Positions of one ending that are looked at.
const BUDGET: u32 = 20_000;
/// Turns that an ending may take.
const TURNS: u32 = 12;

/// Options that change how a game ends, or what a turn can bring.
fn options() -> Vec<Value> {
    vec![
        json!({}),
        json!({"double_exit": true}),
        json!({"last_round": false}),
        json!({"exit_block": "black"}),
        json!({"target": 1}),
        json!({"double_exit": true, "last_round": false, "max_turns": 40}),
        json!({"max_turns": 20, "target": 1}),
        json!({"scoring": "constant_sum"}),
        json!({"scoring": "points"}),
        json!({"dice": "before"}),
        json!({"dice": "after"}),
        json!({"cards": true}),
        json!({"cards": true, "hand": "JQKAN", "target": 1}),
        json!({"ko": "undo"}),
        json!({"players": 1}),
        json!({"players": 3}),
        json!({"players": 4, "teams": true}),
        json!({"players": 4, "teams": true, "double_exit": true}),
        json!({"players": 5}),
    ]
}

/// A star of few stops, on which whole turns can be tried out.
fn short(mut options: Value) -> Game {
    for (name, size) in [("leg", 1), ("arm", 1)] {
        options[name] = json!(size);
    }
    cases::rules("pentagame", &options)
}

/// The least and the greatest returns by seat.
type Ends = [Vec<f32>; 2];

/// What can follow a position, by trying everything, with the bounds of the search held against it
/// at every position on the way. `None` if that is too much: positions, or turns.
fn ends(position: &AnyPosition, payoffs: &Payoffs, turns: u32, budget: &mut u32) -> Option<Ends> {
    *budget = budget.checked_sub(1)?;
    if position.turns() > turns {
        return None;
    }
    let seats = payoffs.sides.len();
    if position.decider() == Decider::Over {
        let mut returns = vec![0.0; seats];
        position.returns(&mut returns);
        return Some([returns.clone(), returns]);
    }
    let [min, max] = cases::range(position, payoffs);
    let mut bounds = [vec![f32::INFINITY; seats], vec![f32::NEG_INFINITY; seats]];
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    for action in actions {
        let mut child = position.clone();
        child.play_unchecked(action);
        let below = ends(&child, payoffs, turns, budget)?;
        for seat in 0..seats {
            bounds[0][seat] = bounds[0][seat].min(below[0][seat]);
            bounds[1][seat] = bounds[1][seat].max(below[1][seat]);
        }
        let is_settled = {
            let [min, max] = cases::range(&child, payoffs);
            child.decider() == Decider::Over || min == max
        };
        let [min, max] = cases::range(position, payoffs);
        if is_settled && min != max && cases::is_decided(position) {
            assert!(may_end(position, action), "{action:?} is left out\n{position}");
        }
    }
    for seat in 0..seats {
        assert!(
            bounds[0][seat] >= min[seat] && bounds[1][seat] <= max[seat],
            "{bounds:?}, but the bounds are {min:?} to {max:?}\n{position}"
        );
    }
    Some(bounds)
}

fn may_end(position: &AnyPosition, action: Action) -> bool {
    with_game!(AnyPosition, position, position => {
        position.can_end() && position.can_end_by(action)
    })
}

#[test]
fn all_that_can_follow_lies_within_what_the_search_is_told() {
    for options in options() {
        let game = short(options);
        let payoffs = Payoffs::of(&game.rules.info());
        let mut tried = 0;
        for seed in 0..12 {
            for position in cases::game(&game, seed).iter().rev().skip(1).take(20) {
                if ends(position, &payoffs, position.turns() + TURNS, &mut { BUDGET }).is_none() {
                    break;
                }
                tried += 1;
            }
        }
        assert!(tried > 0, "{:?} has no small endings", game.rules);
    }
}

/// N8, N10: the last turn before the game is cut off (N16) brings a point only to who can leave.
#[test]
fn a_last_turn_in_which_no_piece_can_leave_settles_the_returns() {
    let game = cases::rules("pentagame", &json!({"max_turns": 20}));
    let payoffs = Payoffs::of(&game.rules.info());
    let mut counts = [0; 2];
    for seed in 0..60 {
        for position in cases::game(&game, seed) {
            if position.turns() == 19 && cases::is_decided(&position) {
                let [min, max] = cases::range(&position, &payoffs);
                counts[usize::from(min == max)] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

/// N8, N15, N16: what is left of the last turn once a piece has moved brings nothing to anybody, a
/// target that has just been reached no further turn either.
#[test]
fn once_a_piece_has_moved_in_the_last_turn_the_returns_are_settled() {
    let mut count = 0;
    for (leg, turns) in [(1, 15), (1, 21), (1, 27), (2, 31)] {
        let options = json!({"leg": leg, "arm": 1, "max_turns": turns});
        let game = cases::rules("pentagame", &options);
        let payoffs = Payoffs::of(&game.rules.info());
        for seed in 0..100 {
            for position in cases::game(&game, seed) {
                let ends = with_game!(AnyPosition, &position, one => one.ends_turn());
                if position.turns() + 1 == turns && ends && cases::is_decided(&position) {
                    let [min, max] = cases::range(&position, &payoffs);
                    assert_eq!(min, max, "{position}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 20, "{count}");
}

/// N16: only then is the exact result of the root looked for beside a tree.
#[test]
fn with_five_turns_left_a_game_is_near_its_end() {
    for options in options() {
        let mut options = options;
        options["max_turns"] = json!(25);
        let game = cases::rules("pentagame", &options);
        let payoffs = Payoffs::of(&game.rules.info());
        for position in cases::game(&game, 1) {
            if payoffs.duel().is_some() && position.turns() >= 20 && cases::is_decided(&position) {
                assert!(
                    with_game!(AnyPosition, &position, one => one.exact_solver().is_some_and(|one| one.root_solver(&payoffs).is_some())),
                    "{position}"
                );
            }
        }
    }
}

#[test]
fn an_action_is_legal_exactly_where_no_reason_is_against_it() {
    for options in options() {
        let game = short(options);
        for position in cases::game(&game, 3).iter().rev().take(12) {
            for action in (0..game.rules.info().num_actions as u16).map(Action) {
                let refusal = position.refusal(action);
                assert_eq!(position.is_legal(action), refusal.is_none(), "{refusal:?}\n{position}");
            }
        }
    }
}

/// Positions `turns` turns before the end of random games, the first step of a turn each.
fn before_the_end(game: &Game, turns: u32, seeds: std::ops::Range<u64>) -> Vec<AnyPosition> {
    let of = |seed| {
        let all = cases::game(game, seed);
        let last = all[all.len() - 1].turns();
        all.into_iter().find(|position| position.turns() + turns == last)
    };
    seeds.filter_map(of).collect()
}

/// How many of some positions the default search proves within 20,000 simulations.
fn proven(game: &Game, positions: &[AnyPosition]) -> usize {
    let is_proven = |position: &&AnyPosition| {
        let mut search = cases::search_by(game, position, cases::own_policy(position), 7);
        let limits = Limits { simulations: Some(20_000), time: None };
        search.run(limits, 1, None, &mut || ControlFlow::Continue(())).unwrap();
        search.root_info().unwrap().proven.is_some()
    };
    positions.iter().filter(is_proven).count()
}

/// Turns before the end that are looked at.
const TURNS_LEFT: RangeInclusive<u32> = 1..=5;

#[test]
#[ignore = "slow: `make check` runs it"]
fn endings_of_random_games_are_proven_within_20_000_simulations() {
    for (options, tenths) in [(json!({}), 8), (json!({"players": 4, "teams": true}), 6)] {
        let game = cases::rules("pentagame", &options);
        let (mut by_turns, mut count) = (BTreeMap::new(), 0);
        for turns in TURNS_LEFT {
            let positions = before_the_end(&game, turns, 100..106);
            count += positions.len();
            by_turns.insert(turns, proven(&game, &positions));
        }
        assert!(10 * by_turns.values().sum::<usize>() >= tenths * count, "{options}: {by_turns:?}");
    }
}

/// N16: with so few turns left that what they can bring is all that counts.
#[test]
#[ignore = "slow: `make check` runs it"]
fn the_last_turns_before_a_game_is_cut_off_are_proven_within_20_000_simulations() {
    for options in [json!({}), json!({"players": 4, "teams": true})] {
        let (mut by_turns, mut count) = (BTreeMap::new(), 0);
        for turns in TURNS_LEFT {
            let mut options = options.clone();
            options["max_turns"] = json!(20 + turns);
            let game = cases::rules("pentagame", &options);
            let positions = before_the_end(&game, turns, 100..105);
            count += positions.len();
            by_turns.insert(turns, proven(&game, &positions));
        }
        assert!(4 * by_turns.values().sum::<usize>() >= 3 * count, "{options}: {by_turns:?}");
    }
}
