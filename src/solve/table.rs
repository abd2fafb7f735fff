//! The transposition table: what a search has proven of the positions that it has seen.

use crate::position::Action;

/// What is proven of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
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

/// A table of fixed size with buckets of two entries.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Option<Entry>>,
    /// The number of entries once something is stored, a power of two.
    count: usize,
}

impl Table {
    /// An empty table of `count` entries, a power of two; each takes 40 bytes once something is
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
        bucket.iter().flatten().find(|entry| entry.key == key).copied()
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
            self.buckets.resize(self.count, None);
        }
        let depth = depth.min(usize::from(u16::MAX)) as u16;
        let slot = self.slot(key);
        let is_first = self.buckets[slot].is_none_or(|old| old.key == key || old.depth <= depth);
        let is_other = self.buckets[slot + 1].is_some_and(|old| old.key == key);
        let place = if is_first && !is_other { slot } else { slot + 1 };
        self.buckets[place] = Some(Entry { key, lower, upper, depth, test, best });
    }
}
