//! Bitboards with one stone each, and their union: so the stones of many plies are put at once.

use num_traits::PrimInt;

/// A row of the board as a mask, with the types that fit boards of that width.
pub trait RowMask: PrimInt {
    /// The number of a point.
    type PointIndex: PrimInt + Into<u16>;
    /// An element of [`Bitboard`].
    type Element: PrimInt;
}

impl RowMask for u16 {
    type PointIndex = u8;
    type Element = u16;
}

impl RowMask for u32 {
    type PointIndex = u16;
    type Element = u8;
}

/// The stones of one player: the rows, or in bytes the first eight columns of all rows, then the next
/// eight, and so on.
#[derive(Clone, Copy)]
pub struct Bitboard<T, const PARTS: usize>([T; PARTS]);

impl<T: PrimInt, const PARTS: usize> Bitboard<T, PARTS> {
    /// The number of rows.
    pub const ROWS: usize = if size_of::<T>() == 1 { 20 } else { PARTS };

    /// An empty board.
    #[inline(always)]
    pub fn none() -> Self {
        Self([T::zero(); PARTS])
    }

    /// One stone; none if the point lies outside the rows and columns kept.
    fn with_stone(x: usize, y: usize) -> Self {
        let mut parts = [T::zero(); PARTS];
        let (part, bit) = (x / bits::<T>() * Self::ROWS + y, x % bits::<T>());
        if y < Self::ROWS && part < PARTS {
            parts[part] = T::one() << bit;
        }
        Self(parts)
    }

    /// Adds the stones of another board.
    #[inline(always)]
    pub fn merge(&mut self, other: &Self) {
        for part in 0..PARTS {
            self.0[part] = self.0[part] | other.0[part];
        }
    }

    /// The stones in a row.
    #[inline(always)]
    pub fn row<M: PrimInt>(&self, y: usize) -> M {
        let part = |number: usize| self.0[number].to_u32().unwrap_or(0);
        let row = match bits::<T>() {
            16 => part(y),
            _ => part(y) | part(Self::ROWS + y) << 8 | part(2 * Self::ROWS + y) << 16,
        };
        M::from(row).unwrap_or(M::zero())
    }
}

/// The bitboards with one stone, by its point, each inside one cache line.
#[repr(align(64))]
pub struct OneHot<T, const PARTS: usize, const POINTS: usize>([Bitboard<T, PARTS>; POINTS]);

impl<T: PrimInt, const PARTS: usize, const POINTS: usize> OneHot<T, PARTS, POINTS> {
    /// For boards whose rows are masks `M`.
    pub fn new<M: PrimInt>() -> Self {
        let bits = bits::<M>();
        Self(std::array::from_fn(|point| Bitboard::with_stone(point % bits, point / bits)))
    }

    /// The board with a stone there.
    #[inline(always)]
    pub fn at(&self, point: impl Into<u16>) -> &Bitboard<T, PARTS> {
        &self.0[usize::from(point.into()) % POINTS]
    }
}

/// The number of a point as a [`RowMask::PointIndex`]. Of numbers that do not fit the low bits are kept:
/// such a number stands for a point off the board, and what is read with it is not used.
#[inline(always)]
pub fn point_index<C: PrimInt>(point: usize) -> C {
    C::from(point & C::max_value().to_usize().unwrap_or(0)).unwrap_or(C::zero())
}

/// The number of bits of a mask.
#[inline(always)]
pub fn bits<M: PrimInt>() -> usize {
    M::zero().count_zeros() as usize
}
