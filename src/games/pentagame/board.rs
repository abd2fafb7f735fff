//! What lies on the board: pieces and blocks, and what a piece's run does to them (N7 to N10).

use super::law::Law;
use super::mask::Mask;
use super::occupied::Occupied;
use super::options::MAX_PIECES;
use super::star::{OFF, Star, Stop};

/// Pieces and blocks.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board {
    /// The stop of each piece, `OFF` once it has left. The three alike pieces of a seat (N5) are
    /// kept in ascending order, so that equal boards are equal.
    pub pieces: [Stop; MAX_PIECES],
    /// Stops with black blocks.
    pub black: Mask,
    /// Stops with grey blocks.
    pub grey: Mask,
}

/// What a run brought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Landing {
    /// It ended on a black block, which is now in hand.
    pub black: bool,
    /// The colours that left, one bit each.
    pub left: u16,
}

impl Board {
    /// Everything at its start (N4, N5).
    pub fn start(law: &Law) -> Self {
        let mut pieces = [OFF; MAX_PIECES];
        for (piece, stop) in pieces.iter_mut().enumerate().take(law.pieces()) {
            *stop = law.star.corner(law.colour(piece));
        }
        let black = (0..law.star.points).map(|letter| law.star.crossing(letter)).collect();
        Self { pieces, black, grey: Mask::default() }
    }

    /// Stops that hold anything.
    pub fn occupied(&self, star: &Star) -> Occupied {
        let mut mask = self.black.or(&self.grey);
        for &stop in self.pieces.iter().filter(|&&stop| stop != OFF) {
            mask.insert(stop);
        }
        Occupied::of(star, mask)
    }

    /// The first piece on a stop; on stops that are not corners there is at most one.
    pub fn piece_on(&self, stop: Stop) -> Option<usize> {
        self.pieces.iter().position(|&held| held == stop)
    }

    /// A piece of a kind on a stop.
    pub fn kind_on(&self, law: &Law, kind: u8, stop: Stop) -> Option<usize> {
        if law.alike {
            law.own(kind).find(|&piece| self.pieces[piece] == stop)
        } else {
            (self.pieces[usize::from(kind)] == stop).then_some(usize::from(kind))
        }
    }

    /// Is the stop taken?
    pub fn holds(&self, stop: Stop) -> bool {
        self.black.has(stop) || self.grey.has(stop) || self.piece_on(stop).is_some()
    }

    /// Runs a piece to a stop, swapping with `other` if that is given (N7), and takes off what is
    /// home by it (N8, N10). Blocks on the stop are lifted.
    ///
    /// The mover leaves when its own move ends on its goal. The piece that it swapped with only
    /// waits, on whatever goal it has come to, unless `double_exit` takes off an own one at once
    /// (N10).
    pub fn run(&mut self, law: &Law, piece: usize, to: Stop, other: Option<usize>) -> Landing {
        let mut landing = Landing { black: self.black.has(to), left: 0 };
        let from = self.pieces[piece];
        self.black.remove(to);
        self.grey.remove(to);
        self.pieces[piece] = to;
        if to == law.goal(piece) {
            self.pieces[piece] = OFF; // N8
            landing.left |= 1 << law.colour(piece);
        }
        if let Some(other) = other {
            self.pieces[other] = from;
            let own = law.owner(other) == law.owner(piece);
            if law.options.double_exit && own && from == law.goal(other) {
                self.pieces[other] = OFF; // N10
                landing.left |= 1 << law.colour(other);
            }
            self.normalise(law, other);
        }
        self.normalise(law, piece);
        landing
    }

    /// Brings the alike pieces of a piece's seat back into order.
    pub fn normalise(&mut self, law: &Law, piece: usize) {
        if law.alike {
            self.pieces[law.own(law.owner(piece))].sort_unstable();
        }
    }
}
