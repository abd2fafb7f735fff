//! The players and how each chooses.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::exact::{is_solvable, solve};
use super::learnt::Learnt;
use super::threats;
use crate::playout::Sampler;
use crate::position::{
    Action, DEFAULT_NODES, Decider, ExactSolver, GameInfo, GamePosition, Knowledge, LineSearch,
    Payoffs, RaceWeights, Rollout, Utility,
};
use crate::search::{Evaluator, Limits, RootParallel, Search, Settings};
use crate::stream::Stream;

/// A player with its options, as `{"kind": "mcts", "simulations": 400}`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Kind {
    /// Each legal action equally likely, never `pass` while there is another.
    Random,
    /// A win, else what stops a win, else a random action near the stones.
    Greedy,
    /// Tree search with rollouts.
    Mcts {
        /// Simulations a move; `None` where only the time counts.
        simulations: Option<u64>,
        /// Seconds a move; `None` where only the simulations count.
        seconds: Option<f64>,
        /// How games are played out; the game's strongest policy where none is named.
        #[serde(default)]
        rollouts: Option<Rollout>,
        /// What every seat is taken to maximise; its own return if `None`.
        #[serde(default)]
        utility: Option<Utility>,
        /// What judges new positions in place of rollouts; `None`: rollouts.
        #[serde(default)]
        evaluation: Option<Evaluation>,
    },
    /// Exact where the solver comes to an end, else tree search.
    Solver {
        /// Positions that the solver looks at; `None`: what the game finds fit.
        nodes: Option<u64>,
        /// Simulations of the tree search.
        simulations: u64,
        /// Seconds a move, for both together.
        seconds: Option<f64>,
    },
    /// A forced win, else its defence, else search: in games in which rows of stones win.
    Threats {
        /// Rollouts of the search.
        simulations: u64,
        /// Positions that the search for a forced win looks at.
        nodes: u64,
        /// Positions of the look ahead; 0: rollouts alone.
        #[serde(default)]
        lookahead: u64,
        /// Seconds a move.
        seconds: Option<f64>,
    },
    /// A forced win, else a principal variation search with an evaluation that was learnt, and a look at
    /// what the other side could force.
    AlphaBeta {
        /// Positions that the search goes through.
        nodes: u64,
        /// Seconds a move.
        seconds: Option<f64>,
        /// The number of weights that were read; the library's own if `None`.
        #[serde(default)]
        weights: Option<u32>,
        /// Threads that search for one move.
        #[serde(default = "one")]
        threads: usize,
    },
    /// Races to the goals by the shortest paths and blocks where it costs the others most.
    Racer {
        /// Simulations a move; `None` where only the time counts.
        simulations: Option<u64>,
        /// Seconds a move; `None` where only the simulations count.
        seconds: Option<f64>,
        /// What the points of the opponent who is ahead weigh ([`RaceWeights`]).
        block: f64,
        /// What the mean of the opponents' points weighs.
        others: f64,
        /// What the points of the seat after weigh.
        next: f64,
        /// What a stop on the way to a goal weighs.
        stops: f64,
        /// What an empty stop weighs that some piece reaches in one move.
        area: f64,
        /// What a piece weighs that is not home yet, beside its moves.
        home: f64,
        /// What a piece weighs that can leave from a goal with a black block on it.
        abracadabra: f64,
    },
}

/// What judges positions in a tree in place of rollouts.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Evaluation {
    /// The evaluation of lines of the player `alpha_beta`.
    Learnt,
}

/// Called often by players that think for long; may break off, and does so then as often as it is called.
pub type Tick<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

impl Kind {
    /// Does the player play the game of this position? Else what it plays, in words.
    pub fn plays<P: Knowledge>(self, position: &P, info: &GameInfo) -> Result<(), &'static str> {
        let is_no_race = |weights| P::race_evaluation(weights).is_none();
        match self {
            Self::Racer { .. } if self.race_weights().is_some_and(is_no_race) => {
                Err("racer plays races of pieces to their goals (Pentagame)")
            }
            Self::Mcts { rollouts: Some(policy), .. } if !P::ROLLOUTS.contains(&policy) => {
                Err(match policy {
                    Rollout::Uniform => "every game knows rollouts='uniform'",
                    Rollout::WinElseBlock => {
                        "rollouts='win_else_block' are for stone games with rows"
                    }
                    Rollout::Progress => "rollouts='progress' are for Pentagame",
                    Rollout::Rave => "rollouts='rave' are for Pah-Tum",
                })
            }
            Self::Mcts { evaluation: Some(_), .. } if Learnt::of(position, None).is_none() => Err(
                "mcts(evaluation='learnt') plays games of rows that capture nothing, pairs, or pairs \
                 and threes",
            ),
            Self::Mcts { utility: Some(utility), .. } => match utility.refusal(info) {
                Some(refusal) => Err(refusal),
                None => Ok(()),
            },
            Self::Threats { .. } if position.threat_search().is_none() => {
                Err("threats plays games in which rows of stones win")
            }
            Self::AlphaBeta { weights, .. }
                if (weights.is_some() || position.own_search().is_none())
                    && position
                        .threat_search()
                        .is_none_or(|search| !search.has_evaluation(weights)) =>
            {
                Err(match weights {
                    None => {
                        "alpha_beta plays games in which rows of stones win, plain Pah-Tum, and \
                         Pentagame between two sides without dice"
                    }
                    Some(_) => "alpha_beta(weights=) plays games of rows",
                })
            }
            _ => Ok(()),
        }
    }

    fn race_weights(self) -> Option<RaceWeights> {
        match self {
            Self::Racer { block, others, next, stops, area, home, abracadabra, .. } => {
                Some(RaceWeights { block, others, next, stops, area, home, abracadabra })
            }
            _ => None,
        }
    }

    /// The action of this player in a position that waits for a seat's decision, the best so far if `tick`
    /// breaks off; `None` if it does not play the game. The simulations that it played out are added to `simulations`.
    pub fn choose<P>(
        self,
        position: &P,
        info: &GameInfo,
        seed: u64,
        simulations: &mut u64,
        tick: Tick<'_>,
    ) -> Option<Action>
    where
        P: GamePosition + Knowledge + 'static,
    {
        match self {
            Self::Random => {
                Some(Sampler::default().step(&mut position.clone(), &mut Stream::new(seed)))
            }
            Self::Greedy => Some(greedy(position, seed)),
            Self::Mcts { simulations: max, seconds, rollouts, utility, evaluation } => {
                let limits = Limits { simulations: max, time: to_duration(seconds) };
                let learnt = evaluation.and_then(|_| Learnt::of(position, None));
                let how = (rollouts, utility, learnt);
                Some(mcts(position, info, how, limits, seed, simulations, tick))
            }
            Self::Solver { nodes, simulations: max, seconds } => {
                let limits = Limits { simulations: Some(max), time: to_duration(seconds) };
                solver(position, info, nodes, limits, seed, simulations, tick)
            }
            Self::Threats { simulations: max, nodes, lookahead, seconds } => {
                let time = to_duration(seconds);
                let lookahead = threats::LookAhead::Rows(lookahead);
                let options = threats::Options { simulations: max, nodes, lookahead, time };
                threats::choose(position, options, seed, simulations, tick)
            }
            Self::AlphaBeta { nodes, seconds, weights, threads } => {
                if let Some(search) = position.own_search() {
                    let (began, time) = (Instant::now(), to_duration(seconds));
                    let before = time.map_or(nodes, |time| nodes.min(nodes_before_search(time)));
                    if let Some(action) = solved_ending(position, info, before, tick) {
                        return Some(action);
                    }
                    return Some(search.best_action(nodes, &mut || match time {
                        Some(time) if began.elapsed() >= time => ControlFlow::Break(()),
                        _ => tick(),
                    }));
                }
                let search = LineSearch { nodes, weights, threads };
                let options = threats::Options::alpha_beta(search, to_duration(seconds));
                threats::choose(position, options, seed, simulations, tick)
            }
            Self::Racer { simulations: max, seconds, .. } => {
                let limits = Limits { simulations: max, time: to_duration(seconds) };
                let settings = Settings { selective: true, ..Settings::default() };
                let search = forest(position, info, P::ROLLOUTS[0], None, seed, settings);
                let search = search.racing(self.race_weights()?);
                Some(run(search, None, limits, simulations, tick))
            }
        }
    }
}

fn one() -> usize {
    1
}

/// The limit in seconds; none where the number is beyond what a clock counts.
fn to_duration(seconds: Option<f64>) -> Option<Duration> {
    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

fn greedy<P: Knowledge>(position: &P, seed: u64) -> Action {
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

fn solver<P>(
    position: &P,
    info: &GameInfo,
    nodes: Option<u64>,
    limits: Limits,
    seed: u64,
    simulations: &mut u64,
    tick: Tick<'_>,
) -> Option<Action>
where
    P: GamePosition + Knowledge + 'static,
{
    let began = Instant::now();
    if is_solvable(info) {
        let nodes = nodes.unwrap_or_else(|| {
            position.exact_solver().map_or(DEFAULT_NODES, ExactSolver::default_nodes)
        });
        if nodes == 0 {
            let how = (None, None, None);
            return Some(mcts(position, info, how, limits, seed, simulations, tick));
        }
        // Half of the time at most, so that some is left for the search.
        let half = limits.time.map(|time| time / 2);
        let mut look = || match half {
            Some(half) if began.elapsed() >= half => ControlFlow::Break(()),
            _ => tick(),
        };
        let threats = position.threat_search();
        if let Some(line) = threats.and_then(|threats| threats.forced_win(nodes, &mut look)) {
            return line.first().copied();
        }
        let solution = solve(position, info, Some(nodes), &mut look);
        if let Some(solution) = solution {
            return solution.line.first().copied();
        }
    }
    let time = limits.time.map(|time| time.saturating_sub(began.elapsed()));
    let limits = Limits { time, ..limits };
    Some(mcts(position, info, (None, None, None), limits, seed, simulations, tick))
}

fn mcts<P>(
    position: &P,
    info: &GameInfo,
    (rollouts, utility, learnt): (Option<Rollout>, Option<Utility>, Option<Learnt>),
    limits: Limits,
    seed: u64,
    simulations: &mut u64,
    tick: Tick<'_>,
) -> Action
where
    P: GamePosition + Knowledge,
{
    // `plays` has looked whether the game knows the policy.
    let policy = rollouts.filter(|policy| P::ROLLOUTS.contains(policy)).unwrap_or(P::ROLLOUTS[0]);
    let began = Instant::now();
    if policy == Rollout::Rave
        && utility.is_none()
        && let Some(time) = limits.time.filter(|_| limits.simulations.is_none())
        && let Some(action) = solved_ending(position, info, nodes_before_search(time), tick)
    {
        return action;
    }
    let time = limits.time.map(|time| time.saturating_sub(began.elapsed()));
    let search = forest(position, info, policy, utility, seed, Settings::default());
    run(search, learnt, Limits { time, ..limits }, simulations, tick)
}

/// The positions that a solver may go through before a search that has this time: two fifths of it, at 2.5 million a
/// second.
fn nodes_before_search(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Best play near the end of a game, where this number of positions usually suffices to solve the position: there a
/// search still errs. In a lost position the search decides, since it counts on errors.
fn solved_ending<P>(position: &P, info: &GameInfo, nodes: u64, tick: Tick<'_>) -> Option<Action>
where
    P: GamePosition + Knowledge,
{
    position.exact_solver()?.usual_nodes().filter(|&usual| usual <= nodes)?;
    let Decider::Player(player) = position.decider() else { return None };
    let solution = solve(position, info, Some(nodes), tick)?;
    let is_lost = f64::from(solution.returns[player.index()]) <= Payoffs::of(info).min;
    solution.line.first().copied().filter(|_| !is_lost)
}

fn forest<P: GamePosition + Knowledge>(
    position: &P,
    info: &GameInfo,
    policy: Rollout,
    utility: Option<Utility>,
    seed: u64,
    settings: Settings,
) -> RootParallel<P> {
    let sizes = (info.num_actions, info.observation_shape.iter().product());
    let payoffs = Payoffs::of(info);
    let payoffs = utility.map_or(payoffs.clone(), |utility| payoffs.with_utility(utility));
    RootParallel::new(position.clone(), policy, seed, payoffs, sizes, settings)
}

/// Searches and names the action, the best so far if `tick` breaks off.
fn run<P: GamePosition + Knowledge>(
    mut search: RootParallel<P>,
    mut learnt: Option<Learnt>,
    limits: Limits,
    simulations: &mut u64,
    tick: Tick<'_>,
) -> Action {
    let evaluator = learnt.as_mut().map(|learnt| learnt as &mut dyn Evaluator);
    let _ = search.run(limits, 1, evaluator, tick);
    let known = search.root_info().expect("the position waits for a decision");
    *simulations += known.simulations;
    known.action
}
