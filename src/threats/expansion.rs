//! New nodes of a search for fours and threes: the attacks there are, and the answers that matter.

use super::board::Board;
use super::capture_replies;
use super::capture_threats;
use super::fours::Status;
use super::phases::Width;
use super::proof_numbers::{Node, Prover};
use super::replies::{add_empty, concerning, windows};
use crate::board::{Colour, Point};
use crate::stones::Fouls;
use crate::stones::patterns::Pattern;

impl Prover {
    /// A new node of the attacker: a win by fours, or the attacks there are.
    pub fn attacks<F: Fouls>(&mut self, board: &mut Board<F>) -> Node {
        let own = self.own;
        match self.win_by_fours(board, self.effort) {
            Status::Win => return Node::leaf(true, self.line(board.has_captures())),
            Status::Limit => self.hit_limit = true,
            Status::None => {}
        }
        let mut moves = if board.has_captures() {
            capture_threats::attacks(board, own)
        } else {
            let mut moves = Vec::new();
            match board.table.two(own.other(), Pattern::FIVE) {
                [Some(_), Some(_)] => return Node::leaf(false, &[]),
                [Some(due), None] => {
                    let moves = if board.allows(own, due) { vec![due] } else { Vec::new() };
                    return Node::inner(&moves, &[], true);
                }
                [None, _] => board.table.each(own, Pattern::FOUR, |point| moves.push(point)),
            }
            moves
        };
        board.table.each(own, Pattern::THREE, |point| {
            if !moves.contains(&point) {
                moves.push(point);
            }
        });
        if self.width != Width::Narrow {
            board.table.each(own, Pattern::BUD, |point| {
                if buds(board, own, point) >= 2 && !moves.contains(&point) {
                    moves.push(point);
                }
            });
        }
        if self.width == Width::All {
            let grid = board.table.grid();
            let mut points = Vec::new();
            add_empty(&windows(grid, grid, own, 1), grid, &mut points);
            points.retain(|point| !moves.contains(point));
            moves.extend(points);
        }
        if board.has_captures() {
            // A capture by the other colour, and its last one, are stopped by taking the point.
            let mut points = Vec::new();
            board.wins(own.other(), &mut points);
            points.retain(|point| !moves.contains(point));
            moves.extend(points);
        }
        moves.retain(|&point| board.allows(own, point));
        // Of nodes about which equally little is known, the search takes the first.
        let by_promise = |point: Point| (std::cmp::Reverse(score(board, own, point)), point);
        let tier = |point: Point| {
            let pattern = board.table.joined(own, point);
            if self.width != Width::All {
                return usize::from(self.fours_first && !pattern.has(Pattern::FOUR));
            }
            let is_strong = pattern.has(Pattern::FOUR | Pattern::THREE);
            if is_strong { 0 } else { 3 - buds(board, own, point).min(2) }
        };
        moves.sort_by_cached_key(|&point| (tier(point), by_promise(point)));
        let mut node = Node::inner(&moves, &[], true);
        node.tiers =
            [0, 1, 2].map(|last| moves.partition_point(|&point| tier(point) <= last) as u16);
        node
    }

    /// A new node of the other colour: is the last stone a threat, and which answers matter?
    pub fn answers<F: Fouls>(&mut self, board: &mut Board<F>) -> Node {
        let (own, other) = (self.own, self.own.other());
        if board.has_captures() {
            return self.answers_with_captures(board);
        }
        if board.table.two(other, Pattern::FIVE)[0].is_some() || board.is_stuck(other) {
            return Node::leaf(false, &[]);
        }
        match board.table.two(own, Pattern::FIVE) {
            [Some(_), Some(_)] => Node::leaf(true, &[]),
            [Some(due), None] if board.allows(other, due) => Node::inner(&[due], &[], false),
            [Some(_), None] => Node::leaf(true, &[]),
            [None, _] => {
                if !self.threatens(board) {
                    return Node::leaf(false, &[]);
                }
                let line = self.fours.line.clone();
                let mut moves = concerning(board, own, &line);
                moves.sort_by_cached_key(|&point| {
                    let is_first = line.first() == Some(&point);
                    (!is_first, std::cmp::Reverse(score(board, other, point)), point)
                });
                if moves.len() > ANSWERS_TRIED {
                    for &point in &moves {
                        self.try_fours(board, point);
                    }
                }
                Node::inner(&moves, &line, false)
            }
        }
    }

    fn threatens<F: Fouls>(&mut self, board: &mut Board<F>) -> bool {
        self.fours.deepest = self.threat;
        let status = self.win_by_fours(board, self.effort);
        self.fours.deepest = u32::MAX;
        self.hit_limit |= status == Status::Limit;
        status == Status::Win
    }

    /// The same with captures: of the answers that concern the threat those count that do not lose
    /// to fours.
    fn answers_with_captures<F: Fouls>(&mut self, board: &mut Board<F>) -> Node {
        let (own, other) = (self.own, self.own.other());
        if let Some(answers) = capture_threats::answers(board, own) {
            return Node::inner(&answers, &[], false);
        }
        let mut points = Vec::new();
        board.wins(other, &mut points);
        let is_excluded = !points.is_empty() || board.is_drawn(own) || board.is_drawn(other);
        if is_excluded || !self.threatens(board) {
            return Node::leaf(false, &[]);
        }
        let line = self.capture_threats.line.clone();
        match capture_replies::concerning(board, own, &self.capture_threats) {
            Some(concerning) => points = concerning,
            None => board.empty(&mut points),
        }
        for &point in &points {
            board.play(other, point);
            let is_drawn = board.is_drawn(own);
            board.undo();
            if is_drawn || board.budget.is_spent {
                return Node::leaf(false, &[]);
            }
            self.try_fours(board, point);
        }
        Node::inner(&points, &line, false)
    }

    /// The answers that concern a win by fours which this colour has if the other, who is to move, passes: all
    /// others lose. `None` where no such win was found, or every answer counts.
    pub fn answers_to_fours<F: Fouls>(
        &mut self,
        board: &mut Board<F>,
        max_nodes: u64,
    ) -> Option<Vec<Point>> {
        if self.win_by_fours(board, max_nodes) != Status::Win {
            return None;
        }
        if board.has_captures() {
            capture_replies::concerning(board, self.own, &self.capture_threats)
        } else {
            Some(concerning(board, self.own, &self.fours.line))
        }
    }

    /// If this answer loses to fours, notes the node after it.
    fn try_fours<F: Fouls>(&mut self, board: &mut Board<F>, point: Point) {
        board.play(self.own.other(), point);
        if self.win_by_fours(board, self.effort) == Status::Win {
            let node = Node::leaf(true, self.line(board.has_captures()));
            self.nodes[0].insert(board.key(), node);
        }
        board.undo();
    }
}

/// In how many lines could a stone of the colour on an empty point become a four?
fn buds<F: Fouls>(board: &Board<F>, colour: Colour, point: Point) -> usize {
    let patterns = board.table.patterns(colour, point);
    patterns.iter().filter(|pattern| pattern.has(Pattern::BUD | Pattern::THREE)).count()
}

/// How much a stone of the colour on an empty point makes, in all four lines.
fn score<F: Fouls>(board: &Board<F>, colour: Colour, point: Point) -> u32 {
    let worth = |pattern: &Pattern| {
        if pattern.has(Pattern::FOUR) {
            5
        } else if pattern.has(Pattern::THREE) {
            6
        } else {
            u32::from(pattern.has(Pattern::BUD))
        }
    };
    board.table.patterns(colour, point).iter().map(worth).sum()
}

/// More answers than this are first tried for those that lose to fours.
const ANSWERS_TRIED: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Grid, Size};
    use crate::stones::{CaptureCount, Setting, Take};
    use crate::threats::board::Budget;
    use crate::threats::board::tests::with_captures;

    /// White's three wins by fours if Black passes; `e4` takes a stone out of it where pairs are captured (P3).
    #[test]
    fn a_capture_is_among_the_answers_to_fours() {
        let size = Size::square(9);
        let at = |name: &str| size.parse(name).unwrap();
        let mut grid = Grid::new(size);
        for name in ["d5", "e5", "f5", "e6"] {
            grid.put(Colour::White, at(name));
        }
        grid.put(Colour::Black, at("e7"));
        let take = Take::new(&[2]);
        let captures =
            CaptureCount { take, target: 10, taken: [0; 2], supply: None, returned: false };
        let setting = with_captures(grid, Colour::Black, captures);
        for (setting, is_answer) in
            [(Setting { captures: None, ..setting.clone() }, false), (setting, true)]
        {
            let mut tick = || std::ops::ControlFlow::Continue(());
            let mut board = Board::new(&setting, Budget::new(u64::MAX, &mut tick));
            let answers = Prover::new(Colour::White).answers_to_fours(&mut board, 1_000).unwrap();
            assert_eq!(answers.contains(&at("e4")), is_answer, "{answers:?}");
            assert!(answers.contains(&at("c5")) && !answers.contains(&at("a9")));
        }
    }
}
