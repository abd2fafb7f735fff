//! Lemmas are sound, and found again.

use std::ops::ControlFlow;

use super::bits::{BitBoard, Bits};
use super::convert::find;
use super::lemma::{Laid, Lemma, Reference};
use super::library::Library;
use super::plane::{Law, Place, Plane, place, xy};
use super::shrink::Shrinker;
use super::tree::{Quiet, Tree};
use super::verify::Verifier;
use crate::board::Size;
use crate::stream::Stream;

/// A small prover that tries every point of a box.
struct Small {
    plane: Plane,
    places: Vec<Place>,
}

impl Small {
    fn free(&self) -> Vec<Place> {
        self.places.iter().copied().filter(|&at| !self.plane.is_taken(at)).collect()
    }

    fn five(&self) -> Option<Place> {
        self.free().into_iter().find(|&at| self.plane.completes(at, |_| {}))
    }

    fn fours(&mut self, depth: u32) -> Option<Vec<Place>> {
        if let Some(five) = self.five() {
            return Some(vec![five]);
        }
        if depth == 0 {
            return None;
        }
        for attack in self.free() {
            self.plane.put_own(attack);
            let answer = self.five().filter(|_| !self.plane.is_threatened());
            let rest = answer.and_then(|answer| {
                self.plane.put_other(answer);
                let rest = self.fours(depth - 1);
                self.plane.lift_other();
                rest.map(|rest| [vec![attack, answer], rest].concat())
            });
            self.plane.lift_own(attack);
            if rest.is_some() {
                return rest;
            }
        }
        None
    }

    fn tree(&mut self, threats: u32, stream: &mut Stream) -> Option<Tree> {
        if let Some(line) = self.fours(1) {
            return Some(Tree { line, quiet: None });
        }
        let mut free = self.free();
        while threats > 0 && !free.is_empty() {
            let attack = free.swap_remove(stream.below(free.len()));
            self.plane.put_own(attack);
            let quiet = self.quiet(attack, threats, stream);
            self.plane.lift_own(attack);
            if let Some(quiet) = quiet {
                return Some(Tree { line: Vec::new(), quiet: Some(Box::new(quiet)) });
            }
        }
        None
    }

    fn quiet(&mut self, attack: Place, threats: u32, stream: &mut Stream) -> Option<Quiet> {
        if self.plane.is_threatened() || self.five().is_some() {
            return None;
        }
        let threat = self.fours(1)?;
        let due = Verifier::new(&mut self.plane).due(&threat)?;
        let answers = due.iter().map(|reply| {
            self.plane.put_other(reply);
            let below = self.tree(threats - 1, stream);
            self.plane.lift_other();
            Some((reply, below?))
        });
        Some(Quiet { attack, threat, answers: answers.collect::<Option<_>>()? })
    }
}

/// A random lemma on a box; `None` if the stones win nothing.
fn random_lemma(law: Law, stream: &mut Stream) -> Option<Lemma> {
    let side = (law.row + 1) as i32;
    let places: Vec<_> = (0..side * side).map(|at| place(at % side, at / side)).collect();
    let mut shuffled = places.clone();
    let own = law.row - 1 + stream.below(2);
    let count = own + stream.below(4);
    let sampled: Vec<_> =
        (0..count).map(|_| shuffled.swap_remove(stream.below(shuffled.len()))).collect();
    let mut small = Small { plane: Plane::new(law), places };
    for (number, &at) in sampled.iter().enumerate() {
        if number < own {
            small.plane.put_own(at);
        } else {
            small.plane.put_other(at);
        }
    }
    // A second threat on rows of four takes too long to try.
    let tree = small.tree(if law.row == 3 { 2 } else { 1 }, stream)?;
    // Stones that would win without the tree are left out.
    tree.quiet.is_some().then_some(())?;
    let lemma = Lemma::new(&mut Plane::new(law), [&sampled[..own], &sampled[own..], &[]], &tree);
    Some(lemma.expect("the prover and the verifier agree"))
}

/// Plays a lemma as it lies on a board against every reply.
struct Played<'a> {
    board: &'a BitBoard,
    law: Law,
    reference: Reference,
}

impl Played<'_> {
    fn at(&self, at: Place) -> Bits {
        let (x, y) = self.reference.column_and_row(at);
        self.board.bit(place(x, y))
    }

    /// Does the attacker win here?
    fn wins(&self, own: Bits, at: Bits) -> bool {
        let own = own.or(at);
        let rows = self.board.at_least(own, own, self.law.row, None);
        // A row within a longer one is none where exactly `row` stones win.
        if !self.law.exact {
            return rows.meets(at);
        }
        let (x, y) = xy(self.board.places(at).next().unwrap());
        let has =
            |x: i32, y: i32| self.board.holds((x, y)) && self.board.bit(place(x, y)).meets(own);
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| {
            let run =
                |by: i32| (1..9).take_while(|n| has(x + by * n * dx, y + by * n * dy)).count();
            1 + run(1) + run(-1) == self.law.row
        })
    }

    fn other_wins(&self, own: Bits, other: Bits) -> bool {
        !self.board.completing(other, own).is_empty()
    }

    fn beats_all(&self, mut own: Bits, mut other: Bits, tree: &Tree) -> Result<(), &'static str> {
        for (at, &point) in tree.line.iter().enumerate() {
            let point = self.at(point);
            if point.is_empty() || point.meets(own.or(other)) {
                return Err("a point is taken");
            }
            if at % 2 == 1 {
                // Any other reply loses to this stone.
                if !self.wins(own, point) {
                    return Err("no four");
                }
                other = other.or(point);
                continue;
            }
            if self.wins(own, point) {
                return Ok(());
            }
            own = own.or(point);
            if self.other_wins(own, other) {
                return Err("the defender wins");
            }
        }
        let quiet = tree.quiet.as_ref().ok_or("no row")?;
        let attack = self.at(quiet.attack);
        if attack.is_empty() || attack.meets(own.or(other)) {
            return Err("a point is taken");
        }
        if self.wins(own, attack) {
            return Ok(());
        }
        own = own.or(attack);
        if self.other_wins(own, other) {
            return Err("the defender wins");
        }
        let threat = Tree { line: quiet.threat.clone(), quiet: None };
        for reply in self.board.places(self.board.all.but(own.or(other))) {
            let reply = self.board.bit(reply);
            let below = quiet.answers.iter().find(|answer| self.at(answer.0) == reply);
            let below = below.map_or(&threat, |answer| &answer.1);
            self.beats_all(own, other.or(reply), below)?;
        }
        Ok(())
    }
}

#[test]
#[ignore = "slow: `make check` runs it"]
fn a_lemma_that_applies_wins_against_every_reply() {
    let mut stream = Stream::new(47);
    let (mut applied, mut refused) = (0, 0);
    // Without optimisation a hundred take minutes.
    while applied < if cfg!(debug_assertions) { 15 } else { 150 } {
        let law = Law { row: 3 + stream.below(2), exact: stream.below(3) == 0 };
        let Some(lemma) = random_lemma(law, &mut stream) else { continue };
        for _ in 0..30 {
            let size = law.row as i32 + 2 + stream.below(3) as i32;
            let board = BitBoard::new(size, law.row);
            let mut shift = || stream.below(2 * size as usize) as i32 - size / 2;
            let (dx, dy) = (shift(), shift());
            let reference = Reference { lemma: 0, motion: stream.below(8), dx, dy };
            let Some(laid) = Laid::new(&board, &lemma, reference) else { continue };
            let (mut own, mut other) = (laid.own, Bits::default());
            for point in board.places(board.all.but(own)).collect::<Vec<_>>() {
                match stream.below(12) {
                    0 => own = own.or(board.bit(point)),
                    1 | 2 => other = other.or(board.bit(point)),
                    _ => {}
                }
            }
            let played = Played { board: &board, law, reference };
            let over = |side: Bits| !board.at_least(side, side, law.row, None).is_empty();
            if over(own) || over(other) {
                continue;
            }
            if !laid.applies(&board, law.row, [own, other]) {
                refused += 1;
                continue;
            }
            applied += 1;
            assert_eq!(
                played.beats_all(own, other, &lemma.tree),
                Ok(()),
                "{lemma:?} {reference:?}"
            );
        }
    }
    assert!(refused > 0);
}

/// Stones near the middle of a board, so that threats win now and then.
fn random_stones(board: &BitBoard, own: usize, other: usize, stream: &mut Stream) -> [Bits; 2] {
    let mut sides = [Bits::default(); 2];
    for turn in 0..own + other {
        let side = usize::from(turn >= own);
        let at = place(3 + stream.below(7) as i32, 3 + stream.below(7) as i32);
        if !board.bit(at).meets(sides[0].or(sides[1])) {
            sides[side] = sides[side].or(board.bit(at));
        }
    }
    sides
}

#[test]
fn a_lookup_finds_what_a_scan_finds_and_images_are_one_lemma() {
    let law = Law { row: 5, exact: false };
    let (board, size) = (BitBoard::new(13, 5), Size::square(13));
    let (mut stream, mut library, mut plane) =
        (Stream::new(5), Library::default(), Plane::new(law));
    while library.lemmas.len() < 40 {
        let sides = random_stones(&board, 4, 3, &mut stream);
        let places = sides.map(|side| board.places(side).collect::<Vec<_>>());
        let mut tick = || ControlFlow::Continue(());
        let win = find(law, size, [&places[0], &places[1]], 3_000, &mut tick);
        let Some(tree) = win.tree else { continue };
        let mut shrinker = Shrinker {
            board: &board,
            size,
            plane: &mut plane,
            sides,
            reply: None,
            open: Bits::default(),
        };
        let (lemma, _) = shrinker.lemma(&tree).expect("a win that was found is a lemma");
        let (number, _) = library.add(&lemma).unwrap();
        let image = lemma.turned(stream.below(8)).unwrap();
        assert_eq!(library.add(&image), Some((number, false)));
        assert!(library.apply(&board, 5, sides, 0).is_some());
    }
    let mut num_placed = 0;
    for _ in 0..200 {
        let sides = random_stones(&board, 5, 3, &mut stream);
        let key = |laid: &Laid| {
            let Reference { lemma, motion, dx, dy } = laid.reference;
            (lemma, motion, dx, dy)
        };
        let first = stream.below(20);
        let mut placed: Vec<_> = library.placements(&board, sides, first).iter().map(key).collect();
        let scan = library.placements_one_by_one(&board, sides, first);
        let mut scan: Vec<_> = scan.iter().map(key).collect();
        placed.sort_unstable();
        scan.sort_unstable();
        assert_eq!(placed, scan);
        num_placed += usize::from(!scan.is_empty());
    }
    assert!(num_placed > 5, "{num_placed}");
}
