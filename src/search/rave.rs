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
use super::settings::Settings;
use crate::position::{Action, Payoffs, Rollouts};
use crate::vectors::{self, Task};

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
    /// Has the board more squares than a word has bits?
    is_large: bool,
    /// By visits of a node: the width of its confidence bounds.
    widths: Vec<f32>,
    scores: Vec<f32>,
}

/// Edges that are done side by side.
const LANES: usize = 8;
/// Scores that are worked out side by side.
const WIDE: usize = 16;
/// Edges whose children are asked for ahead.
const PREFETCHED: usize = 64;
/// Visits of a node up to which the widths are kept.
const WIDTHS: usize = 1 << 12;

impl Rave {
    /// Before the first simulation.
    pub fn begin<P>(&mut self, pool: &NodePool<P>, rollouts: &dyn Rollouts<P>, actions: usize) {
        let root = pool.position(ROOT);
        let square = |action| rollouts.square(root, Action(action as u16));
        self.square_of = (0..actions).map(square).collect();
        self.scores = vec![0.0; actions];
        self.is_large = self.square_of.iter().any(|&square| square > 63);
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
        // By side: the squares, what the rollout is worth, and from which step of the path on.
        let mut owned = [(0, 0.0, usize::MAX); 2];
        for (step, &(node, _)) in path.iter().enumerate() {
            let Turn::Side(side) = pool.nodes[node as usize].turn else { continue };
            let known = &mut owned[usize::from(side & 1)];
            if known.0 == 0 {
                let squares = rollouts.squares_of_decider(pool.position(node));
                *known = (squares, payoffs.scaled(value[usize::from(side)]), step);
                if owned.iter().all(|known| known.0 != 0) {
                    break;
                }
            }
        }
        let Self { is_large, squares, visits, sums, .. } = self;
        vectors::run(Count { pool, path, owned, is_large: *is_large, squares, visits, sums });
    }

    /// The edge with the greatest `(1 - b) mean + b rave + c sqrt(ln N / (n + 1))`, of equal ones the first; `None` if
    /// every edge is pruned. With n visits of the edge, r simulations of its action and the bias e the weight `b = r / (n + r +
    /// 4 n r e^2)` makes the mean square error least. An edge of which nothing is known comes first.
    pub fn select<P>(
        &mut self,
        pool: &NodePool<P>,
        node: NodeId,
        settings: &Settings,
    ) -> Option<usize> {
        let edges = pool.edges(node);
        // What is read next, of a tree that is larger than what lies near.
        let values = pool.values(node);
        vectors::prefetch(&pool.children[edges.clone()], PREFETCHED);
        vectors::prefetch(std::slice::from_ref(pool.position(node)), 1);
        vectors::prefetch(&pool.sums[values.clone()], 1);
        vectors::prefetch(&pool.lower[values.clone()], 1);
        vectors::prefetch(&pool.upper[values], 1);
        let width = self.width(pool.nodes[node as usize].visits as usize, settings);
        let mut best = None;
        vectors::run(Choose {
            priors: &pool.priors[edges.clone()],
            counts: &pool.edge_visits[edges.clone()],
            sums: &pool.edge_sums[edges.clone()],
            all_counts: &self.visits[edges.clone()],
            all_sums: &self.sums[edges.clone()],
            bias: 4.0 * settings.rave_bias as f32,
            width,
            scores: &mut self.scores[..edges.len()],
            best: &mut best,
        });
        best.map(|index| edges.start + index)
    }

    /// `c sqrt(ln N)` of a node with these visits.
    fn width(&mut self, visits: usize, settings: &Settings) -> f32 {
        let width =
            |visits: usize| (settings.rave_exploration * ln((visits + 1) as f64).sqrt()) as f32;
        if visits >= WIDTHS {
            return width(visits);
        }
        if visits >= self.widths.len() {
            self.widths.extend((self.widths.len()..=visits).map(width));
        }
        self.widths[visits]
    }
}

/// So little that it counts only where nothing else is known; then the mean is 1.
const UNKNOWN: f32 = 1e-6;

/// A rollout counted for the edges of the nodes of its path.
struct Count<'a, P> {
    pool: &'a NodePool<P>,
    path: &'a [(NodeId, usize)],
    owned: [(u128, f32, usize); 2],
    is_large: bool,
    squares: &'a [u8],
    visits: &'a mut [f32],
    sums: &'a mut [f32],
}

impl<P> Task for Count<'_, P> {
    #[inline(always)]
    fn run(self) {
        for (step, &(node, _)) in self.path.iter().enumerate() {
            let Turn::Side(side) = self.pool.nodes[node as usize].turn else { continue };
            let (owned, value, first) = self.owned[usize::from(side & 1)];
            if step < first {
                continue;
            }
            let edges = self.pool.edges(node);
            let squares = &self.squares[edges.clone()];
            let (visits, sums) = (&mut self.visits[edges.clone()], &mut self.sums[edges]);
            let (low, high) = (owned as u64, (owned >> 64) as u64);
            if self.is_large {
                let word = |square: u8| if square < 64 { low } else { high };
                count(squares, visits, sums, value, word);
            } else {
                count(squares, visits, sums, value, |_| low);
            }
        }
    }
}

/// Counts a rollout for those edges whose squares are in a word.
#[inline(always)]
fn count(
    squares: &[u8],
    visits: &mut [f32],
    sums: &mut [f32],
    value: f32,
    word: impl Fn(u8) -> u64,
) {
    let one = |square: u8, visits: &mut f32, sum: &mut f32| {
        let is_own = (word(square) >> (square & 63) & 1) as i32 as f32;
        *visits += is_own;
        *sum += is_own * value;
    };
    let (squares, rest) = squares.as_chunks::<LANES>();
    let (visits, rest_of_visits) = visits.as_chunks_mut::<LANES>();
    let (sums, rest_of_sums) = sums.as_chunks_mut::<LANES>();
    for ((squares, visits), sums) in squares.iter().zip(visits).zip(sums) {
        for lane in 0..LANES {
            one(squares[lane], &mut visits[lane], &mut sums[lane]);
        }
    }
    for ((&square, visits), sum) in rest.iter().zip(rest_of_visits).zip(rest_of_sums) {
        one(square, visits, sum);
    }
}

/// Which of the edges of a node has the greatest score, the first of equal ones.
struct Choose<'a> {
    priors: &'a [f32],
    counts: &'a [u32],
    sums: &'a [f32],
    all_counts: &'a [f32],
    all_sums: &'a [f32],
    bias: f32,
    width: f32,
    /// As many as edges.
    scores: &'a mut [f32],
    best: &'a mut Option<usize>,
}

impl Choose<'_> {
    /// Works out the scores of some edges.
    #[inline(always)]
    fn score<const N: usize>(&mut self, first: usize) {
        let (bias, width) = (self.bias, self.width);
        let priors = part::<f32, N>(self.priors, first);
        let (sums, counts) = (part::<f32, N>(self.sums, first), part::<u32, N>(self.counts, first));
        let all_sums = part::<f32, N>(self.all_sums, first);
        let all_counts = part::<f32, N>(self.all_counts, first);
        let mut scores = [0.0; N];
        for lane in 0..N {
            let (count, all_count) = (counts[lane] as i32 as f32, all_counts[lane]);
            // What a visit weighs, where a simulation of the action at any time weighs 1.
            let weight = 1.0 + bias * all_count;
            let sum = all_sums[lane] + weight * sums[lane];
            let known = all_count + weight * count;
            let mean = (sum + UNKNOWN) / (known + UNKNOWN);
            scores[lane] = mean + priors[lane] * (width / (count + 1.0).sqrt());
        }
        self.scores[first..first + N].copy_from_slice(&scores);
    }

    /// Works out all scores, `N` side by side; there are at least `N`.
    #[inline(always)]
    fn score_all<const N: usize>(&mut self) {
        let edges = self.counts.len();
        for place in 0..edges / N {
            self.score::<N>(place * N);
        }
        if !edges.is_multiple_of(N) {
            // The last ones overlap with those before.
            self.score::<N>(edges - N);
        }
    }
}

/// `N` values of a list.
#[inline(always)]
fn part<T, const N: usize>(list: &[T], first: usize) -> &[T; N] {
    list[first..].first_chunk().expect("there are as many")
}

impl Task for Choose<'_> {
    #[inline(always)]
    fn run(mut self) {
        match self.counts.len() {
            WIDE.. => self.score_all::<WIDE>(),
            LANES.. => self.score_all::<LANES>(),
            _ => self.score_all::<1>(),
        }
        *self.best = max_index(self.scores);
    }
}

/// The index of the first greatest score; `None` if all are minus infinity. Without iterators that take a closure: those are not
/// compiled with the wider instructions.
#[inline(always)]
fn max_index(scores: &[f32]) -> Option<usize> {
    let (chunks, rest) = scores.as_chunks::<WIDE>();
    let mut best = [f32::NEG_INFINITY; WIDE];
    for chunk in chunks {
        for lane in 0..WIDE {
            best[lane] = if chunk[lane] > best[lane] { chunk[lane] } else { best[lane] };
        }
    }
    let mut max = f32::NEG_INFINITY;
    for list in [&best[..], rest] {
        for &score in list {
            max = if score > max { score } else { max };
        }
    }
    if max == f32::NEG_INFINITY {
        return None;
    }
    let mut first = 0;
    for chunk in chunks {
        let mut is_here = false;
        for &score in chunk {
            is_here |= score >= max;
        }
        if is_here {
            break;
        }
        first += WIDE;
    }
    while scores[first] < max {
        first += 1;
    }
    Some(first)
}
