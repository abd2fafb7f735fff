//! Random plain Pah-Tum from a position: the squares that are left are sampled one by one, in many
//! games side by side.
//!
//! The lists of the squares that are left are interleaved: one row of bytes has the first square of
//! every game, the next row the second, and so on. A sample goes through all rows, and each game takes
//! its square from the row that it drew, without lookups and without branches.

// One index into several arrays.
#![allow(clippy::needless_range_loop)]

use super::squares::{score, sign};
use crate::games::pah_tum::PahTum;
use crate::games::pah_tum::squares::Squares;
use crate::kernels::random::xoshiro::{Xoshiro, bounded};
use crate::position::{Position, RandomPlay, Termination, Trace};
use crate::simulator::GameResult;
use crate::stream::Stream;
use crate::vectors::{self, Task};

/// Games that are played side by side: a vector of bytes.
const GAMES: usize = 64;

/// The kernel: what it needs to know of the position.
#[derive(Clone, Debug)]
pub struct PlainAtKernel {
    size: u8,
    /// The squares of Yellow and of Blue.
    stones: [u128; 2],
    /// The squares that are left, ascending.
    squares: Vec<u8>,
    /// The colour to move: 0 Yellow, 1 Blue.
    mover: usize,
    /// The seat of Yellow.
    seat: u8,
    /// Turns finished before.
    turns: u16,
}

impl PlainAtKernel {
    /// Supports positions in play of every size.
    pub fn try_from_position(position: &PahTum) -> Option<Self> {
        let empty = position.empty();
        let kernel = Self {
            size: position.size(),
            stones: [position.squares()[0], position.squares()[1]],
            squares: (0..121).filter(|&square| empty >> square & 1 == 1).collect(),
            mover: position.mover()?,
            seat: position.seat_of(0).0,
            turns: position.turns() as u16,
        };
        (position.is_free() && position.supply().is_none()).then_some(kernel)
    }

    /// Turns finished before the first of a game.
    pub fn turns_before(&self) -> u16 {
        self.turns
    }

    /// Plays the game of each seed, in order.
    pub fn play(&self, seeds: &[u64], mut note: impl FnMut(GameResult, &dyn Trace)) {
        let mut games = Box::new(Games::new());
        for seeds in seeds.chunks(GAMES) {
            games.seeds[..seeds.len()].copy_from_slice(seeds);
            vectors::run(PlainAtBlock { kernel: self, games: &mut games });
            for (&sign, &seed) in games.signs.iter().zip(seeds) {
                let winner = match sign {
                    0 => None,
                    1.. => Some(self.seat),
                    _ => Some(1 - self.seat),
                };
                let turns = self.turns + self.squares.len() as u16;
                let result = GameResult { winner, turns, termination: Termination::FullBoard };
                note(result, &Sampled { kernel: self, seed });
            }
        }
    }
}

/// A game that was sampled.
struct Sampled<'a> {
    kernel: &'a PlainAtKernel,
    seed: u64,
}

impl Trace for Sampled<'_> {
    /// Samples the first squares once more.
    fn first_actions(&self, out: &mut [u16]) {
        let (mut stream, mut squares) = (Stream::new(self.seed), self.kernel.squares.clone());
        for place in out {
            *place = squares.swap_remove(stream.below(squares.len())).into();
        }
    }
}

/// The games of a block, each a place in every array.
struct Games {
    seeds: [u64; GAMES],
    /// The states of the generators, a row for each of their four words.
    states: [[u64; GAMES]; 4],
    /// The last output of each generator.
    word: [u64; GAMES],
    /// The squares that are left, a row for each place of the list.
    left: [[u8; GAMES]; 121],
    /// The squares that Yellow fills, those below 64 and the others.
    yellow: [[u64; GAMES]; 2],
    /// Of Yellow's margin.
    signs: [i8; GAMES],
}

impl Games {
    fn new() -> Self {
        Self {
            seeds: [0; GAMES],
            states: [[0; GAMES]; 4],
            word: [0; GAMES],
            left: [[0; GAMES]; 121],
            yellow: [[0; GAMES]; 2],
            signs: [0; GAMES],
        }
    }
}

struct PlainAtBlock<'a> {
    kernel: &'a PlainAtKernel,
    games: &'a mut Games,
}

impl Task for PlainAtBlock<'_> {
    #[inline(always)]
    fn run(self) {
        let (kernel, games) = (self.kernel, self.games);
        for game in 0..GAMES {
            let state = Xoshiro::new(games.seeds[game]).0;
            for part in 0..4 {
                games.states[part][game] = state[part];
            }
        }
        for (row, &square) in games.left.iter_mut().zip(&kernel.squares) {
            *row = [square; GAMES];
        }
        games.yellow = [[0; GAMES]; 2];
        let count = kernel.squares.len();
        for ply in 0..count {
            let sampled = sample(games, count - ply, ply % 2 == 1);
            if ply % 2 == kernel.mover {
                for game in 0..GAMES {
                    let bit = 1 << (sampled[game] & 63);
                    let is_low = u64::from(sampled[game] < 64);
                    games.yellow[0][game] |= bit * is_low;
                    games.yellow[1][game] |= bit * (1 - is_low);
                }
            }
        }
        match kernel.size {
            5 => judge::<5>(kernel, games),
            7 => judge::<7>(kernel, games),
            _ => judge_large(kernel, games),
        }
    }
}

/// Samples one of the first `left` squares of each game's list; the last of the list takes its place.
/// `second`: with the high half of the output sampled before.
#[inline(always)]
fn sample(games: &mut Games, left: usize, second: bool) -> [u8; GAMES] {
    let mut place = [0_u8; GAMES];
    if second {
        for game in 0..GAMES {
            place[game] = bounded(games.word[game] >> 32, left as u64) as u8;
        }
    } else {
        let [a, b, c, d] = &mut games.states;
        for game in 0..GAMES {
            let mut generator = Xoshiro([a[game], b[game], c[game], d[game]]);
            let word = generator.next();
            [a[game], b[game], c[game], d[game]] = generator.0;
            games.word[game] = word;
            place[game] = bounded(word, left as u64) as u8;
        }
    }
    let mut sampled = [0; GAMES];
    let last = games.left[left - 1];
    for number in 0..left {
        let row = &mut games.left[number];
        for game in 0..GAMES {
            // All ones if it is here: of a choice, the compiler would make a branch.
            let here = u8::from(place[game] == number as u8).wrapping_neg();
            sampled[game] |= row[game] & here;
            row[game] ^= (row[game] ^ last[game]) & here;
        }
    }
    sampled
}

#[inline(always)]
fn judge<const SIDE: usize>(kernel: &PlainAtKernel, games: &mut Games) {
    let [yellow, blue] = kernel.stones.map(|stones| stones as u64);
    let empty = kernel.squares.iter().fold(0, |all, &square| all | 1 << square);
    for game in 0..GAMES {
        let filled = games.yellow[0][game];
        let (yellow, blue) = (yellow | filled, blue | (empty & !filled));
        games.signs[game] = sign(score::<SIDE>(yellow) - score::<SIDE>(blue));
    }
}

#[inline(always)]
fn judge_large(kernel: &PlainAtKernel, games: &mut Games) {
    let squares = Squares::<u128>::of(kernel.size);
    let empty = kernel.squares.iter().fold(0, |all, &square| all | 1_u128 << square);
    for game in 0..GAMES {
        let filled = u128::from(games.yellow[1][game]) << 64 | u128::from(games.yellow[0][game]);
        let yellow = kernel.stones[0] | filled;
        let blue = kernel.stones[1] | (empty & !filled);
        games.signs[game] = (squares.score(yellow) - squares.score(blue)).signum() as i8;
    }
}
