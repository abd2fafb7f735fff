//! What play from a position can still end with, where the game can say that without a search.

use super::settings::Frame;
use super::stakes::Stakes;
use crate::position::Tactics;

/// The least and the greatest returns of one position; kept, so that nothing is allocated again.
#[derive(Debug)]
pub struct Range {
    /// By side.
    pub least: Vec<f64>,
    /// By side.
    pub most: Vec<f64>,
    by_seat: [Vec<f32>; 2],
}

impl Range {
    /// Of any position of the game.
    pub fn new(frame: &Frame) -> Self {
        Self::of(&frame.stakes)
    }

    /// Of any position with these stakes.
    pub fn of(stakes: &Stakes) -> Self {
        let sides = stakes.count();
        Self {
            least: vec![stakes.least; sides],
            most: vec![stakes.most; sides],
            by_seat: [Vec::new(), Vec::new()],
        }
    }

    /// Of a position, as what its sides maximise.
    pub fn narrow<P: Tactics>(&mut self, position: &P, stakes: &Stakes) {
        let (seats, [lowest, highest]) = (stakes.sides.len(), stakes.returns());
        let [least, most] = &mut self.by_seat;
        least.clear();
        most.clear();
        least.resize(seats, lowest);
        most.resize(seats, highest);
        position.narrow(least, most);
        stakes.ends_by_side(&self.by_seat, &mut self.least, &mut self.most);
    }
}
