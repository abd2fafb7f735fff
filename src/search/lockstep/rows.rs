//! The rows of a question: each tree with its part of the arrays, in one thread or in several.

use rayon::prelude::*;

use super::tree::{Context, Progress, SEATS, Scratch, Tree};
use super::{NOBODY, Values};
use crate::pool;
use crate::position::{Arrays, Decider, Knowledge, Position};

/// Up to this many trees are searched by one thread: handing them to others would cost more.
const SERIAL: usize = 8;

/// A tree with its part of the arrays.
pub(super) struct TreeRow<'a, P> {
    pub(super) tree: &'a mut Tree<P>,
    observation: &'a mut [u8],
    pub(super) mask: &'a mut [bool],
    pub(super) live: &'a mut bool,
    pub(super) player: &'a mut i8,
}

impl<P: Position + Arrays + Knowledge> TreeRow<'_, P> {
    /// Goes on to the next leaf; says whether there is more to do without an evaluator.
    pub(super) fn run(&mut self, context: &Context, scratch: &mut Scratch) -> bool {
        if *self.live {
            return false;
        }
        match self.tree.run(context, scratch) {
            Progress::Running => return true,
            Progress::Done => {}
            Progress::Waiting => self.show(scratch),
        }
        false
    }

    fn show(&mut self, scratch: &mut Scratch) {
        let leaf = self.tree.pending.map_or(0, |leaf| leaf as usize);
        let position = &self.tree.pool.positions[leaf];
        let Decider::Player(player) = position.decider() else { return };
        position.fill_mask(self.mask);
        position.fill_board(&mut scratch.board);
        position.refresh_observation(player, &scratch.board, self.observation);
        (*self.live, *self.player) = (true, player.0 as i8);
    }

    pub(super) fn rest(&mut self) {
        (*self.live, *self.player) = (false, NOBODY);
    }
}

impl Context {
    /// The values of a row by seat; partners have their mean.
    pub(super) fn by_seat(&self, player: usize, row: usize, values: Values<'_>) -> [f32; SEATS] {
        let players = self.players;
        let mut seats = [0.0; SEATS];
        match values {
            Values::One(values) => {
                seats[..players].fill(self.min_return + self.max_return - values[row]);
                seats[player] = values[row];
            }
            Values::Each(values) => {
                for (ahead, &value) in values[row * players..][..players].iter().enumerate() {
                    seats[(player + ahead) % players] = value;
                }
            }
        }
        let mut shared = seats;
        for (seat, shared) in shared.iter_mut().enumerate().take(players) {
            let partners = || (0..players).filter(|&other| self.sides[other] == self.sides[seat]);
            let count = partners().count();
            if count > 1 {
                *shared = partners().map(|other| seats[other]).sum::<f32>() / count as f32;
            }
        }
        shared
    }
}

/// The trees, each with its part of the arrays.
pub(super) fn rows<'a, P>(
    trees: &'a mut [Tree<P>],
    (observations, observation): (&'a mut [u8], usize),
    (masks, actions): (&'a mut [bool], usize),
    (live, players): (&'a mut [bool], &'a mut [i8]),
) -> Vec<TreeRow<'a, P>> {
    let arrays = observations.chunks_mut(observation).zip(masks.chunks_mut(actions));
    let flags = live.iter_mut().zip(players);
    let all = trees.iter_mut().zip(arrays).zip(flags);
    all.map(|((tree, (observation, mask)), (live, player))| TreeRow {
        tree,
        observation,
        mask,
        live,
        player,
    })
    .collect()
}

/// Calls `work` with each item, in several threads if there are many; says whether any returned true.
/// `ahead` is called for each item while the one before it is worked on.
pub(super) fn over<T: Send + Sync, S>(
    items: &mut [T],
    threads: usize,
    prepare: impl Fn() -> S + Sync + Send,
    ahead: impl Fn(&T) + Sync + Send,
    work: impl Fn(&mut T, &mut S) -> bool + Sync + Send,
) -> bool {
    let all = |items: &mut [T], state: &mut S| {
        let mut any = false;
        for index in 0..items.len() {
            if let Some(next) = items.get(index + 1) {
                ahead(next);
            }
            any |= work(&mut items[index], state);
        }
        any
    };
    let Some(pool) = pool::get(if items.len() <= SERIAL { 1 } else { threads }) else {
        return all(items, &mut prepare());
    };
    let piece = items.len().div_ceil(8 * threads).max(SERIAL / 2);
    pool.install(|| {
        let pieces = items.par_chunks_mut(piece);
        pieces.map_init(&prepare, |state, piece| all(piece, state)).reduce(|| false, |a, b| a | b)
    })
}
