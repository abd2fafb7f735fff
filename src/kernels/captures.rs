//! Random games with captures, a whole game at a time: Pagoda, Pente and their kin.
//!
//! Between two captures stones only fall, so rows need not be judged one by one: as in `rows.rs`
//! the plies at which points were filled tell which row came first. The board is looked at before
//! every capture, now and then, and at the end. Whether a stone captures is seen at once, by masks
//! of whole rows shifted against each other in all eight ways.

use num_traits::PrimInt;

use super::Ending;
use super::board::{Board, FRAME, stride};
use crate::board::{Colour, Size};
use crate::games::pagoda::{Captured, Opening, Options};
use crate::position::Termination;
use crate::stones::{Five, LONGEST_GROUP, Take};
use crate::stream::Stream;

/// What the kernel needs to know of the rules.
#[derive(Clone, Debug)]
pub struct Plan {
    size: Size,
    five: [Five; 2],
    take: Take,
    target: u16,
    stones: Option<u16>,
    returned: bool,
    /// The points to draw from, packed as `row * stride + column`, ascending.
    points: Vec<u16>,
}

impl Plan {
    /// Claims games without handicap and opening.
    pub fn claim(options: &Options) -> Option<Self> {
        if options.opening != Opening::None || options.handicap.is_some() {
            return None;
        }
        let size = options.size.size();
        let points = size.iter().map(|point| {
            let (x, y) = size.xy(point);
            y as u16 * stride(size) + x as u16
        });
        Some(Self {
            size,
            five: Colour::BOTH.map(|colour| options.five.of(colour)),
            take: Take::new(&options.take),
            target: options.target,
            stones: options.stones,
            returned: options.captured == Captured::Returned,
            points: points.collect(),
        })
    }

    /// Plays the game of each seed, in order.
    pub fn play(&self, seeds: &[u64], note: impl FnMut(Ending)) {
        match stride(self.size) {
            16 => self.play_with::<u16, 16, 28>(seeds, note),
            32 => self.play_with::<u32, 32, 44>(seeds, note),
            _ => self.play_with::<u64, 64, 76>(seeds, note),
        }
    }

    fn play_with<M: PrimInt, const ROWS: usize, const PADDED: usize>(
        &self,
        seeds: &[u64],
        mut note: impl FnMut(Ending),
    ) {
        let mut game = Game::<M, ROWS, PADDED>::new(self);
        for &seed in seeds {
            note(game.play(seed, usize::MAX, |_, _| ()));
        }
    }

    /// Plays the first plies of a game again.
    pub fn opening(&self, seed: u64, out: &mut [u16]) {
        // One width serves: an opening is short.
        let (plies, columns) = (out.len(), u16::from(self.size.columns));
        let stride = stride(self.size);
        let plan = Self {
            points: self.points.iter().map(|p| p / stride * 64 + p % stride).collect(),
            ..self.clone()
        };
        let mut game = Game::<u64, 64, 76>::new(&plan);
        game.play(seed, plies, |ply, point| out[ply] = point / 64 * columns + point % 64);
    }

    /// The ply at which the next player has no stone left (P5), after so many plies.
    fn last_ply(&self, plies: usize, taken: [u16; 2]) -> usize {
        let Some(stones) = self.stones else { return usize::MAX };
        let back = |colour: usize| if self.returned { usize::from(taken[colour]) } else { 0 };
        // Black has put a stone more after an odd number of plies.
        let black = (usize::from(stones) + back(1)).saturating_sub(plies.div_ceil(2));
        let white = (usize::from(stones) + back(0)).saturating_sub(plies / 2);
        let (mover, other) = if plies.is_multiple_of(2) { (black, white) } else { (white, black) };
        plies + (2 * mover).min(2 * other + 1)
    }
}

/// The game being played, in memory that is used again for the next.
struct Game<'a, M, const ROWS: usize, const PADDED: usize> {
    plan: &'a Plan,
    board: Board<M, ROWS, PADDED>,
    /// The vacant points are the first `left` of these.
    points: Vec<u16>,
    left: usize,
}

impl<'a, M: PrimInt, const ROWS: usize, const PADDED: usize> Game<'a, M, ROWS, PADDED> {
    fn new(plan: &'a Plan) -> Self {
        Self { plan, board: Board::new(), points: plan.points.clone(), left: 0 }
    }

    /// Plays a game, at most so many plies; `note` hears each ply and its point.
    fn play(&mut self, seed: u64, most: usize, mut note: impl FnMut(usize, u16)) -> Ending {
        let plan = self.plan;
        let mut stream = Stream::new(seed);
        self.board.clear();
        self.points.copy_from_slice(&plan.points);
        self.left = plan.points.len();
        let (mut ply, mut since, mut taken) = (0, 0, [0_u16; 2]);
        let mut last = plan.last_ply(0, taken).min(most);
        // When to look: early looks find nothing, late ones come after plies played in vain.
        let mut goal = (2 * self.left / 5).max(9);
        loop {
            let stop = goal.min(last).min(ply + self.left);
            let taker = self.advance(&mut stream, &mut ply, stop, &mut note);
            let first = self.earliest(since);
            let mover = (ply + 1) & 1;
            if first != u16::MAX && (taker.is_none() || usize::from(first) + 1 < ply) {
                let winner = Some((first & 1) as u8);
                return Ending { winner, turns: first + 1, termination: Termination::Row };
            }
            if let Some(point) = taker {
                taken[mover] += self.take_off(point, mover);
                let termination = match (first != u16::MAX, taken[mover] >= plan.target) {
                    (true, true) => Some(Termination::RowAndCaptures), // P4
                    (true, false) => Some(Termination::Row),
                    (false, true) => Some(Termination::Captures),
                    (false, false) => None,
                };
                if let Some(termination) = termination {
                    return Ending { winner: Some(mover as u8), turns: ply as u16, termination };
                }
                since = ply as u16;
                last = plan.last_ply(ply, taken).min(most);
            }
            if self.left == 0 || ply == last {
                let full = self.left == 0;
                let termination = if full { Termination::FullBoard } else { Termination::Supply };
                return Ending { winner: None, turns: ply as u16, termination };
            }
            if ply >= goal {
                goal = ply + (plan.points.len() / 10).max(4);
            }
        }
    }

    /// Fills points up to the ply `stop`, or to the first stone that captures, which it gives.
    #[inline]
    fn advance(
        &mut self,
        stream: &mut Stream,
        ply: &mut usize,
        stop: usize,
        note: &mut impl FnMut(usize, u16),
    ) -> Option<u16> {
        while *ply < stop {
            let index = stream.below(self.left);
            let point = self.points[index];
            self.left -= 1;
            self.points[index] = self.points[self.left];
            note(*ply, point);
            let closes = self.closes(*ply & 1, point);
            self.board.fill(point, *ply);
            *ply += 1;
            if closes {
                return Some(point);
            }
        }
        None
    }

    fn earliest(&self, since: u16) -> u16 {
        let [black, white] =
            [0, 1].map(|colour| self.board.earliest(colour, self.plan.five[colour], since));
        black.min(white)
    }

    /// Does a stone there close a group of the enemy?
    #[inline]
    fn closes(&self, mover: usize, point: u16) -> bool {
        let (x, y) = (usize::from(point) % ROWS, usize::from(point) / ROWS);
        let take = self.plan.take;
        let mut any = M::zero();
        // A length that is not taken costs one branch that always goes the same way.
        if take.has(1) {
            any = any | self.closed::<1>(mover, y);
        }
        if take.has(2) {
            any = any | self.closed::<2>(mover, y);
        }
        if take.has(3) {
            any = any | self.closed::<3>(mover, y);
        }
        if take.has(4) {
            any = any | self.closed::<4>(mover, y);
        }
        if take.has(5) {
            any = any | self.closed::<5>(mover, y);
        }
        (any >> x) & M::one() == M::one()
    }

    /// The columns of a row from which N enemies and then an own stone follow in some direction.
    #[inline]
    fn closed<const N: usize>(&self, mover: usize, y: usize) -> M {
        let (own, enemy) = (self.board.rows(mover), self.board.rows(1 - mover));
        let y = FRAME + y;
        let far = N + 1;
        let (above, below, here) = (own[y + far], own[y - far], own[y]);
        let mut right = [here >> far, above >> far, below >> far];
        let mut left = [here << far, above << far, below << far];
        let mut straight = [above, below];
        for step in 1..far {
            let (above, below, here) = (enemy[y + step], enemy[y - step], enemy[y]);
            for (word, row) in right.iter_mut().zip([here, above, below]) {
                *word = *word & (row >> step);
            }
            for (word, row) in left.iter_mut().zip([here, above, below]) {
                *word = *word & (row << step);
            }
            for (word, row) in straight.iter_mut().zip([above, below]) {
                *word = *word & row;
            }
        }
        right.into_iter().chain(left).chain(straight).fold(M::zero(), |any, word| any | word)
    }

    /// Takes the groups off that the stone closes, and says how many stones they were. Their
    /// points may be drawn again, in ascending order behind the others.
    #[cold]
    fn take_off(&mut self, point: u16, mover: usize) -> u16 {
        let (x, y) = (i32::from(point) % ROWS as i32, i32::from(point) / ROWS as i32);
        let before = self.left;
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            let enemy = |step: i32| self.board.has(1 - mover, x + step * dx, y + step * dy);
            let most = i32::from(LONGEST_GROUP) + 1;
            let length = (1..=most).take_while(|&step| enemy(step)).count() as i32;
            let far = length + 1;
            let closed = self.board.has(mover, x + far * dx, y + far * dy);
            if (dx, dy) == (0, 0) || !closed || !self.plan.take.has(length) {
                continue;
            }
            for step in 1..far {
                self.points[self.left] = ((y + step * dy) * ROWS as i32 + x + step * dx) as u16;
                self.left += 1;
            }
        }
        let captured = &mut self.points[before..self.left];
        captured.sort_unstable();
        for &point in &*captured {
            self.board.lift(point, 1 - mover);
        }
        (self.left - before) as u16
    }
}
