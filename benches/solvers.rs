//! Exact searches beside each other: what a game's own solver does, and what the shared one of
//! `src/solve/` does on the same positions. The reasons in `src/solve/mod.rs` have their figures from here.
//!
//! Each row: positions solved within the limit of nodes, nodes of the solved ones, and seconds of
//! processor time over all positions. `cargo bench --bench solvers --profile quick` is enough: nodes do
//! not depend on how it is compiled.

use std::ops::ControlFlow;

use fivefold::board::Colour;
use fivefold::games::gomoku::{self, Gomoku};
use fivefold::games::{AnyPosition, build, pah_tum};
use fivefold::position::{
    EndgameBounds, Exact, ExactSolver, MoveOrdering, Payoffs, Position, RandomPlay, Rules,
};
use fivefold::solve::solve;
use fivefold::stones::BoardSize;
use fivefold::stream::Stream;
use fivefold::threats::{exact, forced_win};
use serde_json::json;

/// Nodes for each position.
const LIMIT: u64 = 2_000_000;

fn main() {
    for (name, rules, empty) in [
        ("pah_tum, 9 squares left", pah_tum::Options::default(), 9),
        ("custodial_pah_tum, 7 squares left", pah_tum::Options::custodial(), 7),
    ] {
        let endings: Vec<_> = (0..20)
            .map(|seed| {
                let mut stream = Stream::new(seed);
                let mut position = rules.start(&mut stream);
                while position.empty().count_ones() > empty && position.outcome().is_none() {
                    let action = position.sample_legal(&mut stream, &mut Vec::new());
                    position.play_unchecked(action);
                }
                position
            })
            .collect();
        let payoffs = Payoffs::of(&rules.info());
        report(name, "its own, for points", &endings, own);
        report(name, "shared, for the result", &endings, |one| shared(one, &payoffs));
    }
    let options = json!({"players": 2}).as_object().cloned().unwrap_or_default();
    let game = build("pentagame", &options).expect("a preset");
    for turns in 1..=3 {
        let endings: Vec<_> = (0..20)
            .filter_map(|seed| match before_the_end(game.rules.start(seed), turns, seed)? {
                AnyPosition::Pentagame(position) => Some(position),
                _ => None,
            })
            .collect();
        let (name, payoffs) =
            (format!("pentagame, {turns} turns left"), Payoffs::of(&game.rules.info()));
        report(&name, "its own", &endings, own);
        report(&name, "shared", &endings, |one| shared(one, &payoffs));
    }
    let wins = wins();
    let tick = &mut || ControlFlow::Continue(());
    report("freestyle 11x11, forced wins", "threats/proof_numbers.rs", &wins, |one| {
        forced_win(one, LIMIT / 100, true, tick).map(|win| win.nodes)
    });
    report("freestyle 11x11, forced wins", "threats/exact/", &wins, |one| {
        let colour = if one.turns() % 2 == 0 { Colour::Black } else { Colour::White };
        let mut search = exact::Exact::new(one, colour, 64 << 20)?;
        let verdict = search.run(LIMIT / 100, &mut |_| ControlFlow::Continue(()));
        (verdict == exact::Verdict::Won).then(|| search.nodes())
    });
}

fn own<P: ExactSolver>(position: &P) -> Option<u64> {
    match position.solve_exactly(Some(LIMIT), &mut || ControlFlow::Continue(())) {
        Exact::Line(_, nodes) => Some(nodes),
        Exact::NoSolver | Exact::Unknown => None,
    }
}

fn shared<P: MoveOrdering + EndgameBounds>(position: &P, payoffs: &Payoffs) -> Option<u64> {
    solve(position, payoffs, Some(LIMIT), &mut || ControlFlow::Continue(())).map(|win| win.nodes)
}

/// The position some turns before the end of a random game.
fn before_the_end(start: AnyPosition, turns: usize, seed: u64) -> Option<AnyPosition> {
    let (mut stream, mut position, mut begun) = (Stream::new(seed), start, Vec::new());
    let mut last = None;
    while position.outcome().is_none() {
        if last != Some(position.turns()) {
            last = Some(position.turns());
            begun.push(position.clone());
        }
        let action = position.sample_legal(&mut stream, &mut Vec::new());
        position.play_unchecked(action);
    }
    begun.len().checked_sub(turns).map(|at| begun[at].clone())
}

/// Positions on 11x11 that are won by threats, but not by the next stone.
fn wins() -> Vec<Gomoku> {
    let rules = gomoku::Options { size: BoardSize::Side(11), ..gomoku::Options::freestyle() };
    let (mut stream, mut positions) = (Stream::new(7), Vec::new());
    while positions.len() < 20 {
        let mut position = rules.start(&mut stream);
        for _ in 0..30 {
            let mut actions = Vec::new();
            position.winning_actions(&mut actions);
            if position.outcome().is_some() || !actions.is_empty() {
                break;
            }
            position.blocking_actions(&mut actions);
            if actions.is_empty() {
                let tick = &mut || ControlFlow::Continue(());
                if forced_win(&position, 2_000, false, tick).is_some_and(|win| win.line.len() > 5) {
                    positions.push(position.clone());
                    break;
                }
                position.near_actions(&mut actions);
            }
            position.play_unchecked(actions[stream.below(actions.len())]);
        }
    }
    positions
}

fn report<P>(what: &str, by: &str, positions: &[P], mut nodes: impl FnMut(&P) -> Option<u64>) {
    let before = seconds();
    let solved: Vec<u64> = positions.iter().filter_map(&mut nodes).collect();
    let (count, all, total) = (solved.len(), positions.len(), solved.iter().sum::<u64>());
    println!(
        "{what:34} {by:26} {count:2} of {all}  {total:10} nodes  {:8.3} s",
        seconds() - before
    );
}

/// Processor time of this thread.
fn seconds() -> f64 {
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    schedstat.split(' ').next().and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}
