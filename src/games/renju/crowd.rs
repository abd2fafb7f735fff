//! The points of a board with enough own stones near them to be a foul, found by bits.
//!
//! A four or a three through a point has, among four consecutive points of that line which hold it
//! and nothing foreign, two own stones or more; two fours in one line, or a row of six, have four
//! or more within four steps as well. So a foul needs two such lines or one crowded one. A row of
//! points is looked at together, in all four directions, by some seventy operations on words each.

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

/// Two or three of three.
#[inline]
fn two_of(a: u64, b: u64, c: u64) -> u64 {
    (a & b) | (c & (a | b))
}

/// Calls `visit` with every empty point that is worth judging, ascending.
#[inline]
pub fn for_each(grid: &Grid, colour: Colour, mut visit: impl FnMut(Point)) {
    let size = grid.size();
    let full = size.full_row();
    let mut rows = [0; 63 + 2 * MARGIN];
    let mut free = [0; 63 + 2 * MARGIN];
    for y in 0..usize::from(size.rows) {
        rows[y + MARGIN] = grid.row(colour, y);
        free[y + MARGIN] = full & !grid.row(colour.other(), y);
    }
    for y in 0..usize::from(size.rows) {
        let (mut one, mut two, mut crowded) = (0, 0, 0);
        for direction in DIRECTIONS {
            let at = |step| shifted(&rows, y, direction, step);
            let open = |step| shifted(&free, y, direction, step);
            let (a, b, c) = (at(-3), at(-2), at(-1));
            let (d, e, f) = (at(1), at(2), at(3));
            let (left, right) = (open(-1), open(1));
            let (left_2, right_2) = (left & open(-2), right & open(2));
            let some = (two_of(a, b, c) & left_2 & open(-3))
                | (two_of(b, c, d) & left_2 & right)
                | (two_of(c, d, e) & left & right_2)
                | (two_of(d, e, f) & right_2 & open(3));
            two |= one & some;
            one |= some;
            // Four or more of the eight.
            let (low, carry_low) = add(a, b, c);
            let (high, carry_high) = add(d, e, f);
            let (sum, carry) = add(low, high, at(-4));
            let last = sum & at(4);
            let (twos, fours) = add(carry_low, carry_high, carry);
            crowded |= some & (fours | (twos & last));
        }
        let mut points = (two | crowded) & free[y + MARGIN] & !rows[y + MARGIN];
        while points != 0 {
            let x = points.trailing_zeros() as usize;
            visit(Point((y * usize::from(size.columns) + x) as u16));
            points &= points - 1;
        }
    }
}
