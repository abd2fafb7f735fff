//! A batch of any game behind one table of calls.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::{Arrays, Batch, BatchStep, Keep, Mask, RefusedStep, Unmade};
use crate::games::{AnyPosition, Registered};
use crate::playout::simulator;
use crate::pool::Look;
use crate::position::{GameInfo, Player, Refusal, Rules};

/// All that a batch can do, whatever its game: one call through the table for a whole step.
///
/// A mask says which games are meant; without one all are. What `look` says is whether to go on: it is
/// asked now and then.
pub trait AnyBatch: Send {
    /// What holds for every position.
    fn info(&self) -> &GameInfo;

    /// How many games.
    fn len(&self) -> usize;

    /// Are there no games?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The arrays, a row for each game. Their memory never moves.
    fn arrays(&mut self) -> Arrays<'_>;

    /// The position of a game.
    fn position(&self, game: usize) -> AnyPosition;

    /// Plays one action in every game of the mask; if any action is refused, in none. Games outside
    /// the mask do not change, and their rewards are 0.
    fn step(&mut self, step: BatchStep<'_>) -> Result<(), RefusedStep>;

    /// Gives the caller one seat of each game: `seats[game]`, or every seat if it is -1. Observations
    /// after the end are written from that seat. With `others`, the remaining seats are played at
    /// random from the game's own stream, now and after every step and reset, until the caller's
    /// seat is to decide. Games in which the caller already has this seat and is to decide do not
    /// change.
    fn control(&mut self, seats: &[i8], others: bool);

    /// Starts a new episode in the games of the mask: the first one of a new seed if seeds are given,
    /// else the next one of the seed they have. Game i begins this one episode at position i, where
    /// positions of these rules are given.
    fn reset(&mut self, mask: Mask<'_>, seeds: Option<&[u64]>, starts: Option<&[AnyPosition]>);

    /// Says which actions are kept, and begins every episode again, so that nothing is missing.
    fn keep(&mut self, keep: Keep);

    /// Which actions are kept.
    fn history(&self) -> Keep;

    /// Where the episode of a game began.
    fn start(&self, game: usize) -> AnyPosition;

    /// The actions kept of the episode of a game.
    fn past(&self, game: usize) -> &[u16];

    /// The actions since the caller's last one in a game.
    fn replies(&self, game: usize) -> &[u16];

    /// Notes how every game stands, to be able to take back what follows.
    fn mark(&mut self);

    /// Goes back to where every game stood at the last [`AnyBatch::mark`], once; says whether there
    /// was one.
    fn take_back(&mut self) -> bool;

    /// The returns by seat, all 0 while a game runs: `num_players` numbers a game.
    fn returns(&self, out: &mut [f32]);

    /// Who won each game: bit k is set where seat k is among the winners; 0 while it runs.
    fn winners(&self) -> Vec<u8>;

    /// Turns finished so far in each game.
    fn turns(&self) -> Vec<u16>;

    /// All that the games hold, as JSON.
    fn save(&self) -> Result<String, Refusal>;

    /// Puts the games of [`AnyBatch::save`] in the place of these, as many and of the same rules.
    /// Refused unless the rules could have made them.
    fn load(&mut self, text: &str) -> Result<(), Refusal>;

    /// Plays `turns` turns at random, or to the end, in some of the games. To the end, games that have
    /// not begun are played by the simulator, if there is one.
    fn play_random(&mut self, games: Range<usize>, turns: Option<u32>);

    /// Fills the observations, now and after every step from here on. Broken off, nothing has changed.
    fn enable_observations_while(&mut self, look: Look<'_>) -> ControlFlow<()>;

    /// The same, not to be broken off.
    fn enable_observations(&mut self) {
        let _ = self.enable_observations_while(&mut || ControlFlow::Continue(()));
    }

    /// Writes the observations, game after game, into `out`; they are not kept up to date.
    fn observe_while(&mut self, out: &mut [u8], look: Look<'_>) -> ControlFlow<()>;

    /// The same, not to be broken off.
    fn observe(&mut self, out: &mut [u8]) {
        let _ = self.observe_while(out, &mut || ControlFlow::Continue(()));
    }

    /// Whose view the observation of a game is: who is to decide; after the end the caller, if he
    /// sits, or who decided last.
    fn perspective(&self, game: usize) -> Player;

    /// The reward of the last step for the perspective of each game; returns how many games are over.
    fn own_rewards(&self, out: &mut [f64]) -> usize;
}

/// The position inside, which is of these rules.
pub(super) fn own<R: Rules<Position: Registered>>(any: &AnyPosition) -> R::Position {
    R::Position::inside(any).expect("a position of these rules").clone()
}

/// A batch of the rules of any game. Where there is a simulator it plays whole games.
pub fn any(rules: &crate::games::Rules, seeds: &[u64]) -> Result<Box<dyn AnyBatch>, Unmade> {
    any_while(rules, seeds, None, &mut || ControlFlow::Continue(()))
}

/// The same; with positions of these rules, one a seed, every episode of game i begins at position i.
/// `look` is asked now and then whether to go on.
pub fn any_while(
    rules: &crate::games::Rules,
    seeds: &[u64],
    starts: Option<&[AnyPosition]>,
    look: Look<'_>,
) -> Result<Box<dyn AnyBatch>, Unmade> {
    use crate::games::Rules;
    fn build_batch<R>(
        rules: &R,
        seeds: &[u64],
        starts: Option<&[AnyPosition]>,
        look: Look<'_>,
    ) -> Result<Batch<R>, Unmade>
    where
        R: crate::position::Rules<Position: Registered>,
    {
        let mut own_starts = None;
        if let Some(starts) = starts {
            let list: &mut Vec<_> = own_starts.insert(Vec::new());
            list.try_reserve_exact(starts.len())?;
            list.extend(starts.iter().map(own::<R>));
        }
        Batch::with_starts(rules.clone(), seeds, own_starts, look)
    }
    let simulator = if starts.is_none() { simulator(rules).map(Arc::from) } else { None };
    Ok(with_game!(Rules, rules, rules => {
        Box::new(Batch { simulator, ..build_batch(rules, seeds, starts, look)? })
    }))
}
