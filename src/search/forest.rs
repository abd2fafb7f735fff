//! Several trees of one root, run on threads and added up: the result depends on simulations and
//! seed, never on the number of threads.
//!
//! Trees grow by themselves in rounds, and only between two rounds is it asked whether one of them
//! is proven and the others may stop. So a round ends after as many simulations as were counted out
//! before, whoever is ready first. Waiting for the last costs time: each round is twice as long as
//! the one before, and a search has but a few. After the first round a proof is therefore heard of
//! after little more than twice the simulations that it took. Clock, memory and Ctrl-C are looked
//! at within a round too.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::known::Known;
use super::leaf::{Evaluator, Leaf, Stopped, rollouts};
use super::prover::Prover;
use super::settings::{Frame, Settings};
use super::tree::Tree;
use super::{arena::Turn, stakes::Stakes, tree::ROOT};
use crate::pool::{self, Look};
use crate::position::{Action, Arrays, RaceWeights, RandomPlay, Rollout, Rollouts, Tactics};
use crate::stream::game_seed;

/// How long a search goes on: until the first of these.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Simulations of this call.
    pub simulations: Option<u64>,
    /// Time of this call.
    pub time: Option<Duration>,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All simulations were done.
    Simulations,
    /// The time was over.
    Seconds,
    /// The returns of the root are proven.
    Proven,
    /// The trees would have taken more memory than allowed.
    Memory,
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
    fn known(&self) -> Option<Known>;

    /// Goes on below a legal action of the root.
    fn advance(&mut self, action: Action);

    /// Bytes that the trees take.
    fn bytes(&self) -> usize;
}

/// Trees of one root, each with a seed of its own.
pub struct Forest<P> {
    trees: Vec<Tree<P>>,
    /// How each tree plays positions out, made when there is no evaluator.
    rollouts: Vec<Box<dyn Rollouts<P>>>,
    /// What a racer weighs, which judges positions then.
    race: Option<RaceWeights>,
    way: Rollout,
    frame: Frame,
    settings: Settings,
    seed: u64,
    /// What looks for the exact result of the root.
    prover: Prover,
}

/// One further tree for each of this many simulations: a single tree goes deeper.
const SIMULATIONS_OF_A_TREE: u64 = 32_768;
/// The most trees.
const MOST_TREES: u64 = 16;
/// Simulations of one tree between two looks at the clock; a round of a tree that is alone.
const ROUND: u64 = 32;
/// Simulations of each of several trees in the first round of a call; twice as many in the next.
const FIRST_ROUND: u64 = 2_048;

/// What a tree needs for a round: itself, how it plays positions out, and how many simulations.
type Part<'a, P> = ((&'a mut Tree<P>, &'a mut Box<dyn Rollouts<P>>), u64);

impl<P: Arrays + RandomPlay + Tactics> Forest<P> {
    /// A search of one position, which plays games out in one of the ways that the game knows.
    pub fn new(
        position: P,
        way: Rollout,
        seed: u64,
        stakes: Stakes,
        (num_actions, observation): (usize, usize),
        settings: Settings,
    ) -> Self {
        let frame = Frame { stakes, num_actions, observation, selective: settings.selective };
        let trees = vec![Tree::new(position, game_seed(seed, 0), &frame)];
        let prover = Prover::new(settings.prover);
        let (rollouts, race) = (Vec::new(), None);
        Self { trees, rollouts, race, way, frame, settings, seed, prover }
    }

    /// Judges positions of a race as a racer does.
    pub fn racing(self, weights: RaceWeights) -> Self {
        Self { race: Some(weights), ..self }
    }

    /// Plants trees until there are as many as wanted.
    fn grow_to(&mut self, trees: usize) {
        while self.trees.len() < trees {
            let position = self.trees[0].arena.position(ROOT).clone();
            let seed = game_seed(self.seed, self.trees.len() as u64);
            self.trees.push(Tree::new(position, seed, &self.frame));
        }
        let (way, race) = (self.way, self.race);
        let judged = || race.and_then(P::race_rollouts).unwrap_or_else(|| rollouts(way));
        self.rollouts.resize_with(self.trees.len(), judged);
        for (tree, rollouts) in self.trees.iter_mut().zip(&mut self.rollouts) {
            tree.choose_by(self.way, &self.frame, &mut **rollouts);
        }
    }

    /// Simulations of all trees so far: each is a visit of a root.
    fn simulations(&self) -> u64 {
        self.trees.iter().map(|tree| u64::from(tree.arena.nodes[ROOT as usize].visits)).sum()
    }

    fn is_proven(&self) -> bool {
        self.trees.iter().any(|tree| tree.arena.is_exact(ROOT))
    }

    /// One round: every tree its share, `counts[k]` simulations in tree k. `tick` is called often.
    ///
    /// A tree breaks off when it is proven, the time over or its share of the memory taken.
    fn round(
        &mut self,
        counts: Vec<u64>,
        threads: usize,
        is_late: &(dyn Fn() -> bool + Sync),
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(), Stopped> {
        let (frame, settings) = (&self.frame, &self.settings);
        let memory = settings.memory.div_ceil(counts.len());
        let threads = if counts.len() > 1 { threads } else { 1 };
        let work = |((tree, rollouts), count): Part<'_, P>, look: Look<'_>| {
            for done in 0..count {
                let is_time = done > 0 && done.is_multiple_of(ROUND);
                if is_time && look().is_break() {
                    return None;
                }
                if tree.arena.is_exact(ROOT)
                    || (is_time && (tree.arena.bytes() >= memory || is_late()))
                {
                    break;
                }
                // Rollouts never stop a search.
                let _ = tree.simulate(settings, frame, &mut Leaf::Rollouts(&mut **rollouts));
            }
            Some(())
        };
        let parts = self.trees.iter_mut().zip(&mut self.rollouts).zip(counts);
        pool::work(threads, parts, work, |_| tick()).map(drop).ok_or(Stopped)
    }
}

impl<P: Arrays + RandomPlay + Tactics> Search for Forest<P> {
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
            self.grow_to(trees.clamp(1, MOST_TREES) as usize);
        }
        let trees = self.trees.len() as u64;
        let mut each = if trees > 1 { FIRST_ROUND } else { ROUND };
        let is_late = || limits.time.is_some_and(|time| began.elapsed() >= time);
        loop {
            if self.is_proven() {
                return Ok(Ended::Proven);
            }
            let simulations = self.simulations();
            let left = wanted.saturating_sub(simulations - before);
            if left == 0 {
                return Ok(Ended::Simulations);
            }
            if is_late() {
                return Ok(Ended::Seconds);
            }
            if self.bytes() >= self.settings.memory {
                return Ok(Ended::Memory);
            }
            if tick().is_break() {
                return Err(Stopped);
            }
            let root = &mut self.trees[0];
            self.prover.look(root, simulations / trees, &self.frame, &is_late, tick)?;
            if self.is_proven() {
                return Ok(Ended::Proven);
            }
            if let Some(leaf) = &mut leaf {
                self.trees[0].simulate(&self.settings, &self.frame, leaf)?;
            } else {
                let round = each.saturating_mul(trees).min(left);
                // Simulation k of the search belongs to tree k mod trees.
                let counts = (0..trees).map(|tree| (round + trees - 1 - tree) / trees).collect();
                self.round(counts, threads, &is_late, tick)?;
                // The prover looks between rounds, and at few simulations of one tree already.
                if trees > 1 {
                    each = each.saturating_mul(2);
                }
            }
        }
    }

    fn known(&self) -> Option<Known> {
        Known::of(&self.trees, &self.frame, &self.settings)
    }

    fn advance(&mut self, action: Action) {
        for tree in &mut self.trees {
            tree.advance(action, &self.frame);
        }
        self.prover = Prover::new(self.settings.prover);
        debug_assert!(self.trees.iter().all(|tree| {
            tree.arena.nodes[ROOT as usize].turn == self.trees[0].arena.nodes[ROOT as usize].turn
        }));
        if self.trees[0].arena.nodes[ROOT as usize].turn == Turn::Over {
            self.trees.truncate(1);
        }
    }

    fn bytes(&self) -> usize {
        self.trees.iter().map(|tree| tree.arena.bytes()).sum::<usize>() + self.prover.bytes()
    }
}
