//! The random words of one game in plain arithmetic, for loops over many games side by side: the
//! same words as [`Stream`](crate::stream::Stream) gives.

use crate::stream::mix64;

/// Xoshiro256++ without its buffer of half a word.
#[derive(Clone, Copy)]
pub struct Words(pub [u64; 4]);

impl Words {
    /// The words of a game.
    #[inline(always)]
    pub fn new(seed: u64) -> Self {
        // Written out: a closure is not inlined for certain.
        const STEP: u64 = 0x9E37_79B9_7F4A_7C15;
        let first = seed.wrapping_add(STEP);
        let second = first.wrapping_add(STEP);
        let third = second.wrapping_add(STEP);
        Self([mix64(first), mix64(second), mix64(third), mix64(third.wrapping_add(STEP))])
    }

    /// The next word.
    #[inline(always)]
    pub fn next(&mut self) -> u64 {
        let [a, b, c, d] = self.0;
        let word = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.0 = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        word
    }
}

/// An index below `count` from the low half of a word.
#[inline(always)]
pub fn below(word: u64, count: u64) -> u64 {
    // Both masked: a product of two halves of words is one instruction.
    ((word & 0xFFFF_FFFF) * (count & 0xFFFF_FFFF)) >> 32
}
