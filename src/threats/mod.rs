//! Threats and forced wins in the games in which rows of stones win: Gomoku, Renju, Pagoda and kin.
//!
//! | file | what it holds |
//! |---|---|
//! | `board.rs` | the board of a search: stones, captures, fouls, a key |
//! | `captures.rs` | points that capture |
//! | `fours.rs` | wins by continuous fours |
//! | `capture_threats.rs` | the same where there are captures |
//! | `replies.rs` | the answers that could stop a threat |
//! | `capture_replies.rs` | the same where there are captures |
//! | `proof_numbers.rs` | wins by fours and threes |
//! | `expansion.rs` | its new nodes: attacks, and answers that matter |
//! | `phases.rs` | what it tries first, and for how long |
//! | `solution.rs` | the line and the proof of a win that was found |
//! | `threat_list.rs` | what each side threatens now |
//! | `eval.rs` | a static evaluation: rows of five that are still open |
//! | `look_ahead.rs` | alpha and beta with wins by fours, for the player |
//! | `network/` | an evaluation that was learnt |
//! | `alpha_beta/` | principal variation search with it |
//! | `openings.rs` | choices of colours, offers and stones of an opening, by it |
//! | `transpositions.rs` | the table of that search |
//! | `exact/` | an exact search over all moves |
//! | `lemmas/` | proofs made of lemmas |
//! | `placing.rs` | what players ask of Gomoku and Renju |
//!
//! What a stone makes in its lines is looked up in [`crate::stones::patterns`], which Renju's fouls read
//! as well.
//!
//! A forced win is proven: every answer of the other side is either searched, or loses to a line
//! that it can be shown not to touch. What is not found may still be won.

mod alpha_beta;
mod board;
mod capture_replies;
mod capture_threats;
mod captures;
mod eval;
mod evaluation;
pub mod exact;
mod expansion;
mod fours;
pub mod lemmas;
mod look_ahead;
pub mod network;
mod openings;
mod phases;
mod placing;
mod proof_numbers;
mod replies;
mod solution;
mod threat_list;
mod transpositions;

use std::ops::ControlFlow;

pub use alpha_beta::{alpha_beta, evaluation};
pub use look_ahead::look_ahead;
pub use solution::ProofEntry;
pub use threat_list::threats;

use self::board::{Board, Budget};
use self::fours::Status;
use self::proof_numbers::Prover;
use crate::board::{Colour, Point};
use crate::position::{Action, Decider};
use crate::stones::{Five, Fouls, Setting, StoneGame};

/// A win that was found, for the seat to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// Attack, answer, attack ... up to the winning stone.
    pub line: Vec<Action>,
    /// The colour that wins.
    pub colour: Colour,
    /// Every position of the attacker that the proof needs, the root first; empty if it was not
    /// asked for.
    pub proof: Vec<ProofEntry>,
    /// Positions looked at, those that finish the line among them.
    pub nodes: u64,
    /// Five or more win, without fouls and captures, on a square board.
    pub is_freestyle: bool,
}

/// How the effort of a search is shared out.
const FOURS_FIRST: u64 = 100_000;
/// From this limit on attacks are tried, too, that make less than a three.
const DEEP: u64 = 100_000;

/// Looks for a forced win of the seat to decide: by fours, then by fours and threes. `None` if there
/// is none, or if `max_nodes` positions were looked at or `tick` broke off before one was found.
pub fn forced_win<P: StoneGame>(
    position: &P,
    max_nodes: u64,
    proof: bool,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<ForcedWin> {
    let setting = position.setting()?;
    let own = setting.next;
    if let Some(win) = win_by_a_full_board(position, &setting) {
        return (max_nodes > 0 && tick().is_continue()).then_some(win);
    }
    let mut board = Board::new(&setting, Budget::new(max_nodes, tick));
    let mut prover = Prover::new(own);
    let mut status = prover.win_by_fours(&mut board, FOURS_FIRST.min(max_nodes / 4 + 1));
    let mut points = prover.line(board.has_captures()).to_vec();
    let mut entries = Vec::new();
    if status == Status::Win {
        let stones = solution::stones(&board, own);
        entries.push(ProofEntry { stones, attack: None, line: points.clone() });
    } else {
        let fours = status;
        let is_deep = max_nodes >= DEEP && !board.has_captures();
        status = if is_deep { prover.search_deep(&mut board) } else { prover.search(&mut board) };
        if status == Status::Win {
            let mut solution = solution::Solution::new(own, &prover);
            points = solution.line(&mut board);
            if proof {
                entries = solution.entries(&mut board);
            }
        } else if fours == Status::Limit && !board.budget.is_spent {
            status = prover.win_by_fours(&mut board, u64::MAX);
            points = prover.line(board.has_captures()).to_vec();
            let stones = solution::stones(&board, own);
            entries.push(ProofEntry { stones, attack: None, line: points.clone() });
        }
    }
    let mut budget = board.budget;
    if status != Status::Win || budget.is_spent {
        return None;
    }
    let line = played_out(position, own, &points, &mut budget)?;
    let nodes = budget.nodes;
    let size = setting.grid.size();
    let is_freestyle = setting.five == [Five::OrMore; 2]
        && setting.captures.is_none()
        && !Colour::BOTH.iter().any(|&colour| setting.fouls.bind(colour))
        && size.columns == size.rows;
    let proof = if proof { entries } else { Vec::new() };
    Some(ForcedWin { line, colour: own, proof, nodes, is_freestyle })
}

/// The last stone of a board, where it wins by filling it (G4).
fn win_by_a_full_board<P: StoneGame>(
    position: &P,
    setting: &Setting<P::Fouls>,
) -> Option<ForcedWin> {
    let (mut empty, mut last) = (0, None);
    setting.grid.for_each_empty(|point| (empty, last) = (empty + 1, Some(point)));
    let action = last.filter(|_| empty == 1).map(|point| Action(point.0))?;
    if !position.is_legal(action) {
        return None;
    }
    let mut next = position.clone();
    next.play_unchecked(action);
    let winner = position.seat(setting.next);
    let wins = next.outcome().is_some_and(|outcome| outcome.winners.contains(&winner));
    let stones = solution::stones_of(&setting.grid, setting.next);
    let entry = ProofEntry { stones, attack: None, line: last.into_iter().collect() };
    wins.then(|| ForcedWin {
        line: vec![action],
        colour: setting.next,
        proof: vec![entry],
        nodes: 1,
        // The form of proof files knows no win by a full board.
        is_freestyle: false,
    })
}

/// Plays the line on a copy of the position and goes on to the winning stone; `None` if that is not
/// legal play that wins, which would be a fault of the search, or if the budget ends before the line.
fn played_out<P: StoneGame>(
    position: &P,
    own: Colour,
    points: &[Point],
    budget: &mut Budget,
) -> Option<Vec<Action>> {
    let mut game = position.clone();
    let mut line: Vec<Action> = Vec::new();
    let mut rest: Vec<Point> = points.to_vec();
    rest.reverse();
    let winner = position.seat(own);
    while game.decider() != Decider::Over {
        let action = match rest.pop() {
            Some(point) => Action(point.0),
            None => {
                let setting = game.setting()?;
                if setting.next == own {
                    rest = win_by_fours(&setting, budget)?;
                    rest.reverse();
                    continue;
                }
                answer(&game, &setting)?
            }
        };
        if !game.is_legal(action) {
            debug_assert!(false, "an illegal move in a forced win");
            return None;
        }
        game.play_unchecked(action);
        line.push(action);
    }
    let wins = game.outcome().is_some_and(|outcome| outcome.winners.contains(&winner));
    debug_assert!(wins, "a forced win that does not win");
    // The last stone is the winner's own.
    (wins && line.len() % 2 == 1).then_some(line)
}

/// The rest of a line that is known to win; `None` if the budget ends first. A stone that wins at
/// once, which nearly all lines lack alone, is not counted as a position looked at.
fn win_by_fours<F: Fouls>(setting: &Setting<F>, budget: &mut Budget) -> Option<Vec<Point>> {
    let own = setting.next;
    let within = Budget { tick: &mut *budget.tick, ..*budget };
    let mut board = Board::new(setting, within);
    let mut points = Vec::new();
    board.wins(own, &mut points);
    if let Some(&point) = points.first() {
        return Some(vec![point]);
    }
    let mut prover = Prover::new(own);
    let status = prover.win_by_fours(&mut board, u64::MAX);
    debug_assert!(status != Status::None, "a threat that is none");
    let line = (status == Status::Win).then(|| prover.line(board.has_captures()).to_vec());
    (budget.nodes, budget.is_spent) = (board.budget.nodes, board.budget.is_spent);
    line
}

/// An answer to show where none helps: on a point where the attacker would win, else the first that
/// does not end the game.
fn answer<P: StoneGame>(game: &P, setting: &Setting<P::Fouls>) -> Option<Action> {
    let mut tick = || ControlFlow::Continue(());
    let budget = Budget::new(u64::MAX, &mut tick);
    let board = Board::new(setting, budget);
    let mut wins = Vec::new();
    board.wins(setting.next.other(), &mut wins);
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let first = wins.into_iter().map(|point| Action(point.0)).filter(|a| legal.contains(a));
    first.collect::<Vec<_>>().into_iter().chain(legal.iter().copied()).find(|&action| {
        let mut next = game.clone();
        next.play_unchecked(action);
        next.decider() != Decider::Over
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Grid, Size};
    use crate::stones::NoFouls;

    #[test]
    fn a_fresh_search_finishes_a_line_within_what_is_left_of_the_budget() {
        let mut grid = Grid::new(Size::square(9));
        for (x, colour) in [(3, Colour::Black), (4, Colour::Black), (5, Colour::Black)] {
            grid.put(colour, Point(4 * 9 + x));
        }
        let setting = Setting {
            grid,
            next: Colour::Black,
            five: [Five::OrMore; 2],
            fouls: NoFouls,
            captures: None,
            stuck_draws: false,
        };
        let mut tick = || ControlFlow::Continue(());
        let mut budget = Budget { nodes: 7, max_nodes: 100, tick: &mut tick, is_spent: false };
        // A straight four wins; the search is counted with what was looked at before.
        assert_eq!(win_by_fours(&setting, &mut budget), Some(vec![Point(4 * 9 + 2)]));
        assert!((8..=100).contains(&budget.nodes) && !budget.is_spent, "{}", budget.nodes);
        let mut spent = Budget { nodes: 7, max_nodes: 7, tick: &mut tick, is_spent: false };
        assert_eq!(win_by_fours(&setting, &mut spent), None);
        assert!(spent.is_spent);
    }
}
