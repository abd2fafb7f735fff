//! Wins and blocks of Pagoda and its kin: rows and the last captures (P2, P4).
//!
//! White wins on `d1` here by a row and takes a pair as well; with four pairs taken before, both are
//! reasons of one win (P4). Black on `d1` stops the row and takes the pair `b1` `c1` out of it:
//!
//! ```text
//! . . . O . . .
//! . . . X . . .
//! . . . X . . .
//! X O O * O O .     * is d1
//! ```

use std::ops::ControlFlow;

use super::{Captured, Pagoda};
use crate::board::{Colour, Grid, Point};
use crate::position::{
    Action, EndgameBounds, Evaluate, Knowledge, LineEvaluation, LineSearch, MoveOrdering, Player,
    Position, RandomPlay, Rollout, Rollouts, Threat, ThreatSearch,
};
use crate::stones::completing::{capturing, completing};
use crate::stones::near::for_each_near;
use crate::stones::{
    Capture, CaptureCount, NoFouls, RolloutState, Setting, StoneGame, WinElseBlock, row_score, wins,
};
use crate::threats;
use crate::threats::network::{self, CaptureLevels, Judge, Seen};

/// The score of a captured pair, on the scale of `stones::row_score`.
const PAIR: u32 = 500;

impl Pagoda {
    /// What there is to capture, and what was captured.
    fn capture_count(&self) -> CaptureCount {
        CaptureCount {
            take: self.law.take,
            target: self.law.target,
            taken: self.taken,
            supply: self.supply,
            returned: self.law.captured == Captured::Returned,
        }
    }

    /// Would the next stone of `colour` on an empty point win, whoever is to move?
    ///
    /// Exactly five or five or more, as the rules have it for that colour (P2, P9). What the
    /// capture takes is counted with what was taken before (P4).
    fn would_win(&self, point: Point, colour: Colour) -> bool {
        let missing = self.law.target - self.taken[colour.index()];
        wins(&self.grid, point, colour, self.law.five.of(colour))
            || Capture::by(&self.grid, colour, point, self.law.take).stones() >= missing
    }

    /// Writes the points where a stone of `colour` wins at once, ascending, whoever is to move; none
    /// inside an opening and after the end (P2, P4).
    ///
    /// A point may win by a row and by captures; it is listed once.
    pub fn winning_points(&self, colour: Colour, out: &mut Vec<Action>) {
        out.clear();
        if !self.is_free() {
            return;
        }
        let mut note = |point| {
            if self.would_win(point, colour) {
                out.push(Action(point.0));
            }
        };
        completing(&self.grid, colour, &mut note);
        capturing(&self.grid, colour, self.law.take, &mut note);
        out.sort_unstable();
        out.dedup();
    }
}

/// Without a network a position is worth what games from it bring: captures change too much for a count
/// of rows.
impl Evaluate for Pagoda {
    const ROLLOUTS: &'static [Rollout] = &[Rollout::WinElseBlock, Rollout::Uniform];

    fn rollouts(policy: Rollout) -> Option<Box<dyn Rollouts<Self>>> {
        (policy == Rollout::WinElseBlock).then(|| Box::<WinElseBlock>::default() as _)
    }
}

impl MoveOrdering for Pagoda {
    /// Those of the player to move.
    fn winning_actions(&self, out: &mut Vec<Action>) {
        self.winning_points(self.next, out);
    }

    /// A point taken stops a row and a capture alike, since both need it empty. A row is also stopped
    /// by a capture out of it, which a search finds.
    fn blocking_actions(&self, out: &mut Vec<Action>) {
        self.winning_points(self.next.other(), out);
    }

    /// All legal points where the board is empty or an opening binds (P9).
    fn near_actions(&self, out: &mut Vec<Action>) {
        if !self.is_free() {
            self.legal_actions(out);
            return;
        }
        out.clear();
        for_each_near(&self.grid, |point| out.push(Action(point.0)));
        if out.is_empty() {
            self.legal_actions(out);
        }
    }

    /// For each legal move what rows and captures are worth to oneself, and three quarters of what the
    /// capture would be worth to the enemy there.
    fn heuristic_scores(&self, out: &mut Vec<(u32, Action)>) {
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        out.clear();
        out.extend(actions.into_iter().map(|action| {
            if !self.is_free() || action.index() >= self.grid.size().points() {
                return (0, action);
            }
            let point = Point(action.0);
            let captured = |colour: Colour| {
                let stones = Capture::by(&self.grid, colour, point, self.law.take).stones();
                let missing = self.law.target.saturating_sub(self.taken[colour.index()]).max(1);
                // The fewer are missing, the more each counts.
                PAIR * u32::from(stones) * u32::from(self.law.target) / (2 * u32::from(missing))
            };
            let rows = row_score(&self.grid, self.next, point);
            (rows + captured(self.next) + captured(self.next.other()) * 3 / 4, action)
        }));
    }
}

impl EndgameBounds for Pagoda {
    /// By a win, by the last vacant point, or by the last stone of either supply: after a turn the next
    /// player has none (P2, P4, P5).
    fn can_end(&self) -> bool {
        if !self.is_free() || self.vacant <= 1 || self.supply.is_some_and(|left| left.contains(&1))
        {
            return true;
        }
        let mut wins = Vec::new();
        self.winning_points(self.next, &mut wins);
        !wins.is_empty()
    }
}

impl Knowledge for Pagoda {
    fn threat_search(&self) -> Option<&dyn ThreatSearch> {
        Some(self)
    }
}

impl ThreatSearch for Pagoda {
    /// Rows and captures that would win, of both colours.
    fn threats(&self) -> Vec<Threat> {
        threats::threats(self)
    }

    /// A run of threats that the enemy can only answer, up to the win.
    fn forced_win(
        &self,
        nodes: u64,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Vec<Action>> {
        threats::forced_win(self, nodes, false, tick).map(|win| win.line)
    }

    /// Nothing where no forced line is found within that number of positions.
    fn look_ahead(
        &self,
        positions: u64,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Vec<Action>> {
        threats::look_ahead(self, positions, tick)
    }

    /// With weights of a file, or its own; where other groups than pairs, or pairs and threes, are captured
    /// (P3), rows and captures are counted instead.
    fn has_evaluation(&self, weights: Option<u32>) -> bool {
        weights.is_none() || network::weights_for(weights, None).is_some()
    }

    /// What lies on the board, and how many stones each side has captured of those that win (P4). Inside an
    /// opening (P9) and after the end there is none.
    ///
    /// Rows of five or more and of exactly five (P2) are worth the same here: the search knows which win.
    /// Where pairs are captured the weights are those of Pente, whatever the board.
    fn evaluation(
        &self,
        weights: Option<u32>,
        nodes: Option<u64>,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<(i32, Vec<i32>)> {
        threats::evaluation(self, weights, nodes, tick)
    }

    fn capture_levels(&self) -> [u8; 2] {
        CaptureLevels::of(Some(self.capture_count())).both()
    }

    /// The planes of `planes.rs`: who holds Black (E1) and is to move, and the stones that were taken by either
    /// side (P4). Supplies (P5) are not looked at.
    fn line_evaluation(&self, weights: Option<u32>) -> Option<Box<dyn LineEvaluation>> {
        let target = self.law.target;
        let seen = move |plane: &dyn Fn(usize) -> u8| {
            let own = if plane(6) == 1 { Colour::Black } else { Colour::White };
            let mut taken = [2, 3].map(|number| u16::from(plane(number)));
            if own == Colour::White {
                taken.reverse();
            }
            let next = if plane(7) == 1 { own } else { own.other() };
            Seen { own, next, captured: CaptureLevels::new(taken, target) }
        };
        let weights = network::weights_for(weights, Some(self.law.take))?;
        Some(Box::new(Judge::new(weights, self.grid().size(), Box::new(seen))))
    }

    /// As [`Self::look_ahead`], with the search of the player `alpha_beta`: captured stones, and points where
    /// either side captures, are part of its evaluation (P3, P4).
    fn alpha_beta(
        &self,
        search: LineSearch,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Vec<Action>> {
        threats::alpha_beta(self, search, tick)
    }
}

/// What the search for threats asks: colours, rows and captures as the rules of this kin have them
/// (P2 to P5, P9).
impl StoneGame for Pagoda {
    type Fouls = NoFouls;

    /// Not inside an opening, whose stones are bound by other rules (P9).
    fn setting(&self) -> Option<Setting<NoFouls>> {
        if self.is_free() { self.stones() } else { None }
    }

    /// What captures take and how many win goes with the stones (P3 to P5).
    fn stones(&self) -> Option<Setting<NoFouls>> {
        self.ended.is_none().then(|| Setting {
            grid: self.grid.clone(),
            next: self.next,
            five: Colour::BOTH.map(|colour| self.law.five.of(colour)),
            fouls: NoFouls,
            captures: Some(self.capture_count()),
            stuck_draws: false,
        })
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }

    /// There is no passing (P1), and a full board or an empty supply draws (P5).
    fn rollout_state(&self) -> RolloutState<NoFouls> {
        RolloutState {
            five: Colour::BOTH.map(|colour| self.law.five.of(colour)),
            fouls: NoFouls,
            full_board: None,
            passes: false,
            passed: false,
            next: self.next,
            captures: Some(self.capture_count()),
        }
    }

    /// Nobody exchanges colours here (E1).
    fn seat(&self, colour: Colour) -> Player {
        Player(colour as u8)
    }
}
