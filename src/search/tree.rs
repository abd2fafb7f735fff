//! One tree: simulations, and the step to a child.

use super::arena::{Arena, CLOSED, NO_NODE, NodeId, Turn};
use super::judged::Gains;
use super::leaf::{Evaluator, Leaf, Stopped};
use super::numbers::exp;
use super::settings::{Choice, Frame, Settings};
use crate::position::{Action, Arrays, Decider, Knowledge, Payoffs, Position, Rollout, Rollouts};
use crate::solve::ReturnBounds;
use crate::stream::{Stream, game_seed};

/// One tree with its random stream.
#[derive(Debug)]
pub struct Tree<P> {
    pub arena: Arena<P>,
    /// How edges are chosen; [`Choice::Plain`] until the first simulation.
    pub(super) choice: Choice,
    /// What each action was worth, where positions are judged.
    pub(super) gains: Gains,
    promises: Vec<(u32, Action)>,
    seed: u64,
    /// The order in which edges are first visited.
    pub(super) order: Stream,
    /// Simulations so far; each has a seed of its own for its rollout.
    simulations: u64,
    path: Vec<(NodeId, usize)>,
    /// Nodes before this simulation.
    known_nodes: usize,
    actions: Vec<Action>,
    pub(super) scores: Vec<f32>,
    /// Returns by seat of the simulation.
    pub(super) returns: Vec<f32>,
    /// The same by side, then scaled.
    pub(super) value: Vec<f64>,
    range: ReturnBounds,
    observation: Vec<u8>,
    legal: Vec<bool>,
    logits: Vec<f32>,
}

/// What an action has at least of the prior of the most promising one.
const LEAST_PROMISE: f64 = 0.001;

/// The root of every tree.
pub const ROOT: NodeId = 0;

impl<P: Position + Arrays + Knowledge> Tree<P> {
    /// A tree of one position, which somebody is to decide.
    pub fn new(position: P, seed: u64, frame: &Frame) -> Self {
        let sides = frame.payoffs.count();
        let mut tree = Self {
            arena: Arena::new(sides),
            choice: Choice::Plain,
            gains: Gains::default(),
            promises: Vec::new(),
            seed,
            order: Stream::new(game_seed(seed, u64::MAX)),
            simulations: 0,
            path: Vec::new(),
            known_nodes: 0,
            actions: Vec::new(),
            scores: Vec::new(),
            returns: vec![0.0; frame.payoffs.sides.len()],
            value: vec![0.0; sides],
            range: ReturnBounds::new(&frame.payoffs),
            observation: vec![0; frame.observation],
            legal: vec![false; frame.num_actions],
            logits: vec![0.0; frame.num_actions],
        };
        tree.add(position, frame);
        tree
    }

    /// Adds a node for a position whose game goes on.
    fn add(&mut self, position: P, frame: &Frame) -> NodeId {
        let turn = Turn::of(position.decider(), &frame.payoffs.sides);
        if frame.selective {
            position.selective_actions(&mut self.actions);
        } else {
            position.legal_actions(&mut self.actions);
        }
        let bounds = (frame.payoffs.min, frame.payoffs.max);
        let node = self.arena.add(turn, position, &self.actions, bounds);
        if self.range.narrow(self.arena.position(node), &frame.payoffs) {
            self.arena.set_range(&self.range.min, &self.range.max);
        }
        if self.choice == Choice::Promised {
            self.promise(node);
        }
        self.look_ahead(node, frame);
        node
    }

    /// Adds a node for a position that is over.
    fn add_end(&mut self, position: &P, frame: &Frame) -> NodeId {
        position.returns(&mut self.returns);
        frame.payoffs.by_side(&self.returns, &mut self.value);
        self.arena.add_end(&self.value)
    }

    /// An evaluator judges the root before the first simulation.
    pub fn prepare(&mut self, frame: &Frame, leaf: &mut Leaf<'_, P>) -> Result<(), Stopped> {
        match leaf {
            Leaf::Evaluator(evaluator)
                if !self.arena.nodes[ROOT as usize].is_evaluated && !self.arena.is_exact(ROOT) =>
            {
                self.evaluate(ROOT, frame, *evaluator)
            }
            _ => Ok(()),
        }
    }

    /// Before the first simulation with rollouts: how edges are chosen from now on.
    pub fn choose_by(&mut self, way: Rollout, frame: &Frame, rollouts: &mut dyn Rollouts<P>) {
        if self.choice != Choice::Plain || self.arena.is_exact(ROOT) {
            return;
        }
        self.choice = match Choice::of(way) {
            // Actions promise to win, which is not what a utility need want.
            Choice::Promised if !frame.payoffs.are_returns() => Choice::Plain,
            choice => choice,
        };
        match self.choice {
            Choice::Plain => {}
            Choice::Promised => self.promise(ROOT),
            Choice::Judged => self.begin_judging(frame, rollouts),
        }
    }

    /// Sets the priors of a node's edges: what they promise by a quick look, as its square root.
    fn promise(&mut self, node: NodeId) {
        if !matches!(self.arena.nodes[node as usize].turn, Turn::Side(_)) {
            return;
        }
        let promises = &mut self.promises;
        self.arena.position(node).heuristic_scores(promises);
        if !promises.is_sorted_by_key(|&(_, action)| action) {
            promises.sort_unstable_by_key(|&(_, action)| action);
        }
        let most = promises.iter().map(|&(promise, _)| promise).max().unwrap_or(0);
        let edges = self.arena.edges(node);
        self.scores.clear();
        for action in &self.arena.actions[edges.clone()] {
            let found = promises.binary_search_by_key(action, |&(_, action)| action);
            let promise = found.map_or(0, |place| promises[place].0);
            let share = (1.0 + f64::from(promise)) / (1.0 + f64::from(most));
            self.scores.push((share.sqrt() + LEAST_PROMISE) as f32);
        }
        let sum: f32 = self.scores.iter().sum();
        for (edge, weight) in edges.zip(&self.scores) {
            if self.arena.priors[edge] > CLOSED {
                self.arena.priors[edge] = weight / sum;
            }
        }
    }

    /// One simulation: down the tree, a new position judged, its value taken up again.
    pub fn simulate(
        &mut self,
        settings: &Settings,
        frame: &Frame,
        leaf: &mut Leaf<'_, P>,
    ) -> Result<(), Stopped> {
        self.path.clear();
        self.known_nodes = self.arena.nodes.len();
        let mut node = ROOT;
        loop {
            let edge = self.select(node, settings, matches!(leaf, Leaf::Rollouts(_)));
            self.path.push((node, edge));
            match self.arena.children[edge] {
                NO_NODE => match self.grow(node, edge, frame, leaf)? {
                    None => break,
                    Some(child) => node = child,
                },
                child if self.arena.nodes[child as usize].turn == Turn::Over => {
                    let values = self.arena.values(child);
                    self.value.copy_from_slice(&self.arena.lower[values]);
                    break;
                }
                child => node = child,
            }
        }
        self.simulations += 1;
        self.back_up(&frame.payoffs);
        Ok(())
    }

    fn select(&mut self, node: NodeId, settings: &Settings, uniform: bool) -> usize {
        match self.arena.nodes[node as usize].turn {
            Turn::Side(side) => {
                let side = usize::from(side);
                let found = match self.choice {
                    _ if !uniform => {
                        let exploration = settings.prior_exploration;
                        self.arena.select_puct(node, side, exploration, 0.0, &mut self.scores)
                    }
                    Choice::Plain => {
                        let (order, scores) = (&mut self.order, &mut self.scores);
                        self.arena.select_uct(node, settings, order, scores)
                    }
                    Choice::Promised => {
                        let (exploration, less) =
                            (settings.promise_exploration, settings.unvisited);
                        self.arena.select_puct(node, side, exploration, less, &mut self.scores)
                    }
                    Choice::Judged => self.select_judged(node, side, settings),
                };
                found.unwrap_or_else(|| self.arena.select_closed(node, side))
            }
            Turn::Chance | Turn::Over => self.arena.select_chance(node),
        }
    }

    /// Goes through an edge that leads to no node yet. Its value is known afterwards, unless the
    /// way goes on in a new node.
    fn grow(
        &mut self,
        node: NodeId,
        edge: usize,
        frame: &Frame,
        leaf: &mut Leaf<'_, P>,
    ) -> Result<Option<NodeId>, Stopped> {
        let mut position = self.arena.position(node).clone();
        position.play_unchecked(self.arena.actions[edge]);
        if position.decider() == Decider::Over {
            let child = self.add_end(&position, frame);
            self.arena.children[edge] = child;
            return Ok(None);
        }
        match leaf {
            Leaf::Rollouts(_) if self.arena.edge_visits[edge] > 0 => {
                let child = self.add(position, frame);
                self.arena.children[edge] = child;
                self.arena.judgements.hand_down(edge, child);
                // Who can win at once is not asked to try.
                Ok(Some(child).filter(|&child| !self.arena.is_exact(child)))
            }
            Leaf::Rollouts(rollouts) => {
                let seed = game_seed(self.seed, self.simulations);
                rollouts.play(&mut position, seed, &mut self.returns);
                frame.payoffs.by_side(&self.returns, &mut self.value);
                if self.choice == Choice::Judged {
                    self.note_judgement(node, edge, &frame.payoffs);
                }
                Ok(None)
            }
            Leaf::Evaluator(evaluator) => {
                let size = self.arena.size();
                let is_due = position.decider() == Decider::Chance;
                let child = self.add(position, frame);
                if is_due {
                    // A die is due: what follows is judged, not this.
                    self.arena.children[edge] = child;
                    return Ok(Some(child).filter(|&child| !self.arena.is_exact(child)));
                }
                if !self.arena.is_exact(child)
                    && let Err(stopped) = self.evaluate(child, frame, *evaluator)
                {
                    self.arena.shrink(size);
                    return Err(stopped);
                }
                self.arena.children[edge] = child;
                Ok(None)
            }
        }
    }

    /// Asks the evaluator about a node: the priors of its edges, and its value.
    fn evaluate(
        &mut self,
        node: NodeId,
        frame: &Frame,
        evaluator: &mut dyn Evaluator,
    ) -> Result<(), Stopped> {
        let position = self.arena.position(node);
        let Decider::Player(player) = position.decider() else { return Ok(()) };
        position.fill_observation(player, &mut self.observation);
        position.fill_mask(&mut self.legal);
        let (observation, legal) = (&self.observation, &self.legal);
        evaluator.evaluate(observation, legal, &mut self.logits, &mut self.returns)?;
        self.returns.rotate_right(player.index());
        frame.payoffs.by_side(&self.returns, &mut self.value);
        let edges = self.arena.edges(node);
        let logit = |edge: usize| f64::from(self.logits[self.arena.actions[edge].index()]);
        let most = edges.clone().map(logit).fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = edges.clone().map(|edge| exp(logit(edge) - most)).collect();
        let sum: f64 = weights.iter().sum();
        for (edge, weight) in edges.zip(weights) {
            if self.arena.priors[edge] > CLOSED {
                self.arena.priors[edge] = (weight / sum) as f32;
            }
        }
        self.arena.set_evaluated(node, &self.value, &frame.payoffs);
        Ok(())
    }

    /// Ends of the game one action below a new node are found at once: who can win in one has won,
    /// whatever rollouts or priors say. Where no action can end the game, none is tried.
    fn look_ahead(&mut self, node: NodeId, frame: &Frame) {
        let Turn::Side(side) = self.arena.nodes[node as usize].turn else { return };
        if !self.arena.position(node).can_end() || self.arena.is_exact(node) {
            return;
        }
        let most = self.arena.range(node, usize::from(side), &frame.payoffs).1;
        let mut found = 0;
        for edge in self.arena.edges(node) {
            let action = self.arena.actions[edge];
            if !self.arena.position(node).can_end_by(action) {
                continue;
            }
            let mut position = self.arena.position(node).clone();
            position.play_unchecked(action);
            let end = if position.decider() == Decider::Over {
                self.add_end(&position, frame)
            } else if self.is_settled(&position, frame) {
                self.arena.add_end(&self.range.min)
            } else {
                continue;
            };
            self.arena.children[edge] = end;
            // Edges that were looked at come first.
            let first = self.arena.edges(node).start;
            self.arena.swap(first + found, edge);
            found += 1;
            if self.arena.bounds(end, usize::from(side)).0 >= most {
                break;
            }
        }
        if found > 0 {
            self.arena.nodes[node as usize].seen = found as u16;
            self.judge_ends(node, &frame.payoffs);
            self.arena.tighten(node, &frame.payoffs);
        }
    }

    /// Has a position only one return left for every side, whatever is played? Those are `range.min`
    /// then.
    fn is_settled(&mut self, position: &P, frame: &Frame) -> bool {
        self.range.narrow(position, &frame.payoffs)
            && self.range.min.iter().zip(&self.range.max).all(|(min, max)| min >= max)
    }

    /// Takes over what is proven of the root: the returns by side, and an action that keeps them.
    pub fn settle_root(&mut self, action: Action, value: &[f64], frame: &Frame) {
        let Some(edge) = self.arena.find(ROOT, action) else { return };
        self.arena.children[edge] = self.arena.add_end(value);
        self.arena.lower[..value.len()].copy_from_slice(value);
        self.arena.upper[..value.len()].copy_from_slice(value);
        self.judge_ends(ROOT, &frame.payoffs);
    }

    /// Takes the value of a simulation up its path, with what it proved.
    fn back_up(&mut self, payoffs: &Payoffs) {
        let mut is_changed = false;
        for step in (0..self.path.len()).rev() {
            let (node, edge) = self.path[step];
            let child = self.arena.children[edge];
            let is_proven = child != NO_NODE && self.arena.is_exact(child);
            if is_proven {
                let values = self.arena.values(child);
                self.value.copy_from_slice(&self.arena.lower[values]);
            }
            self.arena.visit(node, edge, &self.value, payoffs);
            if is_proven {
                self.arena.settle(node, edge, payoffs);
            }
            // Bounds change below, or by a look ahead from a node that is new.
            let is_new = child != NO_NODE && child as usize >= self.known_nodes;
            is_changed = (is_changed || is_new) && self.arena.tighten(node, payoffs);
            if self.choice == Choice::Judged {
                self.arena.judge_again(node, edge, payoffs);
            }
            if self.arena.nodes[node as usize].turn == Turn::Chance {
                self.arena.expect(node, edge, &mut self.value);
            }
        }
    }

    /// Goes on below an action of the root, with what was learnt there.
    pub fn advance(&mut self, action: Action, frame: &Frame) {
        let child = self.arena.find(ROOT, action).map_or(NO_NODE, |edge| self.arena.children[edge]);
        if child != NO_NODE && self.arena.nodes[child as usize].turn != Turn::Over {
            self.arena = self.arena.below(child);
            return;
        }
        let mut position = self.arena.position(ROOT).clone();
        position.play_unchecked(action);
        self.arena = Arena::new(self.arena.sides);
        self.choice = Choice::Plain;
        self.add(position, frame);
    }
}
