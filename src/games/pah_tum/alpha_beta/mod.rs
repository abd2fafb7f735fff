//! A principal variation search with an evaluation that was learnt, for the player `alpha_beta` in plain Pah-Tum.
//!
//! | file | what it holds |
//! |---|---|
//! | `evaluation.rs` | the value of a line |
//! | `weights.txt` | what was learnt, for `evaluation.rs` |
//! | `board.rs` | the board, each line as either colour sees it |
//!
//! Each stone changes one row and one column, so that a move is evaluated by a few numbers of a table. All moves
//! are ordered by that, late ones are searched less deep, and in the last decision before the horizon none is played.
//!
//! Nothing is won before the board is full (T2), and a stone never harms its owner, so there is nothing quiet to
//! wait for: a position at the horizon is evaluated as it stands. A search that reaches the last square knows the
//! result, which counts more than any evaluation. Near the end the solver is asked before this search, since its
//! bounds leave more out (`players/kinds.rs`). What it plays there keeps the best margin and so the best result; a
//! lost position is searched here, since the other side may err, and by the evaluation it errs where most is
//! left to gain.

mod board;
mod evaluation;

use std::cmp::Reverse;
use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::position::PahTum;
use crate::board::ones;
use crate::position::{Action, OwnSearch};
use crate::solve::Bound;
use board::Board;

/// From these places on a move is searched one less deep, two, and three, where more than as many are left.
const LATE: [usize; 3] = [3, 8, 16];
/// Below every value, and above if its sign is turned.
const LOWEST: i32 = -2_000_000;
/// Positions between two looks for Ctrl-C and at the clock.
const POLL_EVERY: u64 = 512;
/// Entries of the table: for each position that may be searched one, as powers of two. The largest table takes a few
/// megabytes.
const ENTRIES: [u64; 2] = [1 << 10, 1 << 18];

/// Squares with what a stone there gains.
type Moves = SmallVec<[(i32, u32); 64]>;

/// What is known of a position, for its mover. A table has one entry for all positions whose keys end alike, the
/// one that was searched last.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    value: i32,
    /// 0 where nothing is stored.
    depth: u8,
    bound: Bound,
    best: u8,
}

/// Nothing is stored.
const EMPTY: Entry = Entry { key: 0, value: 0, depth: 0, bound: Bound::Exact, best: 0 };

/// A search from one position.
struct Search<'a> {
    board: Board,
    table: Vec<Entry>,
    searched: u64,
    nodes: u64,
    stopped: bool,
    tick: &'a mut dyn FnMut() -> ControlFlow<()>,
}

impl OwnSearch for PahTum {
    fn best_action(&self, nodes: u64, tick: &mut dyn FnMut() -> ControlFlow<()>) -> Action {
        Search::new(self, nodes, tick).best()
    }
}

impl<'a> Search<'a> {
    /// Before the first position. The number of positions limits the table, too, so that many small searches side by
    /// side stay cheap.
    fn new(position: &PahTum, nodes: u64, tick: &'a mut dyn FnMut() -> ControlFlow<()>) -> Self {
        let entries = nodes.clamp(ENTRIES[0], ENTRIES[1]).next_power_of_two();
        Self {
            board: Board::new(position),
            table: vec![EMPTY; entries as usize],
            searched: 0,
            nodes,
            stopped: false,
            tick,
        }
    }

    /// The best move, searched one deeper each time; of a round that was stopped what it had come to, since
    /// it begins with the best of the round before.
    fn best(&mut self) -> Action {
        let mut moves = self.ordered(None);
        let mut depth = 1;
        while depth <= self.board.left() && moves.len() > 1 && !self.stopped {
            let (mut alpha, mut best) = (LOWEST, 0);
            for (place, &(_, square)) in moves.iter().enumerate() {
                let value = self.child(square, depth, (alpha, -LOWEST), place);
                if self.stopped {
                    break;
                }
                if value > alpha {
                    (alpha, best) = (value, place);
                }
            }
            moves[..=best].rotate_right(1);
            depth += 1;
        }
        Action(moves[0].1 as u16)
    }

    /// The squares of all moves with what they gain, the best first; `first` before them, which is the best of an
    /// earlier search.
    fn ordered(&self, first: Option<u32>) -> Moves {
        let values = self.board.values(self.board.phase(1));
        let gain = |square| match first {
            Some(first) if first == square => i32::MAX,
            _ => self.board.gain(values, square),
        };
        let mut moves: Moves =
            ones(self.board.empty).map(|square| (gain(square), square)).collect();
        moves.sort_unstable_by_key(|&entry| Reverse(entry));
        moves
    }

    /// What a move is worth for the mover, who sees `depth` moves ahead, this one among them: in a narrow window, unless it is the
    /// first, and late ones less deep, as long as they seem no better.
    fn child(&mut self, square: u32, depth: usize, (alpha, beta): (i32, i32), place: usize) -> i32 {
        self.board.put(square);
        let mut after = |depth, alpha: i32, beta: i32| -self.search(depth, (-beta, -alpha));
        let late = LATE.iter().filter(|&&late| place >= late).count().min(depth.saturating_sub(2));
        let value = if place == 0 {
            after(depth - 1, alpha, beta)
        } else {
            let mut value = after(depth - 1 - late, alpha, alpha + 1);
            if late > 0 && value > alpha {
                value = after(depth - 1, alpha, alpha + 1);
            }
            if value > alpha && value < beta { after(depth - 1, alpha, beta) } else { value }
        };
        self.board.take(square);
        value
    }

    /// What the position is worth for its mover, who sees `depth` moves ahead.
    fn search(&mut self, depth: usize, (alpha, beta): (i32, i32)) -> i32 {
        self.searched += 1;
        self.stopped |= self.searched >= self.nodes
            || (self.searched.is_multiple_of(POLL_EVERY) && (self.tick)().is_break());
        if self.stopped {
            return 0;
        }
        match (self.board.left(), depth) {
            (0, _) => return self.board.result(),
            (1, _) => return self.last(),
            (_, 0) => return self.board.evaluation(),
            (_, 1) => return self.after_best_gain(),
            _ => {}
        }
        let slot = self.board.key as usize & (self.table.len() - 1);
        let entry = self.table[slot];
        let is_known = entry.depth > 0 && entry.key == self.board.key;
        let is_enough = entry.bound.is_enough(entry.value, alpha, beta);
        if is_known && is_enough && usize::from(entry.depth) >= depth {
            return entry.value;
        }
        let moves = self.ordered(is_known.then_some(entry.best.into()));
        let (mut max, mut best, mut low) = (LOWEST, moves[0].1, alpha);
        for (place, &(_, square)) in moves.iter().enumerate() {
            let value = self.child(square, depth, (low, beta), place);
            if self.stopped {
                return 0;
            }
            if value > max {
                (max, best) = (value, square);
                low = low.max(value);
            }
            if value >= beta {
                break;
            }
        }
        let bound = Bound::of(max, alpha, beta);
        let (depth, best) = (depth as u8, best as u8);
        self.table[slot] = Entry { key: self.board.key, value: max, depth, bound, best };
        max
    }

    /// The result after the last stone, which has one place left to go. Nobody may pass (T6).
    fn last(&mut self) -> i32 {
        let square = self.board.empty.trailing_zeros();
        self.board.put(square);
        let result = -self.board.result();
        self.board.take(square);
        result
    }

    /// The evaluation after the stone that gains most: none is put, since a stone changes two lines alone.
    fn after_best_gain(&self) -> i32 {
        let phase = self.board.phase(1);
        let values = self.board.values(phase);
        let gains = ones(self.board.empty).map(|square| self.board.gain(values, square));
        self.board.lead(values) + gains.max().unwrap_or(0) - self.board.tempo(phase)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pah_tum::{Options, solver};
    use crate::playout::Sampler;
    use crate::position::{Position as _, Rules as _};
    use crate::stream::Stream;

    fn go_on() -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A position of a random game with this number of empty squares.
    fn left(size: u8, seed: u64, empty: u32) -> PahTum {
        let (mut stream, mut sampler) = (Stream::new(seed), Sampler::default());
        let mut position = Options { size, ..Options::default() }.start(&mut stream);
        while position.empty().count_ones() > empty {
            sampler.step(&mut position, &mut stream);
        }
        position
    }

    #[test]
    fn a_stone_gains_what_the_lines_are_worth_more() {
        for size in [5, 7, 9, 11] {
            for seed in 0..10 {
                let position = left(size, seed, 8 + seed as u32);
                let mut board = Board::new(&position);
                for square in ones(position.empty()) {
                    let values = board.values(board.phase(1));
                    let expected = board.lead(values) + board.gain(values, square);
                    board.put(square);
                    let mut next = position.clone();
                    next.play_unchecked(Action(square as u16));
                    assert_eq!(expected, -board.lead(values));
                    assert_eq!(expected, -Board::new(&next).lead(values), "as a new board has it");
                    board.take(square);
                    assert_eq!(board.empty, position.empty());
                }
            }
        }
    }

    /// The value without a window, a table and moves left out.
    fn plain(board: &mut Board, depth: usize) -> i32 {
        match (board.left(), depth) {
            (0, _) => return board.result(),
            (_, 0) => return board.evaluation(),
            _ => {}
        }
        let mut best = LOWEST;
        for square in ones(board.empty) {
            board.put(square);
            best = best.max(-plain(board, depth - 1));
            board.take(square);
        }
        best
    }

    #[test]
    fn two_moves_deep_it_finds_what_a_search_of_all_moves_finds() {
        for size in [5, 7, 9] {
            for (seed, empty) in (0..12).zip([2, 3, 5, 8, 12, 19].into_iter().cycle()) {
                let position = left(size, seed, empty);
                let mut tick = go_on;
                let mut search = Search::new(&position, u64::MAX, &mut tick);
                for depth in 0..=2 {
                    let value = search.search(depth, (LOWEST, -LOWEST));
                    assert_eq!(value, plain(&mut Board::new(&position), depth), "{position}");
                }
            }
        }
    }

    #[test]
    fn an_ending_is_played_to_the_result_that_the_solver_knows() {
        let result = |position: &PahTum| {
            let settings = solver::Settings { memory: 1 << 20, ..solver::Settings::default() };
            let solution = solver::solve(position, settings, |_| go_on()).unwrap().unwrap();
            solution.value.signum()
        };
        for size in [5, 7] {
            for seed in 0..20 {
                let position = left(size, seed, 8);
                let mut next = position.clone();
                next.play_unchecked(position.best_action(u64::MAX, &mut go_on));
                assert_eq!(result(&next), result(&position), "{position}");
            }
        }
    }

    #[test]
    fn a_search_that_is_stopped_names_the_move_that_gains_most() {
        let position = left(7, 1, 30);
        let board = Board::new(&position);
        let gain = |square| board.gain(board.values(board.phase(1)), square);
        let action = position.best_action(u64::MAX, &mut || ControlFlow::Break(()));
        let best = ones(board.empty).map(gain).max();
        let stopped = position.best_action(1, &mut go_on);
        assert_eq!(Some(gain(stopped.0.into())), best);
        assert!(position.is_legal(action));
    }
}
