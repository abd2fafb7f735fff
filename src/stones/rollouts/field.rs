//! The board of a rollout: lines of stones, the empty points as a list to sample from, and for each
//! colour the points that may complete five.

use num_traits::PrimInt;

use crate::board::{Colour, DIRECTIONS, Grid, REACH};
use crate::stones::Five;
use crate::stones::completing::completing;
use crate::stones::lines::{Coord, LineWindows, Lines};
use crate::stones::{LONGEST_GROUP, Take};

/// For nine points of a line whose middle one has an own stone, bit 4: the points that complete five
/// with four stones among these, the middle one being one of them.
const FIFTHS: [u16; 512] = {
    let (mut fifths, mut own) = ([0; 512], 0);
    while own < 512 {
        let mut first = 0;
        while first < 5 {
            let missing = !(own as u16 >> first) & 0b1_1111;
            if missing.is_power_of_two() {
                fifths[own] |= missing << first;
            }
            first += 1;
        }
        own += 1;
    }
    fifths
};

/// A board of up to `SIDE` columns and rows; the other types and numbers are those of [`Lines`]. A
/// point is `row * SIDE + column`.
pub struct Field<M, const SIDE: usize, const COUNT: usize> {
    pub lines: Lines<M, SIDE, COUNT>,
    /// The first `left` are the empty points, all others follow.
    points: Vec<u16>,
    /// Where each point stands in `points`.
    places: Vec<u16>,
    pub left: usize,
    /// Points that complete five for a colour, as far as they are still empty and do so.
    chances: [Vec<u16>; 2],
}

impl<M: PrimInt, const SIDE: usize, const COUNT: usize> Field<M, SIDE, COUNT> {
    /// The board of a grid.
    pub fn of(grid: &Grid) -> Self {
        let mut field = Self {
            lines: Lines::new(grid.size()),
            points: vec![0; SIDE * SIDE],
            places: vec![0; SIDE * SIDE],
            left: 0,
            chances: [Vec::new(), Vec::new()],
        };
        field.set(grid);
        field
    }

    /// Takes over the stones of a grid.
    pub fn set(&mut self, grid: &Grid) {
        self.lines.set(grid);
        let (full, rows) = (grid.size().full_row(), usize::from(grid.size().rows));
        let (mut left, mut behind) = (0, grid.size().points());
        for y in 0..rows {
            let taken = grid.row_of_both(y);
            let mut all = full;
            while all != 0 {
                let x = all.trailing_zeros() as usize;
                all &= all - 1;
                let point = y * SIDE + x;
                let place = if taken >> x & 1 == 0 {
                    &mut left
                } else {
                    behind -= 1;
                    &mut behind
                };
                self.points[*place] = point as u16;
                self.places[point] = *place as u16;
                left += usize::from(taken >> x & 1 == 0);
            }
        }
        self.left = left;
        let columns = u16::from(grid.size().columns);
        for (colour, chances) in Colour::BOTH.into_iter().zip(&mut self.chances) {
            chances.clear();
            completing(grid, colour, |point| {
                chances.push(point.0 / columns * SIDE as u16 + point.0 % columns);
            });
        }
    }

    /// Column and row of a point.
    #[inline]
    pub fn coord(point: u16) -> Coord {
        (i32::from(point) % SIDE as i32, i32::from(point) / SIDE as i32)
    }

    /// The empty point at a place of the list.
    #[inline]
    pub fn point_at(&self, place: usize) -> u16 {
        self.points[place]
    }

    #[inline]
    fn is_empty(&self, point: u16) -> bool {
        usize::from(self.places[usize::from(point)]) < self.left
    }

    /// Moves a point to another place of the list; what was there takes its place.
    #[inline]
    fn exchange(&mut self, point: u16, place: usize) {
        let (from, other) = (self.places[usize::from(point)], self.points[place]);
        self.points[usize::from(from)] = other;
        self.places[usize::from(other)] = from;
        self.points[place] = point;
        self.places[usize::from(point)] = place as u16;
    }

    /// Would a stone of the colour on an empty point make a row that wins?
    #[inline]
    fn completes(&mut self, colour: Colour, point: u16, five: Five) -> bool {
        let near = self.lines.for_colour(colour).near(Self::coord(point));
        near.into_iter().any(|window| five.admits(row_of(window)))
    }

    /// A point that wins for the colour, if there is one.
    #[inline]
    pub fn winning(&mut self, colour: Colour, five: Five) -> Option<u16> {
        while let Some(&point) = self.chances[colour.index()].last() {
            if self.is_empty(point) && self.completes(colour, point, five) {
                return Some(point);
            }
            self.chances[colour.index()].pop();
        }
        None
    }

    /// A point that would win for the colour and that `allowed` admits. Those of no use any more are
    /// dropped.
    #[inline]
    pub fn stopping(
        &mut self,
        colour: Colour,
        five: Five,
        mut allowed: impl FnMut(&mut Self, u16) -> bool,
    ) -> Option<u16> {
        let mut index = self.chances[colour.index()].len();
        while index > 0 {
            index -= 1;
            let point = self.chances[colour.index()][index];
            if !self.is_empty(point) || !self.completes(colour, point, five) {
                self.chances[colour.index()].swap_remove(index);
            } else if allowed(self, point) {
                return Some(point);
            }
        }
        None
    }

    /// Puts a stone on an empty point and says whether it makes a row that wins.
    #[inline]
    pub fn put(&mut self, colour: Colour, point: u16, five: Five) -> bool {
        self.left -= 1;
        self.exchange(point, self.left);
        let coord = Self::coord(point);
        let (windows, is_five) = self.lines.put_and_windows(colour, coord);
        let fifths = windows.map(|window| FIFTHS[usize::from(window >> 1) % 512] << 1);
        if fifths != [0; 4] {
            self.note_fifths(colour, coord, fifths);
        }
        is_five && windows.into_iter().any(|window| five.admits(row_of(window)))
    }

    /// Notes the points that complete five after a stone was put, each a bit of the windows.
    #[inline(never)]
    fn note_fifths(&mut self, colour: Colour, (x, y): Coord, fifths: [u16; 4]) {
        let empty = self.lines.for_colour(colour).near_empty((x, y));
        for ((fifths, empty), (dx, dy)) in fifths.into_iter().zip(empty).zip(DIRECTIONS) {
            let mut left = fifths & empty;
            while left != 0 {
                let step = left.trailing_zeros() as i32 - REACH;
                left &= left - 1;
                let point = (y + step * dy) * SIDE as i32 + x + step * dx;
                self.chances[colour.index()].push(point as u16);
            }
        }
    }

    /// Takes off the groups that the stone just put closes (P3), and says how many stones they were.
    #[inline]
    pub fn take_off(&mut self, colour: Colour, point: u16, take: Take, five: [Five; 2]) -> u16 {
        let coord = Self::coord(point);
        let own = self.lines.for_colour(colour).near(coord);
        let foreign = self.lines.for_colour(colour.other()).near(coord);
        let mut taken = 0;
        for (direction, (own, foreign)) in own.into_iter().zip(foreign).enumerate() {
            // The points next to the stone are bits 6 and 4.
            if foreign & 0b101_0000 == 0 {
                continue;
            }
            let (ahead, behind) = ((foreign >> 6).trailing_ones(), (foreign << 11).leading_ones());
            let closed = [own >> 6 >> ahead & 1 == 1, own << 11 << behind & 0x8000 != 0];
            for (length, closed, sign) in [(ahead, closed[0], 1), (behind, closed[1], -1)] {
                let length = length as i32;
                let (dx, dy) = (sign * DIRECTIONS[direction].0, sign * DIRECTIONS[direction].1);
                // The stone behind the longest group is beyond the window.
                let far = (coord.0 + (length + 1) * dx, coord.1 + (length + 1) * dy);
                let is_long = length == i32::from(LONGEST_GROUP);
                if length > 0
                    && take.has(length)
                    && (closed || is_long && self.lines.has(colour, far))
                {
                    self.lift(colour.other(), coord, (dx, dy), length);
                    taken += length as u16;
                }
            }
        }
        if taken > 0 {
            self.note_emptied(taken.into(), five);
        }
        taken
    }

    #[cold]
    fn lift(&mut self, colour: Colour, (x, y): Coord, (dx, dy): (i32, i32), length: i32) {
        for step in 1..=length {
            let coord = (x + step * dx, y + step * dy);
            self.lines.lift(colour, coord);
            self.exchange((coord.1 * SIDE as i32 + coord.0) as u16, self.left);
            self.left += 1;
        }
    }

    /// Points that were emptied, the last of the list, may complete five.
    #[cold]
    fn note_emptied(&mut self, count: usize, five: [Five; 2]) {
        for place in self.left - count..self.left {
            let point = self.points[place];
            for colour in Colour::BOTH {
                if self.completes(colour, point, five[colour.index()]) {
                    self.chances[colour.index()].push(point);
                }
            }
        }
    }
}

/// How long the row in the middle of a window is, the middle point taken to be own.
#[inline]
fn row_of(window: u16) -> i32 {
    ((window >> 6).trailing_ones() + 1 + (window << 11).leading_ones()) as i32
}
