//! RAVE, rapid action value estimation: an action also has the value of the simulations in which the same side
//! played it later.
//!
//! Where stones only fill squares, a stone is worth much the same now and a little later, so each simulation
//! says something about half of the actions of every node on its path ("all moves as first"). That is biased, and its
//! weight falls as an action is visited itself.
//!
//! Source: S. Gelly, D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011.

// What is not inlined does not get the wider instructions.
#![allow(clippy::inline_always)]

use super::math::ln;
use super::node_pool::{NodeId, NodePool, ROOT, Turn};
use super::select::max_index;
use super::settings::Settings;
use crate::position::{Action, Payoffs, Rollouts};
use crate::vectors::{self, Task, Width};

/// What one tree knows of its actions as played at any time.
#[derive(Debug, Default)]
pub struct Rave {
    /// By action: its square.
    square_of: Vec<u8>,
    /// By edge: the square of its action.
    squares: Vec<u8>,
    /// By edge: in how many simulations through its node the side had the square in the end, and the sum of their values.
    visits: Vec<f32>,
    sums: Vec<f32>,
}

/// More than any square of a game that has such rollouts.
const SQUARES: usize = 128;

impl Rave {
    /// Before the first simulation.
    pub fn begin<P>(&mut self, pool: &NodePool<P>, rollouts: &dyn Rollouts<P>, actions: usize) {
        let root = pool.position(ROOT);
        let square = |action| rollouts.square(root, Action(action as u16));
        self.square_of = (0..actions).map(square).collect();
        self.grow(pool);
    }

    /// Makes place for the edges of a tree, if they are chosen by RAVE.
    pub fn grow<P>(&mut self, pool: &NodePool<P>) {
        if !self.square_of.is_empty() {
            let new = &pool.actions[self.squares.len()..];
            self.squares.extend(new.iter().map(|action| self.square_of[action.index()]));
            self.visits.resize(pool.actions.len(), 0.0);
            self.sums.resize(pool.actions.len(), 0.0);
        }
    }

    /// Exchanges two edges of a node to which no simulation has come.
    pub fn swap(&mut self, one: usize, other: usize) {
        if !self.square_of.is_empty() {
            self.squares.swap(one, other);
        }
    }

    /// Keeps the values of these nodes of a tree alone, in this order.
    pub fn keep<P>(&mut self, pool: &NodePool<P>, nodes: &[NodeId]) {
        fn part<T: Copy, P>(values: &[T], pool: &NodePool<P>, nodes: &[NodeId]) -> Vec<T> {
            let of_node = |&node: &NodeId| values.get(pool.edges(node)).unwrap_or(&[]);
            nodes.iter().flat_map(of_node).copied().collect()
        }
        self.squares = part(&self.squares, pool, nodes);
        self.visits = part(&self.visits, pool, nodes);
        self.sums = part(&self.sums, pool, nodes);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        9 * self.squares.len()
    }

    /// Counts a rollout with a value by side, as returns, at every node of its path.
    pub fn back_up<P>(
        &mut self,
        pool: &NodePool<P>,
        path: &[(NodeId, usize)],
        rollouts: &dyn Rollouts<P>,
        value: &[f64],
        payoffs: &Payoffs,
    ) {
        // By side and square: whether it is the side's, and then what the rollout is worth. A table, since every
        // simulation asks for each action of each node on its path.
        let (mut tables, width) = ([None; 2], Width::new());
        for &(node, _) in path {
            let Turn::Side(side) = pool.nodes[node as usize].turn else { continue };
            let owned = rollouts.squares_of_decider(pool.position(node));
            if owned == 0 {
                continue;
            }
            let value = payoffs.scaled(value[usize::from(side)]);
            let table = tables[usize::from(side & 1)].get_or_insert_with(|| {
                let mut table = [[0.0; 2]; SQUARES];
                let mut left = owned;
                while left != 0 {
                    table[left.trailing_zeros() as usize] = [1.0, value];
                    left &= left - 1;
                }
                table
            });
            let edges = pool.edges(node);
            width.run(Count {
                table,
                squares: &self.squares[edges.clone()],
                visits: &mut self.visits[edges.clone()],
                sums: &mut self.sums[edges],
            });
        }
    }

    /// The edge with the greatest `(1 - b) mean + b rave + c sqrt(ln N / (n + 1))`, of equal ones the first; `None` if
    /// every edge is pruned. With n visits of the edge, r simulations of its action and the bias e the weight `b = r / (n + r +
    /// 4 n r e^2)` makes the mean square error least. An edge of which nothing is known comes first.
    pub fn select<P>(
        &self,
        pool: &NodePool<P>,
        node: NodeId,
        settings: &Settings,
        scores: &mut Vec<f32>,
    ) -> Option<usize> {
        let edges = pool.edges(node);
        let visits = f64::from(pool.nodes[node as usize].visits + 1);
        let width = (settings.rave_exploration * ln(visits).sqrt()) as f32;
        let bias = 4.0 * settings.rave_bias as f32;
        scores.clear();
        scores.resize(edges.len(), 0.0);
        vectors::run(Score {
            priors: &pool.priors[edges.clone()],
            counts: &pool.edge_visits[edges.clone()],
            sums: &pool.edge_sums[edges.clone()],
            all_counts: &self.visits[edges.clone()],
            all_sums: &self.sums[edges.clone()],
            bias,
            width,
            scores,
        });
        max_index(scores).map(|index| edges.start + index)
    }
}

/// So little that it counts only where nothing else is known; then the mean is 1.
const UNKNOWN: f32 = 1e-6;

/// A rollout counted for the edges of a node.
struct Count<'a> {
    table: &'a [[f32; 2]; SQUARES],
    squares: &'a [u8],
    visits: &'a mut [f32],
    sums: &'a mut [f32],
}

impl Task for Count<'_> {
    #[inline(always)]
    fn run(self) {
        for ((&square, visits), sum) in self.squares.iter().zip(self.visits).zip(self.sums) {
            let [is_own, value] = self.table[usize::from(square) % SQUARES];
            *visits += is_own;
            *sum += value;
        }
    }
}

/// The scores of the edges of a node.
struct Score<'a> {
    priors: &'a [f32],
    counts: &'a [u32],
    sums: &'a [f32],
    all_counts: &'a [f32],
    all_sums: &'a [f32],
    bias: f32,
    width: f32,
    scores: &'a mut [f32],
}

impl Task for Score<'_> {
    #[inline(always)]
    fn run(self) {
        let own = self.sums.iter().zip(self.counts).zip(self.priors);
        let all = self.all_sums.iter().zip(self.all_counts);
        for ((score, ((sum, &count), prior)), (all_sum, all_count)) in
            self.scores.iter_mut().zip(own).zip(all)
        {
            let count = count as i32 as f32;
            // What a visit weighs, where a simulation of the action at any time weighs 1.
            let weight = 1.0 + self.bias * all_count;
            let (sum, known) = (all_sum + weight * sum, all_count + weight * count);
            let mean = (sum + UNKNOWN) / (known + UNKNOWN);
            *score = mean + prior * (self.width / (count + 1.0).sqrt());
        }
    }
}
