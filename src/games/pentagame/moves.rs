//! Where a piece can run to (N7): along lines through empty stops, turning at empty nodes.
//!
//! Empty nodes that clear lines join make a *region*. All that a piece touches once it has come to
//! one of a region's nodes is the same for every piece, so it is worked out once for a position
//! ([`Reach::new`]): the runs from all nodes of the region at once, by the carries of one addition (`routes.rs`). What is
//! left for a piece is the run along its own line. "Touches" takes in the first occupied stop of
//! each run, for there a move may end too (N7); what holds that stop, and whether the rules allow
//! it, is judged elsewhere.
//!
//! The piece `0a` on the leg runs onto the black block at `d` or to the corner `A`. That node is
//! empty, so it may turn there into any other line. `c` is not reached: a grey block, `o`, stands
//! in the way, and the run may only end upon it:
//!
//! ```text
//! leg A-d   [.] . 0a . [#]      to A, to both free stops, onto the block on d (N7: replace)
//! leg A-c   [.] . o . [.]       from A on: one free stop, then onto the grey block
//! ```
//!
//! How many moves a piece is from its goal (N21) is found the other way round, for all pieces of a
//! colour at once ([`Reach::outwards`]): what a move from the goal touches is one move from it, for
//! runs go back as they came; what a move from the taken stops among these touches is two, and so on.
//! Free stops are no new start, since a run through them is the same run.

use std::ops::ControlFlow;

use super::mask::Mask;
use super::occupied::Occupied;
use super::routes::{AT_FROM, AT_TO, LineStop, Routes};
use super::star::{MAX_NODES, Star, Stop};
use super::stops::Stops;

/// Moves home that are distinguished; a piece further off counts as so far.
pub const FURTHEST: u16 = 6;

/// Where the pieces of a position can run to.
pub struct Reach<'a, S> {
    routes: &'a Routes,
    occupied: &'a Occupied,
    taken: S,
    /// Empty stops where a carry may go on.
    open: S,
    /// Stops that a run counting downwards enters from the stop above, or from 2, 4, 8 above.
    entries: [S; 4],
    /// The region of each node, 0 of those that are taken.
    region: [u8; MAX_NODES],
    /// What is reached from each region; nothing from region 0.
    from_regions: [S; MAX_NODES + 1],
}

/// Does the star fit a `u128`?
pub fn is_small(star: &Star) -> bool {
    star.stops <= 128
}

/// The stops that a piece on `stop` reaches, on a star of any size.
pub fn reached_from(star: &Star, occupied: &Occupied, stop: Stop) -> Mask {
    fn by<S: Stops>(star: &Star, occupied: &Occupied, stop: Stop) -> Mask {
        let mut paths = Reach::<S>::new(star, occupied);
        paths.find_regions(star);
        let (reach, mut mask) = (paths.from(stop), Mask::default());
        (0..S::WORDS).for_each(|word| mask.0[word] = reach.word(word));
        mask
    }
    if is_small(star) { by::<u128>(star, occupied, stop) } else { by::<Mask>(star, occupied, stop) }
}

impl<'a, S: Stops> Reach<'a, S> {
    /// Of a position, before its regions are found.
    #[inline]
    pub fn new(star: &'a Star, occupied: &'a Occupied) -> Self {
        let routes = &star.routes;
        let (taken, inner) = (S::of(&occupied.stops), S::of(&routes.inner));
        let mut entries = [inner.but(taken.down(1)); 4];
        for doubling in 1..4 {
            let before = entries[doubling - 1];
            entries[doubling] = before.and(before.down(1 << (doubling - 1)));
        }
        let (region, from_regions) = ([0; MAX_NODES], [S::default(); MAX_NODES + 1]);
        Self { routes, occupied, taken, open: inner.but(taken), entries, region, from_regions }
    }

    /// What the star fixes for runs.
    #[inline]
    pub fn routes(&self) -> &'a Routes {
        self.routes
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
            let mut reach = self.runs(upwards, downwards);
            reach.touch(u64::from(beyond | nodes));
            self.from_regions[usize::from(region)] = reach;
        }
    }

    /// The stops that a piece (or a sliding block, N13) on `stop` touches, its own stop left out.
    #[inline]
    pub fn from(&self, stop: Stop) -> S {
        let spot = &self.routes.spots[usize::from(stop)];
        let reach = if spot.all == 0 { self.node_reach(stop) } else { self.line_reach(spot) };
        reach.but(S::of(&spot.itself))
    }

    /// Goes outwards from a stop, move by move: a piece on a stop that holds something may go on from
    /// there. `visit` gets how many moves were made, from 1 on and fewer than `FURTHEST`, and which
    /// stops take that many and no fewer; it says whether to go on.
    #[inline]
    pub fn outwards(&self, from: Stop, mut visit: impl FnMut(u16, S) -> ControlFlow<()>) {
        let mut seen = S::of(&self.routes.spots[usize::from(from)].itself);
        let mut front = self.from(from);
        for count in 1..FURTHEST {
            if visit(count, front).is_break() {
                return;
            }
            seen = seen.or(front);
            let ends = front.and(self.taken);
            let mut beyond = S::default();
            for word in 0..S::WORDS {
                let mut bits = ends.word(word);
                while bits != 0 {
                    let stop = (word * 64) as Stop + bits.trailing_zeros() as Stop;
                    bits &= bits - 1;
                    beyond = beyond.or(self.from(stop));
                }
            }
            front = beyond.but(seen);
        }
    }

    #[inline]
    fn line_reach(&self, spot: &LineStop) -> S {
        let taken = self.taken.sixteen(spot.first) & spot.all;
        let run = self.routes.runs[usize::from(spot.runs + taken)];
        let mut reach = S::line(run & !(AT_FROM | AT_TO), spot.first);
        for (node, entered) in [(spot.from, run & AT_FROM != 0), (spot.to, run & AT_TO != 0)] {
            reach.touch(u64::from(entered) << node);
            let region = u8::from(entered) * self.region[usize::from(node)];
            reach = reach.or(self.from_regions[usize::from(region)]);
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
            reach = reach.or(self.from_regions[usize::from(region)]);
            ends &= ends - 1;
        }
        reach
    }

    /// The runs from some stops upwards and from some downwards, one each way on a line at most.
    #[inline]
    fn runs(&self, upwards: S, downwards: S) -> S {
        let mut reach = downwards;
        for (doubling, entries) in self.entries.iter().enumerate() {
            let steps = 1 << doubling;
            if steps < self.routes.longest {
                reach = reach.or(entries.and(reach.down(steps)));
            }
        }
        reach.or(self.open.plus(upwards).xor(self.open))
    }
}
