//! The number of games by Knuth's method: a game is played at random, and the product of the numbers
//! of its options is an unbiased estimate.
//!
//! Source: D. E. Knuth, "Estimating the efficiency of backtrack programs" (1975).

use std::ops::ControlFlow;

use crate::games::{Game, Registered, Rules};
use crate::pool::{self, Look};
use crate::position::{Decider, Position};
use crate::stream::{Stream, game_seed};

/// Logarithms to base 10 of the products of `samples` games of these rules, each to its end or to its
/// turn `turns`. Every action and every outcome of a die is equally likely. `tick` may break off,
/// which gives `None`.
pub fn products(
    game: &Game,
    samples: usize,
    turns: Option<u32>,
    seed: u64,
    threads: usize,
    mut tick: impl FnMut(usize) -> ControlFlow<()>,
) -> Option<Vec<f64>> {
    let max_turns = turns.unwrap_or(u32::MAX);
    let pieces = samples.div_ceil(PIECE);
    let piece = |piece: usize, look: Look<'_>| {
        let games = piece * PIECE..samples.min((piece + 1) * PIECE);
        let one = |index: usize| {
            let seed = game_seed(seed, index as u64);
            with_game!(Rules, &game.rules, rules => log_product(rules, seed, max_turns, look))
        };
        games.map(one).collect::<Option<Vec<_>>>()
    };
    let results = pool::work(threads, 0..pieces, piece, |done| tick(samples.min(done * PIECE)))?;
    Some(results.concat())
}

/// Games that are given out together.
const PIECE: usize = 64;

fn log_product<R>(rules: &R, seed: u64, turns: u32, look: Look<'_>) -> Option<f64>
where
    R: crate::position::Rules,
    R::Position: Registered,
{
    let mut stream = Stream::new(seed);
    let mut position = rules.start(&mut stream);
    let (mut actions, mut sum) = (Vec::new(), 0.0);
    while position.decider() != Decider::Over && position.turns() < turns {
        if look().is_break() {
            return None;
        }
        position.legal_actions(&mut actions);
        sum += (actions.len() as f64).log10();
        position.play_unchecked(actions[stream.below(actions.len())]);
    }
    Some(sum)
}
