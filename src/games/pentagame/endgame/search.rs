//! One round of the endgame search: alpha-beta over intervals, with depth counted in turns.
//!
//! A move that leaves one value of the returns is as good as the end, and one after which the bounds of
//! the returns cannot be good enough is not searched. At the horizon nothing is proven, and neither
//! is it where the side that does not have to prove anything has one move that leads there: the
//! search goes on elsewhere at once. A turn that has begun is completed.
//!
//! Killer moves are tried before any other is listed; terminal moves only where some action can end
//! the game; the others in the order of the history heuristic and, in deep nodes, of the heuristic
//! scores. These take as long as many positions, and mostly the move that was best elsewhere is
//! enough: so they are worked out once the first move has failed.

use std::ops::ControlFlow;

use super::super::Pentagame;
use crate::position::{Action, Decider, EndgameBounds, Payoffs, Position};
use crate::solve::{History, ReturnBounds, Scored, Table, payoff_at_end};
use crate::stream::mix64;

/// The most actions of a line, for the sake of the stack.
pub const MAX_PLIES: usize = 600;
/// Positions between two interrupt checks: some milliseconds where all actions of each are tried.
const POLL_EVERY: u64 = 64;
/// Heuristic scores order the moves of nodes of at least this depth.
const HEURISTIC_DEPTH: usize = 4;

/// Lower and upper bound of a payoff of side 0.
pub type Interval = (f64, f64);

/// What a search leaves to the next one.
pub struct SearchState {
    pub table: Table,
    pub history: History,
    /// By side: actions that were enough at once elsewhere, the latest first.
    pub killers: [Vec<Action>; 2],
}

impl SearchState {
    /// An empty one, whose table has `entries`.
    pub fn new(entries: usize) -> Self {
        let (history, killers) = (History::default(), [Vec::new(), Vec::new()]);
        Self { table: Table::new(entries), history, killers }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.history.bytes()
    }
}

/// Buffers of one ply.
#[derive(Default)]
struct Ply {
    actions: Vec<Action>,
    /// Moves whose value is not known yet, the one to search first last.
    moves: Vec<Scored>,
}

/// A search with all that it keeps.
pub struct Search<'a> {
    pub payoffs: &'a Payoffs,
    pub(super) range: ReturnBounds,
    pub(super) state: &'a mut SearchState,
    /// Bounds of the returns after a null move.
    after: [Vec<f32>; 2],
    /// Moves that may end the game.
    pub(super) candidates: Vec<Action>,
    /// Stops of a block at which it blocks a refutation.
    pub(super) blockers: Vec<Action>,
    pub(super) returns: Vec<f32>,
    plies: Vec<Ply>,
    /// Positions searched.
    pub nodes: u64,
    pub(super) max_nodes: u64,
    tick: &'a mut dyn FnMut() -> ControlFlow<()>,
    /// This round met its depth limit somewhere.
    pub hit_horizon: bool,
    /// The side that tries to prove something, if one does: where the other has a move after which
    /// nothing is proven, the node is left.
    pub prover: Option<usize>,
    /// The number of the null-window test.
    pub test: u16,
}

/// A node. Values are those of the side to decide, for side 1 with the sign turned: greater is better.
pub(super) struct Node<'p> {
    pub position: &'p Pentagame,
    pub ply: usize,
    pub depth: usize,
    pub side: usize,
    pub sign: f64,
    /// The bounds of the returns.
    pub min: f64,
    pub max: f64,
    pub alpha: f64,
    pub beta: f64,
    pub can_end: bool,
    /// The other side tries to prove something.
    is_refuter: bool,
}

impl Node<'_> {
    /// A value that is enough: the node fails high, or none could be better.
    pub fn enough(&self) -> f64 {
        self.beta.min(self.max)
    }
}

/// The bounds of a node while its moves are searched.
pub(super) struct Bounds {
    pub lower: f64,
    pub upper: f64,
    best: Option<Action>,
    /// Every move has been searched.
    is_complete: bool,
}

impl Bounds {
    pub fn add(&mut self, action: Action, (lower, upper): Interval) {
        self.upper = self.upper.max(upper);
        if lower > self.lower {
            (self.lower, self.best) = (lower, Some(action));
        }
    }
}

/// An interval with the sign turned, lower bound first; the same way back.
pub(super) fn signed(sign: f64, (lower, upper): Interval) -> Interval {
    if sign > 0.0 { (lower, upper) } else { (-upper, -lower) }
}

impl<'a> Search<'a> {
    /// One that searches `nodes` positions at most, in all its rounds.
    pub fn new(
        payoffs: &'a Payoffs,
        state: &'a mut SearchState,
        nodes: Option<u64>,
        tick: &'a mut dyn FnMut() -> ControlFlow<()>,
    ) -> Self {
        let seats = payoffs.sides.len();
        Self {
            payoffs,
            range: ReturnBounds::new(payoffs),
            state,
            candidates: Vec::new(),
            blockers: Vec::new(),
            after: [vec![0.0; seats], vec![0.0; seats]],
            returns: vec![0.0; seats],
            plies: Vec::new(),
            nodes: 0,
            max_nodes: nodes.unwrap_or(u64::MAX),
            tick,
            hit_horizon: false,
            prover: None,
            test: 0,
        }
    }

    /// Bounds of the payoff of side 0 and the best action of a position; `None` if a limit came first.
    pub fn search(
        &mut self,
        position: &Pentagame,
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
        self.range.narrow(position, self.payoffs);
        let range = (self.range.min[0], self.range.max[0]);
        let ((min, max), (alpha, beta)) = (signed(sign, range), signed(sign, window));
        if ply > 0 && (min >= max || min >= beta || max <= alpha) {
            return Some((range, None));
        }
        if self.plies.len() <= ply {
            self.plies.push(Ply::default());
        }
        let (can_end, is_refuter) = (position.can_end(), self.prover == Some(1 - side));
        let node =
            Node { position, ply, depth, side, sign, min, max, alpha, beta, can_end, is_refuter };
        // Before a key is worked out, since many positions have such a move.
        if let Some((value, action)) = self.killer_move(&node) {
            return Some((signed(sign, (value, max)), Some(action)));
        }
        // The number of turns decides too (N16).
        let key = position.key() ^ mix64(u64::from(position.turns()));
        let (mut known, mut first) = ((min, max), None);
        if let Some(entry) = self.state.table.get(key) {
            (known, first) = (signed(sign, (entry.lower, entry.upper)), entry.best);
            let is_settled = known.0 >= known.1 || known.0 >= beta || known.1 <= alpha;
            let is_usable =
                is_settled || (entry.test == self.test && usize::from(entry.depth) >= depth);
            if is_usable && (ply > 0 || (is_settled && first.is_some())) {
                self.hit_horizon |= !is_settled;
                return Some(((entry.lower, entry.upper), first));
            }
        }
        let bounds = self.expand(&node, first)?;
        // What was proven before still holds.
        let best =
            if bounds.lower < known.0 { first.or(bounds.best) } else { bounds.best.or(first) };
        let lower = bounds.lower.max(known.0);
        let upper = bounds.upper.min(known.1).max(lower);
        let interval = signed(sign, (lower, upper));
        self.state.table.put(key, interval, (depth, self.test), best);
        Some((interval, best))
    }

    /// Searches the relevant moves of a node.
    fn expand(&mut self, node: &Node<'_>, first: Option<Action>) -> Option<Bounds> {
        let Ply { mut actions, mut moves } = std::mem::take(&mut self.plies[node.ply]);
        moves.clear();
        let (lower, upper) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        let mut bounds = Bounds { lower, upper, best: None, is_complete: true };
        if let Some((threat, max)) = self.after_null_move(node) {
            // Any other move is no better than a null move.
            node.position.relevant_moves(threat, &mut actions);
            bounds.upper = max;
        } else if node.is_refuter && node.depth <= 1 && !node.can_end && node.ply > 0 {
            // Nobody threatens anything, and this side has nothing to prove.
            actions.clear();
            self.hit_horizon = true;
            bounds.is_complete = false;
        } else {
            node.position.legal_actions(&mut actions);
        }
        if bounds.is_complete {
            self.terminal_moves(node, &actions, &mut moves, &mut bounds);
            bounds.is_complete = bounds.lower < node.enough();
        }
        if bounds.is_complete && !moves.is_empty() {
            self.search_moves(node, first, &mut moves, &mut bounds)?;
        }
        if !bounds.is_complete {
            bounds.upper = node.max;
        }
        if bounds.best.is_none() && bounds.lower <= node.min {
            // Every move leads to the smallest payoff.
            bounds.best = first.or(actions.first().copied());
        }
        self.plies[node.ply] = Ply { actions, moves };
        Some(bounds)
    }

    /// Searches moves in order, as deep as the round goes.
    fn search_moves(
        &mut self,
        node: &Node<'_>,
        first: Option<Action>,
        moves: &mut Vec<Scored>,
        bounds: &mut Bounds,
    ) -> Option<()> {
        let Node { position, ply, depth, side, .. } = *node;
        let ends_turn = position.ends_turn();
        if depth <= 1 && ends_turn {
            self.hit_horizon = true;
            bounds.is_complete = false;
            return Some(());
        }
        let null_block = if ends_turn { position.null_block(moves.len()) } else { None };
        if let Some(unset) = &null_block {
            self.leave_out_refuted(node, unset, false, moves, bounds);
        }
        self.state.history.order(side, first, moves);
        let mut tried = self.state.killers[1 - side].first().copied();
        let mut is_scored = false;
        if moves.last().is_none_or(|&(weight, _)| weight == 0) {
            self.add_heuristic(node, moves);
            is_scored = true;
        }
        while let Some((_, action)) = moves.pop() {
            let mut child = position.clone();
            child.play_unchecked(action);
            let rest = depth - usize::from(ends_turn || child.turns() != position.turns());
            let is_too_deep = rest == 0
                || ply >= MAX_PLIES
                || (depth <= 1 && !node.can_end && !position.can_end_by(action));
            let interval = if is_too_deep {
                self.hit_horizon = true;
                (node.min, node.max)
            } else {
                let window = signed(node.sign, (node.alpha.max(bounds.lower), node.beta));
                signed(node.sign, self.search(&child, ply + 1, rest, window)?.0)
            };
            bounds.add(action, interval);
            let is_enough = bounds.lower >= node.enough();
            // Else the prover has no answer to this move, so that nothing is proven at this depth.
            if is_enough || (node.is_refuter && interval.1 > node.alpha) {
                bounds.is_complete = is_enough && moves.is_empty();
                self.state.history.add(action, side, depth);
                break;
            }
            if !std::mem::replace(&mut is_scored, true) {
                self.add_heuristic(node, moves);
            }
            let latest = self.state.killers[1 - side].first().copied();
            if let Some(unset) = &null_block
                && latest != tried
            {
                self.leave_out_refuted(node, unset, true, moves, bounds);
                tried = latest;
            }
        }
        Some(())
    }

    /// Orders moves by their heuristic scores too, in deep nodes.
    fn add_heuristic(&mut self, node: &Node<'_>, moves: &mut [Scored]) {
        if node.depth >= HEURISTIC_DEPTH {
            self.state.history.add_heuristic(node.position, moves);
        }
    }

    /// The most that the side to decide can get by a turn that makes no point, if that is not enough,
    /// and whether it is so because of a threat of the next seat.
    fn after_null_move(&mut self, node: &Node<'_>) -> Option<(bool, f64)> {
        let [lowest, highest] = self.payoffs.returns();
        [false, true].into_iter().find_map(|threat| {
            let [min, max] = &mut self.after;
            min.fill(lowest);
            max.fill(highest);
            if !node.position.after_null_move(threat, min, max) {
                return None;
            }
            let [mut low, mut high] = [[0.0; 2]; 2];
            self.payoffs.bounds_by_side(&self.after, &mut low, &mut high);
            let max = signed(node.sign, (low[0], high[0])).1;
            (max <= node.alpha).then_some((threat, max))
        })
    }
}
