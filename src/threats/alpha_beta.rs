//! A principal variation search with an evaluation that was learnt or fitted ([`Evaluation`]): for the player
//! `alpha_beta`.
//!
//! Nothing here is proven: points of low scores are left out, late ones are searched less deep, and positions
//! at the horizon are evaluated by the network.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::board::{Board, Budget};
use super::evaluation::{Evaluation, Shape};
use super::fours::Status;
use super::network::{self, Weights};
use super::openings::opening;
use super::proof_numbers::Prover;
use super::transpositions::{Bound, Transposition, Transpositions};
use crate::board::{Colour, Point};
use crate::position::{Action, LineSearch, Notation};
use crate::stones::patterns::Pattern;
use crate::stones::{Fouls, Setting, StoneGame};

/// Moves looked ahead at most, and moves on one line: answers to a four do not count as depth.
const MAX_DEPTH: i32 = 40;
const MAX_MOVES: i32 = 80;
/// Positions that a search for continuous fours may look at: at the end of a line, and before.
const EFFORT: (u64, u64) = (15, 40);
/// Positions kept at most in the searches for continuous fours: some tens of megabytes.
const MAX_STORED: u64 = 1 << 20;
/// A win at once; one that takes longer is worth a little less.
const WIN: i32 = 1_000_000;
/// Values beyond this are wins, below its negative losses; what is evaluated lies between.
const DECIDED: i32 = WIN - 1_000;
const MAX_VALUE: i32 = 500_000;

/// Legal actions, the best first; `None` where they are not to be distinguished in an opening, and where there is
/// no evaluation for the rules.
pub fn alpha_beta<P: StoneGame + Notation>(
    position: &P,
    search: LineSearch,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Vec<Action>> {
    let has_captures = position.stones()?.captures.is_some();
    let weights = if has_captures { None } else { Some(network::of_number(search.weights)?) };
    let Some(setting) = position.setting() else {
        return opening(position, search.nodes, weights?, tick);
    };
    let mut points = with_helpers(&setting, weights.as_ref(), search, tick);
    points.retain(|point| position.is_legal(Action(point.0)));
    (!points.is_empty()).then(|| points.into_iter().map(|point| Action(point.0)).collect())
}

/// The points, the best first. Each further thread searches the same tree, every second one a ply deeper, and leaves
/// what it finds in the table that all share ("Lazy SMP"); the answer is that of the calling thread.
fn with_helpers<F: Fouls>(
    setting: &Setting<F>,
    weights: Option<&Arc<Weights>>,
    search: LineSearch,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Vec<Point> {
    let LineSearch { nodes, threads, .. } = search;
    let table = Transpositions::new(nodes.saturating_mul(threads as u64));
    let is_over = AtomicBool::new(false);
    let best = |first_depth: i32, tick: &mut dyn FnMut() -> ControlFlow<()>| {
        let budget = Budget::new(nodes, tick);
        let mut search = AlphaBetaSearch::new(setting, weights.cloned(), table.clone(), budget);
        search.best(setting.next, first_depth).1
    };
    let help = |first_depth: i32| {
        best(first_depth, &mut || {
            if is_over.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
    };
    std::thread::scope(|scope| {
        for helper in 1..threads as i32 {
            // Where the system gives no thread, those that are there do.
            let _ = std::thread::Builder::new().spawn_scoped(scope, move || help(1 + helper % 2));
        }
        let points = best(1, tick);
        is_over.store(true, Ordering::Relaxed);
        points
    })
}

/// The value of a board to the colour to move, by a search of `max_nodes` positions.
pub fn value_of<F: Fouls>(
    setting: &Setting<F>,
    weights: Arc<Weights>,
    max_nodes: u64,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> i32 {
    let table = Transpositions::new(max_nodes);
    AlphaBetaSearch::new(setting, Some(weights), table, Budget::new(max_nodes, tick))
        .best(setting.next, 1)
        .0
}

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

struct AlphaBetaSearch<'a, F> {
    board: Board<'a, F>,
    evaluation: Evaluation,
    shape: Shape,
    provers: [Prover; 2],
    /// The searches for continuous fours forget once this number of positions was looked at.
    forget_at: u64,
    table: Transpositions,
    /// The stones played, with those that each has captured.
    played: Vec<(Colour, Point, Vec<Point>)>,
}

impl<'a, F: Fouls> AlphaBetaSearch<'a, F> {
    fn new(
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
        self.evaluation.turn(colour, point, true);
        for &stone in &captured {
            self.evaluation.turn(colour.other(), stone, false);
        }
        self.played.push((colour, point, captured));
    }

    fn undo(&mut self) {
        let Some((colour, point, captured)) = self.played.pop() else { return };
        self.board.undo();
        for stone in captured {
            self.evaluation.turn(colour.other(), stone, true);
        }
        self.evaluation.turn(colour, point, false);
    }

    /// The value and the points in the order of the last round that was finished.
    fn best(&mut self, own: Colour, first_depth: i32) -> (i32, Vec<Point>) {
        let mut value = self.evaluate(own);
        let mut points = Vec::new();
        self.candidates(own, self.shape.widths.0, None, &mut points);
        points.retain(|&point| self.board.allows(own, point));
        for depth in first_depth..=MAX_DEPTH {
            let mut window = Window { depth, moves: 0, alpha: -WIN, beta: WIN };
            let mut ranked: Vec<(i32, Point)> = Vec::new();
            for &point in &points {
                self.play(own, point);
                let value = self.next_value(own, window, depth - 1, ranked.len());
                self.undo();
                if self.board.budget.is_spent {
                    break;
                }
                ranked.push((value, point));
                window.alpha = window.alpha.max(value);
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
            let less = if depth < 1 || place < self.shape.late.0 {
                0
            } else if depth < 2 || place < self.shape.late.1 {
                1
            } else {
                2
            };
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
            match known.bound {
                Bound::Exact => return value,
                Bound::Lower if value >= window.beta => return value,
                Bound::Upper if value <= window.alpha => return value,
                _ => {}
            }
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
        if depth <= 0 {
            return self.evaluate(own);
        }
        if depth == 1 && window.beta - window.alpha == 1 {
            let value = self.evaluate(own);
            if value + self.shape.margin <= window.alpha {
                return value;
            }
        }
        let width = self.shape.widths.1;
        self.candidates(own, width, known.map(|known| known.best), &mut points);
        let (value, best) = self.best_of(own, &points, window, depth - 1);
        if let Some(best) = best
            && !self.board.budget.is_spent
        {
            let bound = match value {
                _ if value >= window.beta => Bound::Lower,
                _ if value <= window.alpha => Bound::Upper,
                _ => Bound::Exact,
            };
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

    /// Does the next stone of a colour win, by a row or by captures (P4)?
    fn wins_at_once(&self, own: Colour) -> bool {
        if !self.board.has_captures() {
            return self.board.table.two(own, Pattern::FIVE)[0].is_some();
        }
        let mut points = Vec::new();
        self.board.wins(own, &mut points);
        !points.is_empty()
    }

    /// Would the other colour win with its next stone? Then `out` has the points that may stop it.
    fn answers(&self, own: Colour, out: &mut Vec<Point>) -> bool {
        let other = own.other();
        if !self.board.has_captures() {
            match self.board.table.two(other, Pattern::FIVE) {
                [None, _] => return false,
                [Some(due), None] => out.push(due),
                _ => {}
            }
            return true;
        }
        self.board.wins(other, out);
        if out.is_empty() {
            return false;
        }
        self.board.add_capturing(own, out);
        true
    }

    /// The value to the colour to move, without search.
    fn evaluate(&self, own: Colour) -> i32 {
        self.evaluation.value(&self.board, own).clamp(-MAX_VALUE, MAX_VALUE)
    }

    /// Empty points near the stones, those of the highest scores first; `first` before them.
    fn candidates(&self, own: Colour, width: usize, first: Option<Point>, out: &mut Vec<Point>) {
        let size = self.board.table.size();
        let mut scores = self.evaluation.scores(&self.board, own);
        out.clear();
        if scores.is_empty() {
            // An empty board: the middle first.
            let middle = size.at(i32::from(size.columns / 2), i32::from(size.rows / 2));
            self.board.empty(out);
            out.sort_by_key(|&point| (Some(point) != middle, point));
            out.truncate(width);
            return;
        }
        let order = |&(score, point): &(i32, Point)| (Reverse(score), point);
        if scores.len() > width {
            scores.select_nth_unstable_by_key(width, order);
            scores.truncate(width);
        }
        scores.sort_unstable_by_key(order);
        out.extend(first);
        out.extend(scores.into_iter().map(|(_, point)| point).filter(|&p| Some(p) != first));
    }
}

/// A value as it is kept: wins and losses are counted from the position, not from the root.
fn to_table(value: i32, moves: i32) -> i32 {
    if value.abs() > DECIDED { value + value.signum() * moves } else { value }
}

fn from_table(value: i32, moves: i32) -> i32 {
    if value.abs() > DECIDED { value - value.signum() * moves } else { value }
}
