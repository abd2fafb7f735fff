//! The search once more, slow and plain: nodes in boxes, bounds worked out anew on the whole way of
//! every simulation, no node pool, no pruning of edges. It must visit what the fast one visits, in each
//! of its walks (`same_visits.rs`): UCT (here), PUCT with heuristic priors (`heuristic.rs`), implicit minimax
//! (`implicit_minimax.rs`), RAVE (`rave.rs`).

mod heuristic;
mod implicit_minimax;
mod rave;
mod same_visits;

use fivefold::games::AnyPosition;
use fivefold::playout::Sampler;
use fivefold::position::{Action, Decider, Evaluate, Payoffs, Position, Rollout};
use fivefold::search::{Settings, ln};
use fivefold::stream::{Stream, game_seed};
use fivefold::with_game;

use crate::cases;

struct Edge {
    action: Action,
    visits: u32,
    /// Sum of scaled values of the side that decides at the node.
    sum: f32,
    child: Option<Box<Node>>,
    /// The heuristic prior; 1 where there are none.
    prior: f32,
    /// What the position behind the edge is worth by side, scaled, where positions are evaluated statically and
    /// the edge was visited.
    static_value: Option<Vec<f32>>,
    /// With RAVE: the simulations in which the side had the square in the end, and the sum of their values.
    later: (f32, f32),
}

struct Node {
    position: AnyPosition,
    edges: Vec<Edge>,
    seen: usize,
    visits: u32,
    /// Returns by side, if the game is over.
    end: Option<Vec<f64>>,
    /// Lower and upper bounds by side.
    bounds: Vec<(f64, f64)>,
    /// By side the least and the greatest return that any play can end with.
    range: Vec<(f64, f64)>,
    /// Sums of scaled values by side.
    sums: Vec<f64>,
    /// The static value of the position, scaled, by side.
    own: Vec<f32>,
    /// What it is worth by the best play known below it.
    best: Vec<f32>,
}

struct Plain {
    payoffs: Payoffs,
    policy: Rollout,
    seed: u64,
    order: Stream,
    simulations: u64,
    /// What each action gained at first visits and how often, by action and side.
    gains: Vec<(f32, u32)>,
    filling: rave::Filling,
}

impl Plain {
    fn scaled(&self, value: f64) -> f32 {
        ((value - self.payoffs.min) / (self.payoffs.max - self.payoffs.min)) as f32
    }

    fn returns(&self, position: &AnyPosition) -> Vec<f64> {
        let mut by_seat = vec![0.0; self.payoffs.sides.len()];
        position.returns(&mut by_seat);
        self.by_side(&by_seat)
    }

    fn by_side(&self, by_seat: &[f32]) -> Vec<f64> {
        let first =
            |side| self.payoffs.sides.iter().position(|&of| usize::from(of) == side).unwrap();
        (0..self.payoffs.count()).map(|side| f64::from(by_seat[first(side)])).collect()
    }

    fn side(&self, node: &Node) -> Option<usize> {
        match node.position.decider() {
            Decider::Player(player) => Some(self.payoffs.side(player.index())),
            Decider::Chance | Decider::Over => None,
        }
    }

    /// The bounds of a node from those of its children.
    fn bounds(&self, node: &Node) -> Vec<(f64, f64)> {
        if let Some(returns) = &node.end {
            return returns.iter().map(|&value| (value, value)).collect();
        }
        let all: Vec<_> = node.edges.iter().map(|edge| self.bounds_behind(node, edge)).collect();
        let sides = self.payoffs.count();
        let Some(side) = self.side(node) else {
            let mean = |pick: fn(&(f64, f64)) -> f64, side: usize| {
                all.iter().map(|bounds| pick(&bounds[side])).sum::<f64>() / all.len() as f64
            };
            return (0..sides)
                .map(|side| (mean(|one| one.0, side), mean(|one| one.1, side)))
                .collect();
        };
        let max = |pick: fn(&(f64, f64)) -> f64| {
            all.iter().map(|bounds| pick(&bounds[side])).fold(f64::NEG_INFINITY, f64::max)
        };
        let own = (max(|one| one.0), max(|one| one.1));
        (0..sides)
            .map(|other| {
                if other == side {
                    return own;
                }
                if let (2, Some(total)) = (sides, self.payoffs.total) {
                    return (total - own.1, total - own.0);
                }
                let possible = || all.iter().filter(|bounds| bounds[side].1 >= own.0);
                let min = possible().map(|bounds| bounds[other].0).fold(f64::INFINITY, f64::min);
                (min, possible().map(|bounds| bounds[other].1).fold(f64::NEG_INFINITY, f64::max))
            })
            .collect()
    }

    fn bounds_behind(&self, node: &Node, edge: &Edge) -> Vec<(f64, f64)> {
        edge.child.as_ref().map_or_else(|| node.range.clone(), |child| child.bounds.clone())
    }

    fn range(&self, position: &AnyPosition) -> Vec<(f64, f64)> {
        let [min, max] = cases::range(position, &self.payoffs);
        let (min, max) = (self.by_side(&min), self.by_side(&max));
        min.into_iter().zip(max).collect()
    }

    fn exact(&self, node: &Node) -> Option<Vec<f64>> {
        node.bounds.iter().map(|&(low, high)| (low == high).then_some(low)).collect()
    }

    /// May a simulation go through the edge?
    fn is_open(&self, node: &Node, edge: &Edge) -> bool {
        let Some(child) = &edge.child else { return true };
        if self.exact(child).is_some() {
            return false;
        }
        let Some(side) = self.side(node) else { return true };
        let (lower, high) = (node.bounds[side].0, child.bounds[side].1);
        let is_duel = self.payoffs.count() == 2 && self.payoffs.total.is_some();
        high > lower || (high == lower && !is_duel)
    }

    /// A node without edges.
    fn bare(&self, position: AnyPosition) -> Node {
        let end = (position.decider() == Decider::Over).then(|| self.returns(&position));
        let mut node = Node {
            position,
            edges: Vec::new(),
            seen: 0,
            visits: 0,
            end,
            bounds: Vec::new(),
            range: Vec::new(),
            sums: vec![0.0; self.payoffs.count()],
            own: Vec::new(),
            best: Vec::new(),
        };
        if node.end.is_some() {
            node.bounds = self.bounds(&node);
        }
        node
    }

    fn node(&self, position: AnyPosition) -> Node {
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        let mut node = self.bare(position);
        let edge = |&action: &Action| Edge {
            action,
            visits: 0,
            sum: 0.0,
            child: None,
            prior: 1.0,
            static_value: None,
            later: (0.0, 0.0),
        };
        node.edges = actions.iter().map(edge).collect();
        node.range = self.range(&node.position);
        node.bounds = if node.end.is_some() { self.bounds(&node) } else { node.range.clone() };
        let Some(side) = self.side(&node) else { return node };
        if self.policy == Rollout::WinElseBlock {
            heuristic::set_priors(&mut node);
        }
        if self.exact(&node).is_some() {
            return node;
        }
        for index in 0..node.edges.len() {
            let mut next = node.position.clone();
            next.play_unchecked(node.edges[index].action);
            let (is_over, range) = (next.decider() == Decider::Over, self.range(&next));
            // An action that leaves one return to each side is as good as the end.
            let is_settled = range.iter().all(|(min, max)| min == max);
            if !is_over && !is_settled {
                continue;
            }
            let mut child = self.bare(next);
            if !is_over {
                child.end = Some(range.iter().map(|&(min, _)| min).collect());
                child.bounds = range;
            }
            let wins = child.bounds[side].0 >= node.range[side].1;
            node.edges[index].static_value = Some(self.static_value_behind(&child));
            node.edges[index].child = Some(Box::new(child));
            let seen = node.seen;
            node.edges.swap(seen, index);
            node.seen += 1;
            if wins {
                break;
            }
        }
        node.bounds = self.bounds(&node);
        node
    }

    fn select(&mut self, node: &mut Node) -> usize {
        let Some(side) = self.side(node) else {
            let open = (0..node.edges.len()).filter(|&edge| self.is_open(node, &node.edges[edge]));
            return open.min_by_key(|&edge| node.edges[edge].visits).unwrap();
        };
        if self.policy == Rollout::Uniform && node.seen < node.edges.len() {
            let sampled = node.seen + self.order.below(node.edges.len() - node.seen);
            node.edges.swap(node.seen, sampled);
            node.seen += 1;
            return node.seen - 1;
        }
        let mut best: Option<(f32, usize)> = None;
        for (index, edge) in node.edges.iter().enumerate() {
            if self.is_open(node, edge) {
                let score = match self.policy {
                    Rollout::Uniform => uct_score(node, edge),
                    Rollout::WinElseBlock => heuristic::score(node, edge, side),
                    Rollout::Progress => self.score(node, edge, side),
                    Rollout::Rave => rave::score(node, edge),
                };
                if best.is_none_or(|(max, _)| score > max) {
                    best = Some((score, index));
                }
            }
        }
        best.map_or_else(
            || {
                let lower = node.bounds[side].0;
                let may_be =
                    |&edge: &usize| self.bounds_behind(node, &node.edges[edge])[side].1 >= lower;
                let edges = (0..node.edges.len()).filter(may_be);
                edges.min_by_key(|&edge| node.edges[edge].visits).unwrap()
            },
            |(_, index)| index,
        )
    }

    /// Returns by side at the end of a rollout, or what it says they are.
    fn play_out(&mut self, position: AnyPosition) -> Vec<f64> {
        let seed = game_seed(self.seed, self.simulations);
        if self.policy == Rollout::Uniform {
            let mut position = position;
            Sampler::default().finish(&mut position, &mut Stream::new(seed), |_| ());
            return self.returns(&position);
        }
        if self.policy == Rollout::Rave {
            let value = self.filling.play(position, seed);
            self.filling.value = Some(self.by_side(&value));
            return self.by_side(&value);
        }
        let mut by_seat = vec![0.0; self.payoffs.sides.len()];
        with_game!(AnyPosition, position, position => {
            play_by(self.policy, position, seed, &mut by_seat);
        });
        self.by_side(&by_seat)
    }

    /// One simulation below a node: the value by side.
    fn simulate(&mut self, node: &mut Node) -> Vec<f64> {
        if let Some(returns) = &node.end {
            return returns.clone();
        }
        let index = self.select(node);
        let closed: Vec<bool> = node.edges.iter().map(|edge| !self.is_open(node, edge)).collect();
        let side = self.side(node);
        let edge = &mut node.edges[index];
        let mut value = if let Some(child) = &mut edge.child {
            self.simulate(child)
        } else {
            let mut next = node.position.clone();
            next.play_unchecked(edge.action);
            if next.decider() == Decider::Over || edge.visits > 0 {
                let mut child = Box::new(self.node(next));
                if let Some(value) = &edge.static_value {
                    (child.own, child.best) = (value.clone(), value.clone());
                }
                let value = match self.exact(&child) {
                    Some(value) => value,
                    None => self.simulate(&mut child),
                };
                edge.child = Some(child);
                value
            } else {
                let value = self.play_out(next);
                if self.policy == Rollout::Progress {
                    self.note_gain(&node.own, side, edge, &value);
                }
                value
            }
        };
        let exact = edge.child.as_ref().and_then(|child| self.exact(child));
        value = exact.clone().unwrap_or(value);
        edge.visits += 1;
        if let Some(side) = side {
            edge.sum += self.scaled(value[side]);
            if let Some(exact) = exact {
                edge.sum = self.scaled(exact[side]) * edge.visits as f32;
            }
        }
        node.visits += 1;
        for (sum, &value) in node.sums.iter_mut().zip(&value) {
            *sum += f64::from(self.scaled(value));
        }
        node.bounds = self.bounds(node);
        if let Some(side) = side {
            self.filling.count(node, |value| self.scaled(value[side]));
        }
        if self.policy == Rollout::Progress {
            self.back_up_static(node, index);
        }
        if side.is_none() {
            // Proven outcomes have their share; all others have the value of this one.
            let share = 1.0 / node.edges.len() as f64;
            return (0..value.len())
                .map(|side| {
                    let (mut proven, mut rest) = (0.0, 1.0);
                    for (other, edge) in node.edges.iter().enumerate() {
                        if closed[other] && other != index {
                            proven += share * self.bounds_behind(node, edge)[side].0;
                            rest -= share;
                        }
                    }
                    proven + rest * value[side]
                })
                .collect();
        }
        value
    }
}

fn play_by<P: Evaluate>(policy: Rollout, mut position: P, seed: u64, returns: &mut [f32]) {
    P::rollouts(policy).unwrap().play(&mut position, seed, returns);
}

/// The upper confidence bound of UCT.
fn uct_score(node: &Node, edge: &Edge) -> f32 {
    let exploration = Settings::default().exploration;
    let width = (exploration * exploration * ln(f64::from(node.visits.max(1)))) as f32;
    edge.sum / edge.visits as f32 + (width / edge.visits as f32).sqrt()
}
