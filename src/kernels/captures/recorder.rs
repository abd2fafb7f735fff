//! What is recorded of a game with captures: nothing, or what its trace is made from.

use smallvec::SmallVec;

use crate::kernels::trace::{self, Packing};
use crate::position::{PreTerminal, Trace};

/// Is called with what happens in a game.
pub trait Recorder {
    /// A game begins.
    fn begin(&mut self) {}
    /// A stone is put on a packed point.
    fn put(&mut self, _: u16) {}
    /// The stone of ply `_ply` captures `_groups` groups, which stand on the packed points `_points`.
    fn capture(&mut self, _ply: usize, _groups: u16, _points: &[u16]) {}
    /// The game is over; these are the stones of a colour in a row.
    fn end(&mut self, _: impl Fn(usize, usize) -> u64) {}
}

/// Records nothing.
impl Recorder for () {}

/// Points of captured stones: at most five in each of eight directions.
type Removed = SmallVec<[u16; 40]>;

/// The recorded game. It may go on with plies that were played after its end.
pub struct CaptureTrace {
    packing: Packing,
    points: Vec<u16>,
    captures: Vec<RecordedCapture>,
    rows: Vec<u64>,
}

/// What the stone of one ply captures.
struct RecordedCapture {
    ply: usize,
    groups: u16,
    points: Removed,
}

impl CaptureTrace {
    /// For boards of `rows` rows.
    pub fn new(packing: Packing, rows: u8) -> Self {
        let rows = vec![0; 2 * usize::from(rows)];
        Self { packing, points: Vec::new(), captures: Vec::new(), rows }
    }
}

impl Recorder for CaptureTrace {
    fn begin(&mut self) {
        self.points.clear();
        self.captures.clear();
    }

    fn put(&mut self, point: u16) {
        self.points.push(point);
    }

    fn capture(&mut self, ply: usize, groups: u16, points: &[u16]) {
        self.captures.push(RecordedCapture { ply, groups, points: Removed::from_slice(points) });
    }

    fn end(&mut self, row: impl Fn(usize, usize) -> u64) {
        trace::write_rows(row, &mut self.rows);
    }
}

impl Trace for CaptureTrace {
    fn first_actions(&self, out: &mut [u16]) {
        self.packing.write(self.points.iter(), out);
    }

    fn before_last(&self, turns: u16, rows: &mut [u64]) -> Option<PreTerminal> {
        let stones = usize::from(turns - 1);
        rows.copy_from_slice(&self.rows);
        // Backwards from the end: the stones of an undone capture stand again.
        let mut left = self.points.len();
        let (before, after) =
            self.captures.split_at(self.captures.partition_point(|capture| capture.ply < stones));
        for capture in after.iter().rev() {
            self.packing.remove(&self.points[capture.ply + 1..left], rows);
            self.packing.put((capture.ply + 1) % 2, &capture.points, rows);
            left = capture.ply + 1;
        }
        self.packing.remove(&self.points[stones..left], rows);
        let (mut taken, mut groups) = ([0; 2], [0; 2]);
        for capture in before {
            taken[capture.ply % 2] += capture.points.len() as u16;
            groups[capture.ply % 2] += capture.groups;
        }
        let action = self.packing.action(self.points[stones]);
        Some(PreTerminal { action, stones: turns - 1, taken, groups, ..PreTerminal::default() })
    }
}
