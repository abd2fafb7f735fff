//! Sets of points as bits of a few words.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of up to `64 * W` numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const NONE: Self = Self([0; W]);

    /// Is the number in the set? Numbers of any size may be asked for.
    #[inline]
    pub fn has(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Adds a number.
    #[inline]
    pub fn set(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Takes a number away.
    #[inline]
    pub fn clear(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    /// How many numbers are in the set.
    #[inline]
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Is the set empty?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// All numbers greater by `by`; what leaves the set at the top is lost.
    #[inline]
    pub fn up(&self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        Self(std::array::from_fn(|i| {
            let word = |j: usize| i.checked_sub(j).map_or(0, |at| self.0[at]);
            match bits {
                0 => word(words),
                _ => word(words) << bits | word(words + 1) >> (64 - bits),
            }
        }))
    }

    /// All numbers less by `by`; what leaves the set at the bottom is lost.
    #[inline]
    pub fn down(&self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        Self(std::array::from_fn(|i| {
            let word = |j: usize| self.0.get(i + j).copied().unwrap_or(0);
            match bits {
                0 => word(words),
                _ => word(words) >> bits | word(words + 1) << (64 - bits),
            }
        }))
    }

    /// The number that `nth` others of the set are less than.
    #[inline]
    pub fn nth(&self, mut nth: usize) -> usize {
        for (i, &word) in self.0.iter().enumerate() {
            let ones = word.count_ones() as usize;
            if nth < ones {
                let mut word = word;
                for _ in 0..nth {
                    word &= word - 1;
                }
                return 64 * i + word.trailing_zeros() as usize;
            }
            nth -= ones;
        }
        unreachable!("the set has more than `rank` numbers")
    }

    /// The numbers of the set, ascending.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(i, mut word)| {
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros() as usize;
                    word &= word - 1;
                    64 * i + bit
                })
            })
        })
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(std::array::from_fn(|i| !self.0[i]))
    }
}

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> BitAndAssign for Bits<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}
