//! Kernels play the same games with every width of vectors that the machine has.

use std::ops::ControlFlow;

use fivefold::games;
use fivefold::kernels::{self, Vectors};
use fivefold::playout::{Sequence, Source};

/// The only test that changes the width: others may run beside it, and their games are the same
/// with any.
#[test]
fn games_are_the_same_with_avx512_with_avx2_and_with_neither() {
    let play = |name: &str| {
        let game = games::preset(name).unwrap();
        let sequence = Sequence { game, source: Source::Rules, seed: 11 };
        sequence.play_keeping(8, 0, 300, 1, |_| ControlFlow::Continue(())).unwrap()
    };
    let before = kernels::limit_vectors(Vectors::Avx512);
    for preset in games::PRESETS {
        let name = preset.name;
        assert_eq!(kernels::limit_vectors(Vectors::Portable), Vectors::Portable);
        let portable = play(name);
        for widest in [Vectors::Avx2, Vectors::Avx512] {
            let used = kernels::limit_vectors(widest);
            assert_eq!(used, widest.min(Vectors::of_machine()), "no more than the machine has");
            assert_eq!(play(name), portable, "{name}, {used:?}");
        }
    }
    kernels::limit_vectors(before);
}
