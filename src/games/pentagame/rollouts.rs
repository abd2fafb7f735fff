//! Rollouts of Pentagame: none, but a static evaluation of how far the pieces have come. Random
//! play says nothing here: it takes some 370 turns where a racer needs 24. Playing on before the
//! evaluation made it weaker at equal time (docs/search.md).
//!
//! *How far* a seat is are the moves home (`features.rs`) of the pieces that it still needs, each
//! with a fraction for its stops. Who is ahead of the best other seat by a move is taken to win
//! more often than not, and every seat to get that share of the points that it lacks.

use std::ops::ControlFlow;

use super::mask::Mask;
use super::moves::{FURTHEST, Reach, is_small};
use super::options::{MAX_PLAYERS, Scoring};
use super::position::{Pentagame, Phase};
use super::star::{MAX_POINTS, OFF};
use super::stops::Stops;
use crate::position::{Action, Decider, Position, Rollouts};

/// Stops to the goal that count as a move.
const STOPS: f32 = 32.0;
/// What it is worth to be next, in moves.
const NEXT: f32 = 0.5;
/// A lead of this many moves wins three games of four.
const LEAD: f32 = 1.5;
/// Points that no lead exceeds, and what a point counts in a score.
const LARGEST_LEAD: f32 = 20.0;
const SCORE_OF_A_POINT: f32 = 1_000.0;
/// How far the others are where there are none.
const ALONE: f32 = 8.0;

/// Judges how far the pieces are.
pub struct Progress;

impl Rollouts<Pentagame> for Progress {
    fn play(&mut self, position: &mut Pentagame, _: u64, returns: &mut [f32]) {
        if position.decider() == Decider::Over {
            position.returns(returns);
        } else {
            position.expected(returns);
        }
    }
}

impl Pentagame {
    /// What each seat can expect while the game runs, on the scale of the returns.
    pub(super) fn expected(&self, out: &mut [f32]) {
        let (law, players) = (&self.law, self.law.players());
        let mut far = if is_small(law.star) { self.far::<u128>() } else { self.far::<Mask>() };
        let next = match self.phase {
            Phase::Move | Phase::Roll | Phase::FirstRoll(_) => usize::from(self.seat),
            // The seat still has something to set, and then the next one moves.
            _ => {
                far[usize::from(self.seat)] -= NEXT;
                (usize::from(self.seat) + 1) % players
            }
        };
        far[next] -= NEXT;
        let mut points = [0.0; MAX_PLAYERS];
        for seat in 0..players {
            let others = (0..players).filter(|&other| other != seat && !self.is_team(seat, other));
            let best = others.map(|other| far[other]).fold(f32::INFINITY, f32::min);
            let best = if best == f32::INFINITY { ALONE } else { best };
            let lead = (best - far[seat]) / LEAD;
            // From 0 to 1, made of plain arithmetic.
            let share = 0.5 + 0.5 * lead / (1.0 + lead.abs());
            let target = f32::from(law.options.target());
            let own = f32::from(self.points[seat]);
            let lacks = target - self.total(seat) as f32;
            let members = (0..players).filter(|&other| self.is_team(seat, other)).count() + 1;
            points[seat] = own + lacks.max(0.0) * share / members as f32;
        }
        let total = |seat: usize| -> f32 {
            let team = (0..players).filter(|&other| other == seat || self.is_team(seat, other));
            team.map(|member| points[member]).sum()
        };
        for (seat, value) in out.iter_mut().enumerate().take(players) {
            let (own, next) = (total(seat), total((seat + 1) % players));
            *value = match law.options.scoring {
                _ if players == 1 => own,
                Scoring::Points => own,
                Scoring::ZeroSum => own - next,
                Scoring::ConstantSum => own + f32::from(law.options.target()) - next,
            };
        }
    }

    /// Writes the legal actions with how the seat stands after each: what it can expect less what the
    /// best other seat can.
    pub(super) fn score_actions(&self, out: &mut Vec<(u32, Action)>) {
        let (players, seat) = (self.law.players(), usize::from(self.seat));
        let mut actions = Vec::new();
        self.list(&mut actions);
        out.clear();
        out.extend(actions.into_iter().map(|action| {
            // A copy is a few hundred bytes, and what lies on the heap is shared: little beside the
            // judgement, and simpler than to take a turn back.
            let (mut next, mut expected) = (self.clone(), [0.0; MAX_PLAYERS]);
            next.play_unchecked(action);
            Progress.play(&mut next, 0, &mut expected[..players]);
            let others = (0..players).filter(|&other| other != seat && !self.is_team(seat, other));
            let best = others.map(|other| expected[other]).fold(f32::NEG_INFINITY, f32::max);
            let lead = expected[seat] - if best == f32::NEG_INFINITY { 0.0 } else { best };
            // A score is a number from 0 up; no lead is greater than all points.
            (((lead + LARGEST_LEAD) * SCORE_OF_A_POINT).max(0.0) as u32, action)
        }));
    }

    fn is_team(&self, one: usize, other: usize) -> bool {
        self.law.partners(one as u8, other as u8)
    }

    /// How far each seat is, with teams each team.
    fn far<S: Stops>(&self) -> [f32; MAX_PLAYERS] {
        let (law, players) = (&self.law, self.law.players());
        let mut paths = Reach::<S>::new(law.star, &self.occupied);
        paths.find_regions(law.star);
        let mut moves = [FURTHEST; MAX_PLAYERS * MAX_POINTS];
        for letter in 0..law.letters() as u8 {
            self.moves_to(letter, &paths, &mut moves);
        }
        let mut far = [0.0; MAX_PLAYERS];
        for (seat, far) in far.iter_mut().enumerate().take(players) {
            // The pieces of a team count together.
            let mut each = [0.0_f32; MAX_PLAYERS * MAX_POINTS];
            let mut count = 0;
            for (piece, &moves) in moves.iter().enumerate().take(law.pieces()) {
                let owner = usize::from(law.owner(piece));
                let stop = self.board.pieces[piece];
                if stop != OFF && (owner == seat || self.is_team(owner, seat)) {
                    let stops = law.star.steps[usize::from(law.colour(piece))][usize::from(stop)];
                    each[count] = f32::from(moves) + f32::from(stops) / STOPS;
                    count += 1;
                }
            }
            let lacks = i32::from(law.options.target()) - self.total(seat);
            let lacks = usize::try_from(lacks).unwrap_or(0).min(count);
            each[..count].sort_unstable_by(f32::total_cmp);
            *far = each[..lacks].iter().sum();
        }
        far
    }

    /// The moves home of all pieces of a colour: outwards from their goal, move by move.
    fn moves_to<S: Stops>(&self, letter: u8, paths: &Reach<S>, moves: &mut [u16]) {
        let (law, goal) = (&self.law, self.law.star.crossing(letter));
        let pieces = || (0..law.pieces()).filter(|&piece| law.colour(piece) == letter);
        let mut left = 0;
        for piece in pieces() {
            let stop = self.board.pieces[piece];
            if stop == goal {
                moves[piece] = 0;
            } else if stop != OFF {
                left += 1;
            }
        }
        if left == 0 {
            return;
        }
        paths.outwards(goal, |count, front| {
            for piece in pieces() {
                let stop = self.board.pieces[piece];
                if stop != OFF && stop != goal && front.has(stop) {
                    moves[piece] = count;
                    left -= 1;
                }
            }
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pentagame::Options;
    use crate::position::Rules;
    use crate::stream::Stream;

    /// `features.rs` looks for each piece by itself, stop by stop.
    #[test]
    fn moves_home_are_those_of_the_temperature() {
        for players in 1..=5 {
            let options = Options { players, ..Options::default() };
            let mut stream = Stream::new(u64::from(players));
            let mut position = options.start(&mut stream);
            for _ in 0..150 {
                let mut paths = Reach::<u128>::new(position.law.star, &position.occupied);
                paths.find_regions(position.law.star);
                let mut moves = [FURTHEST; MAX_PLAYERS * MAX_POINTS];
                for letter in 0..position.law.star.points {
                    position.moves_to(letter, &paths, &mut moves);
                }
                for heat in position.temperature() {
                    assert_eq!(moves[heat.piece], heat.moves.min(FURTHEST), "{position}");
                }
                let action = position.sample(&mut stream);
                position.play_unchecked(action);
            }
        }
    }
}
