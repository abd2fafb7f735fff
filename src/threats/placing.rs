//! What a player wants to know of Gomoku and Renju: wins, blocks, threats, forced wins.

use std::ops::ControlFlow;

use super::network::{self, CaptureLevels, Judge, Seen};
use crate::board::{Colour, Point};
use crate::position::{
    Action, EndgameBounds, Evaluate, Knowledge, LineEvaluation, LineSearch, MoveOrdering, Position,
    RandomPlay, Rollout, Rollouts, Threat, ThreatSearch,
};
use crate::stones::near::for_each_near;
use crate::stones::{Fouls, Placing, WinElseBlock, row_score};

impl<F: Fouls> Evaluate for Placing<F> {
    const ROLLOUTS: &'static [Rollout] = &[Rollout::WinElseBlock, Rollout::Uniform];

    fn rollouts(policy: Rollout) -> Option<Box<dyn Rollouts<Self>>> {
        (policy == Rollout::WinElseBlock).then(|| Box::<WinElseBlock>::default() as _)
    }
}

impl<F: Fouls> MoveOrdering for Placing<F> {
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

    fn heuristic_scores(&self, out: &mut Vec<(u32, Action)>) {
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        out.clear();
        out.extend(actions.into_iter().map(|action| {
            let is_point = self.is_free() && action.index() < self.grid().size().points();
            let score = if is_point {
                row_score(self.grid(), self.next_colour(), Point(action.0))
            } else {
                0
            };
            (score, action)
        }));
    }
}

impl<F: Fouls> EndgameBounds for Placing<F> {
    fn can_end(&self) -> bool {
        self.may_end()
    }
}

impl<F: Fouls> Knowledge for Placing<F> {
    fn threat_search(&self) -> Option<&dyn ThreatSearch> {
        Some(self)
    }
}

impl<F: Fouls> ThreatSearch for Placing<F> {
    fn threats(&self) -> Vec<Threat> {
        super::threats(self)
    }

    fn forced_win(
        &self,
        nodes: u64,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Vec<Action>> {
        super::forced_win(self, nodes, false, tick).map(|win| win.line)
    }

    fn look_ahead(
        &self,
        positions: u64,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Vec<Action>> {
        super::look_ahead(self, positions, tick)
    }

    fn has_evaluation(&self, weights: Option<u32>) -> bool {
        network::weights_for(weights, None).is_some()
    }

    fn evaluation(
        &self,
        weights: Option<u32>,
        nodes: Option<u64>,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<(i32, Vec<i32>)> {
        super::evaluation(self, weights, nodes, tick)
    }

    /// The planes of `stones/placing/arrays.rs`: whose the own stones are, and whose stone is next.
    fn line_evaluation(&self, weights: Option<u32>) -> Option<Box<dyn LineEvaluation>> {
        let seen = |plane: &dyn Fn(usize) -> u8| Seen {
            own: if plane(2) == 1 { Colour::Black } else { Colour::White },
            next: if plane(4) == 1 { Colour::Black } else { Colour::White },
            captured: CaptureLevels::default(),
        };
        let weights = network::weights_for(weights, None)?;
        Some(Box::new(Judge::new(weights, self.grid().size(), Box::new(seen))))
    }

    fn alpha_beta(
        &self,
        search: LineSearch,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Vec<Action>> {
        super::alpha_beta(self, search, tick)
    }
}
