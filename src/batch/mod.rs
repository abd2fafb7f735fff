//! Many games at once: their boards, masks and returns lie in one block of memory each, brought up
//! to date after every step.
//!
//! A finished game ignores its action; chance (E10) is sampled by the batch; a refused step changes
//! no game at all. Starting finished games anew is the caller's: [`AnyBatch::reset`].

use std::ops::Range;
use std::sync::Arc;

use ndarray::ArrayViewMut2;

use crate::playout::{Sampler, Simulator};
use crate::pool;
use crate::position::{Action, GameInfo, Notation, Position, Refusal, Rules};

mod any;
mod arrays;
mod calls;
mod new;
mod past;
mod pieces;
mod play_out;
mod saved;
mod slot;

pub use any::{AnyBatch, any, any_while};
pub use arrays::Arrays;
pub use new::Unmade;
pub use pieces::in_short_pieces;

use arrays::{Chunk, OwnedArrays};
use past::Before;
pub use slot::Keep;
use slot::{BatchGame, Manner, Slot};

/// What `players` says of a game that is over.
pub const OVER: i8 = -2;

/// Up to this many games are played by one thread: handing them to others would cost more.
const MIN_PARALLEL: usize = 64;

/// Which games are meant.
pub type Mask<'a> = Option<&'a [bool]>;

/// A step of a batch.
pub struct BatchStep<'a> {
    /// An action for each game.
    pub actions: &'a [i32],
    /// The games that play theirs; all without one.
    pub mask: Mask<'a>,
    /// Games of the mask that are over begin their next episode instead.
    pub autoreset: bool,
    /// Where the observations of all games are written, as [`AnyBatch::observe`] writes them.
    pub out: Option<&'a mut [u8]>,
}

impl<'a> BatchStep<'a> {
    /// A step of all games, and no more than that.
    pub fn of(actions: &'a [i32]) -> Self {
        Self { actions, mask: None, autoreset: false, out: None }
    }
}

/// A step that was refused: the first game that would not have its action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedStep {
    /// The game.
    pub game: usize,
    /// Why.
    pub refusal: Refusal,
}

/// Games of one rules object; what can be done with them is [`AnyBatch`].
pub struct Batch<R: Rules> {
    rules: R,
    info: GameInfo,
    /// Plays games from their start to their end.
    simulator: Option<Arc<dyn Simulator>>,
    threads: usize,
    watched: bool,
    manner: Manner,
    /// What [`AnyBatch::take_back`] goes back to.
    before: Vec<Before<R::Position>>,
    games: Vec<BatchGame<R::Position>>,
    arrays: OwnedArrays,
}

impl<R: Rules> Batch<R> {
    fn each<S>(
        &mut self,
        games: Range<usize>,
        prepare: impl Fn() -> S + Sync,
        work: impl Fn(&R, &mut S, usize, Slot<'_, R::Position>) + Sync,
    ) {
        self.each_into(None, games, prepare, work);
    }

    /// Calls `work` with some games; their observations are `seen` instead of the batch's.
    fn each_into<S>(
        &mut self,
        seen: Option<ArrayViewMut2<'_, u8>>,
        games: Range<usize>,
        prepare: impl Fn() -> S + Sync,
        work: impl Fn(&R, &mut S, usize, Slot<'_, R::Position>) + Sync,
    ) {
        self.in_pieces(seen, games, |rules, chunk| {
            let (mut state, first) = (prepare(), chunk.first);
            for (index, slot) in chunk.each().enumerate() {
                work(rules, &mut state, first + index, slot);
            }
        });
    }

    /// Calls `work` with pieces of some games, each by itself in one thread.
    fn in_pieces(
        &mut self,
        seen: Option<ArrayViewMut2<'_, u8>>,
        games: Range<usize>,
        work: impl Fn(&R, Chunk<'_, R::Position>) + Sync,
    ) {
        let (rules, threads, count, first) = (&self.rules, self.threads, games.len(), games.start);
        let arrays = self.arrays.of(games.clone(), seen);
        let chunk = Chunk { first, games: &mut self.games[games], arrays };
        match pool::get(if count <= MIN_PARALLEL { 1 } else { threads }) {
            None => work(rules, chunk),
            Some(pool) => {
                let piece = (count / (4 * threads)).max(MIN_PARALLEL / 2);
                pool.install(|| chunk.in_pieces(piece, |chunk| work(rules, chunk)));
            }
        }
    }

    /// Would every game of the mask have its action? Games that are over ignore theirs.
    fn check(&self, actions: &[i32], mask: Mask<'_>) -> Result<(), RefusedStep> {
        let (masks, players) = (self.arrays.masks(), self.arrays.players());
        let width = self.info.num_actions;
        for (game, &action) in actions.iter().enumerate() {
            let index = usize::try_from(action).unwrap_or(usize::MAX);
            let legal = index < width && masks[game * width + index];
            if legal || players[game] == OVER || mask.is_some_and(|mask| !mask[game]) {
                continue;
            }
            let out_of_range = || {
                let last = width - 1;
                Refusal::unreadable(format!(
                    "action {action} is out of range: they are 0 to {last}"
                ))
            };
            let known = (index < width).then_some(Action(index as u16));
            let refusal = known.map_or_else(out_of_range, |action| {
                let position = &self.games[game].position;
                position.refusal(action).unwrap_or_else(|| {
                    let text = position.move_text(action);
                    Refusal::new("E5", format!("{text} is not legal"))
                })
            });
            return Err(RefusedStep { game, refusal });
        }
        Ok(())
    }

    /// Plays actions that were checked; the observations of all games are written into `out`.
    fn advance(
        &mut self,
        actions: &[i32],
        mask: Mask<'_>,
        autoreset: bool,
        out: Option<ArrayViewMut2<'_, u8>>,
    ) {
        let (how, new) = (self.manner, out.is_some());
        self.each_into(
            out,
            0..actions.len(),
            Sampler::default,
            |rules, sampler, game, mut slot| {
                if new {
                    slot.observation.fill(0);
                }
                let (plays, over) = (mask.is_none_or(|mask| mask[game]), *slot.player == OVER);
                match (plays, over, autoreset) {
                    (true, false, _) => slot.step(actions[game], sampler, how),
                    (true, true, true) => slot.begin_next(rules, sampler, how),
                    _ => {
                        slot.rewards.fill(0.0);
                        if new {
                            slot.refresh_observation();
                        }
                    }
                }
            },
        );
    }

    /// Writes the observations of some games into `seen`, which has a row for each of them.
    fn refresh_observations(&mut self, seen: ArrayViewMut2<'_, u8>, games: Range<usize>) {
        let look_at = |_: &R, (): &mut (), _: usize, mut slot: Slot<'_, R::Position>| {
            slot.observation.fill(0);
            slot.refresh_observation();
        };
        self.each_into(Some(seen), games, || (), look_at);
    }
}
