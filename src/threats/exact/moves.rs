//! The attacker's moves, best first, and the answers to a move that could matter.

use super::search::Run;
use crate::board::{Colour, DIRECTIONS, Grid, Point};
use crate::stones::patterns::Pattern;
use crate::stones::{NoFouls, row_score, worth};
use crate::threats::board::Board;
use crate::threats::replies::concerning;

/// The proof number that the best move begins with: threats alone do not win, so that a quiet move is
/// needed, and after it many answers count.
const QUIET: u32 = 18;

/// What a row of five is worth to a move of the attacker by its stones, the new one left out. Threats
/// alone do not win here, so rows that would become threes and fours are better kept for later; what
/// counts is in how many rows the stone works together with others.
const OWN: [u32; 5] = [0, 10, 12, 14, 14];
/// The same for rows of the other colour, which it takes.
const OTHER: [u32; 5] = [0, 6, 20, 60, 60];

/// What the attacker can do.
pub enum Moves {
    /// It wins at once there.
    Win(Point),
    /// It cannot win any more.
    Lost,
    /// Its moves, with the proof number that each begins with.
    Some(Vec<(Point, u32)>),
}

/// What the other colour can do after an attack.
pub enum Answers {
    /// Nothing: the attack has won.
    Won,
    /// It wins, or the board is full.
    Lost,
    /// One of these must be right. The line is what the attack threatens; it is empty after a four.
    Some(Vec<Point>, Vec<Point>),
    /// Every empty point counts.
    All,
}

/// The moves of the attacker. All that are left out are worth no more than one that is not: they lie
/// in no row that either colour can still complete.
pub fn moves(board: &Board<NoFouls>, own: Colour, hint: Option<Point>) -> Moves {
    if let [Some(five), _] = board.table.two(own, Pattern::FIVE) {
        return Moves::Win(five);
    }
    match board.table.two(own.other(), Pattern::FIVE) {
        [Some(_), Some(_)] => return Moves::Lost,
        [Some(due), None] => return Moves::Some(vec![(due, 1)]),
        [None, _] => {}
    }
    let grid = board.table.grid();
    let open = rows_without(grid, own.other());
    if open.iter().all(|&row| row == 0) {
        return Moves::Lost;
    }
    let theirs = rows_without(grid, own);
    let mut scored = Vec::new();
    grid.for_each_empty(|point| {
        let (x, y) = grid.size().xy(point);
        if (open[y as usize] | theirs[y as usize]) >> x & 1 == 1 {
            scored.push((worth(grid, own, point, &OWN, &OTHER), point));
        }
    });
    scored.sort_unstable_by_key(|&(worth, point)| (std::cmp::Reverse(worth), point));
    // The further down the list, the later it is tried.
    let ranked = scored.iter().enumerate();
    let mut moves: Vec<_> =
        ranked.map(|(rank, &(_, point))| (point, QUIET + rank as u32 * 3 / 4)).collect();
    if let Some(place) = moves.iter().position(|&(point, _)| Some(point) == hint) {
        moves[..=place].rotate_right(1);
        moves[0].1 = QUIET / 2;
    }
    Moves::Some(moves)
}

/// The points of every five in a row that holds no stone of the colour, one mask a row.
fn rows_without(grid: &Grid, colour: Colour) -> Vec<u64> {
    let size = grid.size();
    let (rows, full) = (usize::from(size.rows), size.full_row());
    let mut points = vec![0; rows];
    for (dx, dy) in DIRECTIONS {
        for y in 0..rows as i32 {
            let last = y + 4 * dy;
            if last < 0 || last >= rows as i32 {
                continue;
            }
            let starts = (0..5).fold(full, |starts, step| {
                let row = full & !grid.row(colour, (y + step * dy) as usize);
                starts & row >> (step * dx)
            });
            for step in 0..5 {
                points[(y + step * dy) as usize] |= starts << (step * dx);
            }
        }
    }
    points
}

impl Run<'_, '_> {
    /// What the other colour can do after the attack just played.
    pub fn answers(&mut self) -> Answers {
        let (own, other) = (self.own, self.own.other());
        if self.board.table.two(other, Pattern::FIVE)[0].is_some() {
            return Answers::Lost;
        }
        match self.board.table.two(own, Pattern::FIVE) {
            [Some(_), Some(_)] => return Answers::Won,
            [Some(due), None] => return Answers::Some(vec![due], Vec::new()),
            [None, _] => {}
        }
        if self.board.table.grid().is_full() {
            return Answers::Lost;
        }
        if let Some(line) = self.line_of_fours(own) {
            let mut answers = concerning(&mut self.board, own, &line);
            let grid = self.board.table.grid();
            answers.sort_by_cached_key(|&point| {
                (std::cmp::Reverse(row_score(grid, other, point)), point)
            });
            return Answers::Some(answers, line);
        }
        if self.line_of_fours(other).is_some() {
            return Answers::Lost;
        }
        Answers::All
    }
}

/// Every empty point, those that are likeliest to stop the attacker first, and how many of them lie
/// near its stones.
pub fn all_answers(grid: &Grid, own: Colour) -> (Vec<Point>, usize) {
    let size = grid.size();
    let mut near = vec![false; size.points()];
    for stone in size.iter().filter(|&point| grid.stone(point) == Some(own)) {
        let (x, y) = size.xy(stone);
        for (dx, dy) in DIRECTIONS {
            for step in -4..=4 {
                if let Some(point) = size.at(x + step * dx, y + step * dy) {
                    near[point.index()] = true;
                }
            }
        }
    }
    let mut answers = Vec::new();
    grid.for_each_empty(|point| {
        let is_near = near[point.index()];
        answers.push((!is_near, std::cmp::Reverse(row_score(grid, own.other(), point)), point));
    });
    answers.sort_unstable();
    let nearby = answers.iter().filter(|answer| !answer.0).count();
    (answers.into_iter().map(|answer| answer.2).collect(), nearby)
}
