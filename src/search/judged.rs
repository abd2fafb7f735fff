//! The search where a position is worth what a judgement says of it, without play: best first, by
//! minimax, each side for itself.
//!
//! A mean over simulations says little here. Nothing is drawn at random, so that of the actions of a
//! position only the best counts, while a mean counts those as well that were looked at once and
//! given up. So an edge is worth what the best edge below it is worth to the side that decides there
//! (max^n of Luckhardt and Irani, 1986), and an action nobody has tried here what its position is
//! worth by itself, with what the same action gained elsewhere in the tree on average. Such values
//! differ little, so that hardly any exploration is needed.
//!
//! Compare: implicit minimax backups (Lanctot et al. 2014), progressive history (Nijssen and Winands
//! 2011).

use std::ops::Range;

use super::arena::{Arena, CLOSED, NO_NODE, NodeId, Turn};
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
pub struct Judgements {
    sides: usize,
    /// By edge and side: the best below it; not a number before the first visit.
    edges: Vec<f32>,
    /// By node and side: the position by itself.
    own: Vec<f32>,
    /// By node and side: the best below it.
    best: Vec<f32>,
}

impl Judgements {
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

    /// The judgement behind an edge becomes that of the node it leads to from now on.
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

    /// What an edge is worth to a side; `None` before its first visit, and where nothing is judged.
    pub fn of_edge(&self, edge: usize, side: usize) -> Option<f32> {
        self.edges.get(edge * self.sides + side).copied().filter(|value| !value.is_nan())
    }

    /// What a node is worth to a side; `None` where nothing is judged.
    pub fn of_node(&self, node: NodeId, side: usize) -> Option<f32> {
        self.best.get(node as usize * self.sides + side).copied()
    }
}

/// What each action gained at its first visit on average, by action and side: the judgement after
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

impl<P> Arena<P> {
    /// Works out what an edge is worth after a simulation went through it, and then its node.
    pub fn judge_again(&mut self, node: NodeId, edge: usize, payoffs: &Payoffs) {
        self.judge_edge(edge, payoffs);
        let (edges, first, sides) = (self.edges(node), self.values(node).start, self.sides);
        match self.nodes[node as usize].turn {
            Turn::Over => {}
            Turn::Chance => {
                for side in 0..sides {
                    let own = self.judgements.own[first + side];
                    let value = |edge| self.judgements.of_edge(edge, side).unwrap_or(own);
                    let sum: f32 = edges.clone().map(value).sum();
                    self.judgements.best[first + side] = sum / edges.len() as f32;
                }
            }
            Turn::Side(mover) => {
                let mover = usize::from(mover);
                let (mut best, mut most, mut is_whole) = (None, f32::NEG_INFINITY, true);
                for edge in edges {
                    match self.judgements.of_edge(edge, mover) {
                        None => is_whole = false,
                        Some(value) if value > most => (best, most) = (Some(edge), value),
                        Some(_) => {}
                    }
                }
                // What was not tried yet may do better than what was: as well as the position by
                // itself is judged.
                let own = self.judgements.own[first + mover];
                for side in 0..sides {
                    self.judgements.best[first + side] = match best {
                        Some(edge) if is_whole || most > own => {
                            self.judgements.edges[edge * sides + side]
                        }
                        _ => self.judgements.own[first + side],
                    };
                }
            }
        }
    }

    /// Takes over what is known behind an edge.
    fn judge_edge(&mut self, edge: usize, payoffs: &Payoffs) {
        let child = self.children[edge];
        if child == NO_NODE {
            return;
        }
        let is_exact = self.is_exact(child);
        for side in 0..self.sides {
            self.judgements.edges[edge * self.sides + side] = if is_exact {
                payoffs.scaled(self.bounds(child, side).0)
            } else {
                self.judgements.best[child as usize * self.sides + side]
            };
        }
    }
}

impl<P: Position + Arrays + Knowledge> Tree<P> {
    /// Judges the root, and keeps judgements from now on.
    pub(super) fn begin_judging(&mut self, frame: &Frame, rollouts: &mut dyn Rollouts<P>) {
        let arena = &mut self.arena;
        let sides = arena.sides;
        arena.judgements.begin(sides, arena.nodes.len(), arena.actions.len());
        if self.gains.0.is_empty() {
            let drawn = |_| (SHUFFLE * self.order.below(1 << 16) as f32 / 65_536.0, 0);
            self.gains.0 = (0..frame.num_actions * sides).map(drawn).collect();
        }
        rollouts.play(&mut arena.position(ROOT).clone(), 0, &mut self.returns);
        frame.payoffs.by_side(&self.returns, &mut self.value);
        for side in 0..sides {
            let value = frame.payoffs.scaled(self.value[side]);
            arena.judgements.own[side] = value;
            arena.judgements.best[side] = value;
        }
        self.judge_ends(ROOT, &frame.payoffs);
    }

    /// Takes over the ends of the game that were found below a node.
    pub(super) fn judge_ends(&mut self, node: NodeId, payoffs: &Payoffs) {
        if self.arena.judgements.sides > 0 {
            for edge in self.arena.edges(node) {
                self.arena.judge_edge(edge, payoffs);
            }
        }
    }

    /// Notes the judgement behind an edge that was visited for the first time.
    pub(super) fn note_judgement(&mut self, node: NodeId, edge: usize, payoffs: &Payoffs) {
        let sides = self.arena.sides;
        let arena = &mut self.arena;
        for side in 0..sides {
            arena.judgements.edges[edge * sides + side] = payoffs.scaled(self.value[side]);
        }
        if let Turn::Side(side) = arena.nodes[node as usize].turn {
            let side = usize::from(side);
            let before = arena.judgements.own[node as usize * sides + side];
            let place = arena.actions[edge].index() * sides + side;
            let (sum, count) = &mut self.gains.0[place];
            *sum += arena.judgements.edges[edge * sides + side] - before;
            *count += 1;
        }
    }

    /// The edge whose value, or what it promises, is greatest; at the root each once first. `None`
    /// if every edge is closed.
    pub(super) fn select_judged(
        &self,
        node: NodeId,
        side: usize,
        settings: &Settings,
    ) -> Option<usize> {
        let (arena, sides) = (&self.arena, self.arena.sides);
        let exploration = settings.judged_exploration;
        let visits = f64::from(arena.nodes[node as usize].visits.max(1));
        let width = (exploration * exploration * ln(visits)) as f32;
        let own = arena.judgements.own[node as usize * sides + side];
        let unvisited = own + if node == ROOT { FIRST } else { width.sqrt() };
        let (mut best, mut most) = (None, f32::NEG_INFINITY);
        for edge in arena.edges(node) {
            if arena.priors[edge] <= CLOSED {
                continue;
            }
            let score = match arena.judgements.of_edge(edge, side) {
                Some(value) => {
                    let count = arena.edge_visits[edge].max(1) as f32;
                    value + (width / count).sqrt()
                }
                None => unvisited + self.gains.of(arena.actions[edge].index() * sides + side),
            };
            if score > most {
                (best, most) = (Some(edge), score);
            }
        }
        best
    }
}
