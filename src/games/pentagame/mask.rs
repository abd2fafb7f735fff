//! Sets of stops as bits: two words matter on the star of 100 stops, six on the largest.

use super::star::Stop;
use crate::board::ones;

/// Words of a mask: 384 bits hold the 342 stops of the largest star (N19).
pub const WORDS: usize = 6;

/// A set of stops.
///
/// Stops are numbered by the star: corners first, then crossings, then line after line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Mask(pub [u64; WORDS]);

impl Mask {
    /// The stops 0 to `count - 1`.
    pub fn first(count: usize) -> Self {
        (0..count as Stop).collect()
    }

    /// Is the stop in the set?
    #[inline]
    pub fn has(&self, stop: Stop) -> bool {
        self.0[usize::from(stop >> 6)] >> (stop & 63) & 1 == 1
    }

    /// Puts a stop in.
    #[inline]
    pub fn insert(&mut self, stop: Stop) {
        self.0[usize::from(stop >> 6)] |= 1 << (stop & 63);
    }

    /// Takes a stop out.
    #[inline]
    pub fn remove(&mut self, stop: Stop) {
        self.0[usize::from(stop >> 6)] &= !(1 << (stop & 63));
    }

    /// Puts a stop in or takes it out.
    #[inline]
    pub fn set(&mut self, stop: Stop, held: bool) {
        if held { self.insert(stop) } else { self.remove(stop) }
    }

    /// The sixteen stops from one on, as bits.
    ///
    /// No line has more than nine stops (N19), so one call shows any line from its first stop on.
    #[inline]
    pub fn sixteen(&self, first: Stop) -> u16 {
        let (word, shift) = (usize::from(first >> 6), first & 63);
        let above = self.0.get(word + 1).map_or(0, |next| next << 1 << (63 - shift));
        (self.0[word] >> shift | above) as u16
    }

    /// How many stops.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// No stop at all.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// Stops in both.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        for (word, with) in self.0.iter_mut().zip(other.0) {
            *word &= with;
        }
        self
    }

    /// Stops in either.
    #[must_use]
    pub fn or(mut self, other: &Self) -> Self {
        for (word, with) in self.0.iter_mut().zip(other.0) {
            *word |= with;
        }
        self
    }

    /// Stops of this set that the other lacks.
    ///
    /// Free stops are all stops minus the occupied ones (N9).
    #[must_use]
    pub fn minus(mut self, other: &Self) -> Self {
        for (word, with) in self.0.iter_mut().zip(other.0) {
            *word &= !with;
        }
        self
    }

    /// The stops, ascending.
    pub fn iter(&self) -> impl Iterator<Item = Stop> + use<> {
        let words = self.0;
        (0..WORDS).flat_map(move |index| {
            ones(words[index]).map(move |bit| (index as u32 * 64 + bit) as Stop)
        })
    }
}

/// The place of the bit of a word with `rank` set bits below it, without a branch: first among
/// the bytes by sums of their bits, then inside the byte.
///
/// Source: S. Vigna, "Broadword implementation of rank/select queries", 2008.
#[inline]
pub fn select(word: u64, index: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = ONES << 7;
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
    // A byte's high bit stays where the bits up to it are not more than the index.
    let not_more = (((u64::from(index) * ONES) | HIGHS) - bytes) & HIGHS;
    let byte = ((not_more >> 7).wrapping_mul(ONES) >> 56) as u32 * 8;
    let rest = index - (bytes << 8 >> byte & 0xff) as u32;
    // The same with the bits of the byte, one in each.
    let spread = (word >> byte & 0xff).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    let bits = ((spread + (HIGHS - ONES)) >> 7 & ONES).wrapping_mul(ONES);
    let not_more = (((u64::from(rest) * ONES) | HIGHS) - bits) & HIGHS;
    byte + ((not_more >> 7).wrapping_mul(ONES) >> 56) as u32
}

impl FromIterator<Stop> for Mask {
    fn from_iter<I: IntoIterator<Item = Stop>>(stops: I) -> Self {
        let mut mask = Self::default();
        stops.into_iter().for_each(|stop| mask.insert(stop));
        mask
    }
}
