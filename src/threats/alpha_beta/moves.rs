//! Which points the search tries, and in what order.

use std::cmp::Reverse;

use super::search::AlphaBetaSearch;
use crate::board::{Colour, Point};
use crate::stones::Fouls;
use crate::stones::patterns::Pattern;

impl<F: Fouls> AlphaBetaSearch<'_, F> {
    /// Does the next stone of a colour win, by a row or by captures (P4)?
    pub fn wins_at_once(&self, own: Colour) -> bool {
        if !self.board.has_captures() {
            return self.board.table.two(own, Pattern::FIVE)[0].is_some();
        }
        let mut points = Vec::new();
        self.board.wins(own, &mut points);
        !points.is_empty()
    }

    /// Would the other colour win with its next stone? Then `out` has the points that may stop it.
    pub fn answers(&self, own: Colour, out: &mut Vec<Point>) -> bool {
        let other = own.other();
        if !self.board.has_captures() {
            match self.board.table.two(other, Pattern::FIVE) {
                [None, _] => return false,
                [Some(due), None] => out.push(due),
                _ => {}
            }
            return true;
        }
        self.board.wins(other, out);
        if out.is_empty() {
            return false;
        }
        self.board.add_capturing(own, out);
        true
    }

    /// The points beside those that were tried and lose, the best first: where the other colour would win by
    /// continuous fours if this one passed, those that may stop it, since all others lose.
    pub fn others(&mut self, own: Colour, tried: &[Point], effort: u64) -> Vec<Point> {
        let mut points = Vec::new();
        if !self.shape.is_thorough {
            return points;
        }
        let prover = &mut self.provers[own.other().index()];
        let answers = prover.answers_to_fours(&mut self.board, effort);
        self.candidates(own, usize::MAX, None, &mut points);
        if let Some(answers) = answers {
            points.retain(|point| answers.contains(point));
            let far: Vec<Point> = answers.into_iter().filter(|one| !points.contains(one)).collect();
            points.extend(far);
        }
        points.retain(|&point| !tried.contains(&point) && self.board.allows(own, point));
        points
    }

    /// Empty points near the stones, those of the highest scores first; `first` before them.
    pub fn candidates(
        &mut self,
        own: Colour,
        width: usize,
        first: Option<Point>,
        out: &mut Vec<Point>,
    ) {
        let size = self.board.table.size();
        let mut scores = self.evaluation.scores(&self.board, own);
        out.clear();
        if scores.is_empty() {
            // An empty board: the middle first.
            let middle = size.at(i32::from(size.columns / 2), i32::from(size.rows / 2));
            self.board.empty(out);
            out.sort_by_key(|&point| (Some(point) != middle, point));
            out.truncate(width);
            return;
        }
        let order = |&(score, point): &(i32, Point)| (Reverse(score), point);
        if scores.len() > width {
            scores.select_nth_unstable_by_key(width, order);
            scores.truncate(width);
        }
        scores.sort_unstable_by_key(order);
        out.extend(first);
        out.extend(scores.into_iter().map(|(_, point)| point).filter(|&p| Some(p) != first));
    }
}
