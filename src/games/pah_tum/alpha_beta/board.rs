//! A board as the search has it: each line as either colour sees it.
//!
//! To a colour a square is empty, its own, or closed: by a stone of the other colour or a black one (T1). The
//! value of a line is read from a table by the number that these digits make up in base 3, so a stone is put by
//! adding to four numbers, its row and its column in both views, and taken back by subtracting:
//!
//! ```text
//! . Y B . #      to Yellow 0 1 2 0 2, to Blue 0 2 1 0 2: its first square is the digit of 1
//! ```
//!
//! In the custodial game stones change hands (T4), and the value of a row would not last.

use super::evaluation;
use crate::board::ones;
use crate::games::pah_tum::position::PahTum;
use crate::games::pah_tum::squares::Squares;
use crate::stream::mix64;

/// Rows and columns of the largest board.
const LINES: usize = 22;
/// More than any evaluation.
const WIN: i32 = 1_000_000;

/// Where a square lies: its row and its column, both scored (T2), and what its digits count there.
#[derive(Clone, Copy)]
struct Place {
    lines: [usize; 2],
    digits: [u32; 2],
}

/// A position of plain Pah-Tum.
pub(super) struct Board {
    side: u8,
    places: Vec<Place>,
    /// By colour and line, rows first: a view ([`evaluation::values`]).
    views: [[u32; LINES]; 2],
    stones: [u128; 2],
    pub empty: u128,
    pub mover: usize,
    /// Of the stones; they take turns, so their number tells the mover (T1).
    pub key: u64,
}

impl Board {
    /// The board of a position, on which black stones are closed to both colours and stay where they are (T1).
    pub(super) fn new(position: &PahTum) -> Self {
        let side = usize::from(position.size);
        let place = |square| {
            let (row, column) = (square / side, square % side);
            Place {
                lines: [row, side + column],
                digits: [column, row].map(|step| 3_u32.pow(step as u32)),
            }
        };
        let mut board = Self {
            side: position.size,
            places: (0..side * side).map(place).collect(),
            views: [[0; LINES]; 2],
            stones: [0; 2],
            empty: position.empty() | position.stones[0] | position.stones[1],
            mover: 0,
            key: 0,
        };
        for square in ones(position.black) {
            let Place { lines, digits } = board.places[square as usize];
            for view in &mut board.views {
                view[lines[0]] += 2 * digits[0];
                view[lines[1]] += 2 * digits[1];
            }
        }
        for colour in 0..2 {
            for square in ones(position.stones[colour]) {
                board.mover = colour;
                board.put(square);
            }
        }
        board.mover = usize::from(position.mover & 1);
        board.key = 0;
        board
    }

    /// Puts a stone of the mover's: own to the mover, closed to the other.
    #[inline]
    pub(super) fn put(&mut self, square: u32) {
        let Place { lines, digits } = self.places[square as usize];
        let own = self.mover;
        for (line, digit) in lines.into_iter().zip(digits) {
            self.views[own][line] += digit;
            self.views[own ^ 1][line] += 2 * digit;
        }
        self.stones[own] |= 1 << square;
        self.empty &= !(1 << square);
        self.key ^= mix64(1 + 2 * u64::from(square) + own as u64);
        self.mover ^= 1;
    }

    /// Takes the last stone back: what [`Board::put`] added is subtracted, and the turn goes back to its owner. Stones
    /// must be taken in the reverse order.
    #[inline]
    pub(super) fn take(&mut self, square: u32) {
        let Place { lines, digits } = self.places[square as usize];
        self.mover ^= 1;
        let own = self.mover;
        for (line, digit) in lines.into_iter().zip(digits) {
            self.views[own][line] -= digit;
            self.views[own ^ 1][line] -= 2 * digit;
        }
        self.stones[own] &= !(1 << square);
        self.empty |= 1 << square;
        self.key ^= mix64(1 + 2 * u64::from(square) + own as u64);
    }

    /// Empty squares.
    #[inline]
    pub(super) fn left(&self) -> usize {
        self.empty.count_ones() as usize
    }

    /// The phase when this number of stones more has been put. A move is evaluated by the lines after it.
    #[inline]
    pub(super) fn phase(&self, stones: usize) -> usize {
        evaluation::phase(usize::from(self.side), self.left() - stones)
    }

    /// What the move is worth, in a phase.
    #[inline]
    pub(super) fn tempo(&self, phase: usize) -> i32 {
        evaluation::tempo(usize::from(self.side), phase)
    }

    /// The value of every line, in a phase: how full the board is tells how much a row that is not there yet is
    /// worth.
    #[inline]
    pub(super) fn values(&self, phase: usize) -> &'static [i16] {
        evaluation::values(usize::from(self.side), phase)
    }

    /// How much more the mover's lines are worth than the other's: how far ahead the mover is, without the move.
    #[inline]
    pub(super) fn lead(&self, values: &[i16]) -> i32 {
        let [own, other] = [self.mover, self.mover ^ 1].map(|colour| {
            let views = &self.views[colour][..2 * usize::from(self.side)];
            views.iter().map(|&view| i32::from(values[view as usize])).sum::<i32>()
        });
        own - other
    }

    /// How much that grows by a stone of the mover's: own lines gain by it, those of the other lose. No other line
    /// changes.
    #[inline]
    pub(super) fn gain(&self, values: &[i16], square: u32) -> i32 {
        let Place { lines, digits } = self.places[square as usize];
        let own = self.mover;
        let mut gain = 0;
        for (line, digit) in lines.into_iter().zip(digits) {
            let (mine, theirs) = (self.views[own][line], self.views[own ^ 1][line]);
            let value = |view: u32| i32::from(values[view as usize]);
            gain += value(mine + digit) - value(mine);
            gain += value(theirs) - value(theirs + 2 * digit);
        }
        gain
    }

    /// What a position is worth for the mover at the horizon: the lead, and what it is worth to be the one to
    /// move.
    pub(super) fn evaluation(&self) -> i32 {
        let phase = self.phase(0);
        self.lead(self.values(phase)) + self.tempo(phase)
    }

    /// The result for the mover where the board is full (T2): beyond all evaluations, and the more points the
    /// better, since only the sign counts in the end (E9).
    pub(super) fn result(&self) -> i32 {
        let squares = Squares::<u128>::of(self.side);
        let [own, other] =
            [self.mover, self.mover ^ 1].map(|colour| squares.score(self.stones[colour]));
        (own - other).signum() * WIN + own - other
    }
}
