//! Any JSON is a position that these rules admit and that can be played on, or is refused.
#![no_main]

use fivefold::games::AnyPosition;
use fivefold_fuzz::{Bytes, check, game, wander};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let game = game(bytes.next());
    let Ok(mut position) = serde_json::from_slice::<AnyPosition>(bytes.0) else { return };
    if game.rules.admit(&position).is_ok() {
        check(&game, &position);
        wander(&mut position, &mut bytes, 8);
        check(&game, &position);
    }
});
