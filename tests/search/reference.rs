//! The search once more, slow and plain: nodes in boxes, bounds worked out anew on the whole way of
//! every simulation, no arena, no closing of edges. It must visit what the fast one visits.

use std::ops::ControlFlow;

use fivefold::games::{AnyPosition, Game};
use fivefold::playout::Drawer;
use fivefold::position::{Action, Decider, Position};
use fivefold::search::{Limits, Settings, Stakes, ln};
use fivefold::stream::{Stream, game_seed};

use crate::cases;

struct Edge {
    action: Action,
    visits: u32,
    /// Sum of scaled values of the side that decides at the node.
    sum: f32,
    child: Option<Box<Node>>,
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
}

struct Plain {
    stakes: Stakes,
    seed: u64,
    order: Stream,
    simulations: u64,
}

impl Plain {
    fn scaled(&self, value: f64) -> f32 {
        ((value - self.stakes.least) / (self.stakes.most - self.stakes.least)) as f32
    }

    fn returns(&self, position: &AnyPosition) -> Vec<f64> {
        let mut by_seat = vec![0.0; self.stakes.sides.len()];
        position.returns(&mut by_seat);
        let first =
            |side| self.stakes.sides.iter().position(|&of| usize::from(of) == side).unwrap();
        (0..self.stakes.count()).map(|side| f64::from(by_seat[first(side)])).collect()
    }

    fn side(&self, node: &Node) -> Option<usize> {
        match node.position.decider() {
            Decider::Player(player) => Some(self.stakes.side(player.index())),
            Decider::Chance | Decider::Over => None,
        }
    }

    /// The bounds of a node from those of its children.
    fn bounds(&self, node: &Node) -> Vec<(f64, f64)> {
        if let Some(returns) = &node.end {
            return returns.iter().map(|&value| (value, value)).collect();
        }
        let all: Vec<_> = node.edges.iter().map(|edge| self.bounds_behind(edge)).collect();
        let sides = self.stakes.count();
        let Some(side) = self.side(node) else {
            let mean = |pick: fn(&(f64, f64)) -> f64, side: usize| {
                all.iter().map(|bounds| pick(&bounds[side])).sum::<f64>() / all.len() as f64
            };
            return (0..sides)
                .map(|side| (mean(|one| one.0, side), mean(|one| one.1, side)))
                .collect();
        };
        let most = |pick: fn(&(f64, f64)) -> f64| {
            all.iter().map(|bounds| pick(&bounds[side])).fold(f64::NEG_INFINITY, f64::max)
        };
        let own = (most(|one| one.0), most(|one| one.1));
        (0..sides)
            .map(|other| {
                if other == side {
                    return own;
                }
                if let (2, Some(total)) = (sides, self.stakes.total) {
                    return (total - own.1, total - own.0);
                }
                let possible = || all.iter().filter(|bounds| bounds[side].1 >= own.0);
                let least = possible().map(|bounds| bounds[other].0).fold(f64::INFINITY, f64::min);
                (least, possible().map(|bounds| bounds[other].1).fold(f64::NEG_INFINITY, f64::max))
            })
            .collect()
    }

    fn bounds_behind(&self, edge: &Edge) -> Vec<(f64, f64)> {
        match &edge.child {
            Some(child) => child.bounds.clone(),
            None => vec![(self.stakes.least, self.stakes.most); self.stakes.count()],
        }
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
        let is_duel = self.stakes.count() == 2 && self.stakes.total.is_some();
        high > lower || (high == lower && !is_duel)
    }

    fn node(&self, position: AnyPosition) -> Node {
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        let edge = |&action: &Action| Edge { action, visits: 0, sum: 0.0, child: None };
        let edges = actions.iter().map(edge).collect();
        let end = (position.decider() == Decider::Over).then(|| self.returns(&position));
        let mut node = Node { position, edges, seen: 0, visits: 0, end, bounds: Vec::new() };
        node.bounds = self.bounds(&node);
        let Some(side) = self.side(&node) else { return node };
        for index in 0..node.edges.len() {
            let mut next = node.position.clone();
            next.play_unchecked(node.edges[index].action);
            if next.decider() != Decider::Over {
                continue;
            }
            let end = Some(self.returns(&next));
            let wins = end.as_ref().unwrap()[side] >= self.stakes.most;
            let bounds = end.iter().flatten().map(|&value| (value, value)).collect();
            let child = Node { position: next, edges: Vec::new(), seen: 0, visits: 0, end, bounds };
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
        if node.seen < node.edges.len() {
            let drawn = node.seen + self.order.below(node.edges.len() - node.seen);
            node.edges.swap(node.seen, drawn);
            node.seen += 1;
            return node.seen - 1;
        }
        let exploration = Settings::default().exploration;
        let width = (exploration * exploration * ln(f64::from(node.visits.max(1)))) as f32;
        let mut best: Option<(f32, usize)> = None;
        for (index, edge) in node.edges.iter().enumerate() {
            if self.is_open(node, edge) {
                let score = edge.sum / edge.visits as f32 + (width / edge.visits as f32).sqrt();
                if best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, index));
                }
            }
        }
        best.map_or_else(
            || {
                let lower = node.bounds[side].0;
                let may_be = |&edge: &usize| self.bounds_behind(&node.edges[edge])[side].1 >= lower;
                let edges = (0..node.edges.len()).filter(may_be);
                edges.min_by_key(|&edge| node.edges[edge].visits).unwrap()
            },
            |(_, index)| index,
        )
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
                let value = match self.exact(&child) {
                    Some(value) => value,
                    None => self.simulate(&mut child),
                };
                edge.child = Some(child);
                value
            } else {
                let mut stream = Stream::new(game_seed(self.seed, self.simulations));
                Drawer::default().finish(&mut next, &mut stream, |_| ());
                self.returns(&next)
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
        node.bounds = self.bounds(node);
        if side.is_none() {
            // Proven outcomes have their share; all others are judged by this one.
            let share = 1.0 / node.edges.len() as f64;
            return (0..value.len())
                .map(|side| {
                    let (mut proven, mut rest) = (0.0, 1.0);
                    for (other, edge) in node.edges.iter().enumerate() {
                        if closed[other] && other != index {
                            proven += share * self.bounds_behind(edge)[side].0;
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

/// Visits by action.
fn visits(game: &Game, position: &AnyPosition, seed: u64, simulations: u64) -> Vec<u32> {
    let info = game.rules.info();
    let seed = game_seed(seed, 0);
    let order = Stream::new(game_seed(seed, u64::MAX));
    let mut plain = Plain { stakes: Stakes::of(&info), seed, order, simulations: 0 };
    let mut root = plain.node(position.clone());
    while plain.simulations < simulations && plain.exact(&root).is_none() {
        plain.simulate(&mut root);
        plain.simulations += 1;
    }
    let mut visits = vec![0; info.num_actions];
    for edge in &root.edges {
        visits[edge.action.index()] = edge.visits;
    }
    visits
}

/// From early positions and from late ones, where much is proven.
#[test]
fn the_plain_search_visits_the_same() {
    for (number, game) in cases::all().into_iter().chain(cases::small()).enumerate() {
        let all = cases::game(&game, 5);
        let decided: Vec<_> = all.iter().filter(|position| cases::is_decided(position)).collect();
        let late = decided.len().saturating_sub(5 + number % 4);
        for (position, simulations) in [(decided[0], 120), (decided[late], 400)] {
            let mut search = cases::search(&game, position, 3);
            let limits = Limits { simulations: Some(simulations), time: None };
            search.run(limits, 1, None, &mut || ControlFlow::Continue(())).unwrap();
            let known = search.known().unwrap();
            let plain = visits(&game, position, 3, simulations);
            assert_eq!(known.visits, plain, "{:?}\n{position}", game.rules);
        }
    }
}
