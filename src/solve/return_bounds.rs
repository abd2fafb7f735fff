//! Bounds of the payoffs that any play from a position can still end with.

use crate::position::{EndgameBounds, Payoffs};

/// The bounds for one position; kept, so that nothing is allocated again.
#[derive(Debug)]
pub struct ReturnBounds {
    /// By side.
    pub min: Vec<f64>,
    /// By side.
    pub max: Vec<f64>,
    by_seat: [Vec<f32>; 2],
}

impl ReturnBounds {
    /// Those of any position of the game.
    pub fn new(payoffs: &Payoffs) -> Self {
        let sides = payoffs.count();
        Self {
            min: vec![payoffs.min; sides],
            max: vec![payoffs.max; sides],
            by_seat: [Vec::new(), Vec::new()],
        }
    }

    /// Sets them to those of a position. False, and nothing is changed, where the game knows no more
    /// than for all its positions.
    pub fn narrow<P: EndgameBounds>(&mut self, position: &P, payoffs: &Payoffs) -> bool {
        let (seats, [lowest, highest]) = (payoffs.sides.len(), payoffs.returns());
        let [min, max] = &mut self.by_seat;
        min.clear();
        max.clear();
        min.resize(seats, lowest);
        max.resize(seats, highest);
        let is_known = position.narrow(min, max);
        if is_known {
            payoffs.bounds_by_side(&self.by_seat, &mut self.min, &mut self.max);
        }
        is_known
    }
}
