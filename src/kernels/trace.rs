//! What a playout leaves to be read beside its result: its moves, and the board before its last move.
//! Nothing is calculated unless it is asked for.

use crate::board::Size;
use crate::position::{PreTerminal, Trace};

/// How points of a grid are packed into one number: the row above `bits` bits for the column.
#[derive(Clone, Copy)]
pub struct Packing {
    bits: u32,
    columns: u16,
}

impl Packing {
    /// `row * stride + column`; the stride is a power of two.
    pub fn new(size: Size, stride: usize) -> Self {
        Self { bits: stride.ilog2(), columns: u16::from(size.columns) }
    }

    /// Row and column of a packed point.
    #[inline]
    fn row_and_column(self, point: u16) -> (usize, u16) {
        (usize::from(point >> self.bits), point & ((1 << self.bits) - 1))
    }

    /// The action that puts a stone on a packed point.
    #[inline]
    pub fn action(self, point: u16) -> u16 {
        (point >> self.bits) * self.columns + (point & ((1 << self.bits) - 1))
    }

    /// Writes the actions for packed points.
    #[inline]
    pub fn write<'a, C: Copy + Into<u16> + 'a>(
        self,
        points: impl Iterator<Item = &'a C>,
        out: &mut [u16],
    ) {
        for (place, &point) in out.iter_mut().zip(points) {
            *place = self.action(point.into());
        }
    }

    /// Removes the stones of both colours from packed points.
    #[inline]
    pub fn remove<C: Copy + Into<u16>>(self, points: &[C], rows: &mut [u64]) {
        for &point in points {
            let (y, x) = self.row_and_column(point.into());
            for row in &mut rows[2 * y..2 * y + 2] {
                *row &= !(1 << x);
            }
        }
    }

    /// Puts stones of a colour on packed points.
    pub fn put(self, colour: usize, points: &[u16], rows: &mut [u64]) {
        for &point in points {
            let (y, x) = self.row_and_column(point);
            rows[2 * y + colour] |= 1 << x;
        }
    }
}

/// The trace of a game in which stones were put and stayed. `row(colour, y)` gives the stones that were
/// on the board at the last scan.
pub struct StonesTrace<'a, C, R> {
    pub packing: Packing,
    /// The points of all stones, the latest first, those after the end among them.
    pub points: &'a [C],
    pub row: R,
}

impl<C: Copy + Into<u16>, R: Fn(usize, usize) -> u64> Trace for StonesTrace<'_, C, R> {
    fn first_actions(&self, out: &mut [u16]) {
        self.packing.write(self.points.iter().rev(), out);
    }

    fn before_last(&self, turns: u16, rows: &mut [u64]) -> Option<PreTerminal> {
        let stones = turns.checked_sub(1)?;
        let undone = &self.points[..self.points.len().checked_sub(stones.into())?];
        let action = self.packing.action((*undone.last()?).into());
        write_rows(&self.row, rows);
        self.packing.remove(undone, rows);
        Some(PreTerminal { action, stones, ..PreTerminal::default() })
    }
}

/// Writes the rows of both colours as a grid has them.
pub fn write_rows(row: impl Fn(usize, usize) -> u64, rows: &mut [u64]) {
    for (y, colours) in rows.as_chunks_mut::<2>().0.iter_mut().enumerate() {
        *colours = [row(0, y), row(1, y)];
    }
}
