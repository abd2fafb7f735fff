//! Which steps are legal, listed all at once (N7 to N13). Why one is not: `refusal.rs`.

use super::ko::Swap;
use super::mask::{Mask, WORDS};
use super::moves::{Ways, is_small, touched};
use super::numbering::{Card, Step};
use super::position::{Pentagame, Phase};
use super::star::{MAX_POINTS, OFF, Stop};
use crate::position::Action;

impl Pentagame {
    /// Writes the legal actions, ascending.
    pub(super) fn list(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.ended.is_some() {
            return;
        }
        match self.phase {
            Phase::FirstRoll(_) | Phase::Roll => {
                out.extend((0..self.law.star.points).map(|colour| self.action(Step::Roll(colour))));
            }
            Phase::Move => {
                if self.waiting().next().is_some() {
                    out.extend(self.exits().map(|colour| self.action(Step::Exit(colour))));
                } else if is_small(self.law.star) {
                    self.list_moves::<2>(out);
                } else {
                    self.list_moves::<WORDS>(out);
                }
                if out.is_empty() {
                    out.push(self.action(Step::Pass)); // N12
                }
            }
            Phase::Lift(_) => self.list_stops(&self.board.grey, self.action(Step::Lift(0)), out),
            Phase::Card => self.list_cards(out),
            _ => {
                let first = if self.sets_grey() { Step::SetGrey(0) } else { Step::SetBlack(0) };
                self.list_stops(&self.settable(), self.action(first), out);
            }
        }
    }

    pub(super) fn action(&self, step: Step) -> Action {
        Action(self.law.numbering.number(step))
    }

    fn list_stops(&self, stops: &Mask, first: Action, out: &mut Vec<Action>) {
        out.extend(stops.iter().map(|stop| Action(first.0 + stop)));
    }

    /// The exits that are due (N10), as the numbering counts them.
    pub(super) fn exits(&self) -> impl Iterator<Item = u8> + '_ {
        let alike = self.law.alike;
        self.waiting().map(move |piece| if alike { 0 } else { self.law.colour(piece) })
    }

    /// Is the block in hand a grey one?
    pub(super) fn sets_grey(&self) -> bool {
        !matches!(self.phase, Phase::Black(_) | Phase::Jack(_, false) | Phase::Queen(_, false))
    }

    /// Free stops (N9): they hold nothing.
    pub(super) fn free(&self) -> Mask {
        Mask::first(self.law.star.stops).minus(&self.occupied)
    }

    /// Where the block in hand may be set.
    pub(super) fn settable(&self) -> Mask {
        match self.phase {
            Phase::Lifted(from, _) | Phase::Queen(from, _) => {
                let mut free = self.free();
                free.remove(from); // on another stop
                free
            }
            Phase::Jack(from, _) => {
                touched(self.law.star, &self.occupied, from).minus(&self.occupied)
            }
            _ => self.free(),
        }
    }

    fn list_moves<const W: usize>(&self, out: &mut Vec<Action>) {
        let (law, board) = (&self.law, &self.board);
        let ways = Ways::<W>::new(law.star, &self.occupied);
        // Who stands on each corner; and of the others' pieces elsewhere those the ko may bar.
        let mut on_corner = [0_u64; MAX_POINTS];
        let mut corners = 0_u64;
        let mut alike = [0_u64; W];
        let own = law.own(self.seat);
        for (piece, &stop) in board.pieces.iter().enumerate().take(law.pieces()) {
            if stop == OFF {
                continue;
            }
            if law.star.is_corner(stop) {
                on_corner[usize::from(stop)] |= 1 << law.kind(piece);
                corners |= 1 << stop;
            } else if law.alike && own.contains(&piece) {
                alike[usize::from(stop >> 6)] |= 1 << (stop & 63);
            }
        }
        let remembers = !self.memory.is_nothing();
        let die = self.die(self.seat);
        for slot in 0..law.each {
            let Some(piece) = self.slot_piece(slot) else { continue };
            if die.is_some_and(|die| die != law.colour(piece)) {
                continue; // N13
            }
            let from = board.pieces[piece];
            let mut reach = ways.from(law.star, from);
            let reached_corners = reach[0] & corners;
            reach[0] &= !corners;
            for (word, alike) in reach.iter_mut().zip(alike) {
                *word &= !alike; // N7: a swap of alike pieces is no move
            }
            if remembers {
                for (other, &stop) in board.pieces.iter().enumerate().take(law.pieces()) {
                    let elsewhere = stop != OFF && !law.star.is_corner(stop);
                    if elsewhere
                        && reach[usize::from(stop >> 6)] >> (stop & 63) & 1 == 1
                        && self.is_barred(piece, stop, other)
                    {
                        reach[usize::from(stop >> 6)] &= !(1 << (stop & 63));
                    }
                }
            }
            let first = law.numbering.number(Step::Move(slot, 0, None));
            for (index, &word) in reach.iter().enumerate() {
                let base = first + index as u16 * 64;
                out.extend(bits(word).map(|bit| Action(base + bit)));
            }
            for corner in bits(reached_corners) {
                for kind in bits(on_corner[usize::from(corner)]) {
                    let kind = kind as u8;
                    if law.alike && kind == self.seat {
                        continue;
                    }
                    if remembers
                        && let Some(other) = board.kind_on(law, kind, corner)
                        && self.is_barred(piece, corner, other)
                    {
                        continue;
                    }
                    out.push(self.action(Step::Move(slot, corner, Some(kind))));
                }
            }
        }
    }

    /// Does the ko bar this swap (N11)? Swaps of own pieces are free.
    pub(super) fn is_barred(&self, piece: usize, to: Stop, other: usize) -> bool {
        let law = &self.law;
        if law.owner(other) == self.seat || self.memory.is_nothing() {
            return false;
        }
        let from = self.board.pieces[piece];
        let swap = Swap::new(self.seat, law.kind(piece), from, to, law.kind(other));
        self.memory.bars(law, &self.board, swap, piece, other)
    }

    fn list_cards(&self, out: &mut Vec<Action>) {
        out.push(self.action(Step::Done));
        for card in Card::ALL {
            let stops = self.playable(card);
            self.list_stops(&stops, self.action(Step::Play(card, 0)), out);
        }
    }

    /// The stops at which a card can be played (N13).
    pub(super) fn playable(&self, card: Card) -> Mask {
        if self.cards[usize::from(self.seat)] & card.bit() == 0 {
            return Mask::default();
        }
        let blocks = if card.is_grey() { &self.board.grey } else { &self.board.black };
        match card {
            Card::King if self.supply() == 0 => Mask::default(),
            Card::King => self.free(),
            Card::AceBlack | Card::AceGrey => *blocks,
            Card::QueenBlack | Card::QueenGrey => {
                if self.free().is_empty() {
                    Mask::default()
                } else {
                    *blocks
                }
            }
            Card::JackBlack | Card::JackGrey => blocks
                .iter()
                .filter(|&stop| {
                    let beside = &self.law.star.neighbours[usize::from(stop)];
                    beside.iter().any(|&next| !self.occupied.has(next))
                })
                .collect(),
        }
    }
}

/// The bits of a word, ascending.
fn bits(mut word: u64) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as u16;
            word &= word - 1;
            bit
        })
    })
}
