//! Batches: seats, masks and episodes of environments.

use fivefold::batch::{AnyBatch, Batch, BatchStep, OVER, any};
use fivefold::games;
use fivefold::position::{Action, Arrays, Decider, Position};
use fivefold::stream::{Stream, episode_seed};
use ndarray::{ArrayView1, aview1};

const GAMES: usize = 8;

fn tic(size: u8) -> games::Rules {
    let mut options = serde_json::Map::new();
    options.insert("size".into(), size.into());
    games::build("freestyle", &options).unwrap().rules
}

/// The first legal action of every game that runs.
fn first_legal(batch: &mut dyn AnyBatch) -> Vec<i32> {
    let arrays = batch.arrays();
    let first = |mask: ArrayView1<'_, bool>| mask.iter().position(|&legal| legal);
    let number = |action: Option<usize>| action.map_or(-1, |action| action as i32);
    arrays.masks.outer_iter().map(|mask| number(first(mask))).collect()
}

#[test]
fn a_seated_caller_always_decides_while_the_game_runs() {
    let seeds: Vec<u64> = (0..GAMES as u64).collect();
    let mut batch = any(&tic(6), &seeds).unwrap();
    let seats: Vec<i8> = (0..GAMES as i8).map(|game| game % 2).collect();
    batch.control(&seats, true);
    for _ in 0..40 {
        let actions = first_legal(&mut *batch);
        batch.step(BatchStep::of(&actions)).unwrap();
        let arrays = batch.arrays();
        for (game, &player) in arrays.players.iter().enumerate() {
            assert!(player == seats[game] || player == OVER);
        }
    }
    assert!(batch.arrays().players.iter().any(|&player| player == OVER), "some games have ended");
}

/// Everything that a batch shows of its games.
fn arrays_of(batch: &mut dyn AnyBatch) -> impl PartialEq + std::fmt::Debug {
    let positions: Vec<_> = (0..batch.len()).map(|game| batch.position(game)).collect();
    let arrays = batch.arrays();
    let ends =
        (arrays.rewards.to_owned(), arrays.terminated.to_owned(), arrays.truncated.to_owned());
    let views = (arrays.boards.to_owned(), arrays.masks.to_owned(), arrays.observations.to_owned());
    (positions, arrays.players.to_owned(), ends, views)
}

#[test]
fn sitting_again_where_one_sits_draws_nothing() {
    let seeds: Vec<u64> = (0..GAMES as u64).collect();
    let mut seats: Vec<i8> = (0..GAMES as i8).map(|game| game % 3 - 1).collect();
    let [mut once, mut again] = [(); 2].map(|()| any(&tic(6), &seeds).unwrap());
    for batch in [&mut once, &mut again] {
        batch.enable_observations();
        batch.control(&seats, true);
    }
    for step in 0..60 {
        again.control(&seats, true);
        assert_eq!(arrays_of(&mut *once), arrays_of(&mut *again), "step {step}");
        let over: Vec<bool> = once.arrays().players.iter().map(|&player| player == OVER).collect();
        if step % 7 == 0 {
            // Another seat now for one game, in the middle of it or after its end.
            seats[step % GAMES] = (seats[step % GAMES] + 2) % 3 - 1;
            once.control(&seats, true);
        }
        for batch in [&mut once, &mut again] {
            batch.control(&seats, true);
            batch.reset(Some(&over), None, None);
            let actions = first_legal(&mut **batch);
            batch.step(BatchStep::of(&actions)).unwrap();
        }
    }
}

#[test]
fn others_that_wait_after_random_play_are_played_by_sitting_again() {
    let mut batch = any(&tic(6), &[1, 2]).unwrap();
    batch.control(&[0, 1], true);
    batch.play_random(0..2, Some(1));
    assert_eq!(batch.arrays().players, aview1(&[1, 0]));
    batch.control(&[0, 1], true);
    assert_eq!(batch.arrays().players, aview1(&[0, 1]));
}

#[test]
fn observations_of_a_batch_are_those_of_its_positions() {
    for preset in games::PRESETS {
        let rules = games::preset(preset.name).unwrap().rules;
        let mut batch = any(&rules, &[3, 4]).unwrap();
        batch.enable_observations();
        let width: usize = batch.info().observation_shape.iter().product();
        for turn in 0..30 {
            let over: Vec<bool> = batch.arrays().players.iter().map(|&seat| seat == OVER).collect();
            batch.reset(Some(&over), None, None);
            if turn % 3 == 0 {
                batch.play_random(0..2, Some(turn));
            } else {
                let actions = first_legal(&mut *batch);
                batch.step(BatchStep::of(&actions)).unwrap();
            }
            for game in 0..2 {
                let position = batch.position(game);
                let Decider::Player(viewer) = position.decider() else { continue };
                let mut expected = vec![9; width];
                position.fill_observation(viewer, &mut expected);
                let arrays = batch.arrays();
                let label = format!("{} game {game} turn {turn}", preset.name);
                assert!(arrays.observations.row(game) == aview1(&expected), "{label}");
                let mut board = arrays.boards.row(game).to_vec();
                let mut mask = arrays.masks.row(game).to_vec();
                position.fill_board(&mut board);
                position.fill_mask(&mut mask);
                let mut legal = Vec::new();
                position.legal_actions(&mut legal);
                assert_eq!(aview1(&board), arrays.boards.row(game), "{label}");
                assert_eq!(aview1(&mask), arrays.masks.row(game), "{label}");
                let marked = (0..mask.len()).filter(|&a| mask[a]).map(|a| Action(a as u16));
                assert!(marked.eq(legal), "{label}");
            }
        }
    }
}

#[test]
fn stepping_or_beginning_is_stepping_then_resetting_what_was_over() {
    let seeds: Vec<u64> = (0..GAMES as u64).collect();
    let [mut one, mut two] = [(); 2].map(|()| any(&tic(6), &seeds).unwrap());
    let observations = GAMES * one.info().observation_shape.iter().product::<usize>();
    let mut begun = 0;
    for step in 0..80 {
        let over: Vec<bool> = one.arrays().players.iter().map(|&player| player == OVER).collect();
        let which: Vec<bool> = (0..GAMES).map(|game| (game + step) % 5 > 0).collect();
        let both: Vec<bool> = over.iter().zip(&which).map(|(&over, &on)| over && on).collect();
        begun += both.iter().filter(|&&both| both).count();
        let actions = first_legal(&mut *one);
        one.step(BatchStep { mask: Some(&which), ..BatchStep::of(&actions) }).unwrap();
        one.reset(Some(&both), None, None);
        let mut seen = vec![9; observations];
        if step == 40 {
            one.enable_observations();
            two.enable_observations();
        }
        let out = Some(&mut seen[..]);
        two.step(BatchStep { actions: &actions, mask: Some(&which), autoreset: true, out })
            .unwrap();
        let mut expected = seen.clone();
        one.observe(&mut expected);
        assert!(seen == expected, "step {step}");
        assert_eq!(arrays_of(&mut *one), arrays_of(&mut *two), "step {step}");
    }
    assert!(begun > GAMES, "hardly a game has begun anew");
}

#[test]
fn observations_are_written_as_they_are_kept() {
    for preset in games::PRESETS {
        let rules = games::preset(preset.name).unwrap().rules;
        let mut batch = any(&rules, &[5, 6, 7]).unwrap();
        batch.enable_observations();
        for _ in 0..12 {
            batch.play_random(0..3, Some(5));
            let mut written = vec![9; batch.arrays().observations.len()];
            batch.observe(&mut written);
            assert!(batch.arrays().observations.iter().eq(&written), "{}", preset.name);
        }
    }
}

#[test]
fn a_game_outside_the_mask_stands_still() {
    let mut batch = any(&tic(5), &[1, 2]).unwrap();
    let before = batch.position(1);
    batch.step(BatchStep { mask: Some(&[true, false]), ..BatchStep::of(&[0, -1]) }).unwrap();
    assert_eq!(batch.position(1), before);
    assert_eq!(batch.position(0).turns(), 1);
    assert!(batch.step(BatchStep { mask: Some(&[false, true]), ..BatchStep::of(&[0, 0]) }).is_ok());
}

#[test]
fn a_refused_step_changes_no_game_at_all() {
    let mut batch = any(&tic(5), &[1, 2, 3]).unwrap();
    let before: Vec<_> = (0..3).map(|game| batch.position(game)).collect();
    let refused = batch.step(BatchStep::of(&[0, 25, 1])).unwrap_err();
    assert_eq!(refused.game, 1);
    let after: Vec<_> = (0..3).map(|game| batch.position(game)).collect();
    assert_eq!(before, after);
}

#[test]
fn random_others_draw_from_the_games_own_stream() {
    let rules = tic(9);
    let seed = 11;
    let mut batch = any(&rules, &[seed]).unwrap();
    batch.control(&[1], true);
    // Seat 0 has drawn its first stone from an ascending list of all points.
    let sampled = Stream::new(episode_seed(seed, 0)).below(81);
    let mut expected = rules.start(seed);
    expected.play(Action(sampled as u16)).unwrap();
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
