//! Move ordering of alpha-beta: the history heuristic and the heuristic scores of the game.

use crate::position::{Action, MoveOrdering};

/// What an action counts in the order at most by its history, and at most by its heuristic score.
const WEIGHT: u64 = 1_000;

/// An action with its weight in the order of moves.
pub type Scored = (u64, Action);

/// How often each action made a node fail high.
#[derive(Debug, Default)]
pub struct History {
    /// By action and side.
    counts: Vec<[u32; 2]>,
    scores: Vec<(u32, Action)>,
}

impl History {
    /// Weighs actions by their history, `first` above all others, and sorts them.
    pub fn order(&self, side: usize, first: Option<Action>, moves: &mut [Scored]) {
        let count = |action: Action| self.counts.get(action.index()).map_or(0, |one| one[side]);
        let max = moves.iter().map(|&(_, action)| count(action)).max().unwrap_or(0).max(1);
        for (weight, action) in moves.iter_mut() {
            *weight = if Some(*action) == first {
                u64::MAX / 2
            } else {
                WEIGHT * u64::from(count(*action)) / u64::from(max)
            };
        }
        put_best_last(moves);
    }

    /// Adds the heuristic scores of the game to the weights, and sorts again.
    pub fn add_heuristic<P: MoveOrdering>(&mut self, position: &P, moves: &mut [Scored]) {
        position.heuristic_scores(&mut self.scores);
        self.scores.sort_unstable_by_key(|&(_, action)| action);
        let max = self.scores.iter().map(|&(score, _)| score).max().unwrap_or(0).max(1);
        for (weight, action) in moves.iter_mut() {
            let index = self.scores.binary_search_by_key(action, |&(_, action)| action);
            let score = index.map_or(0, |index| self.scores[index].0);
            *weight += WEIGHT * u64::from(score) / u64::from(max);
        }
        put_best_last(moves);
    }

    /// Counts an action that made a node fail high.
    pub fn add(&mut self, action: Action, side: usize, depth: usize) {
        if self.counts.len() <= action.index() {
            self.counts.resize(action.index() + 1, [0; 2]);
        }
        let count = &mut self.counts[action.index()][side];
        *count = (*count + (depth * depth) as u32).min(u32::MAX / 2);
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.counts)
    }
}

/// Sorts by weight: moves are searched from the last on.
pub fn put_best_last(moves: &mut [Scored]) {
    moves.sort_unstable_by_key(|&(weight, action)| (weight, std::cmp::Reverse(action)));
}
