//! Boards with one stone, and sums of them: how the stones of many plies are put at once.

use num_traits::PrimInt;

/// A row of the board as a mask, with the types that go with boards so wide.
pub trait Row: PrimInt {
    /// A point.
    type Card: PrimInt + Into<u16>;
    /// A part of [`Stones`].
    type Part: PrimInt;
}

impl Row for u16 {
    type Card = u8;
    type Part = u16;
}

impl Row for u32 {
    type Card = u16;
    type Part = u8;
}

/// The stones of one player: the rows, or in bytes the first eight columns of all rows, then the next
/// eight, and so on.
#[derive(Clone, Copy)]
pub struct Stones<T, const PARTS: usize>([T; PARTS]);

impl<T: PrimInt, const PARTS: usize> Stones<T, PARTS> {
    /// Rows that there is room for.
    pub const ROWS: usize = if size_of::<T>() == 1 { 20 } else { PARTS };

    /// An empty board.
    #[inline(always)]
    pub fn none() -> Self {
        Self([T::zero(); PARTS])
    }

    /// One stone; none if there is no room for it.
    fn one(x: usize, y: usize) -> Self {
        let mut parts = [T::zero(); PARTS];
        let (part, bit) = (x / side::<T>() * Self::ROWS + y, x % side::<T>());
        if y < Self::ROWS && part < PARTS {
            parts[part] = T::one() << bit;
        }
        Self(parts)
    }

    /// Puts the stones of another board too.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        for part in 0..PARTS {
            self.0[part] = self.0[part] | other.0[part];
        }
    }

    /// The stones in a row.
    #[inline(always)]
    pub fn row<M: PrimInt>(&self, y: usize) -> M {
        let part = |number: usize| self.0[number].to_u32().unwrap_or(0);
        let row = match side::<T>() {
            16 => part(y),
            _ => part(y) | part(Self::ROWS + y) << 8 | part(2 * Self::ROWS + y) << 16,
        };
        M::from(row).unwrap_or(M::zero())
    }
}

/// Boards with one stone, by its point. None is cut by a line of the memory.
#[repr(align(64))]
pub struct Single<T, const PARTS: usize, const POINTS: usize>([Stones<T, PARTS>; POINTS]);

impl<T: PrimInt, const PARTS: usize, const POINTS: usize> Single<T, PARTS, POINTS> {
    /// For boards whose rows are masks `M`.
    pub fn new<M: PrimInt>() -> Self {
        let side = side::<M>();
        Self(std::array::from_fn(|point| Stones::one(point % side, point / side)))
    }

    /// The board with a stone there.
    #[inline(always)]
    pub fn at(&self, point: impl Into<u16>) -> &Stones<T, PARTS> {
        &self.0[usize::from(point.into()) % POINTS]
    }
}

/// A point as a card. Those that are none fall among the others, or among none.
#[inline(always)]
pub fn card<C: PrimInt>(point: usize) -> C {
    C::from(point & C::max_value().to_usize().unwrap_or(0)).unwrap_or(C::zero())
}

/// The bits of a mask.
#[inline(always)]
pub fn side<M: PrimInt>() -> usize {
    M::zero().count_zeros() as usize
}
