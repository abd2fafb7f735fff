//! The stones of a random game: one mask a row and colour, and the ply at which each point was
//! filled. Rows of five are looked for on the whole board at once; the plies tell which came first.

use num_traits::PrimInt;

use super::dispatch::{self, Task};
use super::lines::{WAYS, lines};
use crate::stones::Five;

/// Empty rows below and above the board, as many as the longest capture reaches (P3).
pub const FRAME: usize = 6;

/// A board of up to `ROWS` rows, `PADDED` with its frame.
pub struct Board<M, const ROWS: usize, const PADDED: usize> {
    rows: [[M; PADDED]; 2],
    /// Right where `rows` has a stone.
    plies: [[u16; ROWS]; ROWS],
}

impl<M: PrimInt, const ROWS: usize, const PADDED: usize> Board<M, ROWS, PADDED> {
    /// Without stones.
    pub fn new() -> Self {
        Self { rows: [[M::zero(); PADDED]; 2], plies: [[0; ROWS]; ROWS] }
    }

    /// Takes all stones off.
    #[inline]
    pub fn clear(&mut self) {
        self.rows = [[M::zero(); PADDED]; 2];
    }

    /// The stones of a colour in a row.
    pub fn row(&self, colour: usize, y: usize) -> u64 {
        self.rows[colour][FRAME + y].to_u64().unwrap_or(0)
    }

    /// Puts the stone of a ply on a point `row * ROWS + column`.
    #[inline]
    pub fn fill(&mut self, point: u16, colour: usize, ply: u16) {
        let (x, y) = (usize::from(point) % ROWS, usize::from(point) / ROWS % ROWS);
        self.plies[y][x] = ply;
        let row = &mut self.rows[colour & 1][FRAME + y];
        *row = *row | (M::one() << x);
    }

    /// Takes the stone of a colour off a point.
    pub fn lift(&mut self, point: u16, colour: usize) {
        let (x, y) = (usize::from(point) % ROWS, usize::from(point) / ROWS);
        let row = &mut self.rows[colour][FRAME + y];
        *row = *row & !(M::one() << x);
    }

    /// Has a colour a stone there? False off the board.
    fn has(&self, colour: usize, x: i32, y: i32) -> bool {
        let side = ROWS as i32;
        (0..side).contains(&x)
            && (0..side).contains(&y)
            && (self.rows[colour][FRAME + y as usize] >> x as usize) & M::one() == M::one()
    }

    /// The first ply, `since` or later, that completed a winning row; `u16::MAX` if none did. The
    /// board has so many rows.
    #[inline]
    pub fn earliest(&self, rows: usize, five: [Five; 2], since: u16) -> u16 {
        let mut first = u16::MAX;
        dispatch::run(Look { board: self, rows, five, since, first: &mut first });
        first
    }

    /// Of a colour; `starts` says where rows of five start, in any direction.
    #[cold]
    fn first_of(&self, colour: usize, starts: &[M], five: Five, since: u16) -> u16 {
        let mut first = u16::MAX;
        for y in (0..starts.len()).filter(|&y| starts[y] != M::zero()) {
            for (row, (dx, dy)) in lines(&self.rows[colour], FRAME + y).into_iter().zip(WAYS) {
                let mut row = row;
                while row != M::zero() {
                    let x = row.trailing_zeros() as i32;
                    row = row & (row - M::one());
                    let ply = |step| self.ply(colour, x + step * dx, y as i32 + step * dy);
                    let done = (0..5).map(ply).max().unwrap_or(0);
                    // G3: a neighbour that was there already made it six or more.
                    let exact = || ply(-1) > done && ply(5) > done;
                    // P3: a five that was cut out of a longer row by a capture is older.
                    if done >= since && (five == Five::OrMore || exact()) {
                        first = first.min(done);
                    }
                }
            }
        }
        first
    }

    /// When a colour filled a point; `u16::MAX` if it did not, or there is none.
    fn ply(&self, colour: usize, x: i32, y: i32) -> u16 {
        if self.has(colour, x, y) { self.plies[y as usize][x as usize] } else { u16::MAX }
    }
}

/// A look at the whole board.
struct Look<'a, M, const ROWS: usize, const PADDED: usize> {
    board: &'a Board<M, ROWS, PADDED>,
    rows: usize,
    five: [Five; 2],
    since: u16,
    first: &'a mut u16,
}

impl<M: PrimInt, const ROWS: usize, const PADDED: usize> Task for Look<'_, M, ROWS, PADDED> {
    #[inline(always)]
    fn run(self) {
        // So many rows are known when this is compiled: no vector is left over.
        match self.rows {
            ..=16 => self.at::<16>(),
            17..=24 => self.at::<24>(),
            _ => self.at::<ROWS>(),
        }
    }
}

impl<M: PrimInt, const ROWS: usize, const PADDED: usize> Look<'_, M, ROWS, PADDED> {
    #[inline(always)]
    fn at<const LOOKED: usize>(self) {
        for colour in 0..2 {
            let (mut starts, mut any) = ([M::zero(); LOOKED], M::zero());
            for (y, start) in starts.iter_mut().enumerate() {
                let [right, up, one, other] = lines(&self.board.rows[colour], FRAME + y);
                *start = right | up | one | other;
                any = any | *start;
            }
            if any != M::zero() {
                let first = self.board.first_of(colour, &starts, self.five[colour], self.since);
                *self.first = first.min(*self.first);
            }
        }
    }
}
