//! Random five-in-a-row, a whole game at a time.
//!
//! A random game is a random order of the points, so nothing need be judged while stones fall: the
//! kernel writes down at which ply each point was filled and keeps one mask a row and colour. Now
//! and then it looks at the whole board at once; when five in a row are there, the stored plies
//! tell which row came first, and for "exactly five" whether its neighbours came later.

use num_traits::PrimInt;

use super::Ending;
use crate::board::{Colour, Size};
use crate::games::gomoku::{FirstMove, Options};
use crate::position::Termination;
use crate::stones::{Five, FullBoard, Opening};
use crate::stream::Stream;

/// What the kernel needs to know of the rules.
#[derive(Clone, Debug)]
pub struct Plan {
    size: Size,
    five: [Five; 2],
    full_board: FullBoard,
    /// The points to draw from, packed as `row * stride + column`, ascending.
    points: Vec<u16>,
    /// The first stone, if it has to lie in the centre.
    centre: Option<u16>,
}

impl Plan {
    /// Claims Gomoku without an opening; no random game there ever passes (G5).
    pub fn claim(options: &Options) -> Option<Self> {
        if options.opening != Opening::None {
            return None;
        }
        let size = options.size.size();
        let stride = stride(size);
        let packed = |x: i32, y: i32| (y as u16) * stride + x as u16;
        let centre = match options.first_move {
            FirstMove::Centre => size.centre().map(|point| {
                let (x, y) = size.xy(point);
                packed(x, y)
            }),
            FirstMove::Anywhere => None,
        };
        let all = size.iter().map(|point| {
            let (x, y) = size.xy(point);
            packed(x, y)
        });
        Some(Self {
            size,
            five: Colour::BOTH.map(|colour| options.five.of(colour)),
            full_board: options.full_board,
            points: all.filter(|&point| Some(point) != centre).collect(),
            centre,
        })
    }

    /// Plays the game of each seed, in order.
    pub fn play(&self, seeds: &[u64], note: impl FnMut(Ending)) {
        match stride(self.size) {
            16 => self.play_with::<u16, 16, 20>(seeds, note),
            32 => self.play_with::<u32, 32, 36>(seeds, note),
            _ => self.play_with::<u64, 64, 68>(seeds, note),
        }
    }

    /// Draws the first points of a game again. Of the list of points only the places that the last
    /// points moved into are kept: an opening is short.
    pub fn opening(&self, seed: u64, out: &mut [u16], moved: &mut Vec<(usize, u16)>) {
        let mut stream = Stream::new(seed);
        moved.clear();
        let mut left = self.points.len();
        for (ply, place) in out.iter_mut().enumerate() {
            let point = match self.centre {
                Some(centre) if ply == 0 => centre,
                _ => {
                    let at = |index: usize| {
                        let latest = moved.iter().rev().find(|(place, _)| *place == index);
                        latest.map_or(self.points[index], |&(_, point)| point)
                    };
                    let index = stream.below(left);
                    left -= 1;
                    let (point, last) = (at(index), at(left));
                    moved.push((index, last));
                    point
                }
            };
            let stride = stride(self.size);
            *place = point / stride * u16::from(self.size.columns) + point % stride;
        }
    }

    /// One loop for three widths of a row: the type of a mask, the rows of the largest board that
    /// fits, and the same with four empty rows above.
    fn play_with<M: PrimInt, const ROWS: usize, const PADDED: usize>(
        &self,
        seeds: &[u64],
        mut note: impl FnMut(Ending),
    ) {
        let mut game = Game::<M, ROWS, PADDED> {
            plan: self,
            rows: [[M::zero(); PADDED]; 2],
            plies: vec![0; ROWS * ROWS],
            points: self.points.clone(),
        };
        for &seed in seeds {
            note(game.play(seed));
        }
    }
}

impl Plan {
    /// A game without a row: what G4 makes of the full board.
    fn full(&self, turns: u16) -> Ending {
        let winner = match self.full_board {
            FullBoard::Draw => None,
            FullBoard::WhiteWins => Some(1),
        };
        Ending { winner, turns, termination: Termination::FullBoard }
    }
}

/// The smallest of 16, 32 and 64 that holds both sides.
fn stride(size: Size) -> u16 {
    u16::from(size.columns.max(size.rows)).next_power_of_two().max(16)
}

/// The game being played, in memory that is used again for the next.
struct Game<'a, M, const ROWS: usize, const PADDED: usize> {
    plan: &'a Plan,
    rows: [[M; PADDED]; 2],
    /// The ply at which a point was filled; right where `rows` has a stone.
    plies: Vec<u16>,
    points: Vec<u16>,
}

/// Where five in a row begin, by direction, row by row.
type Fives<M, const ROWS: usize> = [[M; ROWS]; 4];

/// The directions of [`Fives`] as (columns, rows).
const FIVES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

impl<M: PrimInt, const ROWS: usize, const PADDED: usize> Game<'_, M, ROWS, PADDED> {
    fn play(&mut self, seed: u64) -> Ending {
        let mut stream = Stream::new(seed);
        self.rows = [[M::zero(); PADDED]; 2];
        self.points.copy_from_slice(&self.plan.points);
        let total = self.plan.size.points();
        let mut ply = 0;
        if let Some(centre) = self.plan.centre {
            self.fill(centre, 0);
            ply = 1;
        }
        // When to look: early looks find nothing, late ones come after plies played in vain.
        let mut goal = (2 * total / 5).max(9);
        loop {
            self.advance(&mut stream, ply, goal);
            ply = goal;
            let first = self.earliest(0).min(self.earliest(1));
            if first != u16::MAX {
                let winner = Some((first & 1) as u8);
                return Ending { winner, turns: first + 1, termination: Termination::Row };
            }
            if goal == total {
                return self.plan.full(total as u16);
            }
            goal = total.min(goal + (total / 10).max(4));
        }
    }

    /// Draws and fills points from ply `from` to ply `to`.
    #[inline]
    fn advance(&mut self, stream: &mut Stream, from: usize, to: usize) {
        let mut left = self.plan.size.points() - from;
        for ply in from..to {
            let index = stream.below(left);
            let point = self.points[index];
            left -= 1;
            self.points[index] = self.points[left];
            self.fill(point, ply);
        }
    }

    #[inline]
    fn fill(&mut self, point: u16, ply: usize) {
        let (x, y) = (usize::from(point) % ROWS, usize::from(point) / ROWS);
        self.plies[usize::from(point)] = ply as u16;
        let row = &mut self.rows[ply & 1][y];
        *row = *row | (M::one() << x);
    }

    /// The ply that first completed a winning row of a colour; `u16::MAX` if none did.
    #[inline]
    fn earliest(&self, colour: usize) -> u16 {
        let fives = self.fives(colour);
        let any = fives.iter().flatten().fold(M::zero(), |any, &row| any | row);
        if any == M::zero() {
            return u16::MAX;
        }
        self.first_of(colour, &fives)
    }

    /// Where five stones of a colour stand in a row, longer rows among them.
    #[inline]
    fn fives(&self, colour: usize) -> Fives<M, ROWS> {
        let rows = &self.rows[colour];
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
    fn first_of(&self, colour: usize, fives: &Fives<M, ROWS>) -> u16 {
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
                    if exact || self.plan.five[colour] == Five::OrMore {
                        first = first.min(done);
                    }
                }
            }
        }
        first
    }

    /// When a colour filled a point; `u16::MAX` if it did not, or there is none.
    fn ply(&self, colour: usize, x: i32, y: i32) -> u16 {
        let side = ROWS as i32;
        let inside = (0..side).contains(&x) && (0..side).contains(&y);
        if inside && (self.rows[colour][y as usize] >> x as usize) & M::one() == M::one() {
            self.plies[(y * side + x) as usize]
        } else {
            u16::MAX
        }
    }
}
