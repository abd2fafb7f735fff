//! What a seat maximises where it is not its own return alone.

use serde::{Deserialize, Serialize};

use super::GameInfo;

/// Seats that a game has at most.
const MAX_SEATS: usize = 8;

/// Weights of the returns: of the seat itself, of the next one, and so on in the order of moves.
///
/// `(1, -1, 0)` with points as returns is the rule of the Pentagame book (V 2.4): from a player's
/// points subtract the points of the player after her.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<f64>", into = "Vec<f64>")]
pub struct Utility {
    weights: [f64; MAX_SEATS],
    seats: usize,
}

impl Utility {
    /// The weights, from the seat itself onward.
    pub fn weights(&self) -> &[f64] {
        &self.weights[..self.seats]
    }

    /// Why a game cannot be played for this utility, in words.
    pub fn refusal(&self, info: &GameInfo) -> Option<&'static str> {
        if self.seats != info.num_players {
            return Some("utility= takes a weight for each seat of the game");
        }
        let mut teams = info.teams.clone();
        teams.sort_unstable();
        teams.dedup();
        (teams.len() < info.num_players)
            .then_some("utility= is for games in which nobody has a partner")
    }

    /// The smallest and the greatest utility of a seat where the return of each seat lies from `min` to
    /// `max`.
    pub fn ends(&self, seat: usize, min: &[f32], max: &[f32]) -> [f64; 2] {
        let mut ends = [0.0; 2];
        for (distance, &weight) in self.weights().iter().enumerate() {
            let other = (seat + distance) % min.len();
            let [one, two] = [min[other], max[other]].map(|value| weight * f64::from(value));
            ends[0] += one.min(two);
            ends[1] += one.max(two);
        }
        ends
    }

    /// The utility of a seat from the returns by seat.
    pub fn of(&self, seat: usize, returns: &[f32]) -> f64 {
        let weighed = |(distance, weight): (usize, &f64)| {
            weight * f64::from(returns[(seat + distance) % returns.len()])
        };
        self.weights().iter().enumerate().map(weighed).sum()
    }
}

impl TryFrom<Vec<f64>> for Utility {
    type Error = &'static str;

    fn try_from(numbers: Vec<f64>) -> Result<Self, Self::Error> {
        if numbers.is_empty() || numbers.len() > MAX_SEATS {
            return Err("utility= takes a weight for each seat of the game");
        }
        let is_plain = |weight: &f64| weight.is_finite() && weight.abs() <= 1e6;
        if !numbers.iter().all(is_plain) || numbers.iter().all(|&weight| weight == 0.0) {
            return Err("utility= takes numbers from -10^6 to 10^6, not all 0");
        }
        let mut weights = [0.0; MAX_SEATS];
        weights[..numbers.len()].copy_from_slice(&numbers);
        Ok(Self { weights, seats: numbers.len() })
    }
}

impl From<Utility> for Vec<f64> {
    fn from(utility: Utility) -> Self {
        utility.weights().to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utilities_lie_between_their_ends_and_reach_them() {
        let utility = Utility::try_from(vec![1.0, -0.5, 0.25]).unwrap();
        let (min, max) = ([0.0, 1.0, -2.0], [3.0, 1.5, 2.0]);
        for seat in 0..3 {
            let corners = (0..8).map(|corner| {
                let returns: Vec<f32> = (0..3)
                    .map(|of| if corner >> of & 1 == 0 { min[of] } else { max[of] })
                    .collect();
                utility.of(seat, &returns)
            });
            let (low, high) = corners
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                    (low.min(value), high.max(value))
                });
            let ends = utility.ends(seat, &min, &max);
            assert!((ends[0] - low).abs() + (ends[1] - high).abs() < 1e-12, "{ends:?}");
        }
    }
}
