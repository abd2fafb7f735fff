//! Games of a batch that are put back to where they stood.

use super::Batch;
use super::slot::BatchGame;
use crate::position::Rules;

/// A game as it stood at a [`AnyBatch::mark`](super::AnyBatch::mark).
pub(super) struct Before<P> {
    pub(super) game: BatchGame<P>,
    pub(super) rewards: Vec<f32>,
}

impl<R: Rules> Batch<R> {
    /// Puts a game and its rewards in the place of another, and brings all arrays up to date.
    pub(super) fn place(&mut self, game: usize, before: Before<R::Position>) {
        self.each(
            game..game + 1,
            || (),
            |_, (), _, mut slot| {
                *slot.game = before.game.clone();
                slot.show();
                slot.rewards.copy_from_slice(&before.rewards);
            },
        );
    }
}
