//! The transposition table: what a search has proven of the positions that it has seen.

use crate::position::Action;

/// What is proven of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Lower bound of the payoff of side 0.
    pub lower: f64,
    /// Upper bound of the payoff of side 0.
    pub upper: f64,
    /// The depth of the search, in turns.
    pub depth: u16,
    /// The number of the null-window test in which it was searched, 0 outside of such tests.
    pub test: u16,
    /// The action to search first.
    pub best: Option<Action>,
}

/// An entry in four words: the key, two bounds, and what is shorter. All zeros: nothing is stored, so that
/// the system need not provide what is never written.
type Packed = [u64; 4];

/// Of the last word: something is stored; the action is one; where it stands, and the test and the depth.
const STORED: u64 = 1 << 63;
const HAS_BEST: u64 = 1 << 62;
const BEST: u32 = 32;
const TEST: u32 = 16;

impl Entry {
    fn packed(self, key: u64) -> Packed {
        let best = self.best.map_or(0, |best| HAS_BEST | u64::from(best.0) << BEST);
        let short = STORED | best | u64::from(self.test) << TEST | u64::from(self.depth);
        [key, self.lower.to_bits(), self.upper.to_bits(), short]
    }

    fn unpacked([_, lower, upper, short]: Packed) -> Self {
        let best = (short & HAS_BEST != 0).then_some(Action((short >> BEST) as u16));
        let (lower, upper) = (f64::from_bits(lower), f64::from_bits(upper));
        Self { lower, upper, depth: short as u16, test: (short >> TEST) as u16, best }
    }
}

/// Is it the entry of a position?
fn is_of([own, .., short]: Packed, key: u64) -> bool {
    short != 0 && own == key
}

/// A table of fixed size with buckets of two entries.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Packed>,
    /// The number of entries once something is stored, a power of two.
    count: usize,
}

impl Table {
    /// An empty table of `count` entries, a power of two; each takes 32 bytes once something is
    /// stored.
    pub fn new(count: usize) -> Self {
        Self { buckets: Vec::new(), count }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.buckets)
    }

    fn slot(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.count - 2)
    }

    /// The entry of a position.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let bucket = self.buckets.get(self.slot(key)..)?.first_chunk::<2>()?;
        bucket.iter().find(|&&entry| is_of(entry, key)).map(|&entry| Entry::unpacked(entry))
    }

    /// Stores the bounds of a position. Of a bucket the first entry keeps the deeper search, the
    /// second the latest.
    pub fn put(
        &mut self,
        key: u64,
        (lower, upper): (f64, f64),
        (depth, test): (usize, u16),
        best: Option<Action>,
    ) {
        if self.buckets.is_empty() {
            self.buckets = vec![[0; 4]; self.count];
        }
        let depth = depth.min(usize::from(u16::MAX)) as u16;
        let slot = self.slot(key);
        let old = self.buckets[slot];
        let is_first = old[3] == 0 || is_of(old, key) || old[3] as u16 <= depth;
        let is_other = is_of(self.buckets[slot + 1], key);
        let place = if is_first && !is_other { slot } else { slot + 1 };
        self.buckets[place] = Entry { lower, upper, depth, test, best }.packed(key);
    }
}
