//! Sets of stops as bits: two words matter on the star of 100 stops, six on the largest.

use super::star::Stop;

/// Words of a mask: 384 bits hold the 342 stops of the largest star (N19).
pub const WORDS: usize = 6;

/// A set of stops.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Mask(pub [u64; WORDS]);

impl Mask {
    /// The stops 0 to `count - 1`.
    pub fn first(count: usize) -> Self {
        let mut mask = Self::default();
        for stop in 0..count as Stop {
            mask.insert(stop);
        }
        mask
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
            let mut word = words[index];
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros();
                    word &= word - 1;
                    (index as u32 * 64 + bit) as Stop
                })
            })
        })
    }
}

impl FromIterator<Stop> for Mask {
    fn from_iter<I: IntoIterator<Item = Stop>>(stops: I) -> Self {
        let mut mask = Self::default();
        stops.into_iter().for_each(|stop| mask.insert(stop));
        mask
    }
}
