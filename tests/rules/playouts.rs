//! Random play: the stream is pinned, games do not depend on threads or on the split.

use std::ops::ControlFlow;

use fivefold::games;
use fivefold::perft::{Unit, perft};
use fivefold::playout::{NO_ACTION, Results, Sequence, Source, simulator};
use fivefold::position::{Action, Position};
use fivefold::stream::{Stream, game_seed};
use serde_json::json;

#[path = "../../benches/reference/mod.rs"]
mod reference;

fn sequence(preset: &str) -> Sequence {
    Sequence { game: games::preset(preset).unwrap(), source: Source::Rules, seed: 1 }
}

fn play(sequence: &Sequence, first: u64, games: usize, threads: usize) -> Results {
    sequence.play(first, games, threads, |_| ControlFlow::Continue(())).unwrap()
}

/// The figures come from a second implementation, in another language, from docs/random-play.md.
#[test]
fn the_stream_is_pinned() {
    assert_eq!(game_seed(0, 0), 0xE220_A839_7B1D_CDAF);
    assert_eq!(game_seed(7, 1), 0x4D58_FBD2_82EA_F415);
    let mut stream = Stream::new(42);
    let words: Vec<_> = (0..4).map(|_| stream.next_u32()).collect();
    assert_eq!(words, [0x4476_689F, 0xD076_4D4F, 0x576F_3791, 0x519E_4174]);
    assert_eq!(stream.below(225), 10);
    assert_eq!(stream.below(1), 0);
}

#[test]
fn games_are_the_same_for_any_threads_and_any_split() {
    for preset in games::PRESETS {
        let sequence = sequence(preset.name);
        let whole = play(&sequence, 0, 150, 1);
        assert_eq!(whole, play(&sequence, 0, 150, 2), "{}", preset.name);
        assert_eq!(whole, play(&sequence, 0, 150, 3), "{}", preset.name);
        let tail = play(&sequence, 100, 50, 2);
        assert_eq!(whole.turns[100..], tail.turns);
        assert_eq!(whole.seeds[100..], tail.seeds);
    }
}

/// Holds whether the games come from a kernel or from the generic loop: `game` always plays the
/// generic one.
fn assert_games_come_back(sequence: &Sequence, games: usize) {
    let label = sequence.game.to_value();
    let players = sequence.game.rules.info().num_players;
    let stored = 64;
    let results = play(sequence, 0, games, 1);
    let with_prefixes =
        sequence.play_keeping(stored, 0, games, 1, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(
        (&with_prefixes.turns, &with_prefixes.winners),
        (&results.turns, &results.winners),
        "{label}"
    );
    for index in 0..games {
        let (mut position, actions) = sequence.game(index as u64);
        let mut first: Vec<u16> = actions.iter().take(stored).map(|action| action.0).collect();
        first.resize(stored, NO_ACTION);
        assert_eq!(
            with_prefixes.first_actions[stored * index..][..stored],
            first,
            "{label}, game {index}"
        );
        assert_eq!(actions.len(), usize::from(results.actions[index]), "{label}, game {index}");
        for action in actions {
            assert_eq!(position.refusal(action), None, "{label}, game {index}");
            position.play_unchecked(action);
        }
        let mut returns = vec![0.0; players];
        position.returns(&mut returns);
        assert_eq!(returns, results.returns[index * players..][..players], "{label}, game {index}");
        let termination = position.outcome().unwrap().termination as u8;
        assert_eq!(termination, results.termination[index], "{label}, game {index}");
        assert_eq!(position.turns(), u32::from(results.turns[index]), "{label}, game {index}");
    }
}

#[test]
fn a_game_is_given_back_move_by_move() {
    for preset in games::PRESETS {
        assert_games_come_back(&sequence(preset.name), 20);
    }
}

#[test]
fn the_kernel_of_rows_plays_the_games_of_the_generic_loop() {
    let claimed = [
        (3000, json!({"first_move": "anywhere"})),
        (3000, json!({"first_move": "anywhere", "five": "or_more"})),
        (500, json!({})),
        (500, json!({"size": 5, "full_board": "white_wins"})),
        (500, json!({"size": [6, 9], "first_move": "anywhere", "five": ["exact", "or_more"]})),
        (500, json!({"size": 16, "first_move": "anywhere", "five": ["or_more", "exact"]})),
        (300, json!({"size": [5, 33], "passing": "always"})),
        (200, json!({"size": 19, "passing": "never"})),
        // Where one way to keep the stones ends and the next begins.
        (300, json!({"size": [9, 13], "five": ["or_more", "exact"]})),
        (300, json!({"size": [16, 15], "first_move": "anywhere"})),
        (300, json!({"size": [15, 16], "first_move": "anywhere", "full_board": "white_wins"})),
        (200, json!({"size": 17, "first_move": "anywhere", "five": "or_more"})),
        // More points than a byte counts would be drawn at once.
        (1000, json!({"size": [32, 20], "first_move": "anywhere", "five": "or_more"})),
        (200, json!({"size": [32, 20], "first_move": "anywhere"})),
        (200, json!({"size": [19, 21]})),
        (100, json!({"size": 33, "first_move": "anywhere"})),
        (50, json!({"size": 63})),
    ];
    for (count, options) in claimed {
        let game = games::build("gomoku", options.as_object().unwrap()).unwrap();
        assert_eq!(simulator(&game.rules).is_some(), cfg!(feature = "kernels"), "{options}");
        assert_games_come_back(&Sequence { game, source: Source::Rules, seed: 5 }, count);
    }
}

#[test]
fn the_kernel_of_renju_plays_the_games_of_the_generic_loop() {
    let claimed = [
        (1500, "renju", json!({})),
        (500, "renju", json!({"first_move": "anywhere", "foul": "loses"})),
        (500, "renju", json!({"three": "no_five_clause", "five": ["or_more", "exact"]})),
        (
            500,
            "renju",
            json!({"fouls": ["double_three", "double_four"], "full_board": "white_wins"}),
        ),
        (300, "renju", json!({"fouls": [], "size": [16, 9], "first_move": "anywhere"})),
        (300, "renju_1899", json!({"passing": "when_stuck"})),
        (300, "renju_1918", json!({"size": [31, 7]})),
        (500, "family", json!({"passing": "never"})),
        // Small boards: players who are stuck, passes, full boards.
        (1000, "renju", json!({"size": [7, 5]})),
        (1000, "renju", json!({"size": [5, 7], "passing": "never"})),
        (1000, "family", json!({"size": 7, "passing": "when_stuck"})),
        (1000, "renju", json!({"size": 6, "first_move": "anywhere", "restricted": "both"})),
        (20, "renju", json!({"size": 63, "restricted": "both"})),
    ];
    let mut endings = [0; 14];
    for (count, preset, options) in claimed {
        let game = games::build(preset, options.as_object().unwrap()).unwrap();
        assert_eq!(simulator(&game.rules).is_some(), cfg!(feature = "kernels"), "{options}");
        let sequence = Sequence { game, source: Source::Rules, seed: 5 };
        assert_games_come_back(&sequence, count);
        for ending in play(&sequence, 0, count, 1).termination {
            endings[usize::from(ending)] += 1;
        }
    }
    let [_, rows, _, _, fouls, full, passes, no_move, ..] = endings;
    assert!([rows, fouls, full, passes, no_move].iter().all(|&count| count > 0), "{endings:?}");
}

#[test]
fn the_kernel_of_renju_notes_every_action_passes_too() {
    let options = json!({"size": [7, 5]});
    let game = games::build("renju", options.as_object().unwrap()).unwrap();
    let pass = Action(35);
    let sequence = Sequence { game, source: Source::Rules, seed: 5 };
    let results = sequence.play_keeping(40, 0, 2000, 1, |_| ControlFlow::Continue(())).unwrap();
    let mut passes = 0;
    for (index, first) in results.first_actions.chunks(40).enumerate() {
        let (_, actions) = sequence.game(index as u64);
        passes += actions.iter().filter(|&&action| action == pass).count();
        let mut expected: Vec<u16> = actions.iter().take(40).map(|action| action.0).collect();
        expected.resize(40, NO_ACTION);
        assert_eq!(first, expected, "game {index}");
    }
    assert!(passes > 0);
}

#[test]
fn openings_fall_back_to_the_generic_loop() {
    for (preset, opening) in [("gomoku", "swap"), ("renju", "rif_classic")] {
        let options = json!({"opening": opening});
        let game = games::build(preset, options.as_object().unwrap()).unwrap();
        assert!(simulator(&game.rules).is_none());
    }
}

/// Independent kernels give 109.05 plies and 0.5097 for the first player; exact with a free first
/// move 112.60 and 0.5089.
#[test]
fn random_five_in_a_row_has_the_known_length_and_first_players_share() {
    let exact = json!({"first_move": "anywhere"});
    let cases = [
        (games::preset("freestyle").unwrap(), 109.05, 0.5097),
        (games::build("gomoku", exact.as_object().unwrap()).unwrap(), 112.60, 0.5089),
    ];
    for (game, plies, share) in cases {
        let games = 40_000;
        let sequence = Sequence { game, source: Source::Rules, seed: 3 };
        let results = play(&sequence, 0, games, 2);
        let mean = results.turns.iter().map(|&t| f64::from(t)).sum::<f64>() / games as f64;
        let wins = results.returns.chunks(2).filter(|r| r[0] > 0.0).count() as f64 / games as f64;
        // Standard deviations of one game are about 30 plies and 0.5.
        assert!((mean - plies).abs() < 4.0 * 30.0 / (games as f64).sqrt(), "{mean}");
        assert!((wins - share).abs() < 4.0 * 0.5 / (games as f64).sqrt(), "{wins}");
    }
}

/// What the bench measures against plays the same game: the same figures as above.
#[test]
fn the_reference_kernel_of_the_bench_plays_freestyle() {
    let games = 40_000;
    let (mut plies, mut wins) = (0, 0);
    for index in 0..games {
        let (winner, length) = reference::play(game_seed(3, index));
        plies += length;
        wins += usize::from(winner == Some(0));
    }
    let (mean, share) = (plies as f64 / games as f64, wins as f64 / games as f64);
    assert!((mean - 109.05).abs() < 4.0 * 30.0 / (games as f64).sqrt(), "{mean}");
    assert!((share - 0.5097).abs() < 4.0 * 0.5 / (games as f64).sqrt(), "{share}");
}

/// Its last point is any of the board, one as often as another: 200 times, with a deviation of 14.
#[test]
fn the_floor_of_the_bench_draws_every_point_equally_often() {
    let mut times = [0; 225];
    for index in 0..45_000 {
        times[usize::from(reference::sample_points(game_seed(4, index)))] += 1;
    }
    assert!(times.iter().all(|&times| (120..280).contains(&times)), "{times:?}");
}

#[test]
fn perft_of_the_open_board_is_a_falling_factorial() {
    let rules = games::preset("freestyle").unwrap().rules;
    let count = |depth| perft(&rules.start(0), depth, Unit::Action, || ControlFlow::Continue(()));
    assert_eq!(count(3), Some(225 * 224 * 223));
    let turns = perft(&rules.start(0), 2, Unit::Turn, || ControlFlow::Continue(()));
    assert_eq!(turns, Some(225 * 224));
}

#[test]
fn perft_breaks_off_when_told() {
    let rules = games::preset("freestyle").unwrap().rules;
    assert_eq!(perft(&rules.start(0), 4, Unit::Action, || ControlFlow::Break(())), None);
}

#[test]
fn the_first_actions_of_a_random_game_are_pinned() {
    let (_, actions) = sequence("freestyle").game(0);
    assert_eq!(actions[..4], [73, 164, 191, 186].map(Action));
}

#[test]
fn winners_and_first_actions_are_those_of_the_games() {
    for preset in games::PRESETS {
        let game = games::preset(preset.name).unwrap();
        let players = game.rules.info().num_players;
        let sequence = Sequence { game, source: Source::Rules, seed: 11 };
        let go_on = |_| ControlFlow::Continue(());
        let results = sequence.play_keeping(3, 5, 20, 2, go_on).unwrap();
        let plain = sequence.play_keeping(0, 5, 20, 1, go_on).unwrap();
        assert_eq!((&results.turns, &results.winners), (&plain.turns, &plain.winners));
        for index in 0..20 {
            let (mut position, actions) = sequence.game(5 + index as u64);
            let mut first: Vec<u16> = actions.iter().take(3).map(|action| action.0).collect();
            first.resize(3, NO_ACTION);
            assert_eq!(results.first_actions[3 * index..3 * index + 3], first, "{}", preset.name);
            for &action in &actions {
                position.play_unchecked(action);
            }
            let winners = position.outcome().unwrap().winners;
            let bits = winners.iter().fold(0, |bits, player| bits | 1 << player.0);
            assert_eq!(results.winners[index], bits, "{}", preset.name);
            assert!(winners.iter().all(|player| player.index() < players));
        }
    }
}
