//! Where a piece can run to (N7): along lines through empty stops, turning at empty nodes.
//!
//! Empty nodes that clear lines join make a *region*. All that a piece touches once it has come to
//! one of a region's nodes is the same for every piece, so it is worked out once for a position
//! ([`Ways::new`]): the runs from all nodes of the region at once, by carries (`routes.rs`). What is
//! left for a piece is the run along its own line. "Touches" takes in the first occupied stop of
//! each run, for there a move may end too (N7); what holds that stop, and whether the rules allow
//! it, is judged elsewhere.

use super::mask::Mask;
use super::occupied::Occupied;
use super::routes::{AT_FROM, AT_TO, Routes, Spot};
use super::star::{MAX_NODES, Star, Stop};
use super::stops::Stops;

/// The ways of a position.
pub struct Ways<'a, S> {
    routes: &'a Routes,
    occupied: &'a Occupied,
    taken: S,
    /// Empty stops where a carry may go on.
    carries: S,
    /// Stops that a run counting downwards enters from the stop above, or from 2, 4, 8 above.
    falls: [S; 4],
    /// The region of each node, 0 of those that are taken.
    region: [u8; MAX_NODES],
    /// What is touched from each region; nothing from region 0.
    touched: [S; MAX_NODES + 1],
}

/// Does the star fit a `u128`?
pub fn is_small(star: &Star) -> bool {
    star.stops <= 128
}

/// The stops a piece on `stop` touches, whatever the size of the star.
pub fn touched(star: &Star, occupied: &Occupied, stop: Stop) -> Mask {
    fn by<S: Stops>(star: &Star, occupied: &Occupied, stop: Stop) -> Mask {
        let mut ways = Ways::<S>::new(star, occupied);
        ways.find_regions(star);
        let (touched, mut mask) = (ways.from(stop), Mask::default());
        (0..S::WORDS).for_each(|word| mask.0[word] = touched.word(word));
        mask
    }
    if is_small(star) { by::<u128>(star, occupied, stop) } else { by::<Mask>(star, occupied, stop) }
}

impl<'a, S: Stops> Ways<'a, S> {
    /// The ways of which the regions are still to be found.
    #[inline]
    pub fn new(star: &'a Star, occupied: &'a Occupied) -> Self {
        let routes = &star.routes;
        let (taken, inner) = (S::of(&occupied.stops), S::of(&routes.inner));
        let mut falls = [inner.but(taken.down(1)); 4];
        for doubling in 1..4 {
            let before = falls[doubling - 1];
            falls[doubling] = before.and(before.down(1 << (doubling - 1)));
        }
        let (region, touched) = ([0; MAX_NODES], [S::default(); MAX_NODES + 1]);
        Self { routes, occupied, taken, carries: inner.but(taken), falls, region, touched }
    }

    /// Finds the regions.
    #[inline]
    pub fn find_regions(&mut self, star: &Star) {
        let mut rest = !(self.occupied.stops.0[0] as u32) & ((1 << (2 * star.points)) - 1);
        let mut region = 0;
        while rest != 0 {
            region += 1;
            let (mut nodes, mut beyond) = (0_u32, 0);
            let (mut upwards, mut downwards) = (S::default(), S::default());
            let mut todo = rest & rest.wrapping_neg();
            while todo != 0 {
                let node = todo.trailing_zeros() as usize;
                nodes |= 1 << node;
                self.region[node] = region;
                let lines = &self.routes.nodes[node];
                upwards = upwards.or(S::of(&lines.upwards));
                downwards = downwards.or(S::of(&lines.downwards));
                beyond |= self.occupied.beyond[node];
                todo = (todo | beyond & rest) & !nodes;
            }
            rest &= !nodes;
            let mut touched = self.runs(upwards, downwards);
            touched.touch(u64::from(beyond | nodes));
            self.touched[usize::from(region)] = touched;
        }
    }

    /// The stops that a piece (or a sliding block, N13) on `stop` touches, its own stop left out.
    #[inline]
    pub fn from(&self, stop: Stop) -> S {
        let spot = &self.routes.spots[usize::from(stop)];
        let reach = if spot.all == 0 { self.node_reach(stop) } else { self.line_reach(spot) };
        reach.but(S::of(&spot.itself))
    }

    #[inline]
    fn line_reach(&self, spot: &Spot) -> S {
        let taken = self.taken.sixteen(spot.first) & spot.all;
        let run = self.routes.runs[usize::from(spot.runs + taken)];
        let mut reach = S::line(run & !(AT_FROM | AT_TO), spot.first);
        for (node, entered) in [(spot.from, run & AT_FROM != 0), (spot.to, run & AT_TO != 0)] {
            reach.touch(u64::from(entered) << node);
            let region = u8::from(entered) * self.region[usize::from(node)];
            reach = reach.or(self.touched[usize::from(region)]);
        }
        reach
    }

    fn node_reach(&self, stop: Stop) -> S {
        let node = &self.routes.nodes[usize::from(stop)];
        let mut reach = self.runs(S::of(&node.upwards), S::of(&node.downwards));
        let mut ends = self.occupied.beyond[usize::from(stop)];
        reach.touch(u64::from(ends));
        while ends != 0 {
            let region = self.region[ends.trailing_zeros() as usize];
            reach = reach.or(self.touched[usize::from(region)]);
            ends &= ends - 1;
        }
        reach
    }

    /// The runs from some stops upwards and from some downwards, one each way on a line at most.
    #[inline]
    fn runs(&self, upwards: S, downwards: S) -> S {
        let mut touched = downwards;
        for (doubling, falls) in self.falls.iter().enumerate() {
            let steps = 1 << doubling;
            if steps < self.routes.longest {
                touched = touched.or(falls.and(touched.down(steps)));
            }
        }
        touched.or(self.carries.plus(upwards).xor(self.carries))
    }
}
