//! The generator of one game in plain arithmetic, for loops over many games side by side: it gives the
//! same outputs as [`Stream`](crate::stream::Stream).

use crate::stream::mix64;

/// The state of Xoshiro256++, without the buffer that a stream has for half an output.
#[derive(Clone, Copy)]
pub struct Xoshiro(pub [u64; 4]);

impl Xoshiro {
    /// Seeded for a game.
    #[inline(always)]
    pub fn new(seed: u64) -> Self {
        // Written out: a closure is not inlined for certain.
        const STEP: u64 = 0x9E37_79B9_7F4A_7C15;
        let first = seed.wrapping_add(STEP);
        let second = first.wrapping_add(STEP);
        let third = second.wrapping_add(STEP);
        Self([mix64(first), mix64(second), mix64(third), mix64(third.wrapping_add(STEP))])
    }

    /// The next output.
    #[inline(always)]
    pub fn next(&mut self) -> u64 {
        let [a, b, c, d] = self.0;
        let word = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.0 = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        word
    }
}

/// An index less than `count` from the low half of an output.
#[inline(always)]
pub fn bounded(word: u64, count: u64) -> u64 {
    // Both masked, so that the product of two numbers of 32 bits is one instruction.
    ((word & 0xFFFF_FFFF) * (count & 0xFFFF_FFFF)) >> 32
}
