//! Where rows of five start, for a whole row of the board at once.

use num_traits::PrimInt;

/// The directions of [`five_starts`] as (columns, rows).
pub const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// Rows of a board on which lanes play, and empty rows above, at least four.
pub const PADDED: usize = 28;

/// Rows of which is seen at once whether they are empty.
pub const GROUP: usize = 4;

/// Where five stones in a row start in the lowest of five rows of the board, longer rows among them: to
/// the right, upwards, and upwards to the right and to the left.
#[inline(always)]
pub fn five_starts<M: PrimInt>([a, b, c, d, e]: [M; 5]) -> [M; 4] {
    [
        a & (a >> 1) & (a >> 2) & (a >> 3) & (a >> 4),
        a & b & c & d & e,
        a & (b >> 1) & (c >> 2) & (d >> 3) & (e >> 4),
        a & (b << 1) & (c << 2) & (d << 3) & (e << 4),
    ]
}

/// Where rows of five start on the boards of the two players, as far as they were scanned.
pub trait Scan<M>: Clone {
    /// Rows that are scanned: enough for the board, and as many as fill whole vectors.
    const ROWS: usize;

    /// Nowhere.
    fn none() -> Self;

    /// Finds them and says whether there are any.
    fn scan(&mut self, boards: &[[M; PADDED]; 2]) -> bool;

    /// The masks of the rows, by player, direction and row, some rows together.
    fn groups(&self) -> &[[M; GROUP]];
}

/// By player and direction, a mask for each row. The number of rows is one of the type and not of
/// [`RowMask`](super::row_mask::RowMask): of an array whose length it does not see, the compiler asks at
/// run time whether it overlaps the boards (3 % more instructions a game).
#[derive(Clone)]
pub struct FiveStarts<M, const ROWS: usize>([[[M; ROWS]; 4]; 2]);

impl<M: PrimInt, const ROWS: usize> Scan<M> for FiveStarts<M, ROWS> {
    const ROWS: usize = ROWS;

    fn none() -> Self {
        Self([[[M::zero(); ROWS]; 4]; 2])
    }

    #[inline(always)]
    #[allow(clippy::needless_range_loop)] // one index into several arrays
    fn scan(&mut self, boards: &[[M; PADDED]; 2]) -> bool {
        let mut any = M::zero();
        for player in 0..2 {
            let rows = &boards[player];
            for y in 0..ROWS {
                let [right, up, one, other] =
                    five_starts([rows[y], rows[y + 1], rows[y + 2], rows[y + 3], rows[y + 4]]);
                self.0[player][0][y] = right;
                self.0[player][1][y] = up;
                self.0[player][2][y] = one;
                self.0[player][3][y] = other;
                any = any | right | up | one | other;
            }
        }
        any != M::zero()
    }

    #[inline(always)]
    fn groups(&self) -> &[[M; GROUP]] {
        self.0.as_flattened().as_flattened().as_chunks().0
    }
}
