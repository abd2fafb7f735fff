//! The transposition table of the search with a learnt evaluation: two words an entry.

use crate::board::Point;

/// Entries at least and at most, powers of two; sixteen bytes each.
const MIN: u64 = 1 << 10;
const MAX: u64 = 1 << 20;

/// What a value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Exact,
    Lower,
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub value: i32,
    pub depth: i8,
    pub bound: Bound,
    pub best: Point,
}

/// The table: the latest search that fell into a place stays there.
pub struct Table {
    /// Key and content; no memory is touched before an entry is.
    entries: Vec<[u64; 2]>,
}

impl Table {
    /// An empty table for a search of this number of positions.
    pub fn new(positions: u64) -> Self {
        let count = positions.clamp(MIN, MAX).next_power_of_two();
        Self { entries: vec![[0; 2]; count as usize] }
    }

    fn place(&self, key: u64) -> usize {
        (key >> 24) as usize & (self.entries.len() - 1)
    }

    /// What is known of the position with a key.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let [stored_key, content] = self.entries[self.place(key)];
        if stored_key != key || content == 0 {
            return None;
        }
        let bound = match content >> 24 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        let (depth, best) = ((content >> 16) as i8, Point(content as u16));
        Some(Entry { value: (content >> 32) as i32, depth, bound, best })
    }

    /// Keeps what a search has found out.
    pub fn put(&mut self, key: u64, entry: Entry) {
        let Entry { value, depth, bound, best } = entry;
        let content = u64::from(value as u32) << 32
            | (bound as u64 + 1) << 24
            | u64::from(depth as u8) << 16
            | u64::from(best.0);
        let place = self.place(key);
        self.entries[place] = [key, content];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_under_its_key_alone() {
        let mut table = Table::new(0);
        for (value, depth, bound) in
            [(-999_990, 7, Bound::Upper), (0, 0, Bound::Exact), (123, -3, Bound::Lower)]
        {
            let entry = Entry { value, depth, bound, best: Point(224) };
            table.put(0x1234_5678_9ABC_DEF0, entry);
            assert_eq!(table.get(0x1234_5678_9ABC_DEF0), Some(entry));
            assert_eq!(table.get(0x1234_5678_9ABC_DEF1), None);
        }
    }
}
