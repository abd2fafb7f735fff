//! What the own stones of one line make of a new stone among them (G3, R2-R5), looked up.
//!
//! A window is eleven points of a line with the new stone in the middle: enough for a row of five
//! through it and the two points that bound the row. For each of the 1024 ways in which own stones
//! can lie there the table holds the length of the row, the points that would fill a four, and the
//! points that must be empty for a three. Which points are empty comes in afterwards. A smaller
//! table tells at once that most points are nothing at all.

use crate::board::{MIDDLE, REACH};
use crate::stones::Five;

/// The own stones of a line, read once for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The length of the row through the new stone.
    pub row: u8,
    /// R3: points that make a row of exactly five with the new stone, if they are empty.
    pub fifths: u16,
    /// R5: three points that make a three if all are empty. The one in the middle is where it
    /// grows into a straight four, the outer two are that four's ends. 0 for none; the first is
    /// used before the second.
    threes: [u16; 2],
}

impl Shape {
    /// The shape of a window, with or without the bit of its own point.
    #[inline]
    pub fn of(window: u16) -> &'static Self {
        &SHAPES[index(window)]
    }

    /// Can a stone with these four windows be neither a winning row nor a foul, whatever points are
    /// empty? A foul takes two lines that may hold a four or a three, or one that holds more.
    #[inline]
    pub fn are_quiet(windows: [u16; 4]) -> bool {
        let severity = |line: usize| SEVERITY[usize::from(windows[line] & 0x7FF)];
        severity(0) + severity(1) + severity(2) + severity(3) < 2
    }

    /// Does a row win that has the stone with these windows in it?
    #[cfg(feature = "kernels")]
    pub fn win(windows: [u16; 4], five: Five) -> bool {
        windows.into_iter().any(|window| Self::is_won(window, five))
    }

    /// Does the row win that these own stones make, the middle one among them?
    #[inline]
    pub fn is_won(window: u16, five: Five) -> bool {
        five.admits(i32::from(Self::of(window).row))
    }

    /// The points on which one more own stone makes a winning row of these, which are none: exactly
    /// five, or five or more.
    #[inline]
    pub fn filling(window: u16, five: Five) -> u16 {
        match five {
            Five::Exact => Self::of(window).fifths,
            Five::OrMore => FILLING[index(window)],
        }
    }

    /// How many fours (R3), given the points that fill them: the two ends of a straight four fill
    /// the same four stones.
    ///
    /// `X.XXX.X` has two points that are four apart and two fours; `.XXXX.` has two that are five
    /// apart, the two ends of one row, and one four.
    #[inline]
    pub fn fours(fifths: u16) -> u32 {
        let straight = fifths & fifths >> 5 != 0;
        fifths.count_ones() - u32::from(straight)
    }

    /// The ways in which a three can grow, given the empty points; whether it may is another
    /// matter. All ways of a line belong to one three (R5).
    #[inline]
    pub fn extensions(&self, empty: u16) -> impl Iterator<Item = Extension> {
        self.threes.into_iter().filter(move |&need| need != 0 && need & !empty == 0).map(Extension)
    }
}

/// How a three would grow: its middle point and the ends of the straight four, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extension(u16);

impl Extension {
    /// The ends of the straight four: the bits before and after it.
    pub fn ends(self) -> [u32; 2] {
        [self.0.trailing_zeros(), self.0.ilog2()]
    }

    /// The point on which the three becomes a straight four.
    pub fn point(self) -> u32 {
        (self.0 & (self.0 - 1)).trailing_zeros()
    }
}

const WINDOW: u16 = 2 * REACH as u16 + 1;

/// The number of a window: its bits but for the middle one.
#[inline]
fn index(window: u16) -> usize {
    const LOW: u16 = MIDDLE - 1;
    usize::from((window & LOW) | (window >> 1 & (LOW << REACH))) & 1023
}

static SHAPES: [Shape; 1024] = {
    let mut shapes = [Shape { row: 0, fifths: 0, threes: [0; 2] }; 1024];
    let mut index = 0;
    while index < 1024 {
        let window = (index & 31) | (index & !31) << 1 | MIDDLE;
        shapes[index as usize] = read(window);
        index += 1;
    }
    shapes
};

/// The points that make a row of five or more.
static FILLING: [u16; 1024] = {
    let mut filling = [0; 1024];
    let mut index = 0;
    while index < 1024 {
        let window = (index & 31) | (index & !31) << 1 | MIDDLE;
        let mut place = 0;
        while place < WINDOW {
            let point = 1 << place;
            if point & window == 0 && length(window) < 5 && length(window | point) >= 5 {
                filling[index as usize] |= point;
            }
            place += 1;
        }
        index += 1;
    }
    filling
};

/// What a line adds to a foul, by its window: 1 if it may hold a four or a three, 2 if it is enough
/// by itself: five or more in a row, or two fours.
static SEVERITY: [u8; 2048] = {
    let mut severities = [0; 2048];
    let mut window = 0;
    while window < 2048 {
        let shape = read(window | MIDDLE);
        let enough = shape.row >= 5 || shape.fifths.count_ones() == 2;
        let some = shape.fifths | shape.threes[0] != 0;
        severities[window as usize] = if enough { 2 } else { some as u8 };
        window += 1;
    }
    severities
};

/// The row through the middle: its first bit and the bit after its last.
const fn row(window: u16) -> (u16, u16) {
    let (mut first, mut after) = (REACH as u16, REACH as u16 + 1);
    while first > 0 && window >> (first - 1) & 1 == 1 {
        first -= 1;
    }
    while window >> after & 1 == 1 {
        after += 1;
    }
    (first, after)
}

const fn length(window: u16) -> u16 {
    let (first, after) = row(window);
    after - first
}

const fn read(window: u16) -> Shape {
    let before = length(window);
    let mut shape = Shape { row: before as u8, fifths: 0, threes: [0; 2] };
    let mut place = 0;
    while place < WINDOW {
        let point = 1 << place;
        let with = window | point;
        place += 1;
        if point & window != 0 {
            continue;
        }
        // R3: the row grows to exactly five.
        if before < 5 && length(with) == 5 {
            shape.fifths |= point;
        }
        // R4, R5: it grows to exactly four, and each end of that makes exactly five.
        if before < 4 && length(with) == 4 {
            let (first, after) = row(with);
            let (low, high) = (1 << (first - 1), 1 << after);
            if length(with | low) == 5 && length(with | high) == 5 {
                let next = if shape.threes[0] == 0 { 0 } else { 1 };
                shape.threes[next] = low | point | high;
            }
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The window of a text: `X` own, anything else not; the sixth is the new stone.
    fn window(text: &str) -> u16 {
        text.bytes().enumerate().map(|(place, byte)| u16::from(byte == b'X') << place).sum()
    }

    #[test]
    fn a_straight_four_is_one_four_and_two_in_a_line_are_two() {
        let cases = [
            ("...XXXX....", 1),
            ("..X.XXX.X..", 2),
            ("..XX.XX.XX.", 2),
            ("..XXX.X.XXX", 0),
            (".XXX.X.XXX.", 2),
            ("...XX.X....", 1), // the sixth place counts as the new stone
            ("..XX.X.....", 0),
            (".XXXXX.....", 0),
            ("...XXXX.X..", 1),
        ];
        for (text, fours) in cases {
            assert_eq!(Shape::fours(Shape::of(window(text)).fifths), fours, "{text}");
        }
    }

    #[test]
    fn a_three_needs_both_ends_and_nothing_behind_them() {
        let count = |text| Shape::of(window(text)).extensions(0x7FF).count();
        assert_eq!(count("....XXX...."), 2);
        assert_eq!(count("....XX.X..."), 1);
        // The straight four e to h would have a six on one side.
        assert_eq!(count("..X.XXX...."), 0);
        assert_eq!(count("..X.XXX.X.."), 0);
        assert_eq!(count("...X.X.X..."), 0);
        assert_eq!(count(".....XX...."), 0);
    }
}
