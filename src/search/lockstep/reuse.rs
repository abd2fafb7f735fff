//! Going on below the root: the evaluator's answer there is kept, so that it is not asked again.
//!
//! A new search begins with no visits, as if nothing had gone before: its schedule has a meaning
//! only from the start, and its result is that of a search of the position by itself. What it finds
//! among the nodes kept, logits, values and proofs, costs no call of the evaluator.

use super::node::{NONE, NodeKind, NodePool};
use super::tree::{Context, Scratch, Tree};
use crate::position::{Action, Arrays, Decider, Knowledge, Position};
use crate::stream::{Stream, game_seed};

/// What is sampled for a roll, beside the actions that have noise of their own.
const ROLL: u64 = u64::MAX;

impl<P: Position + Arrays + Knowledge> Tree<P> {
    /// Plays an action at the root, which is legal, and the rolls that it leads to, which it gives;
    /// the next search is a short one or not.
    pub(super) fn advance(
        &mut self,
        action: Action,
        short: bool,
        context: &Context,
        scratch: &mut Scratch,
    ) -> Vec<Action> {
        let mut sampled = Vec::new();
        self.short = short;
        let mut rolls = Stream::new(game_seed(self.decision_seed(context), ROLL));
        let mut position = self.position().clone();
        position.play_unchecked(action);
        let mut node = self.below(0, action);
        while position.decider() == Decider::Chance {
            position.legal_actions(&mut scratch.actions);
            let roll = scratch.actions[rolls.below(scratch.actions.len())];
            position.play_unchecked(roll);
            sampled.push(roll);
            node = node.and_then(|node| self.below(node, roll));
        }
        if position.turns() == self.turn {
            self.step += 1;
        } else {
            (self.turn, self.step) = (position.turns(), 0);
        }
        let capacity = if position.decider() == Decider::Over {
            1
        } else {
            self.schedules(context).simulations + 1
        };
        match node {
            Some(node)
                if self.pool.node(node).kind != NodeKind::Over
                    && self.fits(node, context.max_nodes.saturating_sub(capacity)) =>
            {
                self.keep(node, capacity);
            }
            _ => {
                self.pool = NodePool::new(context.players, capacity);
                super::tree::add(&mut self.pool, position, NONE, 0);
            }
        }
        self.begin(context, scratch);
        sampled
    }

    fn below(&self, node: u32, action: Action) -> Option<u32> {
        let mut all = self.pool.children(node).chain(self.pool.reused(node));
        all.find(|&child| self.pool.node(child).action == action.0)
    }

    /// Are a node and all nodes below it at most `max`?
    fn fits(&self, node: u32, max: usize) -> bool {
        if self.pool.nodes.len() <= max {
            return true;
        }
        let (mut open, mut count) = (vec![node], 0);
        while let Some(node) = open.pop() {
            count += 1;
            open.extend(self.pool.children(node).chain(self.pool.reused(node)));
        }
        count <= max
    }

    /// Keeps a node and what is below it, and drops the rest.
    fn keep(&mut self, node: u32, capacity: usize) {
        let old = &self.pool;
        let mut new = NodePool::new(old.players(), capacity);
        let root = old.copy(node, NONE, &mut new);
        let mut copied = vec![(node, root)];
        while let Some((node, copy)) = copied.pop() {
            for child in old.children(node).chain(old.reused(node)) {
                let below = old.node(child);
                if below.kind == NodeKind::Waiting && !below.proven {
                    continue;
                }
                let image = old.copy(child, copy, &mut new);
                let next = std::mem::replace(&mut new.node_mut(copy).reused, image);
                new.node_mut(image).next = next;
                copied.push((child, image));
            }
        }
        self.pool = new;
    }
}
