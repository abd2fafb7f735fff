//! Whole games between players, many at once.

use std::ops::ControlFlow;
use std::time::Instant;

use super::kinds::{Kind, Tick};
use crate::pool;
use crate::position::{Action, Decider, GameInfo, GamePosition, Knowledge};
use crate::stream::game_seed;

/// The stream of the dice, beside those of the seats.
const DICE: u64 = u64::MAX;

/// The seed of a decision: the `number`-th action of the game, taken by `seat` (`None`: by a die).
pub fn decision_seed(game: u64, seat: Option<usize>, number: u64) -> u64 {
    game_seed(game_seed(game, seat.map_or(DICE, |seat| seat as u64)), number)
}

/// A game as it was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Its actions after the start, rolls among them.
    pub actions: Vec<Action>,
    /// The seats that won, a bit each; 0 for a draw.
    pub winners: u8,
    /// What each seat's decisions took.
    pub spent: Vec<Spent>,
}

/// What the decisions of a seat took in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// Simulations: rollouts of its player.
    pub simulations: u64,
    /// Seconds by the clock; 0 where nobody asked for them.
    pub seconds: f64,
}

/// Plays on from each of `starts`; in game i seat s is played by `players[seats[i][s]]`, and every
/// decision draws from a seed of its own below `seeds[i]`. `timed` looks at the clock before and after
/// each decision. `tick` gets how many games are done and may break off, which gives `None`.
#[expect(clippy::too_many_arguments, reason = "each is a part of the same description")]
pub fn play_games<P>(
    starts: &[P],
    info: &GameInfo,
    players: &[Kind],
    seats: &[Vec<usize>],
    seeds: &[u64],
    threads: usize,
    timed: bool,
    tick: impl FnMut(usize) -> ControlFlow<()>,
) -> Option<Vec<Played>>
where
    P: GamePosition + Knowledge + 'static,
{
    let game = |index: usize, tick: Tick<'_>| {
        play_game(&starts[index], info, players, &seats[index], seeds[index], timed, tick)
    };
    pool::work(threads, 0..starts.len(), game, tick)
}

fn play_game<P>(
    start: &P,
    info: &GameInfo,
    players: &[Kind],
    seats: &[usize],
    seed: u64,
    timed: bool,
    tick: Tick<'_>,
) -> Option<Played>
where
    P: GamePosition + Knowledge + 'static,
{
    let (mut position, mut actions, mut rolls) = (start.clone(), Vec::new(), Vec::new());
    let mut spent = vec![Spent::default(); seats.len()];
    loop {
        let number = actions.len() as u64;
        if tick().is_break() {
            return None;
        }
        let action = match position.decider() {
            Decider::Over => break,
            Decider::Chance => {
                position.legal_actions(&mut rolls);
                rolls[(decision_seed(seed, None, number) % rolls.len() as u64) as usize]
            }
            Decider::Player(player) => {
                let seat = player.index();
                let seed = decision_seed(seed, Some(seat), number);
                let (began, spent) = (timed.then(Instant::now), &mut spent[seat]);
                let player = players[seats[seat]];
                let action = player.choose(&position, info, seed, &mut spent.simulations, tick)?;
                spent.seconds += began.map_or(0.0, |began| began.elapsed().as_secs_f64());
                action
            }
        };
        position.play_unchecked(action);
        actions.push(action);
    }
    let winners = position
        .outcome()
        .map_or(0, |outcome| outcome.winners.iter().fold(0, |bits, winner| bits | 1 << winner.0));
    Some(Played { actions, winners, spent })
}
