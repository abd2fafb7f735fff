//! Random plain Pah-Tum from a position: the squares that are left are drawn one by one, in many
//! games side by side.
//!
//! The lists of the squares that are left lie across each other: one row of bytes has the first
//! square of every game, the next row the second, and so on. A draw goes through all rows, and each
//! game takes from the one that it drew, so that nothing is looked up and nothing branches.

// One index into several arrays.
#![allow(clippy::needless_range_loop)]

use super::squares::{score, sign};
use super::words::{Words, below};
use crate::games::pah_tum::PahTum;
use crate::games::pah_tum::squares::Squares;
use crate::playout::GameResult;
use crate::position::{Position, RandomPlay, Termination, Trace};
use crate::stream::Stream;
use crate::vectors::{self, Task};

/// Games that are played side by side: a vector of bytes.
const GAMES: usize = 64;

/// What the kernel needs to know of the position.
#[derive(Clone, Debug)]
pub struct Plan {
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

impl Plan {
    /// Claims positions in play of every size.
    pub fn claim_at(position: &PahTum) -> Option<Self> {
        let empty = position.empty();
        let plan = Self {
            size: position.size(),
            stones: [position.squares()[0], position.squares()[1]],
            squares: (0..121).filter(|&square| empty >> square & 1 == 1).collect(),
            mover: position.mover()?,
            seat: position.seat_of(0).0,
            turns: position.turns() as u16,
        };
        (position.is_free() && position.supply().is_none()).then_some(plan)
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
            vectors::run(Block { plan: self, games: &mut games });
            for (&sign, &seed) in games.signs.iter().zip(seeds) {
                let winner = match sign {
                    0 => None,
                    1.. => Some(self.seat),
                    _ => Some(1 - self.seat),
                };
                let turns = self.turns + self.squares.len() as u16;
                let ending = GameResult { winner, turns, termination: Termination::FullBoard };
                note(ending, &Drawn { plan: self, seed });
            }
        }
    }
}

/// A game that was drawn.
struct Drawn<'a> {
    plan: &'a Plan,
    seed: u64,
}

impl Trace for Drawn<'_> {
    /// Draws the first squares once more.
    fn first_actions(&self, out: &mut [u16]) {
        let (mut stream, mut squares) = (Stream::new(self.seed), self.plan.squares.clone());
        for place in out {
            *place = squares.swap_remove(stream.below(squares.len())).into();
        }
    }
}

/// The games of a block, each a place in every array.
struct Games {
    seeds: [u64; GAMES],
    /// The four words of state of each game's random words.
    words: [[u64; GAMES]; 4],
    /// The last word of each.
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
            words: [[0; GAMES]; 4],
            word: [0; GAMES],
            left: [[0; GAMES]; 121],
            yellow: [[0; GAMES]; 2],
            signs: [0; GAMES],
        }
    }
}

struct Block<'a> {
    plan: &'a Plan,
    games: &'a mut Games,
}

impl Task for Block<'_> {
    #[inline(always)]
    fn run(self) {
        let (plan, games) = (self.plan, self.games);
        for game in 0..GAMES {
            let words = Words::new(games.seeds[game]).0;
            for part in 0..4 {
                games.words[part][game] = words[part];
            }
        }
        for (row, &square) in games.left.iter_mut().zip(&plan.squares) {
            *row = [square; GAMES];
        }
        games.yellow = [[0; GAMES]; 2];
        let count = plan.squares.len();
        for ply in 0..count {
            let drawn = draw(games, count - ply, ply % 2 == 1);
            if ply % 2 == plan.mover {
                for game in 0..GAMES {
                    let bit = 1 << (drawn[game] & 63);
                    let is_low = u64::from(drawn[game] < 64);
                    games.yellow[0][game] |= bit * is_low;
                    games.yellow[1][game] |= bit * (1 - is_low);
                }
            }
        }
        match plan.size {
            5 => judge::<5>(plan, games),
            7 => judge::<7>(plan, games),
            _ => judge_large(plan, games),
        }
    }
}

/// Draws one of so many squares in each game; the last of the list takes its place. `second` if the
/// number is the high half of the last word.
#[inline(always)]
fn draw(games: &mut Games, left: usize, second: bool) -> [u8; GAMES] {
    let mut place = [0_u8; GAMES];
    if second {
        for game in 0..GAMES {
            place[game] = below(games.word[game] >> 32, left as u64) as u8;
        }
    } else {
        let [a, b, c, d] = &mut games.words;
        for game in 0..GAMES {
            let mut words = Words([a[game], b[game], c[game], d[game]]);
            let word = words.next();
            [a[game], b[game], c[game], d[game]] = words.0;
            games.word[game] = word;
            place[game] = below(word, left as u64) as u8;
        }
    }
    let mut drawn = [0; GAMES];
    let last = games.left[left - 1];
    for number in 0..left {
        let row = &mut games.left[number];
        for game in 0..GAMES {
            // All ones if it is here: of a choice, the compiler would make a branch.
            let here = u8::from(place[game] == number as u8).wrapping_neg();
            drawn[game] |= row[game] & here;
            row[game] ^= (row[game] ^ last[game]) & here;
        }
    }
    drawn
}

#[inline(always)]
fn judge<const SIDE: usize>(plan: &Plan, games: &mut Games) {
    let [yellow, blue] = plan.stones.map(|stones| stones as u64);
    let empty = plan.squares.iter().fold(0, |all, &square| all | 1 << square);
    for game in 0..GAMES {
        let filled = games.yellow[0][game];
        let (yellow, blue) = (yellow | filled, blue | (empty & !filled));
        games.signs[game] = sign(score::<SIDE>(yellow) - score::<SIDE>(blue));
    }
}

#[inline(always)]
fn judge_large(plan: &Plan, games: &mut Games) {
    let squares = Squares::<u128>::of(plan.size);
    let empty = plan.squares.iter().fold(0, |all, &square| all | 1_u128 << square);
    for game in 0..GAMES {
        let filled = u128::from(games.yellow[1][game]) << 64 | u128::from(games.yellow[0][game]);
        let yellow = plan.stones[0] | filled;
        let blue = plan.stones[1] | (empty & !filled);
        games.signs[game] = (squares.score(yellow) - squares.score(blue)).signum() as i8;
    }
}
