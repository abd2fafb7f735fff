//! What only Pagoda and its kin are asked: captures before they are made, threats.

use super::Pagoda;
use crate::board::{Colour, Point};
use crate::position::Position;
use crate::stones::{Capture, wins};

/// What the next stone of a colour could do, whoever is to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Threats {
    /// Points that make a winning row, ascending (P2).
    pub five: Vec<Point>,
    /// Points that capture, ascending (P3).
    pub capture: Vec<Point>,
    /// The groups that they would take, each in ascending order, no group twice.
    pub groups: Vec<Vec<Point>>,
}

impl Pagoda {
    /// The groups that the next stone would take on `point`, each from that stone outwards;
    /// empty on a point that is taken and after the end.
    pub fn captures_at(&self, point: Point) -> Vec<Vec<Point>> {
        self.capture_at(point).each(self.grid.size(), point).collect()
    }

    /// What the next stone would capture on `point`.
    pub(super) fn capture_at(&self, point: Point) -> Capture {
        if self.ended.is_some() || !self.grid.is_empty(point) {
            return Capture::default();
        }
        Capture::by(&self.grid, self.next, point, self.law.take)
    }

    /// What the next stone of `colour` could do; nothing after the end. An opening that bars a
    /// point is not looked at.
    ///
    /// No turn is played for it, so a capture that would also break a row is listed beside that
    /// row.
    pub fn threats(&self, colour: Colour) -> Threats {
        let mut threats = Threats::default();
        if self.outcome().is_some() {
            return threats;
        }
        let size = self.grid.size();
        self.grid.for_each_empty(|point| {
            if wins(&self.grid, point, colour, self.law.five.of(colour)) {
                threats.five.push(point);
            }
            let capture = Capture::by(&self.grid, colour, point, self.law.take);
            if !capture.is_none() {
                threats.capture.push(point);
                threats.groups.extend(capture.each(size, point).map(|mut group| {
                    group.sort_unstable();
                    group
                }));
            }
        });
        threats.groups.sort_unstable();
        threats.groups.dedup();
        threats
    }
}
