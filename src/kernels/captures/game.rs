//! A single game with captures, from its first ply to its end.

use super::CapturesKernel;
use super::recorder::Recorder;
use super::state::CaptureState;
use crate::kernels::board::row_mask::RowMask;
use crate::kernels::random::prefetch::U32Buffer;
use crate::position::Termination;
use crate::simulator::GameResult;

/// The game being played, in memory that is used again for the next.
pub struct CaptureGame<'a, M: RowMask, const REACH: usize> {
    kernel: &'a CapturesKernel,
    pub state: CaptureState<M, REACH>,
    /// The random numbers of the game.
    pub numbers: U32Buffer,
    ply: usize,
    taken: [u16; 2],
}

impl<'a, M: RowMask, const REACH: usize> CaptureGame<'a, M, REACH> {
    /// The memory for games of a kernel.
    pub fn new(kernel: &'a CapturesKernel) -> Self {
        let mut state = CaptureState::new(kernel.take);
        if let Some(grid) = &kernel.begin.grid {
            state.start_from(kernel.take, grid);
        }
        Self { kernel, state, numbers: U32Buffer::new(), ply: 0, taken: [0; 2] }
    }

    /// Plays a game.
    pub fn play(&mut self, recorder: &mut impl Recorder) -> GameResult {
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
            // The last point of all is sampled by itself: it needs no number.
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

impl<M: RowMask, const REACH: usize> Run<'_, CaptureState<M, REACH>> {
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
