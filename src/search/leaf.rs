//! What a position that is new to the tree is worth: the end of a rollout, or what an evaluator
//! says.

use crate::playout::{Finisher, Sampler, finisher};
use crate::position::{Knowledge, RandomPlay, Rollout, Rollouts};
use crate::stream::Stream;

/// The search was stopped from outside: an interrupt, or an error of the evaluator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Uniformly random rollouts, as `docs/random-play.md` has them.
struct Uniform {
    sampler: Sampler,
    /// What plays the same games faster, if there is something.
    finisher: Option<Box<dyn Finisher>>,
}

impl<P: RandomPlay + 'static> Rollouts<P> for Uniform {
    fn play(&mut self, position: &mut P, seed: u64, returns: &mut [f32]) {
        let quick =
            self.finisher.as_mut().is_some_and(|quick| quick.finish(position, seed, returns));
        if !quick {
            self.sampler.finish(position, &mut Stream::new(seed), |_| ());
            position.returns(returns);
        }
    }
}

/// What plays games of a kind out in this way, of which the game knows.
pub(super) fn rollouts<P: RandomPlay + Knowledge>(policy: Rollout) -> Box<dyn Rollouts<P>> {
    P::rollouts(policy).unwrap_or_else(|| {
        Box::new(Uniform { sampler: Sampler::default(), finisher: finisher::<P>() })
    })
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

/// How new positions are evaluated.
pub enum Leaf<'a, P> {
    /// By a rollout.
    Rollouts(&'a mut dyn Rollouts<P>),
    /// By an evaluator.
    Evaluator(&'a mut dyn Evaluator),
}
