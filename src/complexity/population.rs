//! The number of games by populations: many games are played at once, and those that go on take the
//! places of those that have ended. With one game a population this is Knuth's method.
//!
//! Nearly all games are long ones, which no single random game finds. Each step takes a random
//! action in every game that is still running; the mean of their numbers of options, with 0 for a
//! game that ended by it, is the growth of the number of sequences, and the product of these means
//! is unbiased. So is the sum of what ended on the way. Games are then sampled anew by their options.
//! To count the actions that win, and to play another one, was tried: it takes longer and brings
//! populations no nearer to each other than more games do in that time.
//!
//! Source: P. Grassberger, "Go with the winners: a general Monte Carlo strategy" (2002); the
//! unbiasedness: P. Del Moral, "Feynman-Kac formulae" (2004), 7.4.2.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::games::{Game, Registered, Rules};
use crate::pool::{self, Look};
use crate::position::{Action, Decider, Position};
use crate::stream::{Stream, game_seed};

/// What a population found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Population {
    /// Logarithm to base 10 of the number of games; NaN if it was stopped by `max_steps`.
    pub log: f64,
    /// Actions a game that were played until the last one ended.
    pub steps: u64,
}

/// Independent populations of `sizes` games, to their ends or to their turn `turns`. One
/// whose games last longer than `max_steps` actions is stopped. `tick` gets how many actions
/// have been played in all games and may break off, which gives `None`.
pub fn populations(
    game: &Game,
    sizes: &[usize],
    turns: Option<u32>,
    seed: u64,
    max_steps: u64,
    threads: usize,
    mut tick: impl FnMut(usize) -> ControlFlow<()>,
) -> Option<Vec<Population>> {
    let limits = (turns.unwrap_or(u32::MAX), max_steps);
    let played = AtomicUsize::new(0);
    let one = |index: usize, look: Look<'_>| {
        let (size, seed) = (sizes[index], game_seed(seed, index as u64));
        let mut go_on = |actions: usize| {
            played.fetch_add(actions, Relaxed);
            look()
        };
        with_game!(Rules, &game.rules, rules => run(rules, size, limits, seed, &mut go_on))
    };
    pool::work(threads, 0..sizes.len(), one, |_| tick(played.load(Relaxed)))
}

/// Actions between two questions whether to go on.
const PIECE: usize = 256;

/// One population; `go_on` gets how many actions were played since it was called last.
fn run<R>(
    rules: &R,
    size: usize,
    (turns, max_steps): (u32, u64),
    seed: u64,
    go_on: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Option<Population>
where
    R: crate::position::Rules,
    R::Position: Registered,
{
    let mut stream = Stream::new(seed);
    let mut games: Vec<_> = (0..size).map(|_| rules.start(&mut stream)).collect();
    let is_running =
        |position: &R::Position| position.decider() != Decider::Over && position.turns() < turns;
    let mut actions: Vec<Action> = Vec::new();
    let mut options = vec![0.0_f64; size];
    // Of all sequences so far, and of those that have ended.
    let (mut growth, mut ended) = (0.0, f64::NEG_INFINITY);
    let mut steps = 0;
    if games.iter().all(|position| !is_running(position)) {
        return Some(Population { log: 0.0, steps });
    }
    loop {
        if steps == max_steps {
            return Some(Population { log: f64::NAN, steps });
        }
        steps += 1;
        let mut over = 0.0;
        for (games, options) in games.chunks_mut(PIECE).zip(options.chunks_mut(PIECE)) {
            for (position, options) in games.iter_mut().zip(options) {
                position.legal_actions(&mut actions);
                *options = actions.len() as f64;
                position.play_unchecked(actions[stream.below(actions.len())]);
                if !is_running(position) {
                    over += *options;
                    *options = 0.0;
                }
            }
            if go_on(games.len()).is_break() {
                return None;
            }
        }
        if over > 0.0 {
            ended = log_sum(ended, growth + (over / size as f64).log10());
        }
        let total: f64 = options.iter().sum();
        if total == 0.0 {
            return Some(Population { log: ended, steps });
        }
        growth += (total / size as f64).log10();
        resample(&mut games, &options, total, &mut stream);
    }
}

/// Samples as many games as there are, each by its options, with one random number for all: a game
/// with the share w of them comes floor or ceil of w times their number.
fn resample<P: Clone>(games: &mut [P], options: &[f64], total: f64, stream: &mut Stream) {
    let width = total / games.len() as f64;
    let mut next = width * (stream.below(RESOLUTION) as f64 + 0.5) / RESOLUTION as f64;
    let (mut sum, mut copies, mut free) = (0.0, Vec::new(), Vec::new());
    for (index, options) in options.iter().enumerate() {
        sum += options;
        let mut count = 0;
        while next < sum {
            next += width;
            count += 1;
        }
        match count {
            0 => free.push(index),
            1 => {}
            more => copies.extend(std::iter::repeat_n(index, more - 1)),
        }
    }
    // Rounding may have left out the last one.
    let last = options.iter().rposition(|&options| options > 0.0).unwrap_or(0);
    copies.resize(free.len(), last);
    for (to, from) in free.into_iter().zip(copies) {
        games[to] = games[from].clone();
    }
}

/// Where the one random number of a sampling may lie.
const RESOLUTION: usize = 1 << 20;

/// The logarithm of a sum of numbers given by theirs, all to base 10.
fn log_sum(one: f64, other: f64) -> f64 {
    let (less, more) = if one < other { (one, other) } else { (other, one) };
    if less == f64::NEG_INFINITY { more } else { more + (1.0 + 10_f64.powf(less - more)).log10() }
}

#[cfg(test)]
mod tests {
    use super::{log_sum, resample};
    use crate::stream::Stream;

    #[test]
    fn games_are_sampled_as_often_as_their_options_say() {
        let mut stream = Stream::new(5);
        let options = [0.0, 3.0, 1.0, 0.0, 8.0, 4.0];
        let mut counts = [0; 6];
        for _ in 0..8000 {
            let mut games = [0, 1, 2, 3, 4, 5];
            resample(&mut games, &options, 16.0, &mut stream);
            for game in games {
                counts[game] += 1;
            }
        }
        for (count, options) in counts.into_iter().zip(options) {
            let expected = 48_000.0 * options / 16.0;
            assert!((f64::from(count) - expected).abs() < 300.0, "{counts:?}");
        }
    }

    #[test]
    fn logarithms_add_up() {
        assert!((log_sum(400.0, 400.0) - 400.301_03).abs() < 1e-6);
        assert!((log_sum(f64::NEG_INFINITY, 3.0) - 3.0).abs() < 1e-12);
    }
}
