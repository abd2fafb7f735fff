//! Several trees of one root, run on threads and added up: the result depends on simulations and
//! seed, never on the number of threads.
//!
//! Simulation k of a call belongs to tree k mod the number of trees, and nothing else joins the trees
//! but a proof: the one that is proven after the fewest simulations of its own is kept, and the others
//! go. How trees and threads come together is described in `tree_run.rs`.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use super::leaf::{Evaluator, Leaf, Stopped, rollouts};
use super::moves::{self, MoveInfo};
use super::node_pool::{ROOT, Turn};
use super::root_info::RootInfo;
use super::root_solver::RootSolving;
use super::settings::{Frame, Settings};
use super::tree::Tree;
use super::tree_run::{Bounds, End, Ended, TreeRun, Waiting};
use crate::pool;
use crate::position::{
    Action, Arrays, Knowledge, Payoffs, RaceWeights, RandomPlay, Rollout, Rollouts,
};
use crate::stream::game_seed;

/// How long a search goes on: until the first of these.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Simulations of this call.
    pub simulations: Option<u64>,
    /// Time of this call.
    pub time: Option<Duration>,
}

/// A search over positions of any game: what the binding holds.
pub trait Search: Send {
    /// Searches on. `tick` is called often and may break off.
    fn run(
        &mut self,
        limits: Limits,
        threads: usize,
        evaluator: Option<&mut dyn Evaluator>,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Ended, Stopped>;

    /// What is known; `None` where nobody is to decide.
    fn root_info(&self) -> Option<RootInfo>;

    /// What is known of the moves below a path from the root, at most `count` of them, the one to
    /// play first; `None` where the trees do not have the position or nobody decides.
    fn moves(&self, path: &[Action], count: usize) -> Option<Vec<MoveInfo>>;

    /// Goes on below a legal action of the root.
    fn advance(&mut self, action: Action);

    /// Bytes that the trees take.
    fn bytes(&self) -> usize;
}

/// Trees of one root, each with a seed of its own.
pub struct RootParallel<P> {
    trees: Vec<Tree<P>>,
    /// How each tree plays positions out, made when there is no evaluator.
    rollouts: Vec<Box<dyn Rollouts<P>>>,
    /// The weights of a racer, whose evaluation takes the place of rollouts.
    race: Option<RaceWeights>,
    policy: Rollout,
    frame: Frame,
    settings: Settings,
    seed: u64,
    /// The solver of the root.
    root_solving: RootSolving,
}

/// One further tree for each of this many simulations: a single tree goes deeper.
const SIMULATIONS_OF_A_TREE: u64 = 32_768;
/// The most trees.
const MAX_TREES: u64 = 16;
/// Simulations of one tree between two looks for Ctrl-C.
const POLL_EVERY: u64 = 32;

impl<P: Arrays + RandomPlay + Knowledge> RootParallel<P> {
    /// A search of one position, with one of the game's rollout policies.
    pub fn new(
        position: P,
        policy: Rollout,
        seed: u64,
        payoffs: Payoffs,
        (num_actions, observation): (usize, usize),
        settings: Settings,
    ) -> Self {
        let Settings { selective, spreads, grid, .. } = settings;
        let frame = Frame { payoffs, num_actions, observation, selective, spreads, grid };
        let trees = vec![Tree::new(position, game_seed(seed, 0), &frame)];
        let root_solving = RootSolving::new(settings.solve_root);
        let (rollouts, race) = (Vec::new(), None);
        Self { trees, rollouts, race, policy, frame, settings, seed, root_solving }
    }

    /// Judges positions of a race as a racer does.
    pub fn racing(self, weights: RaceWeights) -> Self {
        Self { race: Some(weights), ..self }
    }

    /// Adds trees until there are as many as wanted.
    fn add_trees(&mut self, trees: usize) {
        while self.trees.len() < trees {
            let position = self.trees[0].pool.position(ROOT).clone();
            let seed = game_seed(self.seed, self.trees.len() as u64);
            self.trees.push(Tree::new(position, seed, &self.frame));
        }
        let (policy, race) = (self.policy, self.race);
        let static_value = || race.and_then(P::race_evaluation).unwrap_or_else(|| rollouts(policy));
        self.rollouts.resize_with(self.trees.len(), static_value);
        for (tree, rollouts) in self.trees.iter_mut().zip(&mut self.rollouts) {
            tree.choose_by(self.policy, &self.frame, &mut **rollouts);
        }
    }

    /// Simulations of all trees so far: each is a visit of a root.
    fn simulations(&self) -> u64 {
        self.trees.iter().map(|tree| u64::from(tree.pool.nodes[ROOT as usize].visits)).sum()
    }

    /// How the search ended, from how it ended in each tree. Of trees of which one is proven, that one
    /// is left.
    fn conclude(&mut self, ends: &[End]) -> Ended {
        let proven = |end: &&End| self.trees[end.index].pool.is_exact(ROOT);
        if let Some(end) = ends.iter().filter(proven).min_by_key(|end| (end.done, end.index)) {
            self.trees.swap(0, end.index);
            self.trees.truncate(1);
            self.rollouts.clear();
            return Ended::Proven;
        }
        let early = |ended: &Ended| ends.iter().any(|end| end.ended == *ended);
        [Ended::Seconds, Ended::Memory].into_iter().find(early).unwrap_or(Ended::Simulations)
    }
}

impl<P: Arrays + RandomPlay + Knowledge> Search for RootParallel<P> {
    fn run(
        &mut self,
        limits: Limits,
        threads: usize,
        evaluator: Option<&mut dyn Evaluator>,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Ended, Stopped> {
        let (began, before) = (Instant::now(), self.simulations());
        let wanted = limits.simulations.unwrap_or(u64::MAX);
        if wanted == 0 {
            return Ok(Ended::Simulations);
        }
        let mut leaf = evaluator.map(Leaf::Evaluator);
        if let Some(leaf) = &mut leaf {
            self.trees[0].prepare(&self.frame, leaf)?;
        } else {
            // Without a count, time decides how many simulations there are: a tree for each thread.
            let trees = match limits.simulations {
                Some(more) => (before + more) / SIMULATIONS_OF_A_TREE,
                None => threads as u64,
            };
            self.add_trees(trees.clamp(1, MAX_TREES) as usize);
        }
        let bounds = Bounds {
            frame: &self.frame,
            settings: &self.settings,
            trees: self.trees.len(),
            every: if leaf.is_some() { 1 } else { POLL_EVERY },
            deadline_passed: &|| limits.time.is_some_and(|time| began.elapsed() >= time),
            proven_after: AtomicU64::new(u64::MAX),
        };
        let ends = if let Some(leaf) = &mut leaf {
            let (tree, root_solving) = (&mut self.trees[0], Some(&mut self.root_solving));
            let mut run = TreeRun { index: 0, tree, root_solving, done: 0, count: wanted };
            let ended = run.simulate_for(u64::MAX, &bounds, leaf, tick)?;
            ended.map(|ended| run.end(ended)).into_iter().collect()
        } else {
            let (trees, mut root_solving) = (bounds.trees, Some(&mut self.root_solving));
            let runs = self.trees.iter_mut().enumerate().map(|(index, tree)| {
                let count =
                    wanted / trees as u64 + u64::from((index as u64) < wanted % trees as u64);
                TreeRun { index, tree, root_solving: root_solving.take(), done: 0, count }
            });
            let waiting = Waiting::new(runs.zip(&mut self.rollouts).collect());
            let threads = threads.clamp(1, trees);
            let work = |_, look: pool::Look<'_>| waiting.work(&bounds, look);
            let ends = pool::work(threads, 0..threads, work, |_| tick()).ok_or(Stopped)?;
            ends.into_iter().flatten().collect::<Vec<_>>()
        };
        Ok(self.conclude(&ends))
    }

    fn root_info(&self) -> Option<RootInfo> {
        RootInfo::of(&self.trees, &self.frame, &self.settings)
    }

    fn moves(&self, path: &[Action], count: usize) -> Option<Vec<MoveInfo>> {
        moves::moves(&self.trees, path, count, &self.frame, &self.settings)
    }

    fn advance(&mut self, action: Action) {
        for tree in &mut self.trees {
            tree.advance(action, &self.frame);
        }
        self.root_solving = RootSolving::new(self.settings.solve_root);
        debug_assert!(self.trees.iter().all(|tree| {
            tree.pool.nodes[ROOT as usize].turn == self.trees[0].pool.nodes[ROOT as usize].turn
        }));
        if self.trees[0].pool.nodes[ROOT as usize].turn == Turn::Over {
            self.trees.truncate(1);
        }
    }

    fn bytes(&self) -> usize {
        self.trees.iter().map(Tree::bytes).sum::<usize>() + self.root_solving.bytes()
    }
}
