//! The nodes of a tree and what is stored beside them, all in vectors: nodes name each other by
//! index, and a node costs no allocation of its own.

use super::math::exp;
use super::numbers::{
    close_illegal, count, first_of, for_each_set, greatest, lower_all, sum_of_exp,
};
use crate::position::Position;
use crate::vectors::prefetch;

/// No node, or no action.
pub(super) const NONE: u32 = u32::MAX;

/// Below this much of the reference the sum over unvisited actions is formed anew.
const FAR: f32 = -30.0;

/// What a node stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
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
pub(super) struct Node {
    pub(super) parent: u32,
    /// The children visited in this search, newest first, linked by `next`.
    pub(super) first: u32,
    /// The children that an earlier search left, not visited in this one, linked by `next`.
    pub(super) kept: u32,
    pub(super) next: u32,
    /// The best child for the seat that decides among those that are proven.
    pub(super) floor: u32,
    /// Backups through it; an open node's own evaluation is the first.
    pub(super) visits: u32,
    /// Where its logits begin.
    logits: u32,
    /// Where the actions of its logits begin; `NONE` if place and action are the same number.
    actions: u32,
    /// Logits stored.
    places: u16,
    /// Legal actions.
    pub(super) legal: u16,
    /// Children visited.
    pub(super) children: u16,
    /// The action that leads here, and its place among the parent's logits.
    pub(super) action: u16,
    place: u16,
    /// The place of the greatest logit of an unvisited action.
    best: u16,
    best_logit: f32,
    /// The sum of exp(logit - base) over the legal actions not visited.
    rest: f64,
    base: f32,
    /// The sum of exp(logit) over the legal actions.
    total: f32,
    /// Logit and probability of the action that leads here.
    pub(super) logit: f32,
    pub(super) prior: f32,
    pub(super) player: u8,
    pub(super) kind: Kind,
    /// Its value is exact.
    pub(super) proven: bool,
    /// Its logits are as the evaluator gave them, and no sum over them is known yet: most nodes are
    /// visited once or twice, which needs none.
    raw: bool,
}

/// A tree in vectors, a row of each for each node.
#[derive(Clone, Debug)]
pub(super) struct Arena<P> {
    pub(super) nodes: Vec<Node>,
    pub(super) positions: Vec<P>,
    /// The mean of the values backed up, by seat.
    means: Vec<f32>,
    /// The evaluator's value, the returns of an end, or the exact value, by seat.
    values: Vec<f32>,
    /// The logits of all nodes; minus infinity once the action is visited, or if it is illegal.
    logits: Vec<f32>,
    actions: Vec<u16>,
    players: usize,
}

/// Reserves memory, so that little of it stays unused.
fn reserve<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 8));
    }
}

impl<P: Position> Arena<P> {
    pub(super) fn new(players: usize, nodes: usize) -> Self {
        let mut arena = Self {
            nodes: Vec::new(),
            positions: Vec::new(),
            means: Vec::new(),
            values: Vec::new(),
            logits: Vec::new(),
            actions: Vec::new(),
            players,
        };
        let nodes = nodes.min(1 << 10);
        arena.nodes.reserve_exact(nodes);
        arena.positions.reserve_exact(nodes);
        arena.means.reserve_exact(nodes * players);
        arena.values.reserve_exact(nodes * players);
        arena
    }

    /// A node below `parent`, linked to nothing yet.
    pub(super) fn push(&mut self, position: P, parent: u32, action: u16, kind: Kind) -> u32 {
        let index = self.nodes.len() as u32;
        reserve(&mut self.nodes, 1);
        reserve(&mut self.positions, 1);
        reserve(&mut self.means, self.players);
        reserve(&mut self.values, self.players);
        self.nodes.push(Node {
            parent,
            first: NONE,
            kept: NONE,
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
            proven: kind == Kind::Over,
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

    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    pub(super) fn node_mut(&mut self, node: u32) -> &mut Node {
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

    /// Begins a new search at a node whose logits an earlier one left, all of them unvisited.
    pub(super) fn reopen(&mut self, node: u32) {
        if self.node(node).raw {
            return;
        }
        let rest = sum_of_exp(self.logits(node), 0.0);
        let one = self.node_mut(node);
        (one.rest, one.total, one.base) = (rest, rest as f32, 0.0);
        self.find_best(node);
    }

    /// Copies a node with its row of everything into another arena, below `parent` there: nothing
    /// is visited, and nothing linked.
    pub(super) fn copy(&self, node: u32, parent: u32, into: &mut Self) -> u32 {
        let one = self.node(node);
        let position = self.positions[node as usize].clone();
        let copy = into.push(position, parent, one.action, one.kind);
        let none = Node { first: NONE, kept: NONE, next: NONE, floor: NONE, ..one.clone() };
        let mut new = Node { parent, ..none };
        (new.visits, new.children) = (0, 0);
        if one.kind == Kind::Open {
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

    /// Stores what an evaluator said of the actions of a node: `logits` of all actions, of which
    /// those of the mask are legal.
    pub(super) fn open(&mut self, node: u32, logits: &[f32], mask: &[bool]) {
        let legal = count(mask);
        // Half of the actions legal: a logit for each is smaller and quicker than pairs.
        let dense = 3 * legal >= 2 * mask.len();
        let places = if dense { mask.len() } else { legal };
        let (at, from) = (self.logits.len(), self.actions.len());
        // Below the root there are hardly ever more: memory for all at once leaves no gaps.
        let all = if at == 0 { places * self.nodes.capacity() } else { places };
        reserve(&mut self.logits, all.min(1 << 20).max(places));
        if dense {
            self.logits.extend_from_slice(logits);
            close_illegal(&mut self.logits[at..], mask);
        } else {
            reserve(&mut self.actions, legal);
            self.logits.resize(at + legal, 0.0);
            self.actions.resize(from + legal, 0);
            let mut free = self.logits[at..].iter_mut().zip(&mut self.actions[from..]);
            for_each_set(mask, |action| {
                if let Some((logit, place)) = free.next() {
                    (*logit, *place) = (logits[action], action as u16);
                }
            });
        }
        let one = &mut self.nodes[node as usize];
        one.logits = at as u32;
        one.actions = if dense { NONE } else { from as u32 };
        (one.places, one.legal) = (places as u16, legal as u16);
        (one.kind, one.raw) = (Kind::Open, true);
    }

    /// The first action to look at below a node of which no child is visited: the one with the
    /// greatest logit.
    pub(super) fn first_choice(&mut self, node: u32) -> u16 {
        if self.node(node).raw {
            let logits = self.logits(node);
            let best = first_of(logits, greatest(logits));
            self.node_mut(node).best = best as u16;
        }
        self.action_at(node, usize::from(self.node(node).best))
    }

    /// Forms the sums over the logits of a node, if that was not done.
    pub(super) fn prepare(&mut self, node: u32) {
        let one = &mut self.nodes[node as usize];
        if !std::mem::replace(&mut one.raw, false) {
            return;
        }
        let stored = &mut self.logits[one.logits as usize..][..usize::from(one.places)];
        lower_all(stored, greatest(stored));
        let rest = sum_of_exp(stored, 0.0);
        (one.rest, one.total, one.base) = (rest, rest as f32, 0.0);
        match one.first {
            NONE => self.find_best(node),
            only => self.leave_out(only),
        }
    }

    /// The logits of a node, by place: minus infinity where the action is visited or illegal.
    pub(super) fn logits(&self, node: u32) -> &[f32] {
        let one = self.node(node);
        &self.logits[one.logits as usize..][..usize::from(one.places)]
    }

    /// The action at a place of the logits.
    pub(super) fn action_at(&self, node: u32, place: usize) -> u16 {
        match self.node(node).actions {
            NONE => place as u16,
            from => self.actions[from as usize + place],
        }
    }

    /// The action not visited that has the greatest logit (the lowest one of several), its logit,
    /// and the sum over all not visited of exp(logit), as a factor and its logarithm's reference.
    #[inline]
    pub(super) fn unvisited(&self, node: u32) -> Option<(u16, f32, f64, f32)> {
        let one = self.node(node);
        (one.children < one.legal).then(|| {
            let action = self.action_at(node, usize::from(one.best));
            (action, one.best_logit, one.rest, one.base)
        })
    }

    fn find_best(&mut self, node: u32) {
        let logits = self.logits(node);
        let best_logit = greatest(logits);
        let best = first_of(logits, best_logit);
        let base = self.node(node).base;
        let far = best_logit < base + FAR && best_logit > f32::NEG_INFINITY;
        let rest = far.then(|| sum_of_exp(logits, best_logit));
        let one = self.node_mut(node);
        (one.best, one.best_logit) = (best as u16, best_logit);
        if let Some(rest) = rest {
            (one.rest, one.base) = (rest, best_logit);
        }
    }

    /// Links a node below its parent as visited: its action is no longer among those not visited.
    pub(super) fn visit(&mut self, child: u32) {
        let Node { parent, action, .. } = *self.node(child);
        let one = self.node(parent);
        let place = match one.actions {
            _ if one.kind == Kind::Chance => 0,
            // The first child of all: the place of its action was looked up to choose it.
            _ if one.raw => usize::from(one.best),
            NONE => usize::from(action),
            from => {
                let actions = &self.actions[from as usize..][..usize::from(one.places)];
                actions.binary_search(&action).expect("a legal action")
            }
        };
        let is_ready = one.kind == Kind::Open && !one.raw;
        let one = self.node_mut(parent);
        one.children += 1;
        let next = std::mem::replace(&mut one.first, child);
        let below = self.node_mut(child);
        (below.next, below.place) = (next, place as u16);
        if is_ready {
            self.leave_out(child);
        }
    }

    /// Takes a visited child out of the sums over the actions not visited.
    fn leave_out(&mut self, child: u32) {
        let Node { parent, place, .. } = *self.node(child);
        let at = self.node(parent).logits as usize + usize::from(place);
        let logit = std::mem::replace(&mut self.logits[at], f32::NEG_INFINITY);
        let one = self.node_mut(parent);
        one.rest -= f64::from(exp(logit - one.base));
        let (prior, best) = (exp(logit) / one.total, one.best);
        let below = self.node_mut(child);
        (below.logit, below.prior) = (logit, prior);
        if best == place {
            self.find_best(parent);
        }
    }

    /// The visited children of a node, newest first.
    pub(super) fn children(&self, node: u32) -> impl Iterator<Item = u32> {
        self.list(self.node(node).first)
    }

    /// The children that an earlier search left.
    pub(super) fn kept(&self, node: u32) -> impl Iterator<Item = u32> {
        self.list(self.node(node).kept)
    }

    /// The actions of an open node with the evaluator's probabilities.
    pub(super) fn priors(&self, node: u32) -> impl Iterator<Item = (u16, f32)> {
        let open = if self.node(node).kind == Kind::Open { self.logits(node) } else { &[] };
        let legal = open.iter().enumerate().filter(|(_, logit)| **logit > f32::NEG_INFINITY);
        let unvisited = legal.map(move |(place, &logit)| {
            (self.action_at(node, place), exp(logit) / self.node(node).total)
        });
        let visited = self.children(node).map(|child| self.node(child));
        unvisited.chain(visited.map(|child| (child.action, child.prior)))
    }

    fn list(&self, first: u32) -> impl Iterator<Item = u32> {
        let step = |&node: &u32| Some(self.node(node).next).filter(|&next| next != NONE);
        std::iter::successors(Some(first).filter(|&first| first != NONE), step)
    }

    /// Takes the child of an action out of those that an earlier search left.
    pub(super) fn take_kept(&mut self, node: u32, action: u16) -> Option<u32> {
        let (mut before, mut child) = (NONE, self.node(node).kept);
        while child != NONE {
            let next = self.node(child).next;
            if self.node(child).action == action {
                match before {
                    NONE => self.node_mut(node).kept = next,
                    before => self.node_mut(before).next = next,
                }
                return Some(child);
            }
            (before, child) = (child, next);
        }
        None
    }
}
