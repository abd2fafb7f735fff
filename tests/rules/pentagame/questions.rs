//! What analysts ask (N21), asked of random games and answered a second way.

use std::collections::{BTreeMap, BTreeSet};

use fivefold::games::pentagame::analysis::opening::{TYPES, sequences};
use fivefold::games::pentagame::{Options, Pentagame, Phase, Star, position_from};
use fivefold::position::{Action, Decider, Notation, Position};
use fivefold::stream::Stream;
use serde_json::{Value, json};

use super::golden::{inside, make};

/// Positions in which a move is due, of one random game; half the time a piece leaves if one can.
fn positions(options: &Value, seed: u64) -> Vec<Pentagame> {
    let mut stream = Stream::new(seed);
    let mut position = make("pentagame", options).expect("a game").rules.start(0);
    let (mut actions, mut positions): (Vec<Action>, Vec<Pentagame>) = (Vec::new(), Vec::new());
    while position.decider() != Decider::Over {
        if inside(&position).phase() == Phase::Move {
            positions.push(inside(&position).clone());
        }
        position.legal_actions(&mut actions);
        let out: Vec<_> =
            actions.iter().filter(|&&action| position.move_text(action).ends_with('+')).collect();
        let action = match out.first() {
            Some(&&first) if stream.below(2) == 0 => first,
            _ => actions[stream.below(actions.len())],
        };
        position.play_unchecked(action);
    }
    positions
}

fn games() -> impl Iterator<Item = Pentagame> {
    let options = [
        json!({"ko": "none", "double_exit": true, "max_turns": 80}),
        json!({"ko": "none", "players": 5, "target": 3, "max_turns": 80}),
        json!({"ko": "none", "players": 4, "leg": 2, "double_exit": true, "max_turns": 80}),
        json!({"ko": "none", "players": 3, "leg": 1, "arm": 1, "exit_block": "black", "max_turns": 60}),
    ];
    (0..3).flat_map(move |seed| {
        options.clone().into_iter().flat_map(move |options| positions(&options, seed))
    })
}

/// The pieces of a seat that are off the board, with where they stood before.
fn gone(before: &Pentagame, after: &Pentagame, seat: u8) -> BTreeSet<(u8, u16)> {
    let law = before.law();
    let stands = |game: &Pentagame| -> Vec<(u8, u16)> {
        law.own(seat).map(|piece| (law.kind(piece), game.board().pieces[piece])).collect()
    };
    let mut left = stands(before);
    // What stands where it stood before, or has only moved, has not left: the sum tells for alike
    // pieces, the place for others.
    if law.alike {
        let still: Vec<_> = stands(after);
        left.retain(|piece| !still.contains(piece));
        let on_board = |all: &[(u8, u16)]| all.iter().filter(|piece| piece.1 != u16::MAX).count();
        if on_board(&still) == on_board(&stands(before)) {
            left.clear();
        }
    } else {
        let still = stands(after);
        left.retain(|&(kind, _)| still.iter().any(|&(k, stop)| k == kind && stop == u16::MAX));
    }
    left.into_iter().filter(|&(_, stop)| stop != u16::MAX).collect()
}

#[test]
fn leaving_are_the_pieces_that_some_legal_action_takes_off() {
    let (mut several, mut none) = (0, 0);
    for game in games() {
        let seat = game.seat();
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        let mut expected = BTreeSet::new();
        for action in legal {
            let mut next = game.clone();
            next.play_unchecked(action);
            expected.extend(gone(&game, &next, seat));
        }
        let stop = |piece: &usize| game.board().pieces[*piece];
        let leaving = game.leaving_pieces(seat);
        let named: BTreeSet<_> =
            leaving.iter().map(|piece| (game.law().kind(*piece), stop(piece))).collect();
        assert_eq!((named.len(), &named), (leaving.len(), &expected), "{game}");
        several += usize::from(named.len() > 1);
        none += usize::from(named.is_empty());
    }
    assert!(several > 20 && none > 20, "{several} {none}");
}

/// Can some of these pieces come to its goal, each moving as N7 says, alone or by own swaps, while
/// the stops of `others` stay as they are? Tried out move by move.
fn comes_home(star: &Star, start: [u16; 2], goals: [u16; 2], others: &[u16]) -> bool {
    let (mut seen, mut open) = (BTreeSet::from([start]), vec![start]);
    while let Some(pieces) = open.pop() {
        if pieces[0] == goals[0] || pieces[1] == goals[1] {
            return true;
        }
        for (mover, &from) in pieces.iter().enumerate() {
            let own = pieces[1 - mover];
            let (mut reached, mut runs) = (BTreeSet::from([from]), vec![from]);
            while let Some(stop) = runs.pop() {
                for &next in &star.neighbours[usize::from(stop)] {
                    if !reached.insert(next) {
                        continue;
                    }
                    let mut after = pieces;
                    after[mover] = next;
                    if next == own {
                        after[1 - mover] = from; // an own swap
                    } else if others.contains(&next) {
                        continue;
                    } else {
                        runs.push(next);
                    }
                    if seen.insert(after) {
                        open.push(after);
                    }
                }
            }
        }
    }
    false
}

#[test]
fn an_impasse_is_where_no_own_moves_ever_bring_a_piece_home() {
    let options: Options =
        serde_json::from_value(json!({"players": 4, "leg": 1, "arm": 1})).unwrap();
    let star = Star::of(5, 1, 1);
    let (mut stream, mut shut) = (Stream::new(7), 0);
    for round in 0..400 {
        let mut stops: BTreeMap<u16, Vec<String>> = BTreeMap::new();
        let mut put = |stop: u16, piece: String| {
            let things = stops.entry(stop).or_default();
            let fits = things.is_empty() || star.is_corner(stop);
            if fits {
                things.push(piece);
            }
            fits
        };
        let mut start = [0; 2];
        for (piece, stop) in start.iter_mut().enumerate() {
            while {
                *stop = stream.below(star.stops) as u16;
                !put(*stop, format!("0{}", ["a", "b"][piece]))
            } {}
        }
        let mut others = Vec::new();
        for seat in 1..4 {
            for colour in "abcde".chars() {
                let stop = stream.below(star.stops) as u16;
                if put(stop, format!("{seat}{colour}")) {
                    others.push(stop);
                }
            }
        }
        let named: Vec<_> = stops
            .iter()
            .map(|(&stop, things)| (star.name(stop).to_owned(), things.clone()))
            .collect();
        let game = position_from(&options, &named, 0, None).expect("a position");
        let goals = [star.crossing(0), star.crossing(1)];
        let home = comes_home(star, start, goals, &others);
        assert_eq!(game.impasse(0), !home, "round {round}\n{game}");
        shut += usize::from(!home);
    }
    assert!((20..380).contains(&shut), "both kinds: {shut}");
}

#[test]
fn groups_hold_every_piece_once_and_none_reaches_another_group() {
    for game in games().step_by(3) {
        for seat in 0..game.options().players {
            let groups = game.groups(seat);
            let mut pieces: Vec<_> = groups.iter().flatten().copied().collect();
            pieces.sort_unstable();
            let own = game.law().own(seat);
            let on_board: Vec<_> =
                own.filter(|&piece| game.board().pieces[piece] != u16::MAX).collect();
            assert_eq!(pieces, on_board, "{game}");
            assert!(groups.windows(2).all(|pair| pair[0][0] < pair[1][0]), "in order");
        }
    }
}

/// As many paths by walking them all, one step nearer at a time.
#[test]
fn ways_are_counted_as_by_walking_them() {
    fn walk(star: &Star, stop: u16, letter: usize) -> u64 {
        let steps = &star.steps[letter];
        let here = steps[usize::from(stop)];
        let nearer = star.neighbours[usize::from(stop)]
            .iter()
            .filter(|&&next| steps[usize::from(next)] < here);
        if here == 0 { 1 } else { nearer.map(|&next| walk(star, next, letter)).sum() }
    }
    for star in [Star::of(5, 6, 3), Star::of(7, 2, 1), Star::of(9, 1, 2)] {
        for stop in 0..star.stops as u16 {
            assert_eq!(star.shortest_paths(stop, 0), walk(star, stop, 0), "{}", star.name(stop));
        }
    }
}

#[test]
fn all_types_of_openings_have_ten_sequences() {
    for (kind, first, second) in TYPES {
        assert_eq!(sequences(first, second), Ok(10), "{kind}");
    }
}
