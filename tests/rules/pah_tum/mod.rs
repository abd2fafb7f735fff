//! Pah-Tum and Custodial Pah-Tum, law by law (T1-T6).

mod kernel;
mod laws;
mod naive;
mod solver;
mod whole_games;

use fivefold::games::pah_tum::PahTum;
use fivefold::games::{self, AnyPosition, Game};
use serde_json::Value;

/// The game of a preset with options.
fn game(preset: &str, options: &Value) -> Game {
    games::build(preset, options.as_object().unwrap()).unwrap_or_else(|e| panic!("{options}: {e}"))
}

/// The Pah-Tum inside.
fn inside(position: &AnyPosition) -> &PahTum {
    match position {
        AnyPosition::PahTum(position) => position,
        _ => panic!("a position of Pah-Tum"),
    }
}
