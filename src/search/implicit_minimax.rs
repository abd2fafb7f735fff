//! Implicit minimax: the search over static evaluations, where no rollout is played.
//!
//! A mean over simulations says little here. Nothing is drawn at random, so only the best action of a
//! position counts, while a mean also counts actions that were tried once and given up. So the value
//! of an edge is that of the best edge below it for the side that decides there (max^n of Luckhardt
//! and Irani, 1986). An action without a visit has the static value of its position plus the mean gain
//! of the same action elsewhere in the tree. Such values differ little, so that hardly any exploration
//! is needed.
//!
//! Compare: implicit minimax backups (Lanctot et al. 2014), progressive history (Nijssen and Winands
//! 2011).

use std::ops::Range;

use super::node_pool::{NO_NODE, NodeId, NodePool, PRUNED, Turn};
use super::numbers::ln;
use super::settings::{Frame, Settings};
use super::tree::{ROOT, Tree};
use crate::position::{Arrays, Knowledge, Payoffs, Position, Rollouts};

/// What an action of the root without a visit has more than any with one: each is tried.
const FIRST: f32 = 10.0;
/// Actions are tried in an order drawn at random where gains differ by less than this.
const SHUFFLE: f32 = 0.005;

/// Values of positions, scaled, by side; empty where positions are played out.
#[derive(Debug, Default)]
pub struct StaticValues {
    sides: usize,
    /// By edge and side: the best below it; not a number before the first visit.
    edges: Vec<f32>,
    /// By node and side: the position by itself.
    own: Vec<f32>,
    /// By node and side: the best below it.
    best: Vec<f32>,
}

impl StaticValues {
    /// Keeps values from now on, for these numbers of nodes and edges.
    fn begin(&mut self, sides: usize, nodes: usize, edges: usize) {
        self.sides = sides;
        self.grow(nodes, edges);
    }

    /// Makes place for nodes and edges.
    pub fn grow(&mut self, nodes: usize, edges: usize) {
        self.edges.resize(edges * self.sides, f32::NAN);
        self.own.resize(nodes * self.sides, 0.0);
        self.best.resize(nodes * self.sides, 0.0);
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        4 * (self.edges.len() + self.own.len() + self.best.len())
    }

    /// Exchanges two edges.
    pub fn swap(&mut self, one: usize, other: usize) {
        for side in 0..self.sides {
            self.edges.swap(one * self.sides + side, other * self.sides + side);
        }
    }

    /// Makes the static value behind an edge that of the node it leads to.
    pub fn hand_down(&mut self, edge: usize, node: NodeId) {
        let (from, to) = (edge * self.sides, node as usize * self.sides);
        for side in 0..self.sides {
            self.own[to + side] = self.edges[from + side];
            self.best[to + side] = self.edges[from + side];
        }
    }

    /// Adds a node with its edges from another tree; its edges are the last ones there.
    pub fn copy(&mut self, other: &Self, node: NodeId, edges: Range<usize>) {
        self.sides = other.sides;
        let values = node as usize * self.sides..(node as usize + 1) * self.sides;
        self.edges
            .extend_from_slice(&other.edges[edges.start * self.sides..edges.end * self.sides]);
        self.own.extend_from_slice(&other.own[values.clone()]);
        self.best.extend_from_slice(&other.best[values]);
    }

    /// What an edge is worth to a side; `None` before its first visit, and where rollouts are played.
    pub fn of_edge(&self, edge: usize, side: usize) -> Option<f32> {
        self.edges.get(edge * self.sides + side).copied().filter(|value| !value.is_nan())
    }

    /// What a node is worth to a side; `None` where rollouts are played.
    pub fn of_node(&self, node: NodeId, side: usize) -> Option<f32> {
        self.best.get(node as usize * self.sides + side).copied()
    }
}

/// What each action gained at its first visit on average, by action and side: the static value after
/// it less that before it.
#[derive(Debug, Default)]
pub struct Gains(Vec<(f32, u32)>);

impl Gains {
    fn of(&self, place: usize) -> f32 {
        let (sum, count) = self.0[place];
        // One visit more, which gained next to nothing, for all that is not known.
        sum / (count + 1) as f32
    }
}

impl<P> NodePool<P> {
    /// Works out what an edge is worth after a simulation went through it, and then its node.
    pub fn back_up_static(&mut self, node: NodeId, edge: usize, payoffs: &Payoffs) {
        self.update_static(edge, payoffs);
        let (edges, first, sides) = (self.edges(node), self.values(node).start, self.sides);
        match self.nodes[node as usize].turn {
            Turn::Over => {}
            Turn::Chance => {
                for side in 0..sides {
                    let own = self.static_values.own[first + side];
                    let value = |edge| self.static_values.of_edge(edge, side).unwrap_or(own);
                    let sum: f32 = edges.clone().map(value).sum();
                    self.static_values.best[first + side] = sum / edges.len() as f32;
                }
            }
            Turn::Side(mover) => {
                let mover = usize::from(mover);
                let (mut best, mut max, mut is_whole) = (None, f32::NEG_INFINITY, true);
                for edge in edges {
                    match self.static_values.of_edge(edge, mover) {
                        None => is_whole = false,
                        Some(value) if value > max => (best, max) = (Some(edge), value),
                        Some(_) => {}
                    }
                }
                // An action without a visit may do better than those with one: as well as the static
                // value of the position.
                let own = self.static_values.own[first + mover];
                for side in 0..sides {
                    self.static_values.best[first + side] = match best {
                        Some(edge) if is_whole || max > own => {
                            self.static_values.edges[edge * sides + side]
                        }
                        _ => self.static_values.own[first + side],
                    };
                }
            }
        }
    }

    /// Takes over what is known behind an edge.
    fn update_static(&mut self, edge: usize, payoffs: &Payoffs) {
        let child = self.children[edge];
        if child == NO_NODE {
            return;
        }
        let is_exact = self.is_exact(child);
        for side in 0..self.sides {
            self.static_values.edges[edge * self.sides + side] = if is_exact {
                payoffs.scaled(self.bounds(child, side).0)
            } else {
                self.static_values.best[child as usize * self.sides + side]
            };
        }
    }
}

impl<P: Position + Arrays + Knowledge> Tree<P> {
    /// Evaluates the root, and keeps static values from now on.
    pub(super) fn begin_static(&mut self, frame: &Frame, rollouts: &mut dyn Rollouts<P>) {
        let pool = &mut self.pool;
        let sides = pool.sides;
        pool.static_values.begin(sides, pool.nodes.len(), pool.actions.len());
        if self.gains.0.is_empty() {
            let drawn = |_| (SHUFFLE * self.order.below(1 << 16) as f32 / 65_536.0, 0);
            self.gains.0 = (0..frame.num_actions * sides).map(drawn).collect();
        }
        rollouts.play(&mut pool.position(ROOT).clone(), 0, &mut self.returns);
        frame.payoffs.by_side(&self.returns, &mut self.value);
        for side in 0..sides {
            let value = frame.payoffs.scaled(self.value[side]);
            pool.static_values.own[side] = value;
            pool.static_values.best[side] = value;
        }
        self.update_static_below(ROOT, &frame.payoffs);
    }

    /// Takes over the ends of the game that were found below a node.
    pub(super) fn update_static_below(&mut self, node: NodeId, payoffs: &Payoffs) {
        if self.pool.static_values.sides > 0 {
            for edge in self.pool.edges(node) {
                self.pool.update_static(edge, payoffs);
            }
        }
    }

    /// Stores the static value behind an edge after its first visit.
    pub(super) fn add_static_value(&mut self, node: NodeId, edge: usize, payoffs: &Payoffs) {
        let sides = self.pool.sides;
        let pool = &mut self.pool;
        for side in 0..sides {
            pool.static_values.edges[edge * sides + side] = payoffs.scaled(self.value[side]);
        }
        if let Turn::Side(side) = pool.nodes[node as usize].turn {
            let side = usize::from(side);
            let before = pool.static_values.own[node as usize * sides + side];
            let place = pool.actions[edge].index() * sides + side;
            let (sum, count) = &mut self.gains.0[place];
            *sum += pool.static_values.edges[edge * sides + side] - before;
            *count += 1;
        }
    }

    /// The edge with the greatest value, or expected value before its first visit; at the root each
    /// once first. `None` if every edge is pruned.
    pub(super) fn select_by_static_value(
        &self,
        node: NodeId,
        side: usize,
        settings: &Settings,
    ) -> Option<usize> {
        let (pool, sides) = (&self.pool, self.pool.sides);
        let exploration = settings.static_exploration;
        let visits = f64::from(pool.nodes[node as usize].visits.max(1));
        let width = (exploration * exploration * ln(visits)) as f32;
        let own = pool.static_values.own[node as usize * sides + side];
        let unvisited = own + if node == ROOT { FIRST } else { width.sqrt() };
        let (mut best, mut max) = (None, f32::NEG_INFINITY);
        for edge in pool.edges(node) {
            if pool.priors[edge] <= PRUNED {
                continue;
            }
            let score = match pool.static_values.of_edge(edge, side) {
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
