//! The numbers of lines of nine points: a point in the middle and four to each side, each empty or with a
//! stone of either colour, less those beyond the edges of the board.

use crate::board::{DIRECTIONS, Point, Size};

/// Points to each side.
pub const REACH: i32 = 4;
/// Points of a line that no edge cuts.
const LONGEST: usize = 2 * REACH as usize + 1;
/// What a stone counts by its place.
pub const POWERS: [u16; LONGEST + 1] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683];
const LENGTHS: usize = REACH as usize + 1;

/// The first code of the lines by the points cut off before and after.
const FIRST: [[u16; LENGTHS]; LENGTHS] = {
    let (mut first, mut next, mut before) = ([[0; LENGTHS]; LENGTHS], 0, 0);
    while before < LENGTHS {
        let mut after = 0;
        while after < LENGTHS {
            first[before][after] = next;
            next += POWERS[LONGEST - before - after];
            after += 1;
        }
        before += 1;
    }
    first
};

/// How many codes there are.
pub const CODES: usize = 43_923;

/// How many points of a line lie beyond the edges, before and after the point in the middle.
pub fn edges(size: Size, point: Point, direction: usize) -> (i32, i32) {
    let ((x, y), (dx, dy)) = (size.xy(point), DIRECTIONS[direction]);
    let beyond = |sign: i32| {
        let inside = |step: &i32| size.at(x + sign * step * dx, y + sign * step * dy).is_some();
        REACH - (1..=REACH).take_while(inside).count() as i32
    };
    (beyond(-1), beyond(1))
}

/// The code of a line without stones.
pub fn code_of_empty(size: Size, point: Point, direction: usize) -> u16 {
    let (before, after) = edges(size, point, direction);
    FIRST[before as usize][after as usize]
}

/// A line as the digits of its points, and how many are cut off before and after.
struct Line {
    before: usize,
    after: usize,
    digits: [u16; LONGEST],
}

impl Line {
    fn of(code: u16) -> Self {
        let (mut before, mut after) = (0, 0);
        for (row, firsts) in FIRST.iter().enumerate() {
            for (column, &first) in firsts.iter().enumerate() {
                if first <= code {
                    (before, after) = (row, column);
                }
            }
        }
        let mut rest = code - FIRST[before][after];
        let digits = std::array::from_fn(|_| {
            let digit = rest % 3;
            rest /= 3;
            digit
        });
        Self { before, after, digits }
    }

    fn code(&self) -> u16 {
        let sum: u16 = self.digits.iter().zip(POWERS).map(|(digit, power)| digit * power).sum();
        FIRST[self.before][self.after] + sum
    }

    fn length(&self) -> usize {
        LONGEST - self.before - self.after
    }
}

/// The code of the line read from the other end.
pub fn mirrored(code: u16) -> u16 {
    let Line { before, after, mut digits } = Line::of(code);
    digits[..LONGEST - before - after].reverse();
    Line { before: after, after: before, digits }.code()
}

/// The code with the colours exchanged.
pub fn exchanged(code: u16) -> u16 {
    let mut line = Line::of(code);
    let length = line.length();
    for digit in &mut line.digits[..length] {
        *digit = (3 - *digit) % 3;
    }
    line.code()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_a_line_and_no_line_has_two() {
        assert_eq!(usize::from(FIRST[4][4] + POWERS[1]), CODES);
        for code in 0..CODES as u16 {
            assert_eq!(Line::of(code).code(), code);
            assert_eq!(mirrored(mirrored(code)), code);
            assert_eq!(exchanged(exchanged(code)), code);
            assert_eq!(mirrored(exchanged(code)), exchanged(mirrored(code)));
        }
    }

    #[test]
    fn a_line_is_cut_off_by_the_edges() {
        let size = Size { columns: 15, rows: 7 };
        let point = |name| size.parse(name).unwrap();
        assert_eq!(edges(size, point("a1"), 0), (4, 0));
        assert_eq!(edges(size, point("h4"), 0), (0, 0));
        assert_eq!(edges(size, point("h4"), 1), (1, 1));
        assert_eq!(edges(size, point("n6"), 2), (0, 3));
        assert_eq!(edges(size, point("b6"), 3), (3, 0));
    }
}
