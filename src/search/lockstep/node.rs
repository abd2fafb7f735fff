//! The nodes of a tree and what is stored beside them, all in vectors: nodes name each other by
//! index, and a node costs no allocation of its own.

use crate::position::Position;
use crate::vectors::prefetch;

/// No node, or no action.
pub(super) const NONE: u32 = u32::MAX;

/// What a node stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeKind {
    /// A seat decides; the evaluator has not answered yet.
    Waiting,
    /// A seat decides; its logits are stored.
    Open,
    /// A die or a card is due.
    Chance,
    /// The game is over.
    Over,
}

/// A node. Logits are less the greatest of their node, so that none is above 0.
#[derive(Clone, Debug)]
pub(super) struct LockstepNode {
    pub(super) parent: u32,
    /// The children visited in this search, newest first, linked by `next`.
    pub(super) first: u32,
    /// The children that an earlier search left, not visited in this one, linked by `next`.
    pub(super) reused: u32,
    pub(super) next: u32,
    /// The best child for the seat that decides among those that are proven.
    pub(super) floor: u32,
    /// Backups through it; an open node's own evaluation is the first.
    pub(super) visits: u32,
    /// Where its logits begin.
    pub(super) logits: u32,
    /// Where the actions of its logits begin; `NONE` if place and action are the same number.
    pub(super) actions: u32,
    /// Logits stored.
    pub(super) places: u16,
    /// Legal actions.
    pub(super) legal: u16,
    /// Children visited.
    pub(super) children: u16,
    /// The action that leads here, and its place among the parent's logits.
    pub(super) action: u16,
    pub(super) place: u16,
    /// The place of the greatest logit of an unvisited action.
    pub(super) best: u16,
    pub(super) best_logit: f32,
    /// The sum of exp(logit - base) over the legal actions not visited.
    pub(super) rest: f64,
    pub(super) base: f32,
    /// The sum of exp(logit) over the legal actions.
    pub(super) total: f32,
    /// Logit and probability of the action that leads here.
    pub(super) logit: f32,
    pub(super) prior: f32,
    pub(super) player: u8,
    pub(super) kind: NodeKind,
    /// Its value is exact.
    pub(super) proven: bool,
    /// Its logits are as the evaluator gave them, and no sum over them is known yet: most nodes are
    /// visited once or twice, which needs none.
    pub(super) raw: bool,
}

/// A tree in vectors, a row of each for each node.
#[derive(Clone, Debug)]
pub(super) struct NodePool<P> {
    pub(super) nodes: Vec<LockstepNode>,
    pub(super) positions: Vec<P>,
    /// The mean of the values backed up, by seat.
    means: Vec<f32>,
    /// The evaluator's value, the returns of an end, or the exact value, by seat.
    values: Vec<f32>,
    /// The logits of all nodes; minus infinity once the action is visited, or if it is illegal.
    pub(super) logits: Vec<f32>,
    pub(super) actions: Vec<u16>,
    players: usize,
}

/// Reserves memory, so that little of it stays unused.
pub(super) fn reserve<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 8));
    }
}

impl<P: Position> NodePool<P> {
    pub(super) fn new(players: usize, nodes: usize) -> Self {
        let mut pool = Self {
            nodes: Vec::new(),
            positions: Vec::new(),
            means: Vec::new(),
            values: Vec::new(),
            logits: Vec::new(),
            actions: Vec::new(),
            players,
        };
        let nodes = nodes.min(1 << 10);
        pool.nodes.reserve_exact(nodes);
        pool.positions.reserve_exact(nodes);
        pool.means.reserve_exact(nodes * players);
        pool.values.reserve_exact(nodes * players);
        pool
    }

    /// Bytes that a node takes with a row of everything, `places` logits and the position among it.
    pub(super) fn node_bytes(players: usize, places: usize) -> usize {
        let rows = 2 * players * size_of::<f32>() + places * size_of::<f32>();
        // What a vector grows by at once.
        (size_of::<LockstepNode>() + size_of::<P>() + rows) / 8 * 9
    }

    /// A node below `parent`, linked to nothing yet.
    pub(super) fn push(&mut self, position: P, parent: u32, action: u16, kind: NodeKind) -> u32 {
        let index = self.nodes.len() as u32;
        reserve(&mut self.nodes, 1);
        reserve(&mut self.positions, 1);
        reserve(&mut self.means, self.players);
        reserve(&mut self.values, self.players);
        self.nodes.push(LockstepNode {
            parent,
            first: NONE,
            reused: NONE,
            next: NONE,
            floor: NONE,
            visits: 0,
            logits: 0,
            actions: NONE,
            places: 0,
            legal: 0,
            children: 0,
            action,
            place: 0,
            best: 0,
            best_logit: f32::NEG_INFINITY,
            rest: 0.0,
            base: 0.0,
            total: 1.0,
            logit: 0.0,
            prior: 0.0,
            player: 0,
            kind,
            proven: kind == NodeKind::Over,
            raw: false,
        });
        self.positions.push(position);
        self.means.resize(self.means.len() + self.players, 0.0);
        self.values.resize(self.values.len() + self.players, 0.0);
        index
    }

    /// A simulation begins soon: the root and what was visited below it first is wanted.
    pub(super) fn expect_root(&self) {
        prefetch(&self.nodes, 20);
        prefetch(&self.means, 40);
    }

    /// A node is wanted soon.
    pub(super) fn expect(&self, node: u32) {
        prefetch(&self.nodes[node as usize..], 1);
    }

    /// Seats.
    pub(super) fn players(&self) -> usize {
        self.players
    }

    pub(super) fn node(&self, node: u32) -> &LockstepNode {
        &self.nodes[node as usize]
    }

    pub(super) fn node_mut(&mut self, node: u32) -> &mut LockstepNode {
        &mut self.nodes[node as usize]
    }

    /// The mean of a node by seat.
    pub(super) fn mean(&self, node: u32) -> &[f32] {
        &self.means[node as usize * self.players..][..self.players]
    }

    pub(super) fn mean_mut(&mut self, node: u32) -> &mut [f32] {
        &mut self.means[node as usize * self.players..][..self.players]
    }

    /// What the mean of a node is for one seat.
    #[inline]
    pub(super) fn mean_of(&self, node: u32, seat: u8) -> f32 {
        self.means[node as usize * self.players + usize::from(seat)]
    }

    /// The value that a node had by itself, by seat.
    pub(super) fn value(&self, node: u32) -> &[f32] {
        &self.values[node as usize * self.players..][..self.players]
    }

    pub(super) fn value_mut(&mut self, node: u32) -> &mut [f32] {
        &mut self.values[node as usize * self.players..][..self.players]
    }

    /// Gives a node its exact value.
    pub(super) fn set_exact(&mut self, node: u32, value: &[f32]) {
        self.value_mut(node).copy_from_slice(value);
        self.mean_mut(node).copy_from_slice(value);
        self.node_mut(node).proven = true;
    }

    /// The place of a visited node among the logits of its parent.
    pub(super) fn place(&self, child: u32) -> usize {
        usize::from(self.node(child).place)
    }

    /// Copies a node with its row of everything into another pool, below `parent` there: nothing
    /// is visited, and nothing linked.
    pub(super) fn copy(&self, node: u32, parent: u32, into: &mut Self) -> u32 {
        let one = self.node(node);
        let position = self.positions[node as usize].clone();
        let copy = into.push(position, parent, one.action, one.kind);
        let none =
            LockstepNode { first: NONE, reused: NONE, next: NONE, floor: NONE, ..one.clone() };
        let mut new = LockstepNode { parent, ..none };
        (new.visits, new.children) = (0, 0);
        if one.kind == NodeKind::Open {
            let at = into.logits.len();
            new.logits = at as u32;
            reserve(&mut into.logits, usize::from(one.places));
            into.logits.extend_from_slice(self.logits(node));
            for child in self.children(node).filter(|_| !one.raw) {
                let child = self.node(child);
                into.logits[at + usize::from(child.place)] = child.logit;
            }
            if one.actions != NONE {
                new.actions = into.actions.len() as u32;
                let actions = &self.actions[one.actions as usize..][..usize::from(one.places)];
                into.actions.extend_from_slice(actions);
            }
        }
        *into.node_mut(copy) = new;
        into.value_mut(copy).copy_from_slice(self.value(node));
        into.mean_mut(copy).copy_from_slice(self.value(node));
        copy
    }

    /// The visited children of a node, newest first.
    pub(super) fn children(&self, node: u32) -> impl Iterator<Item = u32> {
        self.list(self.node(node).first)
    }

    /// The children that an earlier search left.
    pub(super) fn reused(&self, node: u32) -> impl Iterator<Item = u32> {
        self.list(self.node(node).reused)
    }

    fn list(&self, first: u32) -> impl Iterator<Item = u32> {
        let step = |&node: &u32| Some(self.node(node).next).filter(|&next| next != NONE);
        std::iter::successors(Some(first).filter(|&first| first != NONE), step)
    }

    /// Takes the child of an action out of those that an earlier search left.
    pub(super) fn take_reused(&mut self, node: u32, action: u16) -> Option<u32> {
        let (mut before, mut child) = (NONE, self.node(node).reused);
        while child != NONE {
            let next = self.node(child).next;
            if self.node(child).action == action {
                match before {
                    NONE => self.node_mut(node).reused = next,
                    before => self.node_mut(before).next = next,
                }
                return Some(child);
            }
            (before, child) = (child, next);
        }
        None
    }
}
