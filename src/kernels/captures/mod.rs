//! Random games with captures, a whole game at a time: Pagoda, Pente and their kin.
//!
//! Between two captures stones only fall, so rows need not be judged one by one: as in `rows/`
//! the plies at which points were filled say which row came first. The board is scanned now and
//! then, at the end, and before a capture that might break a row. Whether a stone captures is seen
//! at once, in all eight directions (`neighbours.rs`).

mod game;
mod neighbours;
mod recorder;
mod state;

use self::game::CaptureGame;
use self::neighbours::{NeighbourMasks, reach};
use self::recorder::{CaptureTrace, Recorder};
use super::board::row_mask::RowMask;
use super::random::prefetch::{LANES, Prefetch};
use super::trace::Packing;
use crate::board::{Colour, Grid, Point, Size};
use crate::games::pagoda::{Captured, Opening, Options, Pagoda};
use crate::position::{Position, RandomPlay, Trace};
use crate::simulator::GameResult;
use crate::stones::{Five, Take};

/// The kernel: what it needs to know of the rules.
#[derive(Clone, Debug)]
pub struct CapturesKernel {
    size: Size,
    five: [Five; 2],
    take: Take,
    target: u16,
    returned: bool,
    /// The points to sample from, packed as `row * stride + column`, ascending.
    points: Vec<u16>,
    begin: Begin,
}

/// Where the games begin.
#[derive(Clone, Debug, Default)]
struct Begin {
    /// The stones on the board; none at the start.
    grid: Option<Grid>,
    /// The ply of the first stone: its parity is the colour. Stones on the board are of ply 0.
    ply: usize,
    /// Turns finished before.
    turns: u16,
    /// Stones taken before by each colour.
    taken: [u16; 2],
    /// Stones left to each colour (P5).
    supply: Option<[u16; 2]>,
}

impl CapturesKernel {
    /// Supports games without handicap and opening, on boards of up to 42 columns.
    pub fn try_new(options: &Options) -> Option<Self> {
        let size = options.size.size();
        let fits = usize::from(size.columns) <= NeighbourMasks::<u64, 6>::COLUMNS;
        if options.opening != Opening::None || options.handicap.is_some() || !fits {
            return None;
        }
        let supply = options.stones.map(|stones| [stones; 2]);
        let points = size.iter().map(|point| packed(size, point)).collect();
        Some(Self::new(options, points, Begin { supply, ..Begin::default() }))
    }

    /// Supports positions of free play on boards of up to 42 columns.
    pub fn try_from_position(options: &Options, position: &Pagoda) -> Option<Self> {
        let (size, grid) = (options.size.size(), position.grid());
        let fits = usize::from(size.columns) <= NeighbourMasks::<u64, 6>::COLUMNS;
        if !position.is_free() || !fits {
            return None;
        }
        let empty = size.iter().filter(|&point| grid.is_empty(point));
        let begin = Begin {
            grid: Some(grid.clone()),
            ply: 2 + position.next_colour().index(),
            turns: position.turns() as u16,
            taken: position.taken(),
            supply: position.supply(),
        };
        Some(Self::new(options, empty.map(|point| packed(size, point)).collect(), begin))
    }

    fn new(options: &Options, points: Vec<u16>, begin: Begin) -> Self {
        Self {
            size: options.size.size(),
            five: Colour::BOTH.map(|colour| options.five.of(colour)),
            take: Take::new(&options.take),
            target: options.target,
            returned: options.captured == Captured::Returned,
            points,
            begin,
        }
    }

    /// Turns finished before the first stone.
    pub fn turns_before(&self) -> u16 {
        self.begin.turns
    }

    /// Plays the game of each seed, in order.
    pub fn play(&self, seeds: &[u64], mut note: impl FnMut(GameResult)) {
        self.each(seeds, &mut (), |result, ()| note(result));
    }

    /// The same; `note` gets the trace of each game too.
    pub fn play_traced(&self, seeds: &[u64], mut note: impl FnMut(GameResult, &dyn Trace)) {
        let packing = Packing::new(self.size, stride(self.size).into());
        let mut recorder = CaptureTrace::new(packing, self.size.rows);
        self.each(seeds, &mut recorder, |result, recorder| note(result, recorder));
    }

    fn each<L: Recorder>(&self, seeds: &[u64], recorder: &mut L, note: impl FnMut(GameResult, &L)) {
        match (stride(self.size), reach(self.take)) {
            (16, 3) => self.each_with::<L, u16, 3>(seeds, recorder, note),
            (16, 4) => self.each_with::<L, u16, 4>(seeds, recorder, note),
            (16, _) => self.each_with::<L, u16, 6>(seeds, recorder, note),
            (32, 3) => self.each_with::<L, u32, 3>(seeds, recorder, note),
            (32, 4) => self.each_with::<L, u32, 4>(seeds, recorder, note),
            (32, _) => self.each_with::<L, u32, 6>(seeds, recorder, note),
            (_, 3) => self.each_with::<L, u64, 3>(seeds, recorder, note),
            _ => self.each_with::<L, u64, 6>(seeds, recorder, note),
        }
    }

    /// On boards whose rows are masks `M`, with captures that reach `REACH` points.
    fn each_with<L: Recorder, M: RowMask, const REACH: usize>(
        &self,
        seeds: &[u64],
        recorder: &mut L,
        mut note: impl FnMut(GameResult, &L),
    ) {
        let mut game = CaptureGame::<M, REACH>::new(self);
        let mut ahead = Prefetch::new(self.words());
        for seeds in seeds.chunks(LANES) {
            ahead.begin(seeds);
            for number in 0..seeds.len() {
                ahead.write(number, &mut game.numbers);
                recorder.begin();
                let result = game.play(recorder);
                recorder.end(|colour, y| game.state.board.row(colour, y));
                note(result, recorder);
            }
        }
    }

    /// How many outputs of a game's stream are sampled before it is played, each for two plies: about as
    /// many as it needs, since drawing further ones singly costs more. With few stones it needs few.
    fn words(&self) -> usize {
        let supply = self.begin.supply.map_or(u16::MAX, |[black, white]| black.max(white));
        (self.points.len() / 5 + 18).min(supply.into())
    }

    /// The ply at which the player to move has no stone left (P5), seen after `plies` plies.
    fn last_ply(&self, plies: usize, taken: [u16; 2]) -> usize {
        let Some(supply) = self.begin.supply else { return usize::MAX };
        let (put, first) = (plies - self.begin.ply, self.begin.ply % 2);
        let left = |colour: usize| {
            let taken = taken[1 - colour] - self.begin.taken[1 - colour];
            let back = if self.returned { usize::from(taken) } else { 0 };
            // The colour that began has put one stone more after an odd number of plies.
            let own = if colour == first { put.div_ceil(2) } else { put / 2 };
            (usize::from(supply[colour]) + back).saturating_sub(own)
        };
        let mover = plies % 2;
        plies + (2 * left(mover)).min(2 * left(1 - mover) + 1)
    }
}

/// A point as `row * stride + column`.
fn packed(size: Size, point: Point) -> u16 {
    let (x, y) = size.xy(point);
    y as u16 * stride(size) + x as u16
}

/// The side of the square that a board is kept in; a row of the smaller ones fits the words of
/// [`NeighbourMasks`].
fn stride(size: Size) -> u16 {
    match (size.columns, size.rows) {
        (..=16, ..=16) => 16,
        (..=21, ..=32) => 32,
        _ => 64,
    }
}
