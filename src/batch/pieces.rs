//! Long work on many games, in pieces short enough to hear an interrupt between them.

use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

/// How many games the first piece has.
const FIRST: usize = 64;

/// A piece that took less is followed by one of twice as many games.
const SHORT: Duration = Duration::from_millis(20);

/// A piece that took longer is followed by one of half as many.
const LONG: Duration = Duration::from_millis(60);

/// Calls `work` with ranges of `count` games, one after the other, until it breaks off.
pub fn in_short_pieces<B>(
    count: usize,
    mut work: impl FnMut(Range<usize>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (mut done, mut piece) = (0, FIRST);
    while done < count {
        let end = count.min(done + piece);
        let began = Instant::now();
        work(done..end)?;
        done = end;
        if began.elapsed() < SHORT {
            piece *= 2;
        } else if began.elapsed() > LONG {
            piece = (piece / 2).max(1);
        }
    }
    ControlFlow::Continue(())
}
