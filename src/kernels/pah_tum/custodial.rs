//! Random Custodial Pah-Tum on boards of up to 64 squares, many games side by side.
//!
//! Every turn fills one square (T4, T5), so all games of a block come to their ends together, and
//! one that ends early by its supply only waits. A turn is a calculation without branches, and
//! the games of a block are played together, turn by turn, so that wide vectors do four or eight at a time.

use super::squares::{five_halves, full, mask, nth, planes, sample_black, score, sign};
use crate::games::pah_tum::{Options, PahTum, Setup};
use crate::kernels::random::xoshiro::{Xoshiro, bounded};
use crate::position::{Position, RandomPlay, Rules, Termination, Trace};
use crate::simulator::GameResult;
use crate::stream::Stream;
use crate::vectors::{self, Task};

/// Games that are played side by side.
const GAMES: usize = 64;

/// A supply that no game uses up, where there is no limit.
const PLENTY: u64 = 1 << 16;

/// The kernel: what it needs to know of the rules.
#[derive(Clone, Debug)]
pub struct CustodialKernel {
    rules: Options,
    /// The black stones, if the rules say where they lie.
    black: Option<u64>,
    /// Where the games begin, if not at the start.
    begin: Option<Begin>,
}

/// A position in play.
#[derive(Clone, Debug)]
struct Begin {
    position: PahTum,
    /// The squares of Yellow and of Blue.
    stones: [u64; 2],
    supply: [u64; 2],
    /// 0 Yellow, 1 Blue.
    mover: usize,
    /// Turns to come: each fills a square.
    turns: usize,
}

impl CustodialKernel {
    /// Supports Custodial Pah-Tum 5x5 and 7x7 with every set-up and supply.
    pub fn try_new(options: &Options) -> Option<Self> {
        let black = || options.start(&mut Stream::new(0)).squares()[2] as u64;
        let black = options.layout.is_some().then(black);
        let kernel = Self { rules: options.clone(), black, begin: None };
        (options.custodial && options.size <= 7).then_some(kernel)
    }

    /// Supports positions in play.
    pub fn try_from_position(options: &Options, position: &PahTum) -> Option<Self> {
        let [yellow, blue, black] = position.squares().map(|squares| squares as u64);
        let begin = Begin {
            position: position.clone(),
            stones: [yellow, blue],
            supply: position.supply().map_or([PLENTY; 2], |supply| supply.map(u64::from)),
            mover: position.mover()?,
            turns: position.empty().count_ones() as usize,
        };
        let kernel = Self { rules: options.clone(), black: Some(black), begin: Some(begin) };
        (options.custodial && options.size <= 7).then_some(kernel)
    }

    /// Turns finished before the first of a game.
    pub fn turns_before(&self) -> u16 {
        self.begin.as_ref().map_or(0, |begin| begin.position.turns() as u16)
    }

    /// Plays the game of each seed, in order.
    pub fn play(&self, seeds: &[u64], note: impl FnMut(GameResult, &dyn Trace)) {
        if self.rules.size == 5 {
            self.play_blocks(
                |games| vectors::run(CustodialBlock::<5> { kernel: self, games }),
                seeds,
                note,
            );
        } else {
            self.play_blocks(
                |games| vectors::run(CustodialBlock::<7> { kernel: self, games }),
                seeds,
                note,
            );
        }
    }

    fn play_blocks(
        &self,
        block: impl Fn(&mut Games),
        seeds: &[u64],
        mut note: impl FnMut(GameResult, &dyn Trace),
    ) {
        let mut games = Games::new();
        for seeds in seeds.chunks(GAMES) {
            games.seeds[..seeds.len()].copy_from_slice(seeds);
            block(&mut games);
            for (game, &seed) in seeds.iter().enumerate() {
                note(games.result(game), &Played { kernel: self, seed, games: &games, game });
            }
        }
    }
}

/// A game that was played.
struct Played<'a> {
    kernel: &'a CustodialKernel,
    seed: u64,
    games: &'a Games,
    game: usize,
}

impl Trace for Played<'_> {
    /// Plays the first turns once more.
    fn first_actions(&self, out: &mut [u16]) {
        let mut stream = Stream::new(self.seed);
        let mut position = match &self.kernel.begin {
            None => self.kernel.rules.start(&mut stream),
            Some(begin) => begin.position.clone(),
        };
        for place in out {
            let action = position.sample_legal(&mut stream, &mut Vec::new());
            position.play_unchecked(action);
            *place = action.0;
        }
    }

    fn squares(&self) -> Option<crate::position::Squares> {
        let (games, game) = (self.games, self.game);
        let [yellow, blue] = games.stones.map(|stones| u128::from(stones[game]));
        let captured = games.captured[game];
        Some(crate::position::Squares::All {
            squares: [yellow, blue, u128::from(games.black[game])],
            supply: games.supply.map(|supply| supply[game] as u16),
            second_seat_first: games.blue_first_seat[game] == 1,
            captured: (captured != 0).then(|| captured.trailing_zeros() as u8),
        })
    }
}

/// The games of a block, each a place in every array.
struct Games {
    seeds: [u64; GAMES],
    /// The states of the generators, a row for each of their four words.
    states: [[u64; GAMES]; 4],
    /// The half of an output with which a turn is sampled, and the half for the turn after.
    halves: [[u64; GAMES]; 2],
    /// The squares of Yellow and of Blue.
    stones: [[u64; GAMES]; 2],
    black: [u64; GAMES],
    supply: [[u64; GAMES]; 2],
    /// All ones while the game runs.
    running: [u64; GAMES],
    /// Turns and set-up.
    turns: [u64; GAMES],
    /// 1 where seat 0 has Blue.
    blue_first_seat: [u64; GAMES],
    is_full: [bool; GAMES],
    /// The square that the last turn captured.
    captured: [u64; GAMES],
    /// Of Yellow's margin.
    signs: [i8; GAMES],
}

impl Games {
    fn new() -> Self {
        Self {
            seeds: [0; GAMES],
            states: [[0; GAMES]; 4],
            halves: [[0; GAMES]; 2],
            stones: [[0; GAMES]; 2],
            black: [0; GAMES],
            supply: [[0; GAMES]; 2],
            running: [0; GAMES],
            turns: [0; GAMES],
            blue_first_seat: [0; GAMES],
            is_full: [false; GAMES],
            captured: [0; GAMES],
            signs: [0; GAMES],
        }
    }

    fn result(&self, game: usize) -> GameResult {
        let blue_first_seat = self.blue_first_seat[game] == 1;
        let winner = match self.signs[game] {
            0 => None,
            sign => Some(u8::from((sign < 0) != blue_first_seat)),
        };
        let full = self.is_full[game];
        let termination = if full { Termination::FullBoard } else { Termination::Supply };
        GameResult { winner, turns: self.turns[game] as u16, termination }
    }

    #[inline(always)]
    fn generator(&self, game: usize) -> Xoshiro {
        let [a, b, c, d] = &self.states;
        Xoshiro([a[game], b[game], c[game], d[game]])
    }

    #[inline(always)]
    fn keep(&mut self, game: usize, generator: Xoshiro) {
        let [a, b, c, d] = &mut self.states;
        [a[game], b[game], c[game], d[game]] = generator.0;
    }

    /// The next half of an output for every game; `second` if it is the high half of the last.
    #[inline(always)]
    fn sample(&mut self, second: bool) {
        if second {
            self.halves[0] = self.halves[1];
        } else {
            for game in 0..GAMES {
                let mut generator = self.generator(game);
                let word = generator.next();
                self.keep(game, generator);
                self.halves[0][game] = word;
                self.halves[1][game] = word >> 32;
            }
        }
    }

    /// The black stones from five halves of outputs; the sixth half is kept for the next sample.
    #[inline(always)]
    fn sample_black(&mut self, sampled: impl Fn([u64; 5]) -> u64) {
        for game in 0..GAMES {
            let mut generator = self.generator(game);
            let (halves, sixth) = five_halves(&mut generator);
            self.keep(game, generator);
            self.black[game] = sampled(halves);
            self.halves[1][game] = sixth;
        }
    }

    /// A turn of the colour `MOVER` in every game that runs (T4, T5).
    #[inline(always)]
    fn turn<const SIDE: usize, const MOVER: usize>(&mut self) {
        for game in 0..GAMES {
            let (own, foe) = (self.stones[MOVER][game], self.stones[1 - MOVER][game]);
            let (black, running) = (self.black[game], self.running[game]);
            let planes = planes::<SIDE>(own, foe | black);
            let (square, target) = choose::<SIDE>(planes, self.halves[0][game]);
            let (square, target) = (square & running, target & running);
            let put = running & 1;
            let left = self.supply[MOVER][game] - put;
            // T5: with the last stone put, a captured one is not replaced.
            let replaced = target & mask(left != 0);
            let left = left - u64::from(replaced != 0);
            let own = own | square | replaced;
            let returned = u64::from(target & foe != 0);
            let (foe, black) = (foe & !target, black & !target);
            let over = (left == 0) | (own | foe | black == full(SIDE));
            self.stones[MOVER][game] = own;
            self.stones[1 - MOVER][game] = foe;
            self.black[game] = black;
            self.supply[MOVER][game] = left;
            self.supply[1 - MOVER][game] += returned;
            self.turns[game] += put;
            self.captured[game] |= target & mask(over);
            self.running[game] = running & mask(!over);
        }
    }
}

/// The action that half an output samples from the ascending list: a square, and the square captured.
#[inline(always)]
fn choose<const SIDE: usize>(planes: [u64; 5], half: u64) -> (u64, u64) {
    let mut ends = [0; 5];
    let mut total = 0;
    for plane in 0..planes.len() {
        total += u64::from(planes[plane].count_ones());
        ends[plane] = total;
    }
    let index = bounded(half, total);
    // Where the stone above, to the right, below, to the left stands, as a rotation of the square.
    let turns = const { [0, SIDE as u64, 1, 64 - SIDE as u64, 63] };
    let (mut squares, mut before, mut turn) = (planes[0], 0, turns[0]);
    for plane in 1..planes.len() {
        let beyond = index >= ends[plane - 1];
        squares = if beyond { planes[plane] } else { squares };
        before = if beyond { ends[plane - 1] } else { before };
        turn = if beyond { turns[plane] } else { turn };
    }
    let square = nth(squares, index - before);
    let target = square.rotate_left(turn as u32);
    (square, target & mask(turn != 0))
}

/// The games of a block, on a board of side `SIDE`.
struct CustodialBlock<'a, const SIDE: usize> {
    kernel: &'a CustodialKernel,
    games: &'a mut Games,
}

impl<const SIDE: usize> Task for CustodialBlock<'_, SIDE> {
    #[inline(always)]
    fn run(self) {
        let games = self.games;
        let stones = self.kernel.rules.stones.map_or(PLENTY, u64::from);
        let setup = self.kernel.rules.setup();
        games.stones = [[0; GAMES]; 2];
        games.supply = [[stones; GAMES]; 2];
        games.running = [u64::MAX; GAMES];
        games.turns = [0; GAMES];
        games.blue_first_seat = [0; GAMES];
        games.captured = [0; GAMES];
        for game in 0..GAMES {
            games.keep(game, Xoshiro::new(games.seeds[game]));
        }
        // Is the high half of an output left?
        let mut waiting = false;
        if let Some(black) = self.kernel.black {
            games.black = [black; GAMES];
        } else {
            waiting = true;
            if setup == Setup::Random {
                games.sample_black(sample_black::<SIDE>);
            } else {
                games.sample_black(put_black::<SIDE>);
                games.turns = [5; GAMES];
            }
        }
        let (mut first, mut turns) = (0, SIDE * SIDE - 5);
        if let Some(begin) = &self.kernel.begin {
            games.stones = begin.stones.map(|stones| [stones; GAMES]);
            games.supply = begin.supply.map(|supply| [supply; GAMES]);
            games.turns = [begin.position.turns().into(); GAMES];
            games.blue_first_seat = [u64::from(begin.position.seat_of(1).0 ^ 1); GAMES];
            (first, turns) = (begin.mover, begin.turns);
        } else if setup == Setup::Cut {
            waiting = false;
            games.turns = [6; GAMES];
            for game in 0..GAMES {
                // T3: seat 1 takes Yellow by the first of two actions.
                games.blue_first_seat[game] = 1 - bounded(games.halves[1][game], 2);
            }
        }
        for turn in first..first + turns {
            games.sample(waiting);
            waiting = !waiting;
            if turn % 2 == 0 {
                games.turn::<SIDE, 0>();
            } else {
                games.turn::<SIDE, 1>();
            }
        }
        for game in 0..GAMES {
            let [yellow, blue] = [games.stones[0][game], games.stones[1][game]];
            games.is_full[game] = yellow | blue | games.black[game] == full(SIDE);
            games.signs[game] = sign(score::<SIDE>(yellow) - score::<SIDE>(blue));
        }
    }
}

/// The black stones that players put at random, each sampled from the empty squares (T3).
#[inline(always)]
fn put_black<const SIDE: usize>(halves: [u64; 5]) -> u64 {
    let (mut black, mut empty) = (0, (SIDE * SIDE) as u64);
    for half in halves {
        black |= nth(full(SIDE) & !black, bounded(half, empty));
        empty -= 1;
    }
    black
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::game_seed;

    /// The integration tests use the widest vectors of the machine; here both ways are played.
    #[test]
    fn wide_and_portable_games_are_the_same() {
        let seeds: Vec<u64> = (0..200).map(|i| game_seed(3, i)).collect();
        for size in [5, 7] {
            let kernel =
                CustodialKernel::try_new(&Options { size, ..Options::custodial() }).unwrap();
            let (mut wide, mut portable) = (Vec::new(), Vec::new());
            kernel.play(&seeds, |result, _| wide.push(result));
            let push = |result, _: &dyn Trace| portable.push(result);
            match size {
                5 => {
                    kernel.play_blocks(
                        |games| CustodialBlock::<5> { kernel: &kernel, games }.run(),
                        &seeds,
                        push,
                    );
                }
                _ => {
                    kernel.play_blocks(
                        |games| CustodialBlock::<7> { kernel: &kernel, games }.run(),
                        &seeds,
                        push,
                    );
                }
            }
            assert_eq!(wide, portable, "size {size}");
        }
    }
}
