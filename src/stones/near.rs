//! Points near stones: where something happens on a board that is mostly empty.
//!
//! No rule speaks of nearness: any empty point is legal. It is what a player looks at first.

use crate::board::{Grid, Point, ones};

/// How far a point may lie from a stone to be near it, in steps of a king.
const NEAR: u32 = 2;

/// Calls `visit` for each empty point within two steps of a stone, ascending.
pub fn for_each_near(grid: &Grid, visit: impl FnMut(Point)) {
    for_each_within(grid, NEAR, visit);
}

/// Calls `visit` for each empty point within `reach` steps of a stone, ascending.
///
/// A king goes one step to any of the eight points around it, so the points within two steps are a
/// square of five by five.
pub fn for_each_within(grid: &Grid, reach: u32, mut visit: impl FnMut(Point)) {
    let size = grid.size();
    let (rows, full) = (usize::from(size.rows), size.full_row());
    let spread: Vec<u64> = (0..rows)
        .map(|y| {
            let stones = grid.row_of_both(y);
            (1..=reach).fold(stones, |wide, step| wide | stones << step | stones >> step)
        })
        .collect();
    for y in 0..rows {
        let around = y.saturating_sub(reach as usize)..=(y + reach as usize).min(rows - 1);
        let near = spread[around].iter().fold(0, |wide, row| wide | row);
        for x in ones(near & full & !grid.row_of_both(y)) {
            visit(Point((y * usize::from(size.columns) + x as usize) as u16));
        }
    }
}
