//! The table of positions that `solve` has seen.

use crate::position::Action;

/// What is certain of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
    /// Least return of side 0.
    pub lower: f64,
    /// Greatest return of side 0.
    pub upper: f64,
    /// How many actions ahead was searched.
    pub depth: u16,
    /// The action to look at first.
    pub best: Option<Action>,
}

/// Places, a power of two: 40 MB at most, of which the system gives out what is written.
const PLACES: usize = 1 << 20;

/// A table of fixed size, two places for each key.
pub struct Table {
    places: Vec<Option<Entry>>,
}

impl Table {
    /// An empty table.
    pub fn new() -> Self {
        Self { places: Vec::new() }
    }

    fn slot(key: u64) -> usize {
        (key >> 20) as usize & (PLACES - 2)
    }

    /// What is known of a position.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let places = self.places.get(Self::slot(key)..)?.first_chunk::<2>()?;
        places.iter().flatten().find(|entry| entry.key == key).copied()
    }

    /// Notes an interval. Of two places the first keeps the deeper search, the second the latest.
    pub fn put(
        &mut self,
        key: u64,
        (lower, upper): (f64, f64),
        depth: usize,
        best: Option<Action>,
    ) {
        if self.places.is_empty() {
            self.places.resize(PLACES, None);
        }
        let depth = depth.min(usize::from(u16::MAX)) as u16;
        let slot = Self::slot(key);
        let is_first = self.places[slot].is_none_or(|old| old.key == key || old.depth <= depth);
        let is_other = self.places[slot + 1].is_some_and(|old| old.key == key);
        let place = if is_first && !is_other { slot } else { slot + 1 };
        self.places[place] = Some(Entry { key, lower, upper, depth, best });
    }
}
