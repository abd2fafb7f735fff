//! Bytes play a game; at its last position every law holds, and its data give it back.
#![no_main]

use fivefold::games::AnyPosition;
use fivefold_fuzz::{Bytes, check, game, wander};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let game = game(bytes.next());
    let mut position = game.rules.start(u64::from(bytes.next()));
    let count = data.len() / 2;
    wander(&mut position, &mut bytes, count);
    check(&game, &position);
    let text = serde_json::to_string(&position).expect("a position has a JSON form");
    let again: AnyPosition = serde_json::from_str(&text).expect("our own JSON");
    game.rules.validate(&again).expect("a position of a real game");
    assert_eq!(again, position);
});
