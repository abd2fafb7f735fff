//! Random Custodial Pah-Tum on boards of up to 64 squares, many games side by side.
//!
//! Every turn fills one square (T4, T5), so all games of a block come to their ends together, and
//! one that ends early by its supply only waits. A turn is a calculation without branches, and
//! so many games are played at once, turn by turn, that wide vectors do four or eight at a time.

use super::squares::{draw_black, five_halves, full, mask, nth, planes, score, sign};
use super::words::{Words, below};
use crate::games::pah_tum::{Options, PahTum, Setup};
use crate::playout::GameResult;
use crate::position::{Position, RandomPlay, Rules, Termination, Trace};
use crate::stream::Stream;
use crate::vectors::{self, Task};

/// Games that are played side by side.
const GAMES: usize = 64;

/// A supply that no game uses up, where there is no limit.
const PLENTY: u64 = 1 << 16;

/// What the kernel needs to know of the rules.
#[derive(Clone, Debug)]
pub struct Plan {
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

impl Plan {
    /// Claims Custodial Pah-Tum 5x5 and 7x7 with every set-up and supply.
    pub fn claim(options: &Options) -> Option<Self> {
        let black = || options.start(&mut Stream::new(0)).squares()[2] as u64;
        let black = options.layout.is_some().then(black);
        let plan = Self { rules: options.clone(), black, begin: None };
        (options.custodial && options.size <= 7).then_some(plan)
    }

    /// Claims positions in play.
    pub fn claim_at(options: &Options, position: &PahTum) -> Option<Self> {
        let [yellow, blue, black] = position.squares().map(|squares| squares as u64);
        let begin = Begin {
            position: position.clone(),
            stones: [yellow, blue],
            supply: position.supply().map_or([PLENTY; 2], |supply| supply.map(u64::from)),
            mover: position.mover()?,
            turns: position.empty().count_ones() as usize,
        };
        let plan = Self { rules: options.clone(), black: Some(black), begin: Some(begin) };
        (options.custodial && options.size <= 7).then_some(plan)
    }

    /// Turns finished before the first of a game.
    pub fn turns_before(&self) -> u16 {
        self.begin.as_ref().map_or(0, |begin| begin.position.turns() as u16)
    }

    /// Plays the game of each seed, in order.
    pub fn play(&self, seeds: &[u64], note: impl FnMut(GameResult, &dyn Trace)) {
        if self.rules.size == 5 {
            self.play_blocks(|games| vectors::run(Block::<5> { plan: self, games }), seeds, note);
        } else {
            self.play_blocks(|games| vectors::run(Block::<7> { plan: self, games }), seeds, note);
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
                note(games.ending(game), &Played { plan: self, seed, games: &games, game });
            }
        }
    }
}

/// A game that was played.
struct Played<'a> {
    plan: &'a Plan,
    seed: u64,
    games: &'a Games,
    game: usize,
}

impl Trace for Played<'_> {
    /// Plays the first turns once more.
    fn first_actions(&self, out: &mut [u16]) {
        let mut stream = Stream::new(self.seed);
        let mut position = match &self.plan.begin {
            None => self.plan.rules.start(&mut stream),
            Some(begin) => begin.position.clone(),
        };
        for place in out {
            let action = position.draw_legal(&mut stream, &mut Vec::new());
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
    /// The four words of state of each game's random words.
    words: [[u64; GAMES]; 4],
    /// The half of a word with which a turn is drawn, and the half for the turn after.
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
            words: [[0; GAMES]; 4],
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

    fn ending(&self, game: usize) -> GameResult {
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
    fn words(&self, game: usize) -> Words {
        let [a, b, c, d] = &self.words;
        Words([a[game], b[game], c[game], d[game]])
    }

    #[inline(always)]
    fn keep(&mut self, game: usize, words: Words) {
        let [a, b, c, d] = &mut self.words;
        [a[game], b[game], c[game], d[game]] = words.0;
    }

    /// The next half of a word for every game; `second` if it is the high half of the last.
    #[inline(always)]
    fn draw(&mut self, second: bool) {
        if second {
            self.halves[0] = self.halves[1];
        } else {
            for game in 0..GAMES {
                let mut words = self.words(game);
                let word = words.next();
                self.keep(game, words);
                self.halves[0][game] = word;
                self.halves[1][game] = word >> 32;
            }
        }
    }

    /// The black stones from five halves of words; the sixth half waits.
    #[inline(always)]
    fn draw_black(&mut self, drawn: impl Fn([u64; 5]) -> u64) {
        for game in 0..GAMES {
            let mut words = self.words(game);
            let (halves, sixth) = five_halves(&mut words);
            self.keep(game, words);
            self.black[game] = drawn(halves);
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

/// The action that half a word draws from the ascending list: a square, and the square captured.
#[inline(always)]
fn choose<const SIDE: usize>(planes: [u64; 5], half: u64) -> (u64, u64) {
    let mut ends = [0; 5];
    let mut total = 0;
    for plane in 0..planes.len() {
        total += u64::from(planes[plane].count_ones());
        ends[plane] = total;
    }
    let index = below(half, total);
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
struct Block<'a, const SIDE: usize> {
    plan: &'a Plan,
    games: &'a mut Games,
}

impl<const SIDE: usize> Task for Block<'_, SIDE> {
    #[inline(always)]
    fn run(self) {
        let games = self.games;
        let stones = self.plan.rules.stones.map_or(PLENTY, u64::from);
        let setup = self.plan.rules.setup();
        games.stones = [[0; GAMES]; 2];
        games.supply = [[stones; GAMES]; 2];
        games.running = [u64::MAX; GAMES];
        games.turns = [0; GAMES];
        games.blue_first_seat = [0; GAMES];
        games.captured = [0; GAMES];
        for game in 0..GAMES {
            games.keep(game, Words::new(games.seeds[game]));
        }
        // Is the high half of a word waiting?
        let mut waiting = false;
        if let Some(black) = self.plan.black {
            games.black = [black; GAMES];
        } else {
            waiting = true;
            if setup == Setup::Random {
                games.draw_black(draw_black::<SIDE>);
            } else {
                games.draw_black(put_black::<SIDE>);
                games.turns = [5; GAMES];
            }
        }
        let (mut first, mut turns) = (0, SIDE * SIDE - 5);
        if let Some(begin) = &self.plan.begin {
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
                games.blue_first_seat[game] = 1 - below(games.halves[1][game], 2);
            }
        }
        for turn in first..first + turns {
            games.draw(waiting);
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

/// The black stones that players put at random, each drawn from the empty squares (T3).
#[inline(always)]
fn put_black<const SIDE: usize>(halves: [u64; 5]) -> u64 {
    let (mut black, mut empty) = (0, (SIDE * SIDE) as u64);
    for half in halves {
        black |= nth(full(SIDE) & !black, below(half, empty));
        empty -= 1;
    }
    black
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::game_seed;

    /// The integration tests see only what this machine has; here both ways are played.
    #[test]
    fn wide_and_portable_games_are_the_same() {
        let seeds: Vec<u64> = (0..200).map(|i| game_seed(3, i)).collect();
        for size in [5, 7] {
            let plan = Plan::claim(&Options { size, ..Options::custodial() }).unwrap();
            let (mut wide, mut portable) = (Vec::new(), Vec::new());
            plan.play(&seeds, |ending, _| wide.push(ending));
            let push = |ending, _: &dyn Trace| portable.push(ending);
            match size {
                5 => {
                    plan.play_blocks(|games| Block::<5> { plan: &plan, games }.run(), &seeds, push);
                }
                _ => {
                    plan.play_blocks(|games| Block::<7> { plan: &plan, games }.run(), &seeds, push);
                }
            }
            assert_eq!(wide, portable, "size {size}");
        }
    }
}
