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
        // Weights that cancel leave nothing to be divided; of other sums rounding would be seen.
        let cancel = utility.weights().iter().sum::<f64>() == 0.0 && self.total.is_some();
        Self { least, most, total: cancel.then_some(0.0), utility: Some(utility), ..self }
    }

    /// How many sides there are.
    pub fn count(&self) -> usize {
        self.sides.iter().max().map_or(0, |&side| usize::from(side) + 1)
    }

    /// The side of a seat.
    pub fn side(&self, seat: usize) -> usize {
        usize::from(self.sides[seat])
    }

    /// A seat of side 0.
    pub(super) fn seat_of_first(&self) -> usize {
        self.sides.iter().position(|&side| side == 0).unwrap_or(0)
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
                out[usize::from(side)] = utility.of(seat, by_seat);
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
