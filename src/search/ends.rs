//! The ends of the game one action ahead, and what is as good: actions after which the returns are
//! narrowed to one value, or to what is enough.

use super::alpha_beta::{Found, Interval, Node, Solver, ordered};
use super::stakes::Stakes;
use crate::position::{Action, Decider, Position, Tactics};

/// Actions that won at once elsewhere, kept for each side where returns narrow. Stones win on points
/// that seldom come again: there one is kept.
const WINS: usize = 4;

impl<P: Position + Tactics> Solver<'_, P> {
    /// Ends of the game first, and what is as good: one that brings enough is all that is needed. The
    /// other actions are left in `open`.
    pub(super) fn look_at_ends(
        &mut self,
        node: &Node<'_, P>,
        actions: &[Action],
        open: &mut Vec<(u64, Action)>,
        found: &mut Found,
    ) {
        if !node.can_end {
            open.extend(actions.iter().map(|&action| (0, action)));
            return;
        }
        let mut ends = std::mem::take(&mut self.ends);
        ends.clear();
        ends.extend_from_slice(actions);
        // What a utility lacks is not told by returns.
        let lacking = if self.stakes.are_returns() { node.enough() - node.floor } else { 0.0 };
        node.position.retain_ends(lacking as f32, &mut ends);
        let mut next = 0;
        for &action in actions {
            let is_end = ends.get(next) == Some(&action);
            next += usize::from(is_end);
            let end = if is_end { self.end_by(node, action) } else { None };
            let is_known =
                |&(low, high): &Interval| low >= high || low >= node.beta || high <= node.alpha;
            let Some(interval) = end.filter(is_known) else {
                open.push((0, action));
                continue;
            };
            found.add(action, interval);
            if interval.0 >= node.enough() {
                let wins = &mut self.memory.wins[node.side];
                wins.truncate(if P::NARROWS { WINS - 1 } else { 0 });
                wins.insert(0, action);
                break;
            }
        }
        self.ends = ends;
    }

    /// An action that brings enough, of those that did so at once elsewhere, and its value.
    pub(super) fn known_win(&mut self, node: &Node<'_, P>) -> Option<(f64, Action)> {
        if !node.can_end {
            return None;
        }
        for place in 0..self.memory.wins[node.side].len() {
            let action = self.memory.wins[node.side][place];
            if node.position.is_legal(action)
                && let Some((low, _)) = self.end_by(node, action)
                && low >= node.enough()
            {
                self.memory.wins[node.side][..=place].rotate_right(1);
                return Some((low, action));
            }
        }
        None
    }

    /// Within what the value of an action lies: one value where it ends the game, else what returns
    /// narrow to.
    fn end_by(&mut self, node: &Node<'_, P>, action: Action) -> Option<Interval> {
        let child = self.levels[node.level].position.insert(node.position.clone());
        child.play_unchecked(action);
        if child.decider() != Decider::Over {
            if !P::NARROWS {
                return None;
            }
            self.range.narrow(child, self.stakes);
            return Some(ordered(node.sign, (self.range.least[0], self.range.most[0])));
        }
        let value = node.sign * value_of_end(child, self.stakes, &mut self.returns);
        Some((value, value))
    }
}

/// What an end is worth to side 0.
pub(super) fn value_of_end<P: Position>(end: &P, stakes: &Stakes, returns: &mut [f32]) -> f64 {
    let mut value = [0.0; 2];
    end.returns(returns);
    stakes.by_side(returns, &mut value);
    value[0]
}
