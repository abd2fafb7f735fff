//! Which stops hold anything, and with that which lines are clear: kept up to date stop by stop.
//!
//! A line is clear if nothing stands between its two nodes; what stands on the nodes is not asked.

use super::mask::Mask;
use super::star::{MAX_NODES, Star, Stop};

/// The stops that hold anything.
#[derive(Clone, Copy, Debug)]
pub struct Occupied {
    /// Those stops.
    pub stops: Mask,
    /// For each node the nodes at the far ends of its clear lines, a bit each, empty or not.
    pub(super) beyond: [u32; MAX_NODES],
}

impl Occupied {
    /// From the stops.
    pub fn of(star: &Star, stops: Mask) -> Self {
        let mut beyond = [0; MAX_NODES];
        for line in &star.lines {
            beyond[usize::from(line.from)] |= 1 << line.to;
            beyond[usize::from(line.to)] |= 1 << line.from;
        }
        let mut occupied = Self { stops: Mask::default(), beyond };
        stops.iter().for_each(|stop| occupied.set(star, stop, true));
        occupied
    }

    /// Is the stop taken?
    #[inline]
    pub fn has(&self, stop: Stop) -> bool {
        self.stops.has(stop)
    }

    /// A stop is taken now, or free.
    #[inline]
    pub fn set(&mut self, star: &Star, stop: Stop, held: bool) {
        self.stops.set(stop, held);
        let spot = &star.routes.spots[usize::from(stop)];
        let clear = self.stops.sixteen(spot.first) & spot.all == 0;
        // A node is on no line of its own: its spot has none, and no link to change.
        let link = u32::from(spot.all != 0);
        for (node, far) in [(spot.from, spot.to), (spot.to, spot.from)] {
            let (beyond, far) = (&mut self.beyond[usize::from(node)], link << far);
            *beyond = if clear { *beyond | far } else { *beyond & !far };
        }
    }
}
