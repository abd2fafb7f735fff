//! Rules, positions and sequences are shared by threads that know nothing of each other, as Python without
//! a global lock would: all see the same, whoever comes first.

use std::ops::ControlFlow;
use std::sync::Barrier;

use fivefold::games::{self, AnyPosition};
use fivefold::playout::{Sequence, Source};
use fivefold::position::{Action, Notation as _, Position as _};

const THREADS: usize = 8;

/// Runs the same work in all threads at once and gives what each of them found.
fn at_once<T: Send>(work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (barrier, work) = (&Barrier::new(THREADS), &work);
    std::thread::scope(|scope| {
        let started: Vec<_> = (0..THREADS)
            .map(|thread| {
                scope.spawn(move || {
                    barrier.wait();
                    work(thread)
                })
            })
            .collect();
        started.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn all_equal<T: PartialEq + std::fmt::Debug>(answers: &[T], label: &str) {
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{label}");
}

/// What can be asked of a position, as text: its board, its legal moves and its mask.
fn described(position: &AnyPosition) -> String {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    let moves: Vec<String> = actions.iter().map(|&action| position.move_text(action)).collect();
    format!("{position} {moves:?}")
}

#[test]
fn threads_that_share_a_position_see_the_same() {
    for preset in games::PRESETS {
        let game = games::preset(preset.name).unwrap();
        let sequence = Sequence { game, source: Source::Rules, seed: 3 };
        let (mut shared, actions) = sequence.game(0);
        for &action in actions.iter().take(10) {
            shared.play(action).unwrap();
        }
        let answers = at_once(|_| (0..5).map(|_| described(&shared)).collect::<Vec<_>>());
        all_equal(&answers, preset.name);
    }
}

#[test]
fn threads_that_go_on_from_one_position_do_not_disturb_each_other() {
    for preset in games::PRESETS {
        let game = games::preset(preset.name).unwrap();
        let sequence = Sequence { game, source: Source::Rules, seed: 4 };
        let expected: Vec<Vec<Action>> =
            (0..THREADS as u64).map(|number| sequence.game(number).1).collect();
        let answers = at_once(|thread| sequence.game(thread as u64).1);
        assert_eq!(answers, expected, "{}", preset.name);
    }
}

/// The pools of threads are shared too, and made by whoever asks first.
#[test]
fn threads_that_play_in_pools_play_the_same_games() {
    for name in ["freestyle", "renju", "pagoda", "pah_tum", "custodial_pah_tum", "pentagame"] {
        let game = games::preset(name).unwrap();
        let sequence = Sequence { game, source: Source::Rules, seed: 5 };
        let games = if name == "pentagame" { 8 } else { 64 };
        let answers = at_once(|thread| {
            sequence.play(0, games, 1 + thread % 3, |_| ControlFlow::Continue(())).unwrap()
        });
        all_equal(&answers, name);
    }
}
