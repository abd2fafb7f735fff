//! The exact search over all moves: what it says is what best play gives; it can be broken off, kept
//! as bytes and gone on with.

use std::ops::ControlFlow;

use fivefold::board::Colour;
use fivefold::games::{AnyPosition, Rules};
use fivefold::position::{Decider, Notation, Position};
use fivefold::search::{Stakes, solve};
use fivefold::stream::Stream;
use fivefold::threats::exact::{Exact, Verdict};
use serde_json::json;

use crate::cases;

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

fn run(search: &mut Exact, most: u64) -> Verdict {
    search.run(most, &mut |_| ControlFlow::Continue(()))
}

#[test]
fn its_verdict_is_what_best_play_gives() {
    let mut stream = Stream::new(61);
    let mut counts = [0; 2];
    for round in 0..240 {
        let rules = freestyle([[5, 5], [6, 5], [6, 6], [5, 7]][round % 4]);
        let shares = [[22, 20], [28, 28], [35, 32]][round % 3];
        let Some(position) = cases::strewn(&rules, shares, &mut stream) else { continue };
        let AnyPosition::Gomoku(game) = &position else { unreachable!() };
        let pulse = &mut || ControlFlow::Continue(());
        let stakes = Stakes::of(&rules.info());
        let Some(solution) = solve(game, &stakes, Some(60_000), pulse) else { continue };
        for attacker in Colour::BOTH {
            let mut search = search_of(&position, attacker).unwrap();
            let is_won = solution.returns[attacker.index()] > 0.0;
            let wanted = if is_won { Verdict::Won } else { Verdict::NotWon };
            assert_eq!(run(&mut search, 1_000_000), wanted, "{attacker}\n{position}");
            counts[usize::from(is_won)] += 1;
            assert_eq!(search.proof().is_some(), is_won);
        }
    }
    assert!(counts.iter().all(|&count| count > 30), "{counts:?}");
}

/// A board on which Black needs quiet moves: no threats win alone.
fn quiet() -> AnyPosition {
    let rules = freestyle([7, 7]);
    let mut position = rules.start(0);
    for text in "d4 a1 e5 g1 c4 a7".split(' ') {
        let action = position.parse_move(text).unwrap();
        position.play(action).unwrap();
    }
    position
}

#[test]
fn in_pieces_kept_as_bytes_it_comes_to_the_same_verdict() {
    let mut whole = search_of(&quiet(), Colour::Black).unwrap();
    let verdict = run(&mut whole, 20_000_000);
    assert_ne!(verdict, Verdict::Open);
    let mut search = search_of(&quiet(), Colour::Black).unwrap();
    let mut pieces = 0;
    while run(&mut search, whole.nodes() / 5 + 100) == Verdict::Open {
        search = Exact::from_bytes(&search.to_bytes(), MEMORY).unwrap();
        pieces += 1;
        assert!(pieces < 100);
    }
    assert!(pieces > 1);
    assert_eq!(search.verdict(), verdict);
    let kept = Exact::from_bytes(&search.to_bytes(), MEMORY).unwrap();
    assert_eq!((kept.verdict(), kept.nodes()), (verdict, search.nodes()));
    assert_eq!(kept.proof(), search.proof());
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
fn without_memory_for_proven_positions_it_stays_open() {
    let AnyPosition::Gomoku(game) = &quiet() else { unreachable!() };
    let mut search = Exact::new(game, Colour::Black, 0).unwrap();
    assert_eq!(run(&mut search, 1_000_000), Verdict::Open);
    assert!(search.is_full());
}

#[test]
fn it_is_asked_only_where_five_or_more_win_for_both() {
    let asked = |preset, options| {
        let rules = cases::rules(preset, &options, [9, 9]);
        let position = rules.start(0);
        assert_eq!(position.decider(), Decider::Player(fivefold::position::Player(0)));
        search_of(&position, Colour::Black).is_some()
    };
    assert!(asked("freestyle", json!({})));
    assert!(!asked("gomoku", json!({"first_move": "anywhere"})));
    assert!(!asked("renju", json!({"first_move": "anywhere"})));
    assert!(!asked("pente", json!({})));
}
