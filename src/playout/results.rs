//! What random games came to, in columns, and the parts of them that tasks fill.

use std::ops::Range;

use super::simulator::GameResult;
use crate::position::Trace;

/// What came out, game by game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Results {
    /// Returns by seat, `players` values a game.
    pub returns: Vec<f32>,
    /// Turns of the game, those before the source's position included.
    pub turns: Vec<u16>,
    /// Actions of the playout, rolls of a die included.
    pub actions: Vec<u16>,
    /// [`Termination`](crate::position::Termination) as a number.
    pub termination: Vec<u8>,
    /// The winners of each game: bit k is set where seat k is among them.
    pub winners: Vec<u8>,
    /// The first actions of each game, as many as were asked for; [`NO_ACTION`] after its end.
    pub first_actions: Vec<u16>,
    /// The seed of each game.
    pub seeds: Vec<u64>,
}

/// Stands in [`Results::first_actions`] where the game was shorter.
pub const NO_ACTION: u16 = u16::MAX;

impl Results {
    pub(super) fn with_games(games: usize, players: usize, kept: usize) -> Self {
        Self {
            returns: vec![0.0; games * players],
            turns: vec![0; games],
            actions: vec![0; games],
            termination: vec![0; games],
            winners: vec![0; games],
            first_actions: vec![NO_ACTION; games * kept],
            seeds: vec![0; games],
        }
    }

    /// The places of some games.
    pub(super) fn part(&mut self, games: Range<usize>, players: usize, kept: usize) -> Part<'_> {
        Part {
            players,
            kept,
            begin: games.start,
            before: 0,
            seeds: &mut self.seeds[games.clone()],
            returns: &mut self.returns[games.start * players..games.end * players],
            turns: &mut self.turns[games.clone()],
            actions: &mut self.actions[games.clone()],
            termination: &mut self.termination[games.clone()],
            winners: &mut self.winners[games.clone()],
            first_actions: &mut self.first_actions[games.start * kept..games.end * kept],
        }
    }
}

/// The places of some games in the results, to be filled by one task.
pub struct Part<'a> {
    pub(super) players: usize,
    pub(super) kept: usize,
    /// The number of the first of them.
    pub(super) begin: usize,
    /// Turns before the first action of a playout.
    pub(super) before: u16,
    pub(super) seeds: &'a mut [u64],
    pub(super) returns: &'a mut [f32],
    pub(super) turns: &'a mut [u16],
    pub(super) actions: &'a mut [u16],
    pub(super) termination: &'a mut [u8],
    pub(super) winners: &'a mut [u8],
    pub(super) first_actions: &'a mut [u16],
}

impl<'a> Part<'a> {
    /// The seed of each game, once: they are not needed here any more.
    pub fn take_seeds(&mut self) -> &'a [u64] {
        &*std::mem::take(&mut self.seeds)
    }

    /// Writes down how game `index` ended.
    #[inline]
    pub fn note(&mut self, index: usize, ending: GameResult) {
        let returns = &mut self.returns[2 * index..2 * index + 2];
        [returns[0], returns[1]] = ending.returns();
        self.winners[index] = ending.winner.map_or(0, |seat| 1 + seat);
        self.turns[index] = ending.turns;
        self.actions[index] = ending.turns - self.before;
        self.termination[index] = ending.termination as u8;
    }

    /// Writes down how game `index` began.
    pub(super) fn note_first(&mut self, index: usize, result: GameResult, trace: &dyn Trace) {
        let first = &mut self.first_actions[index * self.kept..(index + 1) * self.kept];
        let length = first.len().min(usize::from(result.turns - self.before));
        trace.first_actions(&mut first[..length]);
    }

    /// The first `games` games, and the others.
    fn split(self, games: usize) -> (Self, Self) {
        let (players, kept, before) = (self.players, self.kept, self.before);
        let seeds = self.seeds.split_at_mut(games);
        let returns = self.returns.split_at_mut(games * players);
        let turns = self.turns.split_at_mut(games);
        let actions = self.actions.split_at_mut(games);
        let termination = self.termination.split_at_mut(games);
        let winners = self.winners.split_at_mut(games);
        let first_actions = self.first_actions.split_at_mut(games * kept);
        let side = |begin,
                    seeds: &'a mut [u64],
                    returns: &'a mut [f32],
                    [turns, actions, first_actions]: [&'a mut [u16]; 3],
                    [termination, winners]: [&'a mut [u8]; 2]| Part {
            players,
            kept,
            begin,
            before,
            seeds,
            returns,
            turns,
            actions,
            termination,
            winners,
            first_actions,
        };
        let sixteens = [turns.0, actions.0, first_actions.0];
        let head = side(self.begin, seeds.0, returns.0, sixteens, [termination.0, winners.0]);
        let sixteens = [turns.1, actions.1, first_actions.1];
        let tail =
            side(self.begin + games, seeds.1, returns.1, sixteens, [termination.1, winners.1]);
        (head, tail)
    }

    /// The games in tasks of `games` each.
    pub(super) fn tasks(self, games: usize) -> Vec<Self> {
        let (mut tasks, mut rest) = (Vec::new(), self);
        while rest.seeds.len() > games {
            let (task, others) = rest.split(games);
            tasks.push(task);
            rest = others;
        }
        tasks.push(rest);
        tasks
    }
}
