//! A board that a search plays on: stones, captures, patterns, a key, and the count of its work.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::ControlFlow;

use super::captures::{for_each_capture, for_each_winning_capture};
use super::network::CaptureLevels;
use crate::board::{Colour, Point};
use crate::stones::patterns::{Pattern, PatternTable};
use crate::stones::{Capture, CaptureCount, Five, Fouls, Setting, Take};
use crate::stream::mix64;

/// Positions between two calls of `tick`.
pub const POLL_EVERY: u64 = 64;

/// How long a search goes on.
pub struct Budget<'a> {
    /// Positions looked at so far.
    pub nodes: u64,
    /// Positions to look at, at most.
    pub max_nodes: u64,
    /// Called now and then; may break off.
    pub tick: &'a mut dyn FnMut() -> ControlFlow<()>,
    /// A limit was met: what the search found no win for may be won.
    pub is_spent: bool,
}

impl<'a> Budget<'a> {
    /// Nothing looked at yet.
    pub fn new(max_nodes: u64, tick: &'a mut dyn FnMut() -> ControlFlow<()>) -> Self {
        Self { nodes: 0, max_nodes, tick, is_spent: false }
    }

    /// Counts a position; false if there is no going on.
    #[inline]
    pub fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.is_spent
            || self.nodes > self.max_nodes
            || self.nodes.is_multiple_of(POLL_EVERY) && (self.tick)().is_break()
        {
            self.is_spent = true;
        }
        !self.is_spent
    }

    /// Calls `tick` where no new position is looked at; false if there is no going on.
    pub fn look(&mut self) -> bool {
        self.is_spent = self.is_spent || (self.tick)().is_break();
        !self.is_spent
    }
}

/// A map by the key of a position, which is mixed already.
pub type ByKey<T> = HashMap<u64, T, BuildHasherDefault<AsItIs>>;
/// A set of keys.
pub type Keys = HashSet<u64, BuildHasherDefault<AsItIs>>;

/// Hands a key on as it is.
#[derive(Default)]
pub struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// What a stone has changed besides the table.
struct Past {
    hash: u64,
    captures: Option<CaptureCount>,
    /// Stones put and taken off.
    stones: u32,
}

/// The board of a search.
pub struct Board<'a, F> {
    /// The patterns of all points.
    pub table: PatternTable,
    five: [Five; 2],
    fouls: F,
    stuck_draws: bool,
    captures: Option<CaptureCount>,
    hash: u64,
    past: Vec<Past>,
    /// The limits of the search.
    pub budget: Budget<'a>,
}

impl<'a, F: Fouls> Board<'a, F> {
    /// The board of a position.
    pub fn new(setting: &Setting<F>, budget: Budget<'a>) -> Self {
        let grid = &setting.grid;
        let mut hash = 0;
        for point in grid.size().iter() {
            if let Some(colour) = grid.stone(point) {
                hash ^= key(colour, point);
            }
        }
        Self {
            table: PatternTable::new(grid, setting.five),
            five: setting.five,
            fouls: setting.fouls,
            stuck_draws: setting.stuck_draws,
            captures: setting.captures,
            hash,
            past: Vec::new(),
            budget,
        }
    }

    /// Are there captures in this game?
    #[inline]
    pub fn has_captures(&self) -> bool {
        self.captures.is_some()
    }

    /// Are there fouls that bind a colour?
    #[inline]
    pub fn binds(&self, colour: Colour) -> bool {
        self.fouls.bind(colour)
    }

    /// Do answers depend on more than the stones near a line: captures, or draws by fouls?
    pub fn stuck_draws(&self) -> bool {
        self.stuck_draws && Colour::BOTH.iter().any(|&colour| self.fouls.bind(colour))
    }

    /// The lengths of groups that are captured, in games with captures (P3).
    pub fn take(&self) -> Option<Take> {
        self.captures.map(|captures| captures.take)
    }

    /// How many stones a colour can still put, if both put one in turn: no more than its supply (P5)
    /// and half of the empty points.
    pub fn stones_left(&self, colour: Colour) -> u16 {
        let mut empty = 0;
        self.table.grid().for_each_empty(|_| empty += 1);
        let supply = self.captures.and_then(|captures| captures.supply);
        supply.map_or(u16::MAX, |supply| supply[colour.index()]).min(empty / 2)
    }

    /// The key of the stones and of what was captured.
    #[inline]
    pub fn key(&self) -> u64 {
        let Some(captures) = self.captures else { return self.hash };
        self.hash ^ mix64(captures.counts())
    }

    /// The key after a stone of the colour on the empty point.
    #[inline]
    pub fn key_after(&self, colour: Colour, point: Point) -> u64 {
        let hash = self.hash ^ key(colour, point);
        let Some(captures) = self.captures else { return hash };
        let capture = Capture::by(self.table.grid(), colour, point, captures.take);
        let mut hash = hash;
        if !capture.is_none() {
            for point in capture.points(self.table.size(), point) {
                hash ^= key(colour.other(), point);
            }
        }
        hash ^ mix64(captures.after(colour, capture.stones()).counts())
    }

    /// May a stone of the colour be put on the empty point, without losing by a foul?
    #[inline]
    pub fn allows(&self, colour: Colour, point: Point) -> bool {
        !self.fouls.bind(colour) || {
            let five = self.five[colour.index()];
            self.fouls.judge(self.table.grid(), point, colour, five).is_none()
        }
    }

    /// Could one more stone of the other colour make a foul of a stone that is none now?
    pub fn may_turn_foul(&self, colour: Colour, point: Point) -> bool {
        self.fouls.bind(colour) && self.fouls.may_turn_foul(self.table.grid(), point, colour)
    }

    /// The stones that a stone of the colour on the empty point would capture (P3).
    pub fn captured(&self, colour: Colour, point: Point) -> Vec<Point> {
        let Some(captures) = self.captures else { return Vec::new() };
        let capture = Capture::by(self.table.grid(), colour, point, captures.take);
        if capture.is_none() { Vec::new() } else { capture.points(self.table.size(), point) }
    }

    /// Stones captured by Black and by White, and how many win, where there are captures (P4).
    pub fn taken(&self) -> Option<([u16; 2], u16)> {
        self.captures.map(|captures| (captures.taken, captures.target))
    }

    /// The same as the network takes it.
    pub fn captured_levels(&self) -> CaptureLevels {
        CaptureLevels::of(self.captures)
    }

    /// Plays a stone: puts it and takes off what it captures (P3).
    pub fn play(&mut self, colour: Colour, point: Point) {
        let past = Past { hash: self.hash, captures: self.captures, stones: 1 };
        self.past.push(past);
        self.hash ^= key(colour, point);
        let Some(captures) = self.captures else {
            self.table.put(colour, point);
            return;
        };
        let capture = Capture::by(self.table.grid(), colour, point, captures.take);
        self.table.put(colour, point);
        if !capture.is_none() {
            for point in capture.points(self.table.size(), point) {
                self.hash ^= key(colour.other(), point);
                self.table.lift(colour.other(), point);
            }
            if let Some(past) = self.past.last_mut() {
                past.stones += u32::from(capture.stones());
            }
        }
        self.captures = Some(captures.after(colour, capture.stones()));
    }

    /// Takes the last stone back.
    pub fn undo(&mut self) {
        let Some(Past { hash, captures, stones }) = self.past.pop() else { return };
        for _ in 0..stones {
            self.table.undo();
        }
        (self.hash, self.captures) = (hash, captures);
    }

    /// The points where the next stone of a colour wins at once, by a row or by captures (P4).
    pub fn wins(&self, colour: Colour, out: &mut Vec<Point>) {
        out.clear();
        self.table.each(colour, Pattern::FIVE, |point| out.push(point));
        let rows = out.len();
        let Some(captures) = self.captures else { return };
        for_each_winning_capture(self.table.grid(), captures, colour, |point| {
            if !out[..rows].contains(&point) {
                out.push(point);
            }
        });
    }

    /// The points where the next stone of a colour captures.
    pub fn capturing(&self, colour: Colour, out: &mut Vec<Point>) {
        out.clear();
        if let Some(CaptureCount { take, .. }) = self.captures {
            for_each_capture(self.table.grid(), colour, take, false, |point| out.push(point));
        }
    }

    /// Adds the points where the next stone of a colour captures, as answers to a threat: a capture may break a
    /// row, or end the way to the last capture.
    pub fn add_capturing(&self, colour: Colour, out: &mut Vec<Point>) {
        let mut captures = Vec::new();
        self.capturing(colour, &mut captures);
        captures.retain(|point| !out.contains(point));
        out.append(&mut captures);
    }

    /// The points where a colour captures; those where both do stand there twice.
    pub fn captures_of_both(&self) -> Vec<Point> {
        let mut captures = Vec::new();
        for colour in Colour::BOTH {
            let mut points = Vec::new();
            self.capturing(colour, &mut points);
            captures.append(&mut points);
        }
        captures
    }

    /// The points from where a colour could capture, were a stone of its own there, and one more
    /// capture like that would do to win.
    pub fn nearly_capturing(&self, colour: Colour, out: &mut Vec<Point>) {
        out.clear();
        let Some(CaptureCount { take, target, taken, .. }) = self.captures else { return };
        let missing = target.saturating_sub(taken[colour.index()]);
        if missing <= 2 * take.lengths().next_back().map_or(0, u16::from) {
            for_each_capture(self.table.grid(), colour, take, true, |point| out.push(point));
        }
    }

    /// Is the game drawn with this colour to move: no stone left to it, or no empty point (P5)?
    pub fn is_drawn(&self, colour: Colour) -> bool {
        let out_of_stones = self
            .captures
            .and_then(|captures| captures.supply)
            .is_some_and(|supply| supply[colour.index()] == 0);
        out_of_stones || self.table.grid().is_full()
    }

    /// Does the game end in a draw because fouls keep the colour off every empty point (G5)?
    pub fn is_stuck(&self, colour: Colour) -> bool {
        if !self.stuck_draws || !self.fouls.bind(colour) {
            return false;
        }
        let grid = self.table.grid();
        let mut points = grid.size().iter().filter(|&point| grid.is_empty(point));
        !points.any(|point| self.allows(colour, point))
    }

    /// The empty points, ascending.
    pub fn empty(&self, out: &mut Vec<Point>) {
        out.clear();
        self.table.grid().for_each_empty(|point| out.push(point));
    }
}

fn key(colour: Colour, point: Point) -> u64 {
    mix64((u64::from(point.0) << 1 | colour as u64) + 1)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::board::{Grid, Size};
    use crate::stones::NoFouls;

    /// Stones of a game in which captures win.
    pub fn with_captures(grid: Grid, next: Colour, captures: CaptureCount) -> Setting<NoFouls> {
        Setting {
            grid,
            next,
            five: [Five::OrMore; 2],
            fouls: NoFouls,
            captures: Some(captures),
            stuck_draws: false,
        }
    }

    #[test]
    fn stones_captured_and_stones_left_are_counted_as_the_rules_do() {
        let size = Size::square(7);
        let at = |name: &str| size.parse(name).unwrap();
        let mut grid = Grid::new(size);
        grid.put(Colour::Black, at("a1"));
        grid.put(Colour::White, at("b1"));
        grid.put(Colour::White, at("c1"));
        let take = Take::new(&[2]);
        let captures = CaptureCount {
            take,
            target: 10,
            taken: [4, 6],
            supply: Some([30, 9]),
            returned: false,
        };
        let setting = with_captures(grid, Colour::Black, captures);
        let mut tick = || ControlFlow::Continue(());
        let budget = Budget::new(u64::MAX, &mut tick);
        let mut board = Board::new(&setting, budget);
        assert_eq!(board.taken(), Some(([4, 6], 10)));
        // P5: of 46 empty points each colour gets half, if its supply allows.
        assert_eq!(Colour::BOTH.map(|colour| board.stones_left(colour)), [23, 9]);
        board.play(Colour::Black, at("d1"));
        assert_eq!(board.taken(), Some(([6, 6], 10)));
        board.undo();
        assert_eq!(board.taken(), Some(([4, 6], 10)));
        let without = Setting { captures: None, ..setting };
        let mut tick = || ControlFlow::Continue(());
        let budget = Budget::new(u64::MAX, &mut tick);
        assert_eq!(Board::new(&without, budget).taken(), None);
    }
}
