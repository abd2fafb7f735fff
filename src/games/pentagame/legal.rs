//! Which steps are legal, listed all at once (N7 to N13). Why one is not: `refusal.rs`.

use smallvec::SmallVec;

use super::ko::Swap;
use super::mask::{Mask, WORDS};
use super::moves::{Ways, is_small, touched};
use super::numbering::{Card, Step};
use super::position::{Pentagame, Phase};
use super::star::{MAX_POINTS, OFF, Stop};
use crate::position::Action;
use crate::stream::Stream;

/// Legal actions in ascending groups: the number of the first action that a group could hold, and
/// a bit for each that it does hold. Thirty are enough for five slots on the star of 100 stops.
type Groups = SmallVec<[(u16, u64); 30]>;

impl Pentagame {
    /// Writes the legal actions, ascending.
    pub(super) fn list(&self, out: &mut Vec<Action>) {
        out.clear();
        for (first, word) in self.groups() {
            out.extend(bits(word).map(|bit| Action(first + bit)));
        }
    }

    /// The legal action that an index into their ascending list names, without listing them.
    pub(super) fn draw(&self, stream: &mut Stream) -> Action {
        let groups = self.groups();
        let count: u32 = groups.iter().map(|(_, word)| word.count_ones()).sum();
        let mut index = stream.below(count as usize) as u32;
        for (first, mut word) in groups {
            let held = word.count_ones();
            if index < held {
                for _ in 0..index {
                    word &= word - 1;
                }
                return Action(first + word.trailing_zeros() as u16);
            }
            index -= held;
        }
        self.action(Step::Pass)
    }

    /// Marks the legal actions.
    pub(super) fn mark(&self, out: &mut [bool]) {
        out.fill(false);
        for (first, word) in self.groups() {
            bits(word).for_each(|bit| out[usize::from(first + bit)] = true);
        }
    }

    fn groups(&self) -> Groups {
        let mut groups = Groups::new();
        if self.ended.is_some() {
            return groups;
        }
        let mut one = |step| groups.push((self.law.numbering.number(step), 1));
        match self.phase {
            Phase::FirstRoll(_) | Phase::Roll => {
                (0..self.law.star.points).for_each(|colour| one(Step::Roll(colour)));
            }
            Phase::Move => {
                self.exits().for_each(|colour| one(Step::Exit(colour)));
                if groups.is_empty() && is_small(self.law.star) {
                    self.group_moves::<2>(&mut groups);
                } else if groups.is_empty() {
                    self.group_moves::<WORDS>(&mut groups);
                }
                if groups.iter().all(|(_, word)| *word == 0) {
                    groups.push((self.law.numbering.number(Step::Pass), 1)); // N12
                }
            }
            Phase::Lift(_) => self.group_stops(&self.board.grey, Step::Lift(0), &mut groups),
            Phase::Card => {
                one(Step::Done);
                for card in Card::ALL {
                    self.group_stops(&self.playable(card), Step::Play(card, 0), &mut groups);
                }
            }
            _ => {
                let first = if self.sets_grey() { Step::SetGrey(0) } else { Step::SetBlack(0) };
                self.group_stops(&self.settable(), first, &mut groups);
            }
        }
        groups
    }

    fn group_stops(&self, stops: &Mask, first: Step, groups: &mut Groups) {
        let first = self.law.numbering.number(first);
        let words = self.law.star.stops.div_ceil(64);
        groups.extend((0..words).map(|word| (first + word as u16 * 64, stops.0[word])));
    }

    pub(super) fn action(&self, step: Step) -> Action {
        Action(self.law.numbering.number(step))
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

    fn group_moves<const W: usize>(&self, groups: &mut Groups) {
        let (law, board) = (&self.law, &self.board);
        let ways = Ways::<W>::new(law.star, &self.occupied);
        // Who stands on each corner; and of the others' pieces elsewhere those the ko may bar.
        let mut on_corner = [0_u64; MAX_POINTS];
        let mut corners = 0_u64;
        let mut alike = [0_u64; W];
        let mut others = [0_u64; W];
        let own = law.own(self.seat);
        for (piece, &stop) in board.pieces.iter().enumerate().take(law.pieces()) {
            if stop == OFF {
                continue;
            }
            if law.star.is_corner(stop) {
                on_corner[usize::from(stop)] |= 1 << law.kind(piece);
                corners |= 1 << stop;
            } else if !own.contains(&piece) {
                others[usize::from(stop >> 6)] |= 1 << (stop & 63);
            } else if law.alike {
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
            for word in 0..if remembers { W } else { 0 } {
                for bit in bits(reach[word] & others[word]) {
                    let stop = word as Stop * 64 + bit;
                    if let Some(other) = board.piece_on(stop)
                        && self.is_barred(piece, stop, other)
                    {
                        reach[word] &= !(1 << bit);
                    }
                }
            }
            let first = law.numbering.number(Step::Move(slot, 0, None));
            groups.extend((0..W).map(|word| (first + word as u16 * 64, reach[word])));
            for corner in bits(reached_corners) {
                let mut kinds = on_corner[usize::from(corner)];
                if law.alike {
                    kinds &= !(1 << self.seat);
                }
                for kind in bits(if remembers { kinds } else { 0 }) {
                    if let Some(other) = board.kind_on(law, kind as u8, corner)
                        && self.is_barred(piece, corner, other)
                    {
                        kinds &= !(1 << kind);
                    }
                }
                groups.push((law.numbering.number(Step::Move(slot, corner, Some(0))), kinds));
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
