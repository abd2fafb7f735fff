//! What lies near a point: eleven points of each line through it, as bits.

use super::grid::{Colour, DIRECTIONS, Grid, Point, Size};

/// A window reaches this far to both sides: a row of five through a point and the points that
/// bound it lie within.
pub const REACH: i32 = 5;

/// The bit of a window's own point, in the middle.
pub const MIDDLE: u16 = 1 << REACH;

impl Grid {
    /// The stones of a colour near a point, one window a direction of [`DIRECTIONS`]: bit
    /// `REACH + k` is the point k steps on. Points off the board are clear.
    #[inline]
    pub fn near(&self, colour: Colour, point: Point) -> [u16; 4] {
        self.windows(point, |y| self.row(colour, y))
    }

    /// The empty points near a point, as [`Grid::near`].
    #[inline]
    pub fn near_empty(&self, point: Point) -> [u16; 4] {
        let full = self.size().full_row();
        self.windows(point, |y| full & !self.row_of_both(y))
    }

    #[inline]
    fn windows(&self, point: Point, row: impl Fn(usize) -> u64) -> [u16; 4] {
        let (x, y) = self.size().xy(point);
        // Columns x - 5 to x + 5 of a row as bits 0 to 10: one of the two shifts is by nothing.
        let (left, right) = ((REACH - x).max(0), (x - REACH).max(0));
        let piece = |y: i32| ((row(y as usize) << left) >> right) as u16 & 0x7FF;
        let mut windows = [piece(y), 0, 0, 0];
        let top = i32::from(self.size().rows) - 1;
        for step in (-REACH).max(-y)..=REACH.min(top - y) {
            let piece = piece(y + step);
            windows[1] |= (piece >> REACH & 1) << (REACH + step);
            windows[2] |= piece & 1 << (REACH + step);
            windows[3] |= piece & 1 << (REACH - step);
        }
        windows
    }
}

impl Size {
    /// The point of a bit of a window, which must lie on the board.
    pub fn of_window(self, point: Point, direction: usize, bit: u32) -> Point {
        let (dx, dy) = DIRECTIONS[direction];
        let step = bit as i32 - REACH;
        let along = dx + dy * i32::from(self.columns);
        Point((i32::from(point.0) + step * along) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_hold_what_single_points_say() {
        for size in [Size::square(5), Size { columns: 63, rows: 7 }, Size::square(20)] {
            let mut grid = Grid::new(size);
            for point in size.iter().filter(|point| point.0 % 3 == 1 || point.0 % 7 == 2) {
                let colour = Colour::BOTH[usize::from(point.0 % 5 == 0)];
                grid.put(colour, point);
            }
            for point in size.iter() {
                let (x, y) = size.xy(point);
                let near = grid.near(Colour::Black, point);
                let empty = grid.near_empty(point);
                for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
                    for step in -REACH..=REACH {
                        let bit = (REACH + step) as u32;
                        let at = size.at(x + step * dx, y + step * dy);
                        let stone = at.and_then(|at| grid.stone(at));
                        assert_eq!(near[direction] >> bit & 1 == 1, stone == Some(Colour::Black));
                        let free = at.is_some_and(|at| grid.is_empty(at));
                        assert_eq!(empty[direction] >> bit & 1 == 1, free);
                        if let Some(at) = at {
                            assert_eq!(size.of_window(point, direction, bit), at);
                        }
                    }
                }
            }
        }
    }
}
