//! Random games with captures, a whole game at a time: Pagoda, Pente and their kin.
//!
//! Between two captures stones only fall, so rows need not be judged one by one: as in `rows/`
//! the plies at which points were filled say which row came first. The board is scanned now and
//! then, at the end, and before a capture that might break a row. Whether a stone captures is seen
//! at once, in all eight directions (`neighbours.rs`).

mod neighbours;
mod state;

use num_traits::PrimInt;
use smallvec::SmallVec;

use self::neighbours::{NeighbourMasks, reach};
use self::state::CaptureState;
use super::random::prefetch::{LANES, Prefetch, U32Buffer};
use super::trace::{self, Packing};
use crate::board::{Colour, Grid, Point, Size};
use crate::games::pagoda::{Captured, Opening, Options, Pagoda};
use crate::playout::GameResult;
use crate::position::{Position, PreTerminal, RandomPlay, Termination, Trace};
use crate::stones::{Five, Take};

/// The kernel: what it needs to know of the rules.
#[derive(Clone, Debug)]
pub struct CapturesKernel {
    size: Size,
    five: [Five; 2],
    take: Take,
    target: u16,
    returned: bool,
    /// The points to draw from, packed as `row * stride + column`, ascending.
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
        let fits = usize::from(size.columns) <= NeighbourMasks::<u128, 64, 76, 6>::COLUMNS;
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
        let fits = usize::from(size.columns) <= NeighbourMasks::<u128, 64, 76, 6>::COLUMNS;
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
        let mut recorder = CaptureTrace {
            packing: Packing::new(self.size, stride(self.size).into()),
            points: Vec::new(),
            captures: Vec::new(),
            rows: vec![0; 2 * usize::from(self.size.rows)],
        };
        self.each(seeds, &mut recorder, |result, recorder| note(result, recorder));
    }

    fn each<L: Recorder>(&self, seeds: &[u64], recorder: &mut L, note: impl FnMut(GameResult, &L)) {
        match (stride(self.size), reach(self.take)) {
            (16, 3) => self.each_with::<L, u16, u64, 16, 28, 3, 256>(seeds, recorder, note),
            (16, 4) => self.each_with::<L, u16, u64, 16, 28, 4, 256>(seeds, recorder, note),
            (16, _) => self.each_with::<L, u16, u64, 16, 28, 6, 256>(seeds, recorder, note),
            (32, 3) => self.each_with::<L, u32, u64, 32, 44, 3, 1024>(seeds, recorder, note),
            (32, 4) => self.each_with::<L, u32, u64, 32, 44, 4, 1024>(seeds, recorder, note),
            (32, _) => self.each_with::<L, u32, u64, 32, 44, 6, 1024>(seeds, recorder, note),
            (_, 3) => self.each_with::<L, u64, u128, 64, 76, 3, 4096>(seeds, recorder, note),
            _ => self.each_with::<L, u64, u128, 64, 76, 6, 4096>(seeds, recorder, note),
        }
    }

    fn each_with<
        L: Recorder,
        M,
        W,
        const ROWS: usize,
        const PADDED: usize,
        const REACH: usize,
        const POINTS: usize,
    >(
        &self,
        seeds: &[u64],
        recorder: &mut L,
        mut note: impl FnMut(GameResult, &L),
    ) where
        M: PrimInt,
        W: PrimInt,
    {
        let mut game = CaptureGame::<M, W, ROWS, PADDED, REACH, POINTS>::new(self);
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

    /// How many outputs of a game's stream are drawn before it is played, each for two plies: about as
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

/// Is called with what happens in a game.
trait Recorder {
    /// A game begins.
    fn begin(&mut self) {}
    /// A stone is put on a packed point.
    fn put(&mut self, _: u16) {}
    /// The stone of ply `_ply` captures `_groups` groups, which stand on the packed points `_points`.
    fn capture(&mut self, _ply: usize, _groups: u16, _points: &[u16]) {}
    /// The game is over; these are the stones of a colour in a row.
    fn end(&mut self, _: impl Fn(usize, usize) -> u64) {}
}

/// Records nothing.
impl Recorder for () {}

/// Points of captured stones: at most five in each of eight directions.
type Removed = SmallVec<[u16; 40]>;

/// The recorded game. It may go on with plies that were played after its end.
struct CaptureTrace {
    packing: Packing,
    points: Vec<u16>,
    captures: Vec<RecordedCapture>,
    rows: Vec<u64>,
}

/// What the stone of one ply captures.
struct RecordedCapture {
    ply: usize,
    groups: u16,
    points: Removed,
}

impl Recorder for CaptureTrace {
    fn begin(&mut self) {
        self.points.clear();
        self.captures.clear();
    }

    fn put(&mut self, point: u16) {
        self.points.push(point);
    }

    fn capture(&mut self, ply: usize, groups: u16, points: &[u16]) {
        self.captures.push(RecordedCapture { ply, groups, points: Removed::from_slice(points) });
    }

    fn end(&mut self, row: impl Fn(usize, usize) -> u64) {
        trace::write_rows(row, &mut self.rows);
    }
}

impl Trace for CaptureTrace {
    fn first_actions(&self, out: &mut [u16]) {
        self.packing.write(self.points.iter(), out);
    }

    fn before_last(&self, turns: u16, rows: &mut [u64]) -> Option<PreTerminal> {
        let stones = usize::from(turns - 1);
        rows.copy_from_slice(&self.rows);
        // Backwards from the end: the stones of an undone capture stand again.
        let mut left = self.points.len();
        let (before, after) =
            self.captures.split_at(self.captures.partition_point(|capture| capture.ply < stones));
        for capture in after.iter().rev() {
            self.packing.remove(&self.points[capture.ply + 1..left], rows);
            self.packing.put((capture.ply + 1) % 2, &capture.points, rows);
            left = capture.ply + 1;
        }
        self.packing.remove(&self.points[stones..left], rows);
        let (mut taken, mut groups) = ([0; 2], [0; 2]);
        for capture in before {
            taken[capture.ply % 2] += capture.points.len() as u16;
            groups[capture.ply % 2] += capture.groups;
        }
        let action = self.packing.action(self.points[stones]);
        Some(PreTerminal { action, stones: turns - 1, taken, groups, ..PreTerminal::default() })
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

/// The game being played, in memory that is used again for the next.
struct CaptureGame<
    'a,
    M,
    W,
    const ROWS: usize,
    const PADDED: usize,
    const REACH: usize,
    const POINTS: usize,
> {
    kernel: &'a CapturesKernel,
    state: CaptureState<M, W, ROWS, PADDED, REACH, POINTS>,
    numbers: U32Buffer,
    ply: usize,
    taken: [u16; 2],
}

impl<
    'a,
    M: PrimInt,
    W: PrimInt,
    const ROWS: usize,
    const PADDED: usize,
    const REACH: usize,
    const POINTS: usize,
> CaptureGame<'a, M, W, ROWS, PADDED, REACH, POINTS>
{
    fn new(kernel: &'a CapturesKernel) -> Self {
        let mut state = CaptureState::new(kernel.take);
        if let Some(grid) = &kernel.begin.grid {
            state.start_from(kernel.take, grid);
        }
        Self { kernel, state, numbers: U32Buffer::new(), ply: 0, taken: [0; 2] }
    }

    /// Plays a game.
    fn play(&mut self, recorder: &mut impl Recorder) -> GameResult {
        let kernel = self.kernel;
        let rows = usize::from(kernel.size.rows);
        self.state.clear(rows, &kernel.points);
        let begin = &kernel.begin;
        (self.ply, self.taken) = (begin.ply, begin.taken);
        let mut since = begin.ply as u16;
        let mut last = kernel.last_ply(self.ply, self.taken);
        // When to scan: an early scan finds nothing, a late one comes after plies played for nothing.
        let points = kernel.size.points();
        let stones = points - kernel.points.len();
        let mut goal = self.ply + (2 * points / 5 + 8).saturating_sub(stones).max(points / 10);
        let turns_at = |ply: u16| begin.turns + ply - begin.ply as u16;
        loop {
            // The last point of all is drawn by itself: it needs no number.
            let left = self.state.pool.left();
            let stop = goal.min(last).min(self.ply + left.saturating_sub(1).max(1));
            let taker = self.put(stop - self.ply, recorder);
            let mover = (self.ply + 1) & 1;
            let mut first = u16::MAX;
            if let Some(point) = taker {
                // Only rows of those whose stones are taken can be broken; any other is still
                // there, with its plies, at the next scan.
                if self.state.board.has_five(rows, 1 - mover) {
                    first = self.state.board.earliest_five(rows, kernel.five, since);
                    since = self.ply as u16;
                }
                let (groups, removed) = self.state.remove_captured(point, mover);
                self.taken[mover] += removed.len() as u16;
                recorder.capture(self.ply - 1, groups, removed);
                if kernel.returned {
                    last = kernel.last_ply(self.ply, self.taken);
                }
            }
            let enough = self.taken[mover] >= kernel.target;
            if self.ply == stop || enough {
                first = first.min(self.state.board.earliest_five(rows, kernel.five, since));
            }
            let turns = (self.ply as u16).min(first.saturating_add(1));
            if first != u16::MAX || enough {
                let now = usize::from(turns) == self.ply;
                let termination = match first {
                    u16::MAX => Termination::Captures,
                    _ if enough && now => Termination::RowAndCaptures, // P4
                    _ => Termination::Row,
                };
                let winner = Some((turns + 1) as u8 & 1);
                return GameResult { winner, turns: turns_at(turns), termination };
            }
            let full = self.state.pool.left() == 0;
            if full || self.ply == last {
                let termination = if full { Termination::FullBoard } else { Termination::Supply };
                return GameResult { winner: None, turns: turns_at(turns), termination };
            }
            if self.ply >= goal {
                goal = self.ply + (points / 10).max(4);
            }
        }
    }

    /// Puts `count` stones, or stones up to the first one that captures, whose point it returns.
    #[inline(never)] // inlined, it would run out of registers
    fn put(&mut self, count: usize, recorder: &mut impl Recorder) -> Option<u16> {
        let (begun, is_last) = (self.ply, self.state.pool.left() == 1);
        let numbers = self.numbers.next(count).iter();
        let mut run = Run { state: &mut self.state, numbers, ply: begun, taker: None };
        let mut goes_on = begun % 2 == 0 || run.put(1, recorder);
        while goes_on {
            goes_on = run.put(0, recorder) && run.put(1, recorder);
        }
        let Run { ply, taker, .. } = run;
        self.ply = ply;
        self.numbers.consume(if is_last { 0 } else { ply - begun });
        taker
    }
}

/// Some plies of a game, each with its random number.
struct Run<'a, T> {
    state: &'a mut T,
    numbers: std::slice::Iter<'a, u32>,
    ply: usize,
    /// The point of a stone that captured.
    taker: Option<u16>,
}

impl<
    M: PrimInt,
    W: PrimInt,
    const ROWS: usize,
    const PADDED: usize,
    const REACH: usize,
    const POINTS: usize,
> Run<'_, CaptureState<M, W, ROWS, PADDED, REACH, POINTS>>
{
    /// Puts the next stone, if there is one, and says whether another may follow.
    #[inline(always)] // the colour is then known when this is compiled
    fn put(&mut self, colour: usize, recorder: &mut impl Recorder) -> bool {
        let Some(&number) = self.numbers.next() else { return false };
        let (point, captures) = self.state.put(colour, self.ply, number);
        recorder.put(point);
        self.ply += 1;
        if captures {
            self.taker = Some(point);
        }
        !captures
    }
}
