//! The memory of batches, and that they play what playouts play.

use std::ops::ControlFlow;

use fivefold::batch::{self, BatchStep, OVER, Unmade};
use fivefold::games;
use fivefold::playout::{Sequence, Source};
use fivefold::stream::game_seed;

fn seeds(count: u64) -> Vec<u64> {
    (0..count).map(|game| game_seed(1, game)).collect()
}

#[test]
fn a_batch_played_out_gives_the_results_of_playouts() {
    for preset in games::PRESETS {
        let game = games::preset(preset.name).unwrap();
        // More games than one thread takes, so that the halves are put together rightly.
        let mut batch = batch::any(&game.rules, &seeds(150)).unwrap();
        batch.play_random(0..150, None);
        let sequence = Sequence { game, source: Source::Rules, seed: 1 };
        let results = sequence.play(0, 150, 1, |_| std::ops::ControlFlow::Continue(())).unwrap();
        let arrays = batch.arrays();
        assert!(arrays.rewards.iter().eq(&results.returns), "{}", preset.name);
        assert!(arrays.players.iter().all(|&player| player == OVER));
    }
}

#[test]
fn a_refused_step_changes_no_game() {
    let game = games::preset("freestyle").unwrap();
    let mut batch = batch::any(&game.rules, &seeds(100)).unwrap();
    batch.step(BatchStep::of(&[7; 100])).unwrap();
    let before = batch.arrays().boards.to_owned();
    let mut actions = [8; 100];
    for (wrong, rule) in [(7, "E5"), (-1, "E7"), (225, "E7"), (i32::MIN, "E7")] {
        actions[99] = wrong;
        let refused = batch.step(BatchStep::of(&actions)).unwrap_err();
        assert_eq!((refused.game, refused.refusal.rule), (99, rule));
        assert_eq!(batch.arrays().boards, before);
    }
}

#[test]
fn the_arrays_of_a_batch_never_move() {
    let game = games::preset("freestyle").unwrap();
    let mut batch = batch::any(&game.rules, &seeds(70)).unwrap();
    let places = |batch: &mut Box<dyn batch::AnyBatch>| {
        let arrays = batch.arrays();
        (
            arrays.boards.as_ptr(),
            arrays.masks.as_ptr(),
            arrays.players.as_ptr(),
            arrays.rewards.as_ptr(),
            arrays.terminated.as_ptr(),
            arrays.truncated.as_ptr(),
            arrays.observations.as_ptr(),
        )
    };
    let before = places(&mut batch);
    batch.enable_observations();
    batch.step(BatchStep::of(&[0; 70])).unwrap();
    batch.play_random(0..70, Some(3));
    batch.reset(Some(&[true; 70]), None, None);
    batch.play_random(0..70, None);
    batch.reset(None, None, None);
    assert_eq!(places(&mut batch), before);
}

#[test]
fn making_and_observing_a_batch_can_be_broken_off() {
    let game = games::preset("pentagame").unwrap();
    let mut looks = 0;
    let mut third = || {
        looks += 1;
        if looks % 3 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let unmade = batch::any_while(&game.rules, &seeds(1000), None, &mut third);
    assert!(matches!(unmade, Err(Unmade::Stopped)));
    let mut batch = batch::any(&game.rules, &seeds(1000)).unwrap();
    let width: usize = batch.info().observation_shape.iter().product();
    let mut written = vec![7; 1000 * width];
    assert!(batch.observe_while(&mut written, &mut third).is_break());
    assert!(batch.enable_observations_while(&mut third).is_break());
    assert_eq!(looks, 9);
    // No observations yet; the next call makes them all.
    assert_eq!(batch.arrays().observations.len(), 0);
    batch.enable_observations();
    batch.observe(&mut written);
    assert!(batch.arrays().observations.iter().eq(&written));
}

#[test]
fn pieces_cover_all_games_once_and_in_order() {
    for count in [0, 1, 64, 65, 1000] {
        let mut seen = 0;
        let done = batch::in_short_pieces(count, |games| {
            assert_eq!(games.start, seen);
            assert!(!games.is_empty());
            seen = games.end;
            ControlFlow::<()>::Continue(())
        });
        assert_eq!((seen, done), (count, ControlFlow::Continue(())));
    }
}
