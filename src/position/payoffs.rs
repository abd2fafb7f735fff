//! Which seats play together, and for what: the payoffs that a search maximises.

use super::{GameInfo, Utility};

/// The sides of a game and the scale of its returns.
///
/// Seats of one side (partners) have equal returns; each side maximises its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Payoffs {
    /// The side of each seat, numbered from 0 without gaps.
    pub sides: Vec<u8>,
    /// Smallest payoff of a side.
    pub min: f64,
    /// Greatest payoff of a side.
    pub max: f64,
    /// The sum of the payoffs of all sides, the same at every end of a game; `None` if it differs.
    pub total: Option<f64>,
    /// What each side maximises; its own return if `None`. The fields above are those of utilities.
    utility: Option<Utility>,
    /// Smallest and greatest return of a seat, whatever is maximised.
    returns: [f32; 2],
    /// Utilities are rounded to multiples of this where their sum is not 0: only then do they
    /// add up to it to the last bit, as a proof for both sides needs it. It is about 10^-12 of their
    /// range.
    quantum: Option<f64>,
}

/// The multiple of `quantum` next to a value.
fn rounded(value: f64, quantum: f64) -> f64 {
    (value / quantum).round() * quantum
}

impl Payoffs {
    /// The returns of a game as its rules define them.
    pub fn of(info: &GameInfo) -> Self {
        let mut payoffs = Self {
            sides: info.teams.clone(),
            min: info.min_return.into(),
            max: info.max_return.into(),
            total: None,
            utility: None,
            returns: [info.min_return, info.max_return],
            quantum: None,
        };
        // Teams are of one size: of the sum by seats each side has the same part.
        let share = payoffs.count() as f64 / info.num_players as f64;
        payoffs.total = info.total_return.map(|total| f64::from(total) * share);
        payoffs
    }

    /// The same where every seat maximises a utility, of a game in which nobody has a partner.
    pub fn with_utility(self, utility: Utility) -> Self {
        let ends = utility.weights().iter().map(|weight| (weight * self.min, weight * self.max));
        let (min, max) = ends.fold((0.0, 0.0), |(min, max), (one, other)| {
            (min + one.min(other), max + one.max(other))
        });
        // Each return is weighed once by every weight.
        let sum: f64 = utility.weights().iter().sum();
        let total = self.total.map(|total| if sum == 0.0 { 0.0 } else { sum * total });
        let quantum = total.filter(|&total| total != 0.0).map(|_| {
            // Two to the power that is next above what a utility can be, by 2^40.
            2f64.powf(min.abs().max(max.abs()).log2().ceil() - 40.0)
        });
        let rounded = |value| quantum.map_or(value, |quantum| rounded(value, quantum));
        Self { min, max, total: total.map(rounded), utility: Some(utility), quantum, ..self }
    }

    /// Smallest and greatest return of a seat, whatever is maximised.
    pub fn returns(&self) -> [f32; 2] {
        self.returns
    }

    /// The bounds of each side's payoff where the returns of each seat lie from `min` to `max`.
    pub fn bounds_by_side(&self, [min, max]: &[Vec<f32>; 2], low: &mut [f64], high: &mut [f64]) {
        let Some(utility) = self.utility else {
            self.by_side(min, low);
            self.by_side(max, high);
            return;
        };
        for (seat, &side) in self.sides.iter().enumerate() {
            let ends = utility.ends(seat, min, max);
            let [below, above] =
                ends.map(|value| self.quantum.map_or(value, |quantum| rounded(value, quantum)));
            low[usize::from(side)] = below;
            high[usize::from(side)] = above;
        }
        // As in `by_side`.
        if let Some(total) = self.duel() {
            (low[1], high[1]) = (total - high[0], total - low[0]);
        }
    }

    /// Does each side maximise its own return?
    pub fn are_returns(&self) -> bool {
        self.utility.is_none()
    }

    /// The number of sides.
    pub fn count(&self) -> usize {
        self.sides.iter().max().map_or(0, |&side| usize::from(side) + 1)
    }

    /// The side of a seat.
    pub fn side(&self, seat: usize) -> usize {
        usize::from(self.sides[seat])
    }

    /// The sum of the payoffs if there are two sides and it is constant: what one wins the other
    /// loses.
    pub fn duel(&self) -> Option<f64> {
        self.total.filter(|_| self.count() == 2)
    }

    /// A payoff on the scale from 0 to 1 that tree search works with.
    pub fn scaled(&self, value: f64) -> f32 {
        let range = self.max - self.min;
        if range > 0.0 { ((value - self.min) / range) as f32 } else { 0.5 }
    }

    /// A value of tree search as a payoff.
    pub fn unscaled(&self, value: f64) -> f64 {
        self.min + value * (self.max - self.min)
    }

    /// The payoff of a side in a position of which nothing is known.
    pub fn level(&self) -> f64 {
        match self.total {
            Some(total) => total / self.count() as f64,
            None => self.min,
        }
    }

    /// The payoff of each side for these returns by seat; of partners the first one's counts.
    pub fn by_side(&self, by_seat: &[f32], out: &mut [f64]) {
        if let Some(utility) = self.utility {
            for (seat, &side) in self.sides.iter().enumerate() {
                let value = utility.of(seat, by_seat);
                out[usize::from(side)] =
                    self.quantum.map_or(value, |quantum| rounded(value, quantum));
            }
            // The last bit may be rounded up for both.
            if let (Some(total), Some(_)) = (self.duel(), self.quantum) {
                out[1] = total - out[0];
            }
            return;
        }
        for (seat, &value) in by_seat.iter().enumerate().rev() {
            out[self.side(seat)] = f64::from(value);
        }
    }

    /// Values by side, one for each seat.
    pub fn by_seat(&self, by_side: &[f64]) -> Vec<f32> {
        self.sides.iter().map(|&side| by_side[usize::from(side)] as f32).collect()
    }
}
