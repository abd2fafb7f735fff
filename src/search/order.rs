//! The order in which alpha-beta goes through actions: by what they promise by a quick look, and by
//! how often they cut the search off before.

use super::alpha_beta::{Node, Solver};
use crate::position::{Action, Position, Tactics};

/// Actions are ordered by what they promise where the search goes at least so much deeper.
const PROMISE_DEPTH: usize = 4;
/// What the most promising action counts in the order of actions, and the one that cut the search off
/// most often.
const WEIGHT: u64 = 1_000;

impl<P: Position + Tactics> Solver<'_, P> {
    /// Puts actions into the order in which they are searched from the last on, `first` before all
    /// others.
    pub(super) fn order(
        &mut self,
        node: &Node<'_, P>,
        first: Option<Action>,
        open: &mut [(u64, Action)],
    ) {
        let history = |action: Action| {
            self.memory.history.get(action.index()).map_or(0, |one| one[node.side])
        };
        let most = open.iter().map(|&(_, action)| history(action)).max().unwrap_or(0).max(1);
        for (weight, action) in open.iter_mut() {
            *weight = if Some(*action) == first {
                u64::MAX / 2
            } else {
                WEIGHT * u64::from(history(*action)) / u64::from(most)
            };
        }
        put_best_last(open);
    }

    /// Puts actions into the order of what they promise too, where the search goes deep. In Pentagame a
    /// look at all takes as long as many positions.
    pub(super) fn order_by_promise(&mut self, node: &Node<'_, P>, open: &mut [(u64, Action)]) {
        if node.depth < PROMISE_DEPTH {
            return;
        }
        node.position.promising_actions(&mut self.promises);
        self.promises.sort_unstable_by_key(|&(_, action)| action);
        let most = self.promises.iter().map(|&(promise, _)| promise).max().unwrap_or(0).max(1);
        for (weight, action) in open.iter_mut() {
            let found = self.promises.binary_search_by_key(action, |&(_, action)| action);
            let promise = found.map_or(0, |place| self.promises[place].0);
            *weight += WEIGHT * u64::from(promise) / u64::from(most);
        }
        put_best_last(open);
    }

    /// Remembers an action that made the rest of the moves needless.
    pub(super) fn note(&mut self, action: Action, side: usize, depth: usize) {
        let history = &mut self.memory.history;
        if history.len() <= action.index() {
            history.resize(action.index() + 1, [0; 2]);
        }
        let count = &mut history[action.index()][side];
        *count = (*count + (depth * depth) as u32).min(u32::MAX / 2);
    }
}

fn put_best_last(open: &mut [(u64, Action)]) {
    open.sort_unstable_by_key(|&(weight, action)| (weight, std::cmp::Reverse(action)));
}
