//! Random play: whole games, each from its own seed, the same on any machine and for any number of
//! threads. How an action is drawn is written down in `docs/random-play.md`.

use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::games::{AnyPosition, Game, Registered, Rules};
use crate::kernels::{self, Ending, Kernel};
use crate::pool;
use crate::position::{Action, Decider, Position};
use crate::stream::{REDRAWS, Stream, game_seed};
use crate::with_game;

/// Draws actions uniformly from the legal ones, never `pass` while another is legal.
#[derive(Clone, Debug, Default)]
pub struct Drawer {
    /// The empty points in their order of drawing, while `listed`.
    points: Vec<u16>,
    listed: bool,
    actions: Vec<Action>,
}

impl Drawer {
    /// Forgets the position it was drawing for, not its memory.
    pub fn reset(&mut self) {
        self.points.clear();
        self.listed = false;
    }

    /// Draws an action of a position that is not over and plays it.
    #[inline]
    pub fn step<P: Position>(&mut self, position: &mut P, stream: &mut Stream) -> Action {
        if !position.is_free() {
            self.listed = false;
            let action = position.draw_legal(stream, &mut self.actions);
            position.play_unchecked(action);
            return action;
        }
        if !self.listed {
            self.points.clear();
            position.free_points(&mut self.points);
            self.listed = true;
        }
        let action = self.draw_point(position, stream);
        position.play_unchecked(action);
        self.points.extend(position.captured());
        action
    }

    /// Draws from the list of empty points: the last one takes the place of the one drawn.
    #[inline]
    fn draw_point<P: Position>(&mut self, position: &P, stream: &mut Stream) -> Action {
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
    pub fn finish<P: Position>(
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
    fn with_games(
        games: usize,
        players: usize,
        kept: usize,
        seeds: impl Iterator<Item = u64>,
    ) -> Self {
        Self {
            returns: vec![0.0; games * players],
            turns: vec![0; games],
            actions: vec![0; games],
            termination: vec![0; games],
            winners: vec![0; games],
            first_actions: vec![NO_ACTION; games * kept],
            seeds: seeds.take(games).collect(),
        }
    }

    /// The places of some games.
    fn part(&mut self, games: Range<usize>, players: usize, kept: usize) -> Part<'_> {
        Part {
            players,
            kept,
            seeds: &self.seeds[games.clone()],
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
struct Part<'a> {
    players: usize,
    kept: usize,
    seeds: &'a [u64],
    returns: &'a mut [f32],
    turns: &'a mut [u16],
    actions: &'a mut [u16],
    termination: &'a mut [u8],
    winners: &'a mut [u8],
    first_actions: &'a mut [u16],
}

impl<'a> Part<'a> {
    /// Writes down how game `index` ended.
    fn note(&mut self, index: usize, ending: Ending) {
        // Who wins is as good as a toss of a coin: looked up, since a branch would be guessed.
        const RETURNS: [[f32; 2]; 3] = [[0.0, 0.0], [1.0, -1.0], [-1.0, 1.0]];
        let winner = ending.winner.map_or(0, |seat| 1 + seat);
        let returns = &mut self.returns[2 * index..2 * index + 2];
        [returns[0], returns[1]] = RETURNS[usize::from(winner)];
        self.winners[index] = winner;
        self.turns[index] = ending.turns;
        self.actions[index] = ending.turns;
        self.termination[index] = ending.termination as u8;
    }

    /// Writes down how each game began; a kernel draws its first stones again.
    fn note_openings(&mut self, kernel: &Kernel) {
        if self.kept == 0 {
            return;
        }
        let openings = self.first_actions.chunks_mut(self.kept);
        let mut moved = Vec::new();
        for ((opening, &seed), &actions) in openings.zip(self.seeds).zip(&*self.actions) {
            let length = self.kept.min(usize::from(actions));
            kernel.opening(seed, &mut opening[..length], &mut moved);
        }
    }

    /// The first so many games, and the others.
    fn split(self, games: usize) -> (Self, Self) {
        let (players, kept) = (self.players, self.kept);
        let seeds = self.seeds.split_at(games);
        let returns = self.returns.split_at_mut(games * players);
        let turns = self.turns.split_at_mut(games);
        let actions = self.actions.split_at_mut(games);
        let termination = self.termination.split_at_mut(games);
        let winners = self.winners.split_at_mut(games);
        let first_actions = self.first_actions.split_at_mut(games * kept);
        let side = |seeds: &'a [u64],
                    returns: &'a mut [f32],
                    [turns, actions, first_actions]: [&'a mut [u16]; 3],
                    [termination, winners]: [&'a mut [u8]; 2]| Part {
            players,
            kept,
            seeds,
            returns,
            turns,
            actions,
            termination,
            winners,
            first_actions,
        };
        let sixteens = [turns.0, actions.0, first_actions.0];
        let head = side(seeds.0, returns.0, sixteens, [termination.0, winners.0]);
        let sixteens = [turns.1, actions.1, first_actions.1];
        let tail = side(seeds.1, returns.1, sixteens, [termination.1, winners.1]);
        (head, tail)
    }

    /// The games in tasks of so many.
    fn tasks(self, games: usize) -> Vec<Self> {
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

impl Sequence {
    /// The seed of a game.
    pub fn seed_of(&self, index: u64) -> u64 {
        game_seed(self.seed, index)
    }

    /// Games `first .. first + games`, by so many threads. Every tenth of a second or so `pulse`
    /// hears how many are done and may break off, which gives `None`.
    pub fn play(
        &self,
        first: u64,
        games: usize,
        threads: usize,
        pulse: impl FnMut(usize) -> ControlFlow<()>,
    ) -> Option<Results> {
        self.play_keeping(0, first, games, threads, pulse)
    }

    /// The same, keeping the first `kept` actions of each game.
    pub fn play_keeping(
        &self,
        kept: usize,
        first: u64,
        games: usize,
        threads: usize,
        mut pulse: impl FnMut(usize) -> ControlFlow<()>,
    ) -> Option<Results> {
        let players = self.game.rules.facts().num_players;
        let seeds = (first..).map(|index| self.seed_of(index));
        let mut results = Results::with_games(games, players, kept, seeds);
        let (mut done, mut piece) = (0, 64 * threads);
        while done < games {
            let end = games.min(done + piece);
            let began = Instant::now();
            self.play_piece(results.part(done..end, players, kept), threads);
            if began.elapsed() < Duration::from_millis(40) {
                piece *= 2;
            } else if began.elapsed() > Duration::from_millis(120) {
                piece = (piece / 2).max(threads);
            }
            done = end;
            if pulse(done).is_break() {
                return None;
            }
        }
        Some(results)
    }

    fn play_piece(&self, piece: Part<'_>, threads: usize) {
        if threads <= 1 {
            self.play_task(piece);
        } else {
            // A task is long against the cost of handing it out, and short against a piece.
            let task = (piece.seeds.len() / (4 * threads)).clamp(1, 1024);
            pool::install(threads, || {
                piece.tasks(task).into_par_iter().for_each(|part| self.play_task(part));
            });
        }
    }

    /// One task: by a kernel if one claims these games, else by the generic loop.
    fn play_task(&self, mut part: Part<'_>) {
        match self.kernel() {
            Some(kernel) => {
                let mut index = 0;
                kernel.play(part.seeds, |ending| {
                    part.note(index, ending);
                    index += 1;
                });
                part.note_openings(&kernel);
            }
            None => with_game!(Rules, &self.game.rules, rules => self.play_all(rules, part)),
        }
    }

    fn kernel(&self) -> Option<Kernel> {
        match self.source {
            Source::Rules => kernels::claim(&self.game.rules),
            Source::Position(_) => None,
        }
    }

    /// The generic loop: one game after the other, of one type, in one thread.
    fn play_all<R>(&self, rules: &R, part: Part<'_>)
    where
        R: crate::position::Rules,
        R::Position: Registered,
    {
        let (mut drawer, mut whole) = (Drawer::default(), Vec::new());
        for (index, &seed) in part.seeds.iter().enumerate() {
            let (mut position, mut stream) = self.start(rules, seed);
            let first = &mut part.first_actions[index * part.kept..(index + 1) * part.kept];
            let mut actions = 0;
            let note = |action: Action| {
                if let Some(place) = first.get_mut(usize::from(actions)) {
                    *place = action.0;
                }
                actions += 1;
            };
            self.finish(&mut position, &mut stream, &mut drawer, &mut whole, note);
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

    fn start<R>(&self, rules: &R, seed: u64) -> (R::Position, Stream)
    where
        R: crate::position::Rules,
        R::Position: Registered,
    {
        let mut stream = Stream::new(seed);
        let position = match &self.source {
            Source::Rules => rules.start(&mut stream),
            Source::Position(any) => {
                R::Position::inside(any).expect("the source is of these rules").clone()
            }
        };
        (position, stream)
    }

    /// Plays a game to its end: drawn as a whole where its rules do so at their start, else move
    /// by move.
    fn finish<P: Position>(
        &self,
        position: &mut P,
        stream: &mut Stream,
        drawer: &mut Drawer,
        whole: &mut Vec<Action>,
        mut note: impl FnMut(Action),
    ) {
        if matches!(self.source, Source::Rules) && position.draw_whole(stream, whole) {
            for &action in &*whole {
                position.play_unchecked(action);
                note(action);
            }
        } else {
            drawer.finish(position, stream, note);
        }
    }

    /// Start and actions of game `index`, played again.
    pub fn game(&self, index: u64) -> (AnyPosition, Vec<Action>) {
        with_game!(Rules, &self.game.rules, rules => {
            let (mut position, mut stream) = self.start(rules, self.seed_of(index));
            let (start, mut actions) = (position.clone(), Vec::new());
            let (mut drawer, mut whole) = (Drawer::default(), Vec::new());
            let note = |action| actions.push(action);
            self.finish(&mut position, &mut stream, &mut drawer, &mut whole, note);
            (start.into(), actions)
        })
    }
}
