//! What a position that is new to the tree is worth: the end of a rollout, or what an evaluator
//! says.

use crate::playout::Drawer;
use crate::position::RandomPlay;
use crate::stream::Stream;

/// The search was stopped from outside: an interrupt, or an error of the evaluator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Plays a position to its end.
pub trait Rollouts<P>: Send {
    /// Plays on from `position`, which it may change, and writes the returns by seat. Equal
    /// arguments give equal returns.
    fn play(&mut self, position: &mut P, seed: u64, returns: &mut [f32]);
}

/// Uniformly random rollouts, as `docs/random-play.md` has them.
#[derive(Clone, Debug, Default)]
pub struct Uniform {
    drawer: Drawer,
}

impl<P: RandomPlay> Rollouts<P> for Uniform {
    fn play(&mut self, position: &mut P, seed: u64, returns: &mut [f32]) {
        self.drawer.finish(position, &mut Stream::new(seed), |_| ());
        position.returns(returns);
    }
}

/// A value and a policy for positions, from outside: a network.
pub trait Evaluator {
    /// Judges one position, seen by the seat to decide: `observation` and `legal` as the contract
    /// of positions has them. Writes a logit for each action and a return for each seat, that of
    /// the seat to decide first.
    fn evaluate(
        &mut self,
        observation: &[u8],
        legal: &[bool],
        logits: &mut [f32],
        values: &mut [f32],
    ) -> Result<(), Stopped>;
}

/// How new positions are judged.
pub enum Leaf<'a, P> {
    /// By a rollout.
    Rollouts(&'a mut dyn Rollouts<P>),
    /// By an evaluator.
    Evaluator(&'a mut dyn Evaluator),
}
