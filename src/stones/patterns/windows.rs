//! What one stone makes in one line: five, four, three ..., looked up by what stands around it.
//!
//! A window is eleven points of a line with the stone's point in the middle: enough for every row
//! of five through it and for the points that bound such a row. Each of the other ten points is
//! empty, own, or closed (the other colour, or off the board): 59,049 windows, one byte for each.
//! There are two tables, for rows of exactly five and for rows of five or more (G3).
//!
//! The stone is the sixth point, `X` own stones, `o` closed, `.` empty:
//!
//! ```text
//! ...XXXX....     a straight four: both ends make five (R4)
//! ..oXXXX....     a four with one point left (R3)
//! ..X.XXX.X..     two points, but no straight four: two fours in one line
//! ....XXX....     a three, by shape: it can grow into a straight four (R5)
//! ...oXXX....     less: closed on one side, it can only grow into a four
//! ```
//!
//! Whether a three counts under Renju's fouls, where the point on which it grows may be forbidden
//! (R5), is no matter of one line.

use std::sync::LazyLock;

use super::shapes::Shape;
use crate::board::{MIDDLE, REACH};
use crate::stones::Five;

/// What a stone makes in one line, as bits. Patterns of several lines may be joined by `|`, which
/// keeps what [`Pattern::FIVE`] to [`Pattern::BUD`] say of any of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pattern(pub u8);

impl Pattern {
    /// A row that wins.
    pub const FIVE: u8 = 0x80;
    /// A four: one more stone on some empty point makes a five.
    pub const FOUR: u8 = 0x40;
    /// A three: one more stone on some empty point leaves two points for a five.
    pub const THREE: u8 = 0x20;
    /// Less than a three, but one more stone on some empty point makes a four.
    pub const BUD: u8 = 0x10;
    /// A straight four: four in a row with a point for a five at each end (R4).
    pub const STRAIGHT: u8 = 0x04;
    /// The bits that count the points for a five which a four leaves: 1 or 2.
    const POINTS: u8 = 0x03;

    /// How many empty points of this line make a five after the stone.
    #[inline]
    pub fn points(self) -> u32 {
        u32::from(self.0 & Self::POINTS)
    }

    /// Has it this bit?
    #[inline]
    pub fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }
}

/// Points of a window.
const WINDOW: usize = 2 * REACH as usize + 1;
/// Windows by their own and closed points, the middle left out: 3 to the power of 10.
const WINDOWS: usize = 59_049;
/// The weight of each point of a window in the number of a window; the middle has none.
const THREES: [u16; 1 << WINDOW] = {
    let mut sums = [0; 1 << WINDOW];
    let mut bits = 0;
    while bits < 1 << WINDOW {
        let (mut place, mut weight) = (0, 1_u16);
        while place < WINDOW {
            if place != REACH as usize {
                if bits >> place & 1 == 1 {
                    sums[bits] += weight;
                }
                weight = weight.wrapping_mul(3);
            }
            place += 1;
        }
        bits += 1;
    }
    sums
};

/// The patterns of all windows for one rule of five.
pub struct Patterns {
    five: Five,
    /// By the number of a window.
    table: Box<[u8]>,
}

impl Patterns {
    /// The table for a rule of five, made when it is first asked for.
    pub fn of(five: Five) -> &'static Self {
        static EXACT: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(Five::Exact));
        static OR_MORE: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(Five::OrMore));
        match five {
            Five::Exact => &EXACT,
            Five::OrMore => &OR_MORE,
        }
    }

    /// The pattern of a stone in the middle of a window with these own and these closed points;
    /// the middle bits of both are not looked at.
    #[inline]
    pub fn at(&self, own: u32, closed: u32) -> Pattern {
        let weight = |bits: u32| usize::from(THREES[bits as usize & ((1 << WINDOW) - 1)]);
        Pattern(self.table[weight(own) + 2 * weight(closed)])
    }

    fn new(five: Five) -> Self {
        let mut table = vec![0; WINDOWS].into_boxed_slice();
        // Every pair of disjoint sets of points, own and closed.
        let ten = |bits: u16| (bits & (MIDDLE - 1)) | (bits & !(MIDDLE - 1)) << 1;
        for own in (0..1 << (WINDOW - 1)).map(ten) {
            let rest = !own & !MIDDLE & ((1 << WINDOW) - 1);
            let mut closed = rest;
            loop {
                let number = THREES[usize::from(own)] + 2 * THREES[usize::from(closed)];
                table[usize::from(number)] = pattern(five, own | MIDDLE, rest & !closed).0;
                if closed == 0 {
                    break;
                }
                closed = (closed - 1) & rest;
            }
        }
        Self { five, table }
    }

    /// The stones of a window, the middle among them, on which a pattern with the bit rests: five,
    /// four or three.
    pub fn stones_of(&self, own: u16, empty: u16, bit: u8) -> u16 {
        let stones = own | MIDDLE;
        let row_of = |stones: u16| {
            let mut row = MIDDLE;
            for _ in 0..REACH {
                row |= (row << 1 | row >> 1) & stones;
            }
            row
        };
        let fifths = |stones: u16| Shape::filling(stones, self.five) & empty;
        let each =
            |bits: u16| (0..WINDOW).map(|place| 1_u16 << place).filter(move |p| bits & p != 0);
        match bit {
            Pattern::FIVE => row_of(stones),
            Pattern::FOUR => each(fifths(stones))
                .fold(MIDDLE, |bits, point| bits | row_of(stones | point) & !point),
            _ => each(empty & !stones).fold(MIDDLE, |bits, point| {
                let with = stones | point;
                let fifths = fifths(with) & !point;
                if fifths.count_ones() < 2 {
                    return bits;
                }
                each(fifths).fold(bits, |bits, fifth| bits | row_of(with | fifth) & stones)
            }),
        }
    }
}

/// `stones` holds the middle; points neither among them nor in `empty` are closed.
fn pattern(five: Five, stones: u16, empty: u16) -> Pattern {
    if Shape::is_won(stones, five) {
        return Pattern(Pattern::FIVE);
    }
    let fifths = Shape::filling(stones, five) & empty;
    if fifths != 0 {
        let points = fifths.count_ones().min(2) as u8;
        // Both ends of one row of four lie five apart; other pairs are two fours.
        let straight = if fifths & fifths >> 5 != 0 { Pattern::STRAIGHT } else { 0 };
        return Pattern(Pattern::FOUR | straight | points);
    }
    let mut best = 0;
    for place in 0..WINDOW {
        let point = 1 << place;
        if empty & point == 0 {
            continue;
        }
        let next = stones | point;
        let points = (Shape::filling(next, five) & empty & !point).count_ones();
        if !Shape::is_won(next, five) && points > best {
            best = points;
        }
    }
    Pattern([0, Pattern::BUD, Pattern::THREE][best.min(2) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pattern of a window in text: `X` own, `.` empty, anything else closed; the sixth is the
    /// stone.
    fn read(five: Five, text: &str) -> Pattern {
        let bits = |what: fn(u8) -> bool| {
            let places = text.bytes().enumerate().filter(|&(_, byte)| what(byte));
            places.map(|(place, _)| 1 << place).sum::<u32>()
        };
        assert_eq!(text.len(), WINDOW);
        Patterns::of(five).at(bits(|byte| byte == b'X'), bits(|byte| byte == b'o'))
    }

    /// The points of the winning row through the middle if these points hold own stones.
    fn row(five: Five, stones: u16) -> Option<Vec<usize>> {
        let has = |place: usize| stones >> place & 1 == 1;
        let middle = REACH as usize;
        let first = (0..=middle).rev().take_while(|&place| has(place)).last()?;
        let last = (middle..WINDOW).take_while(|&place| has(place)).last()?;
        let length = last - first + 1;
        let wins = if five == Five::Exact { length == 5 } else { length >= 5 };
        wins.then(|| (first..=last).collect())
    }

    /// A four rests on the stones of a row that one more stone completes, a three on those of a four with
    /// two such points (R2 to R5).
    #[test]
    fn the_stones_of_a_pattern_are_those_of_the_rows_that_it_can_become() {
        let mut stream = crate::stream::Stream::new(17);
        let mut seen = [0; 3];
        for round in 0..40_000 {
            let five = [Five::Exact, Five::OrMore][round % 2];
            let (mut own, mut empty) = (0_u16, 0_u16);
            for place in (0..WINDOW).filter(|&place| place != REACH as usize) {
                match stream.below(5) {
                    0 | 1 => own |= 1 << place,
                    2 | 3 => empty |= 1 << place,
                    _ => {}
                }
            }
            let stones = own | MIDDLE;
            let free = || (0..WINDOW).filter(|place| empty >> place & 1 == 1);
            let pattern = Patterns::of(five).at(own.into(), (!(own | empty)).into());
            let mut expected = vec![REACH as usize];
            let bit = [Pattern::FIVE, Pattern::FOUR, Pattern::THREE]
                .into_iter()
                .find(|&bit| pattern.has(bit));
            match bit {
                Some(Pattern::FIVE) => expected.extend(row(five, stones).expect("a row")),
                Some(Pattern::FOUR) => {
                    for point in free() {
                        let row = row(five, stones | 1 << point).unwrap_or_default();
                        expected.extend(row.into_iter().filter(|&place| place != point));
                    }
                }
                Some(_) => {
                    for point in free() {
                        let with = stones | 1 << point;
                        let fifths: Vec<_> = free()
                            .filter(|&fifth| fifth != point)
                            .filter_map(|fifth| Some((fifth, row(five, with | 1 << fifth)?)))
                            .collect();
                        for (fifth, row) in fifths.iter().filter(|_| fifths.len() > 1) {
                            let held = row.iter().copied().filter(|&p| p != point && p != *fifth);
                            expected.extend(held);
                        }
                    }
                }
                None => continue,
            }
            seen[0] += usize::from(bit == Some(Pattern::FIVE));
            seen[1] += usize::from(bit == Some(Pattern::FOUR));
            seen[2] += usize::from(bit == Some(Pattern::THREE));
            expected.sort_unstable();
            expected.dedup();
            let stones = Patterns::of(five).stones_of(own, empty, bit.unwrap_or(0));
            let stones: Vec<_> = (0..WINDOW).filter(|place| stones >> place & 1 == 1).collect();
            assert_eq!(stones, expected, "{five:?} {own:011b} {empty:011b} {pattern:?}");
        }
        assert!(seen.iter().all(|&seen| seen > 300), "{seen:?}");
    }

    #[test]
    fn fours_leave_one_point_or_two() {
        for five in [Five::Exact, Five::OrMore] {
            for (text, points, straight) in [
                ("...XXXX....", 2, true),
                ("..oXXXX....", 1, false),
                ("..oXXXXo...", 0, false),
                ("..X.XXX.X..", 2, false), // two fours in one line
                ("..X...X....", 0, false),
                ("...XXXX.X..", 2, false),
            ] {
                let pattern = read(five, text);
                // With exactly five, a stone between four and one makes six.
                let is_bounded = five == Five::Exact && text == "...XXXX.X..";
                let points = if is_bounded { 1 } else { points };
                assert_eq!(pattern.points(), points, "{five:?} {text}");
                let straight = straight || five == Five::OrMore && text == "...XXXX.X..";
                assert_eq!(pattern.has(Pattern::STRAIGHT), straight, "{five:?} {text}");
            }
        }
    }

    #[test]
    fn six_wins_only_where_five_or_more_do() {
        assert!(read(Five::OrMore, "..XXXXXX...").has(Pattern::FIVE));
        assert_eq!(read(Five::Exact, "..XXXXXX..."), Pattern(0));
        assert!(read(Five::Exact, "oXXXXXo....").has(Pattern::FIVE));
    }

    #[test]
    fn a_three_needs_room_for_a_four_with_two_points() {
        for (text, exact, more) in [
            ("....XXX....", Pattern::THREE, Pattern::THREE),
            ("..o.XXX....", Pattern::THREE, Pattern::THREE),
            ("..o.XXX.o..", Pattern::BUD, Pattern::BUD),
            ("...oXXX....", Pattern::BUD, Pattern::BUD),
            ("...X..XX...", Pattern::FOUR | 1, Pattern::FOUR | 1),
            ("...X...X...", Pattern::BUD, Pattern::BUD),
            ("..oXX......", Pattern::BUD, Pattern::BUD),
        ] {
            let middle = |mut text: Vec<u8>| {
                text[5] = b'X';
                String::from_utf8(text).unwrap()
            };
            let text = middle(text.as_bytes().to_vec());
            for (five, wanted) in [(Five::Exact, exact), (Five::OrMore, more)] {
                assert_eq!(read(five, &text).0 & 0xF3, wanted, "{five:?} {text}");
            }
        }
    }
}
