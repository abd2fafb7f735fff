//! Perfect matchings where every edge is as good as another, by augmenting paths (Edmonds 1965).

use std::collections::VecDeque;

const NONE: usize = usize::MAX;

/// A perfect matching of a graph, and the graph itself.
pub struct PlainMatching {
    n: usize,
    edges: Vec<bool>,
    partner: Vec<usize>,
    /// Vertices that have not been fixed yet.
    open: Vec<bool>,
}

impl PlainMatching {
    /// Some perfect matching of the graph with these edges; `None` if there is none.
    pub fn perfect(n: usize, edge: impl Fn(usize, usize) -> bool) -> Option<Self> {
        let mut edges = vec![false; n * n];
        for a in 0..n {
            for b in 0..n {
                edges[a * n + b] = a != b && edge(a, b);
            }
        }
        let mut matching = Self { n, edges, partner: vec![NONE; n], open: vec![true; n] };
        for a in 0..n {
            // A free neighbour is taken at once: most vertices need no search.
            if matching.partner[a] == NONE
                && let Some(b) =
                    (0..n).find(|&b| matching.partner[b] == NONE && matching.edges[a * n + b])
            {
                (matching.partner[a], matching.partner[b]) = (b, a);
            }
        }
        for a in 0..n {
            if matching.partner[a] == NONE && !matching.augment(a) {
                return None;
            }
        }
        Some(matching)
    }

    /// The lexicographically first perfect matching of the graph.
    pub fn first(mut self) -> Vec<usize> {
        for a in 0..self.n {
            if self.open[a] {
                let b = (a + 1..self.n).find(|&b| self.fix(a, b));
                debug_assert!(b.is_some(), "the matching at hand gives each vertex a partner");
            }
        }
        self.partner
    }

    /// Matches `a` with `b` for good, if the other open vertices can still be matched.
    fn fix(&mut self, a: usize, b: usize) -> bool {
        if !self.open[b] || !self.edges[a * self.n + b] {
            return false;
        }
        if self.partner[a] != b {
            let (left, right) = (self.partner[a], self.partner[b]);
            (self.partner[left], self.partner[right]) = (NONE, NONE);
            (self.open[a], self.open[b]) = (false, false);
            if !self.augment(left) {
                (self.open[a], self.open[b]) = (true, true);
                (self.partner[left], self.partner[right]) = (a, b);
                return false;
            }
            (self.partner[a], self.partner[b]) = (b, a);
        }
        (self.open[a], self.open[b]) = (false, false);
        true
    }

    /// Looks for an augmenting path from the unmatched vertex `root` through open vertices, and
    /// turns the matching over along it.
    fn augment(&mut self, root: usize) -> bool {
        let n = self.n;
        let mut search = Search {
            parent: vec![NONE; n],
            base: (0..n).collect(),
            even: vec![false; n],
            queue: VecDeque::from([root]),
        };
        search.even[root] = true;
        while let Some(v) = search.queue.pop_front() {
            for w in 0..n {
                if !self.open[w]
                    || !self.edges[v * n + w]
                    || search.base[v] == search.base[w]
                    || self.partner[v] == w
                {
                    continue;
                }
                let mate = self.partner[w];
                if w == root || (mate != NONE && search.parent[mate] != NONE) {
                    search.shrink(v, w, &self.partner);
                } else if search.parent[w] == NONE {
                    search.parent[w] = v;
                    if mate == NONE {
                        self.turn_over(w, &search.parent);
                        return true;
                    }
                    search.even[mate] = true;
                    search.queue.push_back(mate);
                }
            }
        }
        false
    }

    fn turn_over(&mut self, end: usize, parent: &[usize]) {
        let mut v = end;
        while v != NONE {
            let before = parent[v];
            let next = self.partner[before];
            (self.partner[v], self.partner[before]) = (before, v);
            v = next;
        }
    }
}

/// One search: a tree of alternating paths whose odd cycles are shrunk to their base.
struct Search {
    parent: Vec<usize>,
    base: Vec<usize>,
    even: Vec<bool>,
    queue: VecDeque<usize>,
}

impl Search {
    /// Shrinks the odd cycle that the edge `v - w` closes.
    fn shrink(&mut self, v: usize, w: usize, partner: &[usize]) {
        let base = self.common_base(v, w, partner);
        let mut inside = vec![false; self.base.len()];
        self.walk(v, base, w, partner, &mut inside);
        self.walk(w, base, v, partner, &mut inside);
        for vertex in 0..self.base.len() {
            if inside[self.base[vertex]] {
                self.base[vertex] = base;
                if !self.even[vertex] {
                    self.even[vertex] = true;
                    self.queue.push_back(vertex);
                }
            }
        }
    }

    /// Where the ways of two vertices back to the root meet.
    fn common_base(&self, v: usize, w: usize, partner: &[usize]) -> usize {
        let mut seen = vec![false; self.base.len()];
        let mut at = self.base[v];
        loop {
            seen[at] = true;
            if partner[at] == NONE {
                break;
            }
            at = self.base[self.parent[partner[at]]];
        }
        let mut at = self.base[w];
        while !seen[at] {
            at = self.base[self.parent[partner[at]]];
        }
        at
    }

    /// Marks the way from `v` to the base and lets it be walked in the other direction too.
    fn walk(
        &mut self,
        mut v: usize,
        base: usize,
        mut child: usize,
        partner: &[usize],
        inside: &mut [bool],
    ) {
        while self.base[v] != base {
            let mate = partner[v];
            inside[self.base[v]] = true;
            inside[self.base[mate]] = true;
            self.parent[v] = child;
            child = mate;
            v = self.parent[mate];
        }
    }
}
