//! The patterns of every empty point of a board in all four directions and for both colours, kept
//! up to date as stones are put and taken off.

use super::windows::{Pattern, Patterns};
use crate::board::{Colour, DIRECTIONS, Grid, Point, REACH, Size, ones};
use crate::stones::Five;

/// Closed places before the first of a line and after its last, so that what lies within two
/// windows of a point never begins before the word.
const MARGIN: i32 = 2 * REACH;
/// Rows of the largest board.
pub const ROWS: usize = 64;

/// Points of a board, one mask a row.
pub type Rows = [u64; ROWS];

/// What of a pattern the table keeps a set of points for.
const STORED: [u8; 4] = [Pattern::FIVE, Pattern::FOUR, Pattern::THREE, Pattern::BUD];

/// A change that can be taken back.
struct Change {
    cell: u16,
    slot: u8,
    was: u8,
}

/// A stone that was put or taken off.
struct Stone {
    point: Point,
    colour: Colour,
    is_put: bool,
    /// How many changes there were before.
    changes: usize,
}

/// The table. What it holds of taken points is not kept up to date, and is right again when their
/// stone is gone.
pub struct PatternTable {
    size: Size,
    patterns: [&'static Patterns; 2],
    grid: Grid,
    /// Stones of each line by colour, and what lies beyond its ends.
    lines: Vec<[u128; 3]>,
    /// The pattern of each colour in each direction: `4 * colour + direction`.
    cells: Vec<[u8; 8]>,
    /// The points with each of `KEPT`, by colour.
    sets: Box<[[Rows; 4]; 2]>,
    empty: Box<Rows>,
    changes: Vec<Change>,
    stones: Vec<Stone>,
}

impl PatternTable {
    /// The table of a board; `five` says which rows of Black and of White win.
    pub fn new(grid: &Grid, five: [Five; 2]) -> Self {
        let size = grid.size();
        let (columns, rows) = (usize::from(size.columns), usize::from(size.rows));
        let lines = rows + columns + 2 * (columns + rows - 1);
        let mut table = Self {
            size,
            patterns: five.map(Patterns::of),
            grid: grid.clone(),
            lines: vec![[0, 0, !0]; lines],
            cells: vec![[0; 8]; size.points()],
            sets: Box::new([[[0; ROWS]; 4]; 2]),
            empty: Box::new([0; ROWS]),
            changes: Vec::new(),
            stones: Vec::new(),
        };
        for y in 0..rows as i32 {
            table.empty[y as usize] = size.full_row() & !grid.row_of_both(y as usize);
            for x in 0..columns as i32 {
                for (line, place) in table.places(x, y) {
                    table.lines[line][2] &= !(1 << (place + MARGIN));
                }
            }
            for colour in Colour::BOTH {
                for x in ones(grid.row(colour, y as usize)) {
                    for (line, place) in table.places(x as i32, y) {
                        table.lines[line][colour.index()] |= 1 << (place + MARGIN);
                    }
                }
            }
        }
        let mut near = Vec::new();
        crate::stones::near::for_each_within(grid, REACH as u32 - 1, |point| near.push(point));
        for point in near {
            table.refresh_point(point);
        }
        table.changes.clear();
        table
    }

    /// The lines through a point in the order of [`DIRECTIONS`], with the point's place in each.
    #[inline]
    fn places(&self, x: i32, y: i32) -> [(usize, i32); 4] {
        let (columns, rows) = (i32::from(self.size.columns), i32::from(self.size.rows));
        let rising = rows + columns + x - y + rows - 1;
        let falling = rows + columns + columns + rows - 1 + x + y;
        [(y as usize, x), ((rows + x) as usize, y), (rising as usize, x), (falling as usize, x)]
    }

    /// The board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Its size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The empty points of a row, bit x for column x.
    pub fn empty_row(&self, y: usize) -> u64 {
        self.empty[y]
    }

    /// The patterns that a stone of a colour would make on an empty point, by direction.
    #[inline]
    pub fn patterns(&self, colour: Colour, point: Point) -> [Pattern; 4] {
        let cell = &self.cells[point.index()];
        let from = 4 * colour.index();
        [0, 1, 2, 3].map(|direction| Pattern(cell[from + direction]))
    }

    /// What the stone would make in any direction: [`Pattern::FIVE`] to [`Pattern::BUD`].
    #[inline]
    pub fn joined(&self, colour: Colour, point: Point) -> Pattern {
        joined(&self.cells[point.index()], colour.index())
    }

    /// Calls `visit` with the empty points where a stone of a colour makes a pattern with the bit
    /// (five, four, three or bud), ascending.
    #[inline]
    pub fn each(&self, colour: Colour, bit: u8, mut visit: impl FnMut(Point)) {
        let set = &self.sets[colour.index()][set_of(bit)];
        let rows = set.iter().zip(self.empty.iter()).take(usize::from(self.size.rows));
        for (y, (set, empty)) in rows.enumerate() {
            let mut row = set & empty;
            while row != 0 {
                let x = row.trailing_zeros() as u16;
                visit(Point(y as u16 * u16::from(self.size.columns) + x));
                row &= row - 1;
            }
        }
    }

    /// The first two of these points.
    #[inline]
    pub fn two(&self, colour: Colour, bit: u8) -> [Option<Point>; 2] {
        let set = &self.sets[colour.index()][set_of(bit)];
        let mut first = [None; 2];
        let rows = set.iter().zip(self.empty.iter()).take(usize::from(self.size.rows));
        for (y, (set, empty)) in rows.enumerate() {
            let mut row = set & empty;
            while row != 0 {
                let x = row.trailing_zeros() as u16;
                let point = Some(Point(y as u16 * u16::from(self.size.columns) + x));
                if first[0].is_some() {
                    return [first[0], point];
                }
                first[0] = point;
                row &= row - 1;
            }
        }
        first
    }

    /// Puts a stone on an empty point.
    pub fn put(&mut self, colour: Colour, point: Point) {
        self.stones.push(Stone { point, colour, is_put: true, changes: self.changes.len() });
        self.turn(colour, point, true);
        self.refresh_around(colour, point, true);
    }

    /// Takes a stone off, as a capture does.
    pub fn lift(&mut self, colour: Colour, point: Point) {
        self.stones.push(Stone { point, colour, is_put: false, changes: self.changes.len() });
        self.turn(colour, point, false);
        self.refresh_around(colour, point, false);
        self.refresh_point(point);
    }

    /// Takes back the last stone that was put or taken off.
    pub fn undo(&mut self) {
        let Some(Stone { point, colour, is_put, changes }) = self.stones.pop() else { return };
        self.turn(colour, point, !is_put);
        while self.changes.len() > changes {
            let Some(Change { cell, slot, was }) = self.changes.pop() else { return };
            self.cells[usize::from(cell)][usize::from(slot)] = was;
            self.sort_in(Point(cell), usize::from(slot) / 4);
        }
    }

    /// The stone itself, in the grid and the lines.
    #[inline]
    fn turn(&mut self, colour: Colour, point: Point, is_put: bool) {
        let (x, y) = self.size.xy(point);
        if is_put {
            self.grid.put(colour, point);
        } else {
            self.grid.lift(point);
        }
        self.empty[y as usize] ^= 1 << x;
        for (line, place) in self.places(x, y) {
            self.lines[line][colour.index()] ^= 1 << (place + MARGIN);
        }
    }

    /// Looks up again what a stone of a colour on `point`, put or taken off, has changed for the points near it.
    fn refresh_around(&mut self, colour: Colour, point: Point, is_put: bool) {
        let (x, y) = self.size.xy(point);
        let columns = i32::from(self.size.columns);
        for (direction, (line, place)) in self.places(x, y).into_iter().enumerate() {
            let [black, white, edge] = self.lines[line];
            // Bit 10 is the point, bit 5 the first and bit 15 the last point with it in its window.
            let word = |bits: u128| (bits >> place) as u32 & 0x1F_FFFF;
            let (stones, edge) = ([word(black), word(white)], word(edge));
            let (dx, dy) = DIRECTIONS[direction];
            let along = dx + dy * columns;
            let mut left = !(stones[0] | stones[1] | edge) & 0xFBE0;
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let shift = bit - REACH as u32;
                let cell = (i32::from(point.0) + (bit as i32 - MARGIN) * along) as usize;
                for side in 0..2 {
                    let own = stones[side] >> shift & 0x7FF;
                    // With one own stone at most it is nothing, and was nothing.
                    if own & own.wrapping_sub(1) == 0 && (is_put || side != colour.index()) {
                        continue;
                    }
                    let closed = (stones[1 - side] | edge) >> shift;
                    self.set(cell, side, direction, self.patterns[side].at(own, closed));
                }
            }
        }
    }

    /// Looks up a point itself in all directions, for both colours.
    fn refresh_point(&mut self, point: Point) {
        let (x, y) = self.size.xy(point);
        for (direction, (line, place)) in self.places(x, y).into_iter().enumerate() {
            let stones = self.lines[line];
            let word = |bits: u128| (bits >> (place + MARGIN - REACH)) as u32 & 0x7FF;
            for side in 0..2 {
                let own = word(stones[side]);
                let pattern = if own == 0 {
                    Pattern(0)
                } else {
                    self.patterns[side].at(own, word(stones[1 - side] | stones[2]))
                };
                self.set(point.index(), side, direction, pattern);
            }
        }
    }

    #[inline]
    fn set(&mut self, cell: usize, side: usize, direction: usize, pattern: Pattern) {
        let slot = 4 * side + direction;
        let was = self.cells[cell][slot];
        if was != pattern.0 {
            self.changes.push(Change { cell: cell as u16, slot: slot as u8, was });
            self.cells[cell][slot] = pattern.0;
            self.sort_in(Point(cell as u16), side);
        }
    }

    /// Puts a point into the sets of what it has now.
    #[inline]
    fn sort_in(&mut self, point: Point, side: usize) {
        let joined = joined(&self.cells[point.index()], side);
        let (x, y) = self.size.xy(point);
        for (set, bit) in self.sets[side].iter_mut().zip(STORED) {
            let row = &mut set[y as usize];
            *row = *row & !(1 << x) | u64::from(joined.has(bit)) << x;
        }
    }
}

fn set_of(bit: u8) -> usize {
    // FIVE is the highest bit, BUD three below it.
    bit.leading_zeros() as usize & 3
}

#[inline]
fn joined(cell: &[u8; 8], side: usize) -> Pattern {
    let four = if side == 0 { &cell[..4] } else { &cell[4..] };
    Pattern(four[0] | four[1] | four[2] | four[3])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Stream;

    /// What the table says of every empty point.
    fn content(table: &PatternTable) -> Vec<(Point, [Pattern; 8])> {
        let mut content = Vec::new();
        table.grid.for_each_empty(|point| {
            let [black, white] = Colour::BOTH.map(|colour| table.patterns(colour, point));
            let both: Vec<_> = black.into_iter().chain(white).collect();
            content.push((point, both.try_into().unwrap()));
        });
        content
    }

    fn sets(table: &PatternTable) -> Vec<Vec<Point>> {
        let mut all = Vec::new();
        for colour in Colour::BOTH {
            for bit in STORED {
                let mut points = Vec::new();
                table.each(colour, bit, |point| points.push(point));
                assert_eq!(table.two(colour, bit)[0], points.first().copied());
                assert_eq!(table.two(colour, bit)[1], points.get(1).copied());
                all.push(points);
            }
        }
        all
    }

    #[test]
    fn stones_put_taken_off_and_taken_back_leave_what_a_new_table_holds() {
        let mut stream = Stream::new(11);
        for board in 0..40_u8 {
            let size = Size { columns: 5 + board % 17 * 3, rows: 5 + board % 11 };
            let five = [Five::Exact, Five::OrMore]
                .map(|five| if board % 3 == 0 { Five::OrMore } else { five });
            let mut table = PatternTable::new(&Grid::new(size), five);
            let mut pasts = Vec::new();
            for _ in 0..120 {
                let point = Point(stream.below(size.points()) as u16);
                match table.grid.stone(point) {
                    _ if stream.below(4) == 0 && !pasts.is_empty() => {
                        table.undo();
                        assert_eq!(pasts.pop(), Some(content(&table)));
                        continue;
                    }
                    None => {
                        let before = content(&table);
                        table.put(Colour::BOTH[stream.below(2)], point);
                        pasts.push(before);
                    }
                    Some(colour) => {
                        let before = content(&table);
                        table.lift(colour, point);
                        pasts.push(before);
                    }
                }
                let anew = PatternTable::new(&table.grid, five);
                assert_eq!(content(&table), content(&anew), "{size:?}");
                assert_eq!(sets(&table), sets(&anew), "{size:?}");
            }
        }
    }

    #[test]
    fn points_of_five_are_those_where_a_row_wins() {
        let mut stream = Stream::new(12);
        for board in 0..150_u8 {
            let size = Size { columns: 5 + board % 17, rows: 5 + board % 11 };
            let mut grid = Grid::new(size);
            for point in size.iter() {
                match stream.below(5) {
                    0 | 1 => grid.put(Colour::Black, point),
                    2 | 3 => grid.put(Colour::White, point),
                    _ => {}
                }
            }
            for five in [Five::Exact, Five::OrMore] {
                let table = PatternTable::new(&grid, [five; 2]);
                for colour in Colour::BOTH {
                    let mut points = Vec::new();
                    table.each(colour, Pattern::FIVE, |point| points.push(point));
                    let mut wanted = Vec::new();
                    grid.for_each_empty(|point| {
                        if crate::stones::wins(&grid, point, colour, five) {
                            wanted.push(point);
                        }
                    });
                    assert_eq!(points, wanted);
                }
            }
        }
    }
}
