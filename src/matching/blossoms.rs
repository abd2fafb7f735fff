//! Blossoms: odd cycles of nodes that act as one node, made, turned round and taken apart again.

use super::least::{Label, NONE, Solver};

impl Solver {
    /// Matches `node` with `other`, inside a blossom too.
    pub(super) fn marry(&mut self, node: usize, other: usize) {
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
    pub(super) fn shrink(&mut self, a: usize, base: usize, b: usize) {
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
    pub(super) fn expand(&mut self, blossom: usize) {
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
