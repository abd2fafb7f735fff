//! Perfect matchings of least weight: the primal-dual method of Edmonds (1965) in O(n^3), as in
//! Galil, "Efficient algorithms for finding maximum matching in graphs" (1986).
//!
//! A *node* is a vertex or a blossom, that is an odd cycle of nodes that acts as one. Blossoms are
//! numbered from `n`. Every node that lies in no blossom is *outer*. Dual values keep each edge's
//! slack at 0 or more; edges without slack make the matching. What happens inside blossoms is in
//! `blossoms.rs`.

use std::collections::VecDeque;
use std::ops::ControlFlow;

pub(super) const NONE: usize = usize::MAX;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    Free,
    /// At an even distance from an unmatched node.
    Even,
    /// At an odd distance.
    Odd,
}

/// The partner of each of `vertices` (an even number of them) in a matching of least weight; for
/// other vertices the answer holds nothing of use. `tick` may break off, which gives `None`.
pub fn least_matching(
    vertices: &[usize],
    weight: impl Fn(usize, usize) -> u32,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Vec<usize>> {
    let highest = vertices.iter().max().map_or(0, |&vertex| vertex + 1);
    let mut solver = Solver::new(vertices, weight);
    while solver.stage() {
        if tick().is_break() {
            return None;
        }
    }
    let mut partner = vec![NONE; highest];
    for (index, &vertex) in vertices.iter().enumerate() {
        partner[vertex] = vertices[solver.mate[index]];
    }
    Some(partner)
}

pub(super) struct Solver {
    pub(super) n: usize,
    /// The most nodes: vertices and blossoms.
    pub(super) nodes: usize,
    weights: Vec<i64>,
    pub(super) dual: Vec<i64>,
    /// The vertex at the other end of a node's matched edge.
    pub(super) mate: Vec<usize>,
    /// The outer node that holds a node; `NONE` for a blossom number that is not in use.
    pub(super) outer: Vec<usize>,
    /// For each two nodes the edge of least slack between them, as vertices; `NONE` if not known.
    pub(super) edges: Vec<(usize, usize)>,
    pub(super) label: Vec<Label>,
    /// The vertex through which an odd node was reached.
    pub(super) entry: Vec<usize>,
    /// The even vertex with the edge of least slack to an outer node.
    pub(super) nearest: Vec<usize>,
    /// The nodes of a blossom, along the cycle, its base first.
    pub(super) children: Vec<Vec<usize>>,
    /// The child of a blossom that holds a vertex.
    pub(super) holder: Vec<usize>,
    queue: VecDeque<usize>,
}

impl Solver {
    fn new(vertices: &[usize], weight: impl Fn(usize, usize) -> u32) -> Self {
        let n = vertices.len();
        let nodes = n + n / 2 + 1;
        let mut weights = vec![0; n * n];
        let mut edges = vec![(NONE, NONE); nodes * nodes];
        let mut holder = vec![NONE; nodes * n];
        for a in 0..n {
            holder[a * n + a] = a;
            for b in 0..n {
                // Greatest weight is looked for, so least is negated; doubled, all stays whole.
                weights[a * n + b] = -2 * i64::from(weight(vertices[a], vertices[b]));
                edges[a * nodes + b] = (a, b);
            }
        }
        let mut outer = vec![NONE; nodes];
        for (vertex, outer) in outer.iter_mut().enumerate().take(n) {
            *outer = vertex;
        }
        Self {
            n,
            nodes,
            weights,
            dual: vec![0; nodes],
            mate: vec![NONE; nodes],
            outer,
            edges,
            label: vec![Label::Free; nodes],
            entry: vec![NONE; nodes],
            nearest: vec![NONE; nodes],
            children: vec![Vec::new(); nodes],
            holder,
            queue: VecDeque::new(),
        }
    }

    pub(super) fn edge(&self, a: usize, b: usize) -> (usize, usize) {
        self.edges[a * self.nodes + b]
    }

    pub(super) fn slack(&self, a: usize, b: usize) -> i64 {
        let (x, y) = self.edge(a, b);
        self.dual[x] + self.dual[y] - self.weights[x * self.n + y]
    }

    fn is_outer(&self, node: usize) -> bool {
        self.outer[node] == node
    }

    /// Matches two more nodes; false when all are matched.
    fn stage(&mut self) -> bool {
        self.label.fill(Label::Free);
        self.nearest.fill(NONE);
        self.queue.clear();
        for node in 0..self.nodes {
            if self.is_outer(node) && self.mate[node] == NONE {
                self.entry[node] = NONE;
                self.make_even(node);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            while let Some(u) = self.queue.pop_front() {
                for v in 0..self.n {
                    if self.outer[u] != self.outer[v] {
                        if self.slack(u, v) > 0 {
                            self.offer_nearest(u, self.outer[v]);
                        } else if self.reach(u, v) {
                            return true;
                        }
                    }
                }
            }
            self.change_duals();
            for node in 0..self.nodes {
                let near = self.nearest[node];
                if self.is_outer(node)
                    && near != NONE
                    && self.outer[near] != node
                    && self.slack(near, node) == 0
                {
                    let (u, v) = self.edge(near, node);
                    if self.reach(u, v) {
                        return true;
                    }
                }
            }
            for blossom in self.n..self.nodes {
                if self.is_outer(blossom)
                    && self.label[blossom] == Label::Odd
                    && self.dual[blossom] == 0
                {
                    self.expand(blossom);
                }
            }
        }
    }

    /// Moves the dual values as far as every slack stays at 0 or more.
    fn change_duals(&mut self) {
        let mut step = i64::MAX;
        for node in 0..self.nodes {
            if !self.is_outer(node) {
                continue;
            }
            if node >= self.n && self.label[node] == Label::Odd {
                step = step.min(self.dual[node] / 2);
            }
            if self.nearest[node] != NONE {
                let slack = self.slack(self.nearest[node], node);
                match self.label[node] {
                    Label::Free => step = step.min(slack),
                    Label::Even => step = step.min(slack / 2),
                    Label::Odd => {}
                }
            }
        }
        for vertex in 0..self.n {
            match self.label[self.outer[vertex]] {
                Label::Even => self.dual[vertex] -= step,
                Label::Odd => self.dual[vertex] += step,
                Label::Free => {}
            }
        }
        for blossom in self.n..self.nodes {
            if self.is_outer(blossom) {
                match self.label[blossom] {
                    Label::Even => self.dual[blossom] += 2 * step,
                    Label::Odd => self.dual[blossom] -= 2 * step,
                    Label::Free => {}
                }
            }
        }
    }

    fn make_even(&mut self, node: usize) {
        self.label[node] = Label::Even;
        self.queue_vertices(node);
    }

    pub(super) fn queue_vertices(&mut self, node: usize) {
        if node < self.n {
            self.queue.push_back(node);
        } else {
            for index in 0..self.children[node].len() {
                self.queue_vertices(self.children[node][index]);
            }
        }
    }

    fn offer_nearest(&mut self, even: usize, node: usize) {
        let known = self.nearest[node];
        if known == NONE || self.slack(even, node) < self.slack(known, node) {
            self.nearest[node] = even;
        }
    }

    pub(super) fn find_nearest(&mut self, node: usize) {
        self.nearest[node] = NONE;
        for vertex in 0..self.n {
            let outer = self.outer[vertex];
            if outer != node && self.label[outer] == Label::Even {
                self.offer_nearest(vertex, node);
            }
        }
    }

    /// Follows an edge without slack from an even vertex; true if that completes a path between
    /// two unmatched nodes.
    fn reach(&mut self, u: usize, v: usize) -> bool {
        let (from, to) = (self.outer[u], self.outer[v]);
        match self.label[to] {
            Label::Odd => {}
            Label::Free => {
                self.entry[to] = u;
                self.label[to] = Label::Odd;
                self.nearest[to] = NONE;
                let beyond = self.outer[self.mate[to]];
                self.nearest[beyond] = NONE;
                self.make_even(beyond);
            }
            Label::Even => match self.meeting(from, to) {
                Some(base) => self.shrink(from, base, to),
                None => {
                    self.augment(from, to);
                    self.augment(to, from);
                    return true;
                }
            },
        }
        false
    }

    /// The even node before `node` on its way to an unmatched one.
    fn before(&self, node: usize) -> Option<usize> {
        let mate = self.mate[node];
        (mate != NONE).then(|| self.outer[self.entry[self.outer[mate]]])
    }

    /// Where the ways of two even nodes back to unmatched ones meet.
    fn meeting(&self, a: usize, b: usize) -> Option<usize> {
        let mut seen = vec![false; self.nodes];
        let mut at = Some(a);
        while let Some(node) = at {
            seen[node] = true;
            at = self.before(node);
        }
        let mut at = Some(b);
        while let Some(node) = at {
            if seen[node] {
                return Some(node);
            }
            at = self.before(node);
        }
        None
    }

    /// Turns the matching over from `node`, now matched with `other`, back to an unmatched node.
    fn augment(&mut self, mut node: usize, mut other: usize) {
        loop {
            let mate = self.mate[node];
            self.marry(node, other);
            if mate == NONE {
                return;
            }
            let odd = self.outer[mate];
            let even = self.outer[self.entry[odd]];
            self.marry(odd, even);
            (node, other) = (even, odd);
        }
    }
}
