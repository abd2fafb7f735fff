//! The solver beside plain minimax.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use fivefold::games::pah_tum::solver::{Progress, Settings, Solution, solve};
use fivefold::games::pah_tum::{Options, PahTum, Setup};
use fivefold::position::{Action, Decider, Player, Position, RandomPlay, Rules};
use fivefold::stream::Stream;

/// Every move to the end of every line: points of seat 0 less those of seat 1.
fn minimax(position: &PahTum) -> i32 {
    let Decider::Player(Player(seat)) = position.decider() else {
        let [first, second] = position.scores();
        return first - second;
    };
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    let values = actions.iter().map(|&action| {
        let mut next = position.clone();
        next.play_unchecked(action);
        minimax(&next)
    });
    if seat == 0 { values.max() } else { values.min() }.expect("a move while the game runs")
}

/// A position with `empty` empty squares, or an earlier end, out of random play.
fn ending(rules: &Options, empty: u32, stream: &mut Stream) -> PahTum {
    let mut position = rules.start(stream);
    while position.empty().count_ones() > empty && position.decider() != Decider::Over {
        let action = position.sample_legal(stream, &mut Vec::new());
        position.play_unchecked(action);
    }
    position
}

fn solution(position: &PahTum, threads: usize) -> Solution {
    let settings = Settings { threads, memory: 1 << 20, nodes: None };
    solve(position, settings, |_| ControlFlow::Continue(())).unwrap().expect("not broken off")
}

/// The value of a line, played from a position; every move is checked.
fn follow(position: &PahTum, line: &[Action]) -> i32 {
    let mut end = position.clone();
    for &action in line {
        end.play(action).expect("a legal line");
    }
    assert_eq!(end.decider(), Decider::Over);
    minimax(&end)
}

fn agrees_with_minimax(rules: &Options, empty: u32, endings: u64) {
    for seed in 0..endings {
        let position = ending(rules, empty, &mut Stream::new(seed));
        let solution = solution(&position, 1);
        assert_eq!(solution.value, minimax(&position), "{rules:?} seed {seed}\n{position}");
        assert_eq!(follow(&position, &solution.line), solution.value, "{rules:?} seed {seed}");
    }
}

#[test]
fn plain_endings_agree_with_minimax() {
    for (size, empty, endings) in
        [(5, 4, 500), (5, 6, 400), (5, 7, 60), (7, 5, 500), (7, 6, 300), (9, 5, 200), (11, 5, 200)]
    {
        agrees_with_minimax(&Options { size, ..Options::default() }, empty, endings);
    }
}

#[test]
fn custodial_endings_agree_with_minimax() {
    for (size, stones, empty, endings) in [
        (5, Some(40), 5, 400),
        (5, None, 6, 100),
        (5, Some(9), 6, 200),
        (7, Some(18), 5, 400),
        (7, Some(40), 6, 200),
        (9, Some(40), 5, 100),
    ] {
        for setup in [Setup::Random, Setup::Cut] {
            let rules = Options { size, stones, setup: Some(setup), ..Options::custodial() };
            agrees_with_minimax(&rules, empty, endings / 2);
        }
    }
}

#[test]
fn one_thread_and_two_find_the_same() {
    for seed in 0..20 {
        let plain = ending(&Options::default(), 12, &mut Stream::new(seed));
        let custodial = ending(&Options::custodial(), 8, &mut Stream::new(seed));
        for position in [plain, custodial] {
            let (one, two) = (solution(&position, 1), solution(&position, 2));
            assert_eq!((one.value, one.line), (two.value, two.line), "seed {seed}");
        }
    }
}

#[test]
fn a_small_table_changes_nothing_but_the_work() {
    for seed in 0..10 {
        let position = ending(&Options::default(), 12, &mut Stream::new(seed));
        let small = Settings { threads: 1, memory: 0, nodes: None };
        let small = solve(&position, small, |_| ControlFlow::Continue(())).unwrap().unwrap();
        let large = solution(&position, 1);
        assert_eq!((small.value, &small.line), (large.value, &large.line));
        assert!(small.nodes > large.nodes);
    }
}

#[test]
fn values_are_invariant_under_motions() {
    for rules in [Options { size: 5, ..Options::default() }, Options::custodial()] {
        let empty = if rules.custodial { 7 } else { 13 };
        for seed in 0..10 {
            let position = ending(&rules, empty, &mut Stream::new(seed));
            let value = solution(&position, 1).value;
            for symmetry in rules.symmetries() {
                assert_eq!(solution(&position.image(&symmetry), 1).value, value, "seed {seed}");
            }
        }
    }
}

#[test]
fn the_first_player_never_loses_from_the_start() {
    // A further stone harms nobody, so whoever moves first may play as if second.
    let rules = Options { size: 5, ..Options::default() };
    for seed in 1..4 {
        let start = rules.start(&mut Stream::new(seed));
        let solution = solution(&start, 1);
        assert!(solution.value >= 0, "{start}");
        assert_eq!(follow(&start, &solution.line), solution.value);
    }
}

#[test]
fn a_start_is_worth_its_best_move() {
    // From the start the colours are alike, and keys forget which is which; after a move they are
    // not: two ways through the table to the same value.
    let start = Options { size: 5, ..Options::default() }.start(&mut Stream::new(1));
    let mut actions = Vec::new();
    start.legal_actions(&mut actions);
    let values = actions.iter().map(|&action| {
        let mut next = start.clone();
        next.play_unchecked(action);
        solution(&next, 1).value
    });
    assert_eq!(values.max(), Some(solution(&start, 1).value));
}

#[test]
fn a_symmetric_layout_is_solved_like_any_other() {
    // All eight motions keep it: found values are shared between images.
    let layout = ["a1", "a5", "c3", "e1", "e5"].map(str::to_owned).to_vec();
    let rules = Options { size: 5, layout: Some(layout), ..Options::default() };
    let start = rules.start(&mut Stream::new(0));
    let solved = solution(&start, 1);
    assert_eq!(follow(&start, &solved.line), solved.value);
    for seed in 0..100 {
        let mut position = start.clone();
        let mut stream = Stream::new(seed);
        while position.empty().count_ones() > 6 {
            let action = position.sample_legal(&mut stream, &mut Vec::new());
            position.play_unchecked(action);
        }
        assert_eq!(solution(&position, 1).value, minimax(&position));
    }
}

#[test]
fn a_search_is_broken_off_soon_and_tells_how_far_it_came() {
    let start = Options::custodial().normalised();
    let rules = Options { setup: Some(Setup::Random), ..start };
    let position = rules.start(&mut Stream::new(0));
    let (began, mut reports) = (Instant::now(), Vec::new());
    let result =
        solve(&position, Settings { threads: 2, memory: 1 << 20, nodes: None }, |progress| {
            reports.push(progress);
            if reports.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    assert_eq!(result, Ok(None));
    // Three pulses of 80 ms and the way out; generous for a busy machine.
    assert!(began.elapsed() < Duration::from_secs(5));
    let Progress { nodes, lower, upper } = reports[2];
    assert!(nodes > reports[0].nodes && lower < upper);
}

#[test]
fn set_ups_and_boards_too_large_are_refused() {
    let solve = |position: &PahTum| {
        solve(position, Settings::default(), |_| ControlFlow::Continue(())).unwrap_err().rule
    };
    assert_eq!(solve(&Options::custodial().start(&mut Stream::new(0))), "T3");
    assert_eq!(solve(&Options::default().start(&mut Stream::new(0))), "T1");
}

#[test]
fn plain_positions_of_up_to_31_empty_squares_are_searched() {
    let rules = Options::default();
    for (empty, is_searched) in [(31, true), (32, false)] {
        let position = ending(&rules, empty, &mut Stream::new(2));
        let settings = Settings { threads: 1, memory: 1 << 12, nodes: Some(1) };
        let result = solve(&position, settings, |_| ControlFlow::Continue(()));
        let expected = if is_searched { Ok(None) } else { Err("T1") };
        assert_eq!(result.map_err(|refusal| refusal.rule), expected, "{empty} empty squares");
    }
}

#[test]
fn a_finished_game_has_its_margin_and_no_line() {
    let position = ending(&Options::default(), 0, &mut Stream::new(1));
    let solution = solution(&position, 1);
    assert_eq!((solution.value, solution.line.len()), (minimax(&position), 0));
}

#[test]
fn a_limit_of_positions_ends_the_search() {
    let position = ending(&Options::default(), 14, &mut Stream::new(5));
    let within = |nodes, threads| {
        let settings = Settings { threads, memory: 1 << 20, nodes };
        solve(&position, settings, |_| ControlFlow::Continue(())).unwrap()
    };
    let whole = within(None, 1).unwrap();
    assert!(whole.nodes > 4_096, "too easy: {} positions", whole.nodes);
    for threads in [1, 2] {
        assert_eq!(within(Some(1), threads), None);
        assert_eq!(within(Some(u64::MAX), threads).unwrap().value, whole.value);
    }
    assert_eq!(within(Some(whole.nodes), 1), Some(whole));
}

#[test]
fn the_work_of_a_search_is_pinned() {
    // Positions looked at by one thread, so that no bound, order or key changes by accident. Who
    // changes one on purpose writes the new numbers here.
    let work = |rules: Options, empty: u32, memory: usize| -> u64 {
        let nodes = |seed| {
            let position = ending(&rules, empty, &mut Stream::new(seed));
            let settings = Settings { threads: 1, memory, nodes: None };
            let go_on = |_: Progress| ControlFlow::Continue(());
            solve(&position, settings, go_on).unwrap().unwrap().nodes
        };
        (0..6).map(nodes).sum()
    };
    let limited = Options { size: 7, stones: Some(18), ..Options::custodial() };
    let nodes = [
        work(Options { size: 5, ..Options::default() }, 14, 1 << 20),
        work(Options { size: 5, ..Options::default() }, 17, 1 << 20),
        work(Options::default(), 13, 1 << 12),
        work(Options { size: 11, ..Options::default() }, 12, 1 << 20),
        work(Options::custodial(), 8, 1 << 20),
        work(Options::custodial(), 9, 1 << 10),
        work(Options { setup: Some(Setup::Random), ..limited }, 15, 1 << 20),
    ];
    assert_eq!(nodes, [32_791, 370_086, 50_831, 7_032, 10_772, 69_486, 3_132]);
}
