//! Random play: whole games, each from its own seed, the same on any machine and for any number of
//! threads. How an action is drawn is written down in `docs/random-play.md`.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::games::{AnyPosition, Game, Registered, Rules};
use crate::kernels::{self, Ending, Kernel};
use crate::pool;
use crate::position::{Action, Decider, Position};
use crate::stream::{Stream, game_seed};
use crate::with_game;

/// How often a drawn foul is drawn again before the legal points are listed.
const REDRAWS: u32 = 32;

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
    /// The seed of each game.
    pub seeds: Vec<u64>,
}

/// One game's place in the results.
struct Row<'a> {
    returns: &'a mut [f32],
    turns: &'a mut u16,
    actions: &'a mut u16,
    termination: &'a mut u8,
}

impl Row<'_> {
    fn note(self, ending: Ending) {
        self.returns.fill(0.0);
        if let Some(winner) = ending.winner {
            self.returns.fill(-1.0);
            self.returns[usize::from(winner)] = 1.0;
        }
        *self.turns = ending.turns;
        *self.actions = ending.turns;
        *self.termination = ending.termination as u8;
    }
}

impl Results {
    fn with_games(games: usize, players: usize, seeds: impl Iterator<Item = u64>) -> Self {
        Self {
            returns: vec![0.0; games * players],
            turns: vec![0; games],
            actions: vec![0; games],
            termination: vec![0; games],
            seeds: seeds.take(games).collect(),
        }
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
        mut pulse: impl FnMut(usize) -> ControlFlow<()>,
    ) -> Option<Results> {
        let players = self.game.rules.facts().num_players;
        let seeds = (first..).map(|index| self.seed_of(index));
        let mut results = Results::with_games(games, players, seeds);
        let (mut done, mut piece) = (0, 64 * threads);
        while done < games {
            let end = games.min(done + piece);
            let began = Instant::now();
            self.play_piece(&mut results, done..end, players, threads);
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

    fn play_piece(
        &self,
        results: &mut Results,
        games: std::ops::Range<usize>,
        players: usize,
        threads: usize,
    ) {
        let seeds = &results.seeds[games.clone()];
        let returns = &mut results.returns[games.start * players..games.end * players];
        let turns = &mut results.turns[games.clone()];
        let actions = &mut results.actions[games.clone()];
        let termination = &mut results.termination[games];
        // A task is long against the cost of handing it out, and short against a piece.
        let task = (seeds.len() / (4 * threads)).clamp(1, 1024);
        let work = || {
            seeds
                .par_chunks(task)
                .zip(returns.par_chunks_mut(task * players))
                .zip(turns.par_chunks_mut(task))
                .zip(actions.par_chunks_mut(task))
                .zip(termination.par_chunks_mut(task))
                .for_each(|((((seeds, returns), turns), actions), termination)| {
                    let rows = results_rows(returns, turns, actions, termination, players);
                    self.play_task(seeds, rows);
                });
        };
        if threads <= 1 {
            let rows = results_rows(returns, turns, actions, termination, players);
            self.play_task(seeds, rows);
        } else {
            pool::install(threads, work);
        }
    }

    /// One task: by a kernel if one claims these games, else by the generic loop.
    fn play_task<'a>(&self, seeds: &[u64], mut rows: impl Iterator<Item = Row<'a>>) {
        match self.kernel() {
            Some(kernel) => kernel.play(seeds, |ending| {
                if let Some(row) = rows.next() {
                    row.note(ending);
                }
            }),
            None => with_game!(Rules, &self.game.rules, rules => self.play_all(rules, seeds, rows)),
        }
    }

    fn kernel(&self) -> Option<Kernel> {
        match self.source {
            Source::Rules => kernels::claim(&self.game.rules),
            Source::Position(_) => None,
        }
    }

    /// The generic loop: one game after the other, of one type, in one thread.
    fn play_all<'a, R>(&self, rules: &R, seeds: &[u64], rows: impl Iterator<Item = Row<'a>>)
    where
        R: crate::position::Rules,
        R::Position: Registered,
    {
        let mut drawer = Drawer::default();
        for (&seed, row) in seeds.iter().zip(rows) {
            let (mut position, mut stream) = self.start(rules, seed);
            let mut actions = 0;
            drawer.finish(&mut position, &mut stream, |_| actions += 1);
            position.returns(row.returns);
            *row.turns = position.turns() as u16;
            *row.actions = actions;
            *row.termination = position.outcome().map_or(0, |outcome| outcome.termination as u8);
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

    /// Start and actions of game `index`, played again.
    pub fn game(&self, index: u64) -> (AnyPosition, Vec<Action>) {
        with_game!(Rules, &self.game.rules, rules => {
            let (mut position, mut stream) = self.start(rules, self.seed_of(index));
            let (start, mut actions) = (position.clone(), Vec::new());
            Drawer::default().finish(&mut position, &mut stream, |action| actions.push(action));
            (start.into(), actions)
        })
    }
}

fn results_rows<'a>(
    returns: &'a mut [f32],
    turns: &'a mut [u16],
    actions: &'a mut [u16],
    termination: &'a mut [u8],
    players: usize,
) -> impl Iterator<Item = Row<'a>> {
    returns.chunks_mut(players).zip(turns).zip(actions).zip(termination).map(
        |(((returns, turns), actions), termination)| Row { returns, turns, actions, termination },
    )
}
