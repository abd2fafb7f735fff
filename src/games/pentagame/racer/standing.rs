//! How each seat stands while the game runs.

use super::super::options::MAX_PLAYERS;
use super::super::position::{Pentagame, Phase};
use super::super::star::{MAX_POINTS, OFF};
use super::super::stops::Stops;
use super::distances::Distances;
use crate::position::RaceWeights;

/// Moves that a piece counts for while it waits on its goal: it cannot be blocked any more.
const WAITING: f32 = 0.7;
/// What a seat has gained, in moves, by a block that it is about to set.
const IN_HAND: f32 = 0.5;
/// A lead of this many moves wins three games of four.
const LEAD: f32 = 1.5;
/// How far the others are where there are none.
const ALONE: f32 = 8.0;

/// A number for each seat.
type BySeat = [f32; MAX_PLAYERS];

impl Pentagame {
    /// Writes how each seat stands: the points that it can expect, less those of the others, weighed.
    pub(super) fn standings<S: Stops>(&self, weights: &RaceWeights, out: &mut [f32]) {
        let players = self.law.players();
        let far = self.far_from_target::<S>(weights);
        let mut points = BySeat::default();
        for seat in 0..players {
            let best = self.rivals(seat).map(|other| far[other]).fold(f32::INFINITY, f32::min);
            let best = if best == f32::INFINITY { ALONE } else { best };
            let lead = (best - far[seat]) / LEAD;
            // From 0 to 1, made of plain arithmetic.
            let share = 0.5 + 0.5 * lead / (1.0 + lead.abs());
            let own = self.total(seat) as f32;
            let lacks = f32::from(self.law.options.target()) - own;
            points[seat] = own + lacks.max(0.0) * share;
        }
        let [block, others, next] = [weights.block, weights.others, weights.next];
        let total = block + others + next;
        for (seat, standing) in out.iter_mut().enumerate().take(players) {
            *standing = points[seat];
            let rivals = self.rivals(seat).count();
            if rivals == 0 || total == 0.0 {
                continue;
            }
            let max = self.rivals(seat).map(|other| points[other]).fold(0.0, f32::max);
            let mean = self.rivals(seat).map(|other| points[other]).sum::<f32>() / rivals as f32;
            let after = points[(seat + 1) % players];
            let against = block as f32 * max + others as f32 * mean + next as f32 * after;
            *standing -= against / total as f32;
        }
    }

    /// The seats that play against a seat.
    fn rivals(&self, seat: usize) -> impl Iterator<Item = usize> + '_ {
        let is_rival =
            move |&other: &usize| other != seat && !self.law.partners(seat as u8, other as u8);
        (0..self.law.players()).filter(is_rival)
    }

    /// How many moves each seat is from the target, with teams each team.
    fn far_from_target<S: Stops>(&self, weights: &RaceWeights) -> BySeat {
        let (law, star, paths) = (&self.law, self.law.star, Distances::<S>::of(self));
        let players = law.players();
        let mut needs = [[0.0; MAX_PLAYERS * MAX_POINTS]; MAX_PLAYERS];
        let (mut counts, mut reached) = ([0; MAX_PLAYERS], [S::default(); MAX_PLAYERS]);
        for (piece, &stop) in self.board.pieces.iter().enumerate().take(law.pieces()) {
            if stop == OFF {
                continue;
            }
            let (owner, letter) = (law.owner(piece), law.colour(piece));
            let moves = paths.moves(letter, stop);
            let steps = f32::from(star.steps[usize::from(letter)][usize::from(stop)]);
            let mut need = WAITING;
            if moves > 0 {
                need = moves as f32 + weights.stops as f32 * steps + weights.home as f32;
                if moves == 1 && self.board.black.has(law.goal(piece)) {
                    need -= weights.abracadabra as f32;
                }
            }
            for seat in 0..players as u8 {
                if seat == owner || law.partners(owner, seat) {
                    let seat = usize::from(seat);
                    needs[seat][counts[seat]] = need;
                    counts[seat] += 1;
                    if weights.area != 0.0 {
                        reached[seat] = reached[seat].or(paths.reached(stop));
                    }
                }
            }
        }
        let mut far = BySeat::default();
        for seat in 0..players {
            let lacks = i32::from(law.options.target()) - self.total(seat);
            let lacks = usize::try_from(lacks).unwrap_or(0).min(counts[seat]);
            let needs = &mut needs[seat][..counts[seat]];
            needs.sort_unstable_by(f32::total_cmp);
            let free = reached[seat].but(S::of(&self.occupied.stops)).count();
            far[seat] = needs[..lacks].iter().sum::<f32>() - weights.area as f32 * free as f32;
        }
        // Rounds are played to their end (N15): who has not moved yet in this one is a move nearer.
        let sets = !matches!(self.phase, Phase::Move | Phase::Roll | Phase::FirstRoll(_));
        let seat = usize::from(self.seat);
        far[seat + usize::from(sets)..players].iter_mut().for_each(|far| *far -= 1.0);
        if sets {
            far[seat] -= IN_HAND;
        }
        far
    }
}
