//! Wins at once and exact results in Pah-Tum, as players and searches ask for them.
//!
//! Nothing is won before the last stone: rows are counted when the board is full or a supply is
//! empty (T2, T5). So there are no threats here, and what a player can know exactly comes from
//! the solver.

use std::ops::ControlFlow;

use super::phase::Phase;
use super::position::PahTum;
use super::rollouts::Filling;
use super::solver;
use super::squares::Word;
use crate::position::{
    Action, EndgameBounds, Evaluate, Exact, ExactSolver, Knowledge, MoveOrdering, OwnSearch,
    Rollout, Rollouts, winning_by_trying,
};

/// Bytes that the table of the solver may take.
///
/// Far less than a call of the solver itself may take, since many players may ask side by side.
const SOLVER_MEMORY: usize = 64 << 20;

impl Evaluate for PahTum {
    const ROLLOUTS: &'static [Rollout] = &[Rollout::Uniform, Rollout::Rave];

    fn rollouts(policy: Rollout) -> Option<Box<dyn Rollouts<Self>>> {
        (policy == Rollout::Rave).then(|| Box::<Filling>::default() as _)
    }
}

impl MoveOrdering for PahTum {
    /// The game ends with the last empty square or the last stone of a supply (T1, T5): until then
    /// nothing need be tried, and then each action is.
    fn winning_actions(&self, out: &mut Vec<Action>) {
        if self.can_end() {
            winning_by_trying(self, out);
        } else {
            out.clear();
        }
    }
}

impl EndgameBounds for PahTum {
    /// A turn uses two stones of a supply at most, so no turn ends a game earlier than the last two of
    /// a supply or the last square (T1, T5).
    fn can_end(&self) -> bool {
        let last_stones = self.limited && self.supply.iter().any(|&left| left <= 2);
        self.phase != Phase::Play || self.empty().count() <= 1 || last_stones
    }
}

impl Knowledge for PahTum {
    /// Stones that are captured would leave the lines that it counts.
    fn own_search(&self) -> Option<&dyn OwnSearch> {
        (!self.custodial).then_some(self)
    }

    fn exact_solver(&self) -> Option<&dyn ExactSolver> {
        Some(self)
    }
}

impl ExactSolver for PahTum {
    /// It searches a position in a fraction of the time that others take. These are enough for four
    /// positions of five with 16 empty squares and for one with 18, of custodial games for two of five
    /// with 12 and for none with 14: there no search is begun.
    fn default_nodes(&self) -> u64 {
        let reach = if self.custodial { 12 } else { 18 };
        if self.empty().count() > reach { 0 } else { 40_000 }
    }

    /// With 14 empty squares half of all positions take up to 5,500, and each square more doubles that. Custodial
    /// games have no bounds and take too long.
    fn usual_nodes(&self) -> Option<u64> {
        let more = self.empty().count().saturating_sub(14);
        (!self.custodial && more < 32).then(|| 5_500 << more)
    }

    /// The same value by any number of threads; one is taken, since many players may ask at once.
    fn solve_exactly(
        &self,
        nodes: Option<u64>,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Exact {
        let settings = solver::Settings { threads: 1, memory: SOLVER_MEMORY, nodes };
        match solver::solve(self, settings, |_| tick()) {
            Err(_) => Exact::NoSolver, // a set-up, or too many empty squares
            Ok(None) => Exact::Unknown,
            Ok(Some(solution)) => Exact::Line(solution.line, solution.nodes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pah_tum::Options;
    use crate::playout::Sampler;
    use crate::position::Rules;
    use crate::stream::Stream;

    #[test]
    fn plain_endings_have_a_solver_that_takes_twice_as_long_for_each_square() {
        for (options, is_plain) in [(Options::default(), true), (Options::custodial(), false)] {
            let (mut stream, mut sampler) = (Stream::new(3), Sampler::default());
            let mut position = options.start(&mut stream);
            while !position.is_full() {
                let empty = position.empty().count();
                for (nodes, reach) in [(1_000, 0), (100_000, 18), (1_000_000, 21)] {
                    let is_enough = position.usual_nodes().is_some_and(|usual| usual <= nodes);
                    assert_eq!(is_enough, is_plain && empty <= reach, "{empty}");
                }
                sampler.step(&mut position, &mut stream);
            }
        }
    }
}
