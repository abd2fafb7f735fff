//! The stones of a random game: one mask a row and colour, and the ply at which each point was
//! filled. The whole board is scanned for rows of five at once; the plies say which was completed first.

use super::five_starts::{DIRECTIONS, five_starts};
use super::row_mask::{Array, RowMask};
use crate::board::{Colour, Grid};
use crate::stones::Five;
use crate::vectors::{Task, Width};

/// Empty rows below and above the board, as many as the longest capture reaches (P3).
pub const FRAME: usize = 6;

/// A board whose rows are masks `M`.
pub struct PlyBoard<M: RowMask> {
    rows: [M::Framed<M>; 2],
    /// The ply of each stone; meaningless on empty points.
    plies: M::Points<u16>,
    width: Width,
}

impl<M: RowMask> PlyBoard<M> {
    /// Without stones.
    pub fn new() -> Self {
        let (rows, plies) = ([Array::filled(M::zero()); 2], Array::filled(0));
        Self { rows, plies, width: Width::new() }
    }

    /// Takes all stones off.
    #[inline]
    pub fn clear(&mut self) {
        self.rows = [Array::filled(M::zero()); 2];
    }

    /// Takes over the stones of a grid as those of ply 0.
    pub fn set(&mut self, grid: &Grid) {
        self.clear();
        self.plies = Array::filled(0);
        for colour in Colour::BOTH {
            for y in 0..usize::from(grid.size().rows) {
                let row = M::from(grid.row(colour, y)).unwrap_or(M::zero());
                self.rows[colour.index()].as_mut()[FRAME + y] = row;
            }
        }
    }

    /// Takes over the stones of another board; those are of ply 0, and stand on these points.
    #[inline]
    pub fn copy(&mut self, other: &Self, points: &[u16]) {
        self.rows = other.rows;
        let plies = self.plies.as_mut();
        for &point in points {
            plies[usize::from(point) % plies.len()] = 0;
        }
    }

    /// The stones of a colour in a row.
    pub fn row(&self, colour: usize, y: usize) -> u64 {
        self.rows[colour].as_ref()[FRAME + y].to_u64().unwrap_or(0)
    }

    /// Puts the stone of a ply on a point.
    #[inline]
    pub fn fill(&mut self, point: u16, colour: usize, ply: u16) {
        let (x, y) = M::column_and_row(point);
        let plies = self.plies.as_mut();
        plies[usize::from(point) % plies.len()] = ply;
        let row = &mut self.rows[colour & 1].as_mut()[FRAME + y];
        *row = *row | (M::one() << x);
    }

    /// Takes the stone of a colour off a point.
    #[inline]
    pub fn remove(&mut self, point: u16, colour: usize) {
        let (x, y) = M::column_and_row(point);
        let row = &mut self.rows[colour & 1].as_mut()[FRAME + y];
        *row = *row & !(M::one() << x);
    }

    /// Has a colour a stone there? False off the board.
    fn has(&self, colour: usize, x: i32, y: i32) -> bool {
        let side = M::SIDE as i32;
        (0..side).contains(&x)
            && (0..side).contains(&y)
            && (self.rows[colour].as_ref()[FRAME + y as usize] >> x as usize) & M::one() == M::one()
    }

    /// Has a colour five or more stones in a row? `rows` is the number of rows of the board.
    #[inline]
    pub fn has_five(&self, rows: usize, colour: usize) -> bool {
        let mut answer = false;
        let board = &self.rows[colour & 1];
        self.width.run(AnyFive::<M> { board, rows, answer: &mut answer });
        answer
    }

    /// The first ply, `since` or later, that completed a winning row; `u16::MAX` if none did.
    /// `rows` is the number of rows of the board.
    #[inline]
    pub fn earliest_five(&self, rows: usize, five: [Five; 2], since: u16) -> u16 {
        let mut first = u16::MAX;
        self.width.run(EarliestFive { board: self, rows, five, since, first: &mut first });
        first
    }

    /// The same for one colour; `starts` are the points where rows of five start, in any direction.
    #[inline]
    fn first_of(&self, colour: usize, starts: &[M], five: Five, since: u16) -> u16 {
        let mut first = u16::MAX;
        for (y, &start) in starts.iter().enumerate() {
            if start != M::zero() {
                first = first.min(self.first_from(colour, y, start, five, since));
            }
        }
        first
    }

    /// The same for those that start in one row.
    #[inline(never)]
    fn first_from(&self, colour: usize, y: usize, start: M, five: Five, since: u16) -> u16 {
        let five_starts = fives_from::<M>(&self.rows[colour & 1], y);
        let (mut first, mut left) = (u16::MAX, start);
        while left != M::zero() {
            let x = left.trailing_zeros() as usize;
            left = left & (left - M::one());
            // One number for all directions: fewer branches to predict.
            let mut directions =
                five_starts.into_iter().zip(0..).fold(0, |directions, (line, direction)| {
                    directions | (line >> x & M::one()).to_u32().unwrap_or(0) << direction
                });
            while directions != 0 {
                let direction = directions.trailing_zeros() as usize;
                directions &= directions - 1;
                let done = self.completed(x, y, direction);
                // P3: a five that was cut out of a longer row by a capture is older.
                let new = done >= since;
                if new && (five == Five::OrMore || self.is_exact(colour, x, y, direction, done)) {
                    first = first.min(done);
                }
            }
        }
        first
    }

    /// The latest ply of five stones in a row from a point on.
    #[inline]
    fn completed(&self, x: usize, y: usize, direction: usize) -> u16 {
        let step = [1, M::SIDE, M::SIDE + 1, M::SIDE - 1][direction % 4];
        let plies = self.plies.as_ref();
        let ply = |k: usize| plies[(M::SIDE * y + x + k * step) % plies.len()];
        ply(0).max(ply(1)).max(ply(2)).max(ply(3)).max(ply(4))
    }

    /// Were the neighbours of a five not yet there when it was completed? G3: else it was made six
    /// or more.
    fn is_exact(&self, colour: usize, x: usize, y: usize, direction: usize, done: u16) -> bool {
        let (dx, dy) = DIRECTIONS[direction % 4];
        let ply = |step| self.ply(colour, x as i32 + step * dx, y as i32 + step * dy);
        ply(-1) > done && ply(5) > done
    }

    /// When a colour filled a point; `u16::MAX` if it did not, or there is none.
    fn ply(&self, colour: usize, x: i32, y: i32) -> u16 {
        let ply = |point: usize| self.plies.as_ref()[point];
        if self.has(colour, x, y) { ply(M::SIDE * y as usize + x as usize) } else { u16::MAX }
    }
}

/// Where rows of five start in row `y`, by direction.
#[inline(always)]
fn fives_from<M: RowMask>(board: &M::Framed<M>, y: usize) -> [M; 4] {
    let rows = &board.as_ref()[FRAME + y..];
    five_starts([rows[0], rows[1], rows[2], rows[3], rows[4]])
}

/// Where rows of five start in any direction on the first `SCANNED` rows of a colour's board, and the
/// union of these rows in one word.
#[inline(always)]
fn starts_of_fives<M: RowMask, const SCANNED: usize>(board: &M::Framed<M>) -> ([M; SCANNED], M) {
    let (mut starts_of_fives, mut any) = ([M::zero(); SCANNED], M::zero());
    for (y, start) in starts_of_fives.iter_mut().enumerate() {
        let [right, up, one, other] = fives_from::<M>(board, y);
        *start = right | up | one | other;
        any = any | *start;
    }
    (starts_of_fives, any)
}

/// Scans the board of one colour.
struct AnyFive<'a, M: RowMask> {
    board: &'a M::Framed<M>,
    rows: usize,
    answer: &'a mut bool,
}

impl<M: RowMask> Task for AnyFive<'_, M> {
    #[inline(always)]
    fn run(self) {
        // Numbers of rows that are known when this is compiled, multiples of a vector's rows.
        let any = match self.rows {
            17..=24 if M::SIDE > 16 => starts_of_fives::<M, 24>(self.board).1,
            25..=32 if M::SIDE > 16 => starts_of_fives::<M, 32>(self.board).1,
            33.. if M::SIDE > 32 => starts_of_fives::<M, 64>(self.board).1,
            _ => starts_of_fives::<M, 16>(self.board).1,
        };
        *self.answer = any != M::zero();
    }
}

/// Scans the boards of both colours and judges what is found.
struct EarliestFive<'a, M: RowMask> {
    board: &'a PlyBoard<M>,
    rows: usize,
    five: [Five; 2],
    since: u16,
    first: &'a mut u16,
}

impl<M: RowMask> Task for EarliestFive<'_, M> {
    #[inline(always)]
    fn run(self) {
        // Numbers of rows that are known when this is compiled, multiples of a vector's rows.
        match self.rows {
            17..=24 if M::SIDE > 16 => self.scan::<24>(),
            25..=32 if M::SIDE > 16 => self.scan::<32>(),
            33.. if M::SIDE > 32 => self.scan::<64>(),
            _ => self.scan::<16>(),
        }
    }
}

impl<M: RowMask> EarliestFive<'_, M> {
    #[inline(always)]
    fn scan<const SCANNED: usize>(self) {
        for colour in 0..2 {
            let (starts, any) = starts_of_fives::<M, SCANNED>(&self.board.rows[colour]);
            if any != M::zero() {
                let starts = &starts[..self.rows.min(SCANNED)];
                let first = self.board.first_of(colour, starts, self.five[colour], self.since);
                *self.first = first.min(*self.first);
            }
        }
    }
}
