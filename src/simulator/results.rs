//! The results of random games in columns, and the parts of them that tasks fill.

use std::ops::Range;

use ndarray::{ArrayViewMut2, Axis};
use rayon::prelude::*;

use super::GameResult;
use crate::position::Trace;

/// The results, game by game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Results {
    /// Returns by seat, `players` values a game.
    pub returns: Vec<f32>,
    /// Turns of the game, those before the source's position included.
    pub turns: Vec<u16>,
    /// Actions of the playout, rolls of a die included.
    pub actions: Vec<u16>,
    /// [`Termination`](crate::position::Termination) as a number.
    pub termination: Vec<u8>,
    /// The winners of each game: bit k is set where seat k is among them.
    pub winners: Vec<u8>,
    /// The first actions of each game, as many as were asked for; [`NO_ACTION`] after its end.
    pub first_actions: Vec<u16>,
    /// The seed of each game.
    pub seeds: Vec<u64>,
}

/// Stands in [`Results::first_actions`] where the game was shorter.
pub const NO_ACTION: u16 = u16::MAX;

impl Results {
    pub(crate) fn with_games(games: usize, players: usize, prefix_len: usize) -> Self {
        Self {
            returns: vec![0.0; games * players],
            turns: vec![0; games],
            actions: vec![0; games],
            termination: vec![0; games],
            winners: vec![0; games],
            first_actions: vec![NO_ACTION; games * prefix_len],
            seeds: vec![0; games],
        }
    }

    /// The places of some games.
    pub(crate) fn part(
        &mut self,
        games: Range<usize>,
        players: usize,
        prefix_len: usize,
    ) -> Part<'_> {
        Part {
            players,
            prefix_len,
            begin: games.start,
            before: 0,
            seeds: &mut self.seeds[games.clone()],
            returns: &mut self.returns[games.start * players..games.end * players],
            turns: &mut self.turns[games.clone()],
            actions: &mut self.actions[games.clone()],
            termination: &mut self.termination[games.clone()],
            winners: &mut self.winners[games.clone()],
            first_actions: &mut self.first_actions
                [games.start * prefix_len..games.end * prefix_len],
        }
    }
}

/// The places of some games in the results, to be filled by one task.
pub struct Part<'a> {
    pub(crate) players: usize,
    pub(crate) prefix_len: usize,
    /// The number of the first of them.
    pub(crate) begin: usize,
    /// Turns before the first action of a playout.
    pub(crate) before: u16,
    pub(crate) seeds: &'a mut [u64],
    pub(crate) returns: &'a mut [f32],
    pub(crate) turns: &'a mut [u16],
    pub(crate) actions: &'a mut [u16],
    pub(crate) termination: &'a mut [u8],
    pub(crate) winners: &'a mut [u8],
    pub(crate) first_actions: &'a mut [u16],
}

impl<'a> Part<'a> {
    /// The seed of each game, once: they are not needed here any more.
    pub fn take_seeds(&mut self) -> &'a [u64] {
        &*std::mem::take(&mut self.seeds)
    }

    /// Writes down how game `index` ended.
    #[inline]
    pub fn note(&mut self, index: usize, ending: GameResult) {
        let returns = &mut self.returns[2 * index..2 * index + 2];
        [returns[0], returns[1]] = ending.returns();
        self.winners[index] = ending.winner.map_or(0, |seat| 1 + seat);
        self.turns[index] = ending.turns;
        self.actions[index] = ending.turns - self.before;
        self.termination[index] = ending.termination as u8;
    }

    /// Writes down how game `index` began.
    pub(crate) fn note_first(&mut self, index: usize, result: GameResult, trace: &dyn Trace) {
        let first = &mut self.first_actions[index * self.prefix_len..(index + 1) * self.prefix_len];
        let length = first.len().min(usize::from(result.turns - self.before));
        trace.first_actions(&mut first[..length]);
    }

    /// Calls `work` with the games in tasks of `games` each, on the threads of the current pool. Each
    /// column is an array with the games along its first axis, which is cut there.
    pub(crate) fn each_task(self, games: usize, work: impl Fn(Part<'_>) + Sync) {
        let (all, players, prefix_len) = (self.seeds.len(), self.players, self.prefix_len);
        let (begin, before) = (self.begin, self.before);
        let mut seeds = by_game(self.seeds, all, 1);
        let mut returns = by_game(self.returns, all, players);
        let mut turns = by_game(self.turns, all, 1);
        let mut actions = by_game(self.actions, all, 1);
        let mut termination = by_game(self.termination, all, 1);
        let mut winners = by_game(self.winners, all, 1);
        let mut first_actions = by_game(self.first_actions, all, prefix_len);
        let tasks = (
            seeds.axis_chunks_iter_mut(Axis(0), games),
            returns.axis_chunks_iter_mut(Axis(0), games),
            turns.axis_chunks_iter_mut(Axis(0), games),
            actions.axis_chunks_iter_mut(Axis(0), games),
            termination.axis_chunks_iter_mut(Axis(0), games),
            winners.axis_chunks_iter_mut(Axis(0), games),
            first_actions.axis_chunks_iter_mut(Axis(0), games),
        );
        tasks.into_par_iter().with_max_len(1).enumerate().for_each(|(task, columns)| {
            let (seeds, returns, turns, actions, termination, winners, first_actions) = columns;
            work(Part {
                players,
                prefix_len,
                begin: begin + task * games,
                before,
                seeds: slice_of(seeds),
                returns: slice_of(returns),
                turns: slice_of(turns),
                actions: slice_of(actions),
                termination: slice_of(termination),
                winners: slice_of(winners),
                first_actions: slice_of(first_actions),
            });
        });
    }
}

/// A column as an array `[games, width]`.
fn by_game<T>(column: &mut [T], games: usize, width: usize) -> ArrayViewMut2<'_, T> {
    ArrayViewMut2::from_shape((games, width), column).expect("a column has a row for each game")
}

/// The values of some rows of a column.
fn slice_of<T>(rows: ArrayViewMut2<'_, T>) -> &mut [T] {
    rows.into_slice().expect("rows of a column follow each other")
}
