//! What a racer knows of Pentagame: shortest paths to the goals, and blocks where they cost most.
//!
//! It searches best first through the turns that are worth a thought, each seat for its own
//! standing. A seat is as far from the target as the moves home (the temperature of N21) of as many
//! of its pieces as it lacks points, the nearest ones. The weights follow the advice of the
//! Pentagame book (Part IV, tables 5.1 and 5.2): need fewer moves, be close to the goals, have
//! space, for rivals the exact opposite, never allow an abracadabra.
//!
//! | file | what it holds |
//! |---|---|
//! | `distances.rs` | the paths home of all pieces at once, and what lies on them |
//! | `standing.rs` | how each seat stands |
//! | `choices.rs` | the actions that are worth a thought |
//! | `alpha_beta.rs` | the search of the player `alpha_beta`, for two sides |

mod alpha_beta;
mod choices;
mod distances;
mod standing;

use super::mask::Mask;
use super::moves::is_small;
use super::position::Pentagame;
use crate::position::{Action, Decider, Position as _, RaceWeights, Rollouts};

/// Judges positions by how the seats stand.
pub(super) struct Race(pub RaceWeights);

impl Rollouts<Pentagame> for Race {
    fn play(&mut self, position: &mut Pentagame, _: u64, returns: &mut [f32]) {
        if position.decider() == Decider::Over {
            position.returns(returns);
        } else if is_small(position.law.star) {
            position.standings::<u128>(&self.0, returns);
        } else {
            position.standings::<Mask>(&self.0, returns);
        }
    }
}

impl Pentagame {
    /// Writes the legal actions that a racer looks at, ascending.
    pub(super) fn list_for_race(&self, out: &mut Vec<Action>) {
        if is_small(self.law.star) {
            self.list_choices::<u128>(out);
        } else {
            self.list_choices::<Mask>(out);
        }
    }
}
