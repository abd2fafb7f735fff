//! The nodes and edges of one tree: flat arrays and indices into them, so that a simulation
//! allocates nothing and a tree is dropped in one go.
//!
//! An edge stands for a legal action of a node. Most edges of a tree are visited once or never:
//! they get a node, with a position and edges of its own, only when they are visited for the
//! second time. That keeps a tree over 15x15 points at some 30 bytes a simulation beside its nodes. A
//! node stores its position: played again from the root, every simulation would pay for it.

use std::mem::size_of;

use crate::position::{Action, Decider, Payoffs};

/// Index of a node.
pub type NodeId = u32;
/// The root of every tree.
pub const ROOT: NodeId = 0;
/// No node.
pub const NO_NODE: NodeId = u32::MAX;

/// Who decides at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A side.
    Side(u8),
    /// A die.
    Chance,
    /// Nobody: the game is over.
    Over,
}

/// A position of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Who decides.
    pub turn: Turn,
    /// Its first edge.
    pub first: u32,
    /// How many edges it has.
    pub count: u16,
    /// How many of them were visited; they come first, unless priors order the choice.
    pub seen: u16,
    /// Visits of its edges.
    pub visits: u32,
    /// It has the value of an evaluator: its sums hold that value too, as one visit more.
    pub is_evaluated: bool,
    /// Its position; a game that is over keeps none.
    pub position: u32,
}

/// One tree.
#[derive(Debug)]
pub struct NodePool<P> {
    pub sides: usize,
    pub nodes: Vec<Node>,
    pub positions: Vec<P>,
    /// By node and side: sum of scaled values over visits of edges.
    pub sums: Vec<f64>,
    /// By node and side: proven bounds, as returns.
    pub lower: Vec<f64>,
    /// By node and side.
    pub upper: Vec<f64>,
    /// By node and side: the least and the greatest return that any play can end with; empty where
    /// the game says no more than for all its positions.
    ranges: Vec<(f64, f64)>,
    /// By edge.
    pub actions: Vec<Action>,
    /// By edge.
    pub edge_visits: Vec<u32>,
    /// By edge: sum of scaled values of the side that decides.
    pub edge_sums: Vec<f32>,
    /// By edge: the prior, 1 without an evaluator; minus infinity once the edge is pruned.
    pub priors: Vec<f32>,
    /// By edge: the node it leads to, or [`NO_NODE`].
    pub children: Vec<NodeId>,
}

/// The prior of an edge that no simulation takes any more.
pub const PRUNED: f32 = f32::NEG_INFINITY;

impl<P> NodePool<P> {
    pub fn new(sides: usize) -> Self {
        Self {
            sides,
            nodes: Vec::new(),
            positions: Vec::new(),
            sums: Vec::new(),
            lower: Vec::new(),
            upper: Vec::new(),
            ranges: Vec::new(),
            actions: Vec::new(),
            edge_visits: Vec::new(),
            edge_sums: Vec::new(),
            priors: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Bytes in use, the same on every machine of one pointer width.
    pub fn bytes(&self) -> usize {
        self.nodes.len() * (size_of::<Node>() + 24 * self.sides)
            + self.positions.len() * size_of::<P>()
            + self.actions.len() * 18
            + self.ranges.len() * 16
    }

    /// Adds a node whose game goes on, with an edge for each action and bounds as given.
    pub fn add(
        &mut self,
        turn: Turn,
        position: P,
        actions: &[Action],
        bounds: (f64, f64),
    ) -> NodeId {
        let node = Node {
            turn,
            first: self.actions.len() as u32,
            count: actions.len() as u16,
            seen: 0,
            visits: 0,
            is_evaluated: false,
            position: self.positions.len() as u32,
        };
        self.positions.push(position);
        self.actions.extend_from_slice(actions);
        let edges = self.actions.len();
        self.edge_visits.resize(edges, 0);
        self.edge_sums.resize(edges, 0.0);
        self.priors.resize(edges, 1.0);
        self.children.resize(edges, NO_NODE);
        let values = self.sums.len() + self.sides;
        self.lower.resize(values, bounds.0);
        self.upper.resize(values, bounds.1);
        self.push(node)
    }

    /// Adds a node for the end of a game with these returns by side.
    pub fn add_end(&mut self, returns: &[f64]) -> NodeId {
        self.lower.extend_from_slice(returns);
        self.upper.extend_from_slice(returns);
        let (turn, first) = (Turn::Over, self.actions.len() as u32);
        let position = NO_NODE;
        self.push(Node { turn, first, count: 0, seen: 0, visits: 0, is_evaluated: false, position })
    }

    fn push(&mut self, node: Node) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(node);
        self.sums.resize(self.nodes.len() * self.sides, 0.0);
        id
    }

    /// How many nodes, positions and edges there are, for [`NodePool::shrink`].
    pub fn size(&self) -> [usize; 3] {
        [self.nodes.len(), self.positions.len(), self.actions.len()]
    }

    /// Takes back what was added since, if nothing that was there before leads to it.
    pub fn shrink(&mut self, [nodes, positions, edges]: [usize; 3]) {
        self.nodes.truncate(nodes);
        self.positions.truncate(positions);
        self.actions.truncate(edges);
        self.edge_visits.truncate(edges);
        self.edge_sums.truncate(edges);
        self.priors.truncate(edges);
        self.children.truncate(edges);
        self.sums.truncate(nodes * self.sides);
        self.lower.truncate(nodes * self.sides);
        self.upper.truncate(nodes * self.sides);
        self.ranges.truncate(nodes * self.sides);
    }

    /// Notes the range of returns of the node added last, by side.
    pub fn set_range(&mut self, min: &[f64], max: &[f64]) {
        let first = (self.nodes.len() - 1) * self.sides;
        // Ends of the game have none.
        self.ranges.resize(first, (0.0, 0.0));
        self.ranges.extend(min.iter().copied().zip(max.iter().copied()));
        self.lower[first..].copy_from_slice(min);
        self.upper[first..].copy_from_slice(max);
    }

    /// The least and the greatest return of a side that any play from a node can end with.
    pub fn range(&self, node: NodeId, side: usize, payoffs: &Payoffs) -> (f64, f64) {
        let known = self.ranges.get(node as usize * self.sides + side);
        known.copied().unwrap_or((payoffs.min, payoffs.max))
    }

    /// Counts a visit of an edge and its node with a value by side, as returns.
    pub fn visit(&mut self, node: NodeId, edge: usize, value: &[f64], payoffs: &Payoffs) {
        let first = self.values(node).start;
        for (side, &value) in value.iter().enumerate() {
            self.sums[first + side] += f64::from(payoffs.scaled(value));
        }
        let entry = &mut self.nodes[node as usize];
        entry.visits += 1;
        self.edge_visits[edge] += 1;
        if let Turn::Side(side) = entry.turn {
            self.edge_sums[edge] += payoffs.scaled(value[usize::from(side)]);
        }
    }

    /// Notes what an evaluator says of a node: returns by side.
    pub fn set_evaluated(&mut self, node: NodeId, value: &[f64], payoffs: &Payoffs) {
        let first = self.values(node).start;
        for (side, &value) in value.iter().enumerate() {
            self.sums[first + side] += f64::from(payoffs.scaled(value));
        }
        self.nodes[node as usize].is_evaluated = true;
    }

    /// The mean value of a node by side, scaled; `None` if nothing was ever learnt of it.
    pub fn mean(&self, node: NodeId, side: usize) -> Option<f64> {
        let entry = &self.nodes[node as usize];
        let count = entry.visits + u32::from(entry.is_evaluated);
        (count > 0).then(|| self.sums[node as usize * self.sides + side] / f64::from(count))
    }

    /// The indices of a node's edges.
    pub fn edges(&self, node: NodeId) -> std::ops::Range<usize> {
        let node = &self.nodes[node as usize];
        node.first as usize..node.first as usize + usize::from(node.count)
    }

    /// The position of a node whose game goes on.
    pub fn position(&self, node: NodeId) -> &P {
        &self.positions[self.nodes[node as usize].position as usize]
    }

    /// Lower and upper bound of a side at a node.
    pub fn bounds(&self, node: NodeId, side: usize) -> (f64, f64) {
        let index = node as usize * self.sides + side;
        (self.lower[index], self.upper[index])
    }

    /// Are the returns of every side proven?
    pub fn is_exact(&self, node: NodeId) -> bool {
        let values = self.values(node);
        self.lower[values.clone()] == self.upper[values]
    }

    /// Where values by side of a node lie.
    pub fn values(&self, node: NodeId) -> std::ops::Range<usize> {
        let first = node as usize * self.sides;
        first..first + self.sides
    }

    /// The edge of an action.
    pub fn find(&self, node: NodeId, action: Action) -> Option<usize> {
        self.edges(node).find(|&edge| self.actions[edge] == action)
    }

    /// Exchanges two edges of one node.
    pub fn swap(&mut self, one: usize, other: usize) {
        self.actions.swap(one, other);
        self.edge_visits.swap(one, other);
        self.edge_sums.swap(one, other);
        self.priors.swap(one, other);
        self.children.swap(one, other);
    }
}

impl<P: Clone> NodePool<P> {
    /// The part of the tree below a node, and what its nodes were called here, that node first.
    pub fn below(&self, root: NodeId) -> (Self, Vec<NodeId>) {
        let (mut part, mut nodes) = (Self::new(self.sides), Vec::new());
        // Nodes still to be copied, with the edge of the copy that leads to each.
        let mut open = vec![(root, None)];
        while let Some((node, edge)) = open.pop() {
            let old = self.nodes[node as usize];
            let id = part.nodes.len() as NodeId;
            nodes.push(node);
            if let Some(edge) = edge {
                part.children[edge] = id;
            }
            let (edges, values) = (self.edges(node), self.values(node));
            let first = part.actions.len();
            let mut copy = Node { first: first as u32, ..old };
            if old.turn != Turn::Over {
                copy.position = part.positions.len() as u32;
                part.positions.push(self.position(node).clone());
            }
            part.nodes.push(copy);
            part.sums.extend_from_slice(&self.sums[values.clone()]);
            part.lower.extend_from_slice(&self.lower[values.clone()]);
            part.upper.extend_from_slice(&self.upper[values.clone()]);
            if let Some(ranges) = self.ranges.get(values) {
                part.ranges.resize(id as usize * self.sides, (0.0, 0.0));
                part.ranges.extend_from_slice(ranges);
            }
            part.actions.extend_from_slice(&self.actions[edges.clone()]);
            part.edge_visits.extend_from_slice(&self.edge_visits[edges.clone()]);
            part.edge_sums.extend_from_slice(&self.edge_sums[edges.clone()]);
            part.priors.extend_from_slice(&self.priors[edges.clone()]);
            part.children.resize(first + edges.len(), NO_NODE);
            for (copied, child) in (first..).zip(&self.children[edges]) {
                if *child != NO_NODE {
                    open.push((*child, Some(copied)));
                }
            }
        }
        (part, nodes)
    }
}

impl Turn {
    /// From what a position says, by the sides of the seats.
    pub fn of(decider: Decider, sides: &[u8]) -> Self {
        match decider {
            Decider::Player(player) => Self::Side(sides[player.index()]),
            Decider::Chance => Self::Chance,
            Decider::Over => Self::Over,
        }
    }
}
