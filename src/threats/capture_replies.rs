//! Which answers could stop a threat in games with captures.
//!
//! The attacker threatens to win by fours and captures if the other colour does something else: not
//! one line, but a tree, since each capture is an answer of its own. Another answer changes nothing
//! in that tree unless its stone
//!
//! - takes a point on which the tree plays or could win, or captures at once;
//! - lies in five points in a row with three stones of its colour and none of the attacker's, so that
//!   it could give a four, at any position of the tree;
//! - closes a group of the attacker's that could then be captured from its other end (P3);
//! - would itself be captured by a stone of the attacker's that captures nothing there now.
//!
//! All other answers lose to the tree itself. Where the stones that are left could run out before it
//! ends (P5), or fouls bind (R5), every answer counts.

use super::board::Board;
use super::capture_threats::{CaptureThreats, answers};
use super::captures::for_each_capture;
use super::replies::{MIN, add_empty, windows};
use crate::board::{Colour, DIRECTIONS, Point};
use crate::stones::{Fouls, LONGEST_GROUP};

/// Walks a tree of capture threats.
struct Concern<'a> {
    own: Colour,
    capture_threats: &'a CaptureThreats,
    points: Vec<Point>,
    /// Stones of the other colour on the longest way through the tree.
    longest: u16,
}

/// The answers that concern the win that `capture_threats` found last, ascending; the other colour is to
/// move. `None` if every answer counts.
pub fn concerning<F: Fouls>(
    board: &mut Board<F>,
    own: Colour,
    capture_threats: &CaptureThreats,
) -> Option<Vec<Point>> {
    let other = own.other();
    if Colour::BOTH.iter().any(|&colour| board.binds(colour)) {
        return None;
    }
    let mut concern = Concern { own, capture_threats, points: Vec::new(), longest: 0 };
    board.capturing(other, &mut concern.points);
    let is_whole = concern.attack(board, 0);
    // The answer itself takes a stone of the other colour and a point.
    if !is_whole || board.stones_left(other) <= concern.longest + 1 {
        return None;
    }
    let mut points = concern.points;
    points.sort_unstable();
    points.dedup();
    points.retain(|&point| board.table.grid().is_empty(point));
    Some(points)
}

impl Concern<'_> {
    /// The attacker is to move; false if the tree is not known whole.
    fn attack<F: Fouls>(&mut self, board: &mut Board<F>, stones: u16) -> bool {
        self.longest = self.longest.max(stones);
        let mut wins = Vec::new();
        board.wins(self.own, &mut wins);
        if let Some(&point) = wins.first() {
            self.stone(board, self.own, point);
            return true;
        }
        let Some(attack) = self.capture_threats.attack_at(board.key()) else { return false };
        if !board.budget.look() {
            return false;
        }
        self.stone(board, self.own, attack);
        board.play(self.own, attack);
        let is_whole = self.answers(board, stones);
        board.undo();
        is_whole
    }

    fn answers<F: Fouls>(&mut self, board: &mut Board<F>, stones: u16) -> bool {
        let other = self.own.other();
        let mut points = Vec::new();
        board.wins(self.own, &mut points);
        for point in points {
            self.stone(board, self.own, point);
        }
        let grid = board.table.grid();
        add_empty(&windows(grid, grid, other, MIN), grid, &mut self.points);
        if let Some(take) = board.take() {
            for_each_capture(grid, other, take, true, |point| self.points.push(point));
        }
        let Some(answers) = answers(board, self.own) else { return false };
        answers.into_iter().all(|answer| {
            self.points.push(answer);
            board.play(other, answer);
            let is_whole = self.attack(board, stones + 1);
            board.undo();
            is_whole
        })
    }

    /// A stone of the attacker's on the empty point: the point itself, and the empty points that
    /// complete a group which it would capture.
    fn stone<F: Fouls>(&mut self, board: &Board<F>, own: Colour, point: Point) {
        self.points.push(point);
        let Some(take) = board.take() else { return };
        let grid = board.table.grid();
        let (x, y) = grid.size().xy(point);
        for (dx, dy) in DIRECTIONS.into_iter().flat_map(|(dx, dy)| [(dx, dy), (-dx, -dy)]) {
            let mut missing = None;
            for step in 1..=i32::from(LONGEST_GROUP) + 1 {
                let Some(next) = grid.size().at(x + step * dx, y + step * dy) else { break };
                match grid.stone(next) {
                    Some(colour) if colour == own => {
                        self.points.extend(missing.filter(|_| take.has(step - 1)));
                        break;
                    }
                    Some(_) => {}
                    None if missing.is_none() => missing = Some(next),
                    None => break,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Grid, Size};
    use crate::stones::{CaptureCount, Setting, Take};
    use crate::stream::Stream;
    use crate::threats::board::Budget;
    use crate::threats::board::tests::with_captures;
    use crate::threats::fours::Status;

    /// P3: with one more stone the group of five between the point and the sixth one is complete.
    #[test]
    fn what_completes_the_longest_group_that_a_stone_would_capture_is_named() {
        let size = Size { columns: 13, rows: 13 };
        let directions = [-1, 0, 1].into_iter().flat_map(|dx| [-1, 0, 1].map(|dy| (dx, dy)));
        for (dx, dy) in directions.filter(|&direction| direction != (0, 0)) {
            let at = |step: i32| size.at(6 + step * dx, 6 + step * dy).unwrap();
            for take in [&[5][..], &[2]] {
                let mut grid = Grid::new(size);
                grid.put(Colour::Black, at(6));
                for step in [1, 2, 3, 5] {
                    grid.put(Colour::White, at(step));
                }
                let take = Take::new(take);
                let captures =
                    CaptureCount { take, target: 10, taken: [0; 2], supply: None, returned: false };
                let setting = with_captures(grid, Colour::White, captures);
                let mut tick = || std::ops::ControlFlow::Continue(());
                let budget = Budget::new(u64::MAX, &mut tick);
                let board = Board::new(&setting, budget);
                let capture_threats = CaptureThreats::new();
                let mut concern = Concern {
                    own: Colour::Black,
                    capture_threats: &capture_threats,
                    points: Vec::new(),
                    longest: 0,
                };
                concern.stone(&board, Colour::Black, at(0));
                let named = if take.has(5) { vec![at(0), at(4)] } else { vec![at(0)] };
                assert_eq!(concern.points, named, "{dx} {dy}");
            }
        }
    }

    #[test]
    fn an_answer_that_is_not_named_loses_to_the_same_threat() {
        let mut stream = Stream::new(71);
        let (mut wins, mut named, mut empty) = (0, 0, 0);
        for round in 0..1_500 {
            let take = Take::new([&[2][..], &[2, 3], &[1, 2]][round % 3]);
            let size = Size { columns: 9, rows: 9 };
            let mut grid = Grid::new(size);
            for stone in 0..16 + 2 * stream.below(8) {
                let point = Point(stream.below(81) as u16);
                if grid.is_empty(point) {
                    grid.put(Colour::BOTH[stone % 2], point);
                }
            }
            let taken = [stream.below(9) as u16, stream.below(9) as u16];
            let captures =
                CaptureCount { take, target: 10, taken, supply: None, returned: round % 2 == 0 };
            let setting = with_captures(grid, Colour::White, captures);
            let mut tick = || std::ops::ControlFlow::Continue(());
            let budget = Budget::new(u64::MAX, &mut tick);
            let mut board = Board::new(&setting, budget);
            let mut points = Vec::new();
            board.wins(Colour::White, &mut points);
            if !points.is_empty() {
                continue;
            }
            board.wins(Colour::Black, &mut points);
            let mut capture_threats = CaptureThreats::new();
            if capture_threats.search(&mut board, Colour::Black, 400) != Status::Win {
                continue;
            }
            let Some(concerned) = concerning(&mut board, Colour::Black, &capture_threats) else {
                continue;
            };
            // With its last stone White could draw by any answer (P5).
            let last = Some(CaptureCount { supply: Some([200, 1]), ..captures });
            let setting = Setting { captures: last, ..setting.clone() };
            let mut tick = || std::ops::ControlFlow::Continue(());
            let budget = Budget::new(u64::MAX, &mut tick);
            let mut scarce = Board::new(&setting, budget);
            let mut again = CaptureThreats::new();
            if again.search(&mut scarce, Colour::Black, 400) == Status::Win {
                assert_eq!(concerning(&mut scarce, Colour::Black, &again), None);
            }
            wins += usize::from(points.is_empty());
            named += concerned.len();
            board.empty(&mut points);
            empty += points.len();
            for point in points {
                if !concerned.contains(&point) {
                    board.play(Colour::White, point);
                    let result = CaptureThreats::new().search(&mut board, Colour::Black, 40_000);
                    let grid = board.table.grid();
                    assert_eq!(result, Status::Win, "{point:?} {taken:?} {take:?}\n{grid:?}");
                    board.undo();
                }
            }
        }
        assert!(wins > 25 && named * 2 < empty, "{wins} {named} {empty}");
    }
}
