//! The transposition table: proof and disproof numbers of positions, of fixed size.

use super::proof_store::SplitOff;
use crate::solve::Numbers;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// Its numbers.
    pub numbers: Numbers,
    /// Positions searched below it.
    pub work: u32,
    /// The effort of the search for wins by threats: 0 for none.
    pub effort: u32,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    known: TtEntry,
}

const EMPTY: Slot = Slot { key: 0, known: TtEntry { numbers: Numbers::NEW, work: 0, effort: 0 } };

/// Slots that a key may stand in.
const BUCKET: usize = 4;

/// The table. Where it is full the position with the least work below it goes.
pub struct Table {
    slots: Vec<Slot>,
}

impl Table {
    /// An empty table of about `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / (BUCKET * size_of::<Slot>())).max(64);
        Self { slots: vec![EMPTY; buckets * BUCKET] }
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let buckets = (self.slots.len() / BUCKET) as u128;
        let first = ((u128::from(key) * buckets) >> 64) as usize * BUCKET;
        first..first + BUCKET
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<TtEntry> {
        let slots = &self.slots[self.bucket(key)];
        slots.iter().find(|slot| slot.key == key && slot.known.effort > 0).map(|slot| slot.known)
    }

    /// Notes what is known.
    pub fn put(&mut self, key: u64, known: TtEntry) {
        let bucket = self.bucket(key);
        let slots = &mut self.slots[bucket];
        let place = slots.iter().position(|slot| slot.key == key).or_else(|| {
            (0..BUCKET)
                .min_by_key(|&place| (slots[place].known.effort > 0, slots[place].known.work))
        });
        slots[place.unwrap_or(0)] = Slot { key, known };
    }

    /// Appends everything to a file.
    pub fn write(&self, out: &mut Vec<u8>) {
        let taken = || self.slots.iter().filter(|slot| slot.known.effort > 0);
        out.extend((taken().count() as u64).to_le_bytes());
        for Slot { key, known } in taken() {
            out.extend(key.to_le_bytes());
            let TtEntry { numbers, work, effort } = known;
            for number in [numbers.proof, numbers.disproof, *work, *effort] {
                out.extend(number.to_le_bytes());
            }
        }
    }

    /// Puts in what [`Table::write`] wrote; `None` if the file is none.
    pub fn read(&mut self, bytes: &mut &[u8]) -> Option<()> {
        let count = u64::from_le_bytes(*bytes.split_off_array()?);
        for _ in 0..count {
            let key = u64::from_le_bytes(*bytes.split_off_array()?);
            let mut number = || Some(u32::from_le_bytes(*bytes.split_off_array()?));
            let numbers = Numbers { proof: number()?, disproof: number()? };
            self.put(key, TtEntry { numbers, work: number()?, effort: number()? });
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_keeps_what_took_most_work_and_forgets_the_rest() {
        let mut table = Table::new(0);
        let known =
            |work| TtEntry { numbers: Numbers { proof: work, disproof: 7 }, work, effort: 1 };
        let keys: Vec<u64> = (1..2_000).map(crate::stream::mix64).collect();
        for (work, &key) in keys.iter().enumerate() {
            table.put(key, known(work as u32 + 1));
        }
        let stored: Vec<_> = keys.iter().filter_map(|&key| table.get(key)).collect();
        assert_eq!(stored.len(), 256);
        assert!(stored.iter().map(|known| known.work).sum::<u32>() / 256 > 1_700);

        let mut bytes = Vec::new();
        table.write(&mut bytes);
        let mut again = Table::new(0);
        assert_eq!(again.read(&mut bytes.as_slice()), Some(()));
        assert!(keys.iter().all(|&key| again.get(key) == table.get(key)));
        assert_eq!(again.read(&mut &bytes[..bytes.len() - 1]), None);
    }
}
