//! The exact result of a position for two sides whose returns have one sum: alpha-beta with a table
//! of positions, deepened turn by turn.
//!
//! Every value is an interval of returns of side 0 that is certain; where the depth of a round ends
//! it is the whole range. A round that leaves the root's interval with one value has solved the
//! position: an interval says nothing that a deeper search could take back, so that intervals of
//! earlier rounds stay in the table. Deepening finds a short win among many moves first, and
//! costs little where few moves are left.
//!
//! What the order of the moves costs is kept small: actions that won at once elsewhere are tried
//! before any other is listed, ends are looked for only where some action can end the game, and
//! where the search goes deeper moves come in the order of what they promise by a quick look and how
//! often they cut the search off before.
//!
//! Where a game narrows its returns ([`Tactics::narrow`]), an action that leaves one return is as good
//! as the end. Before a lost end of Pentagame the loser has a thousand turns and more, most of which
//! leave the other side the same winning move: each is answered by what won elsewhere, before a key
//! of the position is worked out.

use std::ops::ControlFlow;

use super::range::Range;
use super::stakes::Stakes;
use super::table::Memory;
use crate::position::{Action, Decider, Position, Tactics};

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
/// Positions between two looks at the clock: some milliseconds where all actions of each are tried.
const POLL_EVERY: u64 = 64;
/// Actions are ordered by what they promise where the search goes at least so much deeper.
const PROMISE_DEPTH: usize = 3;
/// Actions that won at once elsewhere, kept for each side where returns narrow. Stones win on points
/// that seldom come again: there one is kept.
const WINS: usize = 4;
/// What the most promising action counts in the order of actions, and the one that cut the search off
/// most often.
const WEIGHT: u64 = 1_000;

/// Solves a position; `None` if `nodes` positions, the depth or `tick` came first.
///
/// The rules must have two sides with one sum of returns, and no chance is due below the position.
pub fn solve<P: Position + Tactics>(
    position: &P,
    stakes: &Stakes,
    nodes: Option<u64>,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Solution> {
    let total = stakes.duel()?;
    let mut memory = Memory::large();
    let mut solver = Solver::new(stakes, &mut memory, nodes, tick);
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

/// Proves the value of a position to side 0 and an action that keeps it, as [`solve`] does, without
/// the line; `memory` is what earlier calls left.
pub(super) fn prove<P: Position + Tactics>(
    position: &P,
    stakes: &Stakes,
    memory: &mut Memory,
    nodes: u64,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<(f64, Action)> {
    Solver::new(stakes, memory, Some(nodes), tick).root(position)
}

/// What one depth of the search works with; kept, so that nothing is allocated again.
struct Level<P> {
    position: Option<P>,
    actions: Vec<Action>,
    /// Actions that do not end the game, the most promising first.
    open: Vec<(u64, Action)>,
}

struct Solver<'a, P> {
    stakes: &'a Stakes,
    range: Range,
    memory: &'a mut Memory,
    promises: Vec<(u32, Action)>,
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

impl<'a, P: Position + Tactics> Solver<'a, P> {
    fn new(
        stakes: &'a Stakes,
        memory: &'a mut Memory,
        nodes: Option<u64>,
        tick: &'a mut dyn FnMut() -> ControlFlow<()>,
    ) -> Self {
        Self {
            stakes,
            range: Range::of(stakes),
            memory,
            promises: Vec::new(),
            returns: vec![0.0; stakes.sides.len()],
            levels: Vec::new(),
            nodes: 0,
            most: nodes.unwrap_or(u64::MAX),
            tick,
            is_cut: false,
        }
    }

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
        if P::NARROWS {
            self.range.narrow(position, self.stakes);
        }
        let range = (self.range.least[0], self.range.most[0]);
        let (floor, ceiling) = ordered(sign, range);
        let (mut alpha, beta) = ordered(sign, window);
        if level > 0 && (floor >= ceiling || floor >= beta || ceiling <= alpha) {
            return Some((range, None));
        }
        if self.levels.len() <= level {
            self.levels.push(Level { position: None, actions: Vec::new(), open: Vec::new() });
        }
        let can_end = position.can_end();
        let mut win = None;
        if can_end && P::NARROWS {
            win = self.known_win(position, side, level, (sign, ceiling));
            if win.is_some() {
                return Some((ordered(sign, (ceiling, ceiling)), win));
            }
        }
        // The number of turns decides too where a game has a limit of them (N16).
        let key = position.key() ^ crate::stream::mix64(u64::from(position.turns()));
        let known = self.memory.table.get(key);
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
        if can_end && !P::NARROWS {
            win = self.known_win(position, side, level, (sign, ceiling));
        }
        if win.is_some() {
            let found = ordered(sign, (ceiling, ceiling));
            self.memory.table.put(key, found, depth, win);
            return Some((found, win));
        }
        let mut actions = std::mem::take(&mut self.levels[level].actions);
        let mut open = std::mem::take(&mut self.levels[level].open);
        position.legal_actions(&mut actions);
        open.clear();
        let (mut lower, mut upper) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        let mut best = None;
        // Ends of the game first: a win among them is enough.
        if can_end {
            for &action in &actions {
                let end = if position.can_end_by(action) {
                    self.end_by(position, action, level, sign)
                } else {
                    None
                };
                let Some(value) = end else {
                    open.push((0, action));
                    continue;
                };
                upper = upper.max(value);
                if value > lower {
                    (lower, best) = (value, Some(action));
                }
                if value >= ceiling {
                    let wins = &mut self.memory.wins[side];
                    wins.truncate(if P::NARROWS { WINS - 1 } else { 0 });
                    wins.insert(0, action);
                    break;
                }
            }
        } else {
            open.extend(actions.iter().map(|&action| (0, action)));
        }
        let mut is_whole = lower < beta && lower < ceiling;
        if is_whole && !open.is_empty() {
            if depth <= 1 {
                self.is_cut = true;
                upper = ceiling;
            } else {
                self.order(position, side, depth, first, &mut open);
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
        if best.is_none() && lower <= floor {
            // Whatever is played brings that much.
            best = first.or(actions.first().copied());
        }
        self.levels[level].actions = actions;
        self.levels[level].open = open;
        let found = ordered(sign, (lower, upper));
        self.memory.table.put(key, found, depth, best.or(first));
        Some((found, best.or(first)))
    }

    /// An action that brings the most, of those that won at once elsewhere.
    fn known_win(
        &mut self,
        position: &P,
        side: usize,
        level: usize,
        (sign, ceiling): (f64, f64),
    ) -> Option<Action> {
        for place in 0..self.memory.wins[side].len() {
            let action = self.memory.wins[side][place];
            if position.is_legal(action)
                && self.end_by(position, action, level, sign).is_some_and(|value| value >= ceiling)
            {
                self.memory.wins[side][..=place].rotate_right(1);
                return Some(action);
            }
        }
        None
    }

    /// The value of an action for the side to decide if it ends the game, or leaves one return.
    fn end_by(&mut self, position: &P, action: Action, level: usize, sign: f64) -> Option<f64> {
        let child = self.levels[level].position.insert(position.clone());
        child.play_unchecked(action);
        if child.decider() != Decider::Over {
            if !P::NARROWS {
                return None;
            }
            self.range.narrow(child, self.stakes);
            let (least, most) = (self.range.least[0], self.range.most[0]);
            return (least >= most).then_some(sign * least);
        }
        child.returns(&mut self.returns);
        let mut value = [0.0; 2];
        self.stakes.by_side(&self.returns, &mut value);
        Some(sign * value[0])
    }

    /// Puts actions into the order in which they are searched, `first` before all others.
    fn order(
        &mut self,
        position: &P,
        side: usize,
        depth: usize,
        first: Option<Action>,
        open: &mut [(u64, Action)],
    ) {
        let history =
            |action: Action| self.memory.history.get(action.index()).map_or(0, |one| one[side]);
        let most = open.iter().map(|&(_, action)| history(action)).max().unwrap_or(0).max(1);
        for (weight, action) in open.iter_mut() {
            *weight = if Some(*action) == first {
                u64::MAX / 2
            } else {
                WEIGHT * u64::from(history(*action)) / u64::from(most)
            };
        }
        if depth >= PROMISE_DEPTH {
            position.promising_actions(&mut self.promises);
            self.promises.sort_unstable_by_key(|&(_, action)| action);
            let most = self.promises.iter().map(|&(promise, _)| promise).max().unwrap_or(0).max(1);
            for (weight, action) in open.iter_mut() {
                let found = self.promises.binary_search_by_key(action, |&(_, action)| action);
                let promise = found.map_or(0, |place| self.promises[place].0);
                *weight += WEIGHT * u64::from(promise) / u64::from(most);
            }
        }
        open.sort_unstable_by_key(|&(weight, action)| (std::cmp::Reverse(weight), action));
    }

    /// Remembers an action that made the rest of the moves needless.
    fn note(&mut self, action: Action, side: usize, depth: usize) {
        let history = &mut self.memory.history;
        if history.len() <= action.index() {
            history.resize(action.index() + 1, [0; 2]);
        }
        let count = &mut history[action.index()][side];
        *count = (*count + (depth * depth) as u32).min(u32::MAX / 2);
    }
}

/// An interval seen with the sign turned, least value first; the same way back.
fn ordered(sign: f64, (lower, upper): Interval) -> Interval {
    if sign > 0.0 { (lower, upper) } else { (-upper, -lower) }
}
