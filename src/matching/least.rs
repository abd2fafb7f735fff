//! Perfect matchings of least weight: the primal-dual method of Edmonds (1965) in O(n^3), as in
//! Galil, "Efficient algorithms for finding maximum matching in graphs" (1986).
//!
//! A *node* is a vertex or a blossom, that is an odd cycle of nodes that acts as one. Blossoms are
//! numbered from `n`. Every node that lies in no blossom is *outer*. Dual values keep each edge's
//! slack at 0 or more; edges without slack make the matching.

use std::collections::VecDeque;
use std::ops::ControlFlow;

const NONE: usize = usize::MAX;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
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

struct Solver {
    n: usize,
    /// The most nodes: vertices and blossoms.
    nodes: usize,
    weights: Vec<i64>,
    dual: Vec<i64>,
    /// The vertex at the other end of a node's matched edge.
    mate: Vec<usize>,
    /// The outer node that holds a node; `NONE` for a blossom number that is not in use.
    outer: Vec<usize>,
    /// For each two nodes the edge of least slack between them, as vertices; `NONE` if not known.
    edges: Vec<(usize, usize)>,
    label: Vec<Label>,
    /// The vertex through which an odd node was reached.
    entry: Vec<usize>,
    /// The even vertex with the edge of least slack to an outer node.
    nearest: Vec<usize>,
    /// The nodes of a blossom, along the cycle, its base first.
    children: Vec<Vec<usize>>,
    /// The child of a blossom that holds a vertex.
    holder: Vec<usize>,
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

    fn edge(&self, a: usize, b: usize) -> (usize, usize) {
        self.edges[a * self.nodes + b]
    }

    fn slack(&self, a: usize, b: usize) -> i64 {
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

    fn queue_vertices(&mut self, node: usize) {
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

    fn find_nearest(&mut self, node: usize) {
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

    /// Matches `node` with `other`, inside a blossom too.
    fn marry(&mut self, node: usize, other: usize) {
        let (x, y) = self.edge(node, other);
        self.mate[node] = y;
        if node >= self.n {
            let child = self.holder[node * self.n + x];
            let place = self.even_place(node, child);
            for index in 0..place {
                let (one, two) = (self.children[node][index], self.children[node][index ^ 1]);
                self.marry(one, two);
            }
            self.marry(child, other);
            self.children[node].rotate_left(place);
        }
    }

    /// The place of a child in its blossom's cycle, which is turned round to make it even.
    fn even_place(&mut self, blossom: usize, child: usize) -> usize {
        let cycle = &mut self.children[blossom];
        let place = cycle.iter().position(|&node| node == child).expect("a child of the blossom");
        if place.is_multiple_of(2) {
            return place;
        }
        cycle[1..].reverse();
        cycle.len() - place
    }

    fn set_outer(&mut self, node: usize, outer: usize) {
        self.outer[node] = outer;
        if node >= self.n {
            for index in 0..self.children[node].len() {
                self.set_outer(self.children[node][index], outer);
            }
        }
    }

    /// Makes a blossom of the two ways that meet in `base`.
    fn shrink(&mut self, a: usize, base: usize, b: usize) {
        let blossom = (self.n..self.nodes)
            .find(|&number| self.outer[number] == NONE)
            .expect("there are never more than n / 2 blossoms");
        let mut cycle = vec![base];
        for (end, turned) in [(a, true), (b, false)] {
            let mut at = end;
            while at != base {
                let odd = self.outer[self.mate[at]];
                cycle.extend([at, odd]);
                self.queue_vertices(odd);
                at = self.outer[self.entry[odd]];
            }
            if turned {
                cycle[1..].reverse();
            }
        }
        self.label[blossom] = Label::Even;
        self.dual[blossom] = 0;
        self.mate[blossom] = self.mate[base];
        self.entry[blossom] = self.entry[base];
        self.children[blossom].clone_from(&cycle);
        self.outer[blossom] = blossom;
        self.set_outer(blossom, blossom);
        for node in 0..self.nodes {
            self.edges[blossom * self.nodes + node] = (NONE, NONE);
            self.edges[node * self.nodes + blossom] = (NONE, NONE);
        }
        self.holder[blossom * self.n..(blossom + 1) * self.n].fill(NONE);
        for &child in &cycle {
            for node in 0..self.nodes {
                if self.edge(child, node).0 != NONE
                    && (self.edge(blossom, node).0 == NONE
                        || self.slack(child, node) < self.slack(blossom, node))
                {
                    self.edges[blossom * self.nodes + node] = self.edge(child, node);
                    self.edges[node * self.nodes + blossom] = self.edge(node, child);
                }
            }
            for vertex in 0..self.n {
                if self.holder[child * self.n + vertex] != NONE {
                    self.holder[blossom * self.n + vertex] = child;
                }
            }
        }
        self.find_nearest(blossom);
    }

    /// Takes an odd blossom of dual value 0 apart.
    fn expand(&mut self, blossom: usize) {
        let cycle = self.children[blossom].clone();
        for &child in &cycle {
            self.set_outer(child, child);
        }
        let entry = self.entry[blossom];
        let (inner, _) = self.edge(blossom, entry);
        let first = self.holder[blossom * self.n + inner];
        let place = self.even_place(blossom, first);
        let cycle = self.children[blossom].clone();
        for pair in cycle[..place].chunks(2) {
            let (odd, even) = (pair[0], pair[1]);
            self.entry[odd] = self.edge(even, odd).0;
            self.label[odd] = Label::Odd;
            self.nearest[odd] = NONE;
            self.label[even] = Label::Even;
            self.find_nearest(even);
            self.queue_vertices(even);
        }
        self.label[first] = Label::Odd;
        self.entry[first] = entry;
        self.nearest[first] = NONE;
        for &child in &cycle[place + 1..] {
            self.label[child] = Label::Free;
            self.find_nearest(child);
        }
        self.outer[blossom] = NONE;
        self.children[blossom].clear();
    }
}
