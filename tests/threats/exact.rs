//! The exact search over all moves: what it says is what best play gives; it can be broken off, kept
//! as bytes and gone on with.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use fivefold::board::Colour;
use fivefold::games::{AnyPosition, Rules};
use fivefold::position::{Action, Decider, Notation, Payoffs, Player, Position, SetUp};
use fivefold::solve::solve;
use fivefold::stream::Stream;
use fivefold::threats::ProofEntry;
use fivefold::threats::exact::{Exact, Verdict};
use serde_json::json;

use crate::{cases, judge};

const MEMORY: usize = 1 << 20;

fn freestyle(size: [u8; 2]) -> Rules {
    cases::rules("freestyle", &json!({}), size)
}

fn search_of(position: &AnyPosition, attacker: Colour) -> Option<Exact> {
    match position {
        AnyPosition::Gomoku(inner) => Exact::new(inner, attacker, MEMORY),
        AnyPosition::Renju(inner) => Exact::new(inner, attacker, MEMORY),
        AnyPosition::Pagoda(inner) => Exact::new(inner, attacker, MEMORY),
        _ => None,
    }
}

fn run(search: &mut Exact, max: u64) -> Verdict {
    search.run(max, &mut |_| ControlFlow::Continue(()))
}

#[test]
fn its_verdict_is_what_best_play_gives() {
    let mut stream = Stream::new(61);
    let (mut counts, mut open) = ([0; 2], 0);
    for round in 0..90 {
        let rules = freestyle([[5, 5], [6, 5], [6, 6], [5, 7]][round % 4]);
        let shares = [[28, 28], [35, 32], [37, 36]][round % 3];
        let Some(position) = cases::strewn(&rules, shares, &mut stream) else { continue };
        let AnyPosition::Gomoku(game) = &position else { unreachable!() };
        let tick = &mut || ControlFlow::Continue(());
        let payoffs = Payoffs::of(&rules.info());
        let Some(solution) = solve(game, &payoffs, Some(60_000), tick) else { continue };
        for attacker in Colour::BOTH {
            let mut search = search_of(&position, attacker).unwrap();
            let is_won = solution.returns[attacker.index()] > 0.0;
            let wanted = if is_won { Verdict::Won } else { Verdict::NotWon };
            let verdict = run(&mut search, 12_000);
            if verdict == Verdict::Open {
                open += 1;
                continue;
            }
            assert_eq!(verdict, wanted, "{attacker}\n{position}");
            counts[usize::from(is_won)] += 1;
            assert_eq!(search.proof().is_some(), is_won);
        }
    }
    assert!(counts.iter().all(|&count| count > 15) && open < 40, "{counts:?} {open}");
}

/// The stones of a position, the attacker's first, as its least image.
fn canonical_image(rules: &Rules, stones: &[Vec<u16>; 2]) -> [Vec<u16>; 2] {
    let images = rules.symmetries().into_iter().map(|symmetry| {
        [0, 1].map(|side| {
            let moved = stones[side].iter().map(|&point| symmetry.points[usize::from(point)]);
            let mut moved: Vec<_> = moved.collect();
            moved.sort_unstable();
            moved
        })
    });
    images.min().expect("the identity")
}

/// Judges a proof by the rules alone: after each attack every legal answer leads to a position that is
/// won at once, by the fours named, or by another entry.
fn check_proof(rules: &Rules, attacker: Colour, search: &Exact) -> usize {
    let entries = search.proof().expect("a proof");
    let plain =
        |entry: &ProofEntry| entry.stones.clone().map(|side| side.iter().map(|p| p.0).collect());
    let named: HashMap<[Vec<u16>; 2], usize> = (0..)
        .zip(&entries)
        .map(|(at, entry)| (canonical_image(rules, &plain(entry)), at))
        .collect();
    let player = attacker.index() as u8;
    let points = rules.info().board_shape().iter().product();
    for entry in &entries {
        let mut cells = vec![0; points];
        for (side, stones) in plain(entry).iter().enumerate() {
            let colour = if side == 0 { attacker } else { attacker.other() };
            for &point in stones {
                cells[usize::from(point)] = colour as i8 + 1;
            }
        }
        let position = rules.set_up(&SetUp { cells, player, ..SetUp::default() }).expect("set up");
        let line: Vec<_> = entry.line.iter().map(|point| Action(point.0)).collect();
        let Some(attack) = entry.attack else {
            assert!(judge::fours_win(&position, Player(player), &line), "{line:?}\n{position}");
            continue;
        };
        let next = judge::after(&position, Action(attack.0));
        if judge::has_won(&next, Player(player)) {
            continue;
        }
        assert!(!judge::wins_at_once(&next), "{attack:?}\n{position}");
        for answer in judge::legal(&next) {
            let then = judge::after(&next, answer);
            assert!(then.decider() != Decider::Over, "{attack:?} {answer:?}\n{position}");
            if judge::wins_at_once(&then)
                || !line.is_empty() && judge::fours_win(&then, Player(player), &line)
            {
                continue;
            }
            let mut stones: [Vec<u16>; 2] = plain(entry);
            stones[0].push(attack.0);
            stones[1].push(answer.0);
            let is_named = named.contains_key(&canonical_image(rules, &stones));
            assert!(is_named, "after {attack:?} nothing is found of {answer:?}:\n{position}");
        }
    }
    entries.len()
}

#[test]
fn every_answer_to_a_proof_of_all_moves_is_lost() {
    let mut stream = Stream::new(63);
    let (mut proofs, mut long) = (0, 0);
    for round in 0..60 {
        let rules = freestyle([[6, 6], [7, 7], [6, 7]][round % 3]);
        let Some(position) = cases::strewn(&rules, [22, 22], &mut stream) else { continue };
        for attacker in Colour::BOTH {
            let mut search = search_of(&position, attacker).unwrap();
            if run(&mut search, 6_000) == Verdict::Won {
                proofs += 1;
                long += usize::from(check_proof(&rules, attacker, &search) > 10);
            }
        }
    }
    assert!(proofs > 20 && long > 2, "{proofs} {long}");
}

/// A board of 9 by 9 with White's stones far away.
fn on_nine(moves: &str) -> AnyPosition {
    let mut position = freestyle([9, 9]).start(0);
    for text in moves.split(' ') {
        let action = position.parse_move(text).unwrap();
        position.play(action).unwrap();
    }
    position
}

/// Three stones beside each other, which win by threats.
fn quiet() -> AnyPosition {
    on_nine("e5 a1 f6 i1 e6 a9")
}

#[test]
fn in_pieces_kept_as_bytes_it_comes_to_the_same_verdict() {
    let mut stream = Stream::new(62);
    let (mut tried, mut max) = (0, 0);
    while tried < 6 {
        let Some(position) = cases::strewn(&freestyle([6, 6]), [28, 28], &mut stream) else {
            continue;
        };
        let mut whole = search_of(&position, Colour::Black).unwrap();
        let verdict = run(&mut whole, 40_000);
        if verdict == Verdict::Open || whole.nodes() < 2_000 {
            continue;
        }
        tried += 1;
        let mut search = search_of(&position, Colour::Black).unwrap();
        let mut pieces = 0;
        while run(&mut search, 1_500) == Verdict::Open && pieces < 200 {
            search = Exact::from_bytes(&search.to_bytes(), MEMORY).unwrap();
            pieces += 1;
        }
        max = max.max(pieces);
        assert_eq!(search.verdict(), verdict, "{position}");
        let stored = Exact::from_bytes(&search.to_bytes(), MEMORY).unwrap();
        assert_eq!((stored.verdict(), stored.nodes()), (verdict, search.nodes()));
        assert_eq!(stored.proof(), search.proof());
    }
    assert!(max > 1);
}

#[test]
fn damaged_bytes_are_refused() {
    let mut search = search_of(&quiet(), Colour::Black).unwrap();
    run(&mut search, 2_000);
    let bytes = search.to_bytes();
    for place in (0..bytes.len()).step_by(bytes.len() / 40) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 4;
        assert!(Exact::from_bytes(&damaged, MEMORY).is_none());
        assert!(Exact::from_bytes(&bytes[..place], MEMORY).is_none());
    }
}

#[test]
fn broken_off_it_says_so_and_goes_on() {
    let mut search = search_of(&quiet(), Colour::Black).unwrap();
    assert_eq!(search.run(u64::MAX, &mut |_| ControlFlow::Break(())), Verdict::Open);
    assert!(search.nodes() < 200, "{}", search.nodes());
    assert!(search.proof().is_none());
    assert_ne!(run(&mut search, 20_000_000), Verdict::Open);
}

#[test]
fn it_tells_how_many_positions_it_has_looked_at() {
    let mut search = search_of(&quiet(), Colour::Black).unwrap();
    let mut reports = Vec::new();
    search.run(1_000, &mut |nodes| {
        reports.push(nodes);
        ControlFlow::Continue(())
    });
    let began = search.nodes();
    assert!(reports.len() > 3 && began >= 1_000, "{reports:?}");
    let step = reports[0];
    assert!(step > 1 && reports.iter().zip(1..).all(|(&nodes, number)| nodes == number * step));
    // Gone on with, it counts on.
    search.run(1_000, &mut |nodes| {
        assert_eq!(nodes, began + step);
        ControlFlow::Break(())
    });
}

#[test]
fn without_memory_for_proven_positions_it_stays_open() {
    let AnyPosition::Gomoku(game) = &on_nine("e5 a1 f6 a9") else { unreachable!() };
    let mut search = Exact::new(game, Colour::Black, 0).unwrap();
    assert_eq!(run(&mut search, 1_000_000), Verdict::Open);
    assert!(search.is_full());
}

#[test]
fn proven_positions_take_three_quarters_of_the_memory_at_most() {
    let AnyPosition::Gomoku(game) = &on_nine("e5 a1 f6 a9") else { unreachable!() };
    let bytes = 64 << 10;
    let mut search = Exact::new(game, Colour::Black, bytes).unwrap();
    assert_eq!(run(&mut search, 1_000_000), Verdict::Open);
    assert!(search.is_full());
    // About 80 bytes each; one win by threats may bring some more at once.
    let (proven, max) = (search.proven().load(Ordering::Relaxed) as usize, bytes * 3 / 4 / 80);
    assert!((max..max + max / 4).contains(&proven), "{proven}, {max}");
}

#[test]
fn it_is_asked_only_where_five_or_more_win_for_both() {
    let is_supported = |preset, options| {
        let rules = cases::rules(preset, &options, [9, 9]);
        let position = rules.start(0);
        assert_eq!(position.decider(), Decider::Player(fivefold::position::Player(0)));
        search_of(&position, Colour::Black).is_some()
    };
    assert!(is_supported("freestyle", json!({})));
    assert!(!is_supported("gomoku", json!({"first_move": "anywhere"})));
    assert!(!is_supported("renju", json!({"first_move": "anywhere"})));
    assert!(!is_supported("pente", json!({})));
}
