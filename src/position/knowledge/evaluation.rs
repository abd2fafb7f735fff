//! How positions are evaluated without a tree: by rollouts, or statically.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::position::{Action, Position};

/// How a position is played out or evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rollout {
    /// Every legal action equally likely (docs/random-play.md); every game has it.
    Uniform,
    /// A stone that wins, else one that stops a win, else a random one.
    WinElseBlock,
    /// A static evaluation without play: how far the pieces have come.
    Progress,
    /// Every legal action equally likely, in a stream of its own that is quick to draw; the branch is chosen by
    /// RAVE, for which they tell whose each square is in the end.
    Rave,
}

impl Rollout {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Uniform, Self::WinElseBlock, Self::Progress, Self::Rave];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::WinElseBlock => "win_else_block",
            Self::Progress => "progress",
            Self::Rave => "rave",
        }
    }
}

/// Plays positions out by one policy, or evaluates them.
pub trait Rollouts<P>: Send {
    /// Plays on from `position`, which it may change, and writes the expected returns of the seats,
    /// on the scale of the returns. Equal arguments give equal results.
    fn play(&mut self, position: &mut P, seed: u64, returns: &mut [f32]);

    /// For [`Rollout::Rave`]: the square of an action, and of the last rollout the squares that were in the end those of the
    /// seat that decides in a position: it counts as having played there. Once a seat has any, its later decisions
    /// have the same.
    fn square(&self, position: &P, action: Action) -> u8 {
        let _ = position;
        action.0.min(127) as u8
    }

    /// See [`Rollouts::square`].
    fn squares_of_decider(&self, position: &P) -> u128 {
        let _ = position;
        0
    }
}

/// The weights of the evaluation of a race (Pentagame).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RaceWeights {
    /// The expected points of the opponent who is ahead. This and the next two are shares of the
    /// weight of all points of the others, which is that of one's own.
    pub block: f64,
    /// The mean of the expected points of the opponents.
    pub others: f64,
    /// The expected points of the next seat: by default they are subtracted in the end (N17).
    pub next: f64,
    /// A stop on the way to a goal, on an empty board, in moves as all that follows.
    pub stops: f64,
    /// An empty stop that some piece reaches in one move.
    pub area: f64,
    /// A piece that is not home yet, beside its moves: it may still be stopped.
    pub home: f64,
    /// A piece that can leave from a goal with a black block on it.
    pub abracadabra: f64,
}

/// A search of the game's own, which the player `alpha_beta` plays by.
pub trait OwnSearch {
    /// The action of the seat to decide, after a search of about `nodes` positions; the best so far if
    /// `tick` breaks off.
    fn best_action(&self, nodes: u64, tick: &mut dyn FnMut() -> ControlFlow<()>) -> Action;
}

/// Rollout policies and static evaluations that a game has.
pub trait Evaluate: Position + 'static {
    /// The policies for which a search can ask, that of a search without a wish first.
    const ROLLOUTS: &'static [Rollout] = &[Rollout::Uniform];

    /// The player of rollouts of one policy; `None` for `Uniform`, which needs nothing of the game.
    fn rollouts(policy: Rollout) -> Option<Box<dyn Rollouts<Self>>> {
        let _ = policy;
        None
    }

    /// The static evaluation of a race of pieces to their goals; `None` in games that are none.
    fn race_evaluation(weights: RaceWeights) -> Option<Box<dyn Rollouts<Self>>> {
        let _ = weights;
        None
    }
}
