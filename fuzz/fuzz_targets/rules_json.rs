//! Any JSON is rules that can be played, or is refused; rules that were taken come back the same.
#![no_main]

use fivefold::games::from_value;
use fivefold_fuzz::{Bytes, check, damage, game, wander};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let mut value = game(bytes.next()).to_value();
    damage(&mut value, &mut bytes);
    // Half of the time the bytes are the JSON; that they spell rules is rare, that they must not
    // panic is the point.
    if data.len() % 2 == 1 {
        let Ok(other) = serde_json::from_slice(bytes.0) else { return };
        value = other;
    }
    let Ok(game) = from_value(&value) else { return };
    let again = from_value(&game.to_value()).expect("our own data");
    assert_eq!(again.rules, game.rules);
    let mut position = game.rules.start(data.len() as u64);
    check(&game, &position);
    wander(&mut position, &mut bytes, 12);
    check(&game, &position);
});
