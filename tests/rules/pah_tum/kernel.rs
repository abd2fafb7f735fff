//! The kernels play the games of the generic loop. Plain Pah-Tum is drawn as whole games: their
//! draws are pinned, and they are spread as games drawn move by move.

use std::ops::ControlFlow;

use fivefold::games::Rules;
use fivefold::games::pah_tum::PahTum;
use fivefold::playout::{NO_ACTION, Results, Sampler, Sequence, Source, simulator};
use fivefold::position::{Action, Position, Rules as _, Termination};
use fivefold::stream::{Stream, game_seed};
use serde_json::{Value, json};

use super::{game, inside};

fn sequence(preset: &str, options: &Value, seed: u64) -> Sequence {
    Sequence { game: game(preset, options), source: Source::Rules, seed }
}

fn play(sequence: &Sequence, stored: usize, games: usize) -> Results {
    sequence.play_keeping(stored, 0, games, 1, |_| ControlFlow::Continue(())).unwrap()
}

/// The figures come from a second implementation, in another language, from docs/random-play.md.
#[test]
fn whole_games_are_pinned() {
    let cases: [(Value, u64, [u16; 6], [u16; 2]); 5] = [
        (json!({"size": 5}), 3, [12, 18, 23, 21, 20, 11], [14, 1]),
        (json!({}), 0, [30, 2, 10, 21, 32, 16], [1, 44]),
        (json!({"size": 9}), 1, [13, 78, 75, 14, 36, 40], [50, 4]),
        (json!({"size": 11}), 2, [31, 37, 39, 58, 99, 76], [108, 12]),
        (
            json!({"size": 5, "layout": ["a1", "b2", "c3", "d4", "e5"]}),
            0,
            [13, 2, 11, 9, 7, 15],
            [16, 20],
        ),
    ];
    for (options, index, first, last) in cases {
        let (_, actions) = sequence("pah_tum", &options, 1).game(index);
        let actions: Vec<u16> = actions.iter().map(|action| action.0).collect();
        assert_eq!((&actions[..6], &actions[actions.len() - 2..]), (&first[..], &last[..]));
    }
    let (start, _) = sequence("pah_tum", &json!({}), 1).game(0);
    let black = [15, 24, 35, 38, 40].iter().fold(0, |squares, square| squares | 1_u128 << square);
    assert_eq!(inside(&start).squares()[2], black);
}

/// Returns, ending, length and opening of each game are those of its actions played one by one.
fn assert_same_games(preset: &str, options: &Value, games: usize, stored: usize) -> Results {
    let sequence = sequence(preset, options, 9);
    assert_eq!(simulator(&sequence.game.rules).is_some(), cfg!(feature = "kernels"), "{options}");
    let results = play(&sequence, stored, games);
    for index in 0..games {
        let (mut position, actions) = sequence.game(index as u64);
        assert_eq!(position, sequence.game.rules.start(results.seeds[index]));
        let mut first: Vec<u16> = actions.iter().take(stored).map(|action| action.0).collect();
        first.resize(stored, NO_ACTION);
        for &action in &actions {
            assert_eq!(position.refusal(action), None, "{options}, game {index}");
            position.play_unchecked(action);
        }
        let outcome = position.outcome().unwrap();
        let mut returns = [0.0; 2];
        position.returns(&mut returns);
        let slow = (
            &returns[..],
            actions.len(),
            position.turns(),
            outcome.termination as u8,
            outcome.winners.iter().map(|winner| 1 << winner.0).sum::<u8>(),
            &first[..],
        );
        let fast = (
            &results.returns[2 * index..2 * index + 2],
            usize::from(results.actions[index]),
            u32::from(results.turns[index]),
            results.termination[index],
            results.winners[index],
            &results.first_actions[stored * index..stored * (index + 1)],
        );
        assert_eq!(fast, slow, "{options}, game {index}");
    }
    results
}

#[test]
fn the_kernel_of_the_full_board_plays_the_games_of_the_generic_loop() {
    assert_same_games("pah_tum", &json!({}), 4000, 3);
    assert_same_games("pah_tum", &json!({"size": 5}), 4000, 30);
    assert_same_games("pah_tum", &json!({"size": 9}), 1000, 1);
    assert_same_games("pah_tum", &json!({"size": 11}), 1000, 120);
    let corners = ["a1", "a5", "e1", "e5", "c3"];
    for (size, games) in [(5, 2000), (7, 2000), (9, 500), (11, 500)] {
        assert_same_games("pah_tum", &json!({"size": size, "layout": corners}), games, 0);
    }
}

#[test]
fn the_custodial_kernel_plays_the_games_of_the_generic_loop() {
    let mut by_supply = 0;
    for size in [5, 7] {
        let layout = json!({"size": size, "layout": ["a1", "a2", "c3", "d4", "e5"]});
        by_supply += used_up(&assert_same_games("custodial_pah_tum", &layout, 300, 2));
        for setup in ["alternate", "cut", "random"] {
            for stones in [Some(40), None, Some(22), Some(13), Some(9), Some(2), Some(1)] {
                let options = json!({"size": size, "setup": setup, "stones": stones});
                let results = assert_same_games("custodial_pah_tum", &options, 300, 9);
                by_supply += used_up(&results);
            }
        }
    }
    // T5 was put to the test, and so was the full board.
    assert!((1000..12_000).contains(&by_supply), "{by_supply}");
}

/// How many games ended because a supply was used up.
fn used_up(results: &Results) -> usize {
    let supply = Termination::Supply as u8;
    results.termination.iter().filter(|&&why| why == supply).count()
}

#[test]
fn large_custodial_boards_fall_back_to_the_generic_loop() {
    assert!(simulator(&game("custodial_pah_tum", &json!({"size": 9})).rules).is_none());
}

#[test]
fn games_from_a_position_are_sampled_move_by_move() {
    let start = game("pah_tum", &json!({})).rules.start(4);
    let source = Source::Position(Box::new(start.clone()));
    let sequence = Sequence { game: game("pah_tum", &json!({})), source, seed: 2 };
    let (_, actions) = sequence.game(6);
    let mut by_moves = Vec::new();
    let stream = &mut Stream::new(game_seed(2, 6));
    Sampler::default().finish(&mut inside(&start).clone(), stream, |action| by_moves.push(action));
    assert_eq!(actions, by_moves);
}

/// Shares of games that Yellow wins, that are drawn, in which Yellow ends with d4, begins there,
/// and in which Blue fills the last square next to the first.
fn shares(games: u64, mut game: impl FnMut(u64) -> (PahTum, Vec<Action>)) -> [f64; 5] {
    let mut counts = [0_u32; 5];
    for index in 0..games {
        let (mut position, actions) = game(index);
        for &action in &actions {
            position.play_unchecked(action);
        }
        let [yellow, blue] = position.scores();
        let seen = [
            yellow > blue,
            yellow == blue,
            position.squares()[0] >> 24 & 1 == 1,
            actions[0] == Action(24),
            actions[0].0.abs_diff(actions[actions.len() - 1].0) == 1,
        ];
        for (count, seen) in counts.iter_mut().zip(seen) {
            *count += u32::from(seen);
        }
    }
    counts.map(|count| f64::from(count) / games as f64)
}

#[test]
fn whole_games_are_spread_as_games_sampled_move_by_move() {
    let games = 15_000;
    let sequence = sequence("pah_tum", &json!({}), 5);
    let Rules::PahTum(options) = sequence.game.rules.clone() else { panic!("Pah-Tum") };
    let whole = shares(games, |index| {
        let (start, actions) = sequence.game(index);
        (inside(&start).clone(), actions)
    });
    let by_moves = shares(games, |index| {
        let mut stream = Stream::new(game_seed(6, index));
        let start = options.start(&mut stream);
        let mut actions = Vec::new();
        Sampler::default().finish(&mut start.clone(), &mut stream, |action| actions.push(action));
        (start, actions)
    });
    for (one, other) in whole.into_iter().zip(by_moves) {
        let middle = f64::midpoint(one, other);
        let deviation = (2.0 * middle * (1.0 - middle) / games as f64).sqrt();
        assert!((one - other).abs() < 4.0 * deviation, "{whole:?} {by_moves:?}");
    }
}
