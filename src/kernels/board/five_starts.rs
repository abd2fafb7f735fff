//! Where rows of five start, for a whole row of the board at once.

use num_traits::PrimInt;

/// The directions of [`five_starts`] as (columns, rows).
pub const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// Where five stones in a row start in row `y` of the board, longer rows among them: to the right,
/// upwards, and upwards to the right and to the left.
#[inline(always)]
pub fn five_starts<M: PrimInt, const PADDED: usize>(rows: &[M; PADDED], y: usize) -> [M; 4] {
    let [a, b, c, d, e] = [rows[y], rows[y + 1], rows[y + 2], rows[y + 3], rows[y + 4]];
    [
        a & (a >> 1) & (a >> 2) & (a >> 3) & (a >> 4),
        a & b & c & d & e,
        a & (b >> 1) & (c >> 2) & (d >> 3) & (e >> 4),
        a & (b << 1) & (c << 2) & (d << 3) & (e << 4),
    ]
}
