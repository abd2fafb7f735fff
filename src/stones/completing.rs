//! Points that complete five in a row, all of a board at once: what a search looks at first.
//!
//! ```text
//! . X X . X X .     the point in the middle completes five: two stones on either side
//! . X X X X . .     both ends complete five, whether they win is another matter (R2, R8)
//! X X . X X X X     the gap makes seven: five or more, but no exact five (G3)
//! ```
//!
//! A point that completes five need not win; a point that wins completes five. The same is done for
//! captures (P3).

// What is not inlined does not get the wider instructions.
#![allow(clippy::inline_always)]
// One index into several arrays.
#![allow(clippy::needless_range_loop)]

use crate::board::{Colour, Grid, Point, ones};
use crate::stones::{LONGEST_GROUP, Take};
use crate::vectors::{self, Task};

/// Rows beyond either edge, so that no row looks for its neighbours.
const PAD: usize = 4;
/// Rows of the largest board, and one more.
const MAX: usize = 64;

/// Calls `visit` with each empty point where a stone of the colour would stand in five in a row or
/// more, ascending. Whether the row wins (exactly five, R6) is left to the rules.
pub fn completing(grid: &Grid, colour: Colour, mut visit: impl FnMut(Point)) {
    let size = grid.size();
    let (rows, full) = (usize::from(size.rows), size.full_row());
    let mut own = [0_u64; MAX + 2 * PAD];
    for (y, row) in own[PAD..PAD + rows].iter_mut().enumerate() {
        *row = grid.row(colour, y);
    }
    let mut points = [0; MAX];
    vectors::run(Look { own: &own, rows, points: &mut points });
    for (y, points) in points[..rows].iter().enumerate() {
        for x in ones(points & full & !grid.row_of_both(y)) {
            visit(Point((y * usize::from(size.columns) + x as usize) as u16));
        }
    }
}

/// Looks for points of all rows side by side.
///
/// Rows beyond the board hold no stones, so a line that leaves it ends there.
struct Look<'a> {
    own: &'a [u64; MAX + 2 * PAD],
    rows: usize,
    points: &'a mut [u64; MAX],
}

impl Task for Look<'_> {
    #[inline(always)]
    fn run(self) {
        // Numbers of rows that are known when this is compiled, multiples of a vector's rows.
        match self.rows {
            ..=16 => look::<16>(self.own, self.points),
            17..=24 => look::<24>(self.own, self.points),
            _ => look::<MAX>(self.own, self.points),
        }
    }
}

/// A shift by one column and by one row together is a step along a diagonal.
#[inline(always)]
fn look<const ROWS: usize>(own: &[u64; MAX + 2 * PAD], points: &mut [u64; MAX]) {
    for y in 0..ROWS {
        // The rows four below to four above.
        let rows: [u64; 9] = [
            own[y],
            own[y + 1],
            own[y + 2],
            own[y + 3],
            own[y + 4],
            own[y + 5],
            own[y + 6],
            own[y + 7],
            own[y + 8],
        ];
        let [d, c, b, a, row, e, f, g, h] = rows;
        points[y] = between(
            [row << 4, row << 3, row << 2, row << 1],
            [row >> 1, row >> 2, row >> 3, row >> 4],
        ) | between([d, c, b, a], [e, f, g, h])
            | between([d << 4, c << 3, b << 2, a << 1], [e >> 1, f >> 2, g >> 3, h >> 4])
            | between([d >> 4, c >> 3, b >> 2, a >> 1], [e << 1, f << 2, g << 3, h << 4]);
    }
}

/// Where the stones before and behind a point, those next to it in the middle, make four in a row
/// with it as the fifth.
///
/// One line, four stones on either side: `d c b a . e f g h`. Five in a row with the point are four
/// of these side by side with it: `e f g h`, `a e f g`, `b a e f`, `c b a e` or `d c b a`.
#[inline(always)]
fn between([d, c, b, a]: [u64; 4], [e, f, g, h]: [u64; 4]) -> u64 {
    let (two_before, two_behind) = (a & b, e & f);
    let (three_before, three_behind) = (two_before & c, two_behind & g);
    three_behind & (h | a) | two_behind & two_before | three_before & (d | e)
}

/// Calls `visit` with each empty point where a stone of the colour captures something (P3),
/// ascending.
///
/// The edge closes no group, so the bits beyond it are 0 for either colour.
pub fn capturing(grid: &Grid, colour: Colour, take: Take, mut visit: impl FnMut(Point)) {
    let size = grid.size();
    let (rows, full) = (usize::from(size.rows), size.full_row());
    let mut stones = [[0_u64; MAX + 2 * REACH]; 2];
    for (stones, colour) in stones.iter_mut().zip([colour, colour.other()]) {
        for (y, row) in stones[REACH..REACH + rows].iter_mut().enumerate() {
            *row = grid.row(colour, y);
        }
    }
    let mut points = [0; MAX];
    let [own, enemy] = &stones;
    vectors::run(Captures { own, enemy, take, rows, points: &mut points });
    for (y, points) in points[..rows].iter().enumerate() {
        for x in ones(points & full & !grid.row_of_both(y)) {
            visit(Point((y * usize::from(size.columns) + x as usize) as u16));
        }
    }
}

/// Rows beyond either edge that captures reach: to the stone behind the longest group.
const REACH: usize = LONGEST_GROUP as usize + 1;

/// Looks for captures of all rows side by side.
///
/// Enemy stones in a line, and an own one right behind them.
struct Captures<'a> {
    own: &'a [u64; MAX + 2 * REACH],
    enemy: &'a [u64; MAX + 2 * REACH],
    take: Take,
    rows: usize,
    points: &'a mut [u64; MAX],
}

impl Task for Captures<'_> {
    #[inline(always)]
    fn run(mut self) {
        match self.rows {
            ..=16 => self.all::<16>(),
            17..=24 => self.all::<24>(),
            _ => self.all::<MAX>(),
        }
    }
}

impl Captures<'_> {
    #[inline(always)]
    fn all<const ROWS: usize>(&mut self) {
        self.along::<ROWS, 1, 0>();
        self.along::<ROWS, -1, 0>();
        self.along::<ROWS, 0, 1>();
        self.along::<ROWS, 0, -1>();
        self.along::<ROWS, 1, 1>();
        self.along::<ROWS, -1, -1>();
        self.along::<ROWS, 1, -1>();
        self.along::<ROWS, -1, 1>();
    }

    /// Captures one way: `dx` columns and `dy` rows from step to step.
    ///
    /// `group` holds the points from which the next `length` stones this way are enemies. Where
    /// that is a length that is taken, an own stone right behind makes it a capture: exactly that
    /// length, since otherwise the next one would be an enemy, too.
    #[inline(always)]
    fn along<const ROWS: usize, const X: i32, const Y: isize>(&mut self) {
        let mut group = [u64::MAX; ROWS];
        for length in 1..REACH {
            let (near, far) = (length as isize, length as isize + 1);
            for y in 0..ROWS {
                let enemy = self.enemy[(y + REACH).wrapping_add_signed(near * Y)];
                group[y] &= shifted::<X>(enemy, length);
            }
            if self.take.has(length as i32) {
                for y in 0..ROWS {
                    let own = self.own[(y + REACH).wrapping_add_signed(far * Y)];
                    self.points[y] |= group[y] & shifted::<X>(own, length + 1);
                }
            }
        }
    }
}

/// The stones `by` steps to the right, to the left if negative.
///
/// What is shifted beyond the first or the last column is gone.
#[inline(always)]
fn shifted<const X: i32>(row: u64, steps: usize) -> u64 {
    match X {
        1 => row >> steps,
        -1 => row << steps,
        _ => row,
    }
}

#[cfg(test)]
mod tests {
    use super::{capturing, completing};
    use crate::board::{Colour, DIRECTIONS, Grid, Size};
    use crate::stones::{Capture, Take};
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
                let mut points = Vec::new();
                completing(&grid, colour, |point| points.push(point));
                let long = |&point: &_| {
                    let (x, y) = size.xy(point);
                    DIRECTIONS.iter().any(|&(dx, dy)| {
                        grid.reach(colour, x, y, (dx, dy)) + grid.reach(colour, x, y, (-dx, -dy))
                            >= 4
                    })
                };
                let wanted: Vec<_> =
                    size.iter().filter(|&point| grid.is_empty(point)).filter(long).collect();
                assert_eq!(points, wanted);
            }
        }
    }

    #[test]
    fn capturing_points_are_those_where_a_stone_captures() {
        let mut stream = Stream::new(6);
        for board in 0..300_u16 {
            let size = Size { columns: 5 + (board % 59) as u8, rows: 5 + (board % 58) as u8 };
            let mut grid = Grid::new(size);
            for point in size.iter() {
                match stream.below(5) {
                    0 | 1 => grid.put(Colour::Black, point),
                    2 | 3 => grid.put(Colour::White, point),
                    _ => {}
                }
            }
            for take in [&[2][..], &[2, 3], &[1, 4], &[1, 3, 5], &[5]] {
                let take = Take::new(take);
                for colour in Colour::BOTH {
                    let mut points = Vec::new();
                    capturing(&grid, colour, take, |point| points.push(point));
                    let captures = |&point: &_| !Capture::by(&grid, colour, point, take).is_none();
                    let empty = size.iter().filter(|&point| grid.is_empty(point));
                    assert_eq!(points, empty.filter(captures).collect::<Vec<_>>());
                }
            }
        }
    }
}
