//! Any text is a move or is refused; what it reads as has a spelling that reads as the same.
#![no_main]

use fivefold::position::{Notation, Position};
use fivefold_fuzz::{Bytes, game, wander};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let game = game(bytes.next());
    let mut position = game.rules.start(u64::from(bytes.next()));
    let count = usize::from(bytes.next()) / 8;
    wander(&mut position, &mut bytes, count);
    let Ok(text) = std::str::from_utf8(bytes.0) else { return };
    for part in position.split_moves(text) {
        let Ok(action) = position.parse_move(&part) else { continue };
        let before = position.clone();
        if position.play(action).is_ok() {
            assert_eq!(before.parse_move(&before.move_text(action)), Ok(action));
        } else {
            assert_eq!(position, before, "the refused {part:?} changed the position");
        }
    }
});
