//! Many trees in lockstep, for an evaluator that answers for all of them at once: Gumbel
//! `AlphaZero`.
//!
//! Every tree makes simulations until a leaf waits for the evaluator; the observations of all these
//! leaves are one question ([`Lockstep::ask`]), and its answer lets every tree go on
//! ([`Lockstep::tell`]). What a tree does depends on its position, its number and the settings
//! alone, never on the other trees.
//!
//! Source: I. Danihelka, A. Guez, J. Schrittwieser, D. Silver, "Policy improvement by planning with
//! Gumbel", ICLR 2022. At the root Sequential Halving chooses among the actions with the greatest
//! gumbel + logit; below it the action is taken whose share of the visits is most behind the
//! improved policy softmax(logits + values), where an action not visited has the mixed value.

mod logits;
mod node;
mod numbers;
mod proof;
mod reuse;
mod rows;
mod schedule;
mod select;
mod tree;

use std::ops::ControlFlow;

use self::rows::{TreeRow, over, rows};
use self::schedule::Schedules;
use self::tree::{Context, Scratch, Tree};
use crate::pool;
use crate::position::{Action, Arrays, GameInfo, Knowledge, Position};

/// Trees that go on between two calls of `tick`, for each thread.
const PIECE: usize = 256;

/// What `Lockstep::players` says of a row that asks nothing.
pub const NOBODY: i8 = -2;

/// How a search goes about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Simulations for each decision, at least 1.
    pub simulations: usize,
    /// Simulations of the decisions that are searched less, at least 1.
    pub short: usize,
    /// Most actions that Sequential Halving begins with, at least 1.
    pub considered: usize,
    /// Factor of the noise; 0 for none.
    pub gumbel_scale: f32,
    /// Seed of the noise, and of rolls after [`Lockstep::advance`].
    pub seed: u64,
    /// Take ends and wins in one as exact, and what follows from them.
    pub proofs: bool,
    /// Nodes of a tree: where a new search could pass them, it begins without what an earlier one left.
    pub max_nodes: usize,
}

/// Why an answer was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadAnswer {
    /// Nothing was asked.
    NotAsked,
    /// A logit of a legal action, by row and action, is no finite number.
    Logit(usize, usize),
    /// A value of a row is no finite number.
    Value(usize),
}

/// Values that an evaluator gave, row by row.
#[derive(Clone, Copy, Debug)]
pub enum Values<'a> {
    /// One a row, for the seat that decides; with two seats the other has what is left of the sum.
    One(&'a [f32]),
    /// One a seat, from the one that decides onward.
    Each(&'a [f32]),
}

/// What the searches found, row by row; see [`Lockstep::results`].
#[derive(Debug)]
pub struct Results<'a> {
    /// The improved policy, by action.
    pub policy: &'a mut [f32],
    /// Visits of the actions of the root.
    pub visits: &'a mut [i32],
    /// The value of the root, by seat.
    pub value: &'a mut [f32],
    /// The action to play; -1 after the end.
    pub action: &'a mut [i32],
    /// The value is exact.
    pub proven: &'a mut [bool],
}

/// The arrays that show what is asked.
#[derive(Debug)]
pub struct Question<'a> {
    /// The observations of the leaves.
    pub observations: &'a mut [u8],
    /// Their legal actions.
    pub masks: &'a mut [bool],
    /// Which rows count.
    pub live: &'a mut [bool],
    /// The seat to decide; [`NOBODY`] in rows that do not count.
    pub players: &'a mut [i8],
}

/// Trees of one rules object. Its arrays are never reallocated: views of them stay good.
pub struct Lockstep<P> {
    context: Context,
    threads: usize,
    board: usize,
    observation: usize,
    trees: Vec<Tree<P>>,
    observations: Vec<u8>,
    masks: Vec<bool>,
    live: Vec<bool>,
    players: Vec<i8>,
}

impl<P: Position + Arrays + Knowledge> Lockstep<P> {
    /// A tree for each position of rules of which `info` holds. No position may wait for a die. The trees are numbered from `first` on. There are `rows` rows
    /// of each array, which may be more than trees: the others never count.
    pub fn new(
        info: &GameInfo,
        settings: Settings,
        positions: Vec<P>,
        (first, rows): (u64, usize),
    ) -> Self {
        let mut side_of = [0; tree::SEATS];
        side_of[..info.teams.len()].copy_from_slice(&info.teams);
        let two = info.teams.iter().all(|&side| side < 2) && info.teams.contains(&1);
        let context = Context {
            gumbel_scale: settings.gumbel_scale,
            seed: settings.seed,
            proofs: settings.proofs,
            max_nodes: settings.max_nodes,
            schedules: [settings.simulations, settings.short]
                .map(|count| Schedules::new(settings.considered.min(info.num_actions), count)),
            num_actions: info.num_actions,
            players: info.num_players,
            min_return: info.min_return,
            max_return: info.max_return,
            total: info.total_return,
            opposed: two && info.zero_sum,
            sides: side_of,
        };
        let count = rows.max(positions.len());
        let observation = info.observation_shape.iter().product();
        let mut lockstep = Self {
            threads: pool::thread_count(None),
            board: info.board.shape().iter().product(),
            observation,
            trees: Vec::with_capacity(positions.len()),
            observations: vec![0; count * observation],
            masks: vec![false; count * info.num_actions],
            live: vec![false; count],
            players: vec![NOBODY; count],
            context,
        };
        let context = &lockstep.context;
        let tree = |(position, game)| Tree::new(position, game, false, context);
        lockstep.trees.extend(positions.into_iter().zip(first..).map(tree));
        lockstep
    }

    /// Bytes, about, that a tree may take when every simulation adds a node with as many legal actions
    /// as its root has.
    pub fn tree_bytes(info: &GameInfo, simulations: usize, root: &P) -> usize {
        let mut actions = Vec::new();
        root.legal_actions(&mut actions);
        // Pairs of a logit and an action where few actions are legal.
        let places = info.num_actions.min(actions.len() + actions.len().div_ceil(2));
        let node = node::NodePool::<P>::node_bytes(info.num_players, places);
        node.saturating_mul(simulations.saturating_add(1))
    }

    /// How many trees.
    pub fn len(&self) -> usize {
        self.trees.len()
    }

    /// Are there no trees?
    pub fn is_empty(&self) -> bool {
        self.trees.is_empty()
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.live.len()
    }

    /// The position at the root of a tree.
    pub fn position(&self, tree: usize) -> &P {
        self.trees[tree].position()
    }

    /// The arrays.
    pub fn question(&mut self) -> Question<'_> {
        Question {
            observations: &mut self.observations,
            masks: &mut self.masks,
            live: &mut self.live,
            players: &mut self.players,
        }
    }

    /// Have all trees made their simulations?
    pub fn is_done(&self) -> bool {
        self.trees.iter().all(|tree| tree.is_done(&self.context))
    }

    /// Goes on in every tree until it waits for the evaluator or is done, and says whether any
    /// waits. Asked again before an answer, it changes nothing. `tick` may break off in between;
    /// the next call goes on where this one stopped.
    pub fn ask(&mut self, mut tick: impl FnMut() -> ControlFlow<()>) -> ControlFlow<(), bool> {
        loop {
            let mut more = false;
            let (threads, context, board) = (self.threads, &self.context, self.board);
            let mut rows = rows(
                &mut self.trees,
                (&mut self.observations, self.observation),
                (&mut self.masks, context.num_actions),
                (&mut self.live, &mut self.players),
            );
            for piece in rows.chunks_mut(PIECE * threads) {
                let scratch = || Scratch { board: vec![0; board], ..Scratch::default() };
                let ahead = |row: &TreeRow<'_, P>| row.tree.pool.expect_root();
                let run =
                    |row: &mut TreeRow<'_, P>, scratch: &mut Scratch| row.run(context, scratch);
                more |= over(piece, threads, scratch, ahead, run);
                tick()?;
            }
            if !more {
                return ControlFlow::Continue(self.live.contains(&true));
            }
        }
    }

    /// Takes the evaluator's answer, logits of all actions and values, row by row; or changes
    /// nothing and says what is wrong with it. Rows that are not live may hold anything, and so
    /// may logits of actions that are not legal.
    pub fn tell(&mut self, logits: &[f32], values: Values<'_>) -> Result<(), BadAnswer> {
        self.check(logits, values)?;
        self.take(logits, values);
        Ok(())
    }

    /// What is wrong with an answer, if something is.
    pub fn check(&self, logits: &[f32], values: Values<'_>) -> Result<(), BadAnswer> {
        let (actions, players) = (self.context.num_actions, self.context.players);
        if !self.live.contains(&true) {
            return Err(BadAnswer::NotAsked);
        }
        for row in (0..self.len()).filter(|&row| self.live[row]) {
            let places = row * actions..(row + 1) * actions;
            let (logits, mask) = (&logits[places.clone()], &self.masks[places]);
            if numbers::has_bad(logits, mask) {
                let bad = |(logit, legal): (&f32, &bool)| *legal & !logit.is_finite();
                let action = logits.iter().zip(mask).position(bad).unwrap_or(0);
                return Err(BadAnswer::Logit(row, action));
            }
            let finite = match values {
                Values::One(values) => values[row].is_finite(),
                Values::Each(values) => {
                    values[row * players..][..players].iter().all(|value| value.is_finite())
                }
            };
            if !finite {
                return Err(BadAnswer::Value(row));
            }
        }
        Ok(())
    }

    /// Takes an answer that was checked.
    pub fn take(&mut self, logits: &[f32], values: Values<'_>) {
        let (actions, players) = (self.context.num_actions, self.context.players);
        let (threads, context) = (self.threads, &self.context);
        let rows = rows(
            &mut self.trees,
            (&mut self.observations, self.observation),
            (&mut self.masks, actions),
            (&mut self.live, &mut self.players),
        );
        let mut numbered: Vec<_> = rows.into_iter().enumerate().collect();
        over(
            &mut numbered,
            threads,
            || (),
            |(_, row)| row.tree.expect_answer(),
            |(index, row), ()| {
                let index = *index;
                if *row.live {
                    let value = context.by_seat(*row.player as usize, index, values);
                    let logits = &logits[index * actions..][..actions];
                    row.tree.tell(context, logits, row.mask, &value[..players]);
                    row.rest();
                }
                false
            },
        );
    }

    /// Plays an action in each tree whose game is not over, and begins the next search there; what
    /// was learnt below it is kept. The actions must be legal.
    pub fn advance(&mut self, actions: &[i32]) {
        let (threads, context) = (self.threads, &self.context);
        let rows = rows(
            &mut self.trees,
            (&mut self.observations, self.observation),
            (&mut self.masks, context.num_actions),
            (&mut self.live, &mut self.players),
        );
        let mut numbered: Vec<_> = rows.into_iter().zip(actions).collect();
        over(
            &mut numbered,
            threads,
            Scratch::default,
            |_| (),
            |(row, action), scratch| {
                row.rest();
                if !row.tree.is_over() {
                    row.tree.advance(Action(**action as u16), false, context, scratch);
                }
                false
            },
        );
    }

    /// The trees that have made their simulations, or whose root is proven or over.
    pub fn done(&self) -> Vec<usize> {
        let done = |&tree: &usize| !self.live[tree] && self.trees[tree].is_done(&self.context);
        (0..self.len()).filter(done).collect()
    }

    /// Plays a legal action in one tree, where the next search is a short one or not; gives the
    /// rolls that it led to.
    pub fn advance_one(&mut self, tree: usize, action: Action, short: bool) -> Vec<Action> {
        (self.live[tree], self.players[tree]) = (false, NOBODY);
        self.trees[tree].advance(action, short, &self.context, &mut Scratch::default())
    }

    /// Puts a new tree in the place of one.
    pub fn replace(&mut self, tree: usize, position: P, number: u64, short: bool) {
        (self.live[tree], self.players[tree]) = (false, NOBODY);
        self.trees[tree] = Tree::new(position, number, short, &self.context);
    }

    /// What one tree found: action, value by seat, whether it is exact, and how much the policy
    /// differs from the evaluator's (Kullback-Leibler, in nats; 0 where the root was not evaluated).
    pub fn result(&self, tree: usize, policy: &mut [f32]) -> (i32, Vec<f32>, bool, f32) {
        let mut visits = vec![0; self.context.num_actions];
        let tree = &self.trees[tree];
        let action = tree.answer(&self.context, &mut Scratch::default(), policy, &mut visits);
        let surprise = tree.surprise(policy);
        let value = tree.root_value(&self.context)[..self.context.players].to_vec();
        (action, value, tree.pool.node(0).proven, surprise)
    }

    /// Writes what the searches found.
    pub fn results(&self, out: Results<'_>) {
        let (actions, players) = (self.context.num_actions, self.context.players);
        let mut scratch = Scratch::default();
        for (index, tree) in self.trees.iter().enumerate() {
            let places = index * actions..(index + 1) * actions;
            let (policy, visits) = (&mut out.policy[places.clone()], &mut out.visits[places]);
            out.action[index] = tree.answer(&self.context, &mut scratch, policy, visits);
            let value = tree.root_value(&self.context);
            out.value[index * players..][..players].copy_from_slice(&value[..players]);
            out.proven[index] = tree.pool.node(0).proven;
        }
    }
}
