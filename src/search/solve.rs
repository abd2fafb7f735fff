//! The exact result of a position for two sides whose returns have one sum: alpha-beta with a table
//! of positions, deepened turn by turn.
//!
//! Every value is an interval of returns of side 0 that is certain; where the depth of a round ends
//! it is the whole range. A round that leaves the root's interval with one value has solved the
//! position: an interval says nothing that a deeper search could take back, so that intervals of
//! earlier rounds stay in the table. Deepening finds a short win among many moves first, and
//! costs little where few moves are left.

use std::ops::ControlFlow;

use super::stakes::Stakes;
use super::table::Table;
use crate::position::{Action, Decider, Position};

/// An exact result.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Returns by seat under best play.
    pub returns: Vec<f32>,
    /// Best play to the end of the game.
    pub line: Vec<Action>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Actions that a search looks ahead at most, for the sake of the stack.
const MOST_DEPTH: usize = 600;
/// Positions between two looks at the clock.
const POLL_EVERY: u64 = 512;

/// Solves a position; `None` if `nodes` positions, the depth or `tick` came first.
///
/// The rules must have two sides with one sum of returns, and no chance is due below the position.
pub fn solve<P: Position>(
    position: &P,
    stakes: &Stakes,
    nodes: Option<u64>,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Solution> {
    let total = stakes.duel()?;
    let mut solver = Solver {
        stakes,
        table: Table::new(),
        history: Vec::new(),
        returns: vec![0.0; stakes.sides.len()],
        levels: Vec::new(),
        nodes: 0,
        most: nodes.unwrap_or(u64::MAX),
        tick,
        is_cut: false,
    };
    let (mut position, mut line) = (position.clone(), Vec::new());
    let mut value = None;
    while position.decider() != Decider::Over {
        let (found, action) = solver.root(&position)?;
        value.get_or_insert(found);
        position.play_unchecked(action);
        line.push(action);
    }
    let value = value?;
    let returns = stakes.by_seat(&[value, total - value]);
    Some(Solution { returns, line, nodes: solver.nodes })
}

/// What one depth of the search works with; kept, so that nothing is allocated again.
struct Level<P> {
    position: Option<P>,
    actions: Vec<Action>,
    /// Actions that do not end the game, the most promising first.
    open: Vec<(u32, Action)>,
}

struct Solver<'a, P> {
    stakes: &'a Stakes,
    table: Table,
    /// How often each action cut a search off, by side.
    history: Vec<[u32; 2]>,
    returns: Vec<f32>,
    levels: Vec<Level<P>>,
    nodes: u64,
    most: u64,
    tick: &'a mut dyn FnMut() -> ControlFlow<()>,
    /// The search ran into its depth somewhere.
    is_cut: bool,
}

/// An interval of returns of side 0.
type Interval = (f64, f64);

impl<P: Position> Solver<'_, P> {
    /// Value and best action of a position, deepening until it is solved.
    fn root(&mut self, position: &P) -> Option<(f64, Action)> {
        let (mut lower, mut upper) = (self.stakes.least, self.stakes.most);
        let mut best = None;
        let Decider::Player(player) = position.decider() else { return None };
        let is_first = self.stakes.side(player.index()) == 0;
        for depth in 1..=MOST_DEPTH {
            self.is_cut = false;
            let (found, action) = self.search(position, 0, depth, (lower, upper))?;
            // The action is worth what the side to decide is certain of since it was found.
            let is_better = if is_first { found.0 > lower } else { found.1 < upper };
            if is_better || best.is_none() {
                best = action;
            }
            lower = lower.max(found.0);
            upper = upper.min(found.1);
            if lower >= upper {
                return best.map(|action| (lower, action));
            }
            if !self.is_cut {
                return None;
            }
        }
        None
    }

    /// The interval of a position and the action that keeps the best of it. `window` is what is
    /// known above: whether the value is beyond it makes no difference there.
    fn search(
        &mut self,
        position: &P,
        level: usize,
        depth: usize,
        window: Interval,
    ) -> Option<(Interval, Option<Action>)> {
        self.nodes += 1;
        if self.nodes > self.most
            || (self.nodes.is_multiple_of(POLL_EVERY) && (self.tick)().is_break())
        {
            return None;
        }
        let Decider::Player(player) = position.decider() else { return None };
        let side = self.stakes.side(player.index());
        let sign = if side == 0 { 1.0 } else { -1.0 };
        // From here on values are those of the side to decide, side 1 with the sign turned: greater
        // is better.
        let (floor, ceiling) = ordered(sign, (self.stakes.least, self.stakes.most));
        let (mut alpha, beta) = ordered(sign, window);
        // The number of turns decides too where a game has a limit of them (N16).
        let key = position.key() ^ crate::stream::mix64(u64::from(position.turns()));
        let known = self.table.get(key);
        let mut first = None;
        let (mut known_lower, mut known_upper) = (floor, ceiling);
        if let Some(entry) = known {
            (known_lower, known_upper) = ordered(sign, (entry.lower, entry.upper));
            first = entry.best;
            let settled = known_lower >= known_upper || known_lower >= beta || known_upper <= alpha;
            if level > 0 && (settled || usize::from(entry.depth) >= depth) {
                self.is_cut |= !settled;
                return Some(((entry.lower, entry.upper), first));
            }
        }
        if self.levels.len() <= level {
            self.levels.push(Level { position: None, actions: Vec::new(), open: Vec::new() });
        }
        let mut actions = std::mem::take(&mut self.levels[level].actions);
        let mut open = std::mem::take(&mut self.levels[level].open);
        position.legal_actions(&mut actions);
        open.clear();
        let (mut lower, mut upper) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        let mut best = None;
        // Ends of the game first: a win among them is enough.
        for &action in &actions {
            let child = self.levels[level].position.insert(position.clone());
            child.play_unchecked(action);
            if child.decider() == Decider::Over {
                child.returns(&mut self.returns);
                let value = sign * f64::from(self.returns[self.stakes.seat_of_first()]);
                upper = upper.max(value);
                if value > lower {
                    (lower, best) = (value, Some(action));
                }
            } else {
                let tried = self.history.get(action.index()).map_or(0, |counts| counts[side]);
                open.push((if Some(action) == first { u32::MAX } else { tried }, action));
            }
        }
        let mut is_whole = lower < beta && lower < ceiling;
        if is_whole && !open.is_empty() {
            if depth <= 1 {
                self.is_cut = true;
                upper = ceiling;
            } else {
                open.sort_by_key(|&(tried, action)| (std::cmp::Reverse(tried), action));
                for (index, &(_, action)) in open.iter().enumerate() {
                    alpha = alpha.max(lower);
                    let mut child = position.clone();
                    child.play_unchecked(action);
                    let inner = ordered(sign, (alpha, beta));
                    let (found, _) = self.search(&child, level + 1, depth - 1, inner)?;
                    let (low, high) = ordered(sign, found);
                    upper = upper.max(high);
                    if low > lower {
                        (lower, best) = (low, Some(action));
                    }
                    if lower >= beta || lower >= ceiling {
                        is_whole = index + 1 == open.len();
                        self.note(action, side, depth);
                        break;
                    }
                }
            }
        }
        if !is_whole {
            upper = ceiling;
        }
        // Whatever was certain before is certain still.
        lower = lower.max(known_lower);
        upper = upper.min(known_upper).max(lower);
        self.levels[level].actions = actions;
        self.levels[level].open = open;
        let found = ordered(sign, (lower, upper));
        self.table.put(key, found, depth, best.or(first));
        Some((found, best.or(first)))
    }

    /// Remembers an action that made the rest of the moves needless.
    fn note(&mut self, action: Action, side: usize, depth: usize) {
        if self.history.len() <= action.index() {
            self.history.resize(action.index() + 1, [0; 2]);
        }
        let count = &mut self.history[action.index()][side];
        *count = (*count + (depth * depth) as u32).min(u32::MAX / 2);
    }
}

/// An interval seen with the sign turned, least value first; the same way back.
fn ordered(sign: f64, (lower, upper): Interval) -> Interval {
    if sign > 0.0 { (lower, upper) } else { (-upper, -lower) }
}
