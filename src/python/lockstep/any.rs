//! A search in lockstep of any game behind one table of calls.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use crate::games::{self, AnyPosition, Registered};
use crate::position::{Action, GameInfo, Knowledge};
use crate::search::lockstep::{self as search, BadAnswer, Question, Settings, Values};

/// A search that a class and its views share.
pub type SharedLockstep = Arc<Mutex<Box<dyn AnyLockstep>>>;

/// Trees of any game: one call through the table for all of them.
pub trait AnyLockstep: Send {
    /// See [`search::Lockstep::question`].
    fn question(&mut self) -> Question<'_>;
    /// See [`search::Lockstep::len`].
    fn len(&self) -> usize;
    /// See [`search::Lockstep::position`].
    fn position(&self, tree: usize) -> AnyPosition;
    /// See [`search::Lockstep::is_done`].
    fn is_done(&self) -> bool;
    /// See [`search::Lockstep::ask`].
    fn ask(&mut self, tick: &mut dyn FnMut() -> ControlFlow<()>) -> ControlFlow<(), bool>;
    /// See [`search::Lockstep::check`].
    fn check(&self, logits: &[f32], values: Values<'_>) -> Result<(), BadAnswer>;
    /// See [`search::Lockstep::take`].
    fn take(&mut self, logits: &[f32], values: Values<'_>);
    /// See [`search::Lockstep::advance`].
    fn advance(&mut self, actions: &[i32]);
    /// See [`search::Lockstep::results`].
    fn results(&self, out: search::Results<'_>);
    /// See [`search::Lockstep::done`].
    fn done(&self) -> Vec<usize>;
    /// See [`search::Lockstep::advance_one`].
    fn advance_one(&mut self, tree: usize, action: Action, short: bool) -> Vec<Action>;
    /// See [`search::Lockstep::replace`]; the position is of these rules.
    fn replace(&mut self, tree: usize, position: &AnyPosition, number: u64, short: bool);
    /// See [`search::Lockstep::result`].
    fn result(&self, tree: usize, policy: &mut [f32]) -> (i32, Vec<f32>, bool, f32);
}

impl<P: Registered + Knowledge> AnyLockstep for search::Lockstep<P> {
    fn question(&mut self) -> Question<'_> {
        search::Lockstep::question(self)
    }
    fn len(&self) -> usize {
        search::Lockstep::len(self)
    }
    fn position(&self, tree: usize) -> AnyPosition {
        search::Lockstep::position(self, tree).clone().into()
    }
    fn is_done(&self) -> bool {
        search::Lockstep::is_done(self)
    }
    fn ask(&mut self, tick: &mut dyn FnMut() -> ControlFlow<()>) -> ControlFlow<(), bool> {
        search::Lockstep::ask(self, tick)
    }
    fn check(&self, logits: &[f32], values: Values<'_>) -> Result<(), BadAnswer> {
        search::Lockstep::check(self, logits, values)
    }
    fn take(&mut self, logits: &[f32], values: Values<'_>) {
        search::Lockstep::take(self, logits, values);
    }
    fn advance(&mut self, actions: &[i32]) {
        search::Lockstep::advance(self, actions);
    }
    fn results(&self, out: search::Results<'_>) {
        search::Lockstep::results(self, out);
    }
    fn done(&self) -> Vec<usize> {
        search::Lockstep::done(self)
    }
    fn advance_one(&mut self, tree: usize, action: Action, short: bool) -> Vec<Action> {
        search::Lockstep::advance_one(self, tree, action, short)
    }
    fn replace(&mut self, tree: usize, position: &AnyPosition, number: u64, short: bool) {
        let position = P::inside(position).expect("a position of these rules").clone();
        search::Lockstep::replace(self, tree, position, number, short);
    }
    fn result(&self, tree: usize, policy: &mut [f32]) -> (i32, Vec<f32>, bool, f32) {
        search::Lockstep::result(self, tree, policy)
    }
}

fn inside<P: Registered>(positions: &[AnyPosition]) -> Vec<P> {
    let one = |any| P::inside(any).expect("a position of these rules").clone();
    positions.iter().map(one).collect()
}

/// Bytes, about, that one tree may take, with its row of the arrays.
pub fn bytes_at_most(info: &GameInfo, position: &AnyPosition, simulations: usize) -> usize {
    let observation: usize = info.observation_shape.iter().product();
    let tree = with_game!(AnyPosition, position, root => {
        search::Lockstep::tree_bytes(info, simulations, root)
    });
    tree.saturating_add(observation + info.num_actions + 2)
}

/// The trees of positions of these rules.
pub fn any(
    rules: &games::Rules,
    info: &GameInfo,
    settings: Settings,
    positions: &[AnyPosition],
    numbers: (u64, usize),
) -> Box<dyn AnyLockstep> {
    fn of<R>(
        _: &R,
        info: &GameInfo,
        settings: Settings,
        positions: &[AnyPosition],
        numbers: (u64, usize),
    ) -> Box<dyn AnyLockstep>
    where
        R: crate::position::Rules,
        R::Position: Registered + Knowledge + 'static,
    {
        let positions = inside::<R::Position>(positions);
        Box::new(search::Lockstep::new(info, settings, positions, numbers))
    }
    use crate::games::Rules;
    with_game!(Rules, rules, rules => of(rules, info, settings, positions, numbers))
}
