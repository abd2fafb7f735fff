//! Points that capture, all of a board at once (P3).

#![allow(clippy::inline_always)]

use crate::board::{Colour, Grid, Point, ones};
use crate::stones::{Capture, CaptureCount, EIGHT_DIRECTIONS, LONGEST_GROUP, Take};
use crate::vectors::{self, Task};

/// Rows beyond either edge: the longest group and the stone that closes it.
const PAD: usize = LONGEST_GROUP as usize + 1;
const MAX_ROWS: usize = 63;

/// Calls `visit` with each empty point where a stone of the colour captures, ascending by row.
/// With `is_open` it is the points where it would, if the far end of the group, which is empty, held
/// a stone of the colour.
pub fn for_each_capture(
    grid: &Grid,
    colour: Colour,
    take: Take,
    is_open: bool,
    mut visit: impl FnMut(Point),
) {
    let mut points = [0; MAX_ROWS];
    vectors::run(CapturingPoints { grid, colour, take, is_open, out: &mut points });
    let size = grid.size();
    for (y, &row) in points[..usize::from(size.rows)].iter().enumerate() {
        for x in ones(row) {
            visit(Point((y * usize::from(size.columns) + x as usize) as u16));
        }
    }
}

/// The points of [`for_each_capture`], a bit for each: all rows side by side.
struct CapturingPoints<'a> {
    grid: &'a Grid,
    colour: Colour,
    take: Take,
    is_open: bool,
    out: &'a mut [u64; MAX_ROWS],
}

impl Task for CapturingPoints<'_> {
    #[inline(always)]
    fn run(self) {
        let Self { grid, colour, take, is_open, out } = self;
        let (rows, full) = (usize::from(grid.size().rows), grid.size().full_row());
        let mut empty = [0_u64; MAX_ROWS];
        let (mut enemy, mut far) = ([0_u64; MAX_ROWS + 2 * PAD], [0_u64; MAX_ROWS + 2 * PAD]);
        for y in 0..rows {
            empty[y] = full & !grid.row_of_both(y);
            enemy[y + PAD] = grid.row(colour.other(), y);
            far[y + PAD] = if is_open { empty[y] } else { grid.row(colour, y) };
        }
        for (dx, dy) in EIGHT_DIRECTIONS {
            let mut group = empty;
            for length in 1..=longest(take) {
                // The first row that lies `step` steps on.
                let first = |step: i32| (PAD as i32 + step * dy) as usize;
                let stones = enemy[first(length)..].iter().zip(&mut group[..rows]);
                stones.for_each(|(&row, group)| *group &= shifted(row, length * dx));
                if take.has(length) {
                    let closed = far[first(length + 1)..].iter().zip(&group[..rows]);
                    for ((&row, &group), out) in closed.zip(&mut *out) {
                        *out |= group & shifted(row, (length + 1) * dx);
                    }
                }
            }
        }
    }
}

/// A row moved by some columns.
#[inline(always)]
fn shifted(row: u64, by: i32) -> u64 {
    if by >= 0 { row >> by } else { row << -by }
}

/// The longest group that is captured.
fn longest(take: Take) -> i32 {
    take.lengths().next_back().map_or(0, i32::from)
}

/// Calls `visit` with each empty point where a stone of the colour makes the last capture that is
/// needed to win (P4).
pub fn for_each_winning_capture(
    grid: &Grid,
    captures: CaptureCount,
    colour: Colour,
    mut visit: impl FnMut(Point),
) {
    let CaptureCount { take, target, taken, .. } = captures;
    let missing = target.saturating_sub(taken[colour.index()]);
    // One stone captures in eight directions at most.
    if i32::from(missing) > 8 * longest(take) {
        return;
    }
    for_each_capture(grid, colour, take, false, |point| {
        if Capture::by(grid, colour, point, take).stones() >= missing {
            visit(point);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::stream::Stream;

    #[test]
    fn the_points_are_those_where_a_stone_captures() {
        let mut stream = Stream::new(21);
        for board in 0..200_u8 {
            let rows = if board % 20 == 0 { 63 } else { 5 + board % 13 };
            let size = Size { columns: 5 + board % 59, rows };
            let take = Take::new([&[2][..], &[2, 3], &[1, 5]][usize::from(board % 3)]);
            let mut grid = Grid::new(size);
            for point in size.iter() {
                match stream.below(4) {
                    0 | 1 => grid.put(Colour::BOTH[stream.below(2)], point),
                    _ => {}
                }
            }
            for colour in Colour::BOTH {
                let mut points = Vec::new();
                for_each_capture(&grid, colour, take, false, |point| points.push(point));
                let captures = |&point: &Point| !Capture::by(&grid, colour, point, take).is_none();
                let empty = size.iter().filter(|&point| grid.is_empty(point));
                assert_eq!(points, empty.filter(captures).collect::<Vec<_>>());
            }
        }
    }
}
