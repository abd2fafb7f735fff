//! Exact results: by the solver of the game's own where it has one, else by alpha-beta.

use std::ops::ControlFlow;

use crate::position::{Chance, Exact, GameInfo, Position, Tactics};
use crate::search::{Solution, Stakes, solve as search};

/// Can positions of these rules be solved: two sides, one sum of returns, no dice?
pub fn is_solvable(info: &GameInfo) -> bool {
    let stakes = Stakes::of(info);
    info.chance != Chance::Dice && stakes.total.is_some() && stakes.count() == 2
}

/// The exact result of a position of solvable rules; `None` if `nodes` positions or `tick` came
/// first.
pub fn solve<P: Position + Tactics>(
    position: &P,
    info: &GameInfo,
    nodes: Option<u64>,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Solution> {
    match position.solve_exactly(nodes, tick) {
        Exact::NoSolver => search(position, &Stakes::of(info), nodes, tick),
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
