//! Implicit minimax: the search over static evaluations, where no rollout is played.
//!
//! A mean over simulations says little here. Nothing is sampled, so only the best action of a
//! position counts, while a mean also counts actions that were tried once and given up. So the value
//! of an edge is that of the best edge below it for the side that decides there (max^n of Luckhardt
//! and Irani, 1986). An action without a visit has the static value of its position plus the mean gain
//! of the same action elsewhere in the tree. Such values differ little, so that hardly any exploration
//! is needed.
//!
//! Compare: implicit minimax backups (Lanctot et al. 2014), progressive history (Nijssen and Winands
//! 2011).

use super::math::ln;
use super::node_pool::{NO_NODE, NodeId, NodePool, PRUNED, Turn};
use super::settings::Settings;
use crate::position::Payoffs;
use crate::stream::Stream;

/// What an action of the root without a visit has more than any with one: each is tried.
const FIRST: f32 = 10.0;
/// Actions are tried in an order sampled at random where gains differ by less than this.
const SHUFFLE: f32 = 0.005;

/// Values of positions, scaled, by side, beside the nodes of a tree; empty where positions are played
/// out.
#[derive(Debug, Default)]
pub struct ImplicitMinimax {
    sides: usize,
    /// By edge and side: the best below it; not a number before the first visit.
    edges: Vec<f32>,
    /// By node and side: the position by itself.
    own: Vec<f32>,
    /// By node and side: the best below it.
    best: Vec<f32>,
    gains: Gains,
}

/// What each action gained at its first visit on average, by action and side: the static value after
/// it less that before it.
#[derive(Debug, Default)]
struct Gains(Vec<(f32, u32)>);

impl Gains {
    fn of(&self, place: usize) -> f32 {
        let (sum, count) = self.0[place];
        // One visit more, which gained next to nothing, for all that is not known.
        sum / (count + 1) as f32
    }
}

impl ImplicitMinimax {
    /// Keeps values from now on; `value` is the static value of the root, by side.
    pub fn begin<P>(
        &mut self,
        pool: &NodePool<P>,
        value: &[f64],
        actions: usize,
        payoffs: &Payoffs,
        order: &mut Stream,
    ) {
        self.sides = pool.sides;
        self.grow(pool);
        if self.gains.0.is_empty() {
            let sampled = |_| (SHUFFLE * order.below(1 << 16) as f32 / 65_536.0, 0);
            self.gains.0 = (0..actions * self.sides).map(sampled).collect();
        }
        for (side, &value) in value.iter().enumerate() {
            self.own[side] = payoffs.scaled(value);
            self.best[side] = payoffs.scaled(value);
        }
    }

    /// Makes place for the nodes and edges of a tree.
    pub fn grow<P>(&mut self, pool: &NodePool<P>) {
        self.edges.resize(pool.actions.len() * self.sides, f32::NAN);
        self.own.resize(pool.nodes.len() * self.sides, 0.0);
        self.best.resize(pool.nodes.len() * self.sides, 0.0);
    }

    /// Forgets every value, but not the gains.
    pub fn clear(&mut self) {
        let gains = std::mem::take(&mut self.gains);
        *self = Self { gains, ..Self::default() };
    }

    /// Keeps the values of these nodes of a tree alone, in this order.
    pub fn keep<P>(&mut self, pool: &NodePool<P>, nodes: &[NodeId]) {
        let (mut edges, mut own, mut best) = (Vec::new(), Vec::new(), Vec::new());
        for &node in nodes {
            let (of_node, below) = (node as usize * self.sides, pool.edges(node));
            own.extend_from_slice(&self.own[of_node..of_node + self.sides]);
            best.extend_from_slice(&self.best[of_node..of_node + self.sides]);
            edges.extend_from_slice(&self.edges[below.start * self.sides..below.end * self.sides]);
        }
        (self.edges, self.own, self.best) = (edges, own, best);
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        4 * (self.edges.len() + self.own.len() + self.best.len())
    }

    /// Makes the static value behind an edge that of the node it leads to.
    pub fn hand_down(&mut self, edge: usize, node: NodeId) {
        let (from, to) = (edge * self.sides, node as usize * self.sides);
        for side in 0..self.sides {
            self.own[to + side] = self.edges[from + side];
            self.best[to + side] = self.edges[from + side];
        }
    }

    /// What an edge is worth to a side; `None` before its first visit, and where rollouts are played.
    pub fn of_edge(&self, edge: usize, side: usize) -> Option<f32> {
        self.edges.get(edge * self.sides + side).copied().filter(|value| !value.is_nan())
    }

    /// What a node is worth to a side; `None` where rollouts are played.
    pub fn of_node(&self, node: NodeId, side: usize) -> Option<f32> {
        self.best.get(node as usize * self.sides + side).copied()
    }

    /// Works out what an edge is worth after a simulation went through it, and then its node.
    pub fn back_up<P>(&mut self, pool: &NodePool<P>, node: NodeId, edge: usize, payoffs: &Payoffs) {
        self.update(pool, edge, payoffs);
        let (edges, first, sides) = (pool.edges(node), pool.values(node).start, self.sides);
        match pool.nodes[node as usize].turn {
            Turn::Over => {}
            Turn::Chance => {
                for side in 0..sides {
                    let own = self.own[first + side];
                    let value = |edge| self.of_edge(edge, side).unwrap_or(own);
                    let sum: f32 = edges.clone().map(value).sum();
                    self.best[first + side] = sum / edges.len() as f32;
                }
            }
            Turn::Side(mover) => {
                let mover = usize::from(mover);
                let (mut best, mut max, mut is_whole) = (None, f32::NEG_INFINITY, true);
                for edge in edges {
                    match self.of_edge(edge, mover) {
                        None => is_whole = false,
                        Some(value) if value > max => (best, max) = (Some(edge), value),
                        Some(_) => {}
                    }
                }
                // An action without a visit may do better than those with one: as well as the static
                // value of the position.
                let own = self.own[first + mover];
                for side in 0..sides {
                    self.best[first + side] = match best {
                        Some(edge) if is_whole || max > own => self.edges[edge * sides + side],
                        _ => self.own[first + side],
                    };
                }
            }
        }
    }

    /// Takes over what is known behind an edge.
    fn update<P>(&mut self, pool: &NodePool<P>, edge: usize, payoffs: &Payoffs) {
        let child = pool.children[edge];
        if child == NO_NODE {
            return;
        }
        let is_exact = pool.is_exact(child);
        for side in 0..self.sides {
            self.edges[edge * self.sides + side] = if is_exact {
                payoffs.scaled(pool.bounds(child, side).0)
            } else {
                self.best[child as usize * self.sides + side]
            };
        }
    }

    /// Takes over the ends of the game that were found below a node.
    pub fn update_below<P>(&mut self, pool: &NodePool<P>, node: NodeId, payoffs: &Payoffs) {
        if self.sides > 0 {
            for edge in pool.edges(node) {
                self.update(pool, edge, payoffs);
            }
        }
    }

    /// Stores the static value behind an edge after its first visit: returns by side.
    pub fn add<P>(
        &mut self,
        pool: &NodePool<P>,
        node: NodeId,
        edge: usize,
        value: &[f64],
        payoffs: &Payoffs,
    ) {
        let sides = self.sides;
        for (side, &value) in value.iter().enumerate() {
            self.edges[edge * sides + side] = payoffs.scaled(value);
        }
        if let Turn::Side(side) = pool.nodes[node as usize].turn {
            let side = usize::from(side);
            let before = self.own[node as usize * sides + side];
            let place = pool.actions[edge].index() * sides + side;
            let (sum, count) = &mut self.gains.0[place];
            *sum += self.edges[edge * sides + side] - before;
            *count += 1;
        }
    }

    /// The edge with the greatest value, or expected value before its first visit; at the root each
    /// once first. `None` if every edge is pruned.
    pub fn select<P>(
        &self,
        pool: &NodePool<P>,
        node: NodeId,
        side: usize,
        is_root: bool,
        settings: &Settings,
    ) -> Option<usize> {
        let sides = self.sides;
        let exploration = settings.static_exploration;
        let visits = f64::from(pool.nodes[node as usize].visits.max(1));
        let width = (exploration * exploration * ln(visits)) as f32;
        let own = self.own[node as usize * sides + side];
        let unvisited = own + if is_root { FIRST } else { width.sqrt() };
        let (mut best, mut max) = (None, f32::NEG_INFINITY);
        for edge in pool.edges(node) {
            if pool.priors[edge] <= PRUNED {
                continue;
            }
            let score = match self.of_edge(edge, side) {
                Some(value) => {
                    let count = pool.edge_visits[edge].max(1) as f32;
                    value + (width / count).sqrt()
                }
                None => unvisited + self.gains.of(pool.actions[edge].index() * sides + side),
            };
            if score > max {
                (best, max) = (Some(edge), score);
            }
        }
        best
    }
}
