//! The moves of the pieces, as sets of their targets: what each reaches (N7) that the die (N13) and
//! the ko (N11) allow, in the order of the numbering.
//!
//! The number of an action names the piece and the stop where it ends; only where that stop is a
//! corner with pieces on it does it also name the piece that changes places (N7). So the targets of
//! a piece are two sets: `plain`, the stops that need no such word, whatever they hold, and
//! `shared`, the corners with pieces, where each piece there is an action of its own. Seat 0 has
//! its white piece on a stop from which both corners can be reached; `A` is shared, `B` is empty:
//!
//! ```text
//! ring  A-B   [0b/1a] . 0a . [.]     a(A-2-B->B)           plain: B is empty
//!                                    a,b(A-2-B<->A)        shared: the blue piece of its own
//!                                    a,1a(A-2-B<~>A)       shared: the white piece of seat 1
//! ```
//!
//! A swap of two own pieces can be written from either side, so it is two actions (N7).

use super::legal::bits;
use super::mask::select;
use super::moves::Reach;
use super::numbering::Step;
use super::position::Pentagame;
use super::star::{MAX_POINTS, OFF, Stop};
use super::stops::Stops;
use crate::position::Action;
use crate::stream::Stream;

/// Where one piece may go.
#[derive(Clone, Copy)]
struct Targets<S> {
    /// The numbering's slot of the piece.
    slot: u8,
    piece: u8,
    /// The ko may bar some swap of the piece.
    may_be_barred: bool,
    /// Stops that need no word about the piece swapped.
    plain: S,
    /// Corners where it swaps with one of the pieces there, a bit each.
    shared: u64,
}

/// The pieces on corners.
struct Corners {
    /// The corners that hold pieces, a bit each.
    occupied: u64,
    /// Those that hold several kinds.
    several: u64,
    /// The kinds on each.
    kinds: [u64; MAX_POINTS],
}

/// Finds the action that an index names.
pub struct SelectByRank {
    index: u32,
    pub action: Action,
}

impl SelectByRank {
    pub fn new(index: usize) -> Self {
        Self { index: index as u32, action: Action(0) }
    }

    /// Is it among these?
    pub fn finds(&mut self, first: u16, legal: u64) -> bool {
        let held = legal.count_ones();
        if self.index < held {
            self.action = Action(first + select(legal, self.index) as u16);
            return true;
        }
        self.index -= held;
        false
    }
}

impl Pentagame {
    /// Calls `note` with all moves, ascending: the number of the first that could be one, and a bit
    /// for each that is. It says true if it wants no more of the piece.
    pub(super) fn each_move<S: Stops>(&self, note: &mut impl FnMut(u16, u64) -> bool) {
        let mut paths = Reach::<S>::new(self.law.star, &self.occupied);
        paths.find_regions(self.law.star);
        let corners = self.corners();
        for targets in (0..self.law.each).filter_map(|slot| self.targets(&paths, &corners, slot)) {
            self.words(&targets, &corners, note);
        }
    }

    /// Draws a move by an index into their ascending list; none if there is none.
    pub(super) fn sample_move<S: Stops>(&self, stream: &mut Stream) -> Option<Action> {
        let mut paths = Reach::<S>::new(self.law.star, &self.occupied);
        paths.find_regions(self.law.star);
        let corners = self.corners();
        let mut each = [None; MAX_POINTS];
        let (mut up_to_here, mut count) = ([0; MAX_POINTS], 0);
        for slot in 0..self.law.each {
            if let Some(targets) = self.targets(&paths, &corners, slot) {
                count += self.count(&targets, &corners);
                each[usize::from(slot)] = Some(targets);
            }
            up_to_here[usize::from(slot)] = count;
        }
        if count == 0 {
            return None;
        }
        let index = stream.below(count as usize) as u32;
        let slot = up_to_here.iter().position(|&up_to_here| index < up_to_here)?;
        let before = if slot == 0 { 0 } else { up_to_here[slot - 1] };
        let mut pick = SelectByRank::new((index - before) as usize);
        self.words(each[slot].as_ref()?, &corners, &mut |first, legal| pick.finds(first, legal));
        Some(pick.action)
    }

    /// Where the piece of a slot may go, if there is one.
    ///
    /// None, too, where the die of the seat binds another colour (N13): it binds the piece named
    /// first, not the one that it changes places with. For alike pieces the stops of the seat's
    /// other ones go: a swap with one of them changes nothing and is no move (N7).
    #[inline]
    fn targets<S: Stops>(
        &self,
        paths: &Reach<S>,
        corners: &Corners,
        slot: u8,
    ) -> Option<Targets<S>> {
        let law = &self.law;
        let piece = self.slot_piece(slot)?;
        if !self.dice[usize::from(self.seat)].allows(law.colour(piece)) {
            return None; // N13
        }
        let stop = self.board.pieces[piece];
        let mut plain = paths.from(stop);
        let shared = plain.word(0) & corners.occupied;
        plain.leave(corners.occupied);
        if law.alike {
            for &own in self.board.pieces[law.own(self.seat)].iter().filter(|&&own| own != OFF) {
                // N7: a swap of alike pieces is no move.
                plain = plain.but(S::of(&law.star.routes.spots[usize::from(own)].itself));
            }
        }
        let may_be_barred = self.memory.may_bar(law.kind(piece), stop);
        if may_be_barred {
            plain = self.unbarred(piece, plain);
        }
        Some(Targets { slot, piece: piece as u8, may_be_barred, plain, shared })
    }

    /// The stops without those of the pieces that the ko bars a piece from swapping with.
    ///
    /// Only pieces of others are asked about, since the ko never bars a swap of two own ones (N11).
    #[cold]
    fn unbarred<S: Stops>(&self, piece: usize, mut plain: S) -> S {
        let own = self.law.own(self.seat);
        for other in (0..self.law.pieces()).filter(|other| !own.contains(other)) {
            let stop = self.board.pieces[other];
            if stop != OFF
                && plain.word(usize::from(stop >> 6)) >> (stop & 63) & 1 == 1
                && self.is_barred(piece, stop, other)
            {
                plain = plain.but(S::of(&self.law.star.routes.spots[usize::from(stop)].itself));
            }
        }
        plain
    }

    /// How many moves a piece has.
    #[inline]
    fn count<S: Stops>(&self, targets: &Targets<S>, corners: &Corners) -> u32 {
        let plain = targets.plain.count();
        if targets.shared == 0 {
            plain
        } else if targets.shared & corners.several == 0 && !targets.may_be_barred && !self.law.alike
        {
            plain + targets.shared.count_ones()
        } else {
            let swaps = |corner| self.swaps(targets, corners, corner).count_ones();
            plain + bits(targets.shared).map(swaps).sum::<u32>()
        }
    }

    /// The words of the moves of one piece, until `note` says true.
    fn words<S: Stops>(
        &self,
        targets: &Targets<S>,
        corners: &Corners,
        note: &mut impl FnMut(u16, u64) -> bool,
    ) {
        let number = |to, kind| self.law.numbering.number(Step::Move(targets.slot, to, kind));
        let first = number(0, None);
        for word in 0..S::WORDS {
            if note(first + word as u16 * 64, targets.plain.word(word)) {
                return;
            }
        }
        for corner in bits(targets.shared) {
            if note(number(corner, Some(0)), self.swaps(targets, corners, corner)) {
                return;
            }
        }
    }

    /// The kinds on a corner that a piece may swap with.
    ///
    /// Of several alike pieces of another seat on one corner all are one choice (N5), so kinds are
    /// counted.
    fn swaps<S: Stops>(&self, targets: &Targets<S>, corners: &Corners, corner: Stop) -> u64 {
        let mut kinds = corners.kinds[usize::from(corner)];
        if self.law.alike {
            kinds &= !(1 << self.seat);
        }
        for kind in bits(if targets.may_be_barred { kinds } else { 0 }) {
            let other = self.board.kind_on(&self.law, kind as u8, corner);
            if other.is_some_and(|other| self.is_barred(targets.piece.into(), corner, other)) {
                kinds &= !(1 << kind);
            }
        }
        kinds
    }

    /// The pieces on corners.
    fn corners(&self) -> Corners {
        let (law, board) = (&self.law, &self.board);
        let blocks = board.black.0[0] | board.grey.0[0];
        let held = self.occupied.stops.0[0] & !blocks & ((1 << law.star.points) - 1);
        let mut corners = Corners { occupied: held, several: 0, kinds: [0; MAX_POINTS] };
        if held != 0 {
            for (piece, &stop) in board.pieces[..law.pieces()].iter().enumerate() {
                if law.star.is_corner(stop) {
                    let kinds = &mut corners.kinds[usize::from(stop)];
                    corners.several |= u64::from(*kinds != 0) << stop;
                    *kinds |= 1 << law.kind(piece);
                }
            }
        }
        corners
    }
}
