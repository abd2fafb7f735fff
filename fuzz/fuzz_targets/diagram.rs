//! Any text is a diagram that can be played from, or is refused (E8).
#![no_main]

use fivefold::board::{Size, read};
use fivefold::position::SetUp;
use fivefold_fuzz::{Bytes, check, game};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let game = game(bytes.next());
    let symbols = game.rules.diagram_symbols();
    let (player, extra) = (bytes.next() % 8, bytes.next());
    let counts = [u16::from(bytes.next()), u16::from(bytes.next())];
    if symbols.is_empty() {
        return;
    }
    // Bytes become symbols, so that a diagram of the right size is not a matter of luck; what they
    // spell beside those is tried as it is.
    let [rows, columns] = game.rules.info().board_shape();
    let size = Size { columns: columns as u8, rows: rows as u8 };
    let _ = std::str::from_utf8(bytes.0).map(|text| read(text, size, symbols));
    let mut text = String::new();
    for _ in 0..rows {
        for _ in 0..columns {
            text.push(symbols[usize::from(bytes.next()) % symbols.len()]);
        }
        text.push('\n');
    }
    let cells = read(&text, size, symbols).expect("a diagram of the right size and letters");
    let set_up = SetUp {
        cells,
        player,
        taken: (extra & 1 != 0).then_some(counts),
        supply: (extra & 2 != 0).then_some(counts),
        check: extra & 4 == 0,
    };
    if let Ok(position) = game.rules.set_up(&set_up) {
        check(&game, &position);
    }
});
