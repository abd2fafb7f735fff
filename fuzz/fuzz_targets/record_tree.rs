//! Any bytes are a library of RenLib, any text a tree in SGF or JSON, or they are refused; what was
//! read is written so that it reads as the same.
#![no_main]

use fivefold::games::preset;
use fivefold::record::RulesSource;
use fivefold::record::tree::Tree;
use libfuzzer_sys::fuzz_target;

/// Positions of a tree: enough for what two thousand bytes can hold.
const MAX: usize = 4_000;

fn empty() -> Tree {
    let game = preset("renju").expect("a preset");
    let start = game.rules.start(0);
    Tree::new(game, start, false, MAX).expect("a game for two")
}

fuzz_target!(|data: &[u8]| {
    let mut tree = empty();
    if tree.read_lib(data).is_ok() {
        let written = tree.to_lib(|text| Ok(text.as_bytes().to_vec()));
        let written = written.expect("what a library held, a library holds");
        let mut again = empty();
        again.read_lib(&written).expect("what was written is read");
        assert_eq!(again.len(), tree.len());
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(tree) = Tree::from_sgf(text, RulesSource::Preset("renju"), false, MAX) {
        let written = tree.to_sgf().expect("what SGF held, SGF holds");
        let again = Tree::from_sgf(&written, RulesSource::Nothing, false, MAX);
        assert_eq!(again.expect("what was written is read").len(), tree.len());
    }
    if let Ok(tree) = Tree::from_json(text, MAX) {
        let written = tree.to_json().expect("JSON holds everything");
        assert_eq!(Tree::from_json(&written, MAX).expect("it reads").len(), tree.len());
    }
});
