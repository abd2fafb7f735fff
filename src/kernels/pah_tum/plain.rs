//! Random plain Pah-Tum, a whole game at a time: the black stones, Yellow's half of the squares,
//! the score. In which order the squares were filled matters to no result.
//!
//! On boards of up to 64 squares a game is a calculation without branches, so that with wide
//! vectors four or eight of them are done side by side. A few games per thousand need more random
//! numbers than that calculation has: they are played again one by one, as are all games where there
//! are no such vectors, and those on larger boards.

use super::squares::{five_halves, full, sample_black, score, sign};
use crate::games::pah_tum::random_games::{self, bits_of_a_square};
use crate::games::pah_tum::squares::{Squares, Word};
use crate::games::pah_tum::{Options, PahTum};
use crate::kernels::random::xoshiro::Xoshiro;
use crate::position::{Rules, Termination, Trace};
use crate::simulator::GameResult;
use crate::stream::Stream;
use crate::vectors::{self, Task};

/// Games that are done side by side before the next are looked at.
const BLOCK: usize = 64;

/// Added to the sign of a game's margin where the game has to be played by itself.
const UNFINISHED: i8 = 4;

/// The kernel: what it needs to know of the rules.
#[derive(Clone, Debug)]
pub struct PlainKernel {
    rules: Options,
    points: usize,
    /// The black stones, if the rules say where they lie.
    black: Option<u128>,
}

impl PlainKernel {
    /// Supports plain Pah-Tum of every size, with and without a layout.
    pub fn try_new(options: &Options) -> Option<Self> {
        let kernel = Self {
            rules: options.clone(),
            points: options.info().num_actions,
            black: options.layout.is_some().then(|| black_of(&options.start(&mut Stream::new(0)))),
        };
        (!options.custodial).then_some(kernel)
    }

    /// Plays the game of each seed, in order.
    pub fn play(&self, seeds: &[u64], mut note: impl FnMut(GameResult, &dyn Trace)) {
        let (mut signs, mut yellow) = ([0; BLOCK], [[0; BLOCK]; 2]);
        for seeds in seeds.chunks(BLOCK) {
            let signs = &mut signs[..seeds.len()];
            if vectors::is_wide() && self.points <= 64 {
                self.play_side_by_side(seeds, signs, &mut yellow[0]);
            } else {
                self.play_one_by_one(seeds, signs, &mut yellow);
            }
            for (game, (&sign, &seed)) in signs.iter().zip(seeds).enumerate() {
                note(self.result(sign), &Sampled { kernel: self, seed, yellow: &yellow, game });
            }
        }
    }

    #[inline]
    fn result(&self, sign: i8) -> GameResult {
        let winner = match sign {
            0 => None,
            1.. => Some(0),
            _ => Some(1),
        };
        let turns = (self.points - 5) as u16;
        GameResult { winner, turns, termination: Termination::FullBoard }
    }

    fn play_side_by_side(&self, seeds: &[u64], signs: &mut [i8], yellow: &mut [u64; BLOCK]) {
        let black = self.black.map(|black| black as u64);
        let (block, squares) = (&mut *signs, &mut yellow[..seeds.len()]);
        if self.points == 25 {
            vectors::run(PlainBlock::<5> { black, seeds, signs: block, yellow: squares });
        } else {
            vectors::run(PlainBlock::<7> { black, seeds, signs: block, yellow: squares });
        }
        for (game, (&seed, sign)) in seeds.iter().zip(signs).enumerate() {
            if *sign > 1 {
                let squares;
                (*sign, squares) = self.play_one(seed);
                yellow[game] = squares as u64;
            }
        }
    }

    fn play_one_by_one(&self, seeds: &[u64], signs: &mut [i8], yellow: &mut [[u64; BLOCK]; 2]) {
        for (game, (&seed, sign)) in seeds.iter().zip(signs).enumerate() {
            let squares;
            (*sign, squares) = self.play_one(seed);
            (yellow[0][game], yellow[1][game]) = (squares as u64, (squares >> 64) as u64);
        }
    }

    /// Who wins the game of a seed: 1 Yellow, -1 Blue, 0 nobody; and the squares of Yellow.
    fn play_one(&self, seed: u64) -> (i8, u128) {
        let mut stream = Stream::new(seed);
        let black = self.black_stones(&mut stream);
        if self.points <= 64 {
            let (sign, yellow) = self.play_on(black as u64, &mut stream);
            (sign, u128::from(yellow))
        } else {
            self.play_on(black, &mut stream)
        }
    }

    fn black_stones(&self, stream: &mut Stream) -> u128 {
        self.black.unwrap_or_else(|| random_games::sample_black(self.points, stream))
    }

    fn play_on<W: Word>(&self, black: W, stream: &mut Stream) -> (i8, W) {
        let squares = Squares::<W>::of(self.rules.size);
        let empty = squares.full & !black;
        let yellow = random_games::sample_yellow(self.points, empty, empty.count() / 2, stream);
        ((squares.score(yellow) - squares.score(empty & !yellow)).signum() as i8, yellow)
    }
}

/// A game that was sampled.
struct Sampled<'a> {
    kernel: &'a PlainKernel,
    seed: u64,
    /// The squares of Yellow in each game of the block, those below 64 first.
    yellow: &'a [[u64; BLOCK]; 2],
    game: usize,
}

impl Trace for Sampled<'_> {
    /// In which order the squares were filled is sampled only now.
    fn first_actions(&self, out: &mut [u16]) {
        let (mut stream, points) = (Stream::new(self.seed), self.kernel.points);
        let black = self.kernel.black_stones(&mut stream);
        let full = Squares::<u128>::of(self.kernel.rules.size).full;
        random_games::sample_plies(points, full & !black, &mut stream, out);
    }

    fn squares(&self) -> Option<crate::position::Squares> {
        let [low, high] = [0, 1].map(|half| u128::from(self.yellow[half][self.game % BLOCK]));
        Some(crate::position::Squares::First(high << 64 | low))
    }
}

fn black_of(position: &PahTum) -> u128 {
    position.squares()[2]
}

/// Games on a board of side `SIDE`, whose squares fit a word.
struct PlainBlock<'a, const SIDE: usize> {
    black: Option<u64>,
    seeds: &'a [u64],
    signs: &'a mut [i8],
    yellow: &'a mut [u64],
}

impl<const SIDE: usize> Task for PlainBlock<'_, SIDE> {
    #[inline(always)]
    fn run(self) {
        // One loop for each way, so that nothing is asked within. No closures: only what is always
        // inlined gets the wide instructions.
        let games = self.seeds.iter().zip(self.signs).zip(self.yellow);
        if let Some(black) = self.black {
            for ((&seed, sign), yellow) in games {
                (*sign, *yellow) = fill::<SIDE>(black, Xoshiro::new(seed));
            }
        } else {
            for ((&seed, sign), yellow) in games {
                let mut generator = Xoshiro::new(seed);
                let (halves, _) = five_halves(&mut generator);
                (*sign, *yellow) = fill::<SIDE>(sample_black::<SIDE>(halves), generator);
            }
        }
    }
}

/// `random_games::sample_yellow` and the score, without branches: the sign of Yellow's margin and the squares
/// of Yellow. Unfinished if three outputs do not remove the surplus.
#[inline(always)]
fn fill<const SIDE: usize>(black: u64, mut generator: Xoshiro) -> (i8, u64) {
    let empty = full(SIDE) & !black;
    let half = (SIDE * SIDE - 5) as u64 / 2;
    let yellow = generator.next() & empty;
    let count = u64::from(yellow.count_ones());
    let too_many = count > half;
    let larger = if too_many { yellow } else { empty ^ yellow };
    let surplus = if too_many { count - half } else { half - count };
    // Calls instead of a loop around them, which would be too long to be unrolled.
    let (larger, surplus) = change::<SIDE>(larger, surplus, generator.next());
    let (larger, surplus) = change::<SIDE>(larger, surplus, generator.next());
    let (larger, surplus) = change::<SIDE>(larger, surplus, generator.next());
    let yellow = if too_many { larger } else { empty ^ larger };
    let margin = score::<SIDE>(yellow) - score::<SIDE>(empty ^ yellow);
    // A sum: of a choice, the compiler would skip what is not chosen.
    (sign(margin) + UNFINISHED * i8::from(surplus != 0), yellow)
}

/// The squares of a word change hands while there is a surplus.
#[inline(always)]
fn change<const SIDE: usize>(mut larger: u64, mut surplus: u64, mut word: u64) -> (u64, u64) {
    let bits = const { bits_of_a_square(SIDE * SIDE) };
    for _ in 0..64 / bits {
        let square = word & ((1 << bits) - 1);
        word >>= bits;
        // 0 or 1: a condition would invite the compiler to branch.
        let changes = (larger >> square) & 1 & u64::from(surplus != 0);
        larger ^= changes << square;
        surplus -= changes;
    }
    (larger, surplus)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::game_seed;

    /// The integration tests use the widest vectors of the machine; here both ways are played.
    #[test]
    fn games_side_by_side_are_the_games_one_by_one() {
        let layout = ["a1", "b2", "c3", "d4", "e5"].map(str::to_owned).to_vec();
        for size in [5, 7] {
            for layout in [None, Some(layout.clone())] {
                let kernel =
                    PlainKernel::try_new(&Options { size, layout, ..Options::default() }).unwrap();
                for block in 0..300 {
                    // Every length of a block: what is left over by the vectors too.
                    let seeds: Vec<u64> =
                        (0..=block % BLOCK as u64).map(|i| game_seed(block, i)).collect();
                    let (mut one, mut other) = (vec![0; seeds.len()], vec![0; seeds.len()]);
                    let (mut half, mut halves) = ([0; BLOCK], [[0; BLOCK]; 2]);
                    kernel.play_side_by_side(&seeds, &mut one, &mut half);
                    kernel.play_one_by_one(&seeds, &mut other, &mut halves);
                    assert_eq!(one, other, "size {size}, block {block}");
                    assert_eq!(half[..one.len()], halves[0][..one.len()]);
                }
            }
        }
    }
}
