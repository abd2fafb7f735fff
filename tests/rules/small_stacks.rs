//! Deep trees and long games need no deep stack: callers may have threads with little of it.

use std::ops::ControlFlow;

use fivefold::games;
use fivefold::perft::{Unit, perft};
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
