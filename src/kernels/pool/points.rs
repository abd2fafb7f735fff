//! The vacant points of a random game: a list from which points are sampled by swap-remove, and to which
//! captured points are pushed back.

use crate::kernels::board::row_mask::{Array, RowMask};
use crate::stream::Stream;

/// The vacant points are the first `left`, in the order of docs/random-play.md; behind them, the
/// latest first, lie the points sampled since.
pub struct PointPool<M: RowMask> {
    points: M::Points<u16>,
    left: usize,
}

impl<M: RowMask> PointPool<M> {
    const POINTS: usize = M::SIDE * M::SIDE;

    /// An empty list.
    pub fn new() -> Self {
        Self { points: Array::filled(0), left: 0 }
    }

    /// Begins anew with these points.
    #[inline]
    pub fn fill(&mut self, points: &[u16]) {
        self.points.as_mut()[..points.len()].copy_from_slice(points);
        self.left = points.len();
    }

    /// Writes a point behind all others, as if it had been sampled first.
    pub fn put_behind(&mut self, point: u16) {
        self.points.as_mut()[self.left] = point;
    }

    /// How many points are left.
    #[inline]
    pub fn left(&self) -> usize {
        self.left
    }

    /// The last `count` points sampled, the latest first.
    #[inline]
    pub fn sampled(&self, count: usize) -> &[u16] {
        &self.points.as_ref()[self.left..][..count]
    }

    /// Samples `count` points: each changes places with the last one left.
    #[inline]
    pub fn sample(&mut self, stream: &mut Stream, count: usize) {
        // In variables of their own they stay in registers.
        let (mut local, mut left) = (stream.clone(), self.left);
        let end = left - count;
        if local.is_halfway() && left > end {
            left = self.sample_one(&mut local, left);
        }
        // An output of the stream is two samples, but for the last point of all, which needs none.
        let pairs = (end + 1).max(2);
        while left > pairs {
            let word = local.word();
            for half in [word as u32, (word >> 32) as u32] {
                let index = Stream::reduce(half, left) % Self::POINTS;
                left -= 1;
                self.points.as_mut().swap(index, left % Self::POINTS);
            }
        }
        while left > end {
            left = self.sample_one(&mut local, left);
        }
        *stream = local;
        self.left = left;
    }

    /// Samples one of the first `left` points and returns how many are left.
    #[inline]
    fn sample_one(&mut self, stream: &mut Stream, left: usize) -> usize {
        let (index, last) = (stream.below(left) % Self::POINTS, (left - 1) % Self::POINTS);
        self.points.as_mut().swap(index, last);
        left - 1
    }

    /// Takes the point at index `place`. It is not kept behind those that are left.
    #[inline]
    pub fn take(&mut self, place: usize) -> u16 {
        self.left -= 1;
        let points = self.points.as_mut();
        let point = points[place % Self::POINTS];
        points[place % Self::POINTS] = points[self.left % Self::POINTS];
        point
    }

    /// Appends a point to those that are left.
    #[inline]
    pub fn push(&mut self, point: u16) {
        self.points.as_mut()[self.left % Self::POINTS] = point;
        self.left += 1;
    }

    /// The last `count` of the points that are left.
    pub fn pushed(&mut self, count: usize) -> &mut [u16] {
        &mut self.points.as_mut()[self.left - count..self.left]
    }
}
