//! Long work on many games, in pieces short enough to hear an interrupt between them.

use std::ops::{ControlFlow, Range};
use std::time::Duration;

use crate::pool::Pieces;

/// From 64 games on, 20 to 60 milliseconds each.
const SHORT_PIECES: Pieces =
    Pieces { first: 64, min: 1, short: Duration::from_millis(20), long: Duration::from_millis(60) };

/// Calls `work` with ranges of `count` games, one after the other, until it breaks off.
pub fn in_short_pieces<B>(
    count: usize,
    work: impl FnMut(Range<usize>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    SHORT_PIECES.each(count, work)
}
