//! Speed of random play and of what it is made of: `cargo bench`, or `make bench` for the table.
//!
//! Every figure is the median of several repetitions in one run, in processor time of one core, so
//! that rows of one run can be compared.

use std::ops::ControlFlow;

use fivefold::games;
use fivefold::playout::{Sequence, Source};

fn main() {
    let filter: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    for preset in games::PRESETS {
        if !filter.is_empty() && !filter.iter().any(|f| f == preset.name) {
            continue;
        }
        let game = games::preset(preset.name).unwrap();
        let sequence = Sequence { game, source: Source::Rules, seed: 1 };
        let mut games = 64;
        let mut rates = Vec::new();
        while rates.len() < 7 {
            let began = processor_seconds();
            let results = sequence.play(0, games, 1, |_| ControlFlow::Continue(())).unwrap();
            let seconds = processor_seconds() - began;
            if seconds < 0.1 {
                games *= 2;
                continue;
            }
            std::hint::black_box(&results);
            rates.push(games as f64 / seconds);
        }
        rates.sort_by(f64::total_cmp);
        println!("{:20} {:>12.0} games/s (best {:.0})", preset.name, rates[3], rates[6]);
    }
}

/// Processor time of this thread: on a shared machine the clock on the wall also counts others.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds: f64 = text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0.0);
    nanoseconds / 1e9
}
