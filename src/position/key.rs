//! Keys: 64-bit hashes that are the same on every machine.

use std::hash::{Hash, Hasher};

/// The 64-bit key of anything by its `Hash`, the same on every machine (unlike std's hasher).
pub fn key_of<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = KeyHasher(0x9E37_79B9_7F4A_7C15);
    value.hash(&mut hasher);
    hasher.finish()
}

/// Multiply-and-fold over 64-bit words: fast for the few words of a position, and portable.
struct KeyHasher(u64);

impl KeyHasher {
    fn fold(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(0xD6E8_FEB8_6659_FD93_u64);
        self.0 = ((product >> 64) as u64 ^ product as u64).wrapping_add(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        crate::stream::mix64(self.0)
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.fold(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, value: u8) {
        self.fold(u64::from(value));
    }
    fn write_u16(&mut self, value: u16) {
        self.fold(u64::from(value));
    }
    fn write_u32(&mut self, value: u32) {
        self.fold(u64::from(value));
    }
    fn write_u64(&mut self, value: u64) {
        self.fold(value);
    }
    fn write_usize(&mut self, value: usize) {
        self.fold(value as u64);
    }
    fn write_isize(&mut self, value: isize) {
        self.fold(value as u64);
    }
}
