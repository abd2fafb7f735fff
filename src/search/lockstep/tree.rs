//! One tree: its simulations, from the root to a leaf and back.

use super::super::sums::add_up;
use super::node::{NONE, NodeKind, NodePool};
use super::numbers::gumbels;
use super::schedule::Schedules;
use super::select::{Choice, Seen};
use crate::position::{Action, Arrays, Decider, Knowledge, Position};
use crate::stream::{game_seed, mix64};

/// Most seats of a game.
pub(super) const SEATS: usize = 5;

/// Simulations without an evaluator that a tree makes before others have their turn.
const SLICE: usize = 64;

/// What the trees of one search have in common.
pub(super) struct Context {
    pub(super) gumbel_scale: f32,
    pub(super) seed: u64,
    pub(super) proofs: bool,
    pub(super) max_nodes: usize,
    /// The schedules of full searches and of short ones.
    pub(super) schedules: [Schedules; 2],
    pub(super) num_actions: usize,
    pub(super) players: usize,
    /// The least return that there is, and the greatest.
    pub(super) min_return: f32,
    pub(super) max_return: f32,
    /// What the returns of all seats add up to; `None` where that differs.
    pub(super) total: Option<f32>,
    /// Two sides, and what one wins the other loses: a value of one seat says all.
    pub(super) opposed: bool,
    /// The side of each seat: partners are on one.
    pub(super) sides: [u8; SEATS],
}

/// Memory that every tree of a thread uses in turn.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) seen: Vec<Seen>,
    pub(super) actions: Vec<Action>,
    pub(super) board: Vec<i8>,
}

/// How far a tree came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Progress {
    /// All simulations are made, or the root is proven or over.
    Done,
    /// A leaf waits for the evaluator.
    Waiting,
    /// Many simulations were made and there are more.
    Running,
}

/// One tree. Its root is node 0 of the pool.
pub(super) struct Tree<P> {
    pub(super) pool: NodePool<P>,
    /// The leaf that waits for the evaluator.
    pub(super) pending: Option<u32>,
    /// The noise at the root by place of the logits; empty without noise.
    pub(super) gumbels: Vec<f32>,
    /// The root wins at once by this action.
    pub(super) winning: Option<Action>,
    /// The game's number in its source.
    pub(super) game: u64,
    /// Decisions made by `advance` since `turn` began.
    pub(super) step: u64,
    pub(super) turn: u32,
    /// This search is a short one.
    pub(super) short: bool,
}

impl<P: Position + Arrays + Knowledge> Tree<P> {
    pub(super) fn new(position: P, game: u64, short: bool, context: &Context) -> Self {
        let capacity = context.schedules[usize::from(short)].simulations + 1;
        let nodes = if position.decider() == Decider::Over { 1 } else { capacity };
        let turn = position.turns();
        let mut pool = NodePool::new(context.players, nodes);
        add(&mut pool, position, NONE, 0);
        let (pending, winning, gumbels, step) = (None, None, Vec::new(), 0);
        let mut tree = Self { pool, pending, gumbels, winning, game, step, turn, short };
        tree.begin(context, &mut Scratch::default());
        tree
    }

    pub(super) fn position(&self) -> &P {
        &self.pool.positions[0]
    }

    pub(super) fn is_over(&self) -> bool {
        self.pool.node(0).kind == NodeKind::Over
    }

    /// The value of the root by seat, with the sum that returns have.
    pub(super) fn root_value(&self, context: &Context) -> [f32; SEATS] {
        let (mean, root) = (self.pool.mean(0), self.pool.node(0));
        let players = mean.len();
        let mut value = [0.0; SEATS];
        value[..players].copy_from_slice(mean);
        let Some(total) = context.total.filter(|_| players > 1 && !root.proven) else {
            return value;
        };
        let mut wide = value.map(f64::from);
        let mut bounds = [(f64::from(context.min_return), f64::from(context.max_return)); SEATS];
        if root.floor != NONE {
            let seat = usize::from(root.player);
            bounds[seat].0 = self.pool.value(root.floor)[seat].into();
        }
        add_up(&mut wide[..players], &bounds[..players], total.into());
        wide.map(|value| value as f32)
    }

    /// The seed of all that is sampled at this decision.
    pub(super) fn decision_seed(&self, context: &Context) -> u64 {
        let turn = game_seed(game_seed(context.seed, self.game), u64::from(self.turn));
        game_seed(turn, self.step)
    }

    /// Makes ready for the simulations from a new root.
    pub(super) fn begin(&mut self, context: &Context, scratch: &mut Scratch) {
        (self.pending, self.winning) = (None, None);
        self.gumbels.clear();
        if self.is_over() {
            return;
        }
        if context.proofs && self.wins_at_once(0, context, scratch) {
            self.winning = scratch.actions.first().copied();
        } else if !self.pool.node(0).proven && self.pool.node(0).kind == NodeKind::Open {
            self.pool.reopen(0);
            self.open_root(context);
        }
    }

    /// The root has its logits.
    fn open_root(&mut self, context: &Context) {
        self.pool.prepare(0);
        self.arrive(0);
        if context.gumbel_scale > 0.0 {
            let seed = self.decision_seed(context);
            let places = 0..self.pool.logits(0).len();
            let bits: Vec<u64> = places
                .map(|place| game_seed(seed, u64::from(self.pool.action_at(0, place))))
                .collect();
            self.gumbels = gumbels(&bits, context.gumbel_scale);
        }
    }

    /// The schedules of this search.
    pub(super) fn schedules<'a>(&self, context: &'a Context) -> &'a Schedules {
        &context.schedules[usize::from(self.short)]
    }

    pub(super) fn is_done(&self, context: &Context) -> bool {
        let root = self.pool.node(0);
        root.proven || root.visits as usize > self.schedules(context).simulations
    }

    /// Makes simulations until one waits for the evaluator.
    pub(super) fn run(&mut self, context: &Context, scratch: &mut Scratch) -> Progress {
        for _ in 0..SLICE {
            if self.pending.is_some() {
                return Progress::Waiting;
            }
            if self.is_done(context) {
                return Progress::Done;
            }
            if self.pool.node(0).kind == NodeKind::Waiting {
                self.pending = Some(0);
            } else {
                self.simulate(context, scratch);
            }
        }
        Progress::Running
    }

    fn simulate(&mut self, context: &Context, scratch: &mut Scratch) {
        let mut node = 0;
        loop {
            let choice = match self.pool.node(node).kind {
                NodeKind::Chance => self.outcome(node, context, scratch),
                _ if node == 0 => self.select_root(context, scratch),
                _ => self.pool.select(node, context, &mut scratch.seen),
            };
            node = match choice {
                Choice::Child(child) if self.pool.node(child).proven => {
                    return self.arrive(child);
                }
                Choice::Child(child) => child,
                Choice::Action(action) => {
                    let child = self.child(node, action);
                    self.pool.visit(child);
                    let below = self.pool.node(child);
                    match below.kind {
                        _ if below.proven => return self.arrive_proven(child, context),
                        NodeKind::Chance => child,
                        NodeKind::Open => {
                            self.pool.reopen(child);
                            return self.arrive(child);
                        }
                        NodeKind::Waiting | NodeKind::Over => {
                            if context.proofs && self.wins_at_once(child, context, scratch) {
                                return self.arrive_proven(child, context);
                            }
                            self.pending = Some(child);
                            return;
                        }
                    }
                }
            };
        }
    }

    /// The outcome of a die or card to look at: each in turn, in an order that belongs to the
    /// position, so that after every round the mean is exact.
    fn outcome(&self, node: u32, context: &Context, scratch: &mut Scratch) -> Choice {
        let position = &self.pool.positions[node as usize];
        let Scratch { actions, .. } = scratch;
        position.legal_actions(actions);
        let order = mix64(position.key() ^ mix64(context.seed));
        actions.sort_unstable_by_key(|action| (game_seed(order, u64::from(action.0)), action.0));
        let action = actions[self.pool.node(node).visits as usize % actions.len()].0;
        let child = self.pool.children(node).find(|&one| self.pool.node(one).action == action);
        child.map_or(Choice::Action(action), Choice::Child)
    }

    /// The child by an action, from an earlier search or new.
    fn child(&mut self, node: u32, action: u16) -> u32 {
        if let Some(child) = self.pool.take_reused(node, action) {
            return child;
        }
        let mut position = self.pool.positions[node as usize].clone();
        position.play_unchecked(Action(action));
        add(&mut self.pool, position, node, action)
    }

    /// Takes the evaluator's answer for the leaf that waits: `value` by seat.
    pub(super) fn tell(&mut self, context: &Context, logits: &[f32], mask: &[bool], value: &[f32]) {
        let Some(leaf) = self.pending.take() else { return };
        self.pool.open(leaf, logits, mask);
        self.pool.value_mut(leaf).copy_from_slice(value);
        if leaf == 0 {
            self.open_root(context);
        } else {
            self.arrive(leaf);
        }
    }

    /// An answer comes soon: the leaf that waits for it is wanted.
    pub(super) fn expect_answer(&self) {
        if let Some(leaf) = self.pending {
            self.pool.expect(leaf);
        }
    }

    /// Backs up the value of a node: one more visit for it and for all nodes above.
    fn arrive(&mut self, leaf: u32) {
        let mut value = [0.0; SEATS];
        let value = &mut value[..self.pool.value(leaf).len()];
        value.copy_from_slice(self.pool.value(leaf));
        let one = self.pool.node_mut(leaf);
        one.visits += 1;
        let mut node = one.parent;
        if one.visits == 1 {
            self.pool.mean_mut(leaf).copy_from_slice(value);
        }
        while node != NONE {
            let one = self.pool.node_mut(node);
            let count = one.visits as f32;
            one.visits += 1;
            let (above, floor, seat) = (one.parent, one.floor, usize::from(one.player));
            // The seat can have what is proven: nothing less is its value.
            if floor != NONE && value[seat] < self.pool.value(floor)[seat] {
                value.copy_from_slice(self.pool.value(floor));
            }
            for (mean, value) in self.pool.mean_mut(node).iter_mut().zip(&*value) {
                *mean = (*mean * count + value) / (count + 1.0);
            }
            node = above;
        }
    }

    /// The same for a node that was proven just now, which may prove nodes above.
    fn arrive_proven(&mut self, leaf: u32, context: &Context) {
        self.arrive(leaf);
        if context.proofs {
            self.prove_above(leaf, context);
        }
    }
}

/// Adds the node of a position below another.
pub(super) fn add<P: Position>(
    pool: &mut NodePool<P>,
    position: P,
    parent: u32,
    action: u16,
) -> u32 {
    let (kind, player) = match position.decider() {
        Decider::Player(player) => (NodeKind::Waiting, player.0),
        Decider::Chance => (NodeKind::Chance, 0),
        Decider::Over => (NodeKind::Over, 0),
    };
    let node = pool.push(position, parent, action, kind);
    pool.node_mut(node).player = player;
    if kind == NodeKind::Over {
        let players = pool.value(node).len();
        let returns = returns(&pool.positions[node as usize], players);
        pool.set_exact(node, &returns[..players]);
    }
    node
}

/// The returns of a game that is over.
pub(super) fn returns<P: Position>(position: &P, players: usize) -> [f32; SEATS] {
    let mut returns = [0.0; SEATS];
    position.returns(&mut returns[..players]);
    returns
}
