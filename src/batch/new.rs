//! How a batch is made: piece by piece, so that the making of very many games can be broken off.

use std::collections::TryReserveError;
use std::ops::ControlFlow;

use super::arrays::OwnedArrays;
use super::slot::{BatchGame, Manner, Past};
use super::{Batch, in_short_pieces};
use crate::playout::Sampler;
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
        let mut list = Vec::new();
        list.try_reserve_exact(games)?;
        let mut batch = Self {
            arrays: OwnedArrays::reserved(games, &info)?,
            threads: pool::thread_count(None),
            watched: false,
            manner: Manner::default(),
            before: Vec::new(),
            games: list,
            info,
            simulator: None,
            rules,
        };
        let mut starts = starts.map(Vec::into_iter);
        let flow = in_short_pieces(games, |piece| {
            for &seed in &seeds[piece.clone()] {
                let fixed_start = starts.as_mut().and_then(Iterator::next).map(Box::new);
                batch.games.push(first_episode(&batch.rules, seed, fixed_start));
            }
            batch.arrays.grow(piece.end);
            batch.each(piece, Sampler::default, |rules, sampler, _, mut slot| {
                slot.begin(rules, sampler, Manner::default());
            });
            look()
        });
        if flow.is_break() { Err(Unmade::Stopped) } else { Ok(batch) }
    }
}

/// A game that has not begun, from the start of the rules or from a given position.
fn first_episode<R: Rules>(
    rules: &R,
    seed: u64,
    fixed_start: Option<Box<R::Position>>,
) -> BatchGame<R::Position> {
    let mut stream = Stream::new(seed);
    let position = match &fixed_start {
        Some(fixed_start) => R::Position::clone(fixed_start),
        None => rules.start(&mut stream),
    };
    BatchGame {
        position,
        stream,
        seed,
        episode: 0,
        fixed_start,
        once: None,
        past: Past::new(),
        own: 0,
        seat: None,
        actor: Player(0),
    }
}
