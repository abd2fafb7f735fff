//! The exact value of a position of Pah-Tum under best play by both, and how it is reached.
//!
//! It lives with its game, not in `search/`: the tools there know the register and work for every
//! game, while this one is built on what only Pah-Tum has, lines that score.
//!
//! Depth-first search with null windows and a table of positions seen (`search.rs`, `table.rs`)
//! over one of two kinds of ending: `plain.rs` with bounds from tables of lines (`lines.rs`), and
//! `custodial.rs`. Threads search the same position in different orders and share the table; the
//! value is one and the same whoever finds it, and the line is chosen afterwards by values alone.
//!
//! The value counts points and not wins: where Yellow can still make a four of a three, that is worth
//! 7 points (10 instead of 3, T2) whoever leads. A stone never harms its owner in plain Pah-Tum, for
//! rows only grow; in the custodial game it can be captured (T4). That is why the two kinds of
//! ending are searched differently.

mod custodial;
mod lines;
mod plain;
mod search;
mod table;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::phase::Phase;
use super::position::PahTum;
use super::squares::image;
use crate::board::motions;
use crate::position::{Action, Arrays, Position, Refusal};
use custodial::Custodial;
use lines::LineTable;
use plain::{MAX_SQUARES, Plain};
use search::{ENDLESS, Ending, Moves, Searcher, Stopped};
use table::Table;

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Threads, at least 1; the result is the same for any number.
    pub threads: usize,
    /// Bytes that the table of positions may take.
    pub memory: usize,
    /// Positions to look at, rounded up to a multiple of 1,024 for each thread; `None`: no limit.
    pub nodes: Option<u64>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { threads: 1, memory: 256 << 20, nodes: None }
    }
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions looked at so far.
    ///
    /// By all threads together.
    pub nodes: u64,
    /// The value is known to be at least this ...
    pub lower: i32,
    /// ... and at most that.
    pub upper: i32,
}

/// The solution of a position.
///
/// Other moves may keep the value as well; the line names one, and always the same one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Points of seat 0 less points of seat 1 at the end, with best play by both.
    pub value: i32,
    /// Best play to the end: at each turn the first of the best moves in the order of the search.
    pub line: Vec<Action>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Solves a position. `tick` is called about every tenth of a second and may break off, which
/// gives `Ok(None)`, as does the limit of positions.
///
/// Refused are positions in a set-up, and of plain Pah-Tum those with more than 31 empty squares.
///
/// The value is that of perfect play by both from here on (T2): the points of seat 0 less those of
/// seat 1. It is not win or loss, though its sign says who wins (E9).
pub fn solve(
    position: &PahTum,
    settings: Settings,
    tick: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Option<Solution>, Refusal> {
    let empty = position.empty().count_ones();
    match position.phase {
        Phase::Over(_) => {
            let [first, second] = position.scores();
            return Ok(Some(Solution { value: first - second, line: Vec::new(), nodes: 0 }));
        }
        Phase::Play => {}
        Phase::Stones | Phase::Colours => {
            return Err(Refusal::new("T3", "solve: the set-up is not finished"));
        }
    }
    if position.custodial {
        let root = Custodial::new(position);
        return run(position, &root, settings, u64::MAX, |mv| mv, tick);
    }
    if empty > MAX_SQUARES {
        let why =
            format!("solve: {empty} empty squares, and at most {MAX_SQUARES} can be searched");
        return Err(Refusal::new("T1", why));
    }
    let mut cells = vec![0; position.points()];
    position.fill_board(&mut cells);
    let lines = LineTable::new(usize::from(position.size), &cells);
    let motions = motions_of(position, &lines.squares);
    let root =
        Plain::new(&lines, &motions, position.mover().unwrap_or(0), position.stones == [0; 2]);
    let fillings = 3_u64.saturating_pow(empty);
    let square = |mv: u16| lines.squares[usize::from(mv)];
    run(position, &root, settings, fillings, square, tick)
}

/// The motions that keep all stones of a position, as where its empty squares go by number.
///
/// A position that is its own mirror image has half as many different ones before it.
fn motions_of(position: &PahTum, squares: &[u16]) -> Vec<Vec<u8>> {
    let number = |square: u16| squares.iter().position(|&one| one == square).map(|n| n as u8);
    motions(position.grid())
        .into_iter()
        .filter(|motion| {
            position.squares().iter().all(|&stones| image(stones, &motion.points) == stones)
        })
        .map(|motion| {
            squares.iter().filter_map(|&from| number(motion.points[usize::from(from)])).collect()
        })
        .collect()
}

/// What the threads share.
///
/// Threads need not agree on an order: what one has found lies in the table for the others.
struct Shared {
    stop: AtomicBool,
    nodes: AtomicU64,
    max_nodes: u64,
    state: Mutex<RootState>,
    done: Condvar,
}

/// What is known of the root, from the mover's view.
///
/// Bounds close in while the threads search; the caller sees them as progress.
struct RootState {
    lower: i32,
    upper: i32,
    /// Value and line, when they are there.
    result: Option<(i32, Vec<u16>)>,
    /// Threads that have come to their limit.
    ended: usize,
}

/// The thread that called waits here and listens to `tick`; the threads that search never call it.
fn run<E: Ending>(
    position: &PahTum,
    root: &E,
    settings: Settings,
    positions: u64,
    square: impl Fn(u16) -> u16,
    mut tick: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Option<Solution>, Refusal> {
    let max_nodes = settings.nodes.unwrap_or(u64::MAX);
    let table = Table::new(settings.memory, positions.min(max_nodes.saturating_mul(2)));
    let shared = Shared {
        stop: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
        max_nodes,
        state: Mutex::new(RootState { lower: -ENDLESS, upper: ENDLESS, result: None, ended: 0 }),
        done: Condvar::new(),
    };
    // The view of seat 0.
    let mover = position.seat_of(position.mover().unwrap_or(0));
    let sign = if mover.0 == 0 { 1 } else { -1 };
    let progress = |(lower, upper): (i32, i32)| {
        let (lower, upper) = if sign == 1 { (lower, upper) } else { (-upper, -lower) };
        Progress { nodes: shared.nodes.load(Relaxed), lower, upper }
    };
    let solved = std::thread::scope(|scope| {
        let mut threads = 0;
        for thread in 0..settings.threads.max(1) {
            let (table, shared) = (&table, &shared);
            let begun = std::thread::Builder::new()
                .spawn_scoped(scope, move || work(root, thread, table, shared));
            match begun {
                Ok(_) => threads += 1,
                Err(error) if thread == 0 => return Err(no_thread(&error)),
                Err(_) => break, // fewer threads find the same
            }
        }
        Ok(loop {
            let state = shared.state.lock().unwrap_or_else(PoisonError::into_inner);
            let waited =
                shared.done.wait_timeout_while(state, Duration::from_millis(80), |state| {
                    state.result.is_none() && state.ended < threads
                });
            let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            let bounds = (state.lower, state.upper);
            let (result, all_ended) = (state.result.clone(), state.ended == threads);
            drop(state);
            if result.is_some() || all_ended || tick(progress(bounds)).is_break() {
                shared.stop.store(true, Relaxed);
                break result;
            }
        })
    })?;
    let Some((value, moves)) = solved else { return Ok(None) };
    let mut line: Vec<Action> = moves.into_iter().map(|mv| Action(square(mv))).collect();
    fill_up(position, &mut line);
    Ok(Some(Solution { value: sign * value, line, nodes: shared.nodes.load(Relaxed) }))
}

/// The search needs a thread beside the one that listens for Ctrl-C.
fn no_thread(error: &std::io::Error) -> Refusal {
    Refusal::of_system(format!("solve: the system gives no thread for the search: {error}"))
}

/// One thread: the value, then the line; the first to have both says so.
///
/// Every thread searches the whole; none waits for another.
fn work<E: Ending>(root: &E, thread: usize, table: &Table, shared: &Shared) {
    let mut searcher = Searcher {
        table,
        stop: &shared.stop,
        nodes: &shared.nodes,
        max_nodes: shared.max_nodes,
        uncounted: 0,
        thread,
        ply: 0,
        short: true,
        spare: Vec::new(),
    };
    let result = searcher
        .value(root, |lower, upper| {
            if let Ok(mut state) = shared.state.lock() {
                state.lower = state.lower.max(lower);
                state.upper = state.upper.min(upper);
            }
        })
        .and_then(|value| Ok((value, best_line(&mut searcher, root, value)?)));
    shared.nodes.fetch_add(searcher.uncounted, Relaxed);
    if let Ok(mut state) = shared.state.lock() {
        state.ended += 1;
        if state.result.is_none() {
            state.result = result.ok();
        }
        shared.done.notify_all();
    }
}

/// At each turn the first move that keeps the value, by the order without the table: so the line
/// depends on nothing that threads or memory change.
///
/// Each of its moves is judged by a search of its own, which the table makes short.
fn best_line<E: Ending>(
    searcher: &mut Searcher<'_>,
    root: &E,
    value: i32,
) -> Result<Vec<u16>, Stopped> {
    let (mut ending, mut value) = (root.clone(), value);
    let mut line = Vec::new();
    while !ending.is_settled() {
        let before = line.len();
        let mut moves = Moves::new();
        ending.moves(&mut moves);
        moves.sort_unstable_by_key(|&(gain, mv)| (std::cmp::Reverse(gain), mv));
        for (_, mv) in moves {
            let mut next = ending.clone();
            next.play(mv);
            if searcher.search(&next, -value, -value + 1)? <= -value {
                line.push(mv);
                ending = next;
                value = -value;
                break;
            }
        }
        debug_assert!(line.len() > before, "some move keeps the value");
        if line.len() == before {
            break;
        }
    }
    Ok(line)
}

/// Fills what no row depends on any more, square by square.
///
/// Any order will do: the value no longer depends on it.
fn fill_up(position: &PahTum, line: &mut Vec<Action>) {
    let mut end = position.clone();
    for &action in line.iter() {
        end.play_unchecked(action);
    }
    let mut actions = Vec::new();
    loop {
        end.legal_actions(&mut actions);
        let Some(&action) = actions.first() else { break };
        end.play_unchecked(action);
        line.push(action);
    }
}
