//! What a kernel tells of a game beside how it ended: only if somebody asks, so that it costs the
//! others nothing.

use crate::board::{Point, Size};
use crate::games::pagoda::Pagoda;
use crate::games::pah_tum::{Filled, PahTum};
use crate::games::pentagame::Pentagame;
use crate::position::{Action, GamePosition, Position};
use crate::stones::{Fouls, Placing};

/// The course of a game that a kernel has just played.
pub trait Course {
    /// Writes the first actions, as many as there is room for; the game has no fewer.
    fn first(&self, out: &mut [u16]);

    /// How a game of so many turns stood before the last of them, if it was played on a grid: writes
    /// its stones into `rows`, of each row the mask of the first colour, then that of the second. If
    /// it says nothing, it writes nothing.
    fn eve(&self, turns: u16, rows: &mut [u64]) -> Option<Eve> {
        let _ = (turns, rows);
        None
    }

    /// The squares at the end of a game of Pah-Tum.
    fn filled(&self) -> Option<Filled> {
        None
    }
}

/// How a game stood before its last turn, beside the stones on the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Eve {
    /// The last action.
    pub action: u16,
    /// How many stones had been put.
    pub stones: u16,
    /// Where the last of them was put; told only if the last action is a pass.
    pub last: Option<u16>,
    /// Passes in a row.
    pub passes: u8,
    /// Stones taken by each colour.
    pub taken: [u16; 2],
    /// Groups taken by each colour.
    pub groups: [u16; 2],
}

/// A position at the start of a game that can go to its end at once. The last turn is played as any
/// other: how a game ends is for the position to say.
pub trait Follow: GamePosition {
    /// Goes to the end of a game of so many turns that a kernel has played from here.
    fn follow(&mut self, turns: u16, course: &dyn Course) {
        replay(self, turns, course);
    }
}

/// Plays one action after the other.
fn replay(position: &mut impl Position, turns: u16, course: &dyn Course) {
    let mut actions = vec![0; usize::from(turns)];
    course.first(&mut actions);
    for action in actions {
        position.play_unchecked(Action(action));
    }
}

impl Follow for Pentagame {}

impl<F: Fouls> Follow for Placing<F> {
    fn follow(&mut self, turns: u16, course: &dyn Course) {
        let Some(eve) = course.eve(turns, self.grid_mut().rows_mut()) else {
            return replay(self, turns, course);
        };
        self.jump((turns - 1, eve.stones), eve.last.map(Point), eve.passes);
        self.play_unchecked(Action(eve.action));
    }
}

impl Follow for Pagoda {
    fn follow(&mut self, turns: u16, course: &dyn Course) {
        let Some(eve) = course.eve(turns, self.grid_mut().rows_mut()) else {
            return replay(self, turns, course);
        };
        self.jump(turns - 1, eve.taken, eve.groups);
        self.play_unchecked(Action(eve.action));
    }
}

impl Follow for PahTum {
    fn follow(&mut self, turns: u16, course: &dyn Course) {
        match course.filled() {
            Some(filled) => self.fill(turns, filled),
            None => replay(self, turns, course),
        }
    }
}

/// How points of a grid are packed into one number: the row above so many bits for the column.
#[derive(Clone, Copy)]
pub(super) struct Packing {
    bits: u32,
    columns: u16,
}

impl Packing {
    /// `row * stride + column`; the stride is a power of two.
    pub(super) fn new(size: Size, stride: usize) -> Self {
        Self { bits: stride.ilog2(), columns: u16::from(size.columns) }
    }

    /// Row and column of a packed point.
    #[inline]
    fn spot(self, point: u16) -> (usize, u16) {
        (usize::from(point >> self.bits), point & ((1 << self.bits) - 1))
    }

    /// The action that puts a stone on a packed point.
    #[inline]
    pub(super) fn action(self, point: u16) -> u16 {
        (point >> self.bits) * self.columns + (point & ((1 << self.bits) - 1))
    }

    /// Writes the actions for packed points.
    #[inline]
    pub(super) fn write<'a, C: Copy + Into<u16> + 'a>(
        self,
        points: impl Iterator<Item = &'a C>,
        out: &mut [u16],
    ) {
        for (place, &point) in out.iter_mut().zip(points) {
            *place = self.action(point.into());
        }
    }

    /// Takes the stones of both colours off packed points.
    #[inline]
    pub(super) fn lift<C: Copy + Into<u16>>(self, points: &[C], rows: &mut [u64]) {
        for &point in points {
            let (y, x) = self.spot(point.into());
            for row in &mut rows[2 * y..2 * y + 2] {
                *row &= !(1 << x);
            }
        }
    }

    /// Puts stones of a colour on packed points.
    pub(super) fn put(self, colour: usize, points: &[u16], rows: &mut [u64]) {
        for &point in points {
            let (y, x) = self.spot(point);
            rows[2 * y + colour] |= 1 << x;
        }
    }
}

/// A game in which stones were put and stayed. `row(colour, y)` are the stones of the last look at
/// the board.
pub(super) struct Stones<'a, C, R> {
    pub(super) packing: Packing,
    /// The points of all stones, the latest first, those after the end among them.
    pub(super) points: &'a [C],
    pub(super) row: R,
}

impl<C: Copy + Into<u16>, R: Fn(usize, usize) -> u64> Course for Stones<'_, C, R> {
    fn first(&self, out: &mut [u16]) {
        self.packing.write(self.points.iter().rev(), out);
    }

    fn eve(&self, turns: u16, rows: &mut [u64]) -> Option<Eve> {
        let stones = turns.checked_sub(1)?;
        let gone = &self.points[..self.points.len().checked_sub(stones.into())?];
        let action = self.packing.action((*gone.last()?).into());
        write_rows(&self.row, rows);
        self.packing.lift(gone, rows);
        Some(Eve { action, stones, ..Eve::default() })
    }
}

/// Writes the rows of both colours as a grid has them.
pub(super) fn write_rows(row: impl Fn(usize, usize) -> u64, rows: &mut [u64]) {
    for (y, colours) in rows.as_chunks_mut::<2>().0.iter_mut().enumerate() {
        *colours = [row(0, y), row(1, y)];
    }
}
