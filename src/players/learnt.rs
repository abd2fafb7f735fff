//! The evaluation that was learnt, as a tree search asks it.

use crate::position::{Knowledge, LineEvaluation};
use crate::search::{Evaluator, Stopped, exp_f64};

/// The value that is odds of e to 1 for a win.
const VALUE: f64 = 256.0;

/// An evaluation of lines for the positions of one game.
pub struct Learnt(Box<dyn LineEvaluation>);

impl Learnt {
    /// The evaluation for positions of these rules: with the weights of the library, or with those of a number;
    /// `None` where there is none.
    pub fn of<P: Knowledge>(position: &P, weights: Option<u32>) -> Option<Self> {
        position.threat_search()?.line_evaluation(weights).map(Self)
    }
}

impl Evaluator for Learnt {
    fn evaluate(
        &mut self,
        observation: &[u8],
        _legal: &[bool],
        logits: &mut [f32],
        values: &mut [f32],
    ) -> Result<(), Stopped> {
        let odds = exp_f64(f64::from(self.0.judge(observation, logits)) / VALUE);
        let value = ((odds - 1.0) / (odds + 1.0)) as f32;
        values.copy_from_slice(&[value, -value]);
        Ok(())
    }
}
