//! Alpha-beta with a transposition table, for any kind of ending.
//!
//! A null window asks only whether the value reaches a number; a run of them closes in on it.
//! Values are margins, points of the mover less points of the other, so a turn changes the sign.
//! All bounds that are kept are of what is still to be gained: the score so far is added when they
//! are read.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::table::{Key, Known, Table};

/// Beyond every margin.
pub(super) const ENDLESS: i32 = 1_000_000;

/// With so few squares open a position is searched again sooner than looked up.
const SHALLOW: u8 = 2;

/// Where there are at least this many moves, threads search them in different orders.
const SHARED: usize = 8;

/// Moves with what speaks for them.
pub(super) type Moves = Vec<(i32, u16)>;

/// An ending that is played out; all values are from the view of the one to move.
///
/// A turn is one move: a capture is part of its action (T4).
pub(super) trait Ending: Clone + Send + Sync {
    /// Can nothing change the margin any more?
    fn is_settled(&self) -> bool;
    /// The margin as it stands.
    fn margin(&self) -> i32;
    /// Bounds on the final margin, cheap to have.
    fn bounds(&self) -> (i32, i32);
    /// The key, and the motion under which it was taken (0: none).
    fn key(&self) -> (Key, usize);
    /// A move under a motion, and one taken back from there.
    fn map(&self, motion: usize, mv: u16) -> u16;
    fn unmap(&self, motion: usize, mv: u16) -> u16;
    /// Squares still open.
    fn depth(&self) -> u8;
    /// Adds every move that need be looked at, with what speaks for it.
    fn moves(&self, moves: &mut Moves);
    /// Plays one.
    fn play(&mut self, mv: u16);
}

/// Broken off.
#[derive(Debug)]
pub(super) struct Stopped;

/// One thread's search; the table and the flag to stop are shared.
pub(super) struct Searcher<'a> {
    pub table: &'a Table,
    pub stop: &'a AtomicBool,
    /// Positions looked at by all threads.
    pub nodes: &'a AtomicU64,
    /// With more of them the search breaks off.
    pub max_nodes: u64,
    /// Those of this thread that are not yet counted there.
    pub uncounted: u64,
    /// Which of several threads.
    pub thread: usize,
    /// Moves from the root to the position looked at.
    pub ply: usize,
    /// Whether the root is likely to fall short of the window: then every other ply, beginning
    /// there, has to look at all its moves, and helpers begin with the last.
    pub short: bool,
    /// Lists of moves to be used again.
    pub spare: Vec<Moves>,
}

impl Searcher<'_> {
    /// The value of an ending by a run of null windows, each telling whether it is at least some
    /// number; `note` is called with the bounds as they close.
    pub(super) fn value<E: Ending>(
        &mut self,
        ending: &E,
        mut note: impl FnMut(i32, i32),
    ) -> Result<i32, Stopped> {
        let (mut lower, mut upper) = ending.bounds();
        let mut guess = ending.margin().clamp(lower, upper);
        while lower < upper {
            let beta = guess.max(lower + 1);
            self.short = beta == lower + 1;
            guess = self.search(ending, beta - 1, beta)?;
            if guess < beta {
                upper = guess;
            } else {
                lower = guess;
            }
            note(lower, upper);
        }
        Ok(lower)
    }

    /// A bound on the value that decides whether it lies at or below `alpha`, at or above `beta`,
    /// or is the value itself if that lies between.
    pub(super) fn search<E: Ending>(
        &mut self,
        ending: &E,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Stopped> {
        self.count()?;
        let margin = ending.margin();
        if ending.is_settled() {
            return Ok(margin);
        }
        let (min, max) = ending.bounds();
        if min >= beta || min == max {
            return Ok(min);
        }
        if max <= alpha {
            return Ok(max);
        }
        let depth = ending.depth();
        if depth <= SHALLOW {
            return Ok(self.expand(ending, None, alpha, beta)?.0);
        }
        // The table knows what is still to be gained: positions of different scores share it.
        let (key, motion) = ending.key();
        let mut known = self.table.get(key).unwrap_or(Known::nothing(depth));
        if known.lower + margin >= beta || known.lower == known.upper {
            return Ok(known.lower + margin);
        }
        if known.upper + margin <= alpha {
            return Ok(known.upper + margin);
        }
        alpha = alpha.max(min - 1).max(known.lower + margin - 1);
        beta = beta.min(max + 1).min(known.upper + margin + 1);
        let first = known.best.map(|mv| ending.unmap(motion, mv));
        let (best, mv) = self.expand(ending, first, alpha, beta)?;
        if best > alpha {
            known.best = Some(ending.map(motion, mv));
            known.lower = known.lower.max(best - margin);
        }
        if best < beta {
            known.upper = known.upper.min(best - margin);
        }
        known.depth = depth;
        self.table.put(key, known);
        Ok(best)
    }

    /// Tries the moves, `first` before the others: the best and its value.
    ///
    /// The lists of moves are kept and used again, since a list for every position would cost more
    /// than the search.
    fn expand<E: Ending>(
        &mut self,
        ending: &E,
        first: Option<u16>,
        alpha: i32,
        beta: i32,
    ) -> Result<(i32, u16), Stopped> {
        let mut moves = self.spare.pop().unwrap_or_default();
        moves.clear();
        ending.moves(&mut moves);
        self.order(&mut moves, first);
        let result = self.best(ending, &moves, alpha, beta);
        self.spare.push(moves);
        result
    }

    /// The best of the moves and its value, or one that reaches `beta`.
    fn best<E: Ending>(
        &mut self,
        ending: &E,
        moves: &[(i32, u16)],
        mut alpha: i32,
        beta: i32,
    ) -> Result<(i32, u16), Stopped> {
        let mut best = (-ENDLESS, 0);
        for &(_, mv) in moves {
            let mut next = ending.clone();
            next.play(mv);
            self.ply += 1;
            let value = self.search(&next, -beta, -alpha);
            self.ply -= 1;
            let value = -value?;
            if value > best.0 {
                best = (value, mv);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// Best first: the move that the table knows, then by what speaks for it, then by number.
    fn order(&self, moves: &mut Moves, known: Option<u16>) {
        for entry in moves.iter_mut() {
            if Some(entry.1) == known {
                entry.0 = i32::MAX;
            }
        }
        moves.sort_unstable_by_key(|&(value, mv)| (Reverse(value), mv));
        // Where all moves must be refuted any order will do: helpers come from the other end, and
        // what they find lies in the table when the first thread gets there.
        if self.thread > 0 && moves.len() >= SHARED && self.short == self.ply.is_multiple_of(2) {
            moves.reverse();
            moves.rotate_left(self.thread / 2 % SHARED);
        }
    }

    /// Every 1,024 positions it is asked whether to stop.
    fn count(&mut self) -> Result<(), Stopped> {
        self.uncounted += 1;
        if self.uncounted >= 1024 {
            let before = self.nodes.fetch_add(self.uncounted, Relaxed);
            let looked_at = before + self.uncounted;
            self.uncounted = 0;
            if looked_at > self.max_nodes || self.stop.load(Relaxed) {
                return Err(Stopped);
            }
        }
        Ok(())
    }
}
