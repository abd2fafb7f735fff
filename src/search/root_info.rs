//! What a search knows of its root: visits, values, the line, what is proven.

use super::node_pool::{NO_NODE, NodeId, NodePool, ROOT, Turn};
use super::settings::{Frame, Settings};
use super::sums::add_up;
use super::tree::Tree;
use crate::position::{Action, Knowledge, Payoffs, Position};

/// What is known of a root.
#[derive(Clone, Debug, PartialEq)]
pub struct RootInfo {
    /// The action to play.
    pub action: Action,
    /// Visits by action.
    pub visits: Vec<u32>,
    /// Shares of the visits, 0 on illegal actions; once the root is proven, of the actions that
    /// keep its value.
    pub policy: Vec<f32>,
    /// Expected returns by seat.
    pub value: Vec<f32>,
    /// The line that both sides would play as far as the tree knows it, the action first; it ends
    /// where a die is due.
    pub line: Vec<Action>,
    /// Simulations, which is the sum of `visits`.
    pub simulations: u64,
    /// The returns by seat under best play, if they are proven.
    pub proven: Option<Vec<f32>>,
}

/// An edge as it is compared with its neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) action: Action,
    pub(super) visits: u64,
    /// Sum of scaled values of the side that decides.
    sum: f64,
    prior: f32,
    pub(super) lower: f64,
    pub(super) upper: f64,
    /// The value of implicit minimax for the side that decides, scaled.
    static_value: Option<f64>,
    /// Where all is lost in a game of rows: how many plies the action holds out by what is proven, and its
    /// heuristic score. `None` everywhere else, and without a visit.
    holds: Option<(u32, u32)>,
}

impl Candidate {
    /// The edges of a node, by ascending actions.
    pub(super) fn all<P: Position + Knowledge>(
        tree: &Tree<P>,
        node: NodeId,
        side: usize,
        payoffs: &Payoffs,
    ) -> Vec<Self> {
        let pool = &tree.pool;
        let range = pool.range(node, side, payoffs);
        let mut all: Vec<_> = (pool.edges(node))
            .map(|edge| {
                let (lower, upper) = match pool.children[edge] {
                    NO_NODE => range,
                    child => pool.bounds(child, side),
                };
                Self {
                    action: pool.actions[edge],
                    visits: pool.edge_visits[edge].into(),
                    sum: pool.edge_sums[edge].into(),
                    prior: pool.priors[edge],
                    lower,
                    upper,
                    static_value: tree.minimax.of_edge(edge, side).map(f64::from),
                    holds: None,
                }
            })
            .collect();
        all.sort_unstable_by_key(|candidate| candidate.action);
        // No simulation came to anything but a loss.
        let is_lost = |one: &Self| one.upper <= payoffs.min || one.visits == 0 || one.sum <= 0.0;
        let is_known = |one: &Self| one.upper <= payoffs.min || one.visits > 0;
        if payoffs.duel().is_some() && all.iter().all(is_lost) && all.iter().any(is_known) {
            Self::hold_out(&mut all, pool, node, payoffs);
        }
        all
    }

    /// Notes how long each action that was looked at holds out in a lost position.
    fn hold_out<P: Position + Knowledge>(
        all: &mut [Self],
        pool: &NodePool<P>,
        node: NodeId,
        payoffs: &Payoffs,
    ) {
        let position = pool.position(node);
        if position.threat_search().is_none() {
            return;
        }
        let mut scores = Vec::new();
        position.heuristic_scores(&mut scores);
        let is_proven = pool.is_exact(node);
        for edge in pool.edges(node) {
            let child = pool.children[edge];
            if child == NO_NODE && pool.edge_visits[edge] == 0 {
                continue;
            }
            let plies = if is_proven && child != NO_NODE { pool.plies(child, payoffs) } else { 0 };
            let action = pool.actions[edge];
            let score =
                scores.iter().find(|&&(_, one)| one == action).map_or(0, |&(score, _)| score);
            if let Ok(at) = all.binary_search_by_key(&action, |one| one.action) {
                all[at].holds = Some((plies, score));
            }
        }
    }

    /// Adds what another tree knows of the same action.
    pub(super) fn merge(&mut self, other: &Self) {
        self.static_value = match (self.static_value, other.static_value) {
            (Some(one), Some(two)) => {
                let share = other.visits as f64 / (self.visits + other.visits).max(1) as f64;
                Some(one + (two - one) * share)
            }
            (one, two) => one.or(two),
        };
        self.visits += other.visits;
        self.sum += other.sum;
        self.lower = self.lower.max(other.lower);
        self.upper = self.upper.min(other.upper);
    }

    pub(super) fn mean(&self, payoffs: &Payoffs) -> f64 {
        let mean = self.static_value.unwrap_or(self.sum / self.visits.max(1) as f64);
        payoffs.unscaled(mean).clamp(self.lower, self.upper)
    }
}

/// The index of the one to play: most visits, then the greatest mean, among those that may be best,
/// unless another is certain to be at least as good. In implicit minimax, the greatest value less a
/// penalty for few visits. Where all is lost, what holds out longest, and of those what blocks most.
pub(super) fn choose(candidates: &[Candidate], payoffs: &Payoffs, settings: &Settings) -> usize {
    let lower = candidates.iter().map(|one| one.lower).fold(f64::NEG_INFINITY, f64::max);
    let may_be = |one: &&Candidate| one.upper >= lower;
    let is_static = candidates.iter().any(|one| one.static_value.is_some());
    let is_lost = settings.spreads && candidates.iter().any(|one| one.holds.is_some());
    let rank = |one: &Candidate| match one.static_value {
        _ if is_lost => one
            .holds
            .map_or((-1.0, 0.0, 0.0), |(plies, score)| (f64::from(plies), f64::from(score), 0.0)),
        None if is_static => (f64::NEG_INFINITY, 0.0, 0.0),
        None => (one.visits as f64, one.mean(payoffs), one.prior),
        Some(static_value) if one.lower < one.upper => {
            let penalty = settings.uncertainty / (one.visits.max(1) as f64).sqrt();
            (static_value - penalty, one.visits as f64, 0.0)
        }
        Some(static_value) => (static_value, one.visits as f64, 0.0),
    };
    let mut best: Option<&Candidate> = None;
    for one in candidates.iter().filter(may_be) {
        if best.is_none_or(|best| rank(one) > rank(best)) {
            best = Some(one);
        }
    }
    let Some(mut best) = best else { return 0 };
    // A certain value beats an estimate that is no better.
    if best.lower < lower && (best.visits == 0 || best.mean(payoffs) <= lower) {
        for one in candidates.iter().filter(|one| one.lower >= lower) {
            if best.lower < lower || one.visits > best.visits {
                best = one;
            }
        }
    }
    candidates.iter().position(|one| one.action == best.action).unwrap_or(0)
}

impl RootInfo {
    /// What the trees of one root know together.
    pub fn of<P: Position + Knowledge>(
        trees: &[Tree<P>],
        frame: &Frame,
        settings: &Settings,
    ) -> Option<Self> {
        let payoffs = &frame.payoffs;
        let first = trees.first()?;
        let Turn::Side(side) = first.pool.nodes[ROOT as usize].turn else { return None };
        let side = usize::from(side);
        let mut root = Candidate::all(first, ROOT, side, payoffs);
        for tree in &trees[1..] {
            for (one, other) in root.iter_mut().zip(Candidate::all(tree, ROOT, side, payoffs)) {
                one.merge(&other);
            }
        }
        let proven = (trees.iter().find(|tree| tree.pool.is_exact(ROOT)))
            .map(|tree| tree.pool.lower[tree.pool.values(ROOT)].to_vec());
        let best = choose(&root, payoffs, settings);
        let action = root[best].action;
        let mut visits = vec![0; frame.num_actions];
        for one in &root {
            visits[one.action.index()] = one.visits as u32;
        }
        let value = proven.clone().unwrap_or_else(|| mean(trees, payoffs));
        Some(Self {
            action,
            policy: policy(
                &root,
                best,
                proven.as_ref().map(|value| value[side]),
                first.pool.nodes[ROOT as usize].is_evaluated,
                frame,
            ),
            simulations: root.iter().map(|one| one.visits).sum(),
            visits,
            value: payoffs.by_seat(&value),
            line: line(trees, action, payoffs, settings),
            proven: proven.map(|value| payoffs.by_seat(&value)),
        })
    }
}

/// The mean returns of the root by side, kept within what is proven, with the sum that returns have.
fn mean<P>(trees: &[Tree<P>], payoffs: &Payoffs) -> Vec<f64> {
    let bounds: Vec<_> = (0..payoffs.count())
        .map(|side| {
            let all = trees.iter().map(|tree| tree.pool.bounds(ROOT, side));
            all.fold((payoffs.min, payoffs.max), |(low, high), (lower, upper)| {
                (low.max(lower), high.min(upper))
            })
        })
        .collect();
    let mut values: Vec<_> = (bounds.iter().enumerate())
        .map(|(side, &(lower, upper))| side_mean(trees, side, payoffs).max(lower).min(upper))
        .collect();
    if let Some(total) = payoffs.total {
        add_up(&mut values, &bounds, total);
    }
    values
}

/// The mean return of one side at the root over all simulations.
fn side_mean<P>(trees: &[Tree<P>], side: usize, payoffs: &Payoffs) -> f64 {
    let count = |tree: &Tree<P>| {
        let root = &tree.pool.nodes[ROOT as usize];
        f64::from(root.visits) + f64::from(u8::from(root.is_evaluated))
    };
    let total: f64 = trees.iter().map(count).sum();
    let sum: f64 = trees
        .iter()
        .map(|tree| match tree.minimax.of_node(ROOT, side) {
            Some(value) => f64::from(value) * count(tree),
            None => tree.pool.sums[side],
        })
        .sum();
    // Nothing is known before the first simulation.
    if total > 0.0 { payoffs.unscaled(sum / total) } else { payoffs.level() }
}

fn policy(
    root: &[Candidate],
    best: usize,
    proven: Option<f64>,
    is_evaluated: bool,
    frame: &Frame,
) -> Vec<f32> {
    let mut policy = vec![0.0; frame.num_actions];
    let counts = |one: &&Candidate| proven.is_none_or(|value| one.lower >= value);
    let total: u64 = root.iter().filter(counts).map(|one| one.visits).sum();
    if total > 0 {
        for one in root.iter().filter(counts) {
            policy[one.action.index()] = (one.visits as f64 / total as f64) as f32;
        }
    } else if proven.is_some() {
        policy[root[best].action.index()] = 1.0;
    } else {
        // No simulation yet: an evaluator's priors, or all alike.
        let weight = |one: &Candidate| match one.prior {
            prior if is_evaluated => f64::from(prior.max(0.0)),
            prior => f64::from(u8::from(prior > 0.0)),
        };
        let total: f64 = root.iter().map(weight).sum();
        for one in root {
            policy[one.action.index()] = (weight(one) / total) as f32;
        }
    }
    policy
}

/// The line through the tree that knows most of the action to play.
fn line<P: Position + Knowledge>(
    trees: &[Tree<P>],
    action: Action,
    payoffs: &Payoffs,
    settings: &Settings,
) -> Vec<Action> {
    let visits = |tree: &&Tree<P>| {
        let edge = tree.pool.find(ROOT, action);
        let proven = tree.pool.is_exact(ROOT);
        (proven, edge.map_or(0, |edge| tree.pool.edge_visits[edge]))
    };
    let mut best: Option<&Tree<P>> = None;
    for tree in trees {
        if best.is_none_or(|best| visits(&tree) > visits(&best)) {
            best = Some(tree);
        }
    }
    best.map_or_else(|| vec![action], |tree| continuation(tree, ROOT, action, payoffs, settings))
}

/// The best play that a tree knows below a node, an action first.
pub(super) fn continuation<P: Position + Knowledge>(
    tree: &Tree<P>,
    node: NodeId,
    action: Action,
    payoffs: &Payoffs,
    settings: &Settings,
) -> Vec<Action> {
    let pool = &tree.pool;
    let mut line = vec![action];
    let mut edge = pool.find(node, action);
    while let Some(child) = edge.map(|edge| pool.children[edge]).filter(|&child| child != NO_NODE) {
        let entry = &pool.nodes[child as usize];
        let Turn::Side(side) = entry.turn else { break };
        let candidates = Candidate::all(tree, child, usize::from(side), payoffs);
        if entry.visits == 0 && !pool.is_exact(child) {
            break;
        }
        let next = candidates[choose(&candidates, payoffs, settings)].action;
        line.push(next);
        edge = pool.find(child, next);
    }
    line
}
