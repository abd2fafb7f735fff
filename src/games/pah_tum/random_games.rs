//! A whole random game of plain Pah-Tum, sampled at once.
//!
//! When the board is full only the squares of each colour count (T2), and in a random game every
//! way of giving half of the empty squares to Yellow is equally likely. So those are sampled first,
//! and the order in which they were filled afterwards, where somebody asks for it. The samples are
//! part of the contract: `docs/random-play.md` has them in words.

use super::phase::{BLACK_STONES, Phase, Setup};
use super::position::PahTum;
use super::squares::Word;
use crate::position::{Action, RandomPlay, Squares, Termination};
use crate::stream::Stream;

/// The squares of the black stones (T1): sampled one by one from the ascending list of those that
/// are left, the last of the list moving into the gap.
///
/// All sets of five squares are equally likely.
pub(crate) fn sample_black(points: usize, stream: &mut Stream) -> u128 {
    let mut left: [u8; 121] = std::array::from_fn(|square| square as u8);
    (points - BLACK_STONES + 1..=points).rev().fold(0, |black, count| {
        let index = stream.below(count);
        let square = left[index];
        left[index] = left[count - 1];
        black | 1 << square
    })
}

/// How many bits name a square, and so how many squares a word names.
pub(crate) const fn bits_of_a_square(points: usize) -> u32 {
    (points - 1).ilog2() + 1
}

/// The squares that Yellow fills: `count` of the empty ones, at a start half.
///
/// Each is Yellow's or Blue's by a bit. Then random squares of the colour that has too many change
/// hands until both have theirs; since no square is treated unlike another, all ways are equally
/// likely.
///
/// A board of more than 64 squares takes two words of the stream; bits of squares that are not empty count for
/// nothing.
pub(crate) fn sample_yellow<W: Word>(
    points: usize,
    empty: W,
    count: u32,
    stream: &mut Stream,
) -> W {
    let mut words = u128::from(stream.word());
    if points > 64 {
        words |= u128::from(stream.word()) << 64;
    }
    let yellow = W::narrow(words) & empty;
    let too_many = yellow.count() > count;
    let mut larger = if too_many { yellow } else { empty & !yellow };
    let mut surplus = yellow.count().abs_diff(count);
    let bits = bits_of_a_square(points);
    while surplus > 0 {
        let mut word = stream.word();
        for _ in 0..64 / bits {
            let square = word as u32 & ((1 << bits) - 1);
            word >>= bits;
            // A square beyond the board, a black one or one of the other colour changes nothing.
            if surplus > 0 && larger >> square & W::ONE == W::ONE {
                larger = larger & !(W::ONE << square);
                surplus -= 1;
            }
        }
    }
    if too_many { larger } else { empty & !larger }
}

/// The first plies of a game on a board with these empty squares.
pub(crate) fn sample_plies(points: usize, empty: u128, stream: &mut Stream, plies: &mut [u16]) {
    let half = empty.count_ones() / 2;
    let yellow = if points <= 64 {
        u128::from(sample_yellow(points, empty as u64, half, stream))
    } else {
        sample_yellow(points, empty, half, stream)
    };
    sample_order([yellow, empty & !yellow], stream, plies);
}

/// The first plies of a game in which the colours fill these squares: each in turn samples from the
/// ascending list of its squares, the last of the list moving into the gap.
///
/// Yellow begins (T1), so its squares are one more where the number of empty ones is odd, which
/// they never are here: odd sides less five black stones leave an even number.
fn sample_order(squares: [u128; 2], stream: &mut Stream, plies: &mut [u16]) {
    let mut lists = [[0; 121]; 2];
    let mut left = [0; 2];
    for colour in 0..2 {
        let list = &mut lists[colour];
        for (first, half) in [(0, squares[colour] as u64), (64, (squares[colour] >> 64) as u64)] {
            let mut half = half;
            while half != 0 {
                list[left[colour]] = first + half.trailing_zeros() as u16;
                left[colour] += 1;
                half &= half - 1;
            }
        }
    }
    for (ply, place) in plies.iter_mut().enumerate() {
        let (list, left) = (&mut lists[ply % 2], &mut left[ply % 2]);
        let index = stream.below(*left);
        *left -= 1;
        *place = list[index];
        list[index] = list[*left];
    }
}

impl PahTum {
    /// Goes from a start to the end of a game of `turns` turns.
    ///
    /// With supplies a game may have ended before the board is full (T5).
    pub(super) fn fill(&mut self, turns: u16, squares: Squares) {
        let set_up = match self.phase {
            Phase::Stones => BLACK_STONES as u16 + u16::from(self.setup == Setup::Cut),
            _ => 0,
        };
        let full = match squares {
            Squares::First(yellow) => {
                self.stones = [yellow, self.empty() & !yellow];
                true
            }
            Squares::All { squares, supply, second_seat_first, captured } => {
                [self.stones[0], self.stones[1], self.black] = squares;
                if self.limited {
                    self.supply = supply;
                }
                (self.blue_first_seat, self.captured) = (second_seat_first, captured);
                self.is_full()
            }
        };
        self.phase = Phase::Over(if full { Termination::FullBoard } else { Termination::Supply });
        self.turns = turns;
        // Who made the last turn; Yellow makes the first.
        self.mover = (turns.wrapping_sub(set_up + 1) & 1) as u8;
    }

    /// Samples a whole random game if this is a start of plain Pah-Tum, and says so.
    ///
    /// Custodial games are never sampled so: what a capture takes depends on the order of the stones.
    pub(super) fn sample_all_plies(&self, stream: &mut Stream, out: &mut Vec<Action>) -> bool {
        let at_start = self.is_free() && self.stones == [0; 2] && self.mover == 0;
        if at_start {
            let mut plies = vec![0; self.empty().count() as usize];
            sample_plies(self.points(), self.empty(), stream, &mut plies);
            out.clear();
            out.extend(plies.into_iter().map(Action));
        }
        at_start
    }
}
