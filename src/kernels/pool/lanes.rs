//! The vacant points of a random game that is played in a lane beside others: points are taken at
//! indices that were sampled before for all lanes.

use std::cell::Cell;
use std::ops::BitOr;

use num_traits::{Bounded, Zero, cast};

use crate::kernels::board::one_hot::LaneMask;
use crate::kernels::board::row_mask::Array;
use crate::kernels::random::indices::IndexPair;

/// Points that are compared at once.
const CHUNK: usize = 32;

/// As in [`PointPool`](super::points::PointPool) the vacant points are the first `left`, and behind
/// them, the latest first, stand the points taken since. A point is a byte on boards of at most 256
/// points: the lists of all games together have to fit into the first cache.
pub struct LanePool<M: LaneMask> {
    points: M::Points<M::PointIndex>,
    left: usize,
}

impl<M: LaneMask> LanePool<M> {
    const POINTS: usize = M::SIDE * M::SIDE;

    /// An empty list.
    pub fn new() -> Self {
        Self { points: Array::filled(M::PointIndex::zero()), left: 0 }
    }

    /// Begins anew with these points.
    #[inline]
    pub fn fill(&mut self, points: &[M::PointIndex]) {
        self.points.as_mut()[..points.len()].copy_from_slice(points);
        self.left = points.len();
    }

    /// Writes a point behind all others, as if it had been taken first.
    pub fn put_behind(&mut self, point: M::PointIndex) {
        self.points.as_mut()[self.left] = point;
    }

    /// The last `count` points taken, the latest first.
    #[inline]
    pub fn taken(&self, count: usize) -> &[M::PointIndex] {
        &self.points.as_ref()[self.left..][..count]
    }

    /// How many points were taken after the last of `of`; `count` or more if none of them is among the
    /// last `count`.
    #[inline(always)]
    pub fn plies_since<const N: usize>(&self, of: [M::PointIndex; N], count: usize) -> usize {
        let (chunks, rest) = self.points.as_ref()[self.left..].as_chunks::<CHUNK>();
        let (none, zero) = (M::PointIndex::max_value(), M::PointIndex::zero());
        let number = |place: usize| cast(place).unwrap_or(zero);
        let mut first = [none; CHUNK];
        let mut base = zero;
        for chunk in chunks.iter().take(count.div_ceil(CHUNK)) {
            for (lane, (taken, first)) in chunk.iter().zip(&mut first).enumerate() {
                // Not `contains`, which ends early: its branches stand in the way of vectors.
                let is_one = of.iter().map(|point| taken == point).fold(false, BitOr::bitor);
                let place = base + number(lane);
                *first = (*first).min(if is_one { place } else { none });
            }
            base = base + number(CHUNK);
        }
        let first = first.into_iter().fold(none, Ord::min);
        if first == none && count > CHUNK * chunks.len() {
            let place = rest.iter().position(|taken| of.contains(taken));
            return place.map_or(usize::MAX, |place| CHUNK * chunks.len() + place);
        }
        if first == none { usize::MAX } else { usize::from(first.into()) }
    }

    /// Takes `count` points at the indices `pairs` of lane `game`, one after the other; `note` gets them
    /// in pairs, and a last single one.
    #[inline(always)]
    pub fn take<const GAMES: usize>(
        &mut self,
        pairs: &[[IndexPair; GAMES]],
        game: usize,
        count: usize,
        mut note: impl FnMut(M::PointIndex, Option<M::PointIndex>),
    ) {
        let before = self.left;
        self.left -= count;
        let points = Cell::from_mut(self.points.as_mut()).as_slice_of_cells();
        let take = |index: usize, last: &Cell<M::PointIndex>| {
            let slot = &points[index % Self::POINTS];
            let point = slot.get();
            slot.set(last.get());
            last.set(point);
            point
        };
        let (rest, last_pairs) = points[self.left..before].as_rchunks::<2>();
        let count = last_pairs.len();
        let (pairs, single) = pairs.split_at(count);
        for number in 0..count {
            let (pair, last) = (&pairs[number][game % GAMES], &last_pairs[count - 1 - number]);
            let [one, other] = both::<M>(pair);
            let first = take(one, &last[1]);
            note(first, Some(take(other, &last[0])));
        }
        if let ([pair], [last]) = (single, rest) {
            note(take(both::<M>(&pair[game % GAMES])[0], last), None);
        }
    }
}

/// The two indices, below the number of points: read from a byte each where a byte is enough, else from one number.
#[inline(always)]
fn both<M: LaneMask>(pair: &IndexPair) -> [usize; 2] {
    let points = M::SIDE * M::SIDE;
    if points <= 256 {
        [pair[0].into(), pair[2].into()]
    } else {
        let both = u32::from_le_bytes(*pair) as usize;
        [both % points, (both >> 16) % points]
    }
}
