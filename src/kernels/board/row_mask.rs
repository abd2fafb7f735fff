//! The widths of board that kernels are compiled for. A mask of a row is the one type parameter: it
//! names the lengths of all arrays of a board of that width.

use num_traits::PrimInt;

use super::plies::FRAME;

/// An array with one value for each row, column or point of a board of some width.
pub trait Array<T>: Copy + AsRef<[T]> + AsMut<[T]> {
    /// With `value` everywhere.
    fn filled(value: T) -> Self;

    /// With the values that `of` gives by index.
    fn from_fn(of: impl FnMut(usize) -> T) -> Self;
}

impl<T: Copy, const N: usize> Array<T> for [T; N] {
    #[inline(always)]
    fn filled(value: T) -> Self {
        [value; N]
    }

    #[inline(always)]
    fn from_fn(of: impl FnMut(usize) -> T) -> Self {
        std::array::from_fn(of)
    }
}

/// A row of the board as a mask, a bit for each column, with the arrays that boards of that width
/// have. A point is `row * SIDE + column`.
pub trait RowMask: PrimInt {
    /// Columns, and rows at most.
    const SIDE: usize;
    /// A word with three bits for each column, as far as they fit.
    type ThreeBits: PrimInt;
    /// A value for each row or column.
    type Side<T: Copy>: Array<T>;
    /// A value for each row and for [`FRAME`] empty rows below and above the board.
    type Framed<T: Copy>: Array<T>;
    /// A value for each point.
    type Points<T: Copy>: Array<T>;

    /// Column and row of a point.
    #[inline(always)]
    fn column_and_row(point: u16) -> (usize, usize) {
        (usize::from(point) % Self::SIDE, usize::from(point) / Self::SIDE % Self::SIDE)
    }
}

impl RowMask for u16 {
    const SIDE: usize = 16;
    type ThreeBits = u64;
    type Side<T: Copy> = [T; 16];
    type Framed<T: Copy> = [T; 16 + 2 * FRAME];
    type Points<T: Copy> = [T; 16 * 16];
}

impl RowMask for u32 {
    const SIDE: usize = 32;
    type ThreeBits = u64;
    type Side<T: Copy> = [T; 32];
    type Framed<T: Copy> = [T; 32 + 2 * FRAME];
    type Points<T: Copy> = [T; 32 * 32];
}

impl RowMask for u64 {
    const SIDE: usize = 64;
    type ThreeBits = u128;
    type Side<T: Copy> = [T; 64];
    type Framed<T: Copy> = [T; 64 + 2 * FRAME];
    type Points<T: Copy> = [T; 64 * 64];
}
