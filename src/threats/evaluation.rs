//! How the player `alpha_beta` evaluates a board: by a network that was learnt, or where none was by
//! rows and captures.

use std::sync::Arc;

use super::board::Board;
use super::eval::RowEval;
use super::network::{LineNetwork, Weights};
use crate::board::{Colour, Grid, Point};
use crate::stones::Fouls;

/// What all captured stones that win are worth, a point where the colour to move can capture, and one of the
/// other: rounded from the regression that the rows were fitted by (`RowEval::by_rows_beside_captures`).
const CAPTURED: i32 = 160;
const CAPTURES: (i32, i32) = (50, 32);
/// What a capture on a point, by either colour, adds to its score.
const BONUS: i32 = 2_500;

/// How wide and how deep a search with an evaluation looks.
#[derive(Clone, Copy)]
pub struct Shape {
    /// Points that are tried at the root.
    pub root: usize,
    /// Points that are tried below, by the plies that are left.
    pub width: fn(i32) -> usize,
    /// How many plies less deep a move is searched, by the plies that are left and its place in the order.
    pub late: fn(i32, usize) -> i32,
    /// From this number of plies left on, a position of which the table knows no move is searched one ply less deep.
    pub unknown: i32,
    /// Up to this number of plies left, a position far above the upper bound is left as it is.
    pub last: i32,
    /// How far a position must be above the upper bound, for each ply that is left, and a ply before the horizon
    /// below the lower one, to be left as it is.
    pub margins: (i32, i32),
    /// Whether a loss counts only where all answers that could matter lose.
    pub is_thorough: bool,
}

impl Shape {
    /// The network orders points so well that few are tried near the horizon. Farther from it more are, the late
    /// ones less deep: five everywhere miss quiet moves of long wins.
    const LINES: Self = Self {
        root: 12,
        width: |depth| (3 + depth + depth * depth / 10) as usize,
        late: |depth, place| {
            // 0.7 times the product of the natural logarithms.
            (43 * log2_eighths(depth) * log2_eighths(place as i32 + 1)) >> 13
        },
        unknown: 3,
        last: 20,
        margins: (90, 250),
        is_thorough: true,
    };
    const ROWS: Self = Self {
        root: 24,
        width: |_| 9,
        late: |depth, place| match (depth, place) {
            (..2, _) | (_, ..3) => 0,
            (2, _) | (_, ..7) => 1,
            _ => 2,
        },
        unknown: i32::MAX,
        last: 3,
        margins: (30, 80),
        is_thorough: false,
    };
}

/// Eight times the logarithm to base two of a number up to 200, rounded down: whole numbers are the same everywhere.
fn log2_eighths(number: i32) -> i32 {
    (number.clamp(1, 200) as u64).pow(8).ilog2() as i32
}

/// An evaluation, kept up to date as stones are put and taken off.
pub enum Evaluation {
    /// Of the games for which one was learnt.
    Lines(LineNetwork),
    /// Of other games with captures.
    Rows(RowEval),
}

impl Evaluation {
    /// The evaluation of a board: with weights the network.
    pub fn new(weights: Option<Arc<Weights>>, grid: &Grid) -> Self {
        match weights {
            Some(weights) => Self::Lines(LineNetwork::new(weights, grid)),
            None => Self::Rows(RowEval::new(grid)),
        }
    }

    /// The search that pays with it.
    pub fn shape(&self) -> Shape {
        match self {
            Self::Lines(_) => Shape::LINES,
            Self::Rows(_) => Shape::ROWS,
        }
    }

    /// Notes a stone that was put, with those that it has captured.
    pub fn play(&mut self, colour: Colour, point: Point, captured: &[Point]) {
        match self {
            Self::Lines(network) => {
                network.play(colour, point, true);
                for &stone in captured {
                    network.play(colour.other(), stone, false);
                }
            }
            Self::Rows(rows) => {
                rows.turn(colour, point, true);
                for &stone in captured {
                    rows.turn(colour.other(), stone, false);
                }
            }
        }
    }

    /// Takes that back.
    pub fn undo(&mut self, colour: Colour, point: Point, captured: &[Point]) {
        match self {
            Self::Lines(network) => (0..=captured.len()).for_each(|_| network.undo()),
            Self::Rows(rows) => {
                for &stone in captured {
                    rows.turn(colour.other(), stone, true);
                }
                rows.turn(colour, point, false);
            }
        }
    }

    /// The value of the board to the colour to move.
    pub fn value<F: Fouls>(&mut self, board: &Board<'_, F>, own: Colour) -> i32 {
        match self {
            Self::Lines(network) => {
                network.catch_up();
                network.value(own, board.captured_levels())
            }
            Self::Rows(rows) => rows.by_rows_beside_captures(own) + captures_value(board, own),
        }
    }

    /// The scores of the empty points for the colour to move; the network leaves those out that are far from
    /// all stones.
    pub fn scores<F: Fouls>(&mut self, board: &Board<'_, F>, own: Colour) -> Vec<(i32, Point)> {
        let grid = board.table.grid();
        let mut scores = Vec::with_capacity(grid.size().points());
        match self {
            Self::Lines(network) => {
                network.catch_up();
                network.scores(own, grid, &mut scores);
            }
            Self::Rows(rows) => {
                let captures = board.captures_of_both();
                grid.for_each_empty(|point| {
                    let count = captures.iter().filter(|&&capture| capture == point).count();
                    scores.push((rows.score(own, point) + BONUS * count as i32, point));
                });
            }
        }
        scores
    }
}

/// What stones that were captured, and those that can be, are worth to the colour to move.
fn captures_value<F: Fouls>(board: &Board<'_, F>, own: Colour) -> i32 {
    let Some((taken, target)) = board.taken() else { return 0 };
    let target = i32::from(target.max(1));
    let mut points = Vec::new();
    let mut worth = |colour: Colour, capture: i32| {
        board.capturing(colour, &mut points);
        let taken = i32::from(taken[colour.index()]);
        // The last stones count more than the first.
        let share = CAPTURED * taken * (target + taken) / (2 * target * target);
        share + capture * points.len() as i32
    };
    worth(own, CAPTURES.0) - worth(own.other(), CAPTURES.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_moves_of_lines_are_tried_the_more_plies_are_left() {
        let widths = [1, 2, 5, 10].map(Shape::LINES.width);
        assert_eq!(widths, [4, 5, 10, 23]);
    }

    #[test]
    fn a_move_is_searched_less_deep_the_later_it_comes() {
        let late = |place| (Shape::LINES.late)(8, place);
        assert_eq!([0, 1, 4, 20].map(late), [0, 1, 2, 4]);
        assert_eq!((Shape::LINES.late)(1, 200), 0, "nothing is left to take away");
    }
}
