//! What a kernel tells of a game beside how it ended: only if somebody asks, so that it costs the
//! others nothing.

use crate::games::gomoku::Gomoku;
use crate::games::pagoda::Pagoda;
use crate::games::pah_tum::{Filled, PahTum};
use crate::games::pentagame::Pentagame;
use crate::games::renju::Renju;
use crate::position::{Action, Position};

/// The course of a game that a kernel has just played.
pub trait Course {
    /// Writes the first actions, as many as there is room for; the game has no fewer.
    fn first(&self, out: &mut [u16]);

    /// The plies, ascending, at which more happened than that a stone was put: somebody passed or
    /// captured. The last ply of a game counts as one of them, even if it is not among these.
    fn events(&self) -> &[u16] {
        &[]
    }

    /// The squares at the end of a game of Pah-Tum.
    fn filled(&self) -> Option<Filled> {
        None
    }
}

/// A position at the start of a game that can be set to the end of it.
pub trait Follow: Position {
    /// Goes to the end of a game of so many turns that a kernel has played from here. `room` is to
    /// work in.
    fn follow(&mut self, turns: u16, course: &dyn Course, room: &mut Vec<u16>) {
        room.resize(usize::from(turns), 0);
        course.first(room);
        let (mut from, last) = (0, turns.checked_sub(1));
        for &event in course.events().iter().filter(|&&ply| Some(ply) != last).chain(&last) {
            let event = usize::from(event);
            self.play_quiet(&room[from..event]);
            self.play_unchecked(Action(room[event]));
            from = event + 1;
        }
    }
}

impl Follow for Gomoku {}
impl Follow for Pagoda {}
impl Follow for Renju {}
impl Follow for Pentagame {}

impl Follow for PahTum {
    fn follow(&mut self, turns: u16, course: &dyn Course, _: &mut Vec<u16>) {
        if let Some(filled) = course.filled() {
            self.fill(turns, filled);
        }
    }
}

/// The points of a game on a grid, packed as `row * stride + column`.
#[derive(Clone, Copy)]
pub(super) struct Stones<'a> {
    /// The latest first; the list may go on with what was played after the end.
    pub(super) points: &'a [u16],
    /// A power of two.
    pub(super) stride: u16,
    pub(super) columns: u8,
}

impl Course for Stones<'_> {
    fn first(&self, out: &mut [u16]) {
        // The stride is a power of two; the compiler would divide by it.
        let (bits, columns) = (self.stride.ilog2(), u16::from(self.columns));
        for (place, point) in out.iter_mut().zip(self.points.iter().rev()) {
            *place = (point >> bits) * columns + (point & (self.stride - 1));
        }
    }
}
