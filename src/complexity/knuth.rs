//! The number of games by Knuth's method: a game is played at random, and the product of the numbers
//! of its options is an unbiased estimate.
//!
//! Source: D. E. Knuth, "Estimating the efficiency of backtrack programs" (1975).

use std::ops::ControlFlow;

use rayon::prelude::*;

use crate::games::{Game, Registered, Rules};
use crate::pool;
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
    let mut found = vec![0.0; samples];
    let most = turns.unwrap_or(u32::MAX);
    for (piece, part) in (0..).zip(found.chunks_mut(PIECE)) {
        let one = |(index, product): (usize, &mut f64)| {
            let seed = game_seed(seed, (piece * PIECE + index) as u64);
            *product = with_game!(Rules, &game.rules, rules => log_product(rules, seed, most));
        };
        match pool::get(threads) {
            Some(pool) => pool.install(|| part.par_iter_mut().enumerate().for_each(one)),
            None => part.iter_mut().enumerate().for_each(one),
        }
        if tick(piece * PIECE).is_break() {
            return None;
        }
    }
    Some(found)
}

/// Games between two calls of `tick`.
const PIECE: usize = 64;

fn log_product<R>(rules: &R, seed: u64, turns: u32) -> f64
where
    R: crate::position::Rules,
    R::Position: Registered,
{
    let mut stream = Stream::new(seed);
    let mut position = rules.start(&mut stream);
    let (mut actions, mut sum) = (Vec::new(), 0.0);
    while position.decider() != Decider::Over && position.turns() < turns {
        position.legal_actions(&mut actions);
        sum += (actions.len() as f64).log10();
        position.play_unchecked(actions[stream.below(actions.len())]);
    }
    sum
}
