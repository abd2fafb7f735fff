//! Perft: how many sequences of a number of actions, or of whole turns, a position has.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use crate::position::{Action, Position};

/// What a step of the count is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// One decision.
    Action,
    /// All decisions of a seat until another is to decide; outcomes of a die between two turns are
    /// distinguished.
    Turn,
    /// A turn; those of one position that lead to equal positions (E11) are one.
    Result,
}

/// Counts the sequences of exactly `depth` steps; a game that ends earlier has none. `tick` is
/// called every few thousand positions and may break off, which gives `None`. A position of known type
/// is counted faster than an `AnyPosition`, which `with_game!` opens.
///
/// ```
/// use std::ops::ControlFlow;
/// use fivefold::games::gomoku::Options;
/// use fivefold::perft;
/// use fivefold::position::Rules;
/// use fivefold::stream::Stream;
///
/// let start = Options::default().start(&mut Stream::new(0));
/// let count = perft::perft(&start, 2, perft::Unit::Action, || ControlFlow::Continue(()));
/// // The first stone is set on the centre (G2), the second anywhere else.
/// assert_eq!(count, Some(224));
/// ```
pub fn perft<P: Position>(
    position: &P,
    depth: u32,
    unit: Unit,
    mut tick: impl FnMut() -> ControlFlow<()>,
) -> Option<u64> {
    let mut walk = Walk { tick: &mut tick, visited: 0, levels: Vec::new(), used: 0 };
    match unit {
        Unit::Action => walk.actions(position, depth),
        Unit::Turn => walk.turns(position, position.turns() + depth),
        Unit::Result => walk.results(position, depth),
    }
}

/// A walk through the tree of a position. Its levels lie in a list and not on the stack of the
/// thread, which may be small, while a game can be thousands of actions long.
struct Walk<'a, P> {
    tick: &'a mut dyn FnMut() -> ControlFlow<()>,
    visited: u64,
    /// The positions from the root to the one being looked at; behind the first `used` are some
    /// whose memory is used again.
    levels: Vec<Level<P>>,
    used: usize,
}

/// A position on the way, and which of its actions come next.
struct Level<P> {
    position: P,
    actions: Vec<Action>,
    next: usize,
}

impl<P: Position> Walk<'_, P> {
    /// Goes on to a position.
    fn enter(&mut self, position: P) -> Option<()> {
        self.visited += 1;
        if self.visited.is_multiple_of(4096) && (self.tick)().is_break() {
            return None;
        }
        if self.used == self.levels.len() {
            self.levels.push(Level { position, actions: Vec::new(), next: 0 });
        } else {
            self.levels[self.used].position = position;
        }
        let level = &mut self.levels[self.used];
        level.position.legal_actions(&mut level.actions);
        level.next = 0;
        self.used += 1;
        Some(())
    }

    /// The next position below the last one; goes back to where there is one.
    fn next(&mut self) -> Option<P> {
        while let Some(last) = self.used.checked_sub(1) {
            let level = &mut self.levels[last];
            if let Some(&action) = level.actions.get(level.next) {
                level.next += 1;
                let mut next = level.position.clone();
                next.play_unchecked(action);
                return Some(next);
            }
            self.used = last;
        }
        None
    }

    fn actions(&mut self, position: &P, depth: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let (depth, mut sum) = (depth as usize, 0);
        let mut next = Some(position.clone());
        while let Some(position) = next {
            self.enter(position)?;
            if self.used == depth {
                // The last actions need not be played to be counted.
                self.used -= 1;
                sum += self.levels[self.used].actions.len() as u64;
            }
            next = self.next();
        }
        Some(sum)
    }

    fn turns(&mut self, position: &P, until: u32) -> Option<u64> {
        let mut sum = 0;
        let mut next = Some(position.clone());
        while let Some(position) = next {
            if position.turns() >= until {
                sum += 1;
            } else {
                let is_last = position.turns() + 1 == until && position.ends_turn();
                self.enter(position)?;
                if is_last {
                    // What ends the last turn need not be played to be counted.
                    self.used -= 1;
                    sum += self.levels[self.used].actions.len() as u64;
                }
            }
            next = self.next();
        }
        Some(sum)
    }

    /// Goes turn by turn: what leads to one position is counted there together.
    fn results(&mut self, position: &P, depth: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let mut level = HashMap::from([(position.clone(), 1)]);
        for _ in 1..depth {
            let mut below = HashMap::new();
            for (position, sequences) in level {
                for result in self.after_a_turn(&position)? {
                    *below.entry(result).or_insert(0) += sequences;
                }
            }
            level = below;
        }
        let mut sum = 0;
        for (position, sequences) in level {
            sum += sequences * self.after_a_turn(&position)?.len() as u64;
        }
        Some(sum)
    }

    /// The different positions in which a turn from here can end.
    fn after_a_turn(&mut self, position: &P) -> Option<HashSet<P>> {
        let until = position.turns() + 1;
        let mut ends = HashSet::new();
        let mut next = Some(position.clone());
        while let Some(position) = next {
            if position.turns() >= until {
                ends.insert(position);
            } else {
                self.enter(position)?;
            }
            next = self.next();
        }
        Some(ends)
    }
}
