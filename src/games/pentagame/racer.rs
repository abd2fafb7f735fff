//! A player that races: shortest ways to the goals, and blocks where they cost the leader most.
//!
//! It looks at every turn that it could play now, without the answers of the others, and takes the
//! one after which it stands best. What a side still needs is the sum over as many of its pieces as
//! are wanted for the target, the nearest ones, of their moves home (the temperature of N21). The
//! weights follow the advice of the Pentagame book (Part IV, tables 5.1 and 5.2): need fewer moves,
//! be close to the goals, have space, for rivals the exact opposite, never allow an abracadabra.

use super::mask::Mask;
use super::moves::{Reach, is_small};
use super::position::{Pentagame, Phase};
use super::rollouts::Moves;
use super::star::OFF;
use super::stops::Stops;
use crate::position::{Action, Position as _, RaceWeights};
use crate::stream::Stream;

/// Moves that a piece counts for while it waits on its goal: it cannot be blocked any more.
const WAITING: f64 = 0.7;
/// Worth of a point beyond the target, and of having reached it.
const REACHED: f64 = 10.0;
/// Standings nearer to each other than this are equal.
const EQUAL: f64 = 1e-9;

/// What a racer works with; kept through a choice, so that nothing is allocated again.
struct Racer<'a> {
    weights: &'a RaceWeights,
    /// The seat that chooses.
    seat: u8,
    /// Moves home of each piece.
    moves: Moves,
    /// What each piece needs, for one side.
    needs: Vec<f64>,
}

impl Pentagame {
    /// The action of a racer in a position that waits for a seat's decision.
    pub(super) fn race_action(&self, weights: &RaceWeights, stream: &mut Stream) -> Action {
        let mut actions = Vec::new();
        self.list(&mut actions);
        if actions.len() == 1 {
            return actions[0];
        }
        let moves = self.moves_of_all();
        let mut racer = Racer { weights, seat: self.seat, moves, needs: Vec::new() };
        let (mut best, mut most) = (Vec::new(), f64::NEG_INFINITY);
        for &action in &actions {
            let worth = racer.after(self, action, true);
            if worth > most + EQUAL {
                best.clear();
                most = worth;
            }
            if worth >= most - EQUAL {
                best.push(action);
            }
        }
        best[stream.below(best.len())]
    }
}

impl Racer<'_> {
    /// How the seat stands after an action; if a block is to be set next (`ahead`), after the best
    /// place for it.
    fn after(&mut self, position: &Pentagame, action: Action, ahead: bool) -> f64 {
        let mut next = position.clone();
        next.play_unchecked(action);
        let goes_on = next.start.is_some() && next.ended.is_none() && next.seat == self.seat;
        if goes_on && ahead && matches!(next.phase, Phase::Black(_) | Phase::Grey(_)) {
            let mut blocks = Vec::new();
            next.list(&mut blocks);
            let values = blocks.iter().map(|&block| self.after(&next, block, false));
            return values.fold(f64::NEG_INFINITY, f64::max);
        }
        self.standing(&next)
    }

    /// How the seat stands: the moves that the others need less its own, weighed.
    fn standing(&mut self, position: &Pentagame) -> f64 {
        self.moves = position.moves_of_all();
        let law = &position.law;
        let own = self.needed(position, self.seat);
        let (mut leader, mut leading, mut rest, mut rivals) = (f64::INFINITY, None, 0.0, 0.0);
        for seat in 0..law.options.players {
            if seat == self.seat || law.partners(seat, self.seat) {
                continue;
            }
            // Of partners one stands for both.
            if law.options.teams && seat >= 2 {
                continue;
            }
            rivals += 1.0;
            let needed = self.needed(position, seat);
            if needed < leader {
                if leading.is_some() {
                    rest += leader;
                }
                (leader, leading) = (needed, Some(seat));
            } else {
                rest += needed;
            }
        }
        let weights = self.weights;
        let mut standing = -own;
        if let Some(leading) = leading {
            // What one loses by a block is shared by all who are left.
            standing += (weights.block * leader + weights.others * rest) / rivals;
            if weights.area != 0.0 {
                standing -= weights.area * f64::from(area(position, leading));
            }
        }
        if weights.area != 0.0 {
            standing += weights.area * f64::from(area(position, self.seat));
        }
        standing
    }

    /// What the side of a seat needs to the target: moves, and what its weights add to them.
    fn needed(&mut self, position: &Pentagame, seat: u8) -> f64 {
        let (law, star) = (&position.law, position.law.star);
        let missing = i32::from(law.options.target()) - position.total(usize::from(seat));
        self.needs.clear();
        for piece in 0..law.pieces() {
            let (stop, owner) = (position.board.pieces[piece], law.owner(piece));
            if stop == OFF || (owner != seat && !law.partners(owner, seat)) {
                continue;
            }
            let (colour, goal) = (usize::from(law.colour(piece)), law.goal(piece));
            if stop == goal {
                self.needs.push(WAITING);
                continue;
            }
            let moves = self.moves[piece];
            let steps = f64::from(star.steps[colour][usize::from(stop)]);
            let mut need = f64::from(moves) + self.weights.stops * steps + self.weights.home;
            if seat != self.seat && moves == 1 && position.board.black.has(goal) {
                need -= self.weights.abracadabra;
            }
            self.needs.push(need);
        }
        let Ok(missing) = usize::try_from(missing) else {
            return -REACHED * f64::from(1 - missing);
        };
        if missing == 0 {
            return -REACHED;
        }
        self.needs.sort_unstable_by(f64::total_cmp);
        self.needs.iter().take(missing).sum()
    }
}

/// How many empty stops the pieces of a seat reach in one move (N21).
fn area(position: &Pentagame, seat: u8) -> u32 {
    if is_small(position.law.star) {
        area_by::<u128>(position, seat)
    } else {
        area_by::<Mask>(position, seat)
    }
}

fn area_by<S: Stops>(position: &Pentagame, seat: u8) -> u32 {
    let mut ways = Reach::<S>::new(position.law.star, &position.occupied);
    ways.find_regions(position.law.star);
    let mut area = S::default();
    for piece in position.law.own(seat) {
        let stop = position.board.pieces[piece];
        if stop != OFF {
            area = area.or(ways.from(stop));
        }
    }
    area.but(S::of(&position.occupied.stops)).count()
}
