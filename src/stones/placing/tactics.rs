//! Wins and blocks of Gomoku and Renju.

use super::Placing;
use crate::position::{Action, Position, RandomPlay, Rollout, Rollouts, Tactics};
use crate::stones::completing::completing;
use crate::stones::fouls::Fouls;
use crate::stones::near::for_each_near;
use crate::stones::rollouts::WinElseBlock;
use crate::stones::rows::wins;

impl<F: Fouls> Tactics for Placing<F> {
    const ROLLOUTS: &'static [Rollout] = &[Rollout::WinElseBlock, Rollout::Uniform];

    fn rollouts(way: Rollout) -> Option<Box<dyn Rollouts<Self>>> {
        (way == Rollout::WinElseBlock).then(|| Box::<WinElseBlock>::default() as _)
    }

    // R1: a five wins whatever else the stone makes.
    fn winning_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.is_free() {
            let five = self.law.five[self.next.index()];
            completing(&self.grid, self.next, |point| {
                if wins(&self.grid, point, self.next, five) {
                    out.push(Action(point.0));
                }
            });
        }
    }

    fn blocking_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.is_free() {
            let other = self.next.other();
            let five = self.law.five[other.index()];
            completing(&self.grid, other, |point| {
                if wins(&self.grid, point, other, five) && self.is_legal(Action(point.0)) {
                    out.push(Action(point.0));
                }
            });
        }
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
