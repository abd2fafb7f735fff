//! Who plays with whom, and for what.

use super::utility::Utility;
use crate::position::GameInfo;

/// The sides of a game and the scale of its returns.
///
/// Seats of one side (partners) have equal returns; each side maximises its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Stakes {
    /// The side of each seat, numbered from 0 without gaps.
    pub sides: Vec<u8>,
    /// Least return of a seat.
    pub least: f64,
    /// Greatest return of a seat.
    pub most: f64,
    /// What the returns of all sides, one seat of each counted, add up to at every end of a game;
    /// `None` if that differs.
    pub total: Option<f64>,
    /// What each side maximises; its own return if `None`. The fields above are those of utilities.
    utility: Option<Utility>,
    /// Least and greatest return of a seat, whatever is maximised.
    returns: [f32; 2],
    /// Utilities are whole multiples of this where they have a sum that is not 0: only then do they
    /// add up to it to the last bit, as a proof for both sides needs it. It is some 10^-12 of what they can be.
    grain: Option<f64>,
}

/// The multiple of `grain` next to a value.
fn rounded(value: f64, grain: f64) -> f64 {
    (value / grain).round() * grain
}

impl Stakes {
    /// What the rules tell.
    pub fn of(info: &GameInfo) -> Self {
        let mut stakes = Self {
            sides: info.teams.clone(),
            least: info.min_return.into(),
            most: info.max_return.into(),
            total: None,
            utility: None,
            returns: [info.min_return, info.max_return],
            grain: None,
        };
        // Teams are of one size: of the sum by seats each side has the same part.
        let share = stakes.count() as f64 / info.num_players as f64;
        stakes.total = info.total_return.map(|total| f64::from(total) * share);
        stakes
    }

    /// The same where every seat maximises a utility, of a game in which nobody has a partner.
    pub fn with_utility(self, utility: Utility) -> Self {
        let ends = utility.weights().iter().map(|weight| (weight * self.least, weight * self.most));
        let (least, most) = ends.fold((0.0, 0.0), |(least, most), (one, other)| {
            (least + one.min(other), most + one.max(other))
        });
        // Each return is weighed once by every weight.
        let sum: f64 = utility.weights().iter().sum();
        let total = self.total.map(|total| if sum == 0.0 { 0.0 } else { sum * total });
        let grain = total.filter(|&total| total != 0.0).map(|_| {
            // Two to the power that is next above what a utility can be, by 2^40.
            2f64.powf(least.abs().max(most.abs()).log2().ceil() - 40.0)
        });
        let rounded = |value| grain.map_or(value, |grain| rounded(value, grain));
        Self { least, most, total: total.map(rounded), utility: Some(utility), grain, ..self }
    }

    /// Least and greatest return of a seat, whatever is maximised.
    pub(super) fn returns(&self) -> [f32; 2] {
        self.returns
    }

    /// Within what each side ends where the returns of each seat lie from `least` to `most`: writes
    /// the ends by side.
    pub(super) fn ends_by_side(
        &self,
        [least, most]: &[Vec<f32>; 2],
        low: &mut [f64],
        high: &mut [f64],
    ) {
        let Some(utility) = self.utility else {
            self.by_side(least, low);
            self.by_side(most, high);
            return;
        };
        for (seat, &side) in self.sides.iter().enumerate() {
            let ends = utility.ends(seat, least, most);
            let [below, above] =
                ends.map(|value| self.grain.map_or(value, |grain| rounded(value, grain)));
            low[usize::from(side)] = below;
            high[usize::from(side)] = above;
        }
        // As in `by_side`.
        if let Some(total) = self.duel() {
            (low[1], high[1]) = (total - high[0], total - low[0]);
        }
    }

    /// Does each side maximise its own return?
    pub(super) fn are_returns(&self) -> bool {
        self.utility.is_none()
    }

    /// How many sides there are.
    pub fn count(&self) -> usize {
        self.sides.iter().max().map_or(0, |&side| usize::from(side) + 1)
    }

    /// The side of a seat.
    pub fn side(&self, seat: usize) -> usize {
        usize::from(self.sides[seat])
    }

    /// Two sides whose returns always have the same sum: what one wins the other loses. That sum.
    pub(super) fn duel(&self) -> Option<f64> {
        self.total.filter(|_| self.count() == 2)
    }

    /// A return on the scale from 0 to 1 that the search works with.
    pub(super) fn scaled(&self, value: f64) -> f32 {
        let range = self.most - self.least;
        if range > 0.0 { ((value - self.least) / range) as f32 } else { 0.5 }
    }

    /// A value of the search as a return.
    pub(super) fn unscaled(&self, value: f64) -> f64 {
        self.least + value * (self.most - self.least)
    }

    /// The return of a side about which nothing is known.
    pub(super) fn level(&self) -> f64 {
        match self.total {
            Some(total) => total / self.count() as f64,
            None => self.least,
        }
    }

    /// What the returns by seat are worth to each side: of partners those of the first.
    pub(super) fn by_side(&self, by_seat: &[f32], out: &mut [f64]) {
        if let Some(utility) = self.utility {
            for (seat, &side) in self.sides.iter().enumerate() {
                let value = utility.of(seat, by_seat);
                out[usize::from(side)] = self.grain.map_or(value, |grain| rounded(value, grain));
            }
            // The last bit may be rounded up for both.
            if let (Some(total), Some(_)) = (self.duel(), self.grain) {
                out[1] = total - out[0];
            }
            return;
        }
        for (seat, &value) in by_seat.iter().enumerate().rev() {
            out[self.side(seat)] = f64::from(value);
        }
    }

    /// Values by side, one for each seat.
    pub(super) fn by_seat(&self, by_side: &[f64]) -> Vec<f32> {
        self.sides.iter().map(|&side| by_side[usize::from(side)] as f32).collect()
    }
}
