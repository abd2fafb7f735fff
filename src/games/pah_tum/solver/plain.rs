//! An ending of plain Pah-Tum.
//!
//! Two facts make the search small. A further stone never harms its owner, so nobody gains by
//! losing a turn: squares that no row can use any more are left out, as is everything else that
//! the future does not depend on (see `lines.rs`). And where an ending begins without stones of
//! either colour the colours are alike: a position is known by the stones of the one to move and
//! of the other.
//!
//! A square is irrelevant when its row and its column are closed, so that nothing on it can score
//! any more. Here `*` is one: no three in a line can hold it:
//!
//! ```text
//! . . Y . .
//! . . B . .
//! Y B * Y B
//! . . Y . .
//! . . B . .
//! ```

use super::lines::{LineCell, LineTable, PRICES};
use super::search::{Ending, Moves};
use super::table::Key;
use crate::board::ones;
use crate::stream::mix64;

/// The largest ending, by its empty squares: two bits for each, and one for the mover, make up the
/// key without loss.
pub(super) const MAX_SQUARES: u32 = 31;
/// Rows and columns of the largest board.
const MAX_LINES: usize = 22;

/// An ending being played out.
#[derive(Clone)]
pub(super) struct Plain<'a> {
    lines: &'a LineTable,
    /// Motions of the board that keep the ending, as where each of its squares goes.
    motions: &'a [Vec<u8>],
    /// The entry of every line.
    at: [u32; MAX_LINES],
    /// Sums over rows and over columns.
    max: [[i16; 4]; 2],
    min: [[i16; 4]; 2],
    /// Yellow's points less Blue's as the board stands.
    margin: i32,
    /// The stones put since the ending began, by colour.
    stones: [u32; 2],
    /// The squares that something still depends on.
    relevant: u32,
    mover: usize,
    /// The ending began without stones of either colour.
    alike: bool,
}

impl<'a> Plain<'a> {
    pub(super) fn new(
        lines: &'a LineTable,
        motions: &'a [Vec<u8>],
        mover: usize,
        alike: bool,
    ) -> Self {
        let mut at = [0; MAX_LINES];
        at[..lines.starts.len()].copy_from_slice(&lines.starts);
        let mut ending = Self {
            lines,
            motions,
            at,
            max: [[0; 4]; 2],
            min: [[0; 4]; 2],
            margin: 0,
            stones: [0; 2],
            relevant: 0,
            mover,
            alike,
        };
        for line in 0..lines.starts.len() {
            ending.count(line, 1);
        }
        ending.find_live();
        ending
    }

    /// Adds (or takes away) a line's table entry to (from) the sums.
    ///
    /// The sums over rows and columns are kept up to date line by line, so that bounds cost no look
    /// at the board.
    #[inline]
    fn count(&mut self, line: usize, sign: i16) {
        let at = self.at[line] as usize;
        let bounds = &self.lines.bounds[at];
        let direction = usize::from(2 * line >= self.lines.starts.len());
        for p in 0..PRICES.len() {
            self.max[direction][p] += sign * bounds.max[p];
            self.min[direction][p] += sign * bounds.min[p];
        }
        self.margin += i32::from(sign) * self.lines.margin[at];
    }

    /// The squares that a row or a column of length three or more can still use.
    fn find_live(&mut self) {
        let at = &self.at[..self.lines.starts.len()];
        self.relevant =
            at.iter().fold(0, |relevant, &at| relevant | self.lines.relevant[at as usize]);
    }

    /// Relevant and empty.
    fn open(&self) -> u32 {
        self.relevant & !(self.stones[0] | self.stones[1])
    }

    /// What it would change in the mean to own a square rather than not.
    #[inline]
    fn gain(&self, square: u32) -> i32 {
        let gain = |place: LineCell| {
            let at = self.at[place.line] as usize;
            self.lines.mean[at + place.digit as usize] - self.lines.mean[at]
        };
        let [row, column] = self.lines.places[square as usize];
        gain(row) + gain(column)
    }

    fn sign(&self) -> i32 {
        if self.mover == 0 { 1 } else { -1 }
    }

    /// Squares moved by a motion.
    fn moved(squares: u32, motion: &[u8]) -> u32 {
        ones(squares).fold(0, |image, square| image | 1 << motion[square as usize])
    }
}

impl Ending for Plain<'_> {
    fn is_settled(&self) -> bool {
        self.open() == 0
    }

    fn margin(&self) -> i32 {
        self.sign() * self.margin
    }

    /// The mover puts one more of an odd number of stones. What a line can bring is bounded at each
    /// price for a stone in it, and the price that gives the closest bound counts.
    fn bounds(&self) -> (i32, i32) {
        let open = self.open().count_ones() as i16;
        let movers = (open + 1) / 2;
        let [yellow, blue] =
            if self.mover == 0 { [movers, open - movers] } else { [open - movers, movers] };
        let (mut max, mut min) = (0, 0);
        for direction in 0..2 {
            let (mut above, mut below) = (i16::MAX, i16::MIN);
            for (p, price) in PRICES.into_iter().enumerate() {
                above = above.min(self.max[direction][p] + yellow * price);
                below = below.max(self.min[direction][p] - blue * price);
            }
            max += i32::from(above);
            min += i32::from(below);
        }
        let (min, max) = if self.mover == 0 { (min, max) } else { (-max, -min) };
        // With all colours alike, whoever moves may play as if second: the extra stone never harms.
        let untouched = self.alike && (self.stones[0] | self.stones[1]) & self.relevant == 0;
        if untouched { (min.max(self.margin()), max) } else { (min, max) }
    }

    /// The least of its images under the motions stands for all of them.
    fn key(&self) -> (Key, usize) {
        // A square that nothing depends on counts as taken by both.
        let first = if self.alike { self.mover } else { 0 };
        let [own, other] = [first, first ^ 1].map(|colour| self.stones[colour] | !self.relevant);
        // Bit 31 of both is set: no ending has 32 squares.
        let turn = if self.alike { 0 } else { (self.mover as u64) << 63 };
        let pair = |own: u32, other: u32| (u64::from(own) << 32 | u64::from(other)) ^ turn;
        let mut best = (pair(own, other), 0);
        for (number, motion) in self.motions.iter().enumerate().skip(1) {
            let image = pair(!Self::moved(!own, motion), !Self::moved(!other, motion));
            best = best.min((image, number));
        }
        (Key { place: mix64(best.0), check: best.0 }, best.1)
    }

    fn map(&self, motion: usize, square: u16) -> u16 {
        self.motions.get(motion).map_or(square, |motion| u16::from(motion[usize::from(square)]))
    }

    fn unmap(&self, motion: usize, square: u16) -> u16 {
        let to = |motion: &Vec<u8>| motion.iter().position(|&to| u16::from(to) == square);
        self.motions.get(motion).and_then(to).map_or(square, |from| from as u16)
    }

    fn depth(&self) -> u8 {
        self.open().count_ones() as u8
    }

    fn moves(&self, moves: &mut Moves) {
        for square in ones(self.open()) {
            moves.push((self.gain(square), square as u16));
        }
    }

    /// A stone changes one row and one column and nothing else (T2).
    fn play(&mut self, square: u16) {
        for place in self.lines.places[usize::from(square)] {
            self.count(place.line, -1);
            self.at[place.line] += place.digit * (self.mover as u32 + 1);
            self.count(place.line, 1);
        }
        self.stones[self.mover] |= 1 << square;
        self.mover ^= 1;
        self.find_live();
    }
}
