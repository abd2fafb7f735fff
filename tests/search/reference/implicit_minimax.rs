//! Implicit minimax: best first by static values, each side for itself (max^n).

use fivefold::search::{Settings, ln};

use super::{Edge, Node, Plain};

/// Gains begin with a number drawn below this.
const SHUFFLE: f32 = 0.005;
/// What an action of the root without a visit has more than any with one.
const FIRST: f32 = 10.0;

impl Plain {
    /// Judges the root and draws the order in which actions of equal gains are tried.
    pub(super) fn begin_static(&mut self, root: &mut Node, num_actions: usize) {
        let mut sampled = || (SHUFFLE * self.order.below(1 << 16) as f32 / 65_536.0, 0);
        self.gains = (0..num_actions * self.payoffs.count()).map(|_| sampled()).collect();
        let value = self.play_out(root.position.clone());
        root.own = value.iter().map(|&value| self.scaled(value)).collect();
        root.best.clone_from(&root.own);
    }

    /// What a node is worth: what is proven, else the best known below it.
    pub(super) fn static_value_behind(&self, child: &Node) -> Vec<f32> {
        match self.exact(child) {
            Some(exact) => exact.iter().map(|&value| self.scaled(value)).collect(),
            None => child.best.clone(),
        }
    }

    /// The first static value behind an edge, and what the action gained.
    pub(super) fn note_gain(
        &mut self,
        own: &[f32],
        side: Option<usize>,
        edge: &mut Edge,
        value: &[f64],
    ) {
        let static_value: Vec<_> = value.iter().map(|&value| self.scaled(value)).collect();
        if let Some(side) = side {
            let gain = &mut self.gains[edge.action.index() * value.len() + side];
            gain.0 += static_value[side] - own[side];
            gain.1 += 1;
        }
        edge.static_value = Some(static_value);
    }

    /// Works out what a node is worth after a simulation through one of its edges.
    pub(super) fn back_up_static(&self, node: &mut Node, visited: usize) {
        if let Some(child) = &node.edges[visited].child {
            node.edges[visited].static_value = Some(self.static_value_behind(child));
        }
        let Some(side) = self.side(node) else {
            node.best = (0..node.own.len())
                .map(|side| {
                    let value = |edge: &Edge| edge.static_value.as_ref().unwrap_or(&node.own)[side];
                    node.edges.iter().map(value).sum::<f32>() / node.edges.len() as f32
                })
                .collect();
            return;
        };
        let mut best: Option<&Vec<f32>> = None;
        for static_value in node.edges.iter().filter_map(|edge| edge.static_value.as_ref()) {
            if best.is_none_or(|best| static_value[side] > best[side]) {
                best = Some(static_value);
            }
        }
        let is_whole = node.edges.iter().all(|edge| edge.static_value.is_some());
        let best = best.filter(|best| is_whole || best[side] > node.own[side]);
        let best = best.unwrap_or(&node.own).clone();
        node.best = best;
    }

    /// The value of an edge, or its expected value before the first visit.
    pub(super) fn score(&self, node: &Node, edge: &Edge, side: usize) -> f32 {
        let exploration = Settings::default().static_exploration;
        let width = (exploration * exploration * ln(f64::from(node.visits.max(1)))) as f32;
        if let Some(static_value) = &edge.static_value {
            return static_value[side] + (width / edge.visits.max(1) as f32).sqrt();
        }
        // Every simulation goes through the root; a node below has missed the first at least.
        let is_root = self.simulations == u64::from(node.visits);
        let sides = self.payoffs.count();
        let (sum, count) = self.gains[edge.action.index() * sides + side];
        let more = if is_root { FIRST } else { width.sqrt() };
        node.own[side] + more + sum / (count + 1) as f32
    }
}
