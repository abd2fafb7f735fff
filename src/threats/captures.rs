//! Points that capture, all of a board at once (P3).

use crate::board::{Colour, Grid, Point, ones};
use crate::stones::{Capture, CaptureCount, LONGEST_GROUP, Take};

/// Rows beyond either edge: the longest group and the stone that closes it.
const PAD: usize = LONGEST_GROUP as usize + 1;

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
    let size = grid.size();
    let (rows, full) = (usize::from(size.rows), size.full_row());
    let (mut enemy, mut far) = ([0_u64; 63 + 2 * PAD], [0_u64; 63 + 2 * PAD]);
    for y in 0..rows {
        enemy[y + PAD] = grid.row(colour.other(), y);
        far[y + PAD] = if is_open { full & !grid.row_of_both(y) } else { grid.row(colour, y) };
    }
    // Bit x of the row `step` steps on, seen from column x.
    let seen = |rows: &[u64], y: usize, step: i32, (dx, dy): (i32, i32)| {
        let row = rows[(y as i32 + PAD as i32 + step * dy) as usize];
        let by = step * dx;
        if by >= 0 { row >> by } else { row << -by }
    };
    let directions = [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)];
    for y in 0..rows {
        let empty = full & !grid.row_of_both(y);
        let mut captures = 0;
        for direction in directions {
            let mut group = empty;
            for length in 1..=i32::from(LONGEST_GROUP) {
                group &= seen(&enemy, y, length, direction);
                if group == 0 {
                    break;
                }
                if take.has(length) {
                    captures |= group & seen(&far, y, length + 1, direction);
                }
            }
        }
        for x in ones(captures) {
            visit(Point((y * usize::from(size.columns) + x as usize) as u16));
        }
    }
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
    if missing > 8 * take.lengths().next_back().map_or(0, u16::from) {
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
