//! Alpha-beta with a table of positions, for two sides whose returns have one sum.
//!
//! What the order of the moves costs is kept small: actions that won at once elsewhere are tried
//! before any other is listed, ends are looked for only where some action can end the game, and
//! where the search goes deeper moves come in the order of what they promise by a quick look and how
//! often they cut the search off before.
//!
//! Where a game narrows its returns ([`Tactics::narrow`]), an action that leaves one return is as good
//! as the end, and one after which the returns cannot be good enough need not be searched. Before a
//! lost end of Pentagame the loser has a thousand turns and more, most of which leave the other side
//! the same winning move: what the game says of null moves ([`Tactics::after_null_move`]) leaves
//! the few that do not. Depth is counted in turns: a turn that has begun is ended.

use std::ops::ControlFlow;

use super::ends::value_of_end;
use super::placements::with_nothing_set;
use super::range::Range;
use super::stakes::Stakes;
use super::table::Memory;
use crate::position::{Action, Decider, Position, Tactics};
use crate::stream::mix64;

/// Actions that a search looks ahead at most, for the sake of the stack.
pub const MOST_LEVELS: usize = 600;
/// Positions between two looks at the clock: some milliseconds where all actions of each are tried.
const POLL_EVERY: u64 = 64;

/// An interval of returns of side 0.
pub type Interval = (f64, f64);

/// What one level of the search works with; kept, so that nothing is allocated again.
pub(super) struct Level<P> {
    pub(super) position: Option<P>,
    actions: Vec<Action>,
    /// Actions whose value is not known yet, the most promising first.
    open: Vec<(u64, Action)>,
}

/// A search with all that it keeps.
pub struct Solver<'a, P> {
    pub stakes: &'a Stakes,
    pub(super) range: Range,
    pub(super) memory: &'a mut Memory,
    pub(super) promises: Vec<(u32, Action)>,
    /// Least and greatest returns after a null move.
    after: [Vec<f32>; 2],
    /// Actions that may end the game.
    pub(super) ends: Vec<Action>,
    /// Actions whose place is in the way of an answer.
    pub(super) places: Vec<Action>,
    pub(super) returns: Vec<f32>,
    pub(super) levels: Vec<Level<P>>,
    /// Positions looked at.
    pub nodes: u64,
    pub(super) most: u64,
    tick: &'a mut dyn FnMut() -> ControlFlow<()>,
    /// The search ran into its depth somewhere.
    pub is_cut: bool,
    /// The side for which something is to be proven, if one is: where the other has an action that
    /// leaves it open, nothing more is asked.
    pub prover: Option<usize>,
    /// What is asked, where that decides how deep is deep enough.
    pub claim: u16,
}

/// A position in the search. Values are those of the side to decide, side 1 with the sign turned:
/// greater is better.
pub(super) struct Node<'p, P> {
    pub(super) position: &'p P,
    pub(super) level: usize,
    pub(super) depth: usize,
    pub(super) side: usize,
    pub(super) sign: f64,
    /// What returns narrow to.
    pub(super) floor: f64,
    pub(super) ceiling: f64,
    /// What is known above: whether the value is beyond it makes no difference there.
    pub(super) alpha: f64,
    pub(super) beta: f64,
    pub(super) can_end: bool,
    /// The other side has something to prove.
    is_to_fail: bool,
}

impl<P> Node<'_, P> {
    /// A value that leaves nothing to ask.
    pub(super) fn enough(&self) -> f64 {
        self.beta.min(self.ceiling)
    }
}

/// What is known of a node while its actions are gone through.
pub(super) struct Found {
    pub(super) lower: f64,
    pub(super) upper: f64,
    best: Option<Action>,
    /// Every action has been looked at.
    is_whole: bool,
}

impl Found {
    /// Takes in the interval of an action.
    pub(super) fn add(&mut self, action: Action, (low, high): Interval) {
        self.upper = self.upper.max(high);
        if low > self.lower {
            (self.lower, self.best) = (low, Some(action));
        }
    }
}

impl<'a, P: Position + Tactics> Solver<'a, P> {
    /// One that looks at `nodes` positions at most, in all its searches.
    pub fn new(
        stakes: &'a Stakes,
        memory: &'a mut Memory,
        nodes: Option<u64>,
        tick: &'a mut dyn FnMut() -> ControlFlow<()>,
    ) -> Self {
        let seats = stakes.sides.len();
        Self {
            stakes,
            range: Range::of(stakes),
            memory,
            promises: Vec::new(),
            ends: Vec::new(),
            places: Vec::new(),
            after: [vec![0.0; seats], vec![0.0; seats]],
            returns: vec![0.0; seats],
            levels: Vec::new(),
            nodes: 0,
            most: nodes.unwrap_or(u64::MAX),
            tick,
            is_cut: false,
            prover: None,
            claim: 0,
        }
    }

    /// The interval of a position and the action that keeps the best of it; `None` if the limit
    /// came first. `window` is what is known above.
    pub fn search(
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
        let player = match position.decider() {
            Decider::Player(player) => player,
            Decider::Over => {
                let value = value_of_end(position, self.stakes, &mut self.returns);
                return Some(((value, value), None));
            }
            Decider::Chance => return None,
        };
        let side = self.stakes.side(player.index());
        let sign = if side == 0 { 1.0 } else { -1.0 };
        if P::NARROWS {
            self.range.narrow(position, self.stakes);
        }
        let range = (self.range.least[0], self.range.most[0]);
        let ((floor, ceiling), (alpha, beta)) = (ordered(sign, range), ordered(sign, window));
        if level > 0 && (floor >= ceiling || floor >= beta || ceiling <= alpha) {
            return Some((range, None));
        }
        if self.levels.len() <= level {
            self.levels.push(Level { position: None, actions: Vec::new(), open: Vec::new() });
        }
        let (can_end, is_to_fail) = (position.can_end(), self.prover == Some(1 - side));
        let node = Node {
            position,
            level,
            depth,
            side,
            sign,
            floor,
            ceiling,
            alpha,
            beta,
            can_end,
            is_to_fail,
        };
        // A known win is tried before a key is worked out where many positions have one.
        if P::NARROWS
            && let Some((value, action)) = self.known_win(&node)
        {
            return Some((ordered(sign, (value, ceiling)), Some(action)));
        }
        // The number of turns decides too where a game has a limit of them (N16).
        let key = position.key() ^ mix64(u64::from(position.turns()));
        let (mut known, mut first) = ((floor, ceiling), None);
        if let Some(entry) = self.memory.table.get(key) {
            (known, first) = (ordered(sign, (entry.lower, entry.upper)), entry.best);
            let settled = known.0 >= known.1 || known.0 >= beta || known.1 <= alpha;
            let is_enough =
                settled || (entry.claim == self.claim && usize::from(entry.depth) >= depth);
            if is_enough && (level > 0 || (settled && first.is_some())) {
                self.is_cut |= !settled;
                return Some(((entry.lower, entry.upper), first));
            }
        }
        if !P::NARROWS
            && let Some((value, action)) = self.known_win(&node)
        {
            let found = ordered(sign, (value, ceiling));
            self.memory.table.put(key, found, (depth, self.claim), Some(action));
            return Some((found, Some(action)));
        }
        let found = self.expand(&node, first)?;
        // Whatever was certain before is certain still.
        let best = if found.lower < known.0 { first.or(found.best) } else { found.best.or(first) };
        let lower = found.lower.max(known.0);
        let upper = found.upper.min(known.1).max(lower);
        let found = ordered(sign, (lower, upper));
        self.memory.table.put(key, found, (depth, self.claim), best);
        Some((found, best))
    }

    /// Goes through the actions of a node.
    fn expand(&mut self, node: &Node<'_, P>, first: Option<Action>) -> Option<Found> {
        let mut actions = std::mem::take(&mut self.levels[node.level].actions);
        let mut open = std::mem::take(&mut self.levels[node.level].open);
        open.clear();
        let (lower, upper) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        let mut found = Found { lower, upper, best: None, is_whole: true };
        if let Some((threat, most)) = self.after_null_move(node) {
            // Whatever leaves things as they are is no better than that.
            node.position.not_null_moves(threat, &mut actions);
            found.upper = most;
        } else if node.is_to_fail && node.depth <= 1 && !node.can_end && node.level > 0 {
            // Nobody threatens anything, and nobody is asked to.
            actions.clear();
            self.is_cut = true;
            found.is_whole = false;
        } else {
            node.position.legal_actions(&mut actions);
        }
        if found.is_whole {
            self.look_at_ends(node, &actions, &mut open, &mut found);
            found.is_whole = found.lower < node.enough();
        }
        if found.is_whole && !open.is_empty() {
            self.go_deeper(node, first, &mut open, &mut found)?;
        }
        if !found.is_whole {
            found.upper = node.ceiling;
        }
        if found.best.is_none() && found.lower <= node.floor {
            // Whatever is played brings that much.
            found.best = first.or(actions.first().copied());
        }
        self.levels[node.level].actions = actions;
        self.levels[node.level].open = open;
        Some(found)
    }

    /// Searches the actions whose value is not known, as deep as the round goes.
    fn go_deeper(
        &mut self,
        node: &Node<'_, P>,
        first: Option<Action>,
        open: &mut Vec<(u64, Action)>,
        found: &mut Found,
    ) -> Option<()> {
        let Node { position, level, depth, .. } = *node;
        let ends_turn = !P::NARROWS || position.ends_turn();
        if depth <= 1 && ends_turn {
            self.is_cut = true;
            found.is_whole = false;
            return Some(());
        }
        let unset = if ends_turn { with_nothing_set(position, open.len()) } else { None };
        if let Some(unset) = &unset {
            self.leave_out_refuted(node, unset, false, open, found);
        }
        self.order(node, first, open);
        let mut tried = self.memory.wins[1 - node.side].first().copied();
        // Where returns narrow, the action that was best elsewhere mostly is enough.
        let mut is_ordered = false;
        if !P::NARROWS || open.last().is_none_or(|&(weight, _)| weight == 0) {
            self.order_by_promise(node, open);
            is_ordered = true;
        }
        while let Some((_, action)) = open.pop() {
            let mut child = position.clone();
            child.play_unchecked(action);
            let rest = depth - usize::from(ends_turn || child.turns() != position.turns());
            let is_too_deep = rest == 0
                || level >= MOST_LEVELS
                || (depth <= 1 && !node.can_end && !position.can_end_by(action));
            let interval = if is_too_deep {
                self.is_cut = true;
                (node.floor, node.ceiling)
            } else {
                let window = (node.alpha.max(found.lower), node.beta);
                let inner = ordered(node.sign, window);
                ordered(node.sign, self.search(&child, level + 1, rest, inner)?.0)
            };
            found.add(action, interval);
            let is_enough = found.lower >= node.enough();
            // Else an answer to this action is missing, so that nothing is proven at this depth.
            if is_enough || (node.is_to_fail && interval.1 > node.alpha) {
                found.is_whole = is_enough && open.is_empty();
                self.note(action, node.side, depth);
                break;
            }
            if !std::mem::replace(&mut is_ordered, true) {
                self.order_by_promise(node, open);
            }
            let latest = self.memory.wins[1 - node.side].first().copied();
            if let Some(unset) = &unset
                && latest != tried
            {
                self.leave_out_refuted(node, unset, true, open, found);
                tried = latest;
            }
        }
        Some(())
    }

    /// The most that the side to decide can get by a turn that leaves things as they are, if that is
    /// not enough, and whether it is so because of a threat of the next seat.
    fn after_null_move(&mut self, node: &Node<'_, P>) -> Option<(bool, f64)> {
        if !P::NARROWS {
            return None;
        }
        let [lowest, highest] = self.stakes.returns();
        [false, true].into_iter().find_map(|threat| {
            let [least, most] = &mut self.after;
            least.fill(lowest);
            most.fill(highest);
            if !node.position.after_null_move(threat, least, most) {
                return None;
            }
            let [mut low, mut high] = [[0.0; 2]; 2];
            self.stakes.ends_by_side(&self.after, &mut low, &mut high);
            let most = ordered(node.sign, (low[0], high[0])).1;
            (most <= node.alpha).then_some((threat, most))
        })
    }
}

/// An interval seen with the sign turned, least value first; the same way back.
pub(super) fn ordered(sign: f64, (lower, upper): Interval) -> Interval {
    if sign > 0.0 { (lower, upper) } else { (-upper, -lower) }
}
