//! Random play: whole games, each from its own seed, the same on any machine and for any number of
//! threads. How an action is sampled is written down in `docs/random-play.md`.

mod fast;

use std::ops::ControlFlow;
use std::time::Duration;

pub use self::fast::{finisher, simulator, simulator_at};
use crate::games::{AnyPosition, Game, Registered, Rules};
use crate::pool::{self, Pieces};
use crate::position::{Action, Decider, Position, RandomPlay};
pub use crate::simulator::{Finisher, GameResult, NO_ACTION, Part, Results, Simulator};
use crate::stream::{REDRAWS, Stream, game_seed};

/// Samples actions uniformly from the legal ones, never `pass` while another is legal.
#[derive(Clone, Debug, Default)]
pub struct Sampler {
    /// The empty points in their order of sampling, while `listed`.
    points: Vec<u16>,
    listed: bool,
    actions: Vec<Action>,
}

impl Sampler {
    /// Forgets the position it was sampling from, not its memory.
    pub fn reset(&mut self) {
        self.points.clear();
        self.listed = false;
    }

    /// Samples an action of a position that is not over and plays it.
    #[inline]
    pub fn step<P: RandomPlay>(&mut self, position: &mut P, stream: &mut Stream) -> Action {
        if !position.is_free() {
            self.listed = false;
            let action = position.sample_legal(stream, &mut self.actions);
            position.play_unchecked(action);
            return action;
        }
        if !self.listed {
            self.points.clear();
            position.free_points(&mut self.points);
            self.listed = true;
        }
        let action = self.sample_point(position, stream);
        position.play_unchecked(action);
        self.points.extend(position.captured());
        action
    }

    /// Samples from the list of empty points: the last one takes the place of the one sampled.
    #[inline]
    fn sample_point<P: RandomPlay>(&mut self, position: &P, stream: &mut Stream) -> Action {
        if !self.points.is_empty() {
            for _ in 0..=REDRAWS {
                let index = stream.below(self.points.len());
                let action = Action(self.points[index]);
                if position.is_legal(action) {
                    self.points.swap_remove(index);
                    return action;
                }
            }
        }
        position.legal_actions(&mut self.actions);
        // Beside points only `pass` is legal here, and it comes last.
        if self.actions.len() > 1
            && let Some(last) = self.actions.last()
            && !self.points.contains(&last.0)
        {
            self.actions.pop();
        }
        let action = self.actions[stream.below(self.actions.len())];
        if let Some(index) = self.points.iter().position(|&point| point == action.0) {
            self.points.swap_remove(index);
        }
        action
    }

    /// Plays to the end; calls `note` with every action.
    #[inline]
    pub fn finish<P: RandomPlay>(
        &mut self,
        position: &mut P,
        stream: &mut Stream,
        mut note: impl FnMut(Action),
    ) {
        self.reset();
        while position.decider() != Decider::Over {
            note(self.step(position, stream));
        }
    }
}

/// Where the games of a sequence start.
#[derive(Clone, Debug)]
pub enum Source {
    /// At the start of the rules, each set up from its own seed.
    Rules,
    /// At this position.
    Position(Box<AnyPosition>),
    /// At several positions, the same number of games at each: those at position j are the games of its own
    /// sequence, and follow those at position j - 1.
    Positions(Box<[AnyPosition]>, usize),
}

/// An endless sequence of random games: game i depends on (rules, source, seed, i) alone.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The rules.
    pub game: Game,
    /// Where the games start.
    pub source: Source,
    /// The seed of the sequence.
    pub seed: u64,
}

impl Sequence {
    /// The seed of a game.
    pub fn seed_of(&self, index: u64) -> u64 {
        game_seed(self.seed, index)
    }

    /// Game `index` of those that begin with `first`: which of the positions it starts at, and its
    /// number in the sequence of that position.
    fn place(&self, first: u64, index: u64) -> (usize, u64) {
        match &self.source {
            Source::Positions(_, each) => {
                let each = *each as u64;
                ((index / each) as usize, first + index % each)
            }
            Source::Rules | Source::Position(_) => (0, first + index),
        }
    }

    /// Games `first .. first + games`, by `threads` threads. About every tenth of a second `tick`
    /// gets how many are done and may break off, which gives `None`.
    pub fn play(
        &self,
        first: u64,
        games: usize,
        threads: usize,
        tick: impl FnMut(usize) -> ControlFlow<()>,
    ) -> Option<Results> {
        self.play_keeping(0, first, games, threads, tick)
    }

    /// The same, keeping the first `kept` actions of each game.
    pub fn play_keeping(
        &self,
        prefix_len: usize,
        first: u64,
        games: usize,
        threads: usize,
        mut tick: impl FnMut(usize) -> ControlFlow<()>,
    ) -> Option<Results> {
        let players = self.game.rules.info().num_players;
        let mut results = Results::with_games(games, players, prefix_len);
        let simulator = self.simulator();
        let pieces = Pieces {
            first: 64 * threads,
            min: threads,
            short: Duration::from_millis(40),
            long: Duration::from_millis(120),
        };
        let played = pieces.each(games, |piece| {
            let done = piece.end;
            self.play_piece(
                simulator.as_deref(),
                first,
                results.part(piece, players, prefix_len),
                threads,
            );
            tick(done)
        });
        played.is_continue().then_some(results)
    }

    fn play_piece(
        &self,
        simulator: Option<&dyn Simulator>,
        first: u64,
        piece: Part<'_>,
        threads: usize,
    ) {
        let Some(pool) = pool::get(threads) else {
            self.play_task(simulator, first, piece);
            return;
        };
        // A task is short against a piece and handed out by itself: some cores are slower than
        // others, and none should wait long. It is long against what it takes to begin, which is
        // much for a simulator; but few games are shared by all threads too.
        let games = piece.seeds.len();
        let min = if simulator.is_some() { 128 } else { 1 };
        let task = (games / (32 * threads)).clamp(min, 2048).min(games.div_ceil(4 * threads));
        pool.install(|| piece.each_task(task, |part| self.play_task(simulator, first, part)));
    }

    /// One task: by the simulator if there is one, else by the generic loop.
    fn play_task(&self, simulator: Option<&dyn Simulator>, first: u64, mut part: Part<'_>) {
        for (seed, index) in part.seeds.iter_mut().zip(part.begin as u64..) {
            *seed = self.seed_of(self.place(first, index).1);
        }
        part.before = simulator.map_or(0, Simulator::turns_before);
        match simulator {
            Some(simulator) if part.prefix_len == 0 => simulator.fill(&mut part),
            Some(simulator) => {
                let (seeds, mut index) = (part.take_seeds(), 0);
                simulator.play_traced(seeds, &mut |result, trace| {
                    part.note(index, result);
                    part.note_first(index, result, trace);
                    index += 1;
                });
            }
            None => with_game!(Rules, &self.game.rules, rules => self.play_all(rules, part)),
        }
    }

    fn simulator(&self) -> Option<Box<dyn Simulator>> {
        match &self.source {
            Source::Rules => simulator(&self.game.rules),
            Source::Position(position) => simulator_at(&self.game.rules, position),
            Source::Positions(..) => None,
        }
    }

    /// The generic loop: one game after the other, of one type, in one thread.
    fn play_all<R>(&self, rules: &R, part: Part<'_>)
    where
        R: crate::position::Rules,
        R::Position: Registered,
    {
        let (mut sampler, mut whole) = (Sampler::default(), Vec::new());
        for (index, &seed) in part.seeds.iter().enumerate() {
            let (at, _) = self.place(0, (part.begin + index) as u64);
            let (mut position, mut stream) = self.start(rules, seed, at);
            let first =
                &mut part.first_actions[index * part.prefix_len..(index + 1) * part.prefix_len];
            let mut actions = 0;
            let note = |action: Action| {
                if let Some(place) = first.get_mut(usize::from(actions)) {
                    *place = action.0;
                }
                actions += 1;
            };
            self.finish(&mut position, &mut stream, &mut sampler, &mut whole, note);
            position.returns(&mut part.returns[index * part.players..(index + 1) * part.players]);
            part.turns[index] = position.turns() as u16;
            part.actions[index] = actions;
            if let Some(outcome) = position.outcome() {
                part.termination[index] = outcome.termination as u8;
                part.winners[index] =
                    outcome.winners.iter().fold(0, |bits, winner| bits | 1 << winner.0);
            }
        }
    }

    /// The start of the game of a seed; `at` is which of the positions, if there are several.
    fn start<R>(&self, rules: &R, seed: u64, at: usize) -> (R::Position, Stream)
    where
        R: crate::position::Rules,
        R::Position: Registered,
    {
        let mut stream = Stream::new(seed);
        let any = match &self.source {
            Source::Rules => return (rules.start(&mut stream), stream),
            Source::Position(any) => any,
            Source::Positions(list, _) => &list[at],
        };
        let position = R::Position::inside(any).expect("the source is of these rules").clone();
        (position, stream)
    }

    /// Plays a game to its end: sampled as a whole where its rules do so at their start, else move
    /// by move.
    fn finish<P: RandomPlay>(
        &self,
        position: &mut P,
        stream: &mut Stream,
        sampler: &mut Sampler,
        whole: &mut Vec<Action>,
        mut note: impl FnMut(Action),
    ) {
        if matches!(self.source, Source::Rules) && position.sample_game(stream, whole) {
            for &action in &*whole {
                position.play_unchecked(action);
                note(action);
            }
        } else {
            sampler.finish(position, stream, note);
        }
    }

    /// Start and actions of game `index`, played again.
    pub fn game(&self, index: u64) -> (AnyPosition, Vec<Action>) {
        self.game_of(0, index)
    }

    /// The same for game `index` of those that [`Sequence::play`] plays from `first` on.
    pub fn game_of(&self, first: u64, index: u64) -> (AnyPosition, Vec<Action>) {
        let (at, number) = self.place(first, index);
        with_game!(Rules, &self.game.rules, rules => {
            let (mut position, mut stream) = self.start(rules, self.seed_of(number), at);
            let (start, mut actions) = (position.clone(), Vec::new());
            let (mut sampler, mut whole) = (Sampler::default(), Vec::new());
            let note = |action| actions.push(action);
            self.finish(&mut position, &mut stream, &mut sampler, &mut whole, note);
            (start.into(), actions)
        })
    }
}
