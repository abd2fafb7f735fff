//! The rules, one law a test; a module a game.
// Returns are exactly -1, 0 or 1; options written as `json!` read best by value; and a test may
// favour a short line over a borrowed one.
#![allow(clippy::float_cmp, clippy::needless_pass_by_value, clippy::format_collect)]
#![allow(clippy::struct_field_names, clippy::unused_self, clippy::needless_range_loop)]
#![allow(clippy::struct_excessive_bools)]

use fivefold::games::{AnyPosition, Game};
use fivefold::position::{Notation, Position};

mod any_position;
mod batch;
mod batch_games;
mod batch_memory;
mod contract;
mod describe;
mod diagrams;
mod facts;
mod foreign;
mod golden;
mod gomoku;
mod info;
mod matching;
mod options;
mod pagoda;
mod pah_tum;
mod pentagame;
mod playouts;
mod playthroughs;
mod record;
mod renju;
mod search_hints;
mod small_stacks;
mod threads;
#[cfg(feature = "toy")]
mod toy;
#[cfg(feature = "kernels")]
mod vectors;

/// The position after moves from the start.
fn play(game: &Game, moves: &str) -> AnyPosition {
    let mut position = game.rules.start(0);
    for text in moves.split_whitespace() {
        let action = position.parse_move(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        position.play(action).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
    position
}
