//! Random games that are quick to draw, for a search that wants many: in plain Pah-Tum the squares of Yellow are
//! drawn at once, and in the custodial game nothing is kept but squares and supplies.

// What is not inlined does not get the wider instructions.
#![allow(clippy::inline_always)]

use super::phase::Phase;
use super::position::PahTum;
use super::random_games::sample_yellow;
use super::squares::{Squares, Word};
use crate::position::{Action, Position, RandomPlay, Rollouts};
use crate::stream::Stream;
use crate::vectors::{self, Task};

/// A supply that no game uses up, where there is no limit.
const PLENTY: u16 = 1 << 12;

/// The games of [`Rollout::Rave`](crate::position::Rollout::Rave).
#[derive(Default)]
pub(super) struct Filling {
    /// The squares of Yellow and of Blue when the last game was over.
    stones: [u128; 2],
}

impl Filling {
    /// Plays on; Yellow's points less Blue's.
    #[inline(always)]
    fn fill<W: Word>(&mut self, position: &PahTum, stream: &mut Stream) -> i32 {
        let squares = Squares::<W>::of(position.size);
        let stones = if position.is_free() {
            let empty = W::narrow(position.empty());
            // T1: the mover fills one more where the number is odd.
            let count = empty.count().midpoint(u32::from(position.mover == 0));
            let yellow = sample_yellow(position.points(), empty, count, stream);
            let filled = [yellow, empty & !yellow];
            [0, 1].map(|colour| W::narrow(position.stones[colour]) | filled[colour])
        } else {
            capturing(position, squares, stream)
        };
        self.stones = stones.map(W::widen);
        squares.score(stones[0]) - squares.score(stones[1])
    }
}

/// A custodial game (T4, T5): the squares of Yellow and of Blue in the end.
#[inline(always)]
fn capturing<W: Word>(position: &PahTum, squares: &Squares<W>, stream: &mut Stream) -> [W; 2] {
    let mover = usize::from(position.mover & 1);
    let mut stones = position.stones.map(W::narrow);
    let mut black = W::narrow(position.black);
    let mut supply = if position.limited { position.supply } else { [PLENTY; 2] };
    for own in (0..2).cycle().skip(mover) {
        let foe = 1 - own;
        let other = stones[foe] | black;
        let empty = squares.full & !(stones[own] | other);
        let planes = squares.capturing(stones[own], other);
        let any = planes[0] | planes[1] | planes[2] | planes[3];
        let quiet = empty & !any;
        let actions = planes.iter().fold(quiet.count(), |sum, plane| sum + plane.count());
        let mut number = stream.below(actions as usize) as u32;
        let (mut square, mut target) = (W::NONE, W::NONE);
        let up = squares.side;
        if number < quiet.count() {
            square = W::ONE << quiet.nth(number);
        } else {
            number -= quiet.count();
            for (direction, plane) in planes.into_iter().enumerate() {
                if number < plane.count() {
                    square = W::ONE << plane.nth(number);
                    target = [square << up, square << 1, square >> up, square >> 1][direction];
                    break;
                }
                number -= plane.count();
            }
        }
        stones[own] = stones[own] | square;
        supply[own] -= 1;
        if target != W::NONE {
            supply[foe] += u16::from(stones[foe] & target != W::NONE);
            stones[foe] = stones[foe] & !target;
            black = black & !target;
            if supply[own] > 0 {
                stones[own] = stones[own] | target;
                supply[own] -= 1;
            }
        }
        // A captured stone whose square stays empty ends the game too: the supply is empty.
        if empty == square || supply[own] == 0 {
            break;
        }
    }
    stones
}

/// A game that is played on, and what Yellow's points less Blue's are at its end.
struct Game<'a> {
    filling: &'a mut Filling,
    position: &'a PahTum,
    stream: &'a mut Stream,
    margin: &'a mut i32,
}

impl Task for Game<'_> {
    #[inline(always)]
    fn run(self) {
        *self.margin = if self.position.points() <= 64 {
            self.filling.fill::<u64>(self.position, self.stream)
        } else {
            self.filling.fill::<u128>(self.position, self.stream)
        };
    }
}

impl Rollouts<PahTum> for Filling {
    fn play(&mut self, position: &mut PahTum, seed: u64, returns: &mut [f32]) {
        let mut stream = Stream::new(seed);
        while matches!(position.phase, Phase::Stones | Phase::Colours) {
            let action = position.sample_legal(&mut stream, &mut Vec::new());
            position.play_unchecked(action);
        }
        let mut margin = 0;
        let (filling, margin_of) = (self, &mut margin);
        vectors::run(Game { filling, position, stream: &mut stream, margin: margin_of });
        let [yellow, blue] = [0, 1].map(|colour| position.seat_of(colour).index());
        returns[yellow] = margin.signum() as f32;
        returns[blue] = -returns[yellow];
    }

    /// That of the stone that is put; a capture is another action on it.
    fn square(&self, position: &PahTum, action: Action) -> u8 {
        (usize::from(action.0) % position.points()) as u8
    }

    /// While black stones are put and colours chosen nobody plays there for himself.
    fn squares_of_decider(&self, position: &PahTum) -> u128 {
        position.mover().map_or(0, |mover| self.stones[mover])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pah_tum::{Options, Setup};
    use crate::playout::Sampler;
    use crate::position::{Decider, Rules};
    use crate::stream::game_seed;

    /// A position of a random game after some turns.
    fn after(options: &Options, seed: u64, turns: usize) -> PahTum {
        let (mut stream, mut sampler) = (Stream::new(seed), Sampler::default());
        let mut position = options.start(&mut stream);
        for _ in 0..turns {
            sampler.step(&mut position, &mut stream);
        }
        position
    }

    #[test]
    fn custodial_games_are_those_of_random_play() {
        for size in [5, 7, 9, 11] {
            for setup in [Setup::Alternate, Setup::Cut, Setup::Random] {
                for stones in [Some(12), Some(40), None] {
                    let options =
                        Options { size, setup: Some(setup), stones, ..Options::custodial() };
                    for seed in 0..30 {
                        let mut end = after(&options, seed, seed as usize % 12);
                        let (mut filling, mut returns) = (Filling::default(), [0.0; 2]);
                        filling.play(&mut end.clone(), seed, &mut returns);
                        Sampler::default().finish(&mut end, &mut Stream::new(seed), |_| ());
                        let mut expected = [0.0; 2];
                        end.returns(&mut expected);
                        assert_eq!((returns, filling.stones), (expected, end.stones), "{end}");
                    }
                }
            }
        }
    }

    /// Each way of filling the board is as likely as any other: of each square, and of the results.
    #[test]
    fn plain_games_fill_the_board_as_random_play_does() {
        const GAMES: u64 = 4000;
        for (size, turns) in [(5, 3), (7, 8), (7, 37), (9, 1)] {
            let position = after(&Options { size, ..Options::default() }, 5, turns);
            let mut counts = [[0_i32; 122]; 2];
            for game in 0..GAMES {
                let (seed, mut filling) = (game_seed(9, game), Filling::default());
                let (mut end, mut returns) = (position.clone(), [0.0; 2]);
                filling.play(&mut end, seed, &mut returns);
                let mut sampled = position.clone();
                Sampler::default().finish(&mut sampled, &mut Stream::new(seed), |_| ());
                // Nothing that stands is moved, and as many squares are filled by each colour.
                for colour in 0..2 {
                    let (one, other) = (filling.stones[colour], sampled.stones[colour]);
                    assert_eq!(one.count_ones(), other.count_ones());
                    assert_eq!(one & position.stones[colour], position.stones[colour]);
                }
                assert_eq!(filling.stones[0] & filling.stones[1], 0);
                assert_eq!((filling.stones[0] | filling.stones[1]) & position.black, 0);
                end.stones = filling.stones;
                let scores = end.scores();
                assert_eq!(returns.map(|value| value as i32)[0], (scores[0] - scores[1]).signum());
                for (counts, end) in counts.iter_mut().zip([&end, &sampled]) {
                    for (square, count) in counts[..121].iter_mut().enumerate() {
                        *count += (end.stones[0] >> square & 1) as i32;
                    }
                    let scores = end.scores();
                    counts[121] += (scores[0] - scores[1]).signum();
                }
            }
            // Five standard deviations of a difference of sums of numbers from -1 to 1.
            let far = (5.0 * (2.0 * GAMES as f64).sqrt()) as u32;
            for (one, other) in counts[0].iter().zip(counts[1]) {
                assert!(one.abs_diff(other) < far, "{size}, {turns}: {one} and {other}");
            }
        }
    }

    /// A stone that is put is of the seat that decides, also where seat 0 has Blue.
    #[test]
    fn squares_of_a_seat_are_those_of_its_colour() {
        let options = Options { setup: Some(Setup::Cut), ..Options::custodial() };
        for seed in 0..40 {
            let position = after(&options, seed, 6 + seed as usize % 3);
            let mut filling = Filling::default();
            filling.play(&mut position.clone(), seed, &mut [0.0; 2]);
            let Decider::Player(player) = position.decider() else { panic!("over") };
            let colour = usize::from(position.seat_of(1) == player);
            assert_eq!(filling.squares_of_decider(&position), filling.stones[colour]);
            assert_eq!(filling.squares_of_decider(&after(&options, seed, 2)), 0);
        }
    }
}
