//! What a tree proves: terminal moves of a new node, what is settled, and how a value goes up a path.

use super::Tree;
use crate::position::{Action, Arrays, Decider, Knowledge, Payoffs, Position};
use crate::search::node_pool::{NO_NODE, NodeId, ROOT, Turn};
use crate::search::settings::{Choice, Frame};

impl<P: Position + Arrays + Knowledge> Tree<P> {
    /// Finds terminal moves of a new node at once: a win in one is proven, whatever rollouts or priors
    /// say. Where no action can end the game, none is tried.
    pub(super) fn look_ahead(&mut self, node: NodeId, frame: &Frame) {
        let Turn::Side(side) = self.pool.nodes[node as usize].turn else { return };
        if !self.pool.position(node).can_end() || self.pool.is_exact(node) {
            return;
        }
        let max = self.pool.range(node, usize::from(side), &frame.payoffs).1;
        let mut num_terminal = 0;
        for edge in self.pool.edges(node) {
            let action = self.pool.actions[edge];
            if !self.pool.position(node).can_end_by(action) {
                continue;
            }
            let mut position = self.pool.position(node).clone();
            position.play_unchecked(action);
            let end = if position.decider() == Decider::Over {
                self.add_end(&position, frame)
            } else if self.is_settled(&position, frame) {
                let end = self.pool.add_end(&self.range.min);
                self.minimax.grow(&self.pool);
                end
            } else {
                continue;
            };
            self.pool.children[edge] = end;
            // Edges that were looked at come first.
            let first = self.pool.edges(node).start;
            self.pool.swap(first + num_terminal, edge);
            self.rave.swap(first + num_terminal, edge);
            num_terminal += 1;
            if self.pool.bounds(end, usize::from(side)).0 >= max {
                break;
            }
        }
        if num_terminal > 0 {
            self.pool.nodes[node as usize].seen = num_terminal as u16;
            self.minimax.update_below(&self.pool, node, &frame.payoffs);
            self.pool.tighten(node, &frame.payoffs);
        }
    }

    /// Has a position only one return left for every side, whatever is played? Those are `range.min`
    /// then.
    pub(super) fn is_settled(&mut self, position: &P, frame: &Frame) -> bool {
        self.range.narrow(position, &frame.payoffs)
            && self.range.min.iter().zip(&self.range.max).all(|(min, max)| min >= max)
    }

    /// Takes over what is proven of the root: the returns by side, and an action that keeps them.
    pub fn settle_root(&mut self, action: Action, value: &[f64], frame: &Frame) {
        let Some(edge) = self.pool.find(ROOT, action) else { return };
        self.pool.children[edge] = self.pool.add_end(value);
        self.pool.lower[..value.len()].copy_from_slice(value);
        self.pool.upper[..value.len()].copy_from_slice(value);
        self.minimax.grow(&self.pool);
        self.minimax.update_below(&self.pool, ROOT, &frame.payoffs);
    }

    /// Takes the value of a simulation up its path, with what it proved.
    pub(super) fn back_up(&mut self, payoffs: &Payoffs) {
        let mut is_changed = false;
        for step in (0..self.path.len()).rev() {
            let (node, edge) = self.path[step];
            let child = self.pool.children[edge];
            let is_proven = child != NO_NODE && self.pool.is_exact(child);
            if is_proven {
                let values = self.pool.values(child);
                self.value.copy_from_slice(&self.pool.lower[values]);
            }
            self.pool.visit(node, edge, &self.value, payoffs);
            if is_proven {
                self.pool.settle(node, edge, payoffs);
            }
            // Bounds change below, or by a look ahead from a node that is new.
            let is_new = child != NO_NODE && child as usize >= self.known_nodes;
            is_changed = (is_changed || is_new) && self.pool.tighten(node, payoffs);
            if self.choice == Choice::ImplicitMinimax {
                self.minimax.back_up(&self.pool, node, edge, payoffs);
            }
            if self.pool.nodes[node as usize].turn == Turn::Chance {
                self.pool.expect(node, edge, &mut self.value);
            }
        }
    }
}
