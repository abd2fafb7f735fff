//! The players and how each chooses.

use std::ops::ControlFlow;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::playout::Drawer;
use crate::position::{Action, GameInfo, GamePosition, Tactics};
use crate::search::{Forest, Limits, Search, Settings, Stakes, Uniform};
use crate::stream::Stream;

/// A player with its options, as `{"kind": "mcts", "simulations": 400}`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Kind {
    /// Each legal action equally likely, never `pass` while there is another.
    Random,
    /// A win, else what stops a win, else a random action near the stones.
    Greedy,
    /// Tree search with random rollouts.
    Mcts {
        /// Simulations a move; `None` where only the time counts.
        simulations: Option<u64>,
        /// Seconds a move; `None` where only the simulations count.
        seconds: Option<f64>,
    },
}

/// Called often by players that think for long; may break off.
pub type Pulse<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

impl Kind {
    /// The action of this player in a position that waits for a seat's decision; `None` if `pulse`
    /// broke off.
    pub fn choose<P>(
        self,
        position: &P,
        info: &GameInfo,
        seed: u64,
        pulse: Pulse<'_>,
    ) -> Option<Action>
    where
        P: GamePosition + Tactics + 'static,
    {
        match self {
            Self::Random => {
                Some(Drawer::default().step(&mut position.clone(), &mut Stream::new(seed)))
            }
            Self::Greedy => Some(greedy(position, seed)),
            Self::Mcts { simulations, seconds } => {
                let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                mcts(position, info, Limits { simulations, time }, seed, pulse)
            }
        }
    }
}

fn greedy<P: Tactics>(position: &P, seed: u64) -> Action {
    let (mut stream, mut actions) = (Stream::new(seed), Vec::new());
    position.winning_actions(&mut actions);
    if actions.is_empty() {
        position.blocking_actions(&mut actions);
    }
    if actions.is_empty() {
        position.near_actions(&mut actions);
    }
    actions[stream.below(actions.len())]
}

fn mcts<P>(
    position: &P,
    info: &GameInfo,
    limits: Limits,
    seed: u64,
    pulse: Pulse<'_>,
) -> Option<Action>
where
    P: GamePosition + 'static,
{
    let sizes = (info.num_actions, info.observation_shape.iter().product());
    let settings = Settings::default();
    let mut search =
        Forest::<P, Uniform>::new(position.clone(), seed, Stakes::of(info), sizes, settings);
    search.run(limits, 1, None, pulse).ok()?;
    Some(search.known().expect("the position waits for a decision").action)
}
