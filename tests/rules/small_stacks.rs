//! Deep trees and long games need no deep stack: callers may have threads with little of it.

use std::ops::ControlFlow;

use fivefold::board::Size;
use fivefold::games;
use fivefold::perft::{Unit, perft};
use fivefold::position::{Position as _, SetUp};
use serde_json::json;

/// Runs something in a thread with a stack of 128 KiB.
fn in_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(work).unwrap();
    thread.join().unwrap();
}

#[test]
fn perft_of_a_thousand_actions_fits_a_small_stack() {
    for unit in [Unit::Action, Unit::Turn] {
        in_a_small_stack(move || {
            let options = json!({"size": 63});
            let game = games::build("gomoku", options.as_object().unwrap()).unwrap();
            // Stopped when the first sequences have been counted, or it would never end.
            let count = perft(&game.rules.start(0), 1000, unit, || ControlFlow::Break(()));
            assert_eq!(count, None);
        });
    }
}

#[test]
#[ignore = "slow: `make check` runs it"]
fn fouls_of_a_lattice_fit_a_small_stack() {
    let options = json!({"size": 63});
    let game = games::build("renju", options.as_object().unwrap()).unwrap();
    let filled =
        |row: usize| if matches!(row % 6, 2 | 3) { "X".repeat(63) } else { ".".repeat(63) };
    let diagram: Vec<String> = (0..63).map(filled).collect();
    let cells = fivefold::board::read(&diagram.join("\n"), Size::square(63), &['.', 'X', 'O']);
    let set_up = SetUp { cells: cells.unwrap(), player: 0, check: false, ..SetUp::default() };
    let position = game.rules.set_up(&set_up).unwrap();
    std::thread::Builder::new()
        .stack_size(512 << 10)
        .spawn(move || {
            let mut actions = Vec::new();
            position.legal_actions(&mut actions);
            assert!(!actions.is_empty());
        })
        .unwrap()
        .join()
        .unwrap();
}
