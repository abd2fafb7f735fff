//! Squares as bits: captures by shifted masks (T4), scores by counting windows (T2).
//!
//! Bit `row * side + column` is a square. Boards up to 7x7 fit 64 bits, the others 128; what is
//! called in every turn of random play is generic over the [`Word`], so that small boards pay
//! only for 64.
//!
//! A row is as long as it is, whatever stands beside it, and every stone counts in its row and in
//! its column. The five across and the three upwards share a stone here:
//!
//! ```text
//! . . Y . .
//! . . Y . .
//! Y Y Y Y Y      25 for the five, 3 for the three: 28 in all
//! ```
//!
//! ```
//! use fivefold::games::pah_tum::squares::{Squares, worth};
//!
//! let stones = 0b00100_00100_11111_u64; // row 1 is the lowest
//! assert_eq!(Squares::<u64>::of(5).score(stones), worth(5) + worth(3));
//! ```

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// A word of squares: `u64` for boards up to 7x7, `u128` for all.
pub trait Word:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// No square.
    const NONE: Self;
    /// The first square.
    const ONE: Self;
    /// The low bits of a wide word.
    fn narrow(wide: u128) -> Self;
    /// The same squares in a wide word.
    fn widen(self) -> u128;
    /// The masks of a board whose side is 5, 7, 9 or 11.
    fn board(side: u8) -> &'static Squares<Self>;
    /// How many squares.
    fn count(self) -> u32;
    /// The square with `n` squares of the word below it; there must be one.
    fn nth(self, n: u32) -> u32;
}

impl Word for u64 {
    const NONE: Self = 0;
    const ONE: Self = 1;

    #[inline]
    fn narrow(wide: u128) -> Self {
        wide as Self
    }

    #[inline]
    fn widen(self) -> u128 {
        self.into()
    }

    #[inline]
    fn board(side: u8) -> &'static Squares<Self> {
        &NARROW[place(side)]
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    /// Byte by running sums of a parallel bit count, then bit by bit inside the byte.
    #[inline]
    fn nth(self, n: u32) -> u32 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let pairs = self - ((self >> 1) & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
        let bytes = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
        // Byte i of `sums` counts the squares in bytes 0 ..= i; all sums are at most 64.
        let sums = bytes.wrapping_mul(ONES);
        // The high bit of a byte of `reached` says that its sum is above n.
        let reached = ((sums | (ONES << 7)) - (u64::from(n) + 1) * ONES) & (ONES << 7);
        let byte = reached.trailing_zeros() & !7;
        let below = (sums << 8 >> byte) as u32 & 0xFF;
        let mut inside = (self >> byte) as u8;
        for _ in below..n {
            inside &= inside - 1;
        }
        byte + inside.trailing_zeros()
    }
}

impl Word for u128 {
    const NONE: Self = 0;
    const ONE: Self = 1;

    #[inline]
    fn narrow(wide: u128) -> Self {
        wide
    }

    #[inline]
    fn widen(self) -> u128 {
        self
    }

    #[inline]
    fn board(side: u8) -> &'static Squares<Self> {
        &WIDE[place(side)]
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn nth(self, n: u32) -> u32 {
        let low = self as u64;
        match n.checked_sub(low.count_ones()) {
            None => low.nth(n),
            Some(rest) => 64 + ((self >> 64) as u64).nth(rest),
        }
    }
}

/// The four directions of a capture, in the order of the action planes 1 to 4, as
/// (columns, rows): to the higher row, right, down, left.
pub const CAPTURES: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The masks of a board that its shifts need.
#[derive(Clone, Copy, Debug)]
pub struct Squares<W> {
    pub(super) side: u32,
    /// Every square.
    pub full: W,
    /// All but the first column, and all but the first two.
    not_first: [W; 2],
    /// All but the last column, and all but the last two.
    not_last: [W; 2],
}

/// The masks of the sides 5, 7, 9, 11, made once; those of the larger boards are cut off in the
/// narrow words.
static WIDE: [Squares<u128>; 4] = [wide(5), wide(7), wide(9), wide(11)];
static NARROW: [Squares<u64>; 4] =
    [narrow(&wide(5)), narrow(&wide(7)), narrow(&wide(9)), narrow(&wide(11))];

fn place(side: u8) -> usize {
    usize::from(side / 2) - 2
}

const fn narrow(wide: &Squares<u128>) -> Squares<u64> {
    let ([a, b], [c, d]) = (wide.not_first, wide.not_last);
    Squares {
        side: wide.side,
        full: wide.full as u64,
        not_first: [a as u64, b as u64],
        not_last: [c as u64, d as u64],
    }
}

const fn wide(side: u32) -> Squares<u128> {
    let full = (1 << (side * side)) - 1;
    let mut first = 0;
    let mut row = 0;
    while row < side {
        first |= 1_u128 << (row * side);
        row += 1;
    }
    let last = first << (side - 1);
    Squares {
        side,
        full,
        not_first: [full & !first, full & !first & !(first << 1)],
        not_last: [full & !last, full & !last & !(last >> 1)],
    }
}

impl<W: Word> Squares<W> {
    /// The masks of a board whose side is 5, 7, 9 or 11.
    #[inline]
    pub fn of(side: u8) -> &'static Self {
        W::board(side)
    }

    /// For each direction the empty squares from which a stone of `own` captures there (T4):
    /// next to it one stone that is not own, behind that an own one.
    ///
    /// Own stones are one colour, and all others, black ones too, may be captured: single,
    /// orthogonal, and with an own stone right behind. From `b1` both `b2` and `c1` can be
    /// captured, and the mover picks one:
    ///
    /// ```text
    /// . Y . .
    /// . B . .
    /// . * # Y      * is b1
    /// ```
    #[inline]
    pub fn capturing(&self, own: W, other: W) -> [W; 4] {
        let side = self.side;
        let empty = self.full & !(own | other);
        [
            empty & (other >> side) & (own >> (2 * side)),
            empty & ((other & self.not_first[0]) >> 1) & ((own & self.not_first[1]) >> 2),
            empty & (other << side) & (own << (2 * side)),
            empty & ((other & self.not_last[0]) << 1) & ((own & self.not_last[1]) << 2),
        ]
    }

    /// The points of one colour (T2).
    ///
    /// A row of n holds n - k + 1 windows of k stones, and s(n) is 3 for each window of three and
    /// 2^(k-2) for each window of k = 4, 5 ...: so windows are counted, all rows at once.
    #[inline]
    pub fn score(&self, stones: W) -> i32 {
        let mut across = stones & (stones >> 1) & self.not_last[0];
        let mut along = stones & (stones >> self.side);
        let mut total = 0;
        let mut worth = 3;
        let mut length = 3;
        loop {
            across = across & (across >> 1) & self.not_last[0];
            along = along & (along >> self.side);
            let windows = across.count() + along.count();
            if windows == 0 {
                return total;
            }
            total += worth * windows as i32;
            length += 1;
            worth = 1 << (length - 2);
        }
    }
}

/// What a row of `length` stones is worth (T2).
pub fn worth(length: usize) -> i32 {
    (3..=length as i32).fold(0, |score, n| 2 * score + n)
}

/// A set of squares moved: `points[p]` is where square p goes.
pub(super) fn image(squares: u128, points: &[u16]) -> u128 {
    let moved = points.iter().enumerate().filter(|&(from, _)| squares >> from & 1 == 1);
    moved.fold(0, |image, (_, &to)| image | 1 << to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_square_is_found_in_both_words() {
        let wide = 0x8000_F00F_0000_0001_8421_0000_FFFF_0003_u128;
        let squares: Vec<u32> = (0..128).filter(|&bit| wide >> bit & 1 == 1).collect();
        for (n, &square) in squares.iter().enumerate() {
            assert_eq!(wide.nth(n as u32), square);
        }
        for n in 0..64 {
            assert_eq!(u64::MAX.nth(n), n);
        }
    }

    #[test]
    fn rows_are_worth_3_10_25_56_119_246() {
        let table: Vec<i32> = (0..=8).map(worth).collect();
        assert_eq!(table, [0, 0, 0, 3, 10, 25, 56, 119, 246]);
    }

    #[test]
    fn one_row_of_any_length_scores_by_the_table() {
        for side in [5, 7, 9, 11] {
            let squares = Squares::<u128>::of(side);
            for length in 0..=u32::from(side) {
                let row = (1_u128 << length) - 1;
                // The last row too: nothing may come round from beyond the edge.
                let top = row << (side * (side - 1)) << (u32::from(side) - length);
                assert_eq!(squares.score(row), worth(length as usize));
                assert_eq!(squares.score(top), worth(length as usize));
            }
        }
    }
}
