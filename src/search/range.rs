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

    /// Of a position. The stakes are those of returns, not of a utility.
    pub fn narrow<P: Tactics>(&mut self, position: &P, stakes: &Stakes) {
        let [least, most] = &mut self.by_seat;
        let seats = stakes.sides.len();
        least.clear();
        most.clear();
        least.resize(seats, stakes.least as f32);
        most.resize(seats, stakes.most as f32);
        position.narrow(least, most);
        stakes.by_side(least, &mut self.least);
        stakes.by_side(most, &mut self.most);
    }
}
