//! A board cut into lines in all four directions, for many questions about one colour: a window is
//! one look, a stone more or less is four bits.

use crate::board::{Colour, Grid, Point, REACH, Size};

/// The most lines a board can have: 63 rows, 63 columns, 125 diagonals of either kind.
const MOST: usize = 63 + 63 + 125 + 125;

/// The own stones and the empty points of every line.
pub struct Lines {
    size: Size,
    own: [u64; MOST],
    empty: [u64; MOST],
}

/// A line and the place of a point on it.
type Place = (usize, u32);

/// The four lines through a point, in the order of `DIRECTIONS`. A point's place is its column, on
/// a column its row.
#[inline]
fn places(size: Size, point: Point) -> [Place; 4] {
    let (x, y) = size.xy(point);
    let (x, y, rows) = (x as usize, y as usize, usize::from(size.rows));
    [(y, x as u32), (63 + x, y as u32), (126 + x + rows - 1 - y, x as u32), (251 + x + y, x as u32)]
}

/// The eleven points around a place of a line.
#[inline]
fn window(line: u64, place: u32) -> u16 {
    const SIDE: u32 = REACH as u32;
    ((line << SIDE.saturating_sub(place)) >> place.saturating_sub(SIDE)) as u16 & 0x7FF
}

impl Lines {
    /// The lines of a board, for one colour.
    pub fn new(grid: &Grid, colour: Colour) -> Self {
        let size = grid.size();
        let mut lines = Self { size, own: [0; MOST], empty: [0; MOST] };
        let columns = u16::from(size.columns);
        let full = size.full_row();
        for y in 0..u16::from(size.rows) {
            let mut spread = |mut row: u64, into: fn(&mut Self) -> &mut [u64; MOST]| {
                while row != 0 {
                    let point = Point(y * columns + row.trailing_zeros() as u16);
                    let all = into(&mut lines);
                    for (line, place) in places(size, point) {
                        all[line] |= 1 << place;
                    }
                    row &= row - 1;
                }
            };
            spread(grid.row(colour, usize::from(y)), |lines| &mut lines.own);
            spread(full & !grid.row_of_both(usize::from(y)), |lines| &mut lines.empty);
        }
        lines
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The own stones near a point, as `Grid::near`.
    #[inline]
    pub fn near(&self, point: Point) -> [u16; 4] {
        places(self.size, point).map(|(line, place)| window(self.own[line], place))
    }

    /// The empty points near a point, as `Grid::near_empty`.
    #[inline]
    pub fn near_empty(&self, point: Point) -> [u16; 4] {
        places(self.size, point).map(|(line, place)| window(self.empty[line], place))
    }

    /// Puts an own stone on an empty point, or takes it off again.
    pub fn turn(&mut self, point: Point) {
        for (line, place) in places(self.size, point) {
            self.own[line] ^= 1 << place;
            self.empty[line] ^= 1 << place;
        }
    }
}
