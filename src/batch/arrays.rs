//! The arrays of a batch: a row for each game, cut along their first axis between games and threads.

use std::collections::TryReserveError;
use std::mem::take;
use std::ops::Range;

use ndarray::{Array, Array1, Array2, ArrayViewMut, ArrayViewMut1, ArrayViewMut2, Axis, Dimension};
use ndarray::{Ix1, Ix2, s};
use rayon::prelude::*;

use super::slot::{BatchGame, Slot};
use crate::position::{GameInfo, GamePosition};

/// The arrays of a batch, or of some of its games.
pub struct Arrays<'a> {
    /// The boards, `[games, cells]`, as `Position::fill_board` writes them.
    pub boards: ArrayViewMut2<'a, i8>,
    /// The legal actions, `[games, num_actions]`.
    pub masks: ArrayViewMut2<'a, bool>,
    /// The seat to decide; [`OVER`](super::OVER) after the end.
    pub players: ArrayViewMut1<'a, i8>,
    /// The returns by seat, `[games, players]`, on the step that ended the game only.
    pub rewards: ArrayViewMut2<'a, f32>,
    /// Over by the rules.
    pub terminated: ArrayViewMut1<'a, bool>,
    /// Over by a limit (N16).
    pub truncated: ArrayViewMut1<'a, bool>,
    /// The observations, `[games, bytes]`, of the seat to decide, after the end of the one that decided
    /// last (or of the caller's, see [`AnyBatch::control`](super::AnyBatch::control)); without rows
    /// until they are watched.
    pub observations: ArrayViewMut2<'a, u8>,
}

/// The memory of the arrays. It is reserved once and never moves: views of it stay good.
pub(super) struct OwnedArrays {
    boards: Array2<i8>,
    masks: Array2<bool>,
    players: Array1<i8>,
    rewards: Array2<f32>,
    terminated: Array1<bool>,
    truncated: Array1<bool>,
    /// Has no rows, and costs no memory, until somebody asks for it.
    observations: Array2<u8>,
}

/// An array without rows, and memory for rows of `games` games: filled by [`grow`].
fn reserved<T, D: Dimension>(games: usize, row: D) -> Result<Array<T, D>, TryReserveError> {
    let (mut values, mut shape) = (Vec::new(), row);
    let width: usize = shape.slice()[1..].iter().product();
    values.try_reserve_exact(games.saturating_mul(width))?;
    shape[0] = 0;
    Ok(Array::from_shape_vec(shape, values).expect("no row, no value"))
}

/// Adds rows of zeros, or takes rows away, until there are `games`: no more than were reserved.
pub(super) fn grow<T: Clone + Default, D: Dimension>(array: &mut Array<T, D>, games: usize) {
    let mut shape = array.raw_dim();
    shape[0] = games;
    let (mut values, _) = take(array).into_raw_vec_and_offset();
    values.resize(shape.size(), T::default());
    *array = Array::from_shape_vec(shape, values).expect("a value for each place");
}

impl OwnedArrays {
    /// For `games` games, as yet without rows.
    pub(super) fn reserved(games: usize, info: &GameInfo) -> Result<Self, TryReserveError> {
        let row = |width| Ix2(0, width);
        Ok(Self {
            boards: reserved(games, row(info.board_shape().iter().product()))?,
            masks: reserved(games, row(info.num_actions))?,
            players: reserved(games, Ix1(0))?,
            rewards: reserved(games, row(info.num_players))?,
            terminated: reserved(games, Ix1(0))?,
            truncated: reserved(games, Ix1(0))?,
            observations: reserved(games, row(info.observation_shape.iter().product()))?,
        })
    }

    /// Has all arrays but the observations grow to rows for `games` games.
    pub(super) fn grow(&mut self, games: usize) {
        grow(&mut self.boards, games);
        grow(&mut self.masks, games);
        grow(&mut self.players, games);
        grow(&mut self.rewards, games);
        grow(&mut self.terminated, games);
        grow(&mut self.truncated, games);
    }

    /// The legal actions of all games, one game after the other.
    pub(super) fn masks(&self) -> &[bool] {
        self.masks.as_slice().expect("one block")
    }

    /// Who is to decide in each game.
    pub(super) fn players(&self) -> &[i8] {
        self.players.as_slice().expect("one block")
    }

    /// The rewards of each game.
    pub(super) fn rewards(&self) -> &Array2<f32> {
        &self.rewards
    }

    /// The observations, to be watched or to be forgotten.
    pub(super) fn observations(&mut self) -> &mut Array2<u8> {
        &mut self.observations
    }

    /// All rows.
    pub(super) fn all(&mut self) -> Arrays<'_> {
        Arrays {
            boards: self.boards.view_mut(),
            masks: self.masks.view_mut(),
            players: self.players.view_mut(),
            rewards: self.rewards.view_mut(),
            terminated: self.terminated.view_mut(),
            truncated: self.truncated.view_mut(),
            observations: self.observations.view_mut(),
        }
    }

    /// The rows of some games. Their observations are `seen`, or else those that are watched; empty
    /// rows where nobody watches.
    pub(super) fn of<'a>(
        &'a mut self,
        games: Range<usize>,
        seen: Option<ArrayViewMut2<'a, u8>>,
    ) -> Arrays<'a> {
        let (rows, places) = (s![games.clone(), ..], s![games.clone()]);
        let unwatched = self.observations.is_empty();
        let nothing = || ArrayViewMut2::from_shape((games.len(), 0), &mut []).expect("no values");
        Arrays {
            boards: self.boards.slice_mut(rows),
            masks: self.masks.slice_mut(rows),
            players: self.players.slice_mut(places),
            rewards: self.rewards.slice_mut(rows),
            terminated: self.terminated.slice_mut(places),
            truncated: self.truncated.slice_mut(places),
            observations: match seen {
                Some(seen) => seen,
                None if unwatched => nothing(),
                None => self.observations.slice_mut(rows),
            },
        }
    }
}

/// Some games with their rows of the arrays.
pub(super) struct Chunk<'a, P> {
    /// The number of the first game.
    pub(super) first: usize,
    pub(super) games: &'a mut [BatchGame<P>],
    pub(super) arrays: Arrays<'a>,
}

impl<'a, P: GamePosition> Chunk<'a, P> {
    /// Calls `work` with the games in pieces of `piece` each, on the threads of the current pool.
    pub(super) fn in_pieces(self, piece: usize, work: impl Fn(Chunk<'_, P>) + Sync) {
        let Self { first, games, arrays: mut all } = self;
        let pieces = (
            games.par_chunks_mut(piece),
            all.boards.axis_chunks_iter_mut(Axis(0), piece),
            all.masks.axis_chunks_iter_mut(Axis(0), piece),
            all.players.axis_chunks_iter_mut(Axis(0), piece),
            all.rewards.axis_chunks_iter_mut(Axis(0), piece),
            all.terminated.axis_chunks_iter_mut(Axis(0), piece),
            all.truncated.axis_chunks_iter_mut(Axis(0), piece),
            all.observations.axis_chunks_iter_mut(Axis(0), piece),
        );
        pieces.into_par_iter().with_max_len(1).enumerate().for_each(|(number, columns)| {
            let (games, boards, masks, players, rewards, terminated, truncated, observations) =
                columns;
            let arrays =
                Arrays { boards, masks, players, rewards, terminated, truncated, observations };
            work(Chunk { first: first + number * piece, games, arrays });
        });
    }

    /// Game by game.
    pub(super) fn each(self) -> impl Iterator<Item = Slot<'a, P>> {
        let Arrays { boards, masks, players, rewards, terminated, truncated, observations } =
            self.arrays;
        // Observations have no columns while nobody watches: then each game has an empty row.
        let (width, mut seen) = (observations.ncols(), values(observations));
        self.games
            .iter_mut()
            .zip(rows(boards))
            .zip(rows(masks))
            .zip(values(players))
            .zip(rows(rewards))
            .zip(values(terminated))
            .zip(values(truncated))
            .map(move |((((((game, board), mask), player), rewards), terminated), truncated)| {
                let observation;
                (observation, seen) = take(&mut seen).split_at_mut(width);
                Slot { game, board, mask, player, rewards, terminated, truncated, observation }
            })
    }
}

/// The rows of an array, one after the other. By slices: a view of each row of each array took 150
/// instructions a game and step more.
fn rows<T>(array: ArrayViewMut2<'_, T>) -> std::slice::ChunksExactMut<'_, T> {
    let width = array.ncols();
    values(array).chunks_exact_mut(width)
}

/// The values of an array, row after row.
fn values<T, D: Dimension>(array: ArrayViewMut<'_, T, D>) -> &mut [T] {
    array.into_slice().expect("some rows of an array are one block")
}
