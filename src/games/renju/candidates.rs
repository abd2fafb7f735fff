//! The points of a board with enough own stones near them to be a foul, found by bits.
//!
//! A four or a three through a point has, among four consecutive points of that line which hold it
//! and nothing foreign, two own stones or more; two fours in one line, or a row of six, have four
//! or more within four steps as well. So a foul needs two such lines or one line with four own stones or more, here called dense. All points
//! of a row are looked at together, and on boards of up to 16 by 16, whose rows are words of 16
//! bits, the compiler takes several rows at a time.
//!
//! Which own stones the lines need, the point itself in the middle, `X` own, `.` not foreign:
//!
//! ```text
//! . X X h .  . .     two own among four in a row with the point: may hold a three or a four
//! X X X h X X        a dense line: may hold an overline by itself (R2)
//! X . X h X . X      a dense line: may hold two fours by itself (R3)
//! ```
//!
//! Nothing is judged here: many of the points found are no fouls, but none that is one is missed.

use std::ops::{BitAnd, BitOr, BitXor, Shl, Shr};

use super::lines::Coord;
use crate::board::{Colour, Grid, ones};

/// Rows of zeros before the first and after the last, so that no row has to be looked for.
const MARGIN: usize = 4;

/// A row of points as bits.
trait RowWord:
    Copy
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Into<u64>
{
    /// The row of a grid, which must fit.
    fn of(row: u64) -> Self;
}

impl RowWord for u16 {
    fn of(row: u64) -> Self {
        row as u16
    }
}

impl RowWord for u64 {
    fn of(row: u64) -> Self {
        row
    }
}

/// Calls `visit` with every empty point that is worth judging, ascending.
///
/// What is judged afterwards costs far more than finding these.
#[inline]
pub fn for_each(grid: &Grid, colour: Colour, visit: impl FnMut(Coord)) {
    if grid.size().columns <= 16 && grid.size().rows <= 16 {
        search::<u16, { 16 + 2 * MARGIN }>(grid, colour, visit);
    } else {
        search::<u64, { 63 + 2 * MARGIN }>(grid, colour, visit);
    }
}

#[inline]
fn search<W: RowWord, const PADDED: usize>(
    grid: &Grid,
    colour: Colour,
    mut visit: impl FnMut(Coord),
) {
    let size = grid.size();
    let full = size.full_row();
    let mut rows = PaddedRows { own: [W::default(); PADDED], free: [W::default(); PADDED] };
    for y in 0..usize::from(size.rows) {
        rows.own[y + MARGIN] = W::of(grid.row(colour, y));
        rows.free[y + MARGIN] = W::of(full & !grid.row(colour.other(), y));
    }
    let mut candidates = Candidates::none();
    rows.scan_along(1, 0, &mut candidates);
    rows.scan_along(0, 1, &mut candidates);
    rows.scan_along(1, 1, &mut candidates);
    rows.scan_along(1, -1, &mut candidates);
    for y in 0..usize::from(size.rows) {
        let empty = rows.free[y + MARGIN] ^ rows.own[y + MARGIN];
        let points: u64 = ((candidates.two[y] | candidates.dense[y]) & empty).into();
        ones(points).for_each(|x| visit((x as i32, y as i32)));
    }
}

/// The board with its margins: own stones, and points that are own or empty.
struct PaddedRows<W, const PADDED: usize> {
    own: [W; PADDED],
    free: [W; PADDED],
}

/// What the lines looked at so far hold, row by row.
struct Candidates<W, const PADDED: usize> {
    /// One line with two own stones, or more lines.
    one: [W; PADDED],
    /// Two lines or more.
    two: [W; PADDED],
    /// A dense line: at least four own stones within four steps.
    dense: [W; PADDED],
}

impl<W: RowWord, const PADDED: usize> Candidates<W, PADDED> {
    fn none() -> Self {
        let none = [W::default(); PADDED];
        Self { one: none, two: none, dense: none }
    }
}

impl<W: RowWord, const PADDED: usize> PaddedRows<W, PADDED> {
    /// Looks along one direction from every point.
    ///
    /// Foreign stones and the edge end a line, so points beyond them do not count.
    #[expect(clippy::inline_always, reason = "with its direction, every shift is by a constant")]
    #[inline(always)]
    fn scan_along(&self, dx: i32, dy: i32, candidates: &mut Candidates<W, PADDED>) {
        for y in 0..PADDED - 2 * MARGIN {
            let shifted = |rows: &[W; PADDED], step: i32| {
                let row = rows[(y as i32 + MARGIN as i32 + step * dy) as usize];
                let by = step * dx;
                if by >= 0 { row >> by as u32 } else { row << -by as u32 }
            };
            let at = |step| shifted(&self.own, step);
            let open = |step| shifted(&self.free, step);
            let (a, b, c) = (at(-3), at(-2), at(-1));
            let (d, e, f) = (at(1), at(2), at(3));
            let (left, right) = (open(-1), open(1));
            let (left_2, right_2) = (left & open(-2), right & open(2));
            let some = (two_of(a, b, c) & left_2 & open(-3))
                | (two_of(b, c, d) & left_2 & right)
                | (two_of(c, d, e) & left & right_2)
                | (two_of(d, e, f) & right_2 & open(3));
            // Four or more of the eight.
            let (low, carry_low) = add(a, b, c);
            let (high, carry_high) = add(d, e, f);
            let (sum, carry) = add(low, high, at(-4));
            let last = sum & at(4);
            let (twos, fours) = add(carry_low, carry_high, carry);
            candidates.dense[y] = candidates.dense[y] | (some & (fours | (twos & last)));
            candidates.two[y] = candidates.two[y] | (candidates.one[y] & some);
            candidates.one[y] = candidates.one[y] | some;
        }
    }
}

/// Sum and carry of three bits.
#[inline]
fn add<W: RowWord>(a: W, b: W, c: W) -> (W, W) {
    let half = a ^ b;
    (half ^ c, (a & b) | (half & c))
}

/// Two or three of three.
#[inline]
fn two_of<W: RowWord>(a: W, b: W, c: W) -> W {
    (a & b) | (c & (a | b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{DIRECTIONS, Point, Size};
    use crate::stream::Stream;

    /// In two directions four points in a row that hold the point, two own stones or more, and nothing
    /// foreign; or in one of them, with four own stones or more within four steps.
    fn is_worth_judging(grid: &Grid, colour: Colour, (x, y): Coord) -> bool {
        let at = |step: i32, (dx, dy): (i32, i32)| grid.size().at(x + step * dx, y + step * dy);
        let (mut lines, mut dense) = (0, false);
        for direction in DIRECTIONS {
            let is_own = |step: i32| {
                at(step, direction).is_some_and(|point| grid.stone(point) == Some(colour))
            };
            let is_open = |step: i32| {
                at(step, direction).is_some_and(|point| grid.stone(point) != Some(colour.other()))
            };
            let has_four = |first: i32| {
                (first..first + 4).all(is_open)
                    && (first..first + 4).filter(|&step| is_own(step)).count() >= 2
            };
            if (-3..=0).any(has_four) {
                lines += 1;
                dense |= (-4..=4).filter(|&step| is_own(step)).count() >= 4;
            }
        }
        lines >= 2 || dense
    }

    #[test]
    fn the_points_worth_judging_are_those_with_two_lines_or_a_dense_one() {
        let mut stream = Stream::new(29);
        let mut total = 0;
        for round in 0..60 {
            let sides = [[15, 15], [16, 9], [19, 19], [6, 31]][round % 4];
            let size = Size { columns: sides[0], rows: sides[1] };
            let mut grid = Grid::new(size);
            for stone in 0..size.points() / [3, 2][round % 2] {
                let point = Point(stream.below(size.points()) as u16);
                if grid.is_empty(point) {
                    grid.put(Colour::BOTH[usize::from(stone % 3 == 0)], point);
                }
            }
            let mut points = Vec::new();
            for_each(&grid, Colour::Black, |coord| points.push(coord));
            let empty =
                size.iter().filter(|&point| grid.is_empty(point)).map(|point| size.xy(point));
            let expected: Vec<_> =
                empty.filter(|&coord| is_worth_judging(&grid, Colour::Black, coord)).collect();
            assert_eq!(points, expected, "{grid:?}");
            total += expected.len();
        }
        assert!(total > 500, "{total}");
    }
}
