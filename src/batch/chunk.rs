//! The arrays of a batch, cut between games and threads.

use std::mem::take;

use super::slot::{BatchGame, Slot};
use crate::position::GamePosition;

/// The arrays of a batch, game by game.
pub struct Arrays<'a> {
    /// The boards, as `Position::fill_board` writes them.
    pub boards: &'a mut [i8],
    /// The legal actions.
    pub masks: &'a mut [bool],
    /// The seat to decide; [`OVER`](super::OVER) after the end.
    pub players: &'a mut [i8],
    /// The returns by seat, on the step that ended the game only.
    pub rewards: &'a mut [f32],
    /// Over by the rules.
    pub terminated: &'a mut [bool],
    /// Over by a limit (N16).
    pub truncated: &'a mut [bool],
    /// The observation of the seat to decide, after the end of the one that decided last (or of
    /// the caller's, see [`Batch::control`](super::Batch::control)); empty until they are watched.
    pub observations: &'a mut [u8],
}

/// How wide each array is for one game.
#[derive(Clone, Copy)]
pub(super) struct Strides {
    pub(super) points: usize,
    pub(super) actions: usize,
    pub(super) players: usize,
    pub(super) observation: usize,
}

/// Some games with their part of the arrays.
pub(super) struct Chunk<'a, P> {
    pub(super) first: usize,
    pub(super) games: &'a mut [BatchGame<P>],
    pub(super) arrays: Arrays<'a>,
}

fn split<T>(slice: &mut [T], at: usize) -> (&mut [T], &mut [T]) {
    // Nobody watches the observations: there are none to split.
    let at = at.min(slice.len());
    slice.split_at_mut(at)
}

impl<P: GamePosition> Chunk<'_, P> {
    pub(super) fn split(self, at: usize, strides: Strides) -> (Self, Self) {
        let (games, more_games) = self.games.split_at_mut(at);
        let (boards, more_boards) = split(self.arrays.boards, at * strides.points);
        let (masks, more_masks) = split(self.arrays.masks, at * strides.actions);
        let (players, more_players) = split(self.arrays.players, at);
        let (rewards, more_rewards) = split(self.arrays.rewards, at * strides.players);
        let (terminated, more_terminated) = split(self.arrays.terminated, at);
        let (truncated, more_truncated) = split(self.arrays.truncated, at);
        let (observations, more_observations) =
            split(self.arrays.observations, at * strides.observation);
        let part = |first, games, arrays| Self { first, games, arrays };
        (
            part(
                self.first,
                games,
                Arrays { boards, masks, players, rewards, terminated, truncated, observations },
            ),
            part(
                self.first + at,
                more_games,
                Arrays {
                    boards: more_boards,
                    masks: more_masks,
                    players: more_players,
                    rewards: more_rewards,
                    terminated: more_terminated,
                    truncated: more_truncated,
                    observations: more_observations,
                },
            ),
        )
    }

    /// Calls `work` with pieces of the games; halves them between threads while they are many.
    pub(super) fn in_pieces(
        self,
        strides: Strides,
        piece: usize,
        work: &(impl Fn(Chunk<'_, P>) + Sync),
    ) {
        if self.games.len() > piece {
            let half = self.games.len() / 2;
            let (one, other) = self.split(half, strides);
            rayon::join(
                || one.in_pieces(strides, piece, work),
                || other.in_pieces(strides, piece, work),
            );
        } else {
            work(self);
        }
    }
}

impl<'a, P: GamePosition> Chunk<'a, P> {
    /// Game by game.
    pub(super) fn each(self, strides: Strides) -> impl Iterator<Item = Slot<'a, P>> {
        let Arrays { boards, masks, players, rewards, terminated, truncated, mut observations } =
            self.arrays;
        self.games
            .iter_mut()
            .zip(boards.chunks_exact_mut(strides.points))
            .zip(masks.chunks_exact_mut(strides.actions))
            .zip(players)
            .zip(rewards.chunks_exact_mut(strides.players))
            .zip(terminated)
            .zip(truncated)
            .map(move |((((((game, board), mask), player), rewards), terminated), truncated)| {
                let observation;
                (observation, observations) = split(take(&mut observations), strides.observation);
                Slot { game, board, mask, player, rewards, terminated, truncated, observation }
            })
    }
}
