//! What a player wants to know of Gomoku and Renju: wins, blocks, threats, forced wins.

use std::ops::ControlFlow;

use crate::board::Point;
use crate::position::{Action, Position, RandomPlay, Rollout, Rollouts, Tactics, Threat};
use crate::stones::near::for_each_near;
use crate::stones::{Fouls, Placing, WinElseBlock, promise};

impl<F: Fouls> Tactics for Placing<F> {
    const ROLLOUTS: &'static [Rollout] = &[Rollout::WinElseBlock, Rollout::Uniform];

    fn rollouts(way: Rollout) -> Option<Box<dyn Rollouts<Self>>> {
        (way == Rollout::WinElseBlock).then(|| Box::<WinElseBlock>::default() as _)
    }

    fn winning_actions(&self, out: &mut Vec<Action>) {
        self.winning_points(self.next_colour(), out);
    }

    fn blocking_actions(&self, out: &mut Vec<Action>) {
        self.winning_points(self.next_colour().other(), out);
        out.retain(|&action| self.is_legal(action));
    }

    fn near_actions(&self, out: &mut Vec<Action>) {
        if !self.is_free() {
            self.legal_actions(out);
            return;
        }
        out.clear();
        for_each_near(self.grid(), |point| {
            if self.is_legal(Action(point.0)) {
                out.push(Action(point.0));
            }
        });
        if out.is_empty() {
            self.legal_actions(out);
        }
    }

    fn can_end(&self) -> bool {
        self.may_end()
    }

    fn promising_actions(&self, out: &mut Vec<(u32, Action)>) {
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        out.clear();
        out.extend(actions.into_iter().map(|action| {
            let is_point = self.is_free() && action.index() < self.grid().size().points();
            let promised = if is_point {
                promise(self.grid(), self.next_colour(), Point(action.0))
            } else {
                0
            };
            (promised, action)
        }));
    }

    fn threats(&self) -> Option<Vec<Threat>> {
        Some(super::threats(self))
    }

    fn look_ahead(
        &self,
        positions: u64,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Vec<Action>> {
        super::look_ahead(self, positions, tick)
    }

    fn forced_win(
        &self,
        nodes: u64,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Vec<Action>> {
        super::forced_win(self, nodes, false, tick).map(|win| win.line)
    }
}
