//! Which answers could stop a threat of continuous fours.
//!
//! The attacker threatens a line: attack, answer, ... that wins if the other colour does something
//! else. Without captures an answer can matter only if it takes a point of the line or one of those
//! on which its last attack wins, or if it gives the other colour a four while the line is played:
//! then it lies in five points in a row with three stones of that colour, those that the line forces
//! on it among them, and none that the attacker has now. All other answers lose to the line itself.
//!
//! Where fouls bind, a stone far away may make a foul of an attack, or take the foul from a point
//! that was forbidden, since threes depend on threes (R5). If that is possible, every answer counts.

use super::board::Board;
use super::patterns::Pattern;
use crate::board::{Colour, DIRECTIONS, Grid, Point};
use crate::stones::Fouls;

/// The answers that concern the line, ascending; the other colour is to move. Points that are fouls
/// for it are left out.
pub fn concerning<F: Fouls>(board: &mut Board<F>, own: Colour, line: &[Point]) -> Vec<Point> {
    let other = own.other();
    let mut found = Vec::new();
    let mut all = board.stuck_draws();
    let before = board.table.grid().clone();
    for (step, &point) in line.iter().enumerate() {
        if step % 2 == 0 {
            all |= board.may_turn_foul(own, point);
            board.play(own, point);
        } else {
            board.play(other, point);
        }
        found.push(point);
    }
    let mut wins = 0;
    board.table.each(own, Pattern::FIVE, |point| {
        wins += 1;
        found.push(point);
    });
    // One point to win on decides only if it is forbidden to the other colour.
    all |= line.len() % 2 == 1 && wins == 1;
    windows(board.table.grid(), &before, own, &mut found);
    for _ in line {
        board.undo();
    }
    if all {
        board.empty(&mut found);
    }
    found.sort_unstable();
    found.dedup();
    found.retain(|&point| board.table.grid().is_empty(point) && board.allows(other, point));
    found
}

/// Adds the points of every five in a row that hold three stones of the other colour or more, and
/// none of those that the attacker has in `before`.
pub fn windows(grid: &Grid, before: &Grid, own: Colour, found: &mut Vec<Point>) {
    let size = grid.size();
    let (rows, full) = (usize::from(size.rows), size.full_row());
    for (dx, dy) in DIRECTIONS {
        let lines = match dy {
            0 => 0..rows,
            1 => 0..rows.saturating_sub(4),
            _ => 4..rows,
        };
        for y in lines {
            // Bit x of a row some steps on, seen from column x; columns never go back.
            let at = |step: i32| (y as i32 + step * dy) as usize;
            let mut free = full;
            let (mut one, mut two, mut four) = (0_u64, 0_u64, 0_u64);
            for step in 0..5 {
                free &= (full & !before.row(own, at(step))) >> (step * dx);
                let mut carry = grid.row(own.other(), at(step)) >> (step * dx);
                (one, carry) = (one ^ carry, one & carry);
                (two, carry) = (two ^ carry, two & carry);
                four ^= carry;
            }
            let mut starts = free & (one & two | four);
            while starts != 0 {
                let x = starts.trailing_zeros() as i32;
                starts &= starts - 1;
                found
                    .extend((0..5).filter_map(|step| size.at(x + step * dx, y as i32 + step * dy)));
            }
        }
    }
}
