//! The solver of endings as players and tree search call it.
//!
//! Every value is an interval of payoffs of side 0 that is proven; at the horizon of a round it is what
//! points and turns still allow. A deeper search never takes an interval back, so those of earlier
//! rounds stay in the table. The position is solved when its interval is one value.

use std::ops::ControlFlow;

use super::super::Pentagame;
use super::null_window::BoundTests;
use super::search::{Search, SearchState};
use crate::position::{
    Action, Decider, Exact, ExactSolver, Payoffs, Position, RootProgress, RootSolver, Rules,
};

/// Entries of the table of a whole solution: 32 MB, of which the system provides what is written.
const ENTRIES: usize = 1 << 20;
/// Entries of the table beside a tree.
const ENTRIES_BESIDE_TREE: usize = 1 << 16;

impl ExactSolver for Pentagame {
    /// Where no die is rolled, between two sides with one sum of returns (N13, N17).
    fn solve_exactly(
        &self,
        nodes: Option<u64>,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Exact {
        let payoffs = Payoffs::of(&self.law.options.info());
        if payoffs.duel().is_none() || self.law.options.dice.is_some() {
            return Exact::NoSolver;
        }
        let mut state = SearchState::new(ENTRIES);
        let mut search = Search::new(&payoffs, &mut state, nodes, tick);
        let (mut position, mut line) = (self.clone(), Vec::new());
        while position.decider() != Decider::Over {
            let mut tests = BoundTests::new(&payoffs);
            let Some((_, action)) = search.solve(&position, &mut tests, u64::MAX) else {
                return Exact::Unknown;
            };
            position.play_unchecked(action);
            line.push(action);
        }
        Exact::Line(line, search.nodes)
    }

    /// Near the end alone, between two sides with one sum of payoffs.
    fn root_solver(&self, payoffs: &Payoffs) -> Option<Box<dyn RootSolver>> {
        let is_one = payoffs.duel().is_some() && self.is_near_end();
        is_one.then(|| {
            Box::new(Endgame {
                position: self.clone(),
                payoffs: payoffs.clone(),
                state: SearchState::new(ENTRIES_BESIDE_TREE),
                tests: BoundTests::new(payoffs),
            }) as _
        })
    }
}

impl Pentagame {
    /// Has somebody a piece that can leave, and lacks no more than that brings; or is the limit of
    /// turns near (N15, N16)?
    pub(in crate::games::pentagame) fn is_near_end(&self) -> bool {
        let threatens = |seat| self.lacks_a_turn(seat) && self.can_leave(seat);
        self.target_reached()
            || self.is_cut_off_soon()
            || (0..self.law.options.players).any(threatens)
    }
}

/// The solver of one position, which keeps between calls what it has found out.
struct Endgame {
    position: Pentagame,
    payoffs: Payoffs,
    state: SearchState,
    tests: BoundTests,
}

impl RootSolver for Endgame {
    /// A round is begun if half of it is left of `nodes`, and goes to its end.
    fn resume(&mut self, nodes: u64, tick: &mut dyn FnMut() -> ControlFlow<()>) -> RootProgress {
        let mut search = Search::new(&self.payoffs, &mut self.state, None, tick);
        let solved = search.solve(&self.position, &mut self.tests, nodes);
        RootProgress { solved, nodes: search.nodes }
    }

    fn bytes(&self) -> usize {
        self.state.bytes()
    }
}

impl Search<'_> {
    /// Payoff of side 0 and best action of a position, by rounds until it is solved. `None` if that
    /// takes more than `nodes` positions, or something else came first.
    fn solve(
        &mut self,
        position: &Pentagame,
        tests: &mut BoundTests,
        nodes: u64,
    ) -> Option<(f64, Action)> {
        let Decider::Player(player) = position.decider() else { return None };
        let is_first = self.payoffs.side(player.index()) == 0;
        while !tests.is_settled() {
            let (before, max_nodes) = (self.nodes, self.max_nodes);
            let round = tests.next(self.payoffs, nodes.saturating_sub(before))?;
            self.max_nodes = max_nodes.min(before.saturating_add(round.limit));
            (self.hit_horizon, self.prover, self.test) = (false, round.prover, round.number);
            let answer = self.search(position, 0, round.depth, round.window);
            let is_broken_off = self.nodes > self.max_nodes && self.nodes <= max_nodes;
            self.max_nodes = max_nodes;
            tests.count(&round, self.nodes - before);
            match answer {
                Some(answer) => tests.answer(&round, answer, self.hit_horizon, is_first),
                None if is_broken_off => tests.broken_off(&round, self.hit_horizon),
                None => return None,
            }
        }
        // Where no action is better than any other, the first will do.
        let first = || {
            let mut actions = Vec::new();
            position.legal_actions(&mut actions);
            actions[0]
        };
        Some((tests.bounds.0, tests.best.unwrap_or_else(first)))
    }
}
