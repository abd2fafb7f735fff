//! Games of a batch from their start to their end, played by a simulator.

use super::arrays::Chunk;
use super::slot::{Keep, Slot};
use crate::playout::{Sampler, Simulator};
use crate::position::GamePosition;

/// Games at a time: few enough to stay in the cache until they have been played.
const GAMES_AT_A_TIME: usize = 256;

/// Plays all games to their end: by the simulator those that have not begun, move by move the others.
pub(super) fn play_out<P: GamePosition>(
    simulator: &dyn Simulator,
    chunk: Chunk<'_, P>,
    keep: Keep,
) {
    let (mut sampler, mut seeds) = (Sampler::default(), Vec::new());
    let mut left = chunk.each();
    let mut slots: Vec<Slot<'_, P>> = Vec::new();
    loop {
        slots.extend(left.by_ref().take(GAMES_AT_A_TIME));
        if slots.is_empty() {
            return;
        }
        let unbegun = slots.iter().filter(|slot| slot.game.is_at_start(*slot.player));
        seeds.clear();
        seeds.extend(unbegun.map(|slot| slot.game.episode_seed()));
        let mut slots = slots.drain(..);
        let mut go_on = |mut slot: Slot<'_, P>| slot.play_random(&mut sampler, None, keep);
        simulator.play_traced(&seeds, &mut |result, trace| {
            for mut slot in slots.by_ref() {
                if slot.game.is_at_start(*slot.player) {
                    return slot.restore(result, trace, keep);
                }
                go_on(slot);
            }
        });
        slots.for_each(go_on);
    }
}
