//! The fast kernel plays the very games of the generic loop.

use std::ops::ControlFlow;

use fivefold::games::{self, Game, Rules};
use fivefold::playout::{NO_ACTION, Sequence, Source, simulator};
use fivefold::position::Position;
use fivefold::stream::{Stream, game_seed};

use super::random::random_options;

/// Turns, winner, termination and first actions of each game are those of the game played slowly.
fn assert_same_games(game: Game, count: usize) {
    let label = game.to_value();
    let sequence = Sequence { game, source: Source::Rules, seed: 9 };
    let stored = 12;
    let results =
        sequence.play_keeping(stored, 0, count, 1, |_| ControlFlow::Continue(())).unwrap();
    for index in 0..count {
        let (mut position, actions) = sequence.game(index as u64);
        let mut first = vec![NO_ACTION; stored];
        for (place, action) in first.iter_mut().zip(&actions) {
            *place = action.0;
        }
        for &action in &actions {
            position.play_unchecked(action);
        }
        let outcome = position.outcome().unwrap();
        let slow = (
            actions.len(),
            outcome.termination as u8,
            outcome.winners.iter().map(|winner| 1 << winner.0).sum::<u8>(),
            &first[..],
        );
        let fast = (
            usize::from(results.turns[index]),
            results.termination[index],
            results.winners[index],
            &results.first_actions[index * stored..][..stored],
        );
        assert_eq!(fast, slow, "{label}, game {index}");
    }
}

#[test]
fn the_kernel_plays_the_games_of_the_presets() {
    for name in ["pagoda", "pente", "keryo_pente", "ninuki_renju"] {
        let game = games::preset(name).unwrap();
        assert_eq!(simulator(&game.rules).is_some(), cfg!(feature = "kernels"), "{name}");
        assert_same_games(game, 1500);
    }
}

#[test]
fn the_kernel_plays_the_games_of_all_options() {
    let mut claimed = 0;
    for number in 0..600 {
        let options = random_options(&mut Stream::new(game_seed(6, number)));
        let rules = Rules::Pagoda(options);
        claimed += usize::from(simulator(&rules).is_some());
        assert_same_games(Game { name: "pagoda", rules }, 12);
    }
    let is_right = if cfg!(feature = "kernels") { claimed > 200 } else { claimed == 0 };
    assert!(is_right, "kernels claim most options: {claimed}");
}
