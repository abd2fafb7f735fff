//! The stones of a random game: one mask a row and colour, and the ply at which each point was
//! filled. Rows of five are looked for on the whole board at once; the plies tell which came first.

use num_traits::PrimInt;

use crate::stones::Five;

/// Empty rows below and above the board, as many as the longest capture reaches (P3).
pub const FRAME: usize = 6;

/// A board of up to `ROWS` rows, `PADDED` with its frame.
pub struct Board<M, const ROWS: usize, const PADDED: usize> {
    rows: [[M; PADDED]; 2],
    /// Right where `rows` has a stone.
    plies: Vec<u16>,
}

/// Where five stones of a colour stand in a row, by direction, row by row.
type Fives<M, const ROWS: usize> = [[M; ROWS]; 4];

/// The directions of [`Fives`] as (columns, rows).
const FIVES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

impl<M: PrimInt, const ROWS: usize, const PADDED: usize> Board<M, ROWS, PADDED> {
    /// Without stones.
    pub fn new() -> Self {
        Self { rows: [[M::zero(); PADDED]; 2], plies: vec![0; ROWS * ROWS] }
    }

    /// Takes all stones off.
    #[inline]
    pub fn clear(&mut self) {
        self.rows = [[M::zero(); PADDED]; 2];
    }

    /// The rows of a colour, the frame's first.
    #[inline]
    pub fn rows(&self, colour: usize) -> &[M; PADDED] {
        &self.rows[colour]
    }

    /// Puts the stone of a ply on a point `row * ROWS + column`; the colours take turns.
    #[inline]
    pub fn fill(&mut self, point: u16, ply: usize) {
        let (x, y) = (usize::from(point) % ROWS, usize::from(point) / ROWS);
        self.plies[usize::from(point)] = ply as u16;
        let row = &mut self.rows[ply & 1][FRAME + y];
        *row = *row | (M::one() << x);
    }

    /// Takes the stone of a colour off a point.
    pub fn lift(&mut self, point: u16, colour: usize) {
        let (x, y) = (usize::from(point) % ROWS, usize::from(point) / ROWS);
        let row = &mut self.rows[colour][FRAME + y];
        *row = *row & !(M::one() << x);
    }

    /// Has a colour a stone there? False off the board.
    pub fn has(&self, colour: usize, x: i32, y: i32) -> bool {
        let side = ROWS as i32;
        (0..side).contains(&x)
            && (0..side).contains(&y)
            && (self.rows[colour][FRAME + y as usize] >> x as usize) & M::one() == M::one()
    }

    /// The first ply, `since` or later, that completed a winning row of a colour; `u16::MAX` if
    /// none did.
    #[inline]
    pub fn earliest(&self, colour: usize, five: Five, since: u16) -> u16 {
        let fives = self.fives(colour);
        let any = fives.iter().flatten().fold(M::zero(), |any, &row| any | row);
        if any == M::zero() {
            return u16::MAX;
        }
        self.first_of(colour, &fives, five, since)
    }

    /// Where five stones of a colour stand in a row, longer rows among them.
    #[inline]
    fn fives(&self, colour: usize) -> Fives<M, ROWS> {
        let rows = &self.rows[colour][FRAME..];
        let mut fives = [[M::zero(); ROWS]; 4];
        for y in 0..ROWS {
            let [a, b, c, d, e] = [rows[y], rows[y + 1], rows[y + 2], rows[y + 3], rows[y + 4]];
            fives[0][y] = a & (a >> 1) & (a >> 2) & (a >> 3) & (a >> 4);
            fives[1][y] = a & b & c & d & e;
            fives[2][y] = a & (b >> 1) & (c >> 2) & (d >> 3) & (e >> 4);
            fives[3][y] = a & (b << 1) & (c << 2) & (d << 3) & (e << 4);
        }
        fives
    }

    #[cold]
    fn first_of(&self, colour: usize, fives: &Fives<M, ROWS>, five: Five, since: u16) -> u16 {
        let mut first = u16::MAX;
        for (starts, (dx, dy)) in fives.iter().zip(FIVES) {
            for (y, &row) in starts.iter().enumerate() {
                let mut row = row;
                while row != M::zero() {
                    let x = row.trailing_zeros() as i32;
                    row = row & (row - M::one());
                    let ply = |step| self.ply(colour, x + step * dx, y as i32 + step * dy);
                    let done = (0..5).map(ply).max().unwrap_or(0);
                    // G3: a neighbour that was there already made it six or more.
                    let exact = ply(-1) > done && ply(5) > done;
                    // P3: a five that was cut out of a longer row by a capture is older.
                    if done >= since && (exact || five == Five::OrMore) {
                        first = first.min(done);
                    }
                }
            }
        }
        first
    }

    /// When a colour filled a point; `u16::MAX` if it did not, or there is none.
    fn ply(&self, colour: usize, x: i32, y: i32) -> u16 {
        if self.has(colour, x, y) { self.plies[(y * ROWS as i32 + x) as usize] } else { u16::MAX }
    }
}

/// The side of the square that a board is kept in: the smallest of 16, 32 and 64 that holds both
/// its sides.
pub fn stride(size: crate::board::Size) -> u16 {
    u16::from(size.columns.max(size.rows)).next_power_of_two().max(16)
}
