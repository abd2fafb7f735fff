//! Games of a batch from their start to their end, played by a simulator.

use super::chunk::{Chunk, Strides};
use super::slot::{Keep, Slot};
use crate::playout::{Drawer, Simulator};
use crate::position::GamePosition;

/// Games at a time: few enough to stay in the cache until they have been played.
const GAMES_AT_A_TIME: usize = 256;

/// Plays all games to their end: by the simulator those that have not begun, move by move the others.
pub(super) fn play_out<P: GamePosition>(
    simulator: &dyn Simulator,
    rows: Chunk<'_, P>,
    strides: Strides,
    keep: Keep,
) {
    let (mut drawer, mut seeds) = (Drawer::default(), Vec::new());
    let mut left = rows;
    while !left.games.is_empty() {
        let few = left.games.len().min(GAMES_AT_A_TIME);
        let (rows, later) = left.split(few, strides);
        left = later;
        let games = rows.games.iter().zip(&*rows.arrays.players);
        let unbegun = games.filter(|(game, player)| game.is_at_start(**player));
        seeds.clear();
        seeds.extend(unbegun.map(|(game, _)| game.episode_seed()));
        let mut rows = rows.each(strides);
        let mut go_on = |mut row: Slot<'_, P>| row.play_random(&mut drawer, None, keep);
        simulator.play_traced(&seeds, &mut |result, trace| {
            for mut row in rows.by_ref() {
                if row.game.is_at_start(*row.player) {
                    return row.restore(result, trace, keep);
                }
                go_on(row);
            }
        });
        rows.for_each(go_on);
    }
}
