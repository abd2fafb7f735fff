//! Bitboards with one stone each, and their union: so the stones of many plies are put at once.

use num_traits::{One, PrimInt, ToPrimitive, Zero};

use super::five_starts::{FiveStarts, Scan};
use super::row_mask::{Array, RowMask};

/// The widths of board on which many games are played side by side, with what fits them.
pub trait LaneMask: RowMask {
    /// The number of a point.
    type PointIndex: PrimInt + Into<u16>;
    /// An element of [`Bitboard`].
    type Element: PrimInt;
    /// The elements of [`Bitboard`].
    type Elements: Array<Self::Element>;
    /// Where rows of five start.
    type Scan: Scan<Self>;
}

impl LaneMask for u16 {
    type PointIndex = u8;
    type Element = u16;
    type Elements = [u16; 16];
    type Scan = FiveStarts<u16, 16>;
}

impl LaneMask for u32 {
    type PointIndex = u16;
    type Element = u8;
    type Elements = [u8; 64];
    type Scan = FiveStarts<u32, 24>;
}

/// The stones of one player: the rows, or in bytes the first eight columns of all rows, then the next
/// eight, and so on.
#[derive(Clone, Copy)]
pub struct Bitboard<M: LaneMask>(M::Elements);

impl<M: LaneMask> Bitboard<M> {
    /// The number of rows.
    pub const ROWS: usize = if size_of::<M::Element>() == 1 { 20 } else { M::SIDE };

    /// An empty board.
    #[inline(always)]
    pub fn none() -> Self {
        Self(Array::filled(M::Element::zero()))
    }

    /// One stone; none if the point lies outside the rows and columns kept.
    fn with_stone(x: usize, y: usize) -> Self {
        let mut board = Self::none();
        let bits = bits::<M::Element>();
        let (number, bit) = (x / bits * Self::ROWS + y, x % bits);
        if y < Self::ROWS
            && let Some(element) = board.0.as_mut().get_mut(number)
        {
            *element = M::Element::one() << bit;
        }
        board
    }

    /// Adds the stones of another board.
    #[inline(always)]
    pub fn merge(&mut self, other: &Self) {
        for (element, &more) in self.0.as_mut().iter_mut().zip(other.0.as_ref()) {
            *element = *element | more;
        }
    }

    /// The stones in a row.
    #[inline(always)]
    pub fn row(&self, y: usize) -> M {
        let part = |number: usize| self.0.as_ref()[number].to_u32().unwrap_or(0);
        let row = match bits::<M::Element>() {
            16 => part(y),
            _ => part(y) | part(Self::ROWS + y) << 8 | part(2 * Self::ROWS + y) << 16,
        };
        M::from(row).unwrap_or(M::zero())
    }
}

/// The bitboards with one stone, by its point, each inside one cache line.
#[repr(align(64))]
pub struct OneHot<M: LaneMask>(M::Points<Bitboard<M>>);

impl<M: LaneMask> OneHot<M> {
    /// For boards whose rows are masks `M`.
    pub fn new() -> Self {
        Self(Array::from_fn(|point| Bitboard::with_stone(point % M::SIDE, point / M::SIDE)))
    }

    /// The board with a stone there.
    #[inline(always)]
    pub fn at(&self, point: M::PointIndex) -> &Bitboard<M> {
        let boards = self.0.as_ref();
        &boards[usize::from(point.into()) % boards.len()]
    }
}

/// The number of a point as a [`LaneMask::PointIndex`]. Of numbers that do not fit the low bits are kept:
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
