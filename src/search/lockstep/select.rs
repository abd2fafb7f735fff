//! Which action a simulation takes, and what a finished search says.
//!
//! Source: I. Danihelka, A. Guez, J. Schrittwieser, D. Silver, "Policy improvement by planning with
//! Gumbel", 2022: sections 3 to 5 and appendix D (the mixed value).

use super::node::NodePool;
use super::tree::{Context, Scratch, Tree};
use crate::position::{Arrays, Knowledge, Position};
use crate::search::math::exp;

/// What is added to the greatest visit count in the scale of values.
const VISITS: f32 = 50.0;
/// The scale of values for each visit.
const SCALE: f32 = 0.1;
/// Values that differ by less are not stretched to the whole range.
const MIN_RANGE: f32 = 1e-8;
/// No action of the root counts for less than this.
const LOW: f32 = -1e9;

/// A visited child as a selection looks at it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) child: u32,
    pub(super) visits: u32,
    pub(super) action: u16,
    logit: f32,
    prior: f32,
    /// Its value for the seat that decides; then the scaled one.
    value: f32,
    proven: bool,
}

/// Where a simulation goes on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    /// To a child visited before.
    Child(u32),
    /// By an action not visited in this search.
    Action(u16),
}

impl<P: Position> NodePool<P> {
    /// Lists the visited children of an open node with their completed and scaled values; gives
    /// that of the actions not visited.
    pub(super) fn complete(&self, node: u32, num_actions: usize, seen: &mut Vec<Seen>) -> f32 {
        let one = self.node(node);
        let seat = one.player;
        seen.clear();
        let (mut max_visits, mut probability) = (0, 0.0);
        let (mut min, mut max) = (f32::INFINITY, f32::NEG_INFINITY);
        for child in self.children(node) {
            let (below, value) = (self.node(child), self.mean_of(child, seat));
            // An action that the evaluator gave no probability at all still has its weight.
            let prior = below.prior.max(f32::MIN_POSITIVE);
            probability += prior;
            max_visits = max_visits.max(below.visits);
            (min, max) = (min.min(value), max.max(value));
            let (visits, action, logit) = (below.visits, below.action, below.logit);
            let proven = below.proven;
            seen.push(Seen { child, visits, action, logit, prior, value, proven });
        }
        let own = self.value(node)[usize::from(seat)];
        if seen.is_empty() {
            return 0.0;
        }
        let simulations = (one.visits - 1) as f32;
        let weighted: f32 = seen.iter().map(|one| one.prior * one.value / probability).sum();
        let mixed = (own + simulations * weighted) / (simulations + 1.0);
        if seen.len() < num_actions {
            (min, max) = (min.min(mixed), max.max(mixed));
        }
        let range = (max - min).max(MIN_RANGE);
        let scale = (VISITS + max_visits as f32) * SCALE;
        for one in seen {
            one.value = scale * ((one.value - min) / range);
        }
        scale * ((mixed - min) / range)
    }

    /// The action below the root whose visits lag most behind the improved policy; with proofs, not
    /// one whose value is exact while there is another.
    pub(super) fn select(&mut self, node: u32, context: &Context, seen: &mut Vec<Seen>) -> Choice {
        if self.node(node).children == 0 {
            return Choice::Action(self.first_choice(node));
        }
        self.prepare(node);
        let unseen = self.complete(node, context.num_actions, seen);
        let unvisited = self.unvisited(node);
        let mut max = f32::NEG_INFINITY;
        for one in &*seen {
            max = max.max(one.logit + one.value);
        }
        let (mut sum, mut best) = (0.0_f64, (f32::NEG_INFINITY, u16::MAX, Choice::Action(0)));
        if let Some((_, logit, rest, base)) = unvisited {
            max = max.max(logit + unseen);
            sum += rest.max(0.0) * f64::from(exp(base + unseen - max));
        }
        for one in &mut *seen {
            one.prior = exp(one.logit + one.value - max);
            sum += f64::from(one.prior);
        }
        let sum = sum as f32;
        let visits = self.node(node).visits as f32;
        if let Some((action, logit, ..)) = unvisited {
            best = (exp(logit + unseen - max) / sum, action, Choice::Action(action));
        }
        let settled = |one: &Seen| context.proofs && one.proven;
        let all_settled = unvisited.is_none() && seen.iter().all(settled);
        for one in seen.iter().filter(|one| all_settled || !settled(one)) {
            let score = one.prior / sum - one.visits as f32 / visits;
            if score >= best.0 && (score > best.0 || one.action < best.1) {
                best = (score, one.action, Choice::Child(one.child));
            }
        }
        best.2
    }
}

impl<P: Position + Arrays + Knowledge> Tree<P> {
    fn gumbel(&self, place: usize) -> f32 {
        self.gumbels.get(place).copied().unwrap_or(0.0)
    }

    /// The candidate of Sequential Halving with the greatest gumbel + logit + value.
    pub(super) fn select_root(&self, context: &Context, scratch: &mut Scratch) -> Choice {
        let root = self.pool.node(0);
        let candidate =
            self.schedules(context).visits(usize::from(root.legal), root.visits as usize - 1);
        let unseen = self.pool.complete(0, context.num_actions, &mut scratch.seen);
        if candidate == 0 {
            let (mut max, mut best) = (f32::NEG_INFINITY, 0);
            for (place, &logit) in self.pool.logits(0).iter().enumerate() {
                let score = (self.gumbel(place) + logit + unseen).max(LOW);
                if score > max && logit > f32::NEG_INFINITY {
                    (max, best) = (score, place);
                }
            }
            return Choice::Action(self.pool.action_at(0, best));
        }
        self.best_seen(candidate, &scratch.seen)
    }

    /// The best of the visited children of the root that have this many visits.
    fn best_seen(&self, visits: u32, seen: &[Seen]) -> Choice {
        let mut best = (f32::NEG_INFINITY, u16::MAX, Choice::Action(0));
        for one in seen.iter().filter(|one| one.visits == visits) {
            let place = self.pool.place(one.child);
            let score = (self.gumbel(place) + one.logit + one.value).max(LOW);
            if score >= best.0 && (score > best.0 || one.action < best.1) {
                best = (score, one.action, Choice::Child(one.child));
            }
        }
        best.2
    }

    /// What the search says of its root: the improved policy and the visits by action, the action.
    pub(super) fn answer(
        &self,
        context: &Context,
        scratch: &mut Scratch,
        policy: &mut [f32],
        visits: &mut [i32],
    ) -> i32 {
        policy.fill(0.0);
        visits.fill(0);
        if self.is_over() {
            return -1;
        }
        for child in self.pool.children(0) {
            let child = self.pool.node(child);
            visits[usize::from(child.action)] = child.visits as i32;
        }
        if self.pool.node(0).proven {
            return self.answer_if_proven(policy);
        }
        let unseen = self.pool.complete(0, context.num_actions, &mut scratch.seen);
        for (place, &logit) in self.pool.logits(0).iter().enumerate() {
            if logit > f32::NEG_INFINITY {
                policy[usize::from(self.pool.action_at(0, place))] = logit + unseen;
            }
        }
        let mut max = self.pool.unvisited(0).map_or(f32::NEG_INFINITY, |best| best.1 + unseen);
        let mut candidate = 0;
        for one in &scratch.seen {
            policy[usize::from(one.action)] = one.logit + one.value;
            max = max.max(one.logit + one.value);
            candidate = candidate.max(one.visits);
        }
        let mut sum = 0.0_f64;
        for (place, &logit) in self.pool.logits(0).iter().enumerate() {
            if logit > f32::NEG_INFINITY {
                let action = usize::from(self.pool.action_at(0, place));
                policy[action] = exp(policy[action] - max);
                sum += f64::from(policy[action]);
            }
        }
        for one in &scratch.seen {
            let action = usize::from(one.action);
            policy[action] = exp(policy[action] - max);
            sum += f64::from(policy[action]);
        }
        let share = (1.0 / sum) as f32;
        for weight in policy {
            *weight *= share;
        }
        match self.best_seen(candidate, &scratch.seen) {
            Choice::Child(child) => i32::from(self.pool.node(child).action),
            Choice::Action(action) => i32::from(action),
        }
    }

    /// How much a policy of the root differs from the evaluator's, in nats.
    pub(super) fn surprise(&self, policy: &[f32]) -> f32 {
        let priors = self.pool.priors(0);
        let term = |(action, prior): (u16, f32)| {
            let weight = f64::from(policy[usize::from(action)]);
            let ratio = weight / f64::from(prior.max(f32::MIN_POSITIVE));
            if weight > 0.0 { weight * ratio.ln() } else { 0.0 }
        };
        priors.map(term).sum::<f64>().max(0.0) as f32
    }

    /// The same where the root is proven: the policy is that of the evaluator among the actions
    /// that are proven to bring its value.
    fn answer_if_proven(&self, policy: &mut [f32]) -> i32 {
        if let Some(action) = self.winning {
            policy[usize::from(action.0)] = 1.0;
            return i32::from(action.0);
        }
        let root = self.pool.node(0);
        let seat = usize::from(root.player);
        let value = self.pool.value(0)[seat];
        let proves =
            |&child: &u32| self.pool.node(child).proven && self.pool.value(child)[seat] >= value;
        let all = || self.pool.children(0).chain(self.pool.reused(0)).filter(proves);
        let logit = |child: u32| self.pool.node(child).logit;
        let max = all().map(logit).fold(f32::NEG_INFINITY, f32::max);
        let (mut sum, mut best) = (0.0, (0, 0.0, u16::MAX));
        for child in all() {
            let (one, weight) = (self.pool.node(child), exp(logit(child) - max));
            policy[usize::from(one.action)] = weight;
            sum += weight;
            let ahead = (one.visits, weight) > (best.0, best.1)
                || ((one.visits, weight) == (best.0, best.1) && one.action < best.2);
            if ahead {
                best = (one.visits, weight, one.action);
            }
        }
        for weight in policy {
            *weight /= sum;
        }
        i32::from(best.2)
    }
}
