//! A static evaluation of a board: every row of five points that only one colour has stones in
//! counts for that colour, kept up to date as stones are put and taken off.

use crate::board::{Colour, DIRECTIONS, Grid, Point, Size};

/// Points of a row.
const FIVE: usize = 5;
/// What such a row adds to the score of each of its points, by the stones in it.
const URGENCY: [i32; FIVE + 1] = [1, 10, 110, 1_500, 30_000, 0];
/// What such a row is worth to the colour that is to move, in games without captures: rounded from a
/// logistic regression to the results of 950 games of the look ahead against itself (freestyle, 9x9
/// and 15x15).
const OWN: [i32; FIVE + 1] = [0, 20, 60, 170, 500, 0];
/// What it is worth to the other colour there.
const OTHER: [i32; FIVE + 1] = [0, 16, 50, 190, 500, 0];
/// The same in games with captures, a hundred for odds of e to 1: rounded from a logistic regression to the
/// results of 3,700 games of the look ahead (Pente and Pagoda), with those of captures in `evaluation.rs`. No
/// position of the fit had a row of four: those are set by hand.
const FITTED_OWN: [i32; FIVE + 1] = [0, 1, 10, 56, 250, 0];
const FITTED_OTHER: [i32; FIVE + 1] = [0, 0, 6, 34, 150, 0];
/// What it is worth to its colour in games with captures, set by hand.
const WORTH: [i32; FIVE + 1] = [0, 1, 6, 24, 70, 0];
/// A stone that was captured, in the unit of `WORTH`, over the number of stones that win.
const CAPTURED: i32 = 160;

/// The rows of a board.
pub struct RowEval {
    /// Stones of each colour in every row: `4 * first point + direction`.
    counts: Vec<[u8; 2]>,
    /// The rows that each point belongs to.
    through: Vec<Vec<u32>>,
    /// From point to point of a row, by direction.
    steps: [i32; 4],
    /// The sum of `URGENCY` of each point, by colour.
    urgency: [Vec<i32>; 2],
    /// How many rows only one colour has stones in, by colour and by the stones in them. (Those
    /// without any stone count for both.)
    rows: [[i32; FIVE + 1]; 2],
}

impl RowEval {
    /// The rows of a board.
    pub fn new(grid: &Grid) -> Self {
        let size = grid.size();
        let points = size.points();
        let steps = DIRECTIONS.map(|(dx, dy)| dx + dy * i32::from(size.columns));
        let mut eval = Self {
            counts: vec![[0; 2]; 4 * points],
            through: vec![Vec::new(); points],
            steps,
            urgency: [vec![0; points], vec![0; points]],
            rows: [[0; FIVE + 1]; 2],
        };
        for first in size.iter() {
            for direction in 0..4 {
                if !fits(size, first, direction) {
                    continue;
                }
                let row = (4 * first.index() + direction) as u32;
                for side in &mut eval.rows {
                    side[0] += 1;
                }
                for point in eval.points(row) {
                    eval.through[point].push(row);
                    for urgency in &mut eval.urgency {
                        urgency[point] += URGENCY[0];
                    }
                }
            }
        }
        for point in size.iter() {
            if let Some(colour) = grid.stone(point) {
                eval.turn(colour, point, true);
            }
        }
        eval
    }

    /// The points of a row.
    fn points(&self, row: u32) -> [usize; FIVE] {
        let (first, step) = ((row / 4) as i32, self.steps[(row % 4) as usize]);
        [0, 1, 2, 3, 4].map(|place| (first + place * step) as usize)
    }

    /// Notes a stone that was put (`is_put`) or taken off.
    pub fn turn(&mut self, colour: Colour, point: Point, is_put: bool) {
        let own = colour.index();
        for place in 0..self.through[point.index()].len() {
            let row = self.through[point.index()][place];
            let before = self.counts[row as usize];
            let count = &mut self.counts[row as usize][own];
            *count = if is_put { *count + 1 } else { *count - 1 };
            let after = self.counts[row as usize];
            for side in 0..2 {
                let of = |values: &[i32; FIVE + 1], counts: [u8; 2]| {
                    if counts[1 - side] == 0 { values[usize::from(counts[side])] } else { 0 }
                };
                if before[1 - side] == 0 {
                    self.rows[side][usize::from(before[side])] -= 1;
                }
                if after[1 - side] == 0 {
                    self.rows[side][usize::from(after[side])] += 1;
                }
                let change = of(&URGENCY, after) - of(&URGENCY, before);
                if change != 0 {
                    for point in self.points(row) {
                        self.urgency[side][point] += change;
                    }
                }
            }
        }
    }

    /// The score of a point for a colour that is to move: rows of its own, and of the other's
    /// that a stone there stops.
    #[inline]
    pub fn score(&self, colour: Colour, point: Point) -> i32 {
        let (own, other) = (colour.index(), colour.other().index());
        4 * self.urgency[own][point.index()] + 3 * self.urgency[other][point.index()]
    }

    /// What the board is worth to a colour that is to move: its rows less the other's.
    pub fn by_rows(&self, colour: Colour) -> i32 {
        let (own, other) = (&self.rows[colour.index()], &self.rows[colour.other().index()]);
        (sum(own, &OWN) - sum(other, &OTHER)) / 10
    }

    /// The same in games with captures, without what captures are worth.
    pub fn by_rows_beside_captures(&self, colour: Colour) -> i32 {
        let (own, other) = (&self.rows[colour.index()], &self.rows[colour.other().index()]);
        sum(own, &FITTED_OWN) - sum(other, &FITTED_OTHER)
    }

    /// The same in games with captures: rows, and stones captured of `target` that win.
    pub fn by_rows_and_captures(&self, colour: Colour, captured: ([u16; 2], u16)) -> i32 {
        let (own, other) = (colour.index(), colour.other().index());
        let worth = sum(&self.rows[own], &WORTH);
        // The next stone makes one of the own rows longer.
        let rows = worth + worth / 8 - sum(&self.rows[other], &WORTH);
        let (taken, target) = captured;
        let share = |taken: u16| {
            let (taken, target) = (i32::from(taken), i32::from(target.max(1)));
            // The last stones count more than the first.
            CAPTURED * taken * (target + taken) / (2 * target * target) * 4
        };
        rows + share(taken[own]) - share(taken[other])
    }
}

/// What rows are worth together.
#[inline]
fn sum(rows: &[i32; FIVE + 1], worth: &[i32; FIVE + 1]) -> i32 {
    rows.iter().zip(worth).map(|(count, worth)| count * worth).sum()
}

/// Does a row that begins at a point lie on the board?
fn fits(size: Size, first: Point, direction: usize) -> bool {
    let ((x, y), (dx, dy)) = (size.xy(first), DIRECTIONS[direction]);
    size.at(x + 4 * dx, y + 4 * dy).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Stream;

    #[test]
    fn stones_put_and_taken_off_leave_what_a_new_board_holds() {
        let mut stream = Stream::new(5);
        for board in 0..20_u8 {
            let size = Size { columns: 5 + board % 11, rows: 5 + board % 7 };
            let mut grid = Grid::new(size);
            let mut eval = RowEval::new(&grid);
            for _ in 0..80 {
                let point = Point(stream.below(size.points()) as u16);
                if let Some(colour) = grid.stone(point) {
                    grid.lift(point);
                    eval.turn(colour, point, false);
                } else {
                    let colour = Colour::BOTH[stream.below(2)];
                    grid.put(colour, point);
                    eval.turn(colour, point, true);
                }
            }
            let anew = RowEval::new(&grid);
            assert_eq!(eval.counts, anew.counts);
            assert_eq!(eval.urgency, anew.urgency);
            assert_eq!(eval.rows, anew.rows);
        }
    }

    #[test]
    fn what_is_good_for_one_colour_is_bad_for_the_other() {
        let size = Size { columns: 9, rows: 9 };
        let mut grid = Grid::new(size);
        for x in 3..6 {
            grid.put(Colour::Black, size.at(x, 4).unwrap());
        }
        let eval = RowEval::new(&grid);
        let captured = ([0; 2], 10);
        for (colour, sign) in [(Colour::Black, 1), (Colour::White, -1)] {
            assert_eq!(eval.by_rows(colour).signum(), sign);
            assert_eq!(eval.by_rows_and_captures(colour, captured).signum(), sign);
        }
        // Both colours look at the ends of the row first.
        for colour in Colour::BOTH {
            let best = size.iter().filter(|&point| grid.is_empty(point));
            let best = best.max_by_key(|&point| eval.score(colour, point)).unwrap();
            assert!([size.at(2, 4), size.at(6, 4)].contains(&Some(best)));
        }
    }
}
