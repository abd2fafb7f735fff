//! The sets of stops that runs are worked out with (`moves.rs`): one `u128` where the star fits,
//! else a [`Mask`]. Both are long numbers, stop 0 the lowest bit.
//!
//! Corners and crossings come first, then the stops of each line side by side, so a run along a
//! line is a run of bits. That a piece stops at the first thing in its way (N7) is an addition:
//! added at the stop where the run begins, a carry goes through the ones of the free stops and ends
//! in the first taken one. The exclusive or of before and after has all the stops that it passed:
//!
//! ```text
//! free stops            01110     stop 0 on the right: 1, 2 and 3 are free, 4 is taken
//! a run begins at 1     00010
//! their sum             10000
//! sum xor free stops    11110     what the run touches: 1, 2, 3 and, where it ends, 4
//! ```
//!
//! Runs the other way, towards lower bits, are found by doubling: one stop, two, four, eight.

use super::mask::{Mask, WORDS};
use super::star::Stop;

/// A set of stops as one long number.
pub trait Stops: Copy + Default {
    /// Words of 64 stops.
    const WORDS: usize;

    /// The stops of a mask; they fit.
    fn of(mask: &Mask) -> Self;

    /// The bits of a line, 16 at most, from its first stop on.
    ///
    /// Stops beyond the end of the line are left 0 by the caller.
    fn line(bits: u16, first: Stop) -> Self;

    /// The sixteen stops from one on, as bits.
    fn sixteen(&self, first: Stop) -> u16;

    /// 64 stops.
    fn word(&self, index: usize) -> u64;

    /// Is the stop among them?
    #[inline]
    fn has(&self, stop: Stop) -> bool {
        self.word(usize::from(stop >> 6)) >> (stop & 63) & 1 == 1
    }

    /// Puts nodes in, a bit each.
    ///
    /// Nodes have the lowest numbers, so those of any star fit the first word.
    fn touch(&mut self, nodes: u64);

    /// Takes nodes out, a bit each.
    fn leave(&mut self, nodes: u64);

    /// How many stops.
    fn count(self) -> u32;

    /// Stops in both.
    #[must_use]
    fn and(self, other: Self) -> Self;

    /// Stops in either.
    #[must_use]
    fn or(self, other: Self) -> Self;

    /// Stops of this set that the other lacks.
    #[must_use]
    fn but(self, other: Self) -> Self;

    /// Stops in one of them, not in both.
    #[must_use]
    fn xor(self, other: Self) -> Self;

    /// The sum as numbers.
    #[must_use]
    fn plus(self, other: Self) -> Self;

    /// Every stop `by` places lower, fewer than 64.
    #[must_use]
    fn down(self, by: u32) -> Self;
}

impl Stops for u128 {
    const WORDS: usize = 2;

    #[inline]
    fn of(mask: &Mask) -> Self {
        Self::from(mask.0[1]) << 64 | Self::from(mask.0[0])
    }
    #[inline]
    fn line(bits: u16, first: Stop) -> Self {
        Self::from(bits) << (first & 127)
    }
    #[inline]
    fn sixteen(&self, first: Stop) -> u16 {
        (*self >> (first & 127)) as u16
    }
    #[inline]
    fn word(&self, index: usize) -> u64 {
        if index == 0 { *self as u64 } else { (*self >> 64) as u64 }
    }
    #[inline]
    fn touch(&mut self, nodes: u64) {
        *self |= Self::from(nodes);
    }
    #[inline]
    fn leave(&mut self, nodes: u64) {
        *self &= !Self::from(nodes);
    }
    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline]
    fn and(self, other: Self) -> Self {
        self & other
    }
    #[inline]
    fn or(self, other: Self) -> Self {
        self | other
    }
    #[inline]
    fn but(self, other: Self) -> Self {
        self & !other
    }
    #[inline]
    fn xor(self, other: Self) -> Self {
        self ^ other
    }
    #[inline]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
    #[inline]
    fn down(self, by: u32) -> Self {
        self >> by
    }
}

impl Stops for Mask {
    const WORDS: usize = WORDS;

    fn of(mask: &Mask) -> Self {
        *mask
    }
    fn line(bits: u16, first: Stop) -> Self {
        let (mut mask, word, shift) = (Self::default(), usize::from(first >> 6), first & 63);
        mask.0[word] = u64::from(bits) << shift;
        if let Some(next) = mask.0.get_mut(word + 1) {
            *next = u64::from(bits) >> 1 >> (63 - shift);
        }
        mask
    }
    fn sixteen(&self, first: Stop) -> u16 {
        Self::sixteen(self, first)
    }
    fn word(&self, index: usize) -> u64 {
        self.0[index]
    }
    fn touch(&mut self, nodes: u64) {
        self.0[0] |= nodes;
    }
    fn leave(&mut self, nodes: u64) {
        self.0[0] &= !nodes;
    }
    fn count(self) -> u32 {
        self.len() as u32
    }
    fn and(self, other: Self) -> Self {
        Self::and(self, &other)
    }
    fn or(self, other: Self) -> Self {
        Self::or(self, &other)
    }
    fn but(self, other: Self) -> Self {
        self.minus(&other)
    }
    fn xor(mut self, other: Self) -> Self {
        for (word, with) in self.0.iter_mut().zip(other.0) {
            *word ^= with;
        }
        self
    }
    fn plus(mut self, other: Self) -> Self {
        let mut carry = false;
        for (word, with) in self.0.iter_mut().zip(other.0) {
            let (sum, over) = word.overflowing_add(with);
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            (*word, carry) = (sum, over || again);
        }
        self
    }
    fn down(mut self, by: u32) -> Self {
        for word in 0..WORDS {
            let above = self.0.get(word + 1).map_or(0, |next| next << (64 - by));
            self.0[word] = self.0[word] >> by | above;
        }
        self
    }
}
