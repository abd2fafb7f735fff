//! Random Renju, move by move on a board kept as lines: what a stone makes depends on four windows.
//!
//! A foul is sampled again (docs/random-play.md), so the stream depends on every judgement and no
//! stone can be put without judging it, as `rows/` does. Instead the board is kept as lines, from which
//! fouls are judged too: that a stone makes nothing, as most do, is found by four lookups in a small
//! table. For a colour that no foul binds only rows of five are looked for.

use num_traits::PrimInt;

use super::trace::{self, Packing};
use crate::board::{Colour, Grid, Point};
use crate::games::renju::deep::Known;
use crate::games::renju::{FoulLaw, Options, Renju, Verdict};
use crate::position::{Position, PreTerminal, RandomPlay, Termination, Trace};
use crate::simulator::GameResult;
use crate::stones::lines::{self, Coord, LineWindows, Lines, Lines16, Lines32, Lines64};
use crate::stones::patterns::Shape;
use crate::stones::{Foul, Fouls, FullBoard, Law, Opening, Passing, StoneGame};
use crate::stream::{REDRAWS, Stream};

/// The kernel: what it needs to know of the rules.
#[derive(Clone, Debug)]
pub struct RenjuKernel {
    law: Law<FoulLaw>,
    bound: [bool; 2],
    /// The points to sample from, packed as `row * PACK + column`, ascending.
    points: Vec<u16>,
    /// The first stone, if it has to lie in the centre.
    centre: Option<u16>,
    begin: Begin,
}

/// Where the games begin.
#[derive(Clone, Debug)]
struct Begin {
    /// The stones on the board.
    grid: Grid,
    /// Turns finished before, and those of them that are recorded as sampled first: the centre.
    turns: u16,
    recorded: u16,
    /// The turn before was a pass.
    passed: bool,
    /// The colour of the next stone.
    next: Colour,
    /// The seats of Black and of White.
    seats: [u8; 2],
}

/// The stride of packed points, for every board.
const PACK: u16 = 64;

/// Column and row of a packed point.
#[inline]
fn coord(point: u16) -> Coord {
    (i32::from(point % PACK), i32::from(point / PACK))
}

impl RenjuKernel {
    /// Supports Renju and its kin without an opening.
    pub fn try_new(options: &Options) -> Option<Self> {
        if options.opening != Opening::None {
            return None;
        }
        let law = options.law();
        let centre = if law.first_in_centre { law.size.centre() } else { None };
        let mut grid = Grid::new(law.size);
        if let Some(centre) = centre {
            grid.put(Colour::Black, centre);
        }
        let turns = centre.is_some().into();
        let next = if centre.is_some() { Colour::White } else { Colour::Black };
        let begin = Begin { grid, turns, recorded: turns, passed: false, next, seats: [0, 1] };
        Some(Self::new(law, centre, begin))
    }

    /// Supports positions of free play.
    pub fn try_from_position(options: &Options, position: &Renju) -> Option<Self> {
        if !position.is_free() {
            return None;
        }
        let begin = Begin {
            grid: position.grid().clone(),
            turns: position.turns() as u16,
            recorded: 0,
            passed: position.rollout_state().passed,
            next: position.next_colour(),
            seats: Colour::BOTH.map(|colour| position.holder(colour).0),
        };
        Some(Self::new(options.law(), None, begin))
    }

    fn new(law: Law<FoulLaw>, centre: Option<Point>, begin: Begin) -> Self {
        let pack = |point| {
            let (x, y) = law.size.xy(point);
            y as u16 * PACK + x as u16
        };
        let empty = law.size.iter().filter(|&point| begin.grid.is_empty(point));
        Self {
            law,
            bound: Colour::BOTH.map(|colour| law.fouls.bind(colour)),
            points: empty.map(pack).collect(),
            centre: centre.map(pack),
            begin,
        }
    }

    /// Turns finished before the first action that is recorded.
    pub fn turns_before(&self) -> u16 {
        self.begin.turns - self.begin.recorded
    }

    /// Plays the game of each seed, in order.
    pub fn play(&self, seeds: &[u64], note: impl FnMut(GameResult, &dyn Trace)) {
        match lines::side(self.law.size) {
            16 => self.play_on(Lines16::of, seeds, note),
            32 => self.play_on(Lines32::of, seeds, note),
            _ => self.play_on(Lines64::of, seeds, note),
        }
    }

    fn play_on<M: PrimInt, const SIDE: usize, const COUNT: usize>(
        &self,
        lines: impl Fn(&Grid) -> Lines<M, SIDE, COUNT>,
        seeds: &[u64],
        mut note: impl FnMut(GameResult, &dyn Trace),
    ) {
        let mut game = self.game(lines);
        for &seed in seeds {
            let result = game.play(seed);
            note(result, &game);
        }
    }

    fn game<M: PrimInt, const SIDE: usize, const COUNT: usize>(
        &self,
        lines: impl Fn(&Grid) -> Lines<M, SIDE, COUNT>,
    ) -> RenjuGame<'_, M, SIDE, COUNT> {
        let start = lines(&self.begin.grid);
        RenjuGame {
            kernel: self,
            lines: start.clone(),
            start,
            points: self.points.iter().copied().chain(self.centre).collect(),
            left: 0,
            passed: Vec::new(),
        }
    }
}

/// The game being played, in memory that is used again for the next.
struct RenjuGame<'a, M, const SIDE: usize, const COUNT: usize> {
    kernel: &'a RenjuKernel,
    /// The stones that every game begins with.
    start: Lines<M, SIDE, COUNT>,
    lines: Lines<M, SIDE, COUNT>,
    /// The first `left` of these are the empty points; behind them, the latest first, those that
    /// were sampled.
    points: Vec<u16>,
    left: usize,
    /// The plies at which somebody passed, counted from the first that is recorded.
    passed: Vec<u16>,
}

/// A sampled point, by its place in the list, and what a stone of a bound colour makes there.
type Sampled = (usize, Verdict);

impl<M: PrimInt, const SIDE: usize, const COUNT: usize> Trace for RenjuGame<'_, M, SIDE, COUNT> {
    fn first_actions(&self, out: &mut [u16]) {
        let size = self.kernel.law.size;
        Packing::new(size, PACK.into()).write(self.points[self.left..].iter().rev(), out);
        for &ply in &self.passed {
            if let Some(rest) = out.get_mut(usize::from(ply)..) {
                rest.rotate_right(1);
                if let Some(place) = rest.first_mut() {
                    *place = size.points() as u16;
                }
            }
        }
    }

    fn before_last(&self, turns: u16, rows: &mut [u64]) -> Option<PreTerminal> {
        let (size, stones) = (self.kernel.law.size, &self.points[self.left..]);
        let packing = Packing::new(size, PACK.into());
        trace::write_rows(|colour, y| self.lines.row(colour, y), rows);
        // Passes in a row before the last turn are the plies just before it.
        let earlier = self.passed.iter().rev().filter(|&&ply| ply + 1 < turns);
        let passes = earlier.zip(2..).take_while(|&(&ply, back)| ply + back == turns).count() as u8;
        let put = stones.len() as u16;
        if self.passed.last() == Some(&(turns - 1)) {
            let last = stones.first().map(|&point| packing.action(point));
            return Some(PreTerminal {
                action: size.points() as u16,
                stones: put,
                last,
                passes,
                ..PreTerminal::default()
            });
        }
        packing.remove(&stones[..1], rows);
        let action = packing.action(stones[0]);
        Some(PreTerminal { action, stones: put - 1, passes, ..PreTerminal::default() })
    }
}

impl<M: PrimInt, const SIDE: usize, const COUNT: usize> RenjuGame<'_, M, SIDE, COUNT> {
    /// Plays a game.
    #[inline]
    fn play(&mut self, seed: u64) -> GameResult {
        let kernel = self.kernel;
        let (mut stream, begin) = (Stream::new(seed), &kernel.begin);
        self.lines.clone_from(&self.start);
        self.passed.clear();
        // Behind these may be the centre, and stays there.
        self.left = kernel.points.len();
        self.points[..self.left].copy_from_slice(&kernel.points);
        let (mut turns, mut passes) = (usize::from(begin.recorded), u8::from(begin.passed));
        let mut next = begin.next;
        let end = |winner: Option<Colour>, turns: usize, termination| {
            let winner = winner.map(|colour| begin.seats[colour.index()]);
            GameResult { winner, turns: kernel.turns_before() + turns as u16, termination }
        };
        loop {
            if self.left == 0 {
                let white_wins = kernel.law.full_board == FullBoard::WhiteWins;
                return end(white_wins.then_some(Colour::White), turns, Termination::FullBoard);
            }
            let (point, wins, loses);
            if kernel.bound[next.index()] {
                let Some((index, verdict)) = self.sample(&mut stream, next) else {
                    if kernel.law.passing == Passing::Never {
                        return end(None, turns, Termination::NoMove); // G5
                    }
                    self.passed.push(turns as u16);
                    (turns, passes, next) = (turns + 1, passes + 1, next.other());
                    if passes == 2 {
                        return end(None, turns, Termination::Passes); // G5
                    }
                    continue;
                };
                point = self.take(index);
                self.lines.put(next, coord(point));
                (wins, loses) = (verdict.wins, verdict.foul.is_some());
            } else {
                point = self.take(stream.below(self.left));
                let five = self.lines.put_and_check_five(next, coord(point));
                (wins, loses) = (five && self.row_wins(next, point), false);
            }
            (turns, passes) = (turns + 1, 0);
            if wins {
                return end(Some(next), turns, Termination::Row);
            }
            next = next.other();
            if loses {
                return end(Some(next), turns, Termination::Foul); // R7
            }
        }
    }

    /// Takes a point from the list; the last one takes its place.
    #[inline]
    fn take(&mut self, index: usize) -> u16 {
        self.left -= 1;
        self.points.swap(index, self.left);
        self.points[self.left]
    }

    /// Samples a point for a bound colour; nothing if all are forbidden.
    #[inline]
    fn sample(&mut self, stream: &mut Stream, colour: Colour) -> Option<Sampled> {
        for _ in 0..=REDRAWS {
            let index = stream.below(self.left);
            let verdict = self.verdict(colour, self.points[index]);
            if verdict.foul.is_none() || self.kernel.law.fouls.effect() == Foul::Loses {
                return Some((index, verdict));
            }
        }
        self.sample_listed(stream, colour)
    }

    /// Samples from the ascending list of legal points.
    #[cold]
    fn sample_listed(&mut self, stream: &mut Stream, colour: Colour) -> Option<Sampled> {
        let mut legal = self.points[..self.left].to_vec();
        legal.retain(|&point| self.verdict(colour, point).foul.is_none());
        legal.sort_unstable();
        let point = *legal.get(stream.below(legal.len()))?;
        let index = self.points.iter().position(|&other| other == point)?;
        Some((index, self.verdict(colour, point)))
    }

    #[inline]
    fn verdict(&mut self, colour: Colour, point: u16) -> Verdict {
        let law = &self.kernel.law;
        let five = law.five[colour.index()];
        let known = &mut Known::default();
        law.fouls.verdict(&mut self.lines.for_colour(colour), coord(point), five, known)
    }

    /// Does a row win that has the stone in it?
    #[cold]
    fn row_wins(&mut self, colour: Colour, point: u16) -> bool {
        let five = self.kernel.law.five[colour.index()];
        Shape::win(self.lines.for_colour(colour).near(coord(point)), five)
    }
}
