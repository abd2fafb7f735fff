//! Positions and games of five in a row by splitting: many boards grow a stone at a time, boards on
//! which nothing is left die, others take their place, and all are stirred in between.
//!
//! A cloud of boards stands for all boards with k open stones. Putting one more stone on each free
//! point that does not win reaches every board with k + 1 stones from as many boards as it has stones
//! that can have been the last; dividing by their number makes each board count once. So the mean of
//! (points that do not win) / (last stones) is the ratio of the numbers of boards with k + 1 and with
//! k stones. Swapping the contents of two points leaves the uniform distribution as it is, so boards
//! that were sampled twice become different again.
//!
//! Where more than five do not win, the number of orders in which a board can have been filled differs
//! from board to board; games are then counted by boards whose stones carry the time they were put.
//!
//! Source of the method: H. Kahn, T. Harris, "Estimation of particle transmission by random sampling"
//! (1951); F. Cérou, P. Del Moral, T. Furon, A. Guyader, "Sequential Monte Carlo for rare event
//! estimation" (2012).

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::RowRules;
use super::bits::Bits;
use super::field::Field;
use crate::pool::{self, Look};
use crate::stream::{Stream, game_seed};

/// Swaps that are tried on each board after each stone.
const SWAPS: usize = 8;

/// Numbers whose logarithms are so much less are left out of a sum, as a part in a million.
const NEGLIGIBLE: f64 = 14.0;

/// What a cloud found: logarithms to base 10.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sizes {
    /// Positions in which somebody is to move.
    pub open: f64,
    /// Positions in which the game has ended.
    pub over: f64,
    /// Games; not a number where clouds of positions do not tell.
    pub games: f64,
}

/// What the boards of a cloud are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// Boards: tells positions, and games where five or more win.
    Positions,
    /// Boards whose stones carry their times: tells games.
    Games,
}

/// Runs independent clouds, one for each number of `boards`, with that many boards. `tick` gets how
/// many stones of all clouds have been put and may break off, which gives `None`.
pub fn clouds(
    rows: &RowRules,
    count: Count,
    boards: &[usize],
    seed: u64,
    threads: usize,
    tick: impl FnMut(usize) -> ControlFlow<()>,
) -> Option<Vec<Sizes>> {
    match (rows.columns + 1) * rows.rows {
        0..=64 => run::<1>(rows, count, boards, seed, threads, tick),
        65..=256 => run::<4>(rows, count, boards, seed, threads, tick),
        257..=448 => run::<7>(rows, count, boards, seed, threads, tick),
        _ => run::<63>(rows, count, boards, seed, threads, tick),
    }
}

fn run<const W: usize>(
    rows: &RowRules,
    count: Count,
    boards: &[usize],
    seed: u64,
    threads: usize,
    mut tick: impl FnMut(usize) -> ControlFlow<()>,
) -> Option<Vec<Sizes>> {
    let field = Field::<W>::new(rows);
    let put = AtomicUsize::new(0);
    let one = |index: usize, look: Look<'_>| {
        let mut cloud = Cloud::new(&field, count, boards[index], game_seed(seed, index as u64));
        for _ in 0..rows.points() {
            if cloud.step(look).is_break() {
                return None;
            }
            put.fetch_add(1, Relaxed);
        }
        Some(cloud.finish())
    };
    pool::work(threads, 0..boards.len(), one, |_| tick(put.load(Relaxed)))
}

/// Boards between two questions whether to go on.
const PIECE: usize = 64;

/// A board of a cloud.
#[derive(Clone)]
struct Board<const W: usize> {
    stones: [Bits<W>; 2],
    /// When the stone of a bit was put; empty where times do not matter.
    times: Box<[u16]>,
}

/// A sum of numbers given by their natural logarithms.
struct Sum(f64);

impl Sum {
    fn add(&mut self, log: f64) {
        let (less, more) = if self.0 < log { (self.0, log) } else { (log, self.0) };
        if less > f64::NEG_INFINITY {
            self.0 = more + (less - more).exp().ln_1p();
        } else {
            self.0 = more;
        }
    }
}

/// Boards that stand for all boards with this number of stones.
struct Cloud<'a, const W: usize> {
    field: &'a Field<W>,
    count: Count,
    stream: Stream,
    boards: Vec<Board<W>>,
    /// Their weights, which sum to 1.
    weights: Vec<f64>,
    /// Points whose contents may be swapped.
    points: Vec<usize>,
    /// Stones on each board.
    stones: usize,
    /// The logarithm of the number of boards that the cloud stands for.
    number: f64,
    /// The logarithm of how many orders of stones a board stands for.
    orders: f64,
    open: Sum,
    over: Sum,
    games: Sum,
}

impl<'a, const W: usize> Cloud<'a, W> {
    /// Are boards with more stones too few to matter? Only where games are not counted: nearly all
    /// games are long.
    fn is_settled(&self) -> bool {
        let exact = (0..2).any(|colour| self.field.is_exact(colour));
        self.count == Count::Positions && exact && self.number < self.open.0 - NEGLIGIBLE
    }

    fn new(field: &'a Field<W>, count: Count, boards: usize, seed: u64) -> Self {
        let times = if count == Count::Games { 64 * W } else { 0 };
        let board = Board { stones: [Bits::NONE; 2], times: vec![0; times].into() };
        Self {
            field,
            count,
            stream: Stream::new(seed),
            boards: vec![board; boards],
            weights: vec![1.0 / boards as f64; boards],
            points: field.all.iter().filter(|&at| Some(at) != field.centre).collect(),
            stones: 0,
            number: 0.0,
            orders: 0.0,
            open: Sum(f64::NEG_INFINITY),
            over: Sum(f64::NEG_INFINITY),
            games: Sum(f64::NEG_INFINITY),
        }
    }

    /// Puts the next stone on every board.
    fn step(&mut self, look: Look<'_>) -> ControlFlow<()> {
        if self.is_settled() {
            return ControlFlow::Continue(());
        }
        self.open.add(self.number);
        let colour = self.stones % 2;
        let first = if self.stones == 0 { self.field.centre } else { None };
        let (mut over, mut won, mut grown) = (0.0, 0.0, 0.0);
        for (index, (board, weight)) in self.boards.iter_mut().zip(&mut self.weights).enumerate() {
            if index.is_multiple_of(PIECE) {
                look()?;
            }
            if *weight == 0.0 {
                continue;
            }
            let own = board.stones[colour];
            let free = self.field.all & !(own | board.stones[1 - colour]);
            let wins = self.field.wins(own, colour) & free;
            won += *weight * wins.count() as f64;
            if self.count == Count::Positions {
                for at in wins.iter() {
                    let mut stones = own;
                    stones.set(at);
                    over += *weight / self.field.last_winners(&stones, at, colour) as f64;
                }
            }
            let safe = free & !wins;
            let count = if first.is_some() { 1 } else { safe.count() };
            if count == 0 {
                *weight = 0.0;
                continue;
            }
            let at = first.unwrap_or_else(|| safe.nth(self.stream.below(count)));
            board.stones[colour].set(at);
            if let Some(time) = board.times.get_mut(at) {
                *time = self.stones as u16;
            }
            *weight *= count as f64;
            if self.count == Count::Positions && first.is_none() {
                *weight /= self.field.last_stones(board.stones[colour], colour) as f64;
            }
            grown += *weight;
        }
        self.over.add(self.number + over.ln());
        self.games.add(self.number + self.orders + won.ln());
        self.number += grown.ln();
        self.stones += 1;
        if self.count == Count::Positions {
            // A fixed first stone has no order among those of its colour.
            let own = self.stones.div_ceil(2) - usize::from(self.field.centre.is_some());
            let place = if colour == 0 { own.max(1) } else { self.stones / 2 };
            self.orders += (place as f64).ln();
        }
        if grown > 0.0 {
            self.weights.iter_mut().for_each(|weight| *weight /= grown);
            self.resample();
            self.stir(look)?;
        }
        ControlFlow::Continue(())
    }

    /// Samples the boards anew by their weights, once these have grown uneven.
    fn resample(&mut self) {
        let boards = self.boards.len() as f64;
        let squares: f64 = self.weights.iter().map(|weight| weight * weight).sum();
        if squares * boards < 2.0 {
            return;
        }
        let offset = f64::from(self.stream.next_u32()) / 2f64.powi(32);
        let (mut sampled, mut sum, mut next) = (Vec::with_capacity(self.boards.len()), 0.0, 0);
        for (board, weight) in self.boards.iter().zip(&self.weights) {
            sum += weight * boards;
            while next < self.boards.len() && next as f64 + offset < sum {
                sampled.push(board.clone());
                next += 1;
            }
        }
        // The last sum may be a rounding less than it should be.
        while let Some(last) = sampled.last()
            && sampled.len() < self.boards.len()
        {
            let last = last.clone();
            sampled.push(last);
        }
        self.boards = sampled;
        self.weights.fill(1.0 / boards);
    }

    /// Swaps the contents of points, where no winning row comes of it.
    fn stir(&mut self, look: Look<'_>) -> ControlFlow<()> {
        for (index, (board, &weight)) in self.boards.iter_mut().zip(&self.weights).enumerate() {
            if index.is_multiple_of(PIECE) {
                look()?;
            }
            if weight == 0.0 {
                continue;
            }
            for _ in 0..SWAPS {
                let [one, other] =
                    [0; 2].map(|_| self.points[self.stream.below(self.points.len())]);
                match self.count {
                    Count::Positions => board.swap(self.field, one, other),
                    Count::Games => board.swap_timed(self.field, one, other),
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn finish(mut self) -> Sizes {
        self.over.add(self.number);
        self.games.add(self.number + self.orders);
        let log10 = |sum: &Sum| sum.0 / std::f64::consts::LN_10;
        let exact = (0..2).any(|colour| self.field.is_exact(colour));
        let [positions, games] = match self.count {
            Count::Positions => [true, !exact],
            Count::Games => [false, true],
        };
        let log10_if = |known: bool, sum: &Sum| if known { log10(sum) } else { f64::NAN };
        Sizes {
            open: log10_if(positions, &self.open),
            over: log10_if(positions, &self.over),
            games: log10_if(games, &self.games),
        }
    }
}

impl<const W: usize> Board<W> {
    /// The colour on a point.
    #[inline]
    fn colour(&self, at: usize) -> Option<usize> {
        (0..2).find(|&colour| self.stones[colour].has(at))
    }

    #[inline]
    fn exchange(&mut self, points: [usize; 2], contents: [Option<usize>; 2]) {
        for (at, (old, new)) in points.into_iter().zip([(0, 1), (1, 0)]) {
            if let Some(colour) = contents[old] {
                self.stones[colour].clear(at);
            }
            if let Some(colour) = contents[new] {
                self.stones[colour].set(at);
            }
        }
    }

    /// Swaps two points unless a winning row, or a board that play cannot reach, comes of it.
    fn swap(&mut self, field: &Field<W>, one: usize, other: usize) {
        let (points, contents) = ([one, other], [self.colour(one), self.colour(other)]);
        if contents[0] == contents[1] {
            return;
        }
        self.exchange(points, contents);
        let fine = (0..2).all(|i| {
            let row = contents[1 - i]
                .is_some_and(|colour| field.row_through(&self.stones[colour], points[i], colour));
            let left = contents[i]
                .is_some_and(|colour| field.row_beside(&self.stones[colour], points[i], colour));
            !row && !left
        }) && contents
            .into_iter()
            .flatten()
            .all(|colour| field.reachable(self.stones[colour], colour));
        if !fine {
            self.exchange(points, [contents[1], contents[0]]);
        }
    }

    /// Swaps two points with the times of their stones, unless a winning row comes of it at any time.
    fn swap_timed(&mut self, field: &Field<W>, one: usize, other: usize) {
        let (points, contents) = ([one, other], [self.colour(one), self.colour(other)]);
        if one == other || contents == [None; 2] {
            return;
        }
        self.exchange(points, contents);
        self.times.swap(one, other);
        let fine = contents.into_iter().flatten().all(|colour| {
            let stones = &self.stones[colour];
            points.into_iter().all(|at| {
                if field.is_exact(colour) {
                    field.in_order(stones, at, &self.times)
                } else {
                    !stones.has(at) || !field.row_through(stones, at, colour)
                }
            })
        });
        if !fine {
            self.exchange(points, [contents[1], contents[0]]);
            self.times.swap(one, other);
        }
    }
}
