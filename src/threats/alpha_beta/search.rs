//! The search of one thread.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::board::{Colour, Point};
use crate::solve::Bound;
use crate::stones::{Fouls, Setting};
use crate::threats::board::{Board, Budget};
use crate::threats::evaluation::{Evaluation, Shape};
use crate::threats::fours::Status;
use crate::threats::network::Weights;
use crate::threats::proof_numbers::Prover;
use crate::threats::transpositions::{Transposition, Transpositions};

/// Moves looked ahead at most, and moves on one line: answers to a four do not count as depth.
const MAX_DEPTH: i32 = 40;
const MAX_MOVES: i32 = 80;
/// Positions that a search for continuous fours may look at: at the end of a line, and before.
const EFFORT: (u64, u64) = (15, 40);
/// The same at the root, for what the other colour threatens.
const ROOT_EFFORT: u64 = 1_000;
/// Positions kept at most in the searches for continuous fours: some tens of megabytes.
const MAX_STORED: u64 = 1 << 20;
/// A win at once; one that takes longer is worth a little less.
const WIN: i32 = 1_000_000;
/// Values beyond this are wins, below its negative losses; what is evaluated lies between.
pub const DECIDED: i32 = WIN - 1_000;
const MAX_VALUE: i32 = 500_000;

/// What is asked of a position: for how deep a search, after how many moves, and between which bounds.
#[derive(Clone, Copy)]
struct Window {
    depth: i32,
    moves: i32,
    alpha: i32,
    beta: i32,
}

impl Window {
    /// The same for the other colour.
    fn turned(&self, depth: i32) -> Self {
        Self { depth, moves: self.moves + 1, alpha: -self.beta, beta: -self.alpha }
    }
}

pub struct AlphaBetaSearch<'a, F> {
    pub board: Board<'a, F>,
    pub evaluation: Evaluation,
    pub shape: Shape,
    pub provers: [Prover; 2],
    /// The searches for continuous fours forget once this number of positions was looked at.
    forget_at: u64,
    table: Transpositions,
    /// The stones played, with those that each has captured.
    played: Vec<(Colour, Point, Vec<Point>)>,
}

impl<'a, F: Fouls> AlphaBetaSearch<'a, F> {
    pub fn new(
        setting: &Setting<F>,
        weights: Option<Arc<Weights>>,
        table: Transpositions,
        budget: Budget<'a>,
    ) -> Self {
        let evaluation = Evaluation::new(weights, &setting.grid);
        Self {
            shape: evaluation.shape(),
            evaluation,
            table,
            board: Board::new(setting, budget),
            provers: Colour::BOTH.map(Prover::new),
            forget_at: MAX_STORED,
            played: Vec::new(),
        }
    }

    fn play(&mut self, colour: Colour, point: Point) {
        let captured = self.board.captured(colour, point);
        self.board.play(colour, point);
        self.evaluation.play(colour, point, &captured);
        self.played.push((colour, point, captured));
    }

    fn undo(&mut self) {
        let Some((colour, point, captured)) = self.played.pop() else { return };
        self.board.undo();
        self.evaluation.undo(colour, point, &captured);
    }

    /// The value and the points in the order of the last round that was finished.
    pub fn best(&mut self, own: Colour, first_depth: i32) -> (i32, Vec<Point>) {
        let mut value = self.evaluate(own);
        let mut points = Vec::new();
        self.candidates(own, self.shape.root, None, &mut points);
        let mut is_complete = false;
        points.retain(|&point| self.board.allows(own, point));
        for depth in first_depth..=MAX_DEPTH {
            let mut window = Window { depth, moves: 0, alpha: -WIN, beta: WIN };
            let mut ranked: Vec<(i32, Point)> = Vec::new();
            while let Some(&point) = points.get(ranked.len()) {
                self.play(own, point);
                let value = self.next_value(own, window, depth - 1, ranked.len());
                self.undo();
                if self.board.budget.is_spent {
                    break;
                }
                ranked.push((value, point));
                window.alpha = window.alpha.max(value);
                if ranked.len() == points.len() && window.alpha < -DECIDED && !is_complete {
                    is_complete = true;
                    points.extend(self.others(own, &points, ROOT_EFFORT));
                }
            }
            // The first found of the best; a round that was broken off may have found a better one.
            ranked.sort_by_key(|&(value, _)| Reverse(value));
            let ahead: Vec<Point> = ranked.iter().map(|&(_, point)| point).collect();
            points.retain(|point| !ahead.contains(point));
            points.splice(0..0, ahead);
            let is_spent = self.board.budget.is_spent;
            if !is_spent && !ranked.is_empty() {
                value = window.alpha;
            }
            if is_spent || ranked.len() < 2 || window.alpha.abs() > DECIDED {
                break;
            }
        }
        (value, points)
    }

    /// The value to `own` after its stone, the other colour to move: the first move of a position in full, others
    /// only as far as they are better, and late ones less deep at first.
    fn next_value(&mut self, own: Colour, window: Window, depth: i32, place: usize) -> i32 {
        let other = own.other();
        if place > 0 {
            let null = Window { beta: window.alpha + 1, ..window };
            let less = (self.shape.late)(depth + 1, place).min(depth.max(0));
            let mut value = -self.value(other, null.turned(depth - less));
            if value > window.alpha && less > 0 && !self.board.budget.is_spent {
                value = -self.value(other, null.turned(depth));
            }
            if value <= window.alpha || value >= window.beta || self.board.budget.is_spent {
                return value;
            }
        }
        -self.value(other, window.turned(depth))
    }

    /// The value to the colour to move.
    fn value(&mut self, own: Colour, window: Window) -> i32 {
        let Window { depth, moves, .. } = window;
        if !self.board.budget.count() || moves >= MAX_MOVES {
            return self.evaluate(own);
        }
        if self.board.is_drawn(own) || self.board.is_stuck(own) {
            return 0;
        }
        if self.wins_at_once(own) {
            return WIN - moves;
        }
        let mut points = Vec::new();
        if self.answers(own, &mut points) {
            // One answer is no choice: it costs no depth.
            let depth = if points.len() == 1 { depth } else { depth - 1 };
            return self.best_of(own, &points, window, depth).0;
        }
        let key = self.board.key() ^ own.index() as u64;
        let known = self.table.get(key);
        if let Some(known) = known
            && i32::from(known.depth) >= depth
        {
            let value = from_table(known.value, moves);
            if known.bound.is_enough(value, window.alpha, window.beta) {
                return value;
            }
        }
        let is_null = window.beta - window.alpha == 1;
        let estimate = (depth <= self.shape.last).then(|| self.evaluate(own));
        let (above, below) = self.shape.margins;
        // Far above the bound no win that was found would change the answer.
        if let Some(estimate) = estimate
            && (depth <= 0 || is_null)
            && window.beta.abs() < DECIDED
            && estimate - above * depth.max(0) >= window.beta
        {
            return estimate - above * depth.max(0);
        }
        if self.board.budget.nodes > self.forget_at {
            self.provers = Colour::BOTH.map(Prover::new);
            self.forget_at = self.board.budget.nodes + MAX_STORED;
        }
        let effort = if depth <= 0 { EFFORT.0 } else { EFFORT.1 };
        if self.provers[own.index()].win_by_fours(&mut self.board, effort) == Status::Win {
            let length = self.provers[own.index()].line(false).len() as i32;
            return WIN - moves - length - 1;
        }
        if let Some(estimate) = estimate
            && (depth <= 0 || depth == 1 && is_null && estimate + below <= window.alpha)
        {
            return estimate;
        }
        let first = known.map(|known| known.best);
        let less = 1 + i32::from(first.is_none() && depth >= self.shape.unknown);
        self.candidates(own, (self.shape.width)(depth), first, &mut points);
        let (mut value, mut best) = self.best_of(own, &points, window, depth - less);
        if value < -DECIDED && value < window.beta && !self.board.budget.is_spent {
            let others = self.others(own, &points, effort);
            let window = Window { alpha: window.alpha.max(value), ..window };
            let second = self.best_of(own, &others, window, depth - 1);
            if second.0 > value {
                (value, best) = second;
            }
        }
        if let Some(best) = best
            && !self.board.budget.is_spent
        {
            let bound = Bound::of(value, window.alpha, window.beta);
            let depth = depth as i8;
            self.table
                .put(key, Transposition { value: to_table(value, moves), depth, bound, best });
        }
        value
    }

    /// The value of the best of some points, and that point; a loss where none is allowed.
    fn best_of(
        &mut self,
        own: Colour,
        points: &[Point],
        mut window: Window,
        depth: i32,
    ) -> (i32, Option<Point>) {
        let mut best = (window.moves + 1 - WIN, None);
        let mut place = 0;
        for &point in points {
            if !self.board.allows(own, point) {
                continue;
            }
            self.play(own, point);
            let value = self.next_value(own, window, depth, place);
            self.undo();
            if self.board.budget.is_spent {
                return (best.0.max(window.alpha), best.1);
            }
            if place == 0 || value > best.0 {
                best = (value, Some(point));
            }
            place += 1;
            window.alpha = window.alpha.max(value);
            if window.alpha >= window.beta {
                break;
            }
        }
        best
    }

    /// The value to the colour to move, without search.
    fn evaluate(&mut self, own: Colour) -> i32 {
        self.evaluation.value(&self.board, own).clamp(-MAX_VALUE, MAX_VALUE)
    }
}

/// A value as it is kept: wins and losses are counted from the position, not from the root.
fn to_table(value: i32, moves: i32) -> i32 {
    if value.abs() > DECIDED { value + value.signum() * moves } else { value }
}

fn from_table(value: i32, moves: i32) -> i32 {
    if value.abs() > DECIDED { value - value.signum() * moves } else { value }
}
