//! A position's data with some values changed is admitted and can be played on, or is refused.
#![no_main]

use fivefold::games::AnyPosition;
use fivefold_fuzz::{Bytes, check, damage, game, wander};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let game = game(bytes.next());
    let mut position = game.rules.start(u64::from(bytes.next()));
    let count = usize::from(bytes.next()) / 4;
    wander(&mut position, &mut bytes, count);
    let mut value = serde_json::to_value(&position).expect("a position has a JSON form");
    damage(&mut value, &mut bytes);
    let Ok(mut position) = serde_json::from_value::<AnyPosition>(value) else { return };
    if game.rules.validate(&position).is_ok() {
        check(&game, &position);
        wander(&mut position, &mut bytes, 8);
        check(&game, &position);
    }
});
