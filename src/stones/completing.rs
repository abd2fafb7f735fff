//! Points that complete five in a row, all of a board at once: what a search looks at first.

use crate::board::{Colour, Grid, Point};

/// Rows beyond either edge, so that no row looks for its neighbours.
const PAD: usize = 4;

/// Calls `visit` with each empty point where a stone of the colour would stand in five in a row or
/// more, ascending. Whether the row wins (exactly five, R6) is left to the rules.
pub fn completing(grid: &Grid, colour: Colour, mut visit: impl FnMut(Point)) {
    let size = grid.size();
    let (rows, full) = (usize::from(size.rows), size.full_row());
    if grid.count(colour) < 4 {
        return;
    }
    let mut own = [0_u64; 63 + 2 * PAD];
    for (y, row) in own[PAD..PAD + rows].iter_mut().enumerate() {
        *row = grid.row(colour, y);
    }
    for y in 0..rows {
        let at = |step: isize| own[(y + PAD).wrapping_add_signed(step)];
        let row = at(0);
        // Stones one to four steps on, and one to four back: across, up, rising, falling.
        let lines = [1, 2, 3, 4].map(|k| [row >> k, at(k), at(k) >> k, at(k) << k]);
        let back = [1, 2, 3, 4].map(|k| [row << k, at(-k), at(-k) << k, at(-k) >> k]);
        let mut found = 0;
        for line in 0..4 {
            let one = |k: usize| lines[k][line];
            let other = |k: usize| back[k][line];
            let on = [one(0), one(0) & one(1), one(0) & one(1) & one(2)];
            let off = [other(0), other(0) & other(1), other(0) & other(1) & other(2)];
            found |= on[2] & (one(3) | off[0]) | on[1] & off[1] | off[2] & (other(3) | on[0]);
        }
        let mut points = found & full & !grid.row_of_both(y);
        while points != 0 {
            let x = points.trailing_zeros() as usize;
            points &= points - 1;
            visit(Point((y * usize::from(size.columns) + x) as u16));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::completing;
    use crate::board::{Colour, DIRECTIONS, Grid, Size};
    use crate::stream::Stream;

    #[test]
    fn completing_points_are_those_a_walk_along_the_lines_finds() {
        let mut stream = Stream::new(5);
        for board in 0..200_u8 {
            let size = Size { columns: 5 + board % 17, rows: 5 + board % 11 };
            let mut grid = Grid::new(size);
            for point in size.iter() {
                match stream.below(5) {
                    0..=2 => grid.put(Colour::Black, point),
                    3 => grid.put(Colour::White, point),
                    _ => {}
                }
            }
            for colour in Colour::BOTH {
                let mut found = Vec::new();
                completing(&grid, colour, |point| found.push(point));
                let long = |&point: &_| {
                    let (x, y) = size.xy(point);
                    DIRECTIONS.iter().any(|&(dx, dy)| {
                        grid.reach(colour, x, y, (dx, dy)) + grid.reach(colour, x, y, (-dx, -dy))
                            >= 4
                    })
                };
                let wanted: Vec<_> =
                    size.iter().filter(|&point| grid.is_empty(point)).filter(long).collect();
                assert_eq!(found, wanted);
            }
        }
    }
}
