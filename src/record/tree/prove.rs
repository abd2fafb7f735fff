//! Proven values, carried up by minimax.

use super::{NONE, Tree};
use crate::games::AnyPosition;

impl Tree {
    /// Sets what is proven of a position that the tree has: 1 a win of seat 0, -1 of seat 1, 0 a
    /// draw, `None` for nothing.
    pub fn prove(&mut self, position: &AnyPosition, value: Option<i8>) -> bool {
        let Some((node, _)) = self.find(position) else { return false };
        self.nodes[node as usize].value = value;
        true
    }

    /// Carries proven values up: a position is won where a move wins, and otherwise worth its best
    /// move once each of its legal moves is proven. Gives how many positions are proven then.
    pub fn solve(&mut self) -> usize {
        let mut parents: Vec<Vec<u32>> = vec![Vec::new(); self.nodes.len()];
        for node in 0..self.nodes.len() as u32 {
            for edge in self.edges_of(node) {
                parents[self.edges[edge as usize].child as usize].push(node);
            }
        }
        let proven = |node: &u32| self.nodes[*node as usize].value.is_some();
        let mut due: Vec<u32> = (0..self.nodes.len() as u32).filter(proven).collect();
        while let Some(node) = due.pop() {
            for &parent in &parents[node as usize] {
                if self.nodes[parent as usize].value.is_none()
                    && let Some(value) = self.minimax(parent)
                {
                    self.nodes[parent as usize].value = Some(value);
                    due.push(parent);
                }
            }
        }
        self.nodes.iter().filter(|node| node.value.is_some()).count()
    }

    fn minimax(&self, node: u32) -> Option<i8> {
        let known = &self.nodes[node as usize];
        if known.seat > 1 || known.first == NONE {
            return None;
        }
        let sign = if known.seat == 0 { 1 } else { -1 };
        let mut best = Some(-1);
        for edge in self.edges_of(node) {
            let value = self.nodes[self.edges[edge as usize].child as usize].value;
            match value.map(|value| sign * value) {
                Some(1) => return Some(sign),
                value => best = best.zip(value).map(|(best, value)| best.max(value)),
            }
        }
        best.filter(|_| known.covered >= known.legal).map(|best| sign * best)
    }
}
