//! What a kernel tells of a game beside how it ended: only if somebody asks, so that it costs the
//! others nothing.

/// The course of a game that a kernel has just played.
pub trait Course {
    /// Writes the first actions, as many as there is room for; the game has no fewer.
    fn first(&self, out: &mut [u16]);
}

/// The points of a game on a grid, packed as `row * stride + column`.
#[derive(Clone, Copy)]
pub(super) struct Stones<'a> {
    /// The latest first; the list may go on with what was played after the end.
    pub(super) points: &'a [u16],
    pub(super) stride: u16,
    pub(super) columns: u8,
}

impl Course for Stones<'_> {
    fn first(&self, out: &mut [u16]) {
        let (stride, columns) = (self.stride, u16::from(self.columns));
        for (place, point) in out.iter_mut().zip(self.points.iter().rev()) {
            *place = point / stride * columns + point % stride;
        }
    }
}
