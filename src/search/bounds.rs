//! Exact values in a tree: a lower and an upper bound for each node and side, from ends of games
//! upwards.
//!
//! MCTS-Solver (Winands, Bjornsson, Saito 2008) and score bounds (Cazenave, Saffidine 2010), for any
//! number of sides: a side that decides gets at least its best lower bound L, and only children in
//! which it may get L can be chosen. So the bounds of every other side are the least and the
//! greatest over those children. Where children with the same return for the one who decides are
//! worth different things to others, no bound is set for these.
//! Through dice, bounds are expected values.

use super::node_pool::{NO_NODE, NodeId, NodePool, PRUNED, Turn};
use crate::position::Payoffs;

impl<P> NodePool<P> {
    /// Works out the bounds of a node from its children and says whether they changed.
    pub fn tighten(&mut self, node: NodeId, payoffs: &Payoffs) -> bool {
        match self.nodes[node as usize].turn {
            Turn::Over => false,
            Turn::Chance => self.tighten_chance(node, payoffs),
            Turn::Side(side) => self.tighten_choice(node, usize::from(side), payoffs),
        }
    }

    /// Bounds of a side behind an edge; `range` is that of the node, which counts where nobody has
    /// looked yet.
    fn behind(&self, edge: usize, side: usize, range: (f64, f64)) -> (f64, f64) {
        match self.children[edge] {
            NO_NODE => range,
            child => self.bounds(child, side),
        }
    }

    fn tighten_choice(&mut self, node: NodeId, side: usize, payoffs: &Payoffs) -> bool {
        let (edges, values) = (self.edges(node), self.values(node));
        let (mut lower, mut upper) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        let range = self.range(node, side, payoffs);
        for edge in edges.clone() {
            let (low, high) = self.behind(edge, side, range);
            lower = lower.max(low);
            upper = upper.max(high);
        }
        let mut changed = self.set(values.start + side, lower, upper);
        if let Some(total) = payoffs.duel() {
            changed |= self.set(values.start + 1 - side, total - upper, total - lower);
        } else {
            for other in (0..self.sides).filter(|&other| other != side) {
                let (mut min, mut max) = (f64::INFINITY, f64::NEG_INFINITY);
                let others = self.range(node, other, payoffs);
                for edge in edges.clone() {
                    if self.behind(edge, side, range).1 >= lower {
                        let (low, high) = self.behind(edge, other, others);
                        min = min.min(low);
                        max = max.max(high);
                    }
                }
                changed |= self.set(values.start + other, min, max);
            }
        }
        if !self.is_exact(node) {
            self.close(node, side, lower, payoffs);
        }
        changed
    }

    /// Closes edges that cannot be better than what is certain, or that are proven.
    fn close(&mut self, node: NodeId, side: usize, lower: f64, payoffs: &Payoffs) {
        let is_duel = payoffs.duel().is_some();
        for edge in self.edges(node) {
            let child = self.children[edge];
            if child == NO_NODE {
                continue;
            }
            let high = self.bounds(child, side).1;
            if self.is_exact(child) || high < lower || (is_duel && high <= lower) {
                self.priors[edge] = PRUNED;
            }
        }
    }

    fn tighten_chance(&mut self, node: NodeId, payoffs: &Payoffs) -> bool {
        let (edges, values) = (self.edges(node), self.values(node));
        let mut changed = false;
        let outcomes = edges.len() as f64;
        for side in 0..self.sides {
            let (mut lower, mut upper) = (0.0, 0.0);
            let range = self.range(node, side, payoffs);
            for edge in edges.clone() {
                let (low, high) = self.behind(edge, side, range);
                lower += low;
                upper += high;
            }
            changed |= self.set(values.start + side, lower / outcomes, upper / outcomes);
        }
        for edge in edges {
            let child = self.children[edge];
            if child != NO_NODE && self.is_exact(child) {
                self.priors[edge] = PRUNED;
            }
        }
        changed
    }

    #[expect(clippy::float_cmp)] // bounds are copied, not computed: equal ones are equal in every bit
    fn set(&mut self, index: usize, lower: f64, upper: f64) -> bool {
        let changed = self.lower[index] != lower || self.upper[index] != upper;
        self.lower[index] = lower;
        self.upper[index] = upper;
        changed
    }

    /// Plies to the end of a position whose value is proven, as far as the proof knows them: the side that
    /// wins is quick about it, the other one holds out.
    pub fn plies(&self, node: NodeId, payoffs: &Payoffs) -> u32 {
        let Turn::Side(side) = self.nodes[node as usize].turn else { return 0 };
        let side = usize::from(side);
        let value = self.bounds(node, side).0;
        let below = (self.edges(node).map(|edge| self.children[edge]))
            .filter(|&child| child != NO_NODE && self.is_exact(child))
            .filter(|&child| self.bounds(child, side).0 >= value)
            .map(|child| 1 + self.plies(child, payoffs));
        let plies = if value >= payoffs.max { below.min() } else { below.max() };
        plies.unwrap_or(0)
    }

    /// The value that a die hands on when `edge` was rolled: of proven outcomes the exact one, by
    /// their share, of all others `value`, since simulations go through these alone.
    pub fn expect(&self, node: NodeId, edge: usize, value: &mut [f64]) {
        let edges = self.edges(node);
        let share = 1.0 / edges.len() as f64;
        for (side, value) in value.iter_mut().enumerate() {
            let (mut proven, mut rest) = (0.0, 1.0);
            for closed in edges.clone().filter(|&other| other != edge && self.priors[other] < 0.0) {
                proven += share * self.bounds(self.children[closed], side).0;
                rest -= share;
            }
            *value = proven + rest * *value;
        }
    }

    /// Gives an edge whose node is proven the exact value in place of the mean.
    pub fn settle(&mut self, node: NodeId, edge: usize, payoffs: &Payoffs) {
        let child = self.children[edge];
        if let Turn::Side(side) = self.nodes[node as usize].turn {
            let value = payoffs.scaled(self.bounds(child, usize::from(side)).0);
            self.edge_sums[edge] = value * self.edge_visits[edge] as f32;
        }
    }
}
