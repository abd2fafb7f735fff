//! What an evaluator says of the actions of a node, kept as logits: the greatest of those not visited,
//! the sum over them, and the probabilities.

use super::node::{LockstepNode, NONE, NodeKind, NodePool, reserve};
use super::numbers::{close_illegal, count, first_of, for_each_set, lower_all, max_of, sum_of_exp};
use crate::position::Position;
use crate::search::math::exp;

/// Below this much of the reference the sum over unvisited actions is formed anew.
const FAR: f32 = -30.0;

impl<P: Position> NodePool<P> {
    /// Begins a new search at a node whose logits an earlier one left, all of them unvisited.
    pub(super) fn reopen(&mut self, node: u32) {
        if self.node(node).raw {
            return;
        }
        let rest = sum_of_exp(self.logits(node), 0.0);
        let one = self.node_mut(node);
        (one.rest, one.total, one.base) = (rest, rest as f32, 0.0);
        self.find_best(node);
    }

    /// Stores an evaluator's answer on the actions of a node: `logits` of all actions, of which
    /// those of the mask are legal.
    pub(super) fn open(&mut self, node: u32, logits: &[f32], mask: &[bool]) {
        let legal = count(mask);
        // Half of the actions legal: a logit for each is smaller and quicker than pairs.
        let dense = 3 * legal >= 2 * mask.len();
        let places = if dense { mask.len() } else { legal };
        let (at, from) = (self.logits.len(), self.actions.len());
        // Below the root there are hardly ever more: memory for all at once leaves no gaps.
        let all = if at == 0 { places * self.nodes.capacity() } else { places };
        reserve(&mut self.logits, all.min(1 << 20).max(places));
        if dense {
            self.logits.extend_from_slice(logits);
            close_illegal(&mut self.logits[at..], mask);
        } else {
            reserve(&mut self.actions, legal);
            self.logits.resize(at + legal, 0.0);
            self.actions.resize(from + legal, 0);
            let mut free = self.logits[at..].iter_mut().zip(&mut self.actions[from..]);
            for_each_set(mask, |action| {
                if let Some((logit, place)) = free.next() {
                    (*logit, *place) = (logits[action], action as u16);
                }
            });
        }
        let one = &mut self.nodes[node as usize];
        one.logits = at as u32;
        one.actions = if dense { NONE } else { from as u32 };
        (one.places, one.legal) = (places as u16, legal as u16);
        (one.kind, one.raw) = (NodeKind::Open, true);
    }

    /// The first action to look at below a node of which no child is visited: the one with the
    /// greatest logit.
    pub(super) fn first_choice(&mut self, node: u32) -> u16 {
        if self.node(node).raw {
            let logits = self.logits(node);
            let best = first_of(logits, max_of(logits));
            self.node_mut(node).best = best as u16;
        }
        self.action_at(node, usize::from(self.node(node).best))
    }

    /// Forms the sums over the logits of a node, if that was not done.
    pub(super) fn prepare(&mut self, node: u32) {
        let one = &mut self.nodes[node as usize];
        if !std::mem::replace(&mut one.raw, false) {
            return;
        }
        let stored = &mut self.logits[one.logits as usize..][..usize::from(one.places)];
        lower_all(stored, max_of(stored));
        let rest = sum_of_exp(stored, 0.0);
        (one.rest, one.total, one.base) = (rest, rest as f32, 0.0);
        match one.first {
            NONE => self.find_best(node),
            only => self.leave_out(only),
        }
    }

    /// The logits of a node, by place: minus infinity where the action is visited or illegal.
    pub(super) fn logits(&self, node: u32) -> &[f32] {
        let one = self.node(node);
        &self.logits[one.logits as usize..][..usize::from(one.places)]
    }

    /// The action at a place of the logits.
    pub(super) fn action_at(&self, node: u32, place: usize) -> u16 {
        match self.node(node).actions {
            NONE => place as u16,
            from => self.actions[from as usize + place],
        }
    }

    /// The action not visited that has the greatest logit (the lowest one of several), its logit,
    /// and the sum over all not visited of exp(logit), as a factor and its logarithm's reference.
    #[inline]
    pub(super) fn unvisited(&self, node: u32) -> Option<(u16, f32, f64, f32)> {
        let one = self.node(node);
        (one.children < one.legal).then(|| {
            let action = self.action_at(node, usize::from(one.best));
            (action, one.best_logit, one.rest, one.base)
        })
    }

    fn find_best(&mut self, node: u32) {
        let logits = self.logits(node);
        let best_logit = max_of(logits);
        let best = first_of(logits, best_logit);
        let base = self.node(node).base;
        let far = best_logit < base + FAR && best_logit > f32::NEG_INFINITY;
        let rest = far.then(|| sum_of_exp(logits, best_logit));
        let one = self.node_mut(node);
        (one.best, one.best_logit) = (best as u16, best_logit);
        if let Some(rest) = rest {
            (one.rest, one.base) = (rest, best_logit);
        }
    }

    /// Links a node below its parent as visited: its action is no longer among those not visited.
    pub(super) fn visit(&mut self, child: u32) {
        let LockstepNode { parent, action, .. } = *self.node(child);
        let one = self.node(parent);
        let place = match one.actions {
            _ if one.kind == NodeKind::Chance => 0,
            // The first child of all: the place of its action was looked up to choose it.
            _ if one.raw => usize::from(one.best),
            NONE => usize::from(action),
            from => {
                let actions = &self.actions[from as usize..][..usize::from(one.places)];
                actions.binary_search(&action).expect("a legal action")
            }
        };
        let is_ready = one.kind == NodeKind::Open && !one.raw;
        let one = self.node_mut(parent);
        one.children += 1;
        let next = std::mem::replace(&mut one.first, child);
        let below = self.node_mut(child);
        (below.next, below.place) = (next, place as u16);
        if is_ready {
            self.leave_out(child);
        }
    }

    /// Takes a visited child out of the sums over the actions not visited.
    fn leave_out(&mut self, child: u32) {
        let LockstepNode { parent, place, .. } = *self.node(child);
        let at = self.node(parent).logits as usize + usize::from(place);
        let logit = std::mem::replace(&mut self.logits[at], f32::NEG_INFINITY);
        let one = self.node_mut(parent);
        one.rest -= f64::from(exp(logit - one.base));
        let (prior, best) = (exp(logit) / one.total, one.best);
        let below = self.node_mut(child);
        (below.logit, below.prior) = (logit, prior);
        if best == place {
            self.find_best(parent);
        }
    }

    /// The actions of an open node with the evaluator's probabilities.
    pub(super) fn priors(&self, node: u32) -> impl Iterator<Item = (u16, f32)> {
        let open = if self.node(node).kind == NodeKind::Open { self.logits(node) } else { &[] };
        let legal = open.iter().enumerate().filter(|(_, logit)| **logit > f32::NEG_INFINITY);
        let unvisited = legal.map(move |(place, &logit)| {
            (self.action_at(node, place), exp(logit) / self.node(node).total)
        });
        let visited = self.children(node).map(|child| self.node(child));
        unvisited.chain(visited.map(|child| (child.action, child.prior)))
    }
}
