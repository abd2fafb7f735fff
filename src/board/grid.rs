//! A grid of points with stones of two colours, one 64-bit mask a row and colour.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::bytes::{spread, write_rows};
use crate::position::Refusal;

/// The four directions of a line as (columns, rows): across, up, rising, falling.
pub const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A point of a grid, row by row from row 1: `row * columns + column`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Point(pub u16);

impl Point {
    /// The point as an index into an array by point.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The colour of a stone: the first (Black, Yellow) or the second (White, Blue).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Colour {
    /// The first colour.
    Black = 0,
    /// The second colour.
    White = 1,
}

impl Colour {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// 0 or 1, for arrays by colour.
    pub fn index(self) -> usize {
        self as usize
    }

    /// "black" or "white".
    pub fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// Columns and rows of a grid, at most 63 each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Size {
    /// Points in a row.
    pub columns: u8,
    /// Points in a column.
    pub rows: u8,
}

impl Size {
    /// A square grid.
    pub const fn square(side: u8) -> Self {
        Self { columns: side, rows: side }
    }

    /// How many points.
    pub fn points(self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// Column and row of a point, from 0.
    #[inline]
    pub fn xy(self, point: Point) -> (i32, i32) {
        let columns = u16::from(self.columns);
        (i32::from(point.0 % columns), i32::from(point.0 / columns))
    }

    /// The point at a column and row, if it is on the board.
    #[inline]
    pub fn at(self, x: i32, y: i32) -> Option<Point> {
        let inside = x >= 0 && y >= 0 && x < i32::from(self.columns) && y < i32::from(self.rows);
        inside.then(|| Point((y * i32::from(self.columns) + x) as u16))
    }

    /// All points, ascending.
    pub fn iter(self) -> impl Iterator<Item = Point> {
        (0..self.points() as u16).map(Point)
    }

    /// The point in the middle, if both sides are odd.
    pub fn centre(self) -> Option<Point> {
        let odd = self.columns % 2 == 1 && self.rows % 2 == 1;
        odd.then(|| Point((self.points() / 2) as u16))
    }

    /// King's distance of two points.
    pub fn distance(self, a: Point, b: Point) -> i32 {
        let ((ax, ay), (bx, by)) = (self.xy(a), self.xy(b));
        (ax - bx).abs().max((ay - by).abs())
    }

    /// The mask of a full row.
    pub fn full_row(self) -> u64 {
        (1 << self.columns) - 1
    }

    /// The name of a point: column letters, then the row from 1 (E2).
    pub fn name(self, point: Point) -> String {
        let (x, y) = self.xy(point);
        format!("{}{}", column_name(x as u8), y + 1)
    }

    /// Reads the name of a point, in any case (E2, E3): E7 if it is no name, E5 if it is off the
    /// board.
    pub fn parse(self, text: &str) -> Result<Point, Refusal> {
        let unreadable = || Refusal::unreadable(format!("'{text}' is no point such as h8"));
        let digits = text.find(|c: char| c.is_ascii_digit()).ok_or_else(unreadable)?;
        let (letters, number) = text.split_at(digits);
        let letters_fine = !letters.is_empty() && letters.bytes().all(|b| b.is_ascii_alphabetic());
        let number_fine = number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
        if !letters_fine || !number_fine {
            return Err(unreadable());
        }
        let off = || {
            Refusal::new(
                "E5",
                format!("{text} is off the board of {} by {}", self.columns, self.rows),
            )
        };
        // Longer names are readable, but on no board.
        if letters.len() > 2 || number.len() > 2 {
            return Err(off());
        }
        let column = letters
            .bytes()
            .fold(0, |sum, byte| sum * 26 + i32::from(byte.to_ascii_lowercase() - b'a') + 1);
        let row: i32 = number.parse().map_err(|_| unreadable())?;
        self.at(column - 1, row - 1).ok_or_else(off)
    }
}

/// The letters of a column: a, b ... z, aa, ab ... (E2).
pub fn column_name(column: u8) -> String {
    let last = char::from(b'a' + column % 26);
    match column / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", char::from(b'a' + more - 1)),
    }
}

/// Stones on a grid: for each row the mask of the first colour, then that of the second.
///
/// Bit x of a mask is column x. Boards of up to 20 rows lie inside the value; larger ones on the
/// heap.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Grid {
    size: Size,
    rows: SmallVec<[u64; 40]>,
}

// A search copies a position for each of its nodes: all words at once, where the copy that `SmallVec`
// derives takes them one by one.
impl Clone for Grid {
    fn clone(&self) -> Self {
        Self { size: self.size, rows: SmallVec::from_slice(&self.rows) }
    }
}

// Word by word, so that a key does not depend on the machine's order of bytes.
impl Hash for Grid {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for &row in &self.rows {
            state.write_u64(row);
        }
    }
}

impl Grid {
    /// A grid without stones.
    pub fn new(size: Size) -> Self {
        Self { size, rows: SmallVec::from_elem(0, 2 * usize::from(size.rows)) }
    }

    /// Its size.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stones of a colour in a row, bit x for column x.
    #[inline]
    pub fn row(&self, colour: Colour, y: usize) -> u64 {
        self.rows[2 * y + colour.index()]
    }

    /// The stones of both colours in a row.
    #[inline]
    pub fn row_of_both(&self, y: usize) -> u64 {
        self.rows[2 * y] | self.rows[2 * y + 1]
    }

    /// The stone on a point.
    pub fn stone(&self, point: Point) -> Option<Colour> {
        let (x, y) = self.size.xy(point);
        Colour::BOTH.into_iter().find(|&colour| self.row(colour, y as usize) >> x & 1 == 1)
    }

    /// Is there no stone on the point?
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        let (x, y) = self.size.xy(point);
        self.row_of_both(y as usize) >> x & 1 == 0
    }

    /// Has the colour a stone at a column and row? False off the board.
    #[inline]
    pub fn has(&self, colour: Colour, x: i32, y: i32) -> bool {
        // Columns past the last hold no bits; 63 columns leave bit 63 clear for x = 63 .. 64.
        (0..i32::from(self.size.rows)).contains(&y)
            && (0..64).contains(&x)
            && self.row(colour, y as usize) >> x & 1 == 1
    }

    /// Puts a stone on an empty point.
    #[inline]
    pub fn put(&mut self, colour: Colour, point: Point) {
        let (x, y) = self.size.xy(point);
        self.rows[2 * y as usize + colour.index()] |= 1 << x;
    }

    /// The masks themselves: of each row that of the first colour, then that of the second.
    pub(crate) fn rows_mut(&mut self) -> &mut [u64] {
        &mut self.rows
    }

    /// Takes the stone of either colour off a point.
    #[inline]
    pub fn lift(&mut self, point: Point) {
        let (x, y) = self.size.xy(point);
        self.rows[2 * y as usize] &= !(1 << x);
        self.rows[2 * y as usize + 1] &= !(1 << x);
    }

    /// How many stones a colour has.
    pub fn count(&self, colour: Colour) -> u32 {
        self.rows.iter().skip(colour.index()).step_by(2).map(|row| row.count_ones()).sum()
    }

    /// Is every point taken?
    pub fn is_full(&self) -> bool {
        let full = self.size.full_row();
        (0..usize::from(self.size.rows)).all(|y| self.row_of_both(y) == full)
    }

    /// Calls `visit` with every empty point, ascending.
    #[inline]
    pub fn for_each_empty(&self, mut visit: impl FnMut(Point)) {
        let full = self.size.full_row();
        let columns = u16::from(self.size.columns);
        for y in 0..u16::from(self.size.rows) {
            let mut empty = full & !self.row_of_both(usize::from(y));
            // By hand: through `ones` a random move took 4 % more instructions.
            while empty != 0 {
                visit(Point(y * columns + empty.trailing_zeros() as u16));
                empty &= empty - 1;
            }
        }
    }

    /// The stones of a colour on a point and the eight around it: bit `4 + 3 * dy + dx`. Most
    /// directions of most points are settled by a look at this.
    #[inline]
    pub fn around(&self, colour: Colour, x: i32, y: i32) -> u32 {
        let three = |y: i32| {
            // One column further left than the board has, so that x - 1 is never below zero.
            let row = self.rows.get((2 * y) as usize + colour.index()).copied().unwrap_or(0);
            (row << 1 >> x) as u32 & 7
        };
        // A row below the first has an index beyond all rows.
        three(y - 1) | three(y) << 3 | three(y + 1) << 6
    }

    /// How many stones of the colour stand in an unbroken row from (x, y), itself not counted,
    /// going by `(dx, dy)`.
    #[inline]
    pub fn reach(&self, colour: Colour, x: i32, y: i32, (dx, dy): (i32, i32)) -> i32 {
        let (mut x, mut y, mut steps) = (x + dx, y + dy, 0);
        while self.has(colour, x, y) {
            steps += 1;
            x += dx;
            y += dy;
        }
        steps
    }

    /// Fills a board array: 0 empty, 1 the first colour, 2 the second.
    pub fn fill_board(&self, out: &mut [i8]) {
        let row = |colour: Colour, y: usize, x: usize| spread(self.row(colour, y) >> x);
        let word = |y, x| row(Colour::Black, y, x) | row(Colour::White, y, x) << 1;
        let eight = |y, x| word(y, x).to_le_bytes().map(|byte| byte as i8);
        write_rows(out, usize::from(self.size.columns), eight);
    }

    /// Fills one 0/1 plane with the stones of a colour.
    pub fn fill_plane(&self, colour: Colour, out: &mut [u8]) {
        let eight = |y, x| spread(self.row(colour, y) >> x).to_le_bytes();
        write_rows(out, usize::from(self.size.columns), eight);
    }

    /// The grid with every stone moved: `points[p]` is where point p goes.
    pub fn image(&self, points: &[u16]) -> Self {
        let mut image = Self::new(self.size);
        for point in self.size.iter() {
            if let Some(colour) = self.stone(point) {
                image.put(colour, Point(points[point.index()]));
            }
        }
        image
    }

    /// Refuses a deserialised grid whose masks do not fit its size.
    pub fn validate(&self, size: Size) -> Result<(), Refusal> {
        let fits = self.size == size
            && self.rows.len() == 2 * usize::from(size.rows)
            && self.rows.iter().all(|row| row & !size.full_row() == 0)
            && (0..usize::from(size.rows))
                .all(|y| self.row(Colour::Black, y) & self.row(Colour::White, y) == 0);
        if fits { Ok(()) } else { Err(Refusal::new("E8", "the stones do not fit the board")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_run_a_to_z_then_aa() {
        let names: Vec<_> = [0, 8, 25, 26, 51, 52, 62].map(column_name).to_vec();
        assert_eq!(names, ["a", "i", "z", "aa", "az", "ba", "bk"]);
    }

    #[test]
    fn every_point_is_read_back_from_its_name() {
        let size = Size { columns: 63, rows: 7 };
        for point in size.iter() {
            assert_eq!(size.parse(&size.name(point)), Ok(point));
        }
    }

    #[test]
    fn unreadable_points_are_e7_and_others_e5() {
        let size = Size::square(15);
        for text in ["", "8h", "h", "h0", "h08", "8", "h8x", "é8", "h-1"] {
            assert_eq!(size.parse(text).unwrap_err().rule, "E7", "{text}");
        }
        for text in ["p1", "a16", "zz99", "aaa1", "a100"] {
            assert_eq!(size.parse(text).unwrap_err().rule, "E5", "{text}");
        }
    }

    #[test]
    fn reach_stops_at_the_edge_and_at_other_stones() {
        let mut grid = Grid::new(Size::square(63));
        for x in 58..63 {
            grid.put(Colour::Black, grid.size().at(x, 0).unwrap());
        }
        grid.put(Colour::White, grid.size().at(57, 0).unwrap());
        assert_eq!(grid.reach(Colour::Black, 60, 0, (1, 0)), 2);
        assert_eq!(grid.reach(Colour::Black, 60, 0, (-1, 0)), 2);
    }
}
