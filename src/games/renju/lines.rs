//! A board cut into lines in all four directions, for many questions about one colour: a window is
//! one look, a stone more or less is four bits.

use smallvec::SmallVec;

use crate::board::{Colour, Grid, Point, REACH, Size};

/// Room for the lines of a board of 16 by 16 without asking for memory.
type Bits = SmallVec<[u64; 96]>;

/// The own and the foreign stones of every line.
pub struct Lines {
    size: Size,
    own: Bits,
    foreign: Bits,
}

/// The four lines through a point in the order of `DIRECTIONS`, each with the place of the point on
/// it: its column, on a column its row. Rows come first, then columns, then both kinds of diagonals.
#[inline]
fn places(size: Size, point: Point) -> [(usize, u32); 4] {
    let (x, y) = size.xy(point);
    let (x, y) = (x as usize, y as usize);
    let (columns, rows) = (usize::from(size.columns), usize::from(size.rows));
    let rising = rows + columns;
    let falling = rising + columns + rows - 1;
    [
        (y, x as u32),
        (rows + x, y as u32),
        (rising + x + rows - 1 - y, x as u32),
        (falling + x + y, x as u32),
    ]
}

/// The places that each of the four lines through a point has on the board, from the first to the
/// one after the last.
#[inline]
fn extents(size: Size, point: Point) -> [(i32, i32); 4] {
    let (x, y) = size.xy(point);
    let (columns, rows) = (i32::from(size.columns), i32::from(size.rows));
    let (rise, sum) = (x - y, x + y);
    [
        (0, columns),
        (0, rows),
        (rise.max(0), columns.min(rows + rise)),
        ((sum - rows + 1).max(0), columns.min(sum + 1)),
    ]
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
        let (columns, rows) = (usize::from(size.columns), usize::from(size.rows));
        let count = rows + columns + 2 * (rows + columns - 1);
        let spread = |colour| {
            let mut lines = Bits::from_elem(0, count);
            for y in 0..rows {
                let mut row = grid.row(colour, y);
                while row != 0 {
                    let point = Point((y * columns) as u16 + row.trailing_zeros() as u16);
                    for (line, place) in places(size, point) {
                        lines[line] |= 1 << place;
                    }
                    row &= row - 1;
                }
            }
            lines
        };
        Self { size, own: spread(colour), foreign: spread(colour.other()) }
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
        let mut extents = extents(self.size, point).into_iter();
        places(self.size, point).map(|(line, place)| {
            let (first, after) = extents.next().unwrap_or_default();
            let on_board = (u64::MAX >> (64 - (after - first))) << first;
            window(on_board & !(self.own[line] | self.foreign[line]), place)
        })
    }

    /// Puts an own stone on an empty point, or takes it off again.
    pub fn turn(&mut self, point: Point) {
        for (line, place) in places(self.size, point) {
            self.own[line] ^= 1 << place;
        }
    }
}
