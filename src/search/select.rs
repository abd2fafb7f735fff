//! Which edge of a node a simulation takes.

use super::math::ln;
use super::node_pool::{NO_NODE, NodeId, NodePool};
use super::settings::Settings;
use crate::stream::Stream;

/// Scores that are compared side by side.
const LANES: usize = 8;

impl<P> NodePool<P> {
    /// UCT: every edge once, in random order, then the one with the greatest upper confidence bound
    /// `mean + c sqrt(ln N / n)`; of equal ones the first. `None` if every edge is pruned.
    ///
    /// Source: L. Kocsis, C. Szepesvari, "Bandit based Monte-Carlo planning", 2006.
    pub fn select_uct(
        &mut self,
        node: NodeId,
        settings: &Settings,
        stream: &mut Stream,
        scores: &mut Vec<f32>,
    ) -> Option<usize> {
        let edges = self.edges(node);
        let seen = usize::from(self.nodes[node as usize].seen);
        if seen < edges.len() {
            let sampled = stream.below(edges.len() - seen);
            self.swap(edges.start + seen, edges.start + seen + sampled);
            self.nodes[node as usize].seen += 1;
            return Some(edges.start + seen);
        }
        let visits = self.nodes[node as usize].visits;
        let width =
            (settings.exploration * settings.exploration * ln(f64::from(visits.max(1)))) as f32;
        scores.clear();
        let priors = &self.priors[edges.clone()];
        let (sums, counts) = (&self.edge_sums[edges.clone()], &self.edge_visits[edges.clone()]);
        scores.extend(priors.iter().zip(sums).zip(counts).map(|((&prior, &sum), &count)| {
            // Only a pruned edge has no visit: its prior is minus infinity, not 1.
            let count = (count.max(1)) as i32 as f32;
            sum / count + prior * (width / count).sqrt()
        }));
        max_index(scores).map(|index| edges.start + index)
    }

    /// PUCT: the edge with the greatest `mean + c prior sqrt(N) / (1 + n)`, where c is `exploration`;
    /// an edge without a visit counts with the mean of its node less `less`. `None` if every edge is
    /// pruned. The priors are an evaluator's, or heuristic ones.
    ///
    /// Source: D. Silver et al., "Mastering the game of Go without human knowledge", 2017.
    pub fn select_puct(
        &mut self,
        node: NodeId,
        side: usize,
        exploration: f64,
        less: f64,
        scores: &mut Vec<f32>,
    ) -> Option<usize> {
        let edges = self.edges(node);
        let visits = self.nodes[node as usize].visits;
        let unvisited = (self.mean(node, side).unwrap_or(0.5) - less) as f32;
        // What is known of the node itself counts as one visit.
        let width = (exploration * f64::from(visits + 1).sqrt()) as f32;
        scores.clear();
        let priors = &self.priors[edges.clone()];
        let (sums, counts) = (&self.edge_sums[edges.clone()], &self.edge_visits[edges.clone()]);
        scores.extend(priors.iter().zip(sums).zip(counts).map(|((&prior, &sum), &count)| {
            let count = count as i32 as f32;
            let value = if count > 0.0 { sum / count } else { unvisited };
            value + prior * width / (1.0 + count)
        }));
        max_index(scores).map(|index| edges.start + index)
    }

    /// Where every edge is pruned and yet not all returns are proven, which takes three sides: the
    /// least visited of the edges that may be chosen.
    pub fn select_pruned(&self, node: NodeId, side: usize) -> usize {
        let edges = self.edges(node);
        let lower = self.bounds(node, side).0;
        let may_be = |&edge: &usize| {
            let child = self.children[edge];
            child == NO_NODE || self.bounds(child, side).1 >= lower
        };
        let min = edges.clone().filter(may_be).min_by_key(|&edge| self.edge_visits[edge]);
        min.unwrap_or(edges.start)
    }

    /// The outcome of a die that is furthest behind its share of visits, among those that are not
    /// proven; of equal ones the first. So the shares are exact, with no noise of sampling.
    pub fn select_chance(&self, node: NodeId) -> usize {
        let open = self.edges(node).filter(|&edge| self.priors[edge] > 0.0);
        open.min_by_key(|&edge| self.edge_visits[edge]).unwrap_or(self.edges(node).start)
    }
}

/// The index of the first greatest score; `None` if all are minus infinity.
pub(super) fn max_index(scores: &[f32]) -> Option<usize> {
    let (chunks, rest) = scores.as_chunks::<LANES>();
    let mut best = [f32::NEG_INFINITY; LANES];
    for chunk in chunks {
        for lane in 0..LANES {
            best[lane] = if chunk[lane] > best[lane] { chunk[lane] } else { best[lane] };
        }
    }
    let max = best.iter().chain(rest).copied().fold(f32::NEG_INFINITY, f32::max);
    if max == f32::NEG_INFINITY {
        return None;
    }
    scores.iter().position(|&score| score >= max)
}

#[cfg(test)]
mod tests {
    use super::max_index;

    #[test]
    fn the_first_of_the_greatest_scores_is_taken() {
        let mut stream = crate::stream::Stream::new(7);
        for length in 1..70 {
            for _ in 0..50 {
                let scores: Vec<f32> = (0..length).map(|_| stream.below(9) as f32 - 4.0).collect();
                let mut best = 0;
                for (index, &score) in scores.iter().enumerate() {
                    if score > scores[best] {
                        best = index;
                    }
                }
                assert_eq!(max_index(&scores), Some(best));
            }
        }
        assert_eq!(max_index(&[f32::NEG_INFINITY; 20]), None);
    }
}
