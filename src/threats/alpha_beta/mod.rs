//! A principal variation search with an evaluation that was learnt or fitted ([`Evaluation`](super::evaluation)):
//! for the player `alpha_beta`.
//!
//! | file | what it holds |
//! |---|---|
//! | `search.rs` | the search of one thread |
//! | `moves.rs` | which points it tries, and in what order |
//!
//! Its values are estimates: points of low scores are left out, late ones are searched less deep, and positions
//! at the horizon are evaluated by the network.

mod moves;
mod search;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use self::search::AlphaBetaSearch;
use super::board::Budget;
use super::network::{self, CaptureLevels, LineNetwork, Weights};
use super::openings::opening;
use super::transpositions::Transpositions;
use crate::board::Point;
use crate::position::{Action, LineSearch, Notation};
use crate::stones::{Fouls, Setting, StoneGame};

/// Legal actions, the best first; `None` where they are not to be distinguished in an opening, and where there is
/// no evaluation for the rules.
pub fn alpha_beta<P: StoneGame + Notation>(
    position: &P,
    search: LineSearch,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Vec<Action>> {
    let take = position.stones()?.captures.map(|captures| captures.take);
    let weights = network::weights_for(search.weights, take);
    let Some(setting) = position.setting() else {
        return opening(position, search.nodes, weights?, tick);
    };
    let mut points = with_helpers(&setting, weights.as_ref(), search, tick);
    points.retain(|point| position.is_legal(Action(point.0)));
    (!points.is_empty()).then(|| points.into_iter().map(|point| Action(point.0)).collect())
}

/// The points, the best first. Each further thread searches the same tree, every second one a ply deeper, and leaves
/// what it finds in the table that all share ("Lazy SMP"); the answer is that of the calling thread.
fn with_helpers<F: Fouls>(
    setting: &Setting<F>,
    weights: Option<&Arc<Weights>>,
    search: LineSearch,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Vec<Point> {
    let LineSearch { nodes, threads, .. } = search;
    let table = Transpositions::new(nodes.saturating_mul(threads as u64));
    let is_over = AtomicBool::new(false);
    let best = |first_depth: i32, tick: &mut dyn FnMut() -> ControlFlow<()>| {
        let budget = Budget::new(nodes, tick);
        let mut search = AlphaBetaSearch::new(setting, weights.cloned(), table.clone(), budget);
        search.best(setting.next, first_depth).1
    };
    let help = |first_depth: i32| {
        best(first_depth, &mut || {
            if is_over.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
    };
    std::thread::scope(|scope| {
        for helper in 1..threads as i32 {
            // Where the system gives no thread, those that are there do.
            let _ = std::thread::Builder::new().spawn_scoped(scope, move || help(1 + helper % 2));
        }
        let points = best(1, tick);
        is_over.store(true, Ordering::Relaxed);
        points
    })
}

/// What the network says of a position: the value to the colour to move, as it stands or by a search of `nodes`
/// positions, and the score of every point; `None` inside an opening and where there is no network for the rules.
pub fn evaluation<P: StoneGame>(
    position: &P,
    weights: Option<u32>,
    nodes: Option<u64>,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<(i32, Vec<i32>)> {
    let setting = position.setting()?;
    let take = setting.captures.map(|captures| captures.take);
    let weights = network::weights_for(weights, take)?;
    let network = LineNetwork::new(weights.clone(), &setting.grid);
    let points = setting.grid.size().iter();
    let scores = points.map(|point| network.score(setting.next, point)).collect();
    let value = match nodes {
        None => network.value(setting.next, CaptureLevels::of(setting.captures)),
        Some(nodes) => value_of(&setting, weights, nodes, tick),
    };
    Some((value, scores))
}

/// The value of a board to the colour to move, by a search of `max_nodes` positions.
pub fn value_of<F: Fouls>(
    setting: &Setting<F>,
    weights: Arc<Weights>,
    max_nodes: u64,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> i32 {
    let table = Transpositions::new(max_nodes);
    AlphaBetaSearch::new(setting, Some(weights), table, Budget::new(max_nodes, tick))
        .best(setting.next, 1)
        .0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Colour, Grid, Size};
    use crate::stones::{Five, NoFouls};

    /// From a game against a strong engine.
    const BOARD: [&str; 6] =
        [".X..OX..", ".OOOXO..", ".OXXX.O.", "X.OXOO.X", "...XX...", "...OX..."];

    /// The search tries few answers to most moves; where these lose, it must try the others.
    #[test]
    fn a_win_is_none_if_an_answer_of_a_low_score_stops_it() {
        let size = Size::square(15);
        let mut grid = Grid::new(size);
        for (row, stones) in BOARD.into_iter().enumerate() {
            for (column, stone) in stones.bytes().enumerate() {
                let colour = match stone {
                    b'X' => Colour::Black,
                    b'O' => Colour::White,
                    _ => continue,
                };
                grid.put(colour, size.at(3 + column as i32, 10 - row as i32).unwrap());
            }
        }
        let setting = Setting {
            grid,
            next: Colour::White,
            five: [Five::OrMore; 2],
            fouls: NoFouls,
            captures: None,
            stuck_draws: false,
        };
        let weights = network::weights_for(None, None).unwrap();
        let value = value_of(&setting, weights, 20_000, &mut || ControlFlow::Continue(()));
        assert!(value < search::DECIDED, "{value}");
    }
}
