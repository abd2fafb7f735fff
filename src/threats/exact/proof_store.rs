//! The positions that are proven, each with the attacker's move.

use super::canonical::{Canonicalizer, Keys};
use crate::board::{Grid, Point};
use crate::threats::board::ByKey;

/// No point.
const NONE: u16 = u16::MAX;

/// What the attacker, who is to move, plays in a proven position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Play {
    /// The move; `None` where `line` wins by continuous fours.
    pub attack: Option<Point>,
    /// Continuous fours: a win, or what the move threatens. Empty where the move makes a four
    /// itself, or where every answer is searched.
    pub line: Vec<Point>,
}

impl Play {
    /// Can its points be put on the board, one after the other? A state from a file can say anything.
    pub fn fits(&self, grid: &Grid) -> bool {
        let mut points: Vec<_> = self.attack.into_iter().chain(self.line.iter().copied()).collect();
        let count = points.len();
        points.sort_unstable();
        points.dedup();
        points.len() == count && points.iter().all(|&point| grid.stone(point).is_none())
    }
}

/// Proven positions, by the key of their least image. Points are those of that image.
#[derive(Default)]
pub struct ProofStore {
    plays: ByKey<Box<[u16]>>,
}

/// Bytes that a position takes, about.
pub const BYTES: usize = 80;

impl ProofStore {
    /// How many positions.
    pub fn len(&self) -> usize {
        self.plays.len()
    }

    /// Is the position proven?
    pub fn has(&self, keys: Keys) -> bool {
        self.plays.contains_key(&keys.canonical().key)
    }

    /// What to play there, as points of the board.
    pub fn get(&self, symmetry: &Canonicalizer, keys: Keys) -> Option<Play> {
        let canonical = keys.canonical();
        let points = self.plays.get(&canonical.key)?;
        let point = |&point: &u16| symmetry.to_board(canonical, Point(point));
        let (attack, line) = points.split_first()?;
        let attack = (*attack != NONE).then(|| point(attack));
        Some(Play { attack, line: line.iter().map(point).collect() })
    }

    /// Notes a proven position, if it is not known yet.
    pub fn insert(
        &mut self,
        symmetry: &Canonicalizer,
        keys: Keys,
        attack: Option<Point>,
        line: &[Point],
    ) {
        let canonical = keys.canonical();
        self.plays.entry(canonical.key).or_insert_with(|| {
            let point = |&point: &Point| symmetry.to_canonical(canonical, point).0;
            let attack = attack.as_ref().map_or(NONE, point);
            std::iter::once(attack).chain(line.iter().map(point)).collect()
        });
    }

    /// Appends everything to a file.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend((self.plays.len() as u64).to_le_bytes());
        let mut keys: Vec<_> = self.plays.keys().copied().collect();
        keys.sort_unstable();
        for key in keys {
            let points = &self.plays[&key];
            out.extend(key.to_le_bytes());
            out.extend((points.len() as u16).to_le_bytes());
            out.extend(points.iter().flat_map(|point| point.to_le_bytes()));
        }
    }

    /// Reads what [`ProofStore::write`] wrote; `None` if it is none for boards of `board` points.
    pub fn read(bytes: &mut &[u8], board: usize) -> Option<Self> {
        let count = u64::from_le_bytes(*bytes.split_off_array()?);
        let mut proofs = Self::default();
        for _ in 0..count {
            let key = u64::from_le_bytes(*bytes.split_off_array()?);
            let length = u16::from_le_bytes(*bytes.split_off_array()?);
            // The move, and a line that takes each point once.
            if usize::from(length) > board + 1 {
                return None;
            }
            let mut points = Vec::with_capacity(usize::from(length));
            for place in 0..length {
                let point = u16::from_le_bytes(*bytes.split_off_array()?);
                if usize::from(point) >= board && (place > 0 || point != NONE) {
                    return None;
                }
                points.push(point);
            }
            if points.is_empty() {
                return None;
            }
            proofs.plays.insert(key, points.into());
        }
        Some(proofs)
    }
}

/// Takes a number of bytes off the front.
pub trait SplitOff {
    /// The bytes; `None` if there are too few.
    fn split_off_array<const N: usize>(&mut self) -> Option<&[u8; N]>;
}

impl SplitOff for &[u8] {
    fn split_off_array<const N: usize>(&mut self) -> Option<&[u8; N]> {
        let (first, rest) = self.split_first_chunk()?;
        *self = rest;
        Some(first)
    }
}
