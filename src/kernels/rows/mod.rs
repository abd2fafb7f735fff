//! Random five-in-a-row, a whole game at a time.
//!
//! A random game is a random order of the points, so nothing need be judged while stones fall: the
//! kernel writes down at which ply each point was filled and keeps one mask a row and colour. Now
//! and then it scans the whole board at once; when five in a row are there, the stored plies
//! give the row that was completed first and, for "exactly five", whether its neighbours came later.

pub mod finisher;
mod lanes;

use self::lanes::{LaneBlock, RowLanes};
use super::board::five_starts::PADDED;
use super::board::one_hot::{LaneMask, point_index};
use super::board::plies::PlyBoard;
use super::board::row_mask::RowMask;
use super::pool::points::PointPool;
use super::random::indices::GAMES;
use super::trace::{Packing, StonesTrace};
use crate::board::{Colour, Size};
use crate::games::gomoku::{FirstMove, Gomoku, Options};
use crate::position::{Position, RandomPlay, Termination, Trace};
use crate::simulator::GameResult;
use crate::stones::{Five, FullBoard, Opening};
use crate::stream::Stream;
use crate::vectors;

/// The kernel: what it needs to know of the rules.
#[derive(Clone, Debug)]
pub struct RowsKernel {
    size: Size,
    five: [Five; 2],
    full_board: FullBoard,
    /// The points to sample from, packed as `row * stride + column`, ascending.
    points: Vec<u16>,
    /// The first stone, if it has to lie in the centre.
    centre: Option<u16>,
    begin: Begin,
}

/// Where the games begin.
#[derive(Clone, Debug)]
struct Begin {
    /// The stones on the board, by colour and row.
    rows: [Vec<u64>; 2],
    /// Turns finished before.
    turns: u16,
    /// The colour of the first stone to sample.
    first: usize,
    /// The seats of Black and of White.
    seats: [u8; 2],
}

impl RowsKernel {
    /// Supports Gomoku without an opening; no random game there ever passes (G5).
    pub fn try_new(options: &Options) -> Option<Self> {
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
        let mut rows = [vec![0; usize::from(size.rows)], vec![0; usize::from(size.rows)]];
        if let Some(centre) = centre {
            rows[0][usize::from(centre / stride)] = 1 << (centre % stride);
        }
        let put = usize::from(centre.is_some());
        Some(Self {
            size,
            five: Colour::BOTH.map(|colour| options.five.of(colour)),
            full_board: options.full_board,
            points: all.filter(|&point| Some(point) != centre).collect(),
            centre,
            begin: Begin { rows, turns: put as u16, first: put, seats: [0, 1] },
        })
    }

    /// Supports positions of free play on boards of up to 24 columns and 20 rows.
    pub fn try_from_position(options: &Options, position: &Gomoku) -> Option<Self> {
        let size = options.size.size();
        if !position.is_free() || size.columns > 24 || size.rows > 20 {
            return None;
        }
        let (stride, grid) = (stride(size), position.grid());
        let packed = |point| {
            let (x, y) = size.xy(point);
            y as u16 * stride + x as u16
        };
        let row = |colour| (0..usize::from(size.rows)).map(move |y| grid.row(colour, y)).collect();
        let begin = Begin {
            rows: Colour::BOTH.map(row),
            turns: position.turns() as u16,
            first: position.next_colour().index(),
            seats: Colour::BOTH.map(|colour| position.holder(colour).0),
        };
        Some(Self {
            size,
            five: Colour::BOTH.map(|colour| options.five.of(colour)),
            full_board: options.full_board,
            points: size.iter().filter(|&point| grid.is_empty(point)).map(packed).collect(),
            centre: None,
            begin,
        })
    }

    /// Turns finished before the first sample, those of the rules' start not counted.
    pub fn turns_before(&self) -> u16 {
        if self.centre.is_some() { 0 } else { self.begin.turns }
    }

    /// Plays the game of each seed, in order.
    pub fn play(&self, seeds: &[u64], note: impl FnMut(GameResult, &dyn Trace)) {
        match stride(self.size) {
            16 => self.play_lanes::<u16>(seeds, note),
            32 if self.size.columns <= 24 && self.size.rows <= 20 => {
                self.play_lanes::<u32>(seeds, note);
            }
            32 => self.play_with::<u32>(seeds, note),
            _ => self.play_with::<u64>(seeds, note),
        }
    }

    /// Many games side by side, on boards of up to twenty rows.
    fn play_lanes<M: LaneMask>(&self, seeds: &[u64], mut note: impl FnMut(GameResult, &dyn Trace)) {
        let &Self { size, centre, ref begin, .. } = self;
        let mut lanes = RowLanes::<M>::new(size.points());
        let points: Vec<M::PointIndex> =
            self.points.iter().map(|&point| point_index(point.into())).collect();
        let behind = centre.map(|point| point_index(point.into()));
        let packing = Packing::new(size, stride(size).into());
        let first = begin.first;
        let five = [self.five[first], self.five[1 - first]];
        let mut rows = [[M::zero(); PADDED]; 2];
        for (player, rows) in rows.iter_mut().enumerate() {
            for (row, &stones) in rows.iter_mut().zip(&begin.rows[first ^ player]) {
                *row = M::from(stones).unwrap_or(M::zero());
            }
        }
        for seeds in seeds.chunks(GAMES) {
            let (lanes, rows, total) = (&mut lanes, &rows, size.points());
            vectors::run(LaneBlock { lanes, seeds, points: &points, rows, behind, total, five });
            for game in &lanes.games()[..seeds.len()] {
                let result = match game.won {
                    None => self.full(begin.turns + points.len() as u16),
                    Some(sample) => {
                        let winner = Some(begin.seats[first ^ usize::from(sample & 1)]);
                        let turns = begin.turns + sample + 1;
                        GameResult { winner, turns, termination: Termination::Row }
                    }
                };
                let row = |colour, y| game.row(colour ^ first, y);
                let points = game.points(usize::from(centre.is_some()));
                note(result, &StonesTrace { packing, points, row });
            }
        }
    }

    /// One game after the other, on the larger boards.
    fn play_with<M: RowMask>(&self, seeds: &[u64], mut note: impl FnMut(GameResult, &dyn Trace)) {
        let (board, pool) = (PlyBoard::new(), PointPool::new());
        let mut game = RowsGame::<M> { kernel: self, board, pool, ply: 0 };
        let packing = Packing::new(self.size, M::SIDE);
        for &seed in seeds {
            let result = game.play(seed);
            let (points, row) =
                (game.pool.sampled(game.ply), |colour, y| game.board.row(colour, y));
            note(result, &StonesTrace { packing, points, row });
        }
    }
}

impl RowsKernel {
    /// A game without a row: what G4 makes of the full board.
    fn full(&self, turns: u16) -> GameResult {
        let winner = match self.full_board {
            FullBoard::Draw => None,
            FullBoard::WhiteWins => Some(self.begin.seats[1]),
        };
        GameResult { winner, turns, termination: Termination::FullBoard }
    }
}

/// The side of the square that a board is kept in: the smallest of 16, 32 and 64 that holds both
/// its sides.
fn stride(size: Size) -> u16 {
    u16::from(size.columns.max(size.rows)).next_power_of_two().max(16)
}

/// The game being played, in memory that is used again for the next.
struct RowsGame<'a, M: RowMask> {
    kernel: &'a RowsKernel,
    board: PlyBoard<M>,
    pool: PointPool<M>,
    ply: usize,
}

impl<M: RowMask> RowsGame<'_, M> {
    fn play(&mut self, seed: u64) -> GameResult {
        let mut stream = Stream::new(seed);
        self.board.clear();
        self.pool.fill(&self.kernel.points);
        self.ply = 0;
        if let Some(centre) = self.kernel.centre {
            self.board.fill(centre, 0, 0);
            self.pool.put_behind(centre);
            self.ply = 1;
        }
        let (total, rows) = (self.kernel.size.points(), usize::from(self.kernel.size.rows));
        // When to scan: an early scan finds nothing, a late one comes after plies played for nothing.
        let mut goal = (2 * total / 5).max(9);
        loop {
            self.advance(&mut stream, goal);
            let first = self.board.earliest_five(rows, self.kernel.five, 0);
            if first != u16::MAX {
                let winner = Some((first & 1) as u8);
                return GameResult { winner, turns: first + 1, termination: Termination::Row };
            }
            if goal == total {
                return self.kernel.full(total as u16);
            }
            goal = total.min(goal + (total / 10).max(4));
        }
    }

    /// Samples and fills points up to the ply `to`.
    #[inline]
    fn advance(&mut self, stream: &mut Stream, to: usize) {
        let count = to - self.ply;
        self.pool.sample(stream, count);
        for (&point, ply) in self.pool.sampled(count).iter().rev().zip(self.ply..) {
            self.board.fill(point, ply & 1, ply as u16);
        }
        self.ply = to;
    }
}
