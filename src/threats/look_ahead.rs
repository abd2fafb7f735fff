//! A selective alpha-beta search over the points of the highest scores, with wins by continuous fours
//! at every position: what the player `threats` plays where no forced win is found.
//!
//! Nothing here is proven: points are left out, and positions at the horizon are evaluated by their rows.

use std::cmp::Reverse;

use super::board::{Board, Budget, ByKey};
use super::eval::RowEval;
use super::fours::Status;
use super::proof_numbers::Prover;
use crate::board::{Colour, Point};
use crate::position::Action;
use crate::solve::Bound;
use crate::stones::{Fouls, Setting, StoneGame};

/// Points that are tried first, and in each position below.
const WIDTHS: (usize, usize) = (24, 12);
/// Moves looked ahead at most.
const MAX_DEPTH: i32 = 30;
/// Moves on one line at most: answers to a four do not count as depth.
const MAX_MOVES: i32 = 60;
/// Positions that a search for continuous fours may look at: at the end of a line, and before.
const EFFORT: (u64, u64) = (40, 150);
/// Positions kept at most, here and in the searches for continuous fours: some tens of megabytes.
const MAX_STORED: usize = 1 << 20;
/// A win at once; one that takes longer is worth a little less.
const WIN: i32 = 1_000_000;
/// Values beyond this are wins, below its negative losses.
const DECIDED: i32 = WIN - 1_000;

/// What is known of a position.
struct Known {
    depth: i32,
    value: i32,
    bound: Bound,
    best: Point,
}

/// Legal points, the best first; `None` while an opening or a choice binds what may be played. It
/// searches `max_nodes` positions.
pub fn look_ahead<P: StoneGame>(
    position: &P,
    max_nodes: u64,
    tick: &mut dyn FnMut() -> std::ops::ControlFlow<()>,
) -> Option<Vec<Action>> {
    let setting = position.setting()?;
    let budget = Budget::new(max_nodes, tick);
    let mut points = LookAheadSearch::new(&setting, budget).best(setting.next);
    points.retain(|point| position.is_legal(Action(point.0)));
    (!points.is_empty()).then(|| points.into_iter().map(|point| Action(point.0)).collect())
}

struct LookAheadSearch<'a, F> {
    board: Board<'a, F>,
    eval: RowEval,
    provers: [Prover; 2],
    /// The searches for continuous fours forget once this number of positions was looked at.
    forget_at: u64,
    known: ByKey<Known>,
    /// The stones played, with those that each has captured.
    played: Vec<(Colour, Point, Vec<Point>)>,
}

impl<'a, F: Fouls> LookAheadSearch<'a, F> {
    fn new(setting: &Setting<F>, budget: Budget<'a>) -> Self {
        Self {
            board: Board::new(setting, budget),
            eval: RowEval::new(&setting.grid),
            provers: Colour::BOTH.map(Prover::new),
            forget_at: MAX_STORED as u64,
            known: ByKey::default(),
            played: Vec::new(),
        }
    }

    fn play(&mut self, colour: Colour, point: Point) {
        let captured = self.board.captured(colour, point);
        self.board.play(colour, point);
        self.eval.turn(colour, point, true);
        for &stone in &captured {
            self.eval.turn(colour.other(), stone, false);
        }
        self.played.push((colour, point, captured));
    }

    fn undo(&mut self) {
        let Some((colour, point, captured)) = self.played.pop() else { return };
        self.board.undo();
        for stone in captured {
            self.eval.turn(colour.other(), stone, true);
        }
        self.eval.turn(colour, point, false);
    }

    /// The points in the order of the last round that was finished.
    fn best(&mut self, own: Colour) -> Vec<Point> {
        let mut points = Vec::new();
        self.candidates(own, WIDTHS.0, None, &mut points);
        for depth in 1..=MAX_DEPTH {
            let mut alpha = -WIN;
            let mut ranked = Vec::new();
            for &point in &points {
                if !self.board.allows(own, point) {
                    continue;
                }
                self.play(own, point);
                let value = self.next_value(own, depth - 1, 1, alpha, WIN, ranked.is_empty());
                self.undo();
                if self.board.budget.is_spent {
                    break;
                }
                ranked.push((value, point));
                alpha = alpha.max(value);
            }
            let is_spent = self.board.budget.is_spent;
            // The first found of the best; a round that was broken off may have found a better one.
            let order = |ranked: &mut Vec<(i32, Point)>| ranked.sort_by_key(|&(v, _)| Reverse(v));
            order(&mut ranked);
            let ahead: Vec<Point> = ranked.iter().map(|&(_, point)| point).collect();
            points.retain(|point| !ahead.contains(point));
            points.splice(0..0, ahead);
            if is_spent || ranked.len() < 2 || alpha.abs() > DECIDED {
                break;
            }
        }
        points
    }

    /// The value to `own` after its stone, for the other colour to move.
    fn next_value(
        &mut self,
        own: Colour,
        depth: i32,
        moves: i32,
        alpha: i32,
        beta: i32,
        is_first: bool,
    ) -> i32 {
        if !is_first {
            // Is it any better than the best so far?
            let value = -self.value(own.other(), depth, moves, -alpha - 1, -alpha);
            if value <= alpha || value >= beta || self.board.budget.is_spent {
                return value;
            }
        }
        -self.value(own.other(), depth, moves, -beta, -alpha)
    }

    /// The value to the colour to move.
    fn value(&mut self, own: Colour, depth: i32, moves: i32, alpha: i32, beta: i32) -> i32 {
        let other = own.other();
        if !self.board.budget.count() || moves >= MAX_MOVES {
            return self.evaluate(own);
        }
        if self.board.is_drawn(own) || self.board.is_stuck(own) {
            return 0;
        }
        let mut points = Vec::new();
        self.board.wins(own, &mut points);
        if !points.is_empty() {
            return WIN - moves;
        }
        self.board.wins(other, &mut points);
        if !points.is_empty() {
            let count = points.len();
            points.retain(|&point| self.board.allows(own, point));
            if self.board.has_captures() {
                self.board.add_capturing(own, &mut points);
            } else if count > 1 {
                points.clear();
            }
            if points.is_empty() {
                return moves + 1 - WIN;
            }
            // One answer is no choice: it costs no depth.
            let depth = if points.len() == 1 { depth } else { depth - 1 };
            return self.best_of(own, &points, depth, moves, alpha, beta).0;
        }
        let key = self.board.key() ^ own.index() as u64;
        let mut first = None;
        if let Some(known) = self.known.get(&key) {
            first = Some(known.best);
            if known.depth >= depth && known.bound.is_enough(known.value, alpha, beta) {
                return known.value;
            }
        }
        if self.board.budget.nodes > self.forget_at {
            self.provers = Colour::BOTH.map(Prover::new);
            self.forget_at = self.board.budget.nodes + MAX_STORED as u64;
        }
        let effort = if depth <= 0 { EFFORT.0 } else { EFFORT.1 };
        if self.provers[own.index()].win_by_fours(&mut self.board, effort) == Status::Win {
            return WIN - moves - 2;
        }
        if depth <= 0 {
            return self.evaluate(own);
        }
        self.candidates(own, WIDTHS.1, first, &mut points);
        let (value, best) = self.best_of(own, &points, depth - 1, moves, alpha, beta);
        if !self.board.budget.is_spent && self.known.len() < MAX_STORED {
            let bound = Bound::of(value, alpha, beta);
            self.known.insert(key, Known { depth, value, bound, best });
        }
        value
    }

    /// The best of some points, and its value; a loss where none is allowed.
    fn best_of(
        &mut self,
        own: Colour,
        points: &[Point],
        depth: i32,
        moves: i32,
        mut alpha: i32,
        beta: i32,
    ) -> (i32, Point) {
        let mut best = (moves + 1 - WIN, points.first().copied().unwrap_or(Point(0)));
        let mut is_first = true;
        for &point in points {
            if !self.board.allows(own, point) {
                continue;
            }
            self.play(own, point);
            let value = self.next_value(own, depth, moves + 1, alpha, beta, is_first);
            self.undo();
            if self.board.budget.is_spent {
                break;
            }
            if is_first || value > best.0 {
                best = (value, point);
            }
            is_first = false;
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The value to the colour to move, without search.
    fn evaluate(&self, own: Colour) -> i32 {
        match self.board.taken() {
            None => self.eval.by_rows(own),
            Some(taken) => self.eval.by_rows_and_captures(own, taken),
        }
    }

    /// Empty points, those of the highest scores first; `first` before them.
    fn candidates(&self, own: Colour, width: usize, first: Option<Point>, out: &mut Vec<Point>) {
        let size = self.board.table.size();
        let mut scores: Vec<(i32, Point)> = Vec::with_capacity(size.points());
        let bonus = 1_500 * i32::from(self.board.has_captures());
        let captures = self.board.captures_of_both();
        self.board.table.grid().for_each_empty(|point| {
            let captured = captures.iter().filter(|&&capture| capture == point).count() as i32;
            scores.push((self.eval.score(own, point) + bonus * captured, point));
        });
        let order = |&(score, point): &(i32, Point)| (Reverse(score), point);
        if scores.len() > width {
            scores.select_nth_unstable_by_key(width, order);
            scores.truncate(width);
        }
        scores.sort_unstable_by_key(order);
        out.clear();
        out.extend(first);
        out.extend(scores.into_iter().map(|(_, point)| point).filter(|&p| Some(p) != first));
    }
}
