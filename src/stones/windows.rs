//! How much a stone on a point promises: the rows of five that it could still belong to.

use crate::board::{Colour, Grid, MIDDLE, Point};

/// Points of a row that wins.
const FIVE: u16 = 0b1_1111;
/// What a row of five points without a stone of the other colour promises by the stones in it, the
/// new one left out.
const OWN: [u32; 5] = [1, 10, 110, 1_500, 200_000];
/// The same for a row that the stone takes from the other colour.
const OTHER: [u32; 5] = [1, 7, 75, 800, 40_000];

/// How much a stone of `colour` on an empty point promises to it, and takes from the other.
pub fn row_score(grid: &Grid, colour: Colour, point: Point) -> u32 {
    worth(grid, colour, point, &OWN, &OTHER)
}

/// The same with the worth of a row of five by how many stones it holds, the new one left out: of
/// `colour`, and of the other colour.
pub fn worth(grid: &Grid, colour: Colour, point: Point, own: &[u32; 5], other: &[u32; 5]) -> u32 {
    let open = grid.near_empty(point);
    let rows = |colour: Colour, worth: &[u32; 5]| -> u32 {
        let stones = grid.near(colour, point);
        (0..4).map(|line| in_line(stones[line], open[line] | MIDDLE, worth)).sum()
    };
    rows(colour, own) + rows(colour.other(), other)
}

fn in_line(stones: u16, open: u16, worth: &[u32; 5]) -> u32 {
    // The five rows through the middle, from the one that ends there on.
    (1..=5)
        .map(|first| FIVE << first)
        .filter(|row| (stones | open) & row == *row)
        .map(|row| worth[(stones & row).count_ones() as usize])
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    fn on_nine(black: &[(i32, i32)], white: &[(i32, i32)]) -> Grid {
        let size = Size { columns: 9, rows: 9 };
        let mut grid = Grid::new(size);
        for (colour, points) in [(Colour::Black, black), (Colour::White, white)] {
            for &(x, y) in points {
                grid.put(colour, size.at(x, y).unwrap());
            }
        }
        grid
    }

    fn at(grid: &Grid, x: i32, y: i32) -> u32 {
        row_score(grid, Colour::Black, grid.size().at(x, y).unwrap())
    }

    #[test]
    fn an_empty_board_promises_most_in_the_middle() {
        let grid = on_nine(&[], &[]);
        let best = grid.size().iter().max_by_key(|&point| row_score(&grid, Colour::Black, point));
        assert_eq!(best, grid.size().at(4, 4));
        assert_eq!(at(&grid, 0, 0), 3 * (OWN[0] + OTHER[0]));
    }

    #[test]
    fn a_five_comes_before_stopping_one_and_that_before_a_four() {
        let four = [(0, 0), (1, 0), (2, 0), (3, 0)];
        let three = [(0, 8), (1, 8), (2, 8)];
        let own = on_nine(&four, &three);
        assert!(at(&own, 4, 0) > OWN[4]);
        let other = on_nine(&three, &four);
        assert!(at(&other, 4, 0) > OTHER[4] && at(&other, 4, 0) > at(&other, 3, 8));
    }

    #[test]
    fn rows_that_are_closed_promise_nothing() {
        let closed = on_nine(&[(4, 4)], &[(2, 4), (6, 4)]);
        // Across, a five does not fit between the white stones.
        assert_eq!(
            in_line(
                closed.near(Colour::Black, closed.size().at(3, 4).unwrap())[0],
                closed.near_empty(closed.size().at(3, 4).unwrap())[0] | MIDDLE,
                &OWN
            ),
            0
        );
    }
}
