//! The player of the games in which rows of stones win: forced wins, their defence, then search.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::kinds::Tick;
use crate::position::{Action, Decider, GamePosition, Knowledge, LineSearch, Player};
use crate::stream::game_seed;

/// Actions that rollouts choose among: those with the highest heuristic score.
const WIDTH: usize = 8;
/// Actions that are tried before the best is played although it loses.
const TRIED: usize = 24;
/// What share of the positions a look at the answers to one action may take.
const PART: u64 = 6;
/// What share of the look ahead of `alpha_beta` its searches for forced wins may take.
const FORCED: u64 = 10;
/// How much the mean of rollouts weighs against the heuristic score of an action.
const ROLLOUTS: f64 = 1.0;

/// Its limits.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Rollouts.
    pub simulations: u64,
    /// Positions that the search for a forced win looks at.
    pub nodes: u64,
    /// The look ahead.
    pub lookahead: LookAhead,
    /// Time of a move.
    pub time: Option<Duration>,
}

/// The search for an action where none wins by force.
#[derive(Clone, Copy, Debug)]
pub enum LookAhead {
    /// Through this number of positions, with an evaluation of rows.
    Rows(u64),
    /// The same with an evaluation that was learnt.
    Learnt(LineSearch),
}

impl Options {
    /// The player `alpha_beta`: no rollouts, and most of the effort for the look ahead.
    pub fn alpha_beta(search: LineSearch, time: Option<Duration>) -> Self {
        let lookahead = LookAhead::Learnt(search);
        Self { simulations: 0, nodes: search.nodes / FORCED, lookahead, time }
    }

    /// The shares of the time after which each part ends, in twentieths: a forced win, rollouts, the look
    /// ahead, and what the other side could force.
    fn shares(&self) -> [u32; 4] {
        match self.lookahead {
            // The look ahead's quarter begins where those before end early.
            LookAhead::Rows(_) => [5, 10, 15, 20],
            LookAhead::Learnt(..) => [2, 2, 18, 20],
        }
    }
}

/// The action of the player, the best so far if `tick` breaks off; `None` if the game is none of rows. Its
/// rollouts are added to `simulations`.
pub fn choose<P>(
    position: &P,
    options: Options,
    seed: u64,
    simulations: &mut u64,
    tick: Tick<'_>,
) -> Option<Action>
where
    P: GamePosition + Knowledge + 'static,
{
    let Decider::Player(player) = position.decider() else { return None };
    let began = Instant::now();
    let mut stopped = false;
    let shares = options.shares();
    let until = |part: usize| options.time.map(|time| time / 20 * shares[part]);
    let mut look = |limit: Option<Duration>| {
        stopped |= tick().is_break();
        let late = limit.is_some_and(|limit| began.elapsed() >= limit);
        if stopped || late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let threats = position.threat_search()?;
    let line = threats.forced_win(options.nodes, &mut || look(until(0)));
    if let Some(&action) = line.as_ref().and_then(|line| line.first()) {
        return Some(action);
    }
    let mut until_second = || look(until(1));
    let mut ranked = ranking(position, player, options, seed, simulations, &mut until_second)?;
    let mut until_third = || look(until(2));
    let order = match options.lookahead {
        LookAhead::Rows(0) => None,
        LookAhead::Rows(max_nodes) => threats.look_ahead(max_nodes, &mut until_third),
        LookAhead::Learnt(search) => threats.alpha_beta(search, &mut until_third),
    };
    if let Some(mut order) = order {
        ranked.retain(|action| !order.contains(action));
        order.append(&mut ranked);
        ranked = order;
    }
    // The first action after which the other side has no forced win that could be found.
    let mut best = None;
    let mut tried = 0;
    while let Some(&action) = ranked.get(tried).filter(|_| tried < TRIED) {
        tried += 1;
        let mut next = position.clone();
        next.play_unchecked(action);
        if next
            .outcome()
            .is_some_and(|end| !end.winners.is_empty() && !end.winners.contains(&player))
        {
            // A foul that loses (R7).
            continue;
        }
        let is_theirs = matches!(next.decider(), Decider::Player(other) if other != player);
        if !is_theirs {
            return Some(action);
        }
        let max_nodes = options.nodes / PART + 1;
        let threats = next.threat_search();
        let mut until_end = || look(until(3));
        let Some(line) = threats.and_then(|one| one.forced_win(max_nodes, &mut until_end)) else {
            return Some(action);
        };
        if best.is_none_or(|(length, _)| line.len() > length) {
            best = Some((line.len(), action));
        }
        if tried == 1 {
            // What the win rests on stands first: its points may stop it.
            ranked[1..].sort_by_key(|action| !line.contains(action));
        }
    }
    Some(best.map_or(ranked[0], |(_, action)| action))
}

/// The legal actions, the best first: by their heuristic scores, the first of them by rollouts as
/// well.
fn ranking<P>(
    position: &P,
    player: Player,
    options: Options,
    seed: u64,
    simulations: &mut u64,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Vec<Action>>
where
    P: GamePosition + Knowledge + 'static,
{
    let mut scores = Vec::new();
    position.heuristic_scores(&mut scores);
    // Equal scores in an order drawn from the seed.
    let tie_break = |action: Action| game_seed(seed, u64::from(action.0));
    scores.sort_by_key(|&(score, action)| (Reverse(score), tie_break(action)));
    let max = f64::from(scores.first()?.0.max(1));
    let width = scores.len().min(WIDTH);
    let mut rollouts = P::ROLLOUTS.iter().find_map(|&policy| P::rollouts(policy));
    let mut returns = [0.0_f32; 2];
    let mut sums = vec![(0.0_f64, 0_u32); width];
    let worth = |place: usize, sums: &[(f64, u32)]| {
        let (sum, count) = sums[place];
        let mean = if count > 0 { sum / f64::from(count) } else { 0.5 };
        f64::from(scores[place].0) / max + ROLLOUTS * mean
    };
    let mut places: Vec<usize> = (0..width).collect();
    let (mut played, mut left) = (0, options.simulations);
    // Sequential halving: in each round as many rollouts, shared by half as many actions.
    let rounds = u64::from(width.next_power_of_two().trailing_zeros()).max(1);
    while places.len() > 1 && left > 0 {
        let each = (options.simulations / rounds / places.len() as u64).max(1);
        for &place in &places {
            for _ in 0..each.min(left) {
                if tick().is_break() {
                    left = 0;
                    break;
                }
                let mut next = position.clone();
                next.play_unchecked(scores[place].1);
                match &mut rollouts {
                    Some(rollouts) if next.decider() != Decider::Over => {
                        rollouts.play(&mut next, game_seed(seed, played), &mut returns);
                    }
                    _ => next.returns(&mut returns),
                }
                sums[place].0 += 0.5 + f64::from(returns[player.index()]) / 2.0;
                sums[place].1 += 1;
                played += 1;
                left = left.saturating_sub(1);
            }
        }
        places.sort_by(|&a, &b| worth(b, &sums).total_cmp(&worth(a, &sums)));
        places.truncate(places.len().div_ceil(2));
    }
    *simulations += played;
    let mut order: Vec<usize> = (0..width).collect();
    order.sort_by(|&a, &b| {
        let rank =
            |place: usize| places.iter().position(|&remaining| remaining == place).unwrap_or(width);
        rank(a).cmp(&rank(b)).then(worth(b, &sums).total_cmp(&worth(a, &sums)))
    });
    let first = order.into_iter().map(|place| scores[place].1);
    Some(first.chain(scores[width..].iter().map(|&(_, action)| action)).collect())
}
