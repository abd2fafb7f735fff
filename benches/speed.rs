//! Speed of random play, one line of JSON a row; `make bench` makes the table of it.
//!
//! Rates are medians of several repetitions in one run, in processor time of one thread, so that
//! rows of one run can be compared even on a shared machine.
//!
//! `speed` measures every preset, `speed PRESET ...` some; `speed --games PRESET N` plays N games and
//! measures nothing, for counting instructions from outside; `speed --names` lists the presets. The
//! first row, `reference`, is no preset but a plain kernel that lives here alone, for ratios.

mod reference;

use std::hint::black_box;
use std::ops::ControlFlow;

use fivefold::batch::Batch;
use fivefold::games::{self, AnyPosition, Registered};
use fivefold::playout::{Sequence, Source};
use fivefold::position::{Action, Position};
use fivefold::stream::game_seed;

const REPETITIONS: usize = 7;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if arguments.first().is_some_and(|first| first == "--names") {
        for preset in games::PRESETS {
            println!("{}", preset.name);
        }
        return;
    }
    if arguments.first().is_some_and(|first| first == "--games") {
        let games = arguments[2].parse().expect("a number of games");
        if arguments[1] == "reference" {
            black_box(play_reference(games));
        } else {
            black_box(play(&sequence(&arguments[1]), games));
        }
        return;
    }
    if arguments.is_empty() || arguments.iter().any(|name| name == "reference") {
        measure_reference();
    }
    for preset in games::PRESETS {
        if arguments.is_empty() || arguments.iter().any(|name| name == preset.name) {
            measure(preset.name);
        }
    }
}

fn sequence(preset: &str) -> Sequence {
    let game = games::preset(preset).expect("a preset");
    Sequence { game, source: Source::Rules, seed: 1 }
}

/// Plays games on this thread; gives how many actions they had.
fn play(sequence: &Sequence, games: usize) -> u64 {
    let results = sequence.play(0, games, 1, |_| ControlFlow::Continue(())).expect("no break");
    results.actions.iter().map(|&actions| u64::from(actions)).sum()
}

/// The same by the reference kernel.
fn play_reference(games: usize) -> u64 {
    let seeds = (0..games as u64).map(|index| game_seed(1, index));
    seeds.map(|seed| reference::play(seed).1 as u64).sum()
}

/// The median and the best of several repetitions, in games a second, and the actions a second.
fn rates(play: impl Fn(usize) -> u64) -> [f64; 3] {
    let mut games = 16;
    while seconds_of(|| play(games)).0 < 0.05 {
        games *= 2;
    }
    let mut runs: Vec<(f64, u64)> = (0..REPETITIONS).map(|_| seconds_of(|| play(games))).collect();
    runs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (seconds, actions) = runs[REPETITIONS / 2];
    [games as f64 / seconds, games as f64 / runs[0].0, actions as f64 / seconds]
}

/// The reference kernel has no position and lists no actions.
fn measure_reference() {
    let [median, best, actions] = rates(play_reference);
    let row = serde_json::json!({
        "preset": "reference",
        "games_per_second": median,
        "best_games_per_second": best,
        "actions_per_second": actions,
        "legal_actions_nanoseconds": 0.0,
        "position_bytes": 0,
        "batch_steps_per_second": f64::NAN,
    });
    println!("{row}");
}

fn measure(preset: &str) {
    let sequence = sequence(preset);
    let [median, best, actions] = rates(|games| play(&sequence, games));
    let row = serde_json::json!({
        "preset": preset,
        "games_per_second": median,
        "best_games_per_second": best,
        "actions_per_second": actions,
        "legal_actions_nanoseconds": legal_actions_nanoseconds(&sequence),
        "position_bytes": position_bytes(&sequence),
        "batch_steps_per_second": batch_rate(&sequence),
    });
    println!("{row}");
}

/// The position inside, which is of these rules.
fn inside<'a, R>(_: &R, any: &'a AnyPosition) -> &'a R::Position
where
    R: fivefold::position::Rules<Position: Registered>,
{
    R::Position::inside(any).expect("a position of these rules")
}

/// What listing the legal actions of a position takes, over all positions of a few games.
fn legal_actions_nanoseconds(sequence: &Sequence) -> f64 {
    use fivefold::games::Rules;
    let games: Vec<(_, Vec<Action>)> = (0..8).map(|index| sequence.game(index)).collect();
    fivefold::with_game!(Rules, &sequence.game.rules, rules => {
        let mut positions = Vec::new();
        for (start, actions) in &games {
            let mut position = inside(rules, start).clone();
            for &action in actions {
                positions.push(position.clone());
                position.play_unchecked(action);
            }
        }
        let mut legal = Vec::new();
        let mut list = || for position in &positions {
            position.legal_actions(&mut legal);
            black_box(&legal);
        };
        let mut rates: Vec<f64> = (0..REPETITIONS)
            .map(|_| seconds_of(|| (0..32).for_each(|_| list())).0 / (32 * positions.len()) as f64)
            .collect();
        rates.sort_by(f64::total_cmp);
        1e9 * rates[REPETITIONS / 2]
    })
}

/// Memory of a position by itself; what larger boards keep on the heap comes on top.
fn position_bytes(sequence: &Sequence) -> usize {
    fn bytes<R: fivefold::position::Rules>(_: &R) -> usize {
        size_of::<R::Position>()
    }
    use fivefold::games::Rules;
    fivefold::with_game!(Rules, &sequence.game.rules, rules => bytes(rules))
}

/// Steps a second of a batch of 1024 with masks and observations, actions drawn beforehand.
fn batch_rate(sequence: &Sequence) -> f64 {
    const GAMES: usize = 1024;
    const STEPS: usize = 24;
    use fivefold::games::Rules;
    let scripts: Vec<Vec<Action>> = (0..GAMES).map(|i| sequence.game(i as u64).1).collect();
    let seeds: Vec<u64> = (0..GAMES as u64).map(|index| sequence.seed_of(index)).collect();
    let playable = |step: usize| scripts.iter().all(|script| script.len() > step + 1);
    let steps = (0..STEPS).take_while(|&step| playable(step)).count();
    let chance = sequence.game(0).0.decider() == fivefold::position::Decider::Chance;
    if steps == 0 || chance {
        return f64::NAN;
    }
    let mut rates: Vec<f64> = (0..3)
        .map(|_| {
            fivefold::with_game!(Rules, &sequence.game.rules, rules => {
                let mut batch = Batch::new(rules.clone(), &seeds).expect("enough memory");
                batch.watch();
                let (seconds, ()) = seconds_of(|| for step in 0..steps {
                    let actions: Vec<i32> =
                        scripts.iter().map(|script| i32::from(script[step].0)).collect();
                    batch.step(&actions, None).expect("the script is legal");
                });
                (GAMES * steps) as f64 / seconds
            })
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    rates[1]
}

/// Processor time of this thread that some work takes: on a shared machine the clock on the wall
/// also counts others.
fn seconds_of<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let began = processor_seconds();
    let value = work();
    (processor_seconds() - began, value)
}

/// Linux tells the nanoseconds that a thread ran; elsewhere the clock on the wall has to do.
fn processor_seconds() -> f64 {
    use std::time::{SystemTime, UNIX_EPOCH};
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(
        || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |now| now.as_secs_f64()),
        |nanoseconds| nanoseconds / 1e9,
    )
}
