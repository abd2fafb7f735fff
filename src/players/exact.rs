//! Exact results: by the solver of the game's own where it has one, else by alpha-beta.

use std::ops::ControlFlow;

use crate::position::{Chance, Exact, GameInfo, Knowledge, Payoffs};
use crate::solve::{self, Solution};

/// Can positions of these rules be solved: two sides, one sum of returns, no dice?
pub fn is_solvable(info: &GameInfo) -> bool {
    let payoffs = Payoffs::of(info);
    info.chance != Chance::Dice && payoffs.total.is_some() && payoffs.count() == 2
}

/// The exact result of a position of solvable rules; `None` if `nodes` positions or `tick` came
/// first.
pub fn solve<P: Knowledge>(
    position: &P,
    info: &GameInfo,
    nodes: Option<u64>,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Solution> {
    let own = position.exact_solver().map(|solver| solver.solve_exactly(nodes, tick));
    match own.unwrap_or(Exact::NoSolver) {
        Exact::NoSolver => solve::solve(position, &Payoffs::of(info), nodes, tick),
        Exact::Unknown => None,
        Exact::Line(line, nodes) => {
            let mut end = position.clone();
            for &action in &line {
                end.play_unchecked(action);
            }
            let mut returns = vec![0.0; info.num_players];
            end.returns(&mut returns);
            Some(Solution { returns, line, nodes })
        }
    }
}
