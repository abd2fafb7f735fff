//! Many games at once: their boards, masks and returns lie in one block of memory each, brought up
//! to date after every step.
//!
//! A finished game ignores its action; chance (E10) is drawn by the batch; a refused step changes
//! no game at all. Starting finished games anew is the caller's: [`Batch::reset`].

use std::collections::TryReserveError;
use std::ops::Range;

use crate::games::{AnyPosition, Registered};
use crate::playout::Drawer;
use crate::pool;
use crate::position::{Action, Decider, Facts, Player, Position, Refusal, Rules};
use crate::stream::{Stream, episode_seed};
use crate::with_game;

/// What `players` says of a game that is over.
pub const OVER: i8 = -2;

/// Handing work to other threads costs more than so many games take in one.
const SERIAL: usize = 64;

/// One game: where it stands and where its chance comes from.
struct Game<P> {
    position: P,
    stream: Stream,
    seed: u64,
    episode: u64,
    /// The seat of the caller, if the others are somebody else's.
    seat: Option<Player>,
    /// The seat that decided last: whose view is shown after the end.
    actor: Player,
}

/// The arrays of a batch, game by game.
pub struct Arrays<'a> {
    /// The boards, as [`Position::fill_board`] writes them.
    pub boards: &'a mut [i8],
    /// The legal actions.
    pub masks: &'a mut [bool],
    /// The seat to decide; [`OVER`] after the end.
    pub players: &'a mut [i8],
    /// The returns by seat, on the step that ended the game only.
    pub rewards: &'a mut [f32],
    /// Over by the rules.
    pub terminated: &'a mut [bool],
    /// Over by a limit (N16).
    pub truncated: &'a mut [bool],
    /// The observation of the seat to decide, after the end of the one that decided last (or of
    /// the caller's, see [`Batch::sit`]); zeros until they are watched.
    pub observations: &'a mut [u8],
}

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
    facts: Facts,
    threads: usize,
    watched: bool,
    /// Seats that are not the caller's play at random.
    others: bool,
    games: Vec<Game<R::Position>>,
    boards: Vec<i8>,
    masks: Vec<bool>,
    players: Vec<i8>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    observations: Vec<u8>,
}

/// How wide each array is for one game.
#[derive(Clone, Copy)]
struct Widths {
    points: usize,
    actions: usize,
    players: usize,
    observation: usize,
}

/// Some games with their part of the arrays.
struct Rows<'a, P> {
    first: usize,
    games: &'a mut [Game<P>],
    arrays: Arrays<'a>,
}

/// Which games a step plays.
pub type Mask<'a> = Option<&'a [bool]>;

/// One game with its part of the arrays.
struct Row<'a, P> {
    game: &'a mut Game<P>,
    board: &'a mut [i8],
    mask: &'a mut [bool],
    player: &'a mut i8,
    rewards: &'a mut [f32],
    terminated: &'a mut bool,
    truncated: &'a mut bool,
    /// Empty while nobody watches.
    observation: &'a mut [u8],
}

impl<P: Position> Row<'_, P> {
    /// Draws while a die is due, and for the other seats if they play at random; then says who
    /// decides and what it came to.
    fn settle(&mut self, drawer: &mut Drawer, others: bool) {
        let Game { position, stream, seat, .. } = &mut *self.game;
        let drawn = |decider| match decider {
            Decider::Player(player) => others && seat.is_some_and(|seat| seat != player),
            Decider::Chance => true,
            Decider::Over => false,
        };
        while drawn(position.decider()) {
            drawer.reset();
            let action = drawer.step(position, stream);
            position.refresh(action, self.board, self.mask);
        }
        self.judge();
    }

    fn judge(&mut self) {
        let position = &self.game.position;
        let viewer = match position.decider() {
            Decider::Player(player) => {
                *self.player = player.0 as i8;
                self.game.actor = player;
                player
            }
            Decider::Chance | Decider::Over => {
                *self.player = OVER;
                position.returns(self.rewards);
                let ending = position.outcome();
                let limit = ending.is_some_and(|ending| ending.termination.is_truncation());
                (*self.truncated, *self.terminated) = (limit, !limit);
                self.game.seat.unwrap_or(self.game.actor)
            }
        };
        if !self.observation.is_empty() {
            position.fill_observation(viewer, self.observation);
        }
    }

    fn fill(&mut self) {
        self.game.position.fill_board(self.board);
        self.game.position.fill_mask(self.mask);
    }

    fn begin<R: Rules<Position = P>>(&mut self, rules: &R, drawer: &mut Drawer, others: bool) {
        let game = &mut *self.game;
        game.stream = Stream::new(episode_seed(game.seed, game.episode));
        game.position = rules.start(&mut game.stream);
        self.rewards.fill(0.0);
        (*self.terminated, *self.truncated) = (false, false);
        self.fill();
        self.settle(drawer, others);
    }

    fn step(&mut self, action: i32, drawer: &mut Drawer, others: bool) {
        self.rewards.fill(0.0);
        if *self.player == OVER {
            return;
        }
        let action = Action(action as u16);
        self.game.position.play_unchecked(action);
        self.game.position.refresh(action, self.board, self.mask);
        self.settle(drawer, others);
    }

    fn play_random(&mut self, drawer: &mut Drawer, turns: Option<u32>) {
        self.rewards.fill(0.0);
        if *self.player == OVER {
            return;
        }
        let game = &mut *self.game;
        let until = turns.map_or(u32::MAX, |turns| game.position.turns().saturating_add(turns));
        drawer.reset();
        while game.position.decider() != Decider::Over && game.position.turns() < until {
            drawer.step(&mut game.position, &mut game.stream);
        }
        self.fill();
        self.settle(drawer, false);
    }
}

fn split<T>(slice: &mut [T], at: usize) -> (&mut [T], &mut [T]) {
    // Nobody watches the observations: there are none to split.
    let at = at.min(slice.len());
    slice.split_at_mut(at)
}

impl<P: Position> Rows<'_, P> {
    fn split(self, at: usize, widths: Widths) -> (Self, Self) {
        let (games, more_games) = self.games.split_at_mut(at);
        let (boards, more_boards) = split(self.arrays.boards, at * widths.points);
        let (masks, more_masks) = split(self.arrays.masks, at * widths.actions);
        let (players, more_players) = split(self.arrays.players, at);
        let (rewards, more_rewards) = split(self.arrays.rewards, at * widths.players);
        let (terminated, more_terminated) = split(self.arrays.terminated, at);
        let (truncated, more_truncated) = split(self.arrays.truncated, at);
        let (observations, more_observations) =
            split(self.arrays.observations, at * widths.observation);
        let part = |first, games, arrays| Self { first, games, arrays };
        (
            part(
                self.first,
                games,
                Arrays { boards, masks, players, rewards, terminated, truncated, observations },
            ),
            part(
                self.first + at,
                more_games,
                Arrays {
                    boards: more_boards,
                    masks: more_masks,
                    players: more_players,
                    rewards: more_rewards,
                    terminated: more_terminated,
                    truncated: more_truncated,
                    observations: more_observations,
                },
            ),
        )
    }

    /// Calls `work` with every game and its index; halves the games between threads while they
    /// are many.
    fn each<S>(
        self,
        widths: Widths,
        piece: usize,
        prepare: &(impl Fn() -> S + Sync),
        work: &(impl Fn(&mut S, usize, Row<'_, P>) + Sync),
    ) {
        if self.games.len() > piece {
            let half = self.games.len() / 2;
            let (one, other) = self.split(half, widths);
            rayon::join(
                || one.each(widths, piece, prepare, work),
                || other.each(widths, piece, prepare, work),
            );
            return;
        }
        let mut state = prepare();
        let Arrays { boards, masks, players, rewards, terminated, truncated, mut observations } =
            self.arrays;
        let rows = self
            .games
            .iter_mut()
            .zip(boards.chunks_mut(widths.points))
            .zip(masks.chunks_mut(widths.actions))
            .zip(players)
            .zip(rewards.chunks_mut(widths.players))
            .zip(terminated)
            .zip(truncated)
            .enumerate();
        for (index, ((((((game, board), mask), player), rewards), terminated), truncated)) in rows {
            let observation;
            (observation, observations) = split(observations, widths.observation);
            let row =
                Row { game, board, mask, player, rewards, terminated, truncated, observation };
            work(&mut state, self.first + index, row);
        }
    }
}

/// A block of memory, or the news that there is not enough.
fn block<T: Clone>(value: T, length: Option<usize>) -> Result<Vec<T>, TryReserveError> {
    let mut block = Vec::new();
    block.try_reserve_exact(length.unwrap_or(usize::MAX))?;
    block.resize(length.unwrap_or(0), value);
    Ok(block)
}

impl<R: Rules> Batch<R> {
    /// One game for each seed, all at the start of their first episode. An error if there is not
    /// enough memory.
    pub fn new(rules: R, seeds: &[u64]) -> Result<Self, TryReserveError> {
        let facts = rules.facts();
        let games = seeds.len();
        let cells = facts.board_shape.iter().product();
        let observation = facts.observation_shape.iter().product();
        let start = |&seed| {
            let mut stream = Stream::new(seed);
            let position = rules.start(&mut stream);
            Game { position, stream, seed, episode: 0, seat: None, actor: Player(0) }
        };
        let mut list = Vec::new();
        list.try_reserve_exact(games)?;
        let mut batch = Self {
            boards: block(0, games.checked_mul(cells))?,
            masks: block(false, games.checked_mul(facts.num_actions))?,
            players: block(0, Some(games))?,
            rewards: block(0.0, games.checked_mul(facts.num_players))?,
            terminated: block(false, Some(games))?,
            truncated: block(false, Some(games))?,
            observations: block(0, games.checked_mul(observation))?,
            threads: pool::thread_count(None),
            watched: false,
            others: false,
            games: list,
            facts,
            rules: rules.clone(),
        };
        batch.games.extend(seeds.iter().map(start));
        batch.each(0..games, Drawer::default, |rules, drawer, _, mut row| {
            row.begin(rules, drawer, false);
        });
        Ok(batch)
    }

    fn each<S>(
        &mut self,
        games: Range<usize>,
        prepare: impl Fn() -> S + Sync,
        work: impl Fn(&R, &mut S, usize, Row<'_, R::Position>) + Sync,
    ) {
        let widths = Widths {
            points: self.facts.board_shape.iter().product(),
            actions: self.facts.num_actions,
            players: self.facts.num_players,
            observation: if self.watched {
                self.facts.observation_shape.iter().product()
            } else {
                0
            },
        };
        let (rules, threads) = (&self.rules, self.threads);
        let observations =
            if self.watched { &mut self.observations[..] } else { Default::default() };
        let all = Rows {
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
        let (before, _) = all.split(games.end, widths);
        let (_, rows) = before.split(games.start, widths);
        let work = |state: &mut S, index: usize, row: Row<'_, R::Position>| {
            work(rules, state, index, row);
        };
        let count = games.len();
        if count <= SERIAL || threads <= 1 {
            rows.each(widths, count.max(1), &prepare, &work);
        } else {
            let piece = (count / (4 * threads)).max(SERIAL / 2);
            pool::install(threads, || rows.each(widths, piece, &prepare, &work));
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
        let width = self.facts.num_actions;
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

    /// Plays one action in every game of the mask (or in all), or none at all. The others stand
    /// still and have no rewards.
    pub fn step(&mut self, actions: &[i32], which: Mask<'_>) -> Result<(), RefusedStep> {
        assert_eq!(actions.len(), self.len(), "one action for each game");
        self.check(actions, which)?;
        let others = self.others;
        self.each(0..actions.len(), Drawer::default, |_, drawer, game, mut row| {
            if which.is_none_or(|which| which[game]) {
                row.step(actions[game], drawer, others);
            } else {
                row.rewards.fill(0.0);
            }
        });
        Ok(())
    }

    /// Gives the caller one seat in each game (-1: every seat). Observations after the end are that
    /// seat's; if `others`, the remaining seats play at random from the game's own stream, now and
    /// after every step and reset, until the caller's is to decide.
    pub fn sit(&mut self, seats: &[i8], others: bool) {
        assert_eq!(seats.len(), self.len(), "one seat for each game");
        self.others = others;
        self.each(0..seats.len(), Drawer::default, |_, drawer, game, mut row| {
            row.game.seat = u8::try_from(seats[game]).ok().map(Player);
            if *row.player == OVER {
                row.look();
            } else {
                row.settle(drawer, others);
            }
        });
    }

    /// Starts a new episode in the games of the mask, or in all: the first one of a new seed if
    /// seeds are given, else the next one of the seed they have.
    pub fn reset(&mut self, which: Mask<'_>, seeds: Option<&[u64]>) {
        let chosen = |game: usize| which.is_none_or(|which| which[game]);
        let others = self.others;
        self.each(0..self.len(), Drawer::default, |rules, drawer, game, mut row| {
            if chosen(game) {
                row.game.episode += 1;
                if let Some(seeds) = seeds {
                    (row.game.seed, row.game.episode) = (seeds[game], 0);
                }
                row.begin(rules, drawer, others);
            }
        });
    }

    /// Plays so many turns at random, or to the end, in some of the games.
    pub fn play_random(&mut self, games: Range<usize>, turns: Option<u32>) {
        self.each(games, Drawer::default, |_, drawer, _, mut row| row.play_random(drawer, turns));
    }

    /// Fills the observations, now and after every step from here on.
    pub fn watch(&mut self) {
        if !self.watched {
            self.watched = true;
            self.each(0..self.len(), || (), |_, (), _, mut row| row.look());
        }
    }
}

impl<P: Position> Row<'_, P> {
    fn look(&mut self) {
        if self.observation.is_empty() {
            return;
        }
        let over = self.game.seat.unwrap_or(self.game.actor);
        let viewer = u8::try_from(*self.player).map_or(over, Player);
        self.game.position.fill_observation(viewer, self.observation);
    }
}

/// A batch of any game: one call through the table for a whole step.
pub trait AnyBatch: Send {
    /// What holds for every position.
    fn facts(&self) -> &Facts;
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
    /// See [`Batch::sit`].
    fn sit(&mut self, seats: &[i8], others: bool);
    /// See [`Batch::reset`].
    fn reset(&mut self, which: Mask<'_>, seeds: Option<&[u64]>);
    /// See [`Batch::play_random`].
    fn play_random(&mut self, games: Range<usize>, turns: Option<u32>);
    /// See [`Batch::watch`].
    fn watch(&mut self);
}

impl<R> AnyBatch for Batch<R>
where
    R: Rules,
    R::Position: Registered,
{
    fn facts(&self) -> &Facts {
        &self.facts
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
    fn sit(&mut self, seats: &[i8], others: bool) {
        Batch::sit(self, seats, others);
    }
    fn reset(&mut self, which: Mask<'_>, seeds: Option<&[u64]>) {
        Batch::reset(self, which, seeds);
    }
    fn play_random(&mut self, games: Range<usize>, turns: Option<u32>) {
        Batch::play_random(self, games, turns);
    }
    fn watch(&mut self) {
        Batch::watch(self);
    }
}

/// A batch of the rules of any game.
pub fn any(
    rules: &crate::games::Rules,
    seeds: &[u64],
) -> Result<Box<dyn AnyBatch>, TryReserveError> {
    use crate::games::Rules;
    Ok(with_game!(Rules, rules, rules => Box::new(Batch::new(rules.clone(), seeds)?)))
}
