//! Rollouts of the stone games that see rows: a stone that makes a row and wins, else one where the
//! other colour would win so, else a random one that is no foul.
//!
//! Only fours through the stone just put are new, so that four windows tell what must be noted, and
//! a rollout takes little longer than a random one. Captures are made as they come; none is looked
//! for.

mod field;

use num_traits::PrimInt;

use self::field::Field;
use super::fouls::{Foul, Fouls};
use super::lines::{self, Coord};
use super::{CaptureCount, Five, StoneGame};
use crate::board::{Colour, Grid, Point};
use crate::position::{Decider, RandomPlay, Rollouts};
use crate::stream::{REDRAWS, Stream};

/// What a rollout needs to know of the rules and the position beside its stones.
#[derive(Clone, Copy, Debug)]
pub struct RolloutState<F> {
    /// Which rows win, Black's and White's (G3).
    pub five: [Five; 2],
    /// The fouls in force.
    pub fouls: F,
    /// Who wins on a full board (G4).
    pub full_board: Option<Colour>,
    /// Who finds no point passes; else the game is drawn (G5).
    pub passes: bool,
    /// The turn before was a pass.
    pub passed: bool,
    /// The colour of the next stone.
    pub next: Colour,
    /// Captures and supplies, where the game has them (P3 to P5).
    pub captures: Option<CaptureCount>,
}

/// Plays games out so; memory is used again for the next game.
#[derive(Default)]
pub struct WinElseBlock {
    small: Option<Field<u32, 16, 96>>,
    middle: Option<Field<u64, 32, 192>>,
    large: Option<Field<u128, 64, 384>>,
    stones: Vec<Point>,
}

impl WinElseBlock {
    /// Plays on from a board and says who won, if somebody did.
    pub fn finish<F: Fouls>(
        &mut self,
        grid: &Grid,
        state: RolloutState<F>,
        stream: &mut Stream,
    ) -> Option<Colour> {
        let stones = &mut self.stones;
        stones.clear();
        let columns = u16::from(grid.size().columns);
        let mut note = |(x, y): Coord| stones.push(Point(y as u16 * columns + x as u16));
        match lines::side(grid.size()) {
            16 => play(field_of(&mut self.small, grid), state, stream, &mut note),
            32 => play(field_of(&mut self.middle, grid), state, stream, &mut note),
            _ => play(field_of(&mut self.large, grid), state, stream, &mut note),
        }
    }

    /// The points of the stones that the last game put, in order.
    pub fn stones(&self) -> &[Point] {
        &self.stones
    }
}

impl<P: StoneGame + RandomPlay> Rollouts<P> for WinElseBlock {
    /// Decisions of an opening are sampled as in random play.
    fn play(&mut self, position: &mut P, seed: u64, returns: &mut [f32]) {
        let (mut stream, mut actions) = (Stream::new(seed), Vec::new());
        while !position.is_free() {
            if position.decider() == Decider::Over {
                return position.returns(returns);
            }
            let action = position.sample_legal(&mut stream, &mut actions);
            position.play_unchecked(action);
        }
        let winner = self.finish(position.grid(), position.rollout_state(), &mut stream);
        returns.fill(0.0);
        if let Some(winner) = winner {
            returns[position.seat(winner).index()] = 1.0;
            returns[position.seat(winner.other()).index()] = -1.0;
        }
    }
}

/// The board, made when it is needed first.
fn field_of<'a, M: PrimInt, const SIDE: usize, const COUNT: usize>(
    field: &'a mut Option<Field<M, SIDE, COUNT>>,
    grid: &Grid,
) -> &'a mut Field<M, SIDE, COUNT> {
    if let Some(field) = field {
        field.set(grid);
    }
    field.get_or_insert_with(|| Field::of(grid))
}

fn play<F: Fouls, M: PrimInt, const SIDE: usize, const COUNT: usize>(
    field: &mut Field<M, SIDE, COUNT>,
    mut state: RolloutState<F>,
    stream: &mut Stream,
    note: &mut impl FnMut(Coord),
) -> Option<Colour> {
    loop {
        let (next, other) = (state.next, state.next.other());
        let (own, foreign) = (state.five[next.index()], state.five[other.index()]);
        if field.left == 0 {
            return state.full_board;
        }
        let bound = state.fouls.bind(next);
        let allowed = |field: &mut Field<M, SIDE, COUNT>, point| {
            let coord = Field::<M, SIDE, COUNT>::coord(point);
            !bound || !state.fouls.forbids(&mut field.lines.for_colour(next), coord, own)
        };
        let chosen = (field.winning(next, own))
            .or_else(|| field.stopping(other, foreign, allowed))
            .or_else(|| sample(field, stream, bound, allowed));
        let Some(point) = chosen else {
            if state.fouls.effect() == Foul::Loses {
                return Some(other); // R7
            }
            if !state.passes || state.passed {
                return None; // G5
            }
            (state.passed, state.next) = (true, other);
            continue;
        };
        state.passed = false;
        note(Field::<M, SIDE, COUNT>::coord(point));
        let wins = field.put(next, point, own);
        if let Some(captures) = &mut state.captures {
            let captured = field.take_off(next, point, captures.take, state.five);
            *captures = captures.after(next, captured);
            if captured > 0 && captures.taken[next.index()] >= captures.target {
                return Some(next); // P4
            }
            let used_up = captures.supply.is_some_and(|supply| supply[other.index()] == 0);
            if used_up && !wins && field.left > 0 {
                return None; // P5
            }
        }
        if wins {
            return Some(next);
        }
        state.next = other;
    }
}

/// A random point that is allowed, if there is one.
#[inline]
fn sample<M: PrimInt, const SIDE: usize, const COUNT: usize>(
    field: &mut Field<M, SIDE, COUNT>,
    stream: &mut Stream,
    bound: bool,
    mut allowed: impl FnMut(&mut Field<M, SIDE, COUNT>, u16) -> bool,
) -> Option<u16> {
    if !bound {
        return Some(field.point_at(stream.below(field.left)));
    }
    for _ in 0..=REDRAWS {
        let point = field.point_at(stream.below(field.left));
        if allowed(field, point) {
            return Some(point);
        }
    }
    let left: Vec<_> = (0..field.left).map(|place| field.point_at(place)).collect();
    left.into_iter().find(|&point| allowed(field, point))
}
