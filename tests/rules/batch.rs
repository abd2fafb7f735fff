//! Batches: seats, masks and episodes of environments.

use fivefold::batch::{Batch, OVER, any};
use fivefold::games;
use fivefold::position::{Action, Position};
use fivefold::stream::{Stream, episode_seed};

const GAMES: usize = 8;

fn tic(size: u8) -> games::Rules {
    let mut options = serde_json::Map::new();
    options.insert("size".into(), size.into());
    games::build("freestyle", &options).unwrap().rules
}

/// The first legal action of every game that runs.
fn first_legal(batch: &mut dyn fivefold::batch::AnyBatch) -> Vec<i32> {
    let width = batch.facts().num_actions;
    let arrays = batch.arrays();
    let first = |mask: &[bool]| mask.iter().position(|&legal| legal).map_or(-1, |a| a as i32);
    arrays.masks.chunks(width).map(first).collect()
}

#[test]
fn a_seated_caller_always_decides_while_the_game_runs() {
    let seeds: Vec<u64> = (0..GAMES as u64).collect();
    let mut batch = any(&tic(6), &seeds).unwrap();
    let seats: Vec<i8> = (0..GAMES as i8).map(|game| game % 2).collect();
    batch.sit(&seats, true);
    for _ in 0..40 {
        let actions = first_legal(&mut *batch);
        batch.step(&actions, None).unwrap();
        let arrays = batch.arrays();
        for (game, &player) in arrays.players.iter().enumerate() {
            assert!(player == seats[game] || player == OVER);
        }
    }
    assert!(batch.arrays().players.contains(&OVER), "some games have ended");
}

#[test]
fn a_game_outside_the_mask_stands_still() {
    let mut batch = any(&tic(5), &[1, 2]).unwrap();
    let before = batch.position(1);
    batch.step(&[0, -1], Some(&[true, false])).unwrap();
    assert_eq!(batch.position(1), before);
    assert_eq!(batch.position(0).turns(), 1);
    assert!(batch.step(&[0, 0], Some(&[false, true])).is_ok());
}

#[test]
fn a_refused_step_changes_no_game_at_all() {
    let mut batch = any(&tic(5), &[1, 2, 3]).unwrap();
    let before: Vec<_> = (0..3).map(|game| batch.position(game)).collect();
    let refused = batch.step(&[0, 25, 1], None).unwrap_err();
    assert_eq!(refused.game, 1);
    let after: Vec<_> = (0..3).map(|game| batch.position(game)).collect();
    assert_eq!(before, after);
}

#[test]
fn random_others_draw_from_the_games_own_stream() {
    let rules = tic(9);
    let seed = 11;
    let mut batch = any(&rules, &[seed]).unwrap();
    batch.sit(&[1], true);
    // Seat 0 has drawn its first stone from an ascending list of all points.
    let drawn = Stream::new(episode_seed(seed, 0)).below(81);
    let mut expected = rules.start(seed);
    expected.play(Action(drawn as u16)).unwrap();
    assert_eq!(batch.position(0), expected);
}

#[test]
fn a_batch_plays_the_games_of_the_playouts_from_the_same_seeds() {
    use fivefold::playout::{Sequence, Source};
    use std::ops::ControlFlow;
    let game = games::preset("freestyle").unwrap();
    let sequence = Sequence { game: game.clone(), source: Source::Rules, seed: 9 };
    let results = sequence.play(0, 16, 1, |_| ControlFlow::Continue(())).unwrap();
    let games::Rules::Gomoku(options) = game.rules else { panic!("Gomoku") };
    let mut batch = Batch::new(options, &results.seeds).unwrap();
    batch.play_random(0..16, None);
    for game in 0..16 {
        assert_eq!(batch.position(game).turns(), u32::from(results.turns[game]));
    }
}
