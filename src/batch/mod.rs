//! Many games at once: their boards, masks and returns lie in one block of memory each, brought up
//! to date after every step.
//!
//! A finished game ignores its action; chance (E10) is drawn by the batch; a refused step changes
//! no game at all. Starting finished games anew is the caller's: [`Batch::reset`].

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use crate::playout::{Drawer, Simulator};
use crate::pool::{self, Look};
use crate::position::{Action, GameInfo, Notation, Player, Position, Refusal, Rules};

mod any;
mod chunk;
mod making;
mod past;
mod pieces;
mod saved;
mod slot;
mod whole;

pub use any::{AnyBatch, any, any_while};
pub use chunk::Arrays;
pub use making::Unmade;
pub use pieces::in_short_pieces;

use chunk::{Chunk, Strides};
use past::Before;
pub use slot::Keep;
use slot::{BatchGame, Manner, Slot};

/// What `players` says of a game that is over.
pub const OVER: i8 = -2;

/// Up to this many games are played by one thread: handing them to others would cost more.
const MIN_PARALLEL: usize = 64;

/// A step that was refused: the first game that would not have its action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedStep {
    /// The game.
    pub game: usize,
    /// Why.
    pub refusal: Refusal,
}

/// Games of one rules object. None of its arrays is ever reallocated: views of them stay good.
pub struct Batch<R: Rules> {
    rules: R,
    info: GameInfo,
    /// Plays games from their start to their end.
    simulator: Option<Arc<dyn Simulator>>,
    threads: usize,
    watched: bool,
    manner: Manner,
    /// What [`Batch::take_back`] goes back to.
    before: Vec<Before<R::Position>>,
    games: Vec<BatchGame<R::Position>>,
    boards: Vec<i8>,
    masks: Vec<bool>,
    players: Vec<i8>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    observations: Vec<u8>,
}

/// Which games a step plays.
pub type Mask<'a> = Option<&'a [bool]>;

impl<R: Rules> Batch<R> {
    fn each<S>(
        &mut self,
        games: Range<usize>,
        prepare: impl Fn() -> S + Sync,
        work: impl Fn(&R, &mut S, usize, Slot<'_, R::Position>) + Sync,
    ) {
        self.each_into(None, games, prepare, work);
    }

    /// Calls `work` with some games; their observations are those of `seen` instead of the batch's.
    fn each_into<S>(
        &mut self,
        seen: Option<&mut [u8]>,
        games: Range<usize>,
        prepare: impl Fn() -> S + Sync,
        work: impl Fn(&R, &mut S, usize, Slot<'_, R::Position>) + Sync,
    ) {
        self.in_pieces(seen, games, |rules, rows, strides| {
            let (mut state, first) = (prepare(), rows.first);
            for (index, row) in rows.each(strides).enumerate() {
                work(rules, &mut state, first + index, row);
            }
        });
    }

    /// Calls `work` with pieces of some games, each by itself in one thread.
    fn in_pieces(
        &mut self,
        seen: Option<&mut [u8]>,
        games: Range<usize>,
        work: impl Fn(&R, Chunk<'_, R::Position>, Strides) + Sync,
    ) {
        let observations = match seen {
            Some(seen) => seen,
            None if self.watched => &mut self.observations,
            None => Default::default(),
        };
        let strides = Strides {
            points: self.info.board_shape().iter().product(),
            actions: self.info.num_actions,
            players: self.info.num_players,
            observation: if observations.is_empty() {
                0
            } else {
                self.info.observation_shape.iter().product()
            },
        };
        let (rules, threads) = (&self.rules, self.threads);
        let all = Chunk {
            first: 0,
            games: &mut self.games,
            arrays: Arrays {
                boards: &mut self.boards,
                masks: &mut self.masks,
                players: &mut self.players,
                rewards: &mut self.rewards,
                terminated: &mut self.terminated,
                truncated: &mut self.truncated,
                observations,
            },
        };
        let (before, _) = all.split(games.end, strides);
        let (_, rows) = before.split(games.start, strides);
        let count = games.len();
        match pool::get(if count <= MIN_PARALLEL { 1 } else { threads }) {
            None => work(rules, rows, strides),
            Some(pool) => {
                let piece = (count / (4 * threads)).max(MIN_PARALLEL / 2);
                let work = |rows: Chunk<'_, R::Position>| work(rules, rows, strides);
                pool.install(|| rows.in_pieces(strides, piece, &work));
            }
        }
    }

    /// How many games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Are there no games?
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The position of a game.
    pub fn position(&self, game: usize) -> &R::Position {
        &self.games[game].position
    }

    /// Would every game of the mask have its action? Games that are over ignore theirs.
    pub fn check(&self, actions: &[i32], which: Mask<'_>) -> Result<(), RefusedStep> {
        let width = self.info.num_actions;
        for (game, &action) in actions.iter().enumerate() {
            let index = usize::try_from(action).unwrap_or(usize::MAX);
            let legal = index < width && self.masks[game * width + index];
            if legal || self.players[game] == OVER || which.is_some_and(|which| !which[game]) {
                continue;
            }
            let out_of_range = || {
                let last = width - 1;
                Refusal::unreadable(format!(
                    "action {action} is out of range: they are 0 to {last}"
                ))
            };
            let known = (index < width).then_some(Action(index as u16));
            let refusal = known.map_or_else(out_of_range, |action| {
                let position = self.position(game);
                position.refusal(action).unwrap_or_else(|| {
                    let text = position.move_text(action);
                    Refusal::new("E5", format!("{text} is not legal"))
                })
            });
            return Err(RefusedStep { game, refusal });
        }
        Ok(())
    }

    /// Plays one action in every game of the mask (in all without one); if any action is refused, in
    /// none. Games outside the mask do not change, and their rewards are 0.
    pub fn step(&mut self, actions: &[i32], which: Mask<'_>) -> Result<(), RefusedStep> {
        self.advance(actions, which, false, None)
    }

    /// As [`Batch::step`], but games of the mask that are over begin their next episode instead.
    pub fn step_or_reset(&mut self, actions: &[i32], which: Mask<'_>) -> Result<(), RefusedStep> {
        self.advance(actions, which, true, None)
    }

    /// As [`Batch::step`], or with `begin` as [`Batch::step_or_reset`]; writes the observations of all
    /// games into `out`, as [`Batch::observe`] does.
    pub fn step_with_observations(
        &mut self,
        actions: &[i32],
        which: Mask<'_>,
        begin: bool,
        out: &mut [u8],
    ) -> Result<(), RefusedStep> {
        let width: usize = self.info.observation_shape.iter().product();
        assert_eq!(
            out.len(),
            self.len() * width,
            "out has a place for an observation of each game"
        );
        if self.watched {
            self.advance(actions, which, begin, None)?;
            out.copy_from_slice(&self.observations);
            return Ok(());
        }
        self.advance(actions, which, begin, Some(out))
    }

    fn advance(
        &mut self,
        actions: &[i32],
        which: Mask<'_>,
        begin: bool,
        out: Option<&mut [u8]>,
    ) -> Result<(), RefusedStep> {
        assert_eq!(actions.len(), self.len(), "one action for each game");
        self.check(actions, which)?;
        let (how, new) = (self.manner, out.is_some());
        self.each_into(out, 0..actions.len(), Drawer::default, |rules, drawer, game, mut row| {
            if new {
                row.observation.fill(0);
            }
            let (plays, over) = (which.is_none_or(|which| which[game]), *row.player == OVER);
            match (plays, over, begin) {
                (true, false, _) => row.step(actions[game], drawer, how),
                (true, true, true) => row.begin_next(rules, drawer, how),
                _ => {
                    row.rewards.fill(0.0);
                    if new {
                        row.refresh_observation();
                    }
                }
            }
        });
        Ok(())
    }

    /// Gives the caller one seat of each game: `seats[game]`, or every seat if it is -1. Observations
    /// after the end are written from that seat. With `others`, the remaining seats are played at
    /// random from the game's own stream, now and after every step and reset, until the caller's seat
    /// is to decide. Games in which the caller already has this seat and is to decide do not change.
    pub fn control(&mut self, seats: &[i8], others: bool) {
        assert_eq!(seats.len(), self.len(), "one seat for each game");
        self.manner.others = others;
        let how = self.manner;
        self.each(0..seats.len(), Drawer::default, |_, drawer, game, mut row| {
            row.control(u8::try_from(seats[game]).ok().map(Player), drawer, how);
        });
    }

    /// Starts a new episode in the games of the mask, or in all: the first one of a new seed if
    /// seeds are given, else the next one of the seed they have.
    pub fn reset(&mut self, which: Mask<'_>, seeds: Option<&[u64]>) {
        self.reset_at(which, seeds, None);
    }

    /// The same; game i begins this one episode at position i, where one is given for each.
    pub fn reset_at(
        &mut self,
        which: Mask<'_>,
        seeds: Option<&[u64]>,
        starts: Option<&[R::Position]>,
    ) {
        let how = self.manner;
        self.each(0..self.len(), Drawer::default, |rules, drawer, game, row| {
            if which.is_some_and(|which| !which[game]) {
                return;
            }
            let mut row = row;
            row.game.turn_to(seeds.map(|seeds| seeds[game]));
            row.game.once = starts.map(|starts| Box::new(starts[game].clone()));
            row.begin(rules, drawer, how);
        });
    }

    /// Plays `turns` turns at random, or to the end, in some of the games.
    pub fn play_random(&mut self, games: Range<usize>, turns: Option<u32>) {
        let keep = self.manner.keep;
        self.each(games, Drawer::default, |_, drawer, _, mut row| {
            row.play_random(drawer, turns, keep);
        });
    }

    /// The same to the end; games that have not begun are played by the simulator, if there is one.
    pub(crate) fn play_out(&mut self, games: Range<usize>) {
        let keep = self.manner.keep;
        match self.simulator.clone() {
            None => self.play_random(games, None),
            Some(simulator) => self.in_pieces(None, games, |_, rows, strides| {
                whole::play_out(&*simulator, rows, strides, keep);
            }),
        }
    }

    /// Fills the observations, now and after every step from here on.
    pub fn enable_observations(&mut self) {
        let _ = self.enable_observations_while(&mut || ControlFlow::Continue(()));
    }

    /// The same; `look` is asked now and then whether to go on. Broken off, nothing has changed.
    pub fn enable_observations_while(&mut self, look: Look<'_>) -> ControlFlow<()> {
        if self.watched {
            return ControlFlow::Continue(());
        }
        let width: usize = self.info.observation_shape.iter().product();
        // Their memory was reserved when the batch was made: it does not move.
        let mut seen = std::mem::take(&mut self.observations);
        let done = in_short_pieces(self.len(), |games| {
            seen.resize(games.end * width, 0);
            self.refresh_observations(&mut seen, games);
            look()
        });
        if done.is_break() {
            seen.clear();
        }
        self.observations = seen;
        self.watched = done.is_continue();
        done
    }

    /// Writes the observations of some games into an array of all of them.
    fn refresh_observations(&mut self, seen: &mut [u8], games: Range<usize>) {
        let look_at = |_: &R, (): &mut (), _: usize, mut row: Slot<'_, R::Position>| {
            row.observation.fill(0);
            row.refresh_observation();
        };
        self.each_into(Some(seen), games, || (), look_at);
    }

    /// Whose view the observation of a game is: who is to decide; after the end the caller, if he
    /// sits, or who decided last.
    pub fn perspective(&self, game: usize) -> Player {
        let BatchGame { seat, actor, .. } = self.games[game];
        let over = seat.unwrap_or(actor);
        u8::try_from(self.players[game]).map_or(over, Player)
    }

    /// The reward of the last step for the perspective of each game; returns how many games are over.
    pub fn own_rewards(&self, out: &mut [f64]) -> usize {
        assert_eq!(out.len(), self.len(), "one number for each game");
        out.fill(0.0);
        let players = self.info.num_players;
        let over = |&game: &usize| self.players[game] == OVER;
        (0..out.len())
            .filter(over)
            .map(|game| {
                let reward = self.rewards[game * players + self.perspective(game).index()];
                out[game] = f64::from(reward);
            })
            .count()
    }

    /// Writes the observations, game after game, into `out`; they are not kept up to date.
    pub fn observe(&mut self, out: &mut [u8]) {
        let _ = self.observe_while(out, &mut || ControlFlow::Continue(()));
    }

    /// The same; `look` is asked now and then whether to go on.
    pub fn observe_while(&mut self, out: &mut [u8], look: Look<'_>) -> ControlFlow<()> {
        let width: usize = self.info.observation_shape.iter().product();
        assert_eq!(
            out.len(),
            self.len() * width,
            "out has a place for an observation of each game"
        );
        in_short_pieces(self.len(), |games| {
            self.refresh_observations(out, games);
            look()
        })
    }
}
