//! Input planes for a network about every point of a board of which only the stones are known: the rows
//! of five that it could still belong to (G3), and how many stones a stone there would take (P3).
//!
//! Fouls, and rows of six or more that do not win, are looked at by nobody here: the numbers say
//! what the stones promise, and the network learns what that is worth.

use super::captures::{Capture, Take};
use crate::board::{Colour, DIRECTIONS, Grid, Point, Size};

/// Points of a window.
const LENGTH: i32 = 5;
/// How many stones a window that counts may hold: none to four.
const HELD: usize = 5;
/// Bits for the count of one side's stones in a window.
const BITS: u32 = 4;

/// Planes that [`count_windows`] fills: by side, by direction, by the stones held.
pub const WINDOW_PLANES: usize = 2 * DIRECTIONS.len() * HELD;

/// Counts the windows through each point: five points in a line, none of them the other side's.
///
/// `stones` holds a plane for each side, other than 0 where it has a stone. `counts`, all zeros when
/// it comes, becomes [`WINDOW_PLANES`] planes: the one at `(4 * side + direction) * 5 + k` counts
/// the windows with exactly `k` stones of the side. Those with five count nowhere.
pub fn count_windows(size: Size, stones: &[u8], counts: &mut [u8]) {
    let points = size.points();
    let (columns, rows) = (i32::from(size.columns), i32::from(size.rows));
    let (one, two) = stones.split_at(points);
    // Both sides in one number, so that a sum over a window counts both.
    let codes: Vec<u8> =
        one.iter().zip(two).map(|(&a, &b)| u8::from(a != 0) | u8::from(b != 0) << BITS).collect();
    for (line, &(dx, dy)) in DIRECTIONS.iter().enumerate() {
        let step = (dy * columns + dx) as isize;
        // From the first points whose windows end on the board.
        let within = |length: i32, step: i32| {
            let reach = LENGTH - 1;
            (if step < 0 { reach } else { 0 })..(if step > 0 { length - reach } else { length })
        };
        for y in within(rows, dy) {
            for x in within(columns, dx) {
                let first = (y * columns + x) as usize;
                let window = (0..LENGTH as isize).map(|i| first.wrapping_add_signed(i * step));
                let sum: u8 = window.clone().map(|point| codes[point]).sum();
                let held = [sum & ((1 << BITS) - 1), sum >> BITS].map(usize::from);
                for side in 0..2 {
                    if held[1 - side] > 0 || held[side] >= HELD {
                        continue;
                    }
                    let plane = (DIRECTIONS.len() * side + line) * HELD + held[side];
                    let plane = &mut counts[plane * points..][..points];
                    window.clone().for_each(|point| plane[point] += 1);
                }
            }
        }
    }
}

/// Counts the stones that a stone on each empty point would take (P3), of either side; 0 on a point
/// that is taken. `stones` as for [`count_windows`], `counts` a plane for each side.
pub fn count_captured(size: Size, take: Take, stones: &[u8], counts: &mut [u8]) {
    let points = size.points();
    let mut grid = Grid::new(size);
    for (colour, plane) in Colour::BOTH.into_iter().zip(stones.chunks_exact(points)) {
        for (point, _) in plane.iter().enumerate().filter(|(_, stone)| **stone != 0) {
            grid.put(colour, Point(point as u16));
        }
    }
    for (colour, plane) in Colour::BOTH.into_iter().zip(counts.chunks_exact_mut(points)) {
        plane.fill(0);
        grid.for_each_empty(|point| {
            plane[point.index()] = Capture::by(&grid, colour, point, take).stones() as u8;
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { columns: 7, rows: 5 };

    fn stones(one: &[usize], two: &[usize]) -> Vec<u8> {
        let mut stones = vec![0; 2 * SIZE.points()];
        for (side, points) in [one, two].into_iter().enumerate() {
            for &point in points {
                stones[side * SIZE.points() + point] = 1;
            }
        }
        stones
    }

    fn windows(stones: &[u8]) -> impl Fn(usize, usize, usize, usize) -> u8 + use<> {
        let points = SIZE.points();
        let mut counts = vec![0; WINDOW_PLANES * points];
        count_windows(SIZE, stones, &mut counts);
        move |side, line, k, point| counts[((4 * side + line) * 5 + k) * points + point]
    }

    #[test]
    fn every_window_of_an_empty_board_counts_for_both_sides() {
        let count = windows(&stones(&[], &[]));
        for side in 0..2 {
            let row: Vec<_> = (0..7).map(|x| count(side, 0, 0, x)).collect();
            assert_eq!(row, [1, 2, 3, 3, 3, 2, 1]);
            assert_eq!(count(side, 1, 0, 9), 1);
            // The corner has one diagonal, the middle of the board both.
            assert_eq!((count(side, 2, 0, 0), count(side, 3, 0, 0)), (1, 0));
            assert_eq!((count(side, 2, 0, 17), count(side, 3, 0, 17)), (1, 1));
        }
    }

    #[test]
    fn a_window_with_stones_of_both_sides_or_five_of_one_counts_nowhere() {
        let count = windows(&stones(&[0, 1, 2, 3, 4], &[5]));
        let all = |side: usize| (0..5).map(move |k| (side, k));
        assert!(all(0).chain(all(1)).all(|(side, k)| (0..7).all(|x| count(side, 0, k, x) == 0)));
        let count = windows(&stones(&[0, 1], &[6]));
        assert_eq!((count(0, 0, 2, 4), count(0, 0, 1, 5), count(1, 0, 1, 6)), (1, 1, 1));
    }

    #[test]
    fn a_stone_takes_what_the_rules_take() {
        // Side one on a1 could close the pair b1 c1 from the left, the three below it not.
        let board = stones(&[3, 18], &[1, 2, 15, 16, 17]);
        let mut counts = vec![9; 2 * SIZE.points()];
        count_captured(SIZE, Take::new(&[2]), &board, &mut counts);
        assert_eq!((counts[0], counts[14], counts[3], counts.iter().sum::<u8>()), (2, 0, 0, 2));
        count_captured(SIZE, Take::new(&[2, 3]), &board, &mut counts);
        assert_eq!((counts[0], counts[14]), (2, 3));
    }
}
