//! The limits of a search hold to its end, the finishing of the line included.

use std::ops::ControlFlow;

use fivefold::games::AnyPosition;
use fivefold::stream::Stream;
use fivefold::threats::{ForcedWin, forced_win};

use crate::claims::win;
use crate::{cases, judge};

/// Positions in play, under every option.
fn positions(seed: u64) -> Vec<AnyPosition> {
    let mut stream = Stream::new(seed);
    let mut positions = Vec::new();
    for (preset, options) in cases::all() {
        let rules = cases::rules(preset, &options, [11, 11]);
        for _ in 0..6 {
            let turns = 10 + stream.below(20);
            positions.extend(cases::played(&rules, turns, &mut stream));
        }
    }
    positions
}

fn search(
    position: &AnyPosition,
    nodes: u64,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<ForcedWin> {
    match position {
        AnyPosition::Gomoku(inner) => forced_win(inner, nodes, true, tick),
        AnyPosition::Renju(inner) => forced_win(inner, nodes, true, tick),
        AnyPosition::Pagoda(inner) => forced_win(inner, nodes, true, tick),
        _ => None,
    }
}

#[test]
fn a_win_counts_no_more_positions_than_allowed_and_its_line_is_whole() {
    let mut wins = 0;
    for position in positions(36) {
        let Some(first) = win(&position, 1_000) else { continue };
        for nodes in [1_000, first.nodes, first.nodes / 2 + 1, 3] {
            if let Some(win) = win(&position, nodes) {
                wins += 1;
                assert!(win.nodes <= nodes, "{} of {nodes}\n{position}", win.nodes);
                judge::check(&position, &win);
            }
        }
    }
    assert!(wins > 40, "{wins}");
}

#[test]
fn a_pulse_that_breaks_off_is_not_called_again_and_nothing_is_claimed() {
    let mut stopped = 0;
    for position in positions(37) {
        for allowed in [0, 1, 3, 9, 27] {
            let mut calls = 0;
            let mut tick = || {
                calls += 1;
                if calls > allowed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let win = search(&position, 1_000, &mut tick);
            assert!(calls <= allowed + 1, "{calls} after {allowed}\n{position}");
            if calls > allowed {
                stopped += 1;
                assert!(win.is_none(), "{position}");
            }
        }
    }
    assert!(stopped > 100, "{stopped}");
}
