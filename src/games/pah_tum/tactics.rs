//! Wins at once and exact results in Pah-Tum, as players and searches ask for them.

use std::ops::ControlFlow;

use super::phase::Phase;
use super::position::PahTum;
use super::solver;
use super::squares::Word;
use crate::position::{Action, Exact, Tactics, winning_by_trying};

/// Bytes that the table of the solver may take.
const SOLVER_MEMORY: usize = 64 << 20;

// Only the last stone ends a game: the general answer is right, and quick where it matters.
impl Tactics for PahTum {
    // The game ends with the last empty square or the last stone of a supply (T1, T5): until then
    // nothing need be tried.
    fn winning_actions(&self, out: &mut Vec<Action>) {
        let last_stone = self.limited && self.supply.contains(&1);
        if self.phase == Phase::Play && self.empty().count() > 1 && !last_stone {
            out.clear();
        } else {
            winning_by_trying(self, out);
        }
    }

    // Its solver looks at a position in a fraction of the time that others take.
    fn solver_nodes(&self) -> u64 {
        40_000
    }

    fn solve_exactly(
        &self,
        nodes: Option<u64>,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Exact {
        let settings = solver::Settings { threads: 1, memory: SOLVER_MEMORY, nodes };
        match solver::solve(self, settings, |_| tick()) {
            Err(_) => Exact::NoSolver, // a set-up, or too many empty squares
            Ok(None) => Exact::Unknown,
            Ok(Some(found)) => Exact::Line(found.line, found.nodes),
        }
    }
}
