//! Speed of threats: updates of the table and of the learnt evaluation, `threats`, wins by fours and by threes,
//! published wins.
//!
//! Positions come from games on 15x15 in which stones are put near others, at random but for wins and
//! blocks. Medians; of each position the least of seven measurements.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use fivefold::board::{Colour, Grid, Point, Size};
use fivefold::games::gomoku::{Gomoku, Options};
use fivefold::games::{AnyPosition, build};
use fivefold::position::{MoveOrdering, Notation, Position, Rules, SetUp};
use fivefold::stones::Five;
use fivefold::stones::patterns::PatternTable;
use fivefold::stream::Stream;
use fivefold::threats::network::{CaptureLevels, LineNetwork, Weights};
use fivefold::threats::{forced_win, threats};
use serde_json::{Map, Value};

fn main() {
    updates();
    evaluation();
    let positions = positions(400_000);
    let some: Vec<_> = positions.iter().step_by(positions.len() / 1000).take(1000).collect();
    let mut times: Vec<_> = some.iter().map(|position| seconds_of(|| threats(*position))).collect();
    report("threats(position), any position", &mut times);
    let (mut fours, mut threes) = (Vec::new(), Vec::new());
    for position in &positions {
        let mut actions = Vec::new();
        position.winning_actions(&mut actions);
        if !actions.is_empty() || fours.len() >= 1000 && threes.len() >= 300 {
            continue;
        }
        let Some(win) = search(position, true) else { continue };
        let by_fours = win.proof[0].attack.is_none();
        let wins = if by_fours { &mut fours } else { &mut threes };
        if wins.len() < 1000 {
            wins.push((seconds_of(|| search(position, false)), win.line.len()));
        }
    }
    for (what, wins) in [("win by fours", fours), ("win by fours and threes", threes)] {
        let mut times: Vec<_> = wins.iter().map(|(time, _)| *time).collect();
        report(what, &mut times);
        let longest = wins.iter().map(|(_, length)| *length).max().unwrap_or(0);
        println!("{:34} longest {longest} turns", "");
    }
    published();
}

/// How long the wins take that others published; a second at most for each.
fn published() {
    let all: Value =
        serde_json::from_str(include_str!("../tests/data/threats/published.json")).unwrap();
    let mut options = Map::new();
    options.insert("first_move".to_owned(), "anywhere".into());
    let (mut by_fours, mut by_threats) = (Vec::new(), Vec::new());
    for case in all["cases"].as_array().unwrap() {
        let rules = build(case["rules"].as_str().unwrap(), &options).unwrap().rules;
        let position = if let Some(moves) = case["moves"].as_str() {
            let mut position = rules.start(0);
            for text in moves.split(' ') {
                position.play(position.parse_move(text).unwrap()).unwrap();
            }
            position
        } else {
            let rows = case["rows"].as_array().unwrap().iter().filter_map(Value::as_str);
            let set_up = SetUp { player: u8::from(case["to_move"] == "white"), ..SetUp::default() };
            rules.from_diagram(&rows.collect::<Vec<_>>().join("\n"), set_up).unwrap()
        };
        let AnyPosition::Renju(position) = &position else { continue };
        let (mut best, mut length) = (f64::INFINITY, None);
        for _ in 0..5 {
            let began = Instant::now();
            let mut tick = || match began.elapsed().as_secs_f64() {
                0.0..1.0 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            };
            length = forced_win(position, u64::MAX, false, &mut tick).map(|win| win.line.len());
            best = best.min(began.elapsed().as_secs_f64());
            if length.is_none() {
                break;
            }
        }
        let name = case["name"].as_str().unwrap();
        match length {
            Some(length) => println!("{name:34} {length} turns, {:.2} ms", best * 1e3),
            None => {
                best = f64::INFINITY;
                println!("{name:34} not found");
            }
        }
        if case["by"] == "fours" {
            by_fours.push(best);
        } else {
            by_threats.push((case["attacks"].as_u64().unwrap(), best));
        }
    }
    report("published wins by fours", &mut by_fours);
    for (first, last) in [(3, 5), (6, 9), (10, 11), (12, 18), (3, 9), (3, 18)] {
        let within = by_threats.iter().filter(|(attacks, _)| (first..=last).contains(attacks));
        let mut times: Vec<_> = within.map(|&(_, time)| time).collect();
        println!("published wins by threats, {first} to {last} attacks:");
        for limit in [0.05, 0.25, 1.0] {
            let solved = times.iter().filter(|time| **time <= limit).count();
            println!("{:34} {solved} of {} within {limit} s", "", times.len());
        }
        report("", &mut times);
    }
}

fn search(position: &Gomoku, proof: bool) -> Option<fivefold::threats::ForcedWin> {
    forced_win(position, 20_000, proof, &mut || ControlFlow::Continue(()))
}

/// Positions of many games, those with eight stones and more.
fn positions(count: usize) -> Vec<Gomoku> {
    let (mut stream, mut positions) = (Stream::new(7), Vec::new());
    let rules = Options::freestyle();
    while positions.len() < count / 100 {
        let mut position = rules.start(&mut stream);
        for turn in 0..40 {
            let mut actions = Vec::new();
            position.winning_actions(&mut actions);
            if actions.is_empty() {
                position.blocking_actions(&mut actions);
            }
            if actions.is_empty() {
                position.near_actions(&mut actions);
            }
            position.play_unchecked(actions[stream.below(actions.len())]);
            if position.outcome().is_some() {
                break;
            }
            if turn >= 8 {
                positions.push(position.clone());
            }
        }
    }
    positions
}

/// Stones put on a board that fills up to sixty stones, and taken back again.
fn updates() {
    let size = Size::square(15);
    let mut stream = Stream::new(3);
    let mut points: Vec<_> = (0..225).map(Point).collect();
    for place in (1..points.len()).rev() {
        points.swap(place, stream.below(place + 1));
    }
    let mut table = PatternTable::new(&Grid::new(size), [Five::OrMore; 2]);
    let mut times = Vec::new();
    for _ in 0..9 {
        let began = Instant::now();
        for _ in 0..2000 {
            for (number, &point) in points[..60].iter().enumerate() {
                table.put(Colour::BOTH[number % 2], point);
            }
            for _ in 0..60 {
                table.undo();
            }
        }
        black_box(&table);
        times.push(began.elapsed().as_secs_f64() / (2000.0 * 60.0));
    }
    report("stone put and taken back", &mut times);
}

/// The learnt evaluation among forty stones: each empty point in turn takes a stone and gives it back.
fn evaluation() {
    let weights = include_bytes!("../src/threats/network/freestyle.nn");
    let weights = Arc::new(Weights::read(weights).expect("the weights are whole"));
    let (size, mut stream) = (Size::square(15), Stream::new(5));
    let mut grid = Grid::new(size);
    for stone in 0..40 {
        let empty: Vec<_> = size.iter().filter(|&point| grid.is_empty(point)).collect();
        grid.put(Colour::BOTH[stone % 2], empty[stream.below(empty.len())]);
    }
    let empty: Vec<_> = size.iter().filter(|&point| grid.is_empty(point)).collect();
    let mut network = LineNetwork::new(weights, &grid);
    let (mut turns, mut values) = (Vec::new(), Vec::new());
    for &point in &empty {
        let mut min = [f64::INFINITY; 2];
        for _ in 0..7 {
            let began = Instant::now();
            for _ in 0..100 {
                network.turn(Colour::Black, point, true);
                network.turn(Colour::Black, point, false);
            }
            min[0] = min[0].min(began.elapsed().as_secs_f64() / 200.0);
            network.turn(Colour::Black, point, true);
            let began = Instant::now();
            for _ in 0..100 {
                black_box(network.value(black_box(Colour::White), CaptureLevels::default()));
            }
            min[1] = min[1].min(began.elapsed().as_secs_f64() / 100.0);
            network.turn(Colour::Black, point, false);
        }
        turns.push(min[0]);
        values.push(min[1]);
    }
    report("evaluation, stone put or taken", &mut turns);
    report("evaluation, value", &mut values);
}

/// The least of several measurements: on a shared machine what is more is others' work.
fn seconds_of<T>(work: impl Fn() -> T) -> f64 {
    let began = Instant::now();
    black_box(work());
    let repetitions = (5e-5 / began.elapsed().as_secs_f64()).ceil().max(1.0) as u32;
    let measure = || {
        let began = Instant::now();
        for _ in 0..repetitions {
            black_box(work());
        }
        began.elapsed().as_secs_f64() / f64::from(repetitions)
    };
    (0..7).map(|_| measure()).fold(f64::INFINITY, f64::min)
}

fn report(what: &str, times: &mut [f64]) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize] * 1e6;
    let (median, nine, worst) = (at(0.5), at(0.9), at(1.0));
    let count = times.len();
    println!("{what:34} median {median:.2} us, 90 % {nine:.2}, worst {worst:.1} ({count})");
}
