//! Any JSON is rules that can be played, or is refused; rules that were taken come back the same.
#![no_main]

use fivefold::games::from_value;
use fivefold_fuzz::{Bytes, check, wander};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(value) = serde_json::from_slice(data) else { return };
    let Ok(game) = from_value(&value) else { return };
    let again = from_value(&game.to_value()).expect("our own data");
    assert_eq!(again.rules, game.rules);
    let mut position = game.rules.start(data.len() as u64);
    check(&game, &position);
    wander(&mut position, &mut Bytes(data), 12);
    check(&game, &position);
});
