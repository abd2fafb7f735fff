//! Sets of points of a board as bits, and the windows that a lemma must look at.

use super::plane::{Place, place, xy};
use crate::board::DIRECTIONS;

/// Words of a set.
const WORDS: usize = 6;
/// The largest board: each row takes one bit more than it has points, so that no shift along a line
/// runs from one edge to the other.
pub const LARGEST: i32 = 19;

/// A set of points of a board.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Bits([u64; WORDS]);

// As numbers: the word of the last points counts most.
impl Ord for Bits {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}
impl PartialOrd for Bits {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Bits {
    #[inline]
    fn zip(self, other: Self, of: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|at| of(self.0[at], other.0[at])))
    }
    #[inline]
    pub fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline]
    pub fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    #[inline]
    pub fn but(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
    #[inline]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == [0; WORDS]
    }
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline]
    fn set(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }
    /// Towards the first points.
    #[inline]
    fn down(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        Self(std::array::from_fn(|at| {
            let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
            if bits == 0 {
                return word(at + words);
            }
            word(at + words) >> bits | word(at + words + 1) << (64 - bits)
        }))
    }
    /// Towards the last points.
    #[inline]
    fn up(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        Self(std::array::from_fn(|at| {
            let word = |back: usize| at.checked_sub(back).map_or(0, |at| self.0[at]);
            if bits == 0 {
                return word(words);
            }
            word(words) << bits | word(words + 1) >> (64 - bits)
        }))
    }
    /// The numbers of the points, ascending.
    fn numbers(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(word, bits)| {
            crate::board::ones(bits).map(move |bit| word * 64 + bit as usize)
        })
    }
}

/// A square board whose sets of points are [`Bits`].
#[derive(Clone)]
pub struct BitBoard {
    pub size: i32,
    row: usize,
    /// Every point.
    pub all: Bits,
}

/// Motions of the plane as (xx, xy, yx, yy): (x, y) goes to (xx x + xy y, yx x + yy y).
pub const MOTIONS: [[i32; 4]; 8] = [
    [1, 0, 0, 1],
    [0, -1, 1, 0],
    [-1, 0, 0, -1],
    [0, 1, -1, 0],
    [-1, 0, 0, 1],
    [0, 1, 1, 0],
    [1, 0, 0, -1],
    [0, -1, -1, 0],
];

/// A motion applied to a column and row.
pub fn turned(motion: usize, (x, y): (i32, i32)) -> (i32, i32) {
    let [xx, xy, yx, yy] = MOTIONS[motion];
    (xx * x + xy * y, yx * x + yy * y)
}

/// The motion that takes another back.
pub fn inverse(motion: usize) -> usize {
    // A quarter turn is taken back by the other one; the others by themselves.
    match motion {
        1 => 3,
        3 => 1,
        other => other,
    }
}

impl BitBoard {
    /// A board of `size` columns and rows, up to [`LARGEST`].
    pub fn new(size: i32, row: usize) -> Self {
        let mut board = Self { size, row, all: Bits::default() };
        let points = (0..size).flat_map(|y| (0..size).map(move |x| place(x, y)));
        board.all = board.set_of(&points.collect::<Vec<_>>());
        board
    }

    /// Is the place on it?
    pub fn holds(&self, (x, y): (i32, i32)) -> bool {
        (0..self.size).contains(&x) && (0..self.size).contains(&y)
    }

    fn number(&self, (x, y): (i32, i32)) -> usize {
        (y * (self.size + 1) + x) as usize
    }

    /// The set of one point.
    pub fn bit(&self, at: Place) -> Bits {
        self.set_of(&[at])
    }

    /// Those of the places that lie on the board.
    pub fn set_of(&self, places: &[Place]) -> Bits {
        let mut set = Bits::default();
        for at in places.iter().map(|&at| xy(at)).filter(|&at| self.holds(at)) {
            set.set(self.number(at));
        }
        set
    }

    /// The places of a set, row by row.
    pub fn places(&self, set: Bits) -> impl Iterator<Item = Place> + use<> {
        let stride = self.size as usize + 1;
        set.numbers().map(move |at| place((at % stride) as i32, (at / stride) as i32))
    }

    /// A place of the board after a motion of the board.
    pub fn turned(&self, motion: usize, at: Place) -> Place {
        let [xx, xy, yx, yy] = MOTIONS[motion];
        let (x, y) = turned(motion, super::plane::xy(at));
        let shift = |sum: i32| if sum < 0 { self.size - 1 } else { 0 };
        place(x + shift(xx + xy), y + shift(yx + yy))
    }

    /// The least of the eight images of two sets, and the motion that makes it.
    pub fn canonical(&self, sides: [Bits; 2]) -> ([Bits; 2], usize) {
        let places = sides.map(|side| self.places(side).collect::<Vec<_>>());
        let images = (0..8).map(|motion| {
            let image = |side: &Vec<Place>| {
                let moved: Vec<_> = side.iter().map(|&at| self.turned(motion, at)).collect();
                self.set_of(&moved)
            };
            ([image(&places[0]), image(&places[1])], motion)
        });
        images.min().unwrap_or((sides, 0))
    }

    /// The points of the windows that lie within `free` and hold at least `min` of `own`, and one of
    /// `holding` if there is such a set.
    pub fn at_least(&self, own: Bits, free: Bits, min: usize, holding: Option<Bits>) -> Bits {
        let mut points = Bits::default();
        for (dx, dy) in DIRECTIONS {
            let (stride, forward) = ((self.size + 1) as usize, dx as usize);
            // Falling lines go up a row and back a column: their steps are shorter than a row.
            let step = match (dx, dy) {
                (1, -1) => stride - 1,
                _ => dy as usize * stride + forward,
            };
            let begins = self.beginning(own, free, min, holding, step);
            if !begins.is_empty() {
                for at in 0..self.row {
                    points = points.or(begins.up(at * step));
                }
            }
        }
        points
    }

    fn beginning(
        &self,
        own: Bits,
        free: Bits,
        min: usize,
        holding: Option<Bits>,
        step: usize,
    ) -> Bits {
        let (mut begins, mut held) = (free, Bits::default());
        let (mut one, mut two, mut four) = (Bits::default(), Bits::default(), Bits::default());
        for at in 0..self.row {
            begins = begins.and(free.down(at * step));
            let stones = own.down(at * step);
            let carry = one.and(stones);
            one = one.xor(stones);
            let last = two.and(carry);
            two = two.xor(carry);
            four = four.or(last);
            if let Some(holding) = holding {
                held = held.or(holding.down(at * step));
            }
        }
        if holding.is_some() {
            begins = begins.and(held);
        }
        begins.and(match min {
            0 => return begins,
            1 => one.or(two).or(four),
            2 => two.or(four),
            3 => one.and(two).or(four),
            4 => four,
            5 => four.and(one.or(two)),
            _ => four.and(two),
        })
    }

    /// The empty points where a side completes a window; `taken` are the stones of both.
    pub fn completing(&self, own: Bits, other: Bits) -> Bits {
        self.at_least(own, self.all.but(other), self.row - 1, None).but(own)
    }
}
