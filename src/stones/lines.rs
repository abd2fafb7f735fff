//! A board cut into lines in all four directions: a window of a line is one look, a stone is four
//! bits. Made for many questions about one board, and kept by games played out as they go.
//!
//! The judgement of fouls asks of a point, in each of the four directions, which of the eleven
//! points with it in the middle hold own stones and which are empty. Around `h8` in the row
//!
//! ```text
//! . . X . X h X X . O .       own      ..X.X.XX...    the point itself is the sixth
//!                             empty    XX.X.X..X.X    the edge and a foreign stone are neither
//! ```

use num_traits::PrimInt;

use crate::board::{Colour, DIRECTIONS, Grid, REACH, Size, ones};

/// Column and row of a point, from 0.
pub type Coord = (i32, i32);

/// Empty places before the first of a line, so that a window never begins before the word.
const MARGIN: usize = REACH as usize;

/// The stones of every line of a board of up to `SIDE` columns and rows, a power of two: `COUNT` =
/// 6 `SIDE` lines, each in a word of at least `SIDE` + 10 bits.
#[derive(Clone, Debug)]
pub struct Lines<M, const SIDE: usize, const COUNT: usize> {
    size: Size,
    stones: [[M; COUNT]; 2],
}

/// Lines of boards of up to 16 columns and rows.
pub type Lines16 = Lines<u32, 16, 96>;
/// Up to 32.
pub type Lines32 = Lines<u64, 32, 192>;
/// Up to 64.
pub type Lines64 = Lines<u128, 64, 384>;

/// The smallest of these for a board.
pub fn side(size: Size) -> usize {
    usize::from(size.columns.max(size.rows)).next_power_of_two().max(16)
}

/// The four lines through a point in the order of [`DIRECTIONS`], each with the bit where its
/// window begins. Places are counted by columns, in a column by rows.
///
/// Across by row, upwards by column, and the two diagonals by the difference and the sum of both.
#[inline]
fn places<const SIDE: usize>((x, y): Coord) -> [(usize, usize); DIRECTIONS.len()] {
    // Both are on the board; stated in bits, the compiler need not check each line's number.
    let (x, y) = (x as usize & (SIDE - 1), y as usize & (SIDE - 1));
    [(y, x), (SIDE + x, y), (3 * SIDE - 1 + x - y, x), (4 * SIDE + x + y, x)]
}

impl<M: PrimInt, const SIDE: usize, const COUNT: usize> Lines<M, SIDE, COUNT> {
    /// A board without stones.
    pub fn new(size: Size) -> Self {
        debug_assert!(usize::from(size.columns.max(size.rows)) <= SIDE && COUNT == 6 * SIDE);
        debug_assert!(size_of::<M>() * 8 >= SIDE + 2 * MARGIN);
        Self { size, stones: [[M::zero(); COUNT]; 2] }
    }

    /// The lines of a grid.
    pub fn of(grid: &Grid) -> Self {
        let mut lines = Self::new(grid.size());
        lines.set(grid);
        lines
    }

    /// Takes over the stones of a grid, which may be of another size.
    pub fn set(&mut self, grid: &Grid) {
        self.size = grid.size();
        self.clear();
        for colour in Colour::BOTH {
            for y in 0..i32::from(grid.size().rows) {
                for x in ones(grid.row(colour, y as usize)) {
                    self.put(colour, (x as i32, y));
                }
            }
        }
    }

    /// Takes all stones off.
    #[inline]
    pub fn clear(&mut self) {
        self.stones = [[M::zero(); COUNT]; 2];
    }

    /// The stones of a colour in a row, bit x for column x.
    #[cfg(feature = "kernels")]
    pub fn row(&self, colour: usize, y: usize) -> u64 {
        (self.stones[colour][y] >> MARGIN).to_u64().unwrap_or(0)
    }

    /// Puts a stone on an empty point.
    #[inline]
    pub fn put(&mut self, colour: Colour, coord: Coord) {
        let own = &mut self.stones[colour.index()];
        for (line, place) in places::<SIDE>(coord) {
            own[line] = own[line] | M::one() << (place + MARGIN);
        }
    }

    /// Takes a stone off.
    #[inline]
    pub fn lift(&mut self, colour: Colour, coord: Coord) {
        let own = &mut self.stones[colour.index()];
        for (line, place) in places::<SIDE>(coord) {
            own[line] = own[line] & !(M::one() << (place + MARGIN));
        }
    }

    /// Has the colour a stone there? False off the board.
    #[inline]
    pub fn has(&self, colour: Colour, (x, y): Coord) -> bool {
        let (columns, rows) = (i32::from(self.size.columns), i32::from(self.size.rows));
        let inside = (0..columns).contains(&x) && (0..rows).contains(&y);
        inside
            && self.stones[colour.index()][y as usize] >> (x as usize + MARGIN) & M::one()
                == M::one()
    }

    /// Puts a stone on an empty point and gives the windows of the colour's stones around it, and
    /// whether a row of five or more stands in a line through the point.
    #[inline]
    pub fn put_and_windows(&mut self, colour: Colour, coord: Coord) -> ([u16; 4], bool) {
        let own = &mut self.stones[colour.index()];
        let (mut windows, mut five) = ([0; 4], M::zero());
        for ((line, place), near) in places::<SIDE>(coord).into_iter().zip(&mut windows) {
            let stones = own[line] | M::one() << (place + MARGIN);
            own[line] = stones;
            let two = stones & stones >> 1;
            five = five | (two & two >> 2 & stones >> 4);
            *near = window(stones, place);
        }
        (windows, five != M::zero())
    }

    /// The same; true if a row of five or more stands in a line through the point.
    #[cfg(any(test, feature = "kernels"))]
    #[inline]
    pub fn put_and_check_five(&mut self, colour: Colour, coord: Coord) -> bool {
        let own = &mut self.stones[colour.index()];
        let mut five = M::zero();
        for (line, place) in places::<SIDE>(coord) {
            let stones = own[line] | M::one() << (place + MARGIN);
            own[line] = stones;
            let two = stones & stones >> 1;
            five = five | (two & two >> 2 & stones >> 4);
        }
        five != M::zero()
    }

    /// The board as one colour sees it.
    #[inline]
    pub fn for_colour(&mut self, colour: Colour) -> ColourLines<'_, M, SIDE, COUNT> {
        let [black, white] = &mut self.stones;
        let (own, foreign) = match colour {
            Colour::Black => (black, white),
            Colour::White => (white, black),
        };
        ColourLines { size: self.size, own, foreign }
    }
}

/// What the judgement of fouls asks of a board cut into lines, on behalf of one colour.
///
/// The recursion of R5 puts stones on the board and takes them off again: that is `toggle`.
pub trait LineWindows {
    /// The own stones near a point, as `Grid::near`.
    fn near(&self, coord: Coord) -> [u16; 4];
    /// The empty points near a point, as `Grid::near_empty`.
    fn near_empty(&self, coord: Coord) -> [u16; 4];
    /// Puts an own stone on an empty point, or takes it off again, to ask what would be.
    fn toggle(&mut self, coord: Coord);
}

/// The lines with the stones of one colour as its own.
pub struct ColourLines<'a, M, const SIDE: usize, const COUNT: usize> {
    size: Size,
    own: &'a mut [M; COUNT],
    foreign: &'a [M; COUNT],
}

impl<M: PrimInt, const SIDE: usize, const COUNT: usize> LineWindows
    for ColourLines<'_, M, SIDE, COUNT>
{
    #[inline]
    fn near(&self, coord: Coord) -> [u16; 4] {
        let [across, up, rising, falling] = places::<SIDE>(coord);
        let window = |(line, place)| window(self.own[line], place);
        [window(across), window(up), window(rising), window(falling)]
    }

    #[inline]
    fn near_empty(&self, coord: Coord) -> [u16; 4] {
        let (places, on_board) = (places::<SIDE>(coord), self.on_board(coord));
        let window = |direction: usize| {
            let (line, place) = places[direction];
            on_board[direction] & !window(self.own[line] | self.foreign[line], place)
        };
        [window(0), window(1), window(2), window(3)]
    }

    #[inline]
    fn toggle(&mut self, coord: Coord) {
        for (line, place) in places::<SIDE>(coord) {
            self.own[line] = self.own[line] ^ M::one() << (place + MARGIN);
        }
    }
}

impl<M, const SIDE: usize, const COUNT: usize> ColourLines<'_, M, SIDE, COUNT> {
    /// The windows of a point as far as they lie on the board.
    #[inline]
    fn on_board(&self, (x, y): Coord) -> [u16; 4] {
        let (columns, rows) = (i32::from(self.size.columns), i32::from(self.size.rows));
        let between = |before: i32, after: i32| {
            let (before, after) = (before.min(REACH), after.min(REACH));
            (2 << (REACH + after)) - (1 << (REACH - before))
        };
        let (right, above) = (columns - 1 - x, rows - 1 - y);
        [
            between(x, right),
            between(y, above),
            between(x.min(y), right.min(above)),
            between(x.min(above), right.min(y)),
        ]
    }
}

/// Eleven points of a line.
#[inline]
fn window<M: PrimInt>(line: M, place: usize) -> u16 {
    let all = (M::one() << (2 * MARGIN + 1)) - M::one();
    (line >> place & all).to_u16().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Stream;

    /// Every window of every point, for both colours, and again with a stone turned.
    fn compare<M: PrimInt, const SIDE: usize, const COUNT: usize>(
        size: Size,
        cut: impl Fn(&Grid) -> Lines<M, SIDE, COUNT>,
    ) {
        let mut stream = Stream::new(u64::from(size.columns) * 64 + u64::from(size.rows));
        let mut grid = Grid::new(size);
        for point in size.iter() {
            match stream.below(5) {
                0 | 1 => grid.put(Colour::Black, point),
                2 => grid.put(Colour::White, point),
                _ => {}
            }
        }
        let mut lines = cut(&grid);
        for colour in Colour::BOTH {
            for point in size.iter() {
                let (coord, mut view) = (size.xy(point), lines.for_colour(colour));
                assert_eq!(view.near(coord), grid.near(colour, point), "{size:?} {coord:?}");
                assert_eq!(view.near_empty(coord), grid.near_empty(point), "{size:?} {coord:?}");
                if grid.is_empty(point) {
                    let mut with = grid.clone();
                    with.put(colour, point);
                    view.toggle(coord);
                    assert_eq!(view.near_empty(coord), with.near_empty(point));
                    view.toggle(coord);
                }
            }
        }
    }

    #[test]
    fn no_stone_stands_off_the_board() {
        let size = Size { columns: 9, rows: 7 };
        let mut grid = Grid::new(size);
        size.iter().for_each(|point| grid.put(Colour::Black, point));
        let lines = Lines16::of(&grid);
        for (x, y) in (-6..16).flat_map(|x| (-6..16).map(move |y| (x, y))) {
            let inside = (0..9).contains(&x) && (0..7).contains(&y);
            assert_eq!(lines.has(Colour::Black, (x, y)), inside, "{x} {y}");
            assert!(!lines.has(Colour::White, (x, y)), "{x} {y}");
        }
    }

    #[test]
    fn windows_of_lines_are_those_of_the_grid_on_boards_of_every_width() {
        for (columns, rows) in [(5, 5), (15, 15), (16, 9), (7, 16)] {
            compare(Size { columns, rows }, Lines16::of);
        }
        for (columns, rows) in [(17, 5), (19, 19), (6, 32), (32, 31)] {
            compare(Size { columns, rows }, Lines32::of);
        }
        for (columns, rows) in [(33, 20), (63, 63), (63, 5), (9, 58)] {
            compare(Size { columns, rows }, Lines64::of);
        }
    }

    #[test]
    fn a_stone_that_completes_five_or_more_is_noticed_in_every_direction() {
        for (dx, dy) in DIRECTIONS {
            let mut lines = Lines64::new(Size::square(63));
            let at = |step: i32| (31 + step * dx, 31 + step * dy);
            for step in [-31, -30, -29, -28] {
                assert!(!lines.put_and_check_five(Colour::White, at(step)));
            }
            assert!(!lines.put_and_check_five(Colour::Black, at(-27)));
            for step in [28, 31, 29, 27] {
                assert!(!lines.put_and_check_five(Colour::White, at(step)));
            }
            assert!(lines.put_and_check_five(Colour::White, at(30)));
        }
    }
}
