//! Which answers could stop a threat of continuous fours.
//!
//! The attacker threatens a line (attack, answer, ...) that wins if the other colour plays
//! elsewhere. Without captures an answer matters only in two cases. It takes a point of the line,
//! or one on which the last attack wins. Or it gives the other colour a four while the line is
//! played: then it lies in a window of five with three stones of that colour, counting those that
//! the line forces, and none that the attacker has now. All other answers lose to the line itself.
//!
//! Where fouls bind, a distant stone can turn an attack into a foul, or make a forbidden point
//! legal, because threes depend on threes (R5). Where this is possible, the line is played against
//! every other answer, and the answers that it does not beat are kept.

use super::board::Board;
use crate::board::{Colour, DIRECTIONS, Grid, Point, ones};
use crate::stones::Fouls;
use crate::stones::patterns::{Pattern, ROWS, Rows};

/// Stones in five points in a row to which one more makes a four.
pub const MIN: u32 = 3;

/// The answers that concern the line, ascending; the other colour is to move. Points that are fouls
/// for it are left out.
pub fn concerning<F: Fouls>(board: &mut Board<F>, own: Colour, line: &[Point]) -> Vec<Point> {
    let other = own.other();
    let mut points = Vec::new();
    let mut all = false;
    let before = board.table.grid().clone();
    for (step, &point) in line.iter().enumerate() {
        if step % 2 == 0 {
            all |= board.may_turn_foul(own, point);
            board.play(own, point);
        } else {
            board.play(other, point);
        }
        points.push(point);
    }
    let mut wins = 0;
    board.table.each(own, Pattern::FIVE, |point| {
        wins += 1;
        points.push(point);
    });
    // One point to win on decides only if it is forbidden to the other colour.
    all |= line.len() % 2 == 1 && wins == 1;
    add_empty(&windows(board.table.grid(), &before, other, MIN), &before, &mut points);
    for _ in line {
        board.undo();
    }
    if board.stuck_draws() {
        board.empty(&mut points);
    } else if all {
        let mut empty = Vec::new();
        board.empty(&mut empty);
        empty.retain(|point| !points.contains(point));
        points.extend(empty.into_iter().filter(|&answer| {
            board.allows(other, answer) && {
                board.play(other, answer);
                let wins = line_wins(board, own, line);
                board.undo();
                !wins
            }
        }));
    }
    points.sort_unstable();
    points.dedup();
    points.retain(|&point| board.table.grid().is_empty(point) && board.allows(other, point));
    points
}

/// Do these continuous fours win for the colour, which is to move: attack, answer, attack ...?
pub fn line_wins<F: Fouls>(board: &mut Board<F>, own: Colour, line: &[Point]) -> bool {
    let other = own.other();
    let (mut played, mut wins) = (0, false);
    for (step, &point) in line.iter().enumerate() {
        if !board.table.grid().is_empty(point) {
            break;
        }
        if step % 2 == 1 {
            board.play(other, point);
            played += 1;
            continue;
        }
        if board.table.joined(own, point).has(Pattern::FIVE) {
            wins = step + 1 == line.len();
            break;
        }
        if !board.allows(own, point) {
            break;
        }
        board.play(own, point);
        played += 1;
        let left = board.table.two(own, Pattern::FIVE);
        if board.table.two(other, Pattern::FIVE)[0].is_some() {
            break;
        }
        match (left, line.get(step + 1)) {
            ([Some(_), Some(_)], None) => wins = true,
            ([Some(due), None], None) => wins = !board.allows(other, due),
            ([Some(due), None], Some(&answer)) if due == answer => {
                if board.allows(other, due) {
                    continue;
                }
                wins = true;
            }
            _ => {}
        }
        break;
    }
    for _ in 0..played {
        board.undo();
    }
    wins
}

/// The points of every five in a row that hold at least `min` stones of the colour, one to three,
/// and none that the other colour has in `before`: one mask a row, taken points among them.
pub fn windows(grid: &Grid, before: &Grid, colour: Colour, min: u32) -> Rows {
    let size = grid.size();
    let (rows, full) = (usize::from(size.rows), size.full_row());
    let (mut windows, mut free, mut own) = ([0; ROWS], [0; ROWS], [0; ROWS]);
    for y in 0..rows {
        (free[y], own[y]) = (full & !before.row(colour.other(), y), grid.row(colour, y));
    }
    for (dx, dy) in DIRECTIONS {
        let lines = match dy {
            0 => 0..rows,
            1 => 0..rows.saturating_sub(4),
            _ => 4..rows,
        };
        for y in lines {
            // Bit x of a row some steps on, seen from column x; columns never go back.
            let at = |step: i32| (y as i32 + step * dy) as usize % ROWS;
            let mut starts = full;
            let (mut one, mut two, mut four) = (0_u64, 0_u64, 0_u64);
            for step in 0..5 {
                starts &= free[at(step)] >> (step * dx);
                let mut carry = own[at(step)] >> (step * dx);
                (one, carry) = (one ^ carry, one & carry);
                (two, carry) = (two ^ carry, two & carry);
                four ^= carry;
            }
            starts &= match min {
                1 => one | two | four,
                2 => two | four,
                _ => one & two | four,
            };
            if starts != 0 {
                for step in 0..5 {
                    windows[at(step)] |= starts << (step * dx);
                }
            }
        }
    }
    windows
}

/// Adds the empty points of such windows.
pub fn add_empty(rows: &Rows, grid: &Grid, points: &mut Vec<Point>) {
    let size = grid.size();
    for (y, row) in rows.iter().enumerate().take(usize::from(size.rows)) {
        for x in ones(row & size.full_row() & !grid.row_of_both(y)) {
            points.push(Point((y * usize::from(size.columns) + x as usize) as u16));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::stones::{Five, NoFouls, Setting};
    use crate::threats::board::Budget;

    /// Black: a three along row 3 from the edge, which makes a four on d3 alone, and d4 and d5 above it.
    #[test]
    fn a_line_of_fours_wins_with_the_answers_that_are_due_and_no_others() {
        let size = Size::square(9);
        let at = |name: &str| size.parse(name).unwrap();
        let wins = |line: &[&str], white: &[&str]| {
            let mut grid = Grid::new(size);
            for name in ["a3", "b3", "c3", "d4", "d5"] {
                grid.put(Colour::Black, at(name));
            }
            for name in white {
                grid.put(Colour::White, at(name));
            }
            let setting = Setting {
                grid: grid.clone(),
                next: Colour::Black,
                five: [Five::OrMore; 2],
                fouls: NoFouls,
                captures: None,
                stuck_draws: false,
            };
            let mut tick = || std::ops::ControlFlow::Continue(());
            let mut board = Board::new(&setting, Budget::new(u64::MAX, &mut tick));
            let (key, line) = (board.key(), line.iter().map(|name| at(name)).collect::<Vec<_>>());
            let is_won = line_wins(&mut board, Colour::Black, &line);
            assert_eq!((board.key(), board.table.grid()), (key, &grid), "taken back");
            is_won
        };
        let far = ["i9", "i1"];
        assert!(wins(&["d3", "e3", "d6"], &far), "a straight four");
        assert!(!wins(&["d3", "e3"], &far), "an answer wins nothing");
        assert!(!wins(&["d3"], &far), "the four is stopped on e3");
        assert!(!wins(&["d3", "f3", "d6"], &far), "f3 is not due");
        assert!(!wins(&["d3", "e3", "d6"], &["d7", "i1"]), "stopped on d2");
        assert!(!wins(&["d3", "e3", "d6"], &["d6", "i1"]), "the point is taken");
        assert!(!wins(&["d3", "e3", "d6"], &["e4", "e5", "e6", "e2"]), "e3 makes five for White");
        assert!(!wins(&["d6", "d3"], &far), "a three is no four");
    }
}
