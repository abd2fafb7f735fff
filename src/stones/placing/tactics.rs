//! Wins and blocks of Gomoku and Renju.

use super::Placing;
use crate::board::Colour;
use crate::position::{Action, Position, RandomPlay, Rollout, Rollouts, Tactics};
use crate::stones::completing::completing;
use crate::stones::fouls::Fouls;
use crate::stones::near::for_each_near;
use crate::stones::rollouts::WinElseBlock;
use crate::stones::rows::wins;

impl<F: Fouls> Placing<F> {
    /// Writes the points where a stone of `colour` wins at once, ascending, whoever is to move; none
    /// inside an opening and after the end. R1: a five wins whatever else the stone makes.
    pub fn winning_points(&self, colour: Colour, out: &mut Vec<Action>) {
        out.clear();
        if self.is_free() {
            let five = self.law.five[colour.index()];
            completing(&self.grid, colour, |point| {
                if wins(&self.grid, point, colour, five) {
                    out.push(Action(point.0));
                }
            });
        }
    }
}

impl<F: Fouls> Tactics for Placing<F> {
    const ROLLOUTS: &'static [Rollout] = &[Rollout::WinElseBlock, Rollout::Uniform];

    fn rollouts(way: Rollout) -> Option<Box<dyn Rollouts<Self>>> {
        (way == Rollout::WinElseBlock).then(|| Box::<WinElseBlock>::default() as _)
    }

    fn winning_actions(&self, out: &mut Vec<Action>) {
        self.winning_points(self.next, out);
    }

    fn blocking_actions(&self, out: &mut Vec<Action>) {
        self.winning_points(self.next.other(), out);
        out.retain(|&action| self.is_legal(action));
    }

    fn near_actions(&self, out: &mut Vec<Action>) {
        if !self.is_free() {
            self.legal_actions(out);
            return;
        }
        out.clear();
        for_each_near(&self.grid, |point| {
            if self.is_legal(Action(point.0)) {
                out.push(Action(point.0));
            }
        });
        if out.is_empty() {
            self.legal_actions(out);
        }
    }
}
