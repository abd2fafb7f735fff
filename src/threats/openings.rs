//! Decisions of an opening, by the evaluation that was learnt: colours, offers, and the stone before the
//! other side's choice (G6, R10).
//!
//! A word moves no stone, so one search of the board evaluates all words. Where the other side chooses next, a
//! board is worth what the worse colour has there. Of several stones in a row a seat chooses the last this way.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::alpha_beta::value_of;
use super::network::{CaptureLevels, LineNetwork, Weights};
use crate::board::Point;
use crate::position::{Action, Decider, Move, Notation, Player};
use crate::stones::{Setting, StoneGame};

/// Points that are searched, those first that look best without search.
const SEARCHED: usize = 6;

/// How a board is evaluated: its value to the colour to move.
type BoardValue<'a, F> = dyn FnMut(&Setting<F>) -> i32 + 'a;

/// The legal actions, the best first; `None` where they are not to be distinguished.
pub fn opening<P: StoneGame + Notation>(
    position: &P,
    max_nodes: u64,
    weights: Arc<Weights>,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Vec<Action>> {
    let Decider::Player(own) = position.decider() else { return None };
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    let points = position.grid().size().points();
    let order = if actions.iter().all(|action| action.index() >= points) {
        let value = value_of(&position.stones()?, weights, max_nodes, tick);
        let mut known = |_: &Setting<P::Fouls>| value;
        ranked(position, own, &actions, &mut known)?
    } else {
        let own_grid = position.grid();
        let mut network = LineNetwork::new(weights.clone(), own_grid);
        let mut looked_at = |board: &Setting<P::Fouls>| {
            let stones = own_grid.size().iter().filter(|&point| own_grid.is_empty(point));
            let new: Vec<_> =
                stones.filter_map(|at| board.grid.stone(at).map(|colour| (colour, at))).collect();
            for &(colour, at) in &new {
                network.turn(colour, at, true);
            }
            let value = network.value(board.next, CaptureLevels::of(board.captures));
            for &(colour, at) in &new {
                network.turn(colour, at, false);
            }
            value
        };
        let mut ranked_first = ranked(position, own, &actions, &mut looked_at)?;
        let count = SEARCHED.min(ranked_first.len());
        let best: Vec<Action> = ranked_first[..count].iter().map(|&(_, action)| action).collect();
        let each = max_nodes / SEARCHED as u64;
        let mut search = |board: &Setting<P::Fouls>| value_of(board, weights.clone(), each, tick);
        let searched = ranked(position, own, &best, &mut search)?;
        ranked_first.splice(..count, searched);
        ranked_first
    };
    let is_even = order.iter().all(|&(value, _)| value == order[0].0);
    (!is_even).then(|| order.into_iter().map(|(_, action)| action).collect())
}

/// Actions with what they are worth to the seat that decides, the best first.
fn ranked<P: StoneGame + Notation>(
    position: &P,
    own: Player,
    actions: &[Action],
    evaluate: &mut BoardValue<'_, P::Fouls>,
) -> Option<Vec<(i32, Action)>> {
    let mut ranked = Vec::with_capacity(actions.len());
    for &action in actions {
        ranked.push((worth(position, own, action, evaluate)?, action));
    }
    ranked.sort_by_key(|&(value, _)| Reverse(value));
    Some(ranked)
}

/// What an action is worth to the seat that decides; `None` if it is one of several stones of the same seat.
fn worth<P: StoneGame + Notation>(
    position: &P,
    own: Player,
    action: Action,
    evaluate: &mut BoardValue<'_, P::Fouls>,
) -> Option<i32> {
    let points = position.grid().size().points();
    if let Move::Choose { word: "place2", .. } = position.describe(action) {
        // Two stones more, then the other side's choice: no better than an even board.
        return Some(0);
    }
    let mut next = position.clone();
    next.play_unchecked(action);
    let Some(mut board) = next.stones() else { return Some(0) };
    let Decider::Player(theirs) = next.decider() else { return Some(0) };
    let (is_choice, can_swap) = choice(&next);
    let mut colour = board.next;
    if action.index() < points && board.grid.is_empty(Point(action.0)) {
        // An offer: as if the stone lay there.
        board.grid.put(colour, Point(action.0));
        colour = colour.other();
        board.next = colour;
    } else if action.index() < points && theirs == own && !is_choice {
        return None;
    }
    let value = evaluate(&board);
    if can_swap {
        return Some(if theirs == own { value.abs() } else { -value.abs() });
    }
    Some(if next.seat(colour) == own { value } else { -value })
}

/// Does the seat to decide say a word, and may it swap the colours?
fn choice<P: StoneGame + Notation>(position: &P) -> (bool, bool) {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    let words = actions.iter().filter_map(|&action| match position.describe(action) {
        Move::Choose { word, .. } => Some(word),
        _ => None,
    });
    let words: Vec<&str> = words.collect();
    (!words.is_empty(), words.contains(&"swap"))
}
