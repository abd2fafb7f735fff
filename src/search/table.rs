//! What a solver keeps of the positions that it has seen.

use crate::position::Action;

/// What is certain of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
    /// Least return of side 0.
    pub lower: f64,
    /// Greatest return of side 0.
    pub upper: f64,
    /// How many turns ahead was searched.
    pub depth: u16,
    /// For which claim.
    pub claim: u16,
    /// The action to look at first.
    pub best: Option<Action>,
}

/// A table of fixed size, two places for each key.
#[derive(Debug)]
pub struct Table {
    places: Vec<Option<Entry>>,
    /// How many there are once something is noted, a power of two.
    count: usize,
}

impl Table {
    /// An empty table of `count` places, a power of two; each takes 40 bytes once something is noted.
    pub fn new(count: usize) -> Self {
        Self { places: Vec::new(), count }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.places)
    }

    fn slot(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.count - 2)
    }

    /// What is known of a position.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let places = self.places.get(self.slot(key)..)?.first_chunk::<2>()?;
        places.iter().flatten().find(|entry| entry.key == key).copied()
    }

    /// Notes an interval. Of two places the first keeps the deeper search, the second the latest.
    pub fn put(
        &mut self,
        key: u64,
        (lower, upper): (f64, f64),
        (depth, claim): (usize, u16),
        best: Option<Action>,
    ) {
        if self.places.is_empty() {
            self.places.resize(self.count, None);
        }
        let depth = depth.min(usize::from(u16::MAX)) as u16;
        let slot = self.slot(key);
        let is_first = self.places[slot].is_none_or(|old| old.key == key || old.depth <= depth);
        let is_other = self.places[slot + 1].is_some_and(|old| old.key == key);
        let place = if is_first && !is_other { slot } else { slot + 1 };
        self.places[place] = Some(Entry { key, lower, upper, depth, claim, best });
    }
}

/// Places of the table of a whole solution: 40 MB, of which the system gives out what is written.
const PLACES: usize = 1 << 20;
/// Places of the table beside a tree.
const FEW_PLACES: usize = 1 << 16;

/// What a search leaves to the next one.
#[derive(Debug)]
pub struct Memory {
    /// What is certain of positions.
    pub table: Table,
    /// How often each action cut a search off, by side.
    pub history: Vec<[u32; 2]>,
    /// The actions with which each side won at once last, the latest first.
    pub wins: [Vec<Action>; 2],
}

impl Memory {
    /// Nothing yet, for a search beside a tree.
    pub fn small() -> Self {
        Self::of(FEW_PLACES)
    }

    /// Nothing yet, for a search of its own.
    pub fn large() -> Self {
        Self::of(PLACES)
    }

    fn of(places: usize) -> Self {
        Self { table: Table::new(places), history: Vec::new(), wins: [Vec::new(), Vec::new()] }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.table.bytes() + size_of_val(&*self.history)
    }
}
