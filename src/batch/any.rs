//! A batch of any game behind one table of calls.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::{Arrays, Batch, Keep, Mask, RefusedStep, Unmade};
use crate::games::{AnyPosition, Registered};
use crate::playout::simulator;
use crate::pool::Look;
use crate::position::{GameInfo, Player, Refusal, Rules};

/// A batch of any game: one call through the table for a whole step.
pub trait AnyBatch: Send {
    /// What holds for every position.
    fn info(&self) -> &GameInfo;
    /// How many games.
    fn len(&self) -> usize;
    /// Are there no games?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The arrays.
    fn arrays(&mut self) -> Arrays<'_>;
    /// See [`Batch::position`].
    fn position(&self, game: usize) -> AnyPosition;
    /// See [`Batch::step`].
    fn step(&mut self, actions: &[i32], which: Mask<'_>) -> Result<(), RefusedStep>;
    /// See [`Batch::step_or_reset`].
    fn step_or_reset(&mut self, actions: &[i32], which: Mask<'_>) -> Result<(), RefusedStep>;
    /// See [`Batch::step_with_observations`].
    fn step_with_observations(
        &mut self,
        actions: &[i32],
        which: Mask<'_>,
        begin: bool,
        out: &mut [u8],
    ) -> Result<(), RefusedStep>;
    /// See [`Batch::control`].
    fn control(&mut self, seats: &[i8], others: bool);
    /// See [`Batch::reset`].
    fn reset(&mut self, which: Mask<'_>, seeds: Option<&[u64]>);
    /// See [`Batch::reset_at`]; the positions are of these rules.
    fn reset_at(&mut self, which: Mask<'_>, seeds: Option<&[u64]>, starts: &[AnyPosition]);
    /// See [`Batch::keep`].
    fn keep(&mut self, keep: Keep);
    /// See [`Batch::kept`].
    fn kept(&self) -> Keep;
    /// See [`Batch::start`].
    fn start(&self, game: usize) -> AnyPosition;
    /// See [`Batch::past`].
    fn past(&self, game: usize) -> &[u16];
    /// See [`Batch::replies`].
    fn replies(&self, game: usize) -> &[u16];
    /// See [`Batch::mark`].
    fn mark(&mut self);
    /// See [`Batch::take_back`].
    fn take_back(&mut self) -> bool;
    /// See [`Batch::returns`].
    fn returns(&self, out: &mut [f32]);
    /// See [`Batch::winners`].
    fn winners(&self) -> Vec<u8>;
    /// See [`Batch::turns`].
    fn turns(&self) -> Vec<u16>;
    /// See [`Batch::save`].
    fn save(&self) -> Result<String, Refusal>;
    /// See [`Batch::load`].
    fn load(&mut self, text: &str) -> Result<(), Refusal>;
    /// See [`Batch::play_random`].
    fn play_random(&mut self, games: Range<usize>, turns: Option<u32>);
    /// See [`Batch::enable_observations`].
    fn enable_observations(&mut self) {
        let _ = self.enable_observations_while(&mut || ControlFlow::Continue(()));
    }
    /// See [`Batch::enable_observations_while`].
    fn enable_observations_while(&mut self, look: Look<'_>) -> ControlFlow<()>;
    /// See [`Batch::observe`].
    fn observe(&mut self, out: &mut [u8]) {
        let _ = self.observe_while(out, &mut || ControlFlow::Continue(()));
    }
    /// See [`Batch::observe_while`].
    fn observe_while(&mut self, out: &mut [u8], look: Look<'_>) -> ControlFlow<()>;
    /// See [`Batch::perspective`].
    fn perspective(&self, game: usize) -> Player;
    /// See [`Batch::own_rewards`].
    fn own_rewards(&self, out: &mut [f64]) -> usize;
}

impl<R> AnyBatch for Batch<R>
where
    R: Rules,
    R::Position: Registered,
{
    fn info(&self) -> &GameInfo {
        &self.info
    }
    fn len(&self) -> usize {
        self.games.len()
    }
    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            boards: &mut self.boards,
            masks: &mut self.masks,
            players: &mut self.players,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            observations: &mut self.observations,
        }
    }
    fn position(&self, game: usize) -> AnyPosition {
        self.games[game].position.clone().into()
    }
    fn step(&mut self, actions: &[i32], which: Mask<'_>) -> Result<(), RefusedStep> {
        Batch::step(self, actions, which)
    }
    fn step_or_reset(&mut self, actions: &[i32], which: Mask<'_>) -> Result<(), RefusedStep> {
        Batch::step_or_reset(self, actions, which)
    }
    fn step_with_observations(
        &mut self,
        actions: &[i32],
        which: Mask<'_>,
        begin: bool,
        out: &mut [u8],
    ) -> Result<(), RefusedStep> {
        Batch::step_with_observations(self, actions, which, begin, out)
    }
    fn control(&mut self, seats: &[i8], others: bool) {
        Batch::control(self, seats, others);
    }
    fn reset(&mut self, which: Mask<'_>, seeds: Option<&[u64]>) {
        Batch::reset(self, which, seeds);
    }
    fn reset_at(&mut self, which: Mask<'_>, seeds: Option<&[u64]>, starts: &[AnyPosition]) {
        let starts: Vec<_> = starts.iter().map(own::<R>).collect();
        Batch::reset_at(self, which, seeds, Some(&starts));
    }
    fn keep(&mut self, keep: Keep) {
        Batch::keep(self, keep);
    }
    fn kept(&self) -> Keep {
        Batch::kept(self)
    }
    fn start(&self, game: usize) -> AnyPosition {
        Batch::start(self, game).into()
    }
    fn past(&self, game: usize) -> &[u16] {
        Batch::past(self, game)
    }
    fn replies(&self, game: usize) -> &[u16] {
        Batch::replies(self, game)
    }
    fn mark(&mut self) {
        Batch::mark(self);
    }
    fn take_back(&mut self) -> bool {
        Batch::take_back(self)
    }
    fn returns(&self, out: &mut [f32]) {
        Batch::returns(self, out);
    }
    fn winners(&self) -> Vec<u8> {
        Batch::winners(self)
    }
    fn turns(&self) -> Vec<u16> {
        Batch::turns(self)
    }
    fn save(&self) -> Result<String, Refusal> {
        Batch::save(self)
    }
    fn load(&mut self, text: &str) -> Result<(), Refusal> {
        Batch::load(self, text)
    }
    fn play_random(&mut self, games: Range<usize>, turns: Option<u32>) {
        match turns {
            None => self.play_out(games),
            Some(_) => Batch::play_random(self, games, turns),
        }
    }
    fn enable_observations_while(&mut self, look: Look<'_>) -> ControlFlow<()> {
        Batch::enable_observations_while(self, look)
    }
    fn observe_while(&mut self, out: &mut [u8], look: Look<'_>) -> ControlFlow<()> {
        Batch::observe_while(self, out, look)
    }
    fn perspective(&self, game: usize) -> Player {
        Batch::perspective(self, game)
    }
    fn own_rewards(&self, out: &mut [f64]) -> usize {
        Batch::own_rewards(self, out)
    }
}

fn own<R: Rules<Position: Registered>>(any: &AnyPosition) -> R::Position {
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
    fn made<R>(
        rules: &R,
        seeds: &[u64],
        starts: Option<&[AnyPosition]>,
        look: Look<'_>,
    ) -> Result<Batch<R>, Unmade>
    where
        R: crate::position::Rules<Position: Registered>,
    {
        let mut given = None;
        if let Some(starts) = starts {
            let list: &mut Vec<_> = given.insert(Vec::new());
            list.try_reserve_exact(starts.len())?;
            list.extend(starts.iter().map(own::<R>));
        }
        Batch::with_starts(rules.clone(), seeds, given, look)
    }
    let simulator = if starts.is_none() { simulator(rules).map(Arc::from) } else { None };
    Ok(with_game!(Rules, rules, rules => {
        Box::new(Batch { simulator, ..made(rules, seeds, starts, look)? })
    }))
}
