//! What a star fixes for every run along its lines (N7), worked out once; `moves.rs` looks here.
//!
//! The stops of a line are neighbouring bits of a mask. A run that counts upwards through empty
//! stops is then the carry of one addition: a bit added at its first stop travels through the ones
//! of the mask of empty stops and comes to rest on the first stop that is taken, or on the last
//! stop of the line, which is left out of that mask so that no carry crosses into the next line.

use super::mask::Mask;
use super::star::{Line, MAX_NODES, Stop};

/// What a star fixes for runs.
#[derive(Debug)]
pub struct Routes {
    /// All stops.
    pub all: Mask,
    /// The stops of lines, without the last stop of each: where a carry may go on.
    pub inner: Mask,
    /// The longest line.
    pub longest: u32,
    /// By node.
    pub nodes: [Junction; MAX_NODES],
    /// By stop; nothing of use for nodes.
    pub spots: Vec<LineStop>,
    /// `runs[spot.runs + occupied stops of the line as bits]`: the stops of the line reached from
    /// the spot, as bits, and [`AT_FROM`], [`AT_TO`] if its nodes are reached.
    pub runs: Vec<u16>,
}

/// The run goes on to the node that the line's stops are counted from.
pub const AT_FROM: u16 = 1 << 14;
/// The run goes on to the line's other node.
pub const AT_TO: u16 = 1 << 15;

/// A node and its four lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct Junction {
    /// The stops beside it on lines that count upwards from it.
    pub upwards: Mask,
    /// The stops beside it on lines that count down from their far end.
    pub downwards: Mask,
}

/// A stop.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineStop {
    /// This stop alone.
    pub itself: Mask,
    /// The stops of its line as bits; none for a node, for which nothing below is of use.
    pub all: u16,
    /// The node that the line's stops are counted from.
    pub from: u8,
    /// The line's other node.
    pub to: u8,
    /// The first stop of the line.
    pub first: Stop,
    /// Where the runs from here begin in [`Routes::runs`].
    pub runs: u16,
}

impl Routes {
    /// The routes of a star of which lines and places are known.
    pub fn new(points: u8, lines: &[Line], stops: usize) -> Self {
        let mut nodes = [Junction::default(); MAX_NODES];
        let mut inner: Mask = (2 * Stop::from(points)..stops as Stop).collect();
        let alone = |stop| LineStop { itself: [stop].into_iter().collect(), ..LineStop::default() };
        let mut spots: Vec<_> = (0..stops as Stop).map(alone).collect();
        let (mut runs, mut known) = (Vec::new(), Vec::<(u8, u16)>::new());
        for line in lines {
            let last = line.first + Stop::from(line.len) - 1;
            inner.remove(last);
            nodes[usize::from(line.from)].upwards.insert(line.first);
            nodes[usize::from(line.to)].downwards.insert(last);
            // Lines of equal length share their runs.
            let base = known.iter().find(|(len, _)| *len == line.len).map(|(_, base)| *base);
            let base = base.unwrap_or_else(|| {
                known.push((line.len, runs.len() as u16));
                (0..line.len)
                    .for_each(|k| runs.extend((0..1 << line.len).map(|o| run(line.len, k, o))));
                known[known.len() - 1].1
            });
            for k in 0..Stop::from(line.len) {
                let spot = &mut spots[usize::from(line.first + k)];
                (spot.all, spot.first) = ((1 << line.len) - 1, line.first);
                (spot.from, spot.to) = (line.from as u8, line.to as u8);
                spot.runs = base + (k << line.len);
            }
        }
        let longest = lines.iter().map(|line| u32::from(line.len)).max().unwrap_or(1);
        Self { all: Mask::first(stops), inner, longest, nodes, spots, runs }
    }
}

/// The run in both directions from stop `k` of a line of `stops` stops.
fn run(len: u8, k: u8, occupied: u16) -> u16 {
    let taken = |stop: u8| occupied >> stop & 1 == 1;
    let mut reached = 0;
    let (mut down, mut up) = (k, k);
    while down > 0 {
        down -= 1;
        reached |= 1 << down;
        if taken(down) {
            break;
        }
    }
    while up + 1 < len {
        up += 1;
        reached |= 1 << up;
        if taken(up) {
            break;
        }
    }
    let open = |end: u8| end == k || !taken(end);
    if down == 0 && open(down) {
        reached |= AT_FROM;
    }
    if up + 1 == len && open(up) {
        reached |= AT_TO;
    }
    reached
}
