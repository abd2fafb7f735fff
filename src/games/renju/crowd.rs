//! The points of a board with enough own stones near them to be a foul, found by bits.
//!
//! A four or a three through a point has two own stones or more within three steps of it in that
//! line; two fours in one line, or a row of six, have four or more within four steps. So a foul
//! needs two such lines or one crowded one. A row of points is counted at a time, in all four
//! directions, by some fifty operations on words for each.

use crate::board::{Colour, DIRECTIONS, Grid, Point};

/// Rows of zeros before the first and after the last, so that no row has to be looked for.
const MARGIN: usize = 4;

/// Sum and carry of three bits.
#[inline]
fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let half = a ^ b;
    (half ^ c, (a & b) | (half & c))
}

/// The stones `step` along a direction from each point of a row.
#[inline]
fn shifted(rows: &[u64], y: usize, (dx, dy): (i32, i32), step: i32) -> u64 {
    let row = rows[(y as i32 + MARGIN as i32 + step * dy) as usize];
    let by = step * dx;
    if by >= 0 { row >> by } else { row << -by }
}

/// Calls `visit` with every empty point that is worth judging, ascending.
#[inline]
pub fn for_each(grid: &Grid, colour: Colour, mut visit: impl FnMut(Point)) {
    let size = grid.size();
    let full = size.full_row();
    let mut rows = [0; 63 + 2 * MARGIN];
    for y in 0..usize::from(size.rows) {
        rows[y + MARGIN] = grid.row(colour, y);
    }
    for y in 0..usize::from(size.rows) {
        let (mut one, mut two, mut crowded) = (0, 0, 0);
        for direction in DIRECTIONS {
            let at = |step| shifted(&rows, y, direction, step);
            let (low, carry_low) = add(at(-3), at(-2), at(-1));
            let (high, carry_high) = add(at(1), at(2), at(3));
            // Two or more of the six.
            let some = carry_low | carry_high | (low & high);
            two |= one & some;
            one |= some;
            // Four or more of the eight.
            let (sum, carry) = add(low, high, at(-4));
            let last = sum & at(4);
            let (twos, fours) = add(carry_low, carry_high, carry);
            crowded |= fours | (twos & last);
        }
        let mut points = (two | crowded) & full & !grid.row_of_both(y);
        while points != 0 {
            let x = points.trailing_zeros() as usize;
            visit(Point((y * usize::from(size.columns) + x) as u16));
            points &= points - 1;
        }
    }
}
