//! Speed of random play, one line of JSON a row; `make bench` makes the table of it.
//!
//! Rates are in processor time of one thread, and medians of several rounds in which every row has its
//! turn, so that rows of one run can be compared even on a shared machine.
//!
//! `speed` measures every preset, `speed PRESET ...` some; `speed --games PRESET N` plays N games and
//! measures nothing, for counting instructions from outside, and `speed --batch PRESET N HOW` makes N
//! steps of a batch: HOW is `steps`, `watched` (with observations) or `random`. `speed --names` lists
//! the presets. The first rows are no presets and live here alone, for ratios: `reference`, a plain
//! kernel, and `draws`, the random numbers of a game alone.

mod reference;

use std::hint::black_box;
use std::io::IsTerminal;
use std::ops::ControlFlow;

use fivefold::batch::{self, BatchStep};
use fivefold::games::{self, AnyPosition, Registered};
use fivefold::playout::{Sequence, Source};
use fivefold::position::{Action, Position};
use fivefold::stream::game_seed;

const ROUNDS: usize = 9;
/// In seconds: the system counts a thread's time in steps of some milliseconds.
const LONG_ENOUGH: f64 = 0.2;

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
        match REFERENCES.iter().find(|(name, _)| *name == arguments[1]) {
            Some((_, play)) => black_box(play(games)),
            None => black_box(play(&sequence(&arguments[1]), games)),
        };
        return;
    }
    if arguments.first().is_some_and(|first| first == "--batch") {
        let steps = arguments[2].parse().expect("a number of steps");
        step_batch(&sequence(&arguments[1]), steps, &arguments[3]);
        return;
    }
    let is_selected = |name: &str| arguments.is_empty() || arguments.iter().any(|one| one == name);
    let references = REFERENCES.iter().map(|&(name, play)| Row::new(name, play));
    let presets = games::PRESETS.iter().map(|preset| {
        let sequence = sequence(preset.name);
        Row::new(preset.name, move |games| play(&sequence, games))
    });
    let mut rows: Vec<Row> =
        references.chain(presets).filter(|row| is_selected(row.name)).collect();
    for row in &mut rows {
        row.games = times_to_be_timed(|games| row.run(games));
    }
    for round in 1..=ROUNDS {
        for row in &mut rows {
            if std::io::stderr().is_terminal() {
                eprint!("\r\x1b[Kround {round} of {ROUNDS}: {}", row.name);
            }
            let seconds = seconds_of(|| row.run(row.games));
            row.rates.push(row.games as f64 / seconds);
        }
    }
    if std::io::stderr().is_terminal() {
        eprintln!();
    }
    for row in &rows {
        println!("{}", row.json());
    }
}

/// What is measured: a reference or a preset.
struct Row {
    name: &'static str,
    /// Plays `games` games and gives how many actions they had.
    play: Box<dyn Fn(usize) -> u64>,
    /// Games a round, and games a second in each.
    games: usize,
    rates: Vec<f64>,
}

impl Row {
    fn new(name: &'static str, play: impl Fn(usize) -> u64 + 'static) -> Self {
        Self { name, play: Box::new(play), games: 0, rates: Vec::new() }
    }

    fn run(&self, games: usize) {
        black_box((self.play)(games));
    }

    fn json(&self) -> serde_json::Value {
        const SAMPLE: usize = 2000;
        let actions = (self.play)(SAMPLE) as f64 / SAMPLE as f64;
        let median = median(self.rates.clone());
        let mut row = serde_json::json!({
            "preset": self.name,
            "games_per_second": median,
            "games_per_second_by_round": self.rates,
            "actions_per_second": actions * median,
        });
        // A reference has no position and lists no actions.
        if REFERENCES.iter().all(|(name, _)| *name != self.name) {
            let sequence = sequence(self.name);
            row["legal_actions_nanoseconds"] = legal_actions_nanoseconds(&sequence).into();
            row["position_bytes"] = position_bytes(&sequence).into();
        }
        row
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

/// Makes steps of a batch, small enough for one thread; games that are over begin anew.
fn step_batch(sequence: &Sequence, steps: usize, how: &str) {
    const SIZE: usize = 64;
    let seeds: Vec<u64> = seeds(SIZE).collect();
    let mut batch = batch::any(&sequence.game.rules, &seeds).expect("enough memory");
    let width = batch.info().num_actions;
    if how == "watched" {
        batch.enable_observations();
    }
    let mut actions = vec![-1; SIZE];
    for step in 0..steps {
        if how == "random" {
            batch.play_random(0..SIZE, Some(1));
            continue;
        }
        let arrays = batch.arrays();
        let masks = arrays.masks.as_slice().expect("one block").chunks_exact(width);
        for (game, (action, mask)) in actions.iter_mut().zip(masks).enumerate() {
            // Another action in each game, and in each step.
            let from = (step * 61 + game * 17) % width;
            let legal = |from: usize| mask[from..].iter().position(|&legal| legal);
            let known = legal(from).map(|next| from + next).or_else(|| legal(0));
            *action = known.map_or(-1, |action| action as i32);
        }
        let step = BatchStep { autoreset: true, ..BatchStep::of(&actions) };
        batch.step(step).expect("legal actions");
    }
    black_box(batch.turns());
}

/// What the presets are measured against, each given a number of games and giving that of actions.
const REFERENCES: [(&str, fn(usize) -> u64); 2] =
    [("reference", play_reference), ("sampling", sample_points)];

/// The same by the reference kernel.
fn play_reference(games: usize) -> u64 {
    seeds(games).map(|seed| reference::play(seed).1 as u64).sum()
}

/// Only draws the points of games.
fn sample_points(games: usize) -> u64 {
    for seed in seeds(games) {
        black_box(reference::sample_points(seed));
    }
    (games * reference::DRAWS) as u64
}

fn seeds(games: usize) -> impl Iterator<Item = u64> {
    (0..games as u64).map(|index| game_seed(1, index))
}

/// How often work must be done at once to be timed.
fn times_to_be_timed(mut work: impl FnMut(usize)) -> usize {
    let mut times = 16;
    while seconds_of(|| work(times)) < LONG_ENOUGH {
        times *= 2;
    }
    times
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
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
        let mut work = |times| for _ in 0..times {
            for position in &positions {
                position.legal_actions(&mut legal);
                black_box(&legal);
            }
        };
        let times = times_to_be_timed(&mut work);
        let seconds = median((0..ROUNDS).map(|_| seconds_of(|| work(times))).collect());
        1e9 * seconds / (times * positions.len()) as f64
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

/// Processor time of this thread that some work takes: on a shared machine the clock on the wall
/// also counts others.
fn seconds_of(work: impl FnOnce()) -> f64 {
    let began = processor_seconds();
    work();
    processor_seconds() - began
}

/// Linux tells the nanoseconds that a thread ran; elsewhere the clock on the wall has to do.
fn processor_seconds() -> f64 {
    use std::time::{SystemTime, UNIX_EPOCH};
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedstat.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(
        || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |now| now.as_secs_f64()),
        |nanoseconds| nanoseconds / 1e9,
    )
}
