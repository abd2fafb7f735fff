//! The transposition table of the search with a learnt evaluation: two words an entry, which threads share without
//! locks.
//!
//! The first word is the key combined with the second by exclusive or: of an entry that two threads wrote at once
//! it is no key (Hyatt and Mann, "A lock-less transposition table implementation for parallel search chess
//! engines", ICGA Journal 25, 2002).

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::board::Point;
use crate::solve::Bound;

/// Entries at least and at most, powers of two; sixteen bytes each.
const MIN: u64 = 1 << 10;
const MAX: u64 = 1 << 20;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transposition {
    pub value: i32,
    pub depth: i8,
    pub bound: Bound,
    pub best: Point,
}

/// The table: the latest search that fell into a place stays there. Its copies are the same table.
#[derive(Clone)]
pub struct Transpositions {
    /// Key and content, in turn; no memory is touched before an entry is.
    words: Arc<Vec<AtomicU64>>,
}

impl Transpositions {
    /// An empty table for a search of this number of positions.
    pub fn new(positions: u64) -> Self {
        let count = positions.clamp(MIN, MAX).next_power_of_two();
        // Compiles to nothing but the allocation of zeros.
        let words = vec![0; 2 * count as usize].into_iter().map(AtomicU64::new).collect();
        Self { words: Arc::new(words) }
    }

    /// The two words of the place of a key.
    fn place(&self, key: u64) -> [&AtomicU64; 2] {
        let place = (key >> 24) as usize & (self.words.len() / 2 - 1);
        [&self.words[2 * place], &self.words[2 * place + 1]]
    }

    /// What is known of the position with a key.
    pub fn get(&self, key: u64) -> Option<Transposition> {
        let [mixed, content] = self.place(key).map(|word| word.load(Relaxed));
        if mixed ^ content != key || content == 0 {
            return None;
        }
        let bound = match content >> 24 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        let (depth, best) = ((content >> 16) as i8, Point(content as u16));
        Some(Transposition { value: (content >> 32) as i32, depth, bound, best })
    }

    /// Keeps what a search has found out.
    pub fn put(&self, key: u64, entry: Transposition) {
        let Transposition { value, depth, bound, best } = entry;
        let content = u64::from(value as u32) << 32
            | (bound as u64 + 1) << 24
            | u64::from(depth as u8) << 16
            | u64::from(best.0);
        let [first, second] = self.place(key);
        first.store(key ^ content, Relaxed);
        second.store(content, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_under_its_key_alone() {
        let table = Transpositions::new(0);
        for (value, depth, bound) in
            [(-999_990, 7, Bound::Upper), (0, 0, Bound::Exact), (123, -3, Bound::Lower)]
        {
            let entry = Transposition { value, depth, bound, best: Point(224) };
            table.put(0x1234_5678_9ABC_DEF0, entry);
            assert_eq!(table.get(0x1234_5678_9ABC_DEF0), Some(entry));
            assert_eq!(table.get(0x1234_5678_9ABC_DEF1), None);
        }
    }

    #[test]
    fn an_entry_of_which_another_thread_wrote_half_is_no_entry() {
        let table = Transpositions::new(0);
        let key = 0x1234_5678_9ABC_DEF0;
        let entry = Transposition { value: 5, depth: 3, bound: Bound::Exact, best: Point(7) };
        table.put(key, entry);
        let [_, second] = table.place(key);
        second.store(second.load(Relaxed) ^ 1 << 32, Relaxed);
        assert_eq!(table.get(key), None);
    }
}
