//! How a batch is made: piece by piece, so that the making of very many games can be broken off.

use std::collections::TryReserveError;
use std::ops::ControlFlow;

use super::slot::{BatchGame, Manner, Past};
use super::{Batch, in_short_pieces};
use crate::playout::Drawer;
use crate::pool::{self, Look};
use crate::position::{Player, Rules};
use crate::stream::Stream;

/// Why there is no batch.
#[derive(Debug)]
pub enum Unmade {
    /// There is not enough memory.
    NoMemory(TryReserveError),
    /// The making was broken off.
    Stopped,
}

impl From<TryReserveError> for Unmade {
    fn from(error: TryReserveError) -> Self {
        Self::NoMemory(error)
    }
}

/// Memory for a block that is filled later, or the news that there is not enough.
fn reserved<T>(length: Option<usize>) -> Result<Vec<T>, TryReserveError> {
    let mut block = Vec::new();
    block.try_reserve_exact(length.unwrap_or(usize::MAX))?;
    Ok(block)
}

impl<R: Rules> Batch<R> {
    /// One game for each seed, all at the start of their first episode. An error if there is not
    /// enough memory.
    pub fn new(rules: R, seeds: &[u64]) -> Result<Self, Unmade> {
        Self::with_starts(rules, seeds, None, &mut || ControlFlow::Continue(()))
    }

    /// The same, but each episode of game i begins at position i, where one is given for each.
    /// `look` is asked now and then whether to go on.
    pub fn with_starts(
        rules: R,
        seeds: &[u64],
        starts: Option<Vec<R::Position>>,
        look: Look<'_>,
    ) -> Result<Self, Unmade> {
        assert!(starts.as_ref().is_none_or(|starts| starts.len() == seeds.len()), "one a game");
        let info = rules.info();
        let games = seeds.len();
        let cells: usize = info.board_shape().iter().product();
        let (actions, players) = (info.num_actions, info.num_players);
        let observation = info.observation_shape.iter().product();
        let mut batch = Self {
            boards: reserved(games.checked_mul(cells))?,
            masks: reserved(games.checked_mul(actions))?,
            players: reserved(Some(games))?,
            rewards: reserved(games.checked_mul(players))?,
            terminated: reserved(Some(games))?,
            truncated: reserved(Some(games))?,
            // Stays empty, and costs no memory, until somebody asks for it.
            observations: reserved(games.checked_mul(observation))?,
            threads: pool::thread_count(None),
            watched: false,
            manner: Manner::default(),
            before: Vec::new(),
            games: reserved(Some(games))?,
            info,
            simulator: None,
            rules,
        };
        let mut starts = starts.map(Vec::into_iter);
        let made = in_short_pieces(games, |piece| {
            for &seed in &seeds[piece.clone()] {
                let given = starts.as_mut().and_then(Iterator::next).map(Box::new);
                batch.games.push(first_episode(&batch.rules, seed, given));
            }
            // Never beyond what was reserved: the arrays do not move.
            batch.boards.resize(piece.end * cells, 0);
            batch.masks.resize(piece.end * actions, false);
            batch.players.resize(piece.end, 0);
            batch.rewards.resize(piece.end * players, 0.0);
            batch.terminated.resize(piece.end, false);
            batch.truncated.resize(piece.end, false);
            batch.each(piece, Drawer::default, |rules, drawer, _, mut row| {
                row.begin(rules, drawer, Manner::default());
            });
            look()
        });
        if made.is_break() { Err(Unmade::Stopped) } else { Ok(batch) }
    }
}

/// A game that has not begun, from the start of the rules or from a given position.
fn first_episode<R: Rules>(
    rules: &R,
    seed: u64,
    given: Option<Box<R::Position>>,
) -> BatchGame<R::Position> {
    let mut stream = Stream::new(seed);
    let position = match &given {
        Some(given) => R::Position::clone(given),
        None => rules.start(&mut stream),
    };
    BatchGame {
        position,
        stream,
        seed,
        episode: 0,
        given,
        once: None,
        past: Past::new(),
        own: 0,
        seat: None,
        actor: Player(0),
    }
}
