//! Speed of Renju's fouls: the map of a whole board, over the positions of `renju_suites.json`
//! where they lie beside the project, and over boards of random games.
//!
//! Medians of several repetitions in one run, in processor time of one core.

use fivefold::board::{self, Colour, Size};
use fivefold::games::renju::{Options, Renju};
use fivefold::playout::Sampler;
use fivefold::position::{Position, Rules, SetUp};
use fivefold::stream::Stream;

fn main() {
    let suites = suites();
    if suites.is_empty() {
        println!("renju_suites.json is not here: FIVEFOLD_SHARED may name its folder");
    } else {
        report("foul_map, boards of the suites", &suites);
    }
    report("foul_map, boards of random games", &random_boards());
}

/// Maps every board again and again; says how long one takes.
fn report(what: &str, boards: &[Renju]) {
    let mut map = vec![0; 225];
    let (mut repetitions, mut times) = (16, Vec::new());
    while times.len() < 9 {
        let began = processor_seconds();
        for _ in 0..repetitions {
            for board in boards {
                std::hint::black_box(board).foul_map(Colour::Black, &mut map);
                std::hint::black_box(&map);
            }
        }
        let seconds = processor_seconds() - began;
        if seconds < 0.1 {
            repetitions *= 2;
        } else {
            times.push(seconds / (repetitions * boards.len()) as f64);
        }
    }
    times.sort_by(f64::total_cmp);
    let (median, best) = (times[4], times[0]);
    let (median_us, best_us) = (median * 1e6, best * 1e6);
    println!("{what:34} {median_us:6.2} us (best {best_us:.2}), {:.2} M/s", 1e-6 / median);
}

fn suites() -> Vec<Renju> {
    let here = env!("CARGO_MANIFEST_DIR");
    let shared = std::env::var("FIVEFOLD_SHARED").unwrap_or(format!("{here}/../shared"));
    let Ok(text) = std::fs::read_to_string(format!("{shared}/real/renju_suites.json")) else {
        return Vec::new();
    };
    let data: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let rows = |case: &serde_json::Value| {
        let rows = case["board"].as_array().expect("a board").iter();
        rows.map(|row| row.as_str().expect("a row")).collect::<Vec<_>>().join("\n")
    };
    let cases = data["cases"].as_array().expect("cases").iter();
    cases
        .map(|case| {
            let symbols = ['.', 'X', 'O'];
            let cells = board::read(&rows(case), Size::square(15), &symbols).expect("a diagram");
            let set_up = SetUp { cells, player: 0, check: false, ..SetUp::default() };
            Options::default().set_up(&set_up).expect("a board")
        })
        .collect()
}

/// Every position of some random games: what a study or a batch asks for.
fn random_boards() -> Vec<Renju> {
    let mut boards = Vec::new();
    for seed in 0..8 {
        let mut stream = Stream::new(seed);
        let mut position = Options::default().start(&mut stream);
        Sampler::default().finish(&mut position.clone(), &mut stream, |action| {
            boards.push(position.clone());
            position.play_unchecked(action);
        });
    }
    boards
}

/// Processor time of this thread: on a shared machine the clock on the wall also counts others.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds: f64 = text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0.0);
    nanoseconds / 1e9
}
