//! Squares of a small Pah-Tum board as bits of one word, in arithmetic without branches: the same
//! as `games/pah_tum/` has, but such that a loop over games does several of them side by side.

use crate::kernels::random::xoshiro::{Xoshiro, bounded};

/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The high bit of every byte.
const HIGHS: u64 = ONES << 7;

/// Every square of a board.
pub const fn full(side: usize) -> u64 {
    (1 << (side * side)) - 1
}

/// A column, 0 the first.
const fn column(side: usize, number: usize) -> u64 {
    let (mut squares, mut row) = (0, 0);
    while row < side {
        squares |= 1 << (row * side + number);
        row += 1;
    }
    squares
}

/// The black stones of T1 without a list of squares: for each sampled, which one moved into its place.
#[inline(always)]
pub fn sample_black<const SIDE: usize>(halves: [u64; 5]) -> u64 {
    let points = (SIDE * SIDE) as u64;
    let (mut sampled, mut moved, mut black) = ([0; 5], [0; 5], 0);
    for stone in 0..halves.len() {
        let last = points - 1 - stone as u64;
        let index = bounded(halves[stone], last + 1);
        let (mut square, mut moving) = (index, last);
        for earlier in 0..stone {
            square = if sampled[earlier] == index { moved[earlier] } else { square };
            moving = if sampled[earlier] == last { moved[earlier] } else { moving };
        }
        (sampled[stone], moved[stone]) = (index, moving);
        black |= 1 << (square & 63);
    }
    black
}

/// Five halves of outputs, one for each black stone, and the sixth.
#[inline(always)]
pub fn five_halves(generator: &mut Xoshiro) -> ([u64; 5], u64) {
    let (first, second, third) = (generator.next(), generator.next(), generator.next());
    ([first, first >> 32, second, second >> 32, third], third >> 32)
}

/// The points of one colour (T2): windows of stones are counted, of every length that a row could
/// have.
#[inline(always)]
pub fn score<const SIDE: usize>(stones: u64) -> i64 {
    let not_last = const { full(SIDE) & !column(SIDE, SIDE - 1) };
    let mut across = stones & (stones >> 1) & not_last;
    let mut along = stones & (stones >> SIDE);
    let mut total = 0;
    // An inclusive range would not be unrolled.
    for longer in 0..SIDE - 2 {
        across = across & (across >> 1) & not_last;
        along &= along >> SIDE;
        let worth = if longer == 0 { 3 } else { 2 << longer };
        total += worth * i64::from(across.count_ones() + along.count_ones());
    }
    total
}

/// All ones if `holds`. A choice by masks stays a calculation; an `if` may be compiled to a branch, and
/// a loop with branches is not vectorised.
#[inline(always)]
pub fn mask(holds: bool) -> u64 {
    u64::from(holds).wrapping_neg()
}

/// The sign of a margin.
#[inline(always)]
pub fn sign(margin: i64) -> i8 {
    i8::from(margin > 0) - i8::from(margin < 0)
}

/// The empty squares by what a stone there captures (T4): nothing, or the stone above, to the
/// right, below, to the left.
#[inline(always)]
pub fn planes<const SIDE: usize>(own: u64, other: u64) -> [u64; 5] {
    let empty = full(SIDE) & !(own | other);
    let (first, last) = const { (column(SIDE, 0), column(SIDE, SIDE - 1)) };
    let (second, next) = const { (column(SIDE, 1), column(SIDE, SIDE - 2)) };
    let up = empty & (other >> SIDE) & (own >> (2 * SIDE));
    let right = empty & ((other & !first) >> 1) & ((own & !(first | second)) >> 2);
    let down = empty & (other << SIDE) & (own << (2 * SIDE));
    let left = empty & ((other & !last) << 1) & ((own & !(last | next)) << 2);
    [empty & !(up | right | down | left), up, right, down, left]
}

/// The square of `squares` with `rank` others below it, as its bit. If there is none, any bit.
///
/// The byte is found by running sums of a parallel bit count, the bit in it in the same way.
#[inline(always)]
pub fn nth(squares: u64, rank: u64) -> u64 {
    let pairs = squares - ((squares >> 1) & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    let (skipped, sums) = sums_up_to(bytes, rank);
    let shift = (8 * skipped) & 63;
    let rank = rank.wrapping_sub((sums << 8 >> shift) & 0xFF) & 7;
    // Bit k of the byte becomes byte k, as 0 or 1.
    let spread = ((squares >> shift) & 0xFF).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    let bits = ((spread + (HIGHS - ONES)) >> 7) & ONES;
    let (place, _) = sums_up_to(bits, rank);
    1 << ((shift + place) & 63)
}

/// The running sums of the bytes of a word, and how many of them are at most `rank`.
#[inline(always)]
fn sums_up_to(bytes: u64, rank: u64) -> (u64, u64) {
    let sums = bytes.wrapping_mul(ONES);
    let reached = (rank.wrapping_mul(ONES) | HIGHS).wrapping_sub(sums) & HIGHS;
    (u64::from(reached.count_ones()), sums)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pah_tum::squares::{Squares, Word};
    use crate::stream::mix64;

    #[test]
    fn squares_side_by_side_are_those_of_the_rules() {
        let rules = Squares::<u64>::of(7);
        for number in 0..2000 {
            let own = mix64(number) & full(7);
            let other = mix64(number + 1_000_000) & full(7) & !own;
            assert_eq!(score::<7>(own), i64::from(rules.score(own)));
            let [plain, captures @ ..] = planes::<7>(own, other);
            assert_eq!(captures, rules.capturing(own, other));
            assert_eq!(plain & captures.iter().fold(0, |any, plane| any | plane), 0);
            for rank in 0..own.count_ones() {
                assert_eq!(nth(own, u64::from(rank)), 1 << Word::nth(own, rank));
            }
        }
    }
}
