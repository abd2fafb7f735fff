//! The motions of the star, colours permuted with the letters (E11): the dihedral group of its
//! points, D5 on the board of 100 stops. With five players, whose seats own one colour each, the
//! identity alone.
//!
//! A motion turns or mirrors the whole star and renames the colours with the letters, because the
//! goal of a colour is the crossing of its letter: white goes where `a` goes. Turning by two
//! letters takes
//!
//! ```text
//! a(A->d), then [A-1-d]     to     c(C->a), then [C-1-a]
//! ```
//!
//! and mirroring in the axis of `A` exchanges B with E and C with D, so `b(B->e)` becomes
//! `e(E->b)`. Who owns a piece never changes: seat 0 stays seat 0.
//!
//! Five players own one colour each (N5), so to rename colours would exchange seats; they are left
//! the identity alone. Everything that a position remembers is moved with it: the decision due and
//! the stop that a block was lifted from, dice, ko, the start of the turn, the first pieces out
//! (E11, N18). What says nothing about letters stays: points, cards, passes.

use std::sync::Arc;

use super::board::Board;
use super::ko::{Memory, Swap};
use super::law::Law;
use super::mask::Mask;
use super::numbering::Step;
use super::planes::features_moved;
use super::position::{Pentagame, Phase, TurnStart};
use super::star::{OFF, Place, Stop, corner_letter};
use crate::position::Symmetry;

/// Where letters and stops go.
///
/// Letters stand for corners, crossings and colours alike.
struct Motion<'a> {
    letters: Vec<u8>,
    stops: &'a [u16],
}

/// All motions of a law, the identity first.
///
/// Ten for five points: five turns and five mirrorings; fourteen and eighteen on the stars of seven
/// and nine.
pub fn symmetries(law: &Law) -> Vec<Symmetry> {
    let n = u32::from(law.star.points);
    let turns = (0..n)
        .map(|k| (format!("turned by {k} letters"), (0..n).map(|i| ((i + k) % n) as u8).collect()));
    let mirrors = (0..n).map(|axis| {
        let name = format!("mirrored in the axis of {}", corner_letter(axis as u8));
        (name, (0..n).map(|i| ((2 * axis + n - i) % n) as u8).collect())
    });
    let count = if law.alike { 1 } else { 2 * n as usize };
    turns.chain(mirrors).take(count).map(|(name, letters)| symmetry(law, name, letters)).collect()
}

/// A stop on a line goes to the line between the images of its nodes, counted from the image of the
/// node that it was counted from: `A-1-B` mirrored in the axis of `A` is `A-1-E`.
fn symmetry(law: &Law, name: String, letters: Vec<u8>) -> Symmetry {
    let star = law.star;
    let node = |stop: Stop| {
        let n = Stop::from(star.points);
        stop / n * n + Stop::from(letters[usize::from(stop % n)])
    };
    let stops: Vec<Stop> = (0..star.stops as Stop)
        .map(|stop| match star.places[usize::from(stop)] {
            Place::Corner(_) | Place::Crossing(_) => node(stop),
            Place::Line(line, k) => {
                let line = &star.lines[usize::from(line)];
                let image = star.stop_on(node(line.from), u32::from(k) + 1, node(line.to));
                image.expect("a motion maps lines to lines")
            }
        })
        .collect();
    let motion = Motion { letters, stops: &stops };
    let planes = features_moved(law, |letter| motion.letter(letter));
    let actions = (0..law.numbering.num_actions() as u16)
        .map(|number| {
            let step = law.numbering.step(number).expect("a number in range is a step");
            law.numbering.number(motion.step(law, step))
        })
        .collect();
    Symmetry { name, actions, points: stops, planes }
}

impl<'a> Motion<'a> {
    fn of(law: &Law, symmetry: &'a Symmetry) -> Self {
        let letters =
            symmetry.points[..usize::from(law.star.points)].iter().map(|&stop| stop as u8);
        Self { letters: letters.collect(), stops: &symmetry.points }
    }

    /// Where a letter goes, and with it its colour and its corner.
    fn letter(&self, letter: u8) -> u8 {
        self.letters[usize::from(letter)]
    }

    /// A piece that has left stays off the board.
    fn stop(&self, stop: Stop) -> Stop {
        if stop == OFF { OFF } else { self.stops[usize::from(stop)] }
    }

    /// Alike pieces only ever meet the identity: their slots and kinds stay.
    ///
    /// With five players a slot counts the stops of a seat's pieces, and no colours.
    fn colour(&self, law: &Law, colour: u8) -> u8 {
        if law.alike { colour } else { self.letter(colour) }
    }

    fn kind(&self, law: &Law, kind: u8) -> u8 {
        if law.alike {
            kind
        } else {
            law.kind_owner(kind) * law.each + self.letter(law.kind_colour(kind))
        }
    }

    /// A slot is the colour of a piece, so it is renamed; what names no letter stays as it is.
    fn step(&self, law: &Law, step: Step) -> Step {
        match step {
            Step::Move(slot, to, kind) => Step::Move(
                self.colour(law, slot),
                self.stop(to),
                kind.map(|kind| self.kind(law, kind)),
            ),
            Step::SetBlack(stop) => Step::SetBlack(self.stop(stop)),
            Step::SetGrey(stop) => Step::SetGrey(self.stop(stop)),
            Step::Lift(stop) => Step::Lift(self.stop(stop)),
            Step::Exit(colour) => Step::Exit(self.colour(law, colour)),
            Step::Roll(colour) => Step::Roll(self.letter(colour)),
            Step::Play(card, stop) => Step::Play(card, self.stop(stop)),
            Step::Pass | Step::Done | Step::Number => step,
        }
    }

    /// The stops of one kind of blocks.
    fn mask(&self, mask: &Mask) -> Mask {
        mask.iter().map(|stop| self.stop(stop)).collect()
    }

    /// Pieces are numbered by seat and colour, so a piece that is renamed has another number.
    fn board(&self, law: &Law, board: &Board) -> Board {
        let mut image = Board {
            pieces: board.pieces,
            black: self.mask(&board.black),
            grey: self.mask(&board.grey),
        };
        if !law.alike {
            for piece in 0..law.pieces() {
                let to = usize::from(self.kind(law, piece as u8));
                image.pieces[to] = self.stop(board.pieces[piece]);
            }
        }
        image
    }

    /// Colours as bits: those of dice, of first pieces out, of crossings.
    fn colours(&self, colours: u16) -> u16 {
        let held = (0..self.letters.len() as u8).filter(|letter| colours >> letter & 1 == 1);
        held.map(|letter| 1 << self.letter(letter)).sum()
    }

    /// The seat that made it, and the owners, stay.
    fn swap(&self, law: &Law, swap: Swap) -> Swap {
        Swap::new(
            swap.seat(),
            self.kind(law, swap.kind()),
            self.stop(swap.from()),
            self.stop(swap.to()),
            self.kind(law, swap.other()),
        )
    }

    /// Kept in ascending order, the swaps are sorted again after their stops were renamed.
    fn memory(&self, law: &Law, memory: &Memory) -> Memory {
        match memory {
            Memory::Nothing => Memory::Nothing,
            Memory::Swaps(swaps) => {
                Memory::Swaps(Arc::new(swaps.iter().map(|swap| self.swap(law, swap)).collect()))
            }
            Memory::Boards(boards) => {
                let image =
                    |(swap, board): &(Swap, Board)| (self.swap(law, *swap), self.board(law, board));
                let mut boards: Vec<_> = boards.iter().map(image).collect();
                boards.sort_unstable();
                Memory::Boards(Arc::new(boards))
            }
            Memory::Before(board) => Memory::Before(Arc::new(self.board(law, board))),
        }
    }

    /// The black and grey blocks still due are counted, not placed, and stay.
    fn phase(&self, phase: Phase) -> Phase {
        match phase {
            Phase::Lifted(from, due) => Phase::Lifted(self.stop(from), due),
            Phase::Jack(from, grey) => Phase::Jack(self.stop(from), grey),
            Phase::Queen(from, grey) => Phase::Queen(self.stop(from), grey),
            other => other,
        }
    }
}

impl Pentagame {
    /// The image under a motion of the rules.
    ///
    /// The image of a legal game is a legal game: each image of an action is legal in the image of
    /// the position where the action itself was, the ko included.
    pub(super) fn moved(&self, symmetry: &Symmetry) -> Self {
        let law = &self.law;
        let motion = Motion::of(law, symmetry);
        let board = motion.board(law, &self.board);
        let start = self.start.as_ref().map(|held| {
            Arc::new(TurnStart {
                board: motion.board(law, &held.board),
                points: held.points,
                firsts: held.firsts.map(|colours| motion.colours(colours.into()) as u8),
                cards: held.cards,
                memory: motion.memory(law, &held.memory),
            })
        });
        Self {
            occupied: board.occupied(law.star),
            board,
            firsts: self.firsts.map(|colours| motion.colours(colours.into()) as u8),
            dice: self.dice.map(|faces| faces.mapped(|colour| motion.letter(colour))),
            memory: motion.memory(law, &self.memory),
            start,
            phase: motion.phase(self.phase),
            moved: self.moved.map(|crossings| motion.colours(crossings)),
            ..self.clone()
        }
    }
}
