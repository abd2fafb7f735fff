//! The exact result of a position for two sides with a constant sum of payoffs: iterative deepening of
//! alpha-beta with a transposition table, killer moves and the history heuristic.
//!
//! The value of a node is an interval that is proven; at the horizon it is the whole range. So a
//! result is never taken back by a deeper search, and entries of earlier iterations stay valid. The
//! position is solved when its interval is one value. Deepening finds a short win among many moves
//! first, and costs little where few moves are left.
//!
//! Terminal moves of a node are tried before it is expanded, but only where the game says that some
//! action can end it ([`EndgameBounds::can_end`]).

use std::ops::ControlFlow;

use super::move_ordering::{History, Scored};
use super::table::Table;
use crate::position::{Action, Decider, EndgameBounds, MoveOrdering, Payoffs, Position};
use crate::stream::mix64;

/// The deepest iteration, for the sake of the stack.
const MAX_DEPTH: usize = 600;
/// Positions between two interrupt checks: some milliseconds where all actions of each are tried.
const POLL_EVERY: u64 = 64;
/// Entries of the table: 32 MB, of which the system provides what is written.
const ENTRIES: usize = 1 << 20;
/// Heuristic scores order the moves of nodes of at least this depth.
const HEURISTIC_DEPTH: usize = 4;

/// An exact result.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Returns by seat under best play.
    pub returns: Vec<f32>,
    /// Best play to the end of the game.
    pub line: Vec<Action>,
    /// Positions searched.
    pub nodes: u64,
}

/// Solves a position; `None` if `nodes` positions, the depth or `tick` came first.
///
/// The rules must have two sides with one sum of payoffs, and no chance is due below the position.
pub fn solve<P: MoveOrdering + EndgameBounds>(
    position: &P,
    payoffs: &Payoffs,
    nodes: Option<u64>,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Solution> {
    let total = payoffs.duel()?;
    let mut search = Search {
        payoffs,
        table: Table::new(ENTRIES),
        history: History::default(),
        killers: [None; 2],
        returns: vec![0.0; payoffs.sides.len()],
        plies: Vec::new(),
        nodes: 0,
        max_nodes: nodes.unwrap_or(u64::MAX),
        tick,
        hit_horizon: false,
    };
    let (mut position, mut line, mut value) = (position.clone(), Vec::new(), None);
    while position.decider() != Decider::Over {
        let (payoff, action) = search.deepen(&position)?;
        value.get_or_insert(payoff);
        position.play_unchecked(action);
        line.push(action);
    }
    let value = value?;
    let returns = payoffs.by_seat(&[value, total - value]);
    Some(Solution { returns, line, nodes: search.nodes })
}

/// The payoff of side 0 at an end of the game.
pub fn payoff_at_end<P: Position>(end: &P, payoffs: &Payoffs, returns: &mut [f32]) -> f64 {
    let mut value = [0.0; 2];
    end.returns(returns);
    payoffs.by_side(returns, &mut value);
    value[0]
}

/// Lower and upper bound of a value.
type Interval = (f64, f64);

/// An interval with the sign turned, lower bound first; the same way back.
fn signed(sign: f64, (lower, upper): Interval) -> Interval {
    if sign > 0.0 { (lower, upper) } else { (-upper, -lower) }
}

/// Buffers of one ply.
#[derive(Default)]
struct Ply {
    actions: Vec<Action>,
    /// Moves whose value is not known yet, the one to search first last.
    moves: Vec<Scored>,
}

struct Search<'a> {
    payoffs: &'a Payoffs,
    table: Table,
    history: History,
    /// By side: the action that won at once last.
    killers: [Option<Action>; 2],
    returns: Vec<f32>,
    plies: Vec<Ply>,
    nodes: u64,
    max_nodes: u64,
    tick: &'a mut dyn FnMut() -> ControlFlow<()>,
    /// This iteration met its depth limit somewhere.
    hit_horizon: bool,
}

/// A node. Values are those of the side to decide, for side 1 with the sign turned: greater is better.
struct Node<'p, P> {
    position: &'p P,
    ply: usize,
    depth: usize,
    side: usize,
    sign: f64,
    alpha: f64,
    beta: f64,
    /// The smallest and the greatest payoff.
    min: f64,
    max: f64,
    can_end: bool,
}

impl<P> Node<'_, P> {
    /// Does a value make the node fail high, or could none be better?
    fn is_enough(&self, value: f64) -> bool {
        value >= self.beta.min(self.max)
    }
}

/// The bounds of a node while its moves are searched.
struct Bounds {
    lower: f64,
    upper: f64,
    best: Option<Action>,
}

impl Bounds {
    fn add(&mut self, action: Action, (lower, upper): Interval) {
        self.upper = self.upper.max(upper);
        if lower > self.lower {
            (self.lower, self.best) = (lower, Some(action));
        }
    }
}

impl Search<'_> {
    /// Payoff of side 0 and best action of a position, by iterative deepening.
    fn deepen<P: MoveOrdering + EndgameBounds>(&mut self, position: &P) -> Option<(f64, Action)> {
        let Decider::Player(player) = position.decider() else { return None };
        let is_first = self.payoffs.side(player.index()) == 0;
        let (mut lower, mut upper) = (self.payoffs.min, self.payoffs.max);
        let (mut best, mut depth) = (None, 0);
        while lower < upper {
            depth += 1;
            self.hit_horizon = false;
            let (interval, action) = self.search(position, 0, depth, (lower, upper))?;
            let is_better = if is_first { interval.0 > lower } else { interval.1 < upper };
            if is_better || best.is_none() {
                best = action;
            }
            (lower, upper) = (lower.max(interval.0), upper.min(interval.1));
            if lower < upper && (!self.hit_horizon || depth == MAX_DEPTH) {
                return None;
            }
        }
        // Where no action is better than any other, the first will do.
        let first = || {
            let mut actions = Vec::new();
            position.legal_actions(&mut actions);
            actions[0]
        };
        Some((lower, best.unwrap_or_else(first)))
    }

    /// Bounds of the payoff of side 0 and the best action of a position; `None` if a limit came first.
    fn search<P: MoveOrdering + EndgameBounds>(
        &mut self,
        position: &P,
        ply: usize,
        depth: usize,
        window: Interval,
    ) -> Option<(Interval, Option<Action>)> {
        self.nodes += 1;
        if self.nodes > self.max_nodes
            || (self.nodes.is_multiple_of(POLL_EVERY) && (self.tick)().is_break())
        {
            return None;
        }
        let player = match position.decider() {
            Decider::Player(player) => player,
            Decider::Over => {
                let value = payoff_at_end(position, self.payoffs, &mut self.returns);
                return Some(((value, value), None));
            }
            Decider::Chance => return None,
        };
        let side = self.payoffs.side(player.index());
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let (min, max) = signed(sign, (self.payoffs.min, self.payoffs.max));
        let (alpha, beta) = signed(sign, window);
        if self.plies.len() <= ply {
            self.plies.push(Ply::default());
        }
        let can_end = position.can_end();
        let node = Node { position, ply, depth, side, sign, alpha, beta, min, max, can_end };
        // The number of turns decides too where a game has a limit of them (N16).
        let key = position.key() ^ mix64(u64::from(position.turns()));
        let (mut known, mut first) = ((min, max), None);
        if let Some(entry) = self.table.get(key) {
            (known, first) = (signed(sign, (entry.lower, entry.upper)), entry.best);
            let is_settled = known.0 >= known.1 || known.0 >= beta || known.1 <= alpha;
            let is_usable = is_settled || usize::from(entry.depth) >= depth;
            if is_usable && (ply > 0 || (is_settled && first.is_some())) {
                self.hit_horizon |= !is_settled;
                return Some(((entry.lower, entry.upper), first));
            }
        }
        if let Some((value, action)) = self.killer_move(&node) {
            let interval = signed(sign, (value, max));
            self.table.put(key, interval, (depth, 0), Some(action));
            return Some((interval, Some(action)));
        }
        let bounds = self.expand(&node, first)?;
        // What was proven before still holds.
        let best =
            if bounds.lower < known.0 { first.or(bounds.best) } else { bounds.best.or(first) };
        let lower = bounds.lower.max(known.0);
        let upper = bounds.upper.min(known.1).max(lower);
        let interval = signed(sign, (lower, upper));
        self.table.put(key, interval, (depth, 0), best);
        Some((interval, best))
    }

    /// Searches the moves of a node: terminal ones first, then the others one turn deeper.
    fn expand<P: MoveOrdering + EndgameBounds>(
        &mut self,
        node: &Node<'_, P>,
        first: Option<Action>,
    ) -> Option<Bounds> {
        let Ply { mut actions, mut moves } = std::mem::take(&mut self.plies[node.ply]);
        node.position.legal_actions(&mut actions);
        let mut bounds = Bounds { lower: f64::NEG_INFINITY, upper: f64::NEG_INFINITY, best: None };
        self.terminal_moves(node, &actions, &mut moves, &mut bounds);
        let mut is_complete = !node.is_enough(bounds.lower);
        if is_complete && !moves.is_empty() {
            if node.depth <= 1 {
                self.hit_horizon = true;
                is_complete = false;
            } else {
                is_complete = self.search_moves(node, first, &mut moves, &mut bounds)?;
            }
        }
        if !is_complete {
            bounds.upper = node.max;
        }
        if bounds.best.is_none() && bounds.lower <= node.min {
            // Every action leads to the smallest payoff.
            bounds.best = first.or(actions.first().copied());
        }
        self.plies[node.ply] = Ply { actions, moves };
        Some(bounds)
    }

    /// Searches moves in order until the node fails high; true if every one was searched.
    fn search_moves<P: MoveOrdering + EndgameBounds>(
        &mut self,
        node: &Node<'_, P>,
        first: Option<Action>,
        moves: &mut Vec<Scored>,
        bounds: &mut Bounds,
    ) -> Option<bool> {
        self.history.order(node.side, first, moves);
        if node.depth >= HEURISTIC_DEPTH {
            self.history.add_heuristic(node.position, moves);
        }
        while let Some((_, action)) = moves.pop() {
            let mut child = node.position.clone();
            child.play_unchecked(action);
            let window = signed(node.sign, (node.alpha.max(bounds.lower), node.beta));
            let (interval, _) = self.search(&child, node.ply + 1, node.depth - 1, window)?;
            bounds.add(action, signed(node.sign, interval));
            if node.is_enough(bounds.lower) {
                self.history.add(action, node.side, node.depth);
                return Some(moves.is_empty());
            }
        }
        Some(true)
    }

    /// Tries the moves that can end the game until one is enough; the others are left in `moves`.
    fn terminal_moves<P: EndgameBounds>(
        &mut self,
        node: &Node<'_, P>,
        actions: &[Action],
        moves: &mut Vec<Scored>,
        bounds: &mut Bounds,
    ) {
        moves.clear();
        for &action in actions {
            let is_candidate = node.can_end && node.position.can_end_by(action);
            let Some(value) = is_candidate.then(|| self.payoff_by(node, action)).flatten() else {
                moves.push((0, action));
                continue;
            };
            bounds.add(action, (value, value));
            if node.is_enough(value) {
                self.killers[node.side] = Some(action);
                break;
            }
        }
    }

    /// The killer move of a side and its value, if it is enough here.
    fn killer_move<P: EndgameBounds>(&mut self, node: &Node<'_, P>) -> Option<(f64, Action)> {
        let action = self.killers[node.side]
            .filter(|&action| node.can_end && node.position.is_legal(action))?;
        let value = self.payoff_by(node, action)?;
        node.is_enough(value).then_some((value, action))
    }

    /// The value of a move that ends the game.
    fn payoff_by<P: Position>(&mut self, node: &Node<'_, P>, action: Action) -> Option<f64> {
        let mut child = node.position.clone();
        child.play_unchecked(action);
        let is_over = child.decider() == Decider::Over;
        is_over.then(|| node.sign * payoff_at_end(&child, self.payoffs, &mut self.returns))
    }
}
