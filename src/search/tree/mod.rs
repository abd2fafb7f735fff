//! One tree: simulations, and the step to a child.

mod proof;

use super::implicit_minimax::ImplicitMinimax;
use super::leaf::{Evaluator, Leaf, Stopped};
use super::math::exp;
use super::node_pool::{NO_NODE, NodeId, NodePool, PRUNED, ROOT, Turn};
use super::rave::Rave;
use super::settings::{Choice, Frame, Settings};
use crate::position::{Action, Arrays, Decider, Knowledge, Position, Rollout, Rollouts};
use crate::solve::ReturnBounds;
use crate::stream::{Stream, game_seed};

/// One tree with its random stream.
#[derive(Debug)]
pub struct Tree<P> {
    pub pool: NodePool<P>,
    /// How edges are chosen; [`Choice::Plain`] until the first simulation.
    pub(super) choice: Choice,
    /// The values of implicit minimax.
    pub minimax: ImplicitMinimax,
    rave: Rave,
    heuristics: Vec<(u32, Action)>,
    seed: u64,
    /// The order in which edges are first visited.
    order: Stream,
    /// Simulations so far; each has a seed of its own for its rollout.
    simulations: u64,
    path: Vec<(NodeId, usize)>,
    /// Nodes before this simulation.
    known_nodes: usize,
    actions: Vec<Action>,
    scores: Vec<f32>,
    /// Returns by seat of the simulation.
    returns: Vec<f32>,
    /// The same by side, then scaled.
    value: Vec<f64>,
    range: ReturnBounds,
    observation: Vec<u8>,
    legal: Vec<bool>,
    logits: Vec<f32>,
}

/// The smallest prior, as a share of the greatest one.
const MIN_PRIOR: f64 = 0.001;

/// Actions are alike where the greatest prior is at most this multiple of the mean one.
const LEVEL: f32 = 2.0;
/// Where all actions are alike those of the middle weigh more by the square of how near it they are; this is
/// added for all.
const OFF_CENTRE: f32 = 0.1;

impl<P: Position + Arrays + Knowledge> Tree<P> {
    /// A tree of one position, which somebody is to decide.
    pub fn new(position: P, seed: u64, frame: &Frame) -> Self {
        let sides = frame.payoffs.count();
        let mut tree = Self {
            pool: NodePool::new(sides),
            choice: Choice::Plain,
            minimax: ImplicitMinimax::default(),
            rave: Rave::default(),
            heuristics: Vec::new(),
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
        let node = self.pool.add(turn, position, &self.actions, bounds);
        self.minimax.grow(&self.pool);
        self.rave.grow(&self.pool);
        if self.range.narrow(self.pool.position(node), &frame.payoffs) {
            self.pool.set_range(&self.range.min, &self.range.max);
        }
        if self.choice == Choice::Heuristic {
            self.set_heuristic_priors(node, frame);
        }
        self.look_ahead(node, frame);
        node
    }

    /// Adds a node for a position that is over.
    fn add_end(&mut self, position: &P, frame: &Frame) -> NodeId {
        position.returns(&mut self.returns);
        frame.payoffs.by_side(&self.returns, &mut self.value);
        let node = self.pool.add_end(&self.value);
        self.minimax.grow(&self.pool);
        node
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.pool.bytes() + self.minimax.bytes() + self.rave.bytes()
    }

    /// Asks the evaluator about the root before the first simulation.
    pub fn prepare(&mut self, frame: &Frame, leaf: &mut Leaf<'_, P>) -> Result<(), Stopped> {
        match leaf {
            Leaf::Evaluator(evaluator)
                if !self.pool.nodes[ROOT as usize].is_evaluated && !self.pool.is_exact(ROOT) =>
            {
                self.evaluate(ROOT, frame, *evaluator)
            }
            _ => Ok(()),
        }
    }

    /// Before the first simulation with rollouts: how edges are chosen from now on.
    pub fn choose_by(&mut self, policy: Rollout, frame: &Frame, rollouts: &mut dyn Rollouts<P>) {
        if self.choice != Choice::Plain || self.pool.is_exact(ROOT) {
            return;
        }
        self.choice = match Choice::of(policy) {
            // The scores are about winning, and a utility may prefer something else.
            Choice::Heuristic if !frame.payoffs.are_returns() => Choice::Plain,
            choice => choice,
        };
        match self.choice {
            Choice::Plain => {}
            Choice::Heuristic => self.set_heuristic_priors(ROOT, frame),
            Choice::Rave => self.rave.begin(&self.pool, &*rollouts, frame.num_actions),
            Choice::ImplicitMinimax => {
                rollouts.play(&mut self.pool.position(ROOT).clone(), 0, &mut self.returns);
                frame.payoffs.by_side(&self.returns, &mut self.value);
                let actions = frame.num_actions;
                self.minimax.begin(
                    &self.pool,
                    &self.value,
                    actions,
                    &frame.payoffs,
                    &mut self.order,
                );
                self.minimax.update_below(&self.pool, ROOT, &frame.payoffs);
            }
        }
    }

    /// Sets the priors of a node's edges: the square roots of their heuristic scores. Where these are all
    /// alike the priors are so much greater that simulations spread, most of them in the middle.
    fn set_heuristic_priors(&mut self, node: NodeId, frame: &Frame) {
        if !matches!(self.pool.nodes[node as usize].turn, Turn::Side(_)) {
            return;
        }
        let heuristics = &mut self.heuristics;
        self.pool.position(node).heuristic_scores(heuristics);
        if !heuristics.is_sorted_by_key(|&(_, action)| action) {
            heuristics.sort_unstable_by_key(|&(_, action)| action);
        }
        let max = heuristics.iter().map(|&(heuristic, _)| heuristic).max().unwrap_or(0);
        let edges = self.pool.edges(node);
        self.scores.clear();
        for action in &self.pool.actions[edges.clone()] {
            let index = heuristics.binary_search_by_key(action, |&(_, action)| action);
            let heuristic = index.map_or(0, |index| heuristics[index].0);
            let share = (1.0 + f64::from(heuristic)) / (1.0 + f64::from(max));
            self.scores.push((share.sqrt() + MIN_PRIOR) as f32);
        }
        let sum: f32 = self.scores.iter().sum();
        let max = self.scores.iter().copied().fold(0.0, f32::max);
        let count = self.scores.len() as f32;
        // Where no action stands out, every simulation would follow the first one that was tried.
        let is_level = frame.spreads && max * count <= LEVEL * sum;
        let width = if is_level { count.sqrt() } else { 1.0 };
        if is_level {
            let actions = &self.pool.actions[edges.clone()];
            for (weight, &action) in self.scores.iter_mut().zip(actions) {
                let near = frame.centrality(action);
                *weight *= near.mul_add(near, OFF_CENTRE);
            }
        }
        let sum: f32 = self.scores.iter().sum();
        for (edge, weight) in edges.zip(&self.scores) {
            if self.pool.priors[edge] > PRUNED {
                self.pool.priors[edge] = weight / sum * width;
            }
        }
    }

    /// One simulation: selection down the tree, evaluation of a new position, backup of its value.
    pub fn simulate(
        &mut self,
        settings: &Settings,
        frame: &Frame,
        leaf: &mut Leaf<'_, P>,
    ) -> Result<(), Stopped> {
        self.path.clear();
        self.known_nodes = self.pool.nodes.len();
        let mut node = ROOT;
        loop {
            let edge = self.select(node, settings, matches!(leaf, Leaf::Rollouts(_)));
            self.path.push((node, edge));
            match self.pool.children[edge] {
                NO_NODE => match self.expand(node, edge, frame, leaf)? {
                    None => break,
                    Some(child) => node = child,
                },
                child if self.pool.nodes[child as usize].turn == Turn::Over => {
                    let values = self.pool.values(child);
                    self.value.copy_from_slice(&self.pool.lower[values]);
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
        match self.pool.nodes[node as usize].turn {
            Turn::Side(side) => {
                let side = usize::from(side);
                let selected = match self.choice {
                    _ if !uniform => {
                        let exploration = settings.prior_exploration;
                        self.pool.select_puct(node, side, exploration, 0.0, &mut self.scores)
                    }
                    Choice::Plain => {
                        let (order, scores) = (&mut self.order, &mut self.scores);
                        self.pool.select_uct(node, settings, order, scores)
                    }
                    Choice::Heuristic => {
                        let (exploration, less) =
                            (settings.heuristic_exploration, settings.unvisited);
                        self.pool.select_puct(node, side, exploration, less, &mut self.scores)
                    }
                    Choice::Rave => self.rave.select(&self.pool, node, settings),
                    Choice::ImplicitMinimax => {
                        self.minimax.select(&self.pool, node, side, node == ROOT, settings)
                    }
                };
                selected.unwrap_or_else(|| self.pool.select_pruned(node, side))
            }
            Turn::Chance | Turn::Over => self.pool.select_chance(node),
        }
    }

    /// Goes through an edge that leads to no node yet. Its value is known afterwards, unless the
    /// way goes on in a new node.
    fn expand(
        &mut self,
        node: NodeId,
        edge: usize,
        frame: &Frame,
        leaf: &mut Leaf<'_, P>,
    ) -> Result<Option<NodeId>, Stopped> {
        let mut position = self.pool.position(node).clone();
        position.play_unchecked(self.pool.actions[edge]);
        if position.decider() == Decider::Over {
            let child = self.add_end(&position, frame);
            self.pool.children[edge] = child;
            return Ok(None);
        }
        match leaf {
            Leaf::Rollouts(_) if self.pool.edge_visits[edge] > 0 => {
                let child = self.add(position, frame);
                self.pool.children[edge] = child;
                self.minimax.hand_down(edge, child);
                // A node that is proven already needs no rollout.
                Ok(Some(child).filter(|&child| !self.pool.is_exact(child)))
            }
            Leaf::Rollouts(rollouts) => {
                let seed = game_seed(self.seed, self.simulations);
                rollouts.play(&mut position, seed, &mut self.returns);
                frame.payoffs.by_side(&self.returns, &mut self.value);
                match self.choice {
                    Choice::Plain | Choice::Heuristic => {}
                    Choice::ImplicitMinimax => {
                        self.minimax.add(&self.pool, node, edge, &self.value, &frame.payoffs);
                    }
                    Choice::Rave => {
                        let (path, value) = (&self.path, &self.value);
                        self.rave.back_up(&self.pool, path, *rollouts, value, &frame.payoffs);
                    }
                }
                Ok(None)
            }
            Leaf::Evaluator(evaluator) => {
                let size = self.pool.size();
                let is_due = position.decider() == Decider::Chance;
                let child = self.add(position, frame);
                if is_due {
                    // A die is due: the positions after it are evaluated, not this one.
                    self.pool.children[edge] = child;
                    return Ok(Some(child).filter(|&child| !self.pool.is_exact(child)));
                }
                if !self.pool.is_exact(child)
                    && let Err(stopped) = self.evaluate(child, frame, *evaluator)
                {
                    self.pool.shrink(size);
                    return Err(stopped);
                }
                self.pool.children[edge] = child;
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
        let position = self.pool.position(node);
        let Decider::Player(player) = position.decider() else { return Ok(()) };
        position.fill_observation(player, &mut self.observation);
        position.fill_mask(&mut self.legal);
        let (observation, legal) = (&self.observation, &self.legal);
        evaluator.evaluate(observation, legal, &mut self.logits, &mut self.returns)?;
        self.returns.rotate_right(player.index());
        frame.payoffs.by_side(&self.returns, &mut self.value);
        let edges = self.pool.edges(node);
        let logit = |edge: usize| self.logits[self.pool.actions[edge].index()];
        let max = edges.clone().map(logit).fold(f32::NEG_INFINITY, f32::max);
        let weights: Vec<f32> = edges.clone().map(|edge| exp(logit(edge) - max)).collect();
        let sum: f64 = weights.iter().copied().map(f64::from).sum();
        for (edge, weight) in edges.zip(weights) {
            if self.pool.priors[edge] > PRUNED {
                self.pool.priors[edge] = (f64::from(weight) / sum) as f32;
            }
        }
        self.pool.set_evaluated(node, &self.value, &frame.payoffs);
        Ok(())
    }

    /// Goes on below an action of the root, with what was learnt there.
    pub fn advance(&mut self, action: Action, frame: &Frame) {
        let child = self.pool.find(ROOT, action).map_or(NO_NODE, |edge| self.pool.children[edge]);
        if child != NO_NODE && self.pool.nodes[child as usize].turn != Turn::Over {
            let (pool, nodes) = self.pool.below(child);
            self.minimax.keep(&self.pool, &nodes);
            self.rave.keep(&self.pool, &nodes);
            self.pool = pool;
            return;
        }
        let mut position = self.pool.position(ROOT).clone();
        position.play_unchecked(action);
        self.pool = NodePool::new(self.pool.sides);
        self.minimax.clear();
        self.rave.clear();
        self.choice = Choice::Plain;
        self.add(position, frame);
    }
}
