//! The transposition table: bounds on the value of positions seen, shared by threads without locks.
//!
//! It may forget, and then the search only takes longer: a value never depends on what was kept.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Slots that a key may lie in.
const BUCKET: usize = 4;

/// How a position is known in the table: where it lies and what tells it from the others there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    /// Well mixed: its low bits choose the bucket.
    pub place: u64,
    /// Equal for equal positions only.
    pub check: u64,
}

/// What is known of a position: its value lies between `lower` and `upper`.
///
/// Bounds that meet are the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub lower: i32,
    pub upper: i32,
    /// The move that did best, if one is known.
    pub best: Option<u16>,
    /// Squares that were open: what took longest to find out is kept longest.
    pub depth: u8,
}

/// Bounds are kept in 22 bits each: every margin lies well inside.
const LIMIT: i32 = (1 << 21) - 1;
const NO_MOVE: u64 = 0xFFF;

impl Known {
    /// Nothing but the depth.
    pub(super) fn nothing(depth: u8) -> Self {
        Self { lower: -LIMIT, upper: LIMIT, best: None, depth }
    }

    /// 22 bits for each bound, 12 for the move, 8 for the depth.
    fn pack(self) -> u64 {
        let bound = |value: i32| (value.clamp(-LIMIT, LIMIT) + LIMIT) as u64;
        let best = self.best.map_or(NO_MOVE, u64::from);
        bound(self.lower) | bound(self.upper) << 22 | best << 44 | u64::from(self.depth) << 56
    }

    fn unpack(word: u64) -> Self {
        let bound = |shift: u32| (word >> shift & 0x3F_FFFF) as i32 - LIMIT;
        let best = word >> 44 & NO_MOVE;
        Self {
            lower: bound(0),
            upper: bound(22),
            best: (best != NO_MOVE).then_some(best as u16),
            depth: (word >> 56) as u8,
        }
    }
}

/// A fixed number of slots of two words: the check crossed with the data, and the data. A slot
/// torn between two writers fails its check.
pub(super) struct Table {
    slots: Vec<[AtomicU64; 2]>,
    mask: usize,
}

impl Table {
    /// A table of at most `memory` bytes and of no more than `positions` entries.
    pub(super) fn new(memory: usize, positions: u64) -> Self {
        let fitting = (memory / size_of::<[AtomicU64; 2]>()) as u64;
        let slots = fitting.min(positions).max(BUCKET as u64) as usize;
        // A power of two, rounded down.
        let slots = 1 << slots.ilog2();
        let slot = || [AtomicU64::new(0), AtomicU64::new(0)];
        Self { slots: std::iter::repeat_with(slot).take(slots).collect(), mask: slots / BUCKET - 1 }
    }

    fn bucket(&self, key: Key) -> &[[AtomicU64; 2]] {
        let start = (key.place as usize & self.mask) * BUCKET;
        &self.slots[start..start + BUCKET]
    }

    /// What is known of a position.
    pub(super) fn get(&self, key: Key) -> Option<Known> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (data != 0 && check.load(Relaxed) ^ data == key.check).then(|| Known::unpack(data))
        })
    }

    /// Keeps what is known: over the same position, else over the one that was quickest to find.
    pub(super) fn put(&self, key: Key, known: Known) {
        let bucket = self.bucket(key);
        let mut worst = (&bucket[0], u8::MAX);
        for slot in bucket {
            let data = slot[1].load(Relaxed);
            if data == 0 || slot[0].load(Relaxed) ^ data == key.check {
                worst = (slot, 0);
                break;
            }
            let depth = (data >> 56) as u8;
            if depth < worst.1 {
                worst = (slot, depth);
            }
        }
        let data = known.pack();
        worst.0[0].store(key.check ^ data, Relaxed);
        worst.0[1].store(data, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_again() {
        let table = Table::new(1 << 10, u64::MAX);
        let known = Known { lower: -2035, upper: 90_000, best: Some(604), depth: 31 };
        let key = Key { place: 77, check: 5 };
        table.put(key, known);
        assert_eq!(table.get(key), Some(known));
        assert_eq!(table.get(Key { check: 6, ..key }), None);
        let nothing = Known::nothing(3);
        table.put(key, nothing);
        assert_eq!(table.get(key), Some(nothing));
    }

    #[test]
    fn memory_is_bounded() {
        assert_eq!(Table::new(1 << 20, u64::MAX).slots.len(), 1 << 16);
        assert_eq!(Table::new((1 << 20) + 5, u64::MAX).slots.len(), 1 << 16);
        assert_eq!(Table::new(1 << 20, 100).slots.len(), 64);
        assert_eq!(Table::new(0, u64::MAX).slots.len(), BUCKET);
    }
}
