//! Actions that differ in nothing but a place where something is set, and one answer to most of them.

use super::alpha_beta::{Found, Node, Solver, ordered};
use super::ends::value_of_end;
use crate::position::{Action, Decider, Position, Tactics};

/// One answer to all is looked for where at least this number of actions differ in their places.
const FEWEST: usize = 3;

/// The position after one of `open` actions with nothing set, where that may save something.
pub(super) fn with_nothing_set<P: Tactics>(position: &P, open: usize) -> Option<P> {
    if P::NARROWS && open >= FEWEST { position.with_nothing_set() } else { None }
}

impl<P: Position + Tactics> Solver<'_, P> {
    /// Leaves out the actions that are refuted, wherever they set something but in the way, by an answer
    /// that brought enough at once elsewhere, or by the latest such answer; `unset` is the position with
    /// nothing set.
    pub(super) fn leave_out_refuted(
        &mut self,
        node: &Node<'_, P>,
        unset: &P,
        is_latest: bool,
        open: &mut Vec<(u64, Action)>,
        found: &mut Found,
    ) {
        let Decider::Player(player) = unset.decider() else { return };
        let side = self.stakes.side(player.index());
        let count = self.memory.wins[side].len();
        for place in 0..if is_latest { count.min(1) } else { count } {
            let answer = self.memory.wins[side][place];
            if open.is_empty() || !unset.is_legal(answer) {
                continue;
            }
            let child = self.levels[node.level].position.insert(unset.clone());
            child.play_unchecked(answer);
            let most = if child.decider() == Decider::Over {
                node.sign * value_of_end(child, self.stakes, &mut self.returns)
            } else {
                self.range.narrow(child, self.stakes);
                ordered(node.sign, (self.range.least[0], self.range.most[0])).1
            };
            if most > node.alpha {
                continue;
            }
            let mut hindering = std::mem::take(&mut self.places);
            hindering.clear();
            hindering.extend(open.iter().map(|&(_, action)| action));
            unset.retain_hindering(answer, &mut hindering);
            if hindering.len() < open.len() {
                found.upper = found.upper.max(most);
                let mut next = 0;
                open.retain(|&(_, action)| {
                    let is_kept = hindering.get(next) == Some(&action);
                    next += usize::from(is_kept);
                    is_kept
                });
            }
            self.places = hindering;
        }
    }
}
