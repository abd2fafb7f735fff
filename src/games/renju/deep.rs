//! Judging a point that needs very many judgements of others, with memory (R5).
//!
//! On lattices of open shapes the recursion of R5 follows a number of ways that grows exponentially
//! with the board, and each of them puts other stones. But the verdict on a point depends only on
//! the points that its judgement looks at. So each judgement is kept with the points that it has
//! looked at and with the stones put among them. When the same point is judged again with the same
//! stones there, whatever stones were put elsewhere, the judgement would look at the same points and
//! come to the same verdict, which is therefore reused. On the lattices that were tried the work
//! grows with the third power of the side instead of doubling every two rows.
//!
//! This costs more than it saves where little is judged. It takes over when the plain judgement
//! (`fouls`) has looked at [`PLAIN`] points; what it finds is the same.
//!
//! In one such lattice two rows of every six are filled with black stones. Each empty point beside
//! them makes threes upwards, each of which grows on points that make threes themselves:
//!
//! ```text
//! . . . . . . . . .
//! . . . . . . . . .
//! X X X X X X X X X
//! X X X X X X X X X
//! . . . . . . . . .
//! . . . . . . . . .
//! ```

use std::collections::HashMap;

use super::fouls::{FoulLaw, Judge, QUIET, Verdict};
use super::lines::{Coord, LineWindows};
use crate::board::{DIRECTIONS, REACH};
use crate::position::interrupt;
use crate::stones::Five;
use crate::stones::patterns::Shape;

/// Points looked at by the plain judgement of one point before memory is used.
pub const PLAIN: u32 = 2000;

/// Judgements kept of one point with the same stones near it.
const RING: usize = 16;
/// Judgements kept in all: some tens of megabytes at most.
const MAX_STORED: usize = 30_000;

/// The points of a board as bits, row by row.
type Points = [u64; 64];

/// What is known of a board, for one colour: judgements by the point and the stones near it.
#[derive(Default)]
pub struct Known {
    /// Made when it is needed: most boards need none.
    judged: Option<HashMap<(Coord, u64), Vec<Judged>>>,
    stored: usize,
}

impl Known {
    /// Has anything been judged with memory?
    pub fn is_used(&self) -> bool {
        self.judged.is_some()
    }
}

/// A judgement: the points it looked at and the stones put on the way among them, row by row where
/// there are any.
struct Judged {
    rows: Box<[(u8, u64, u64)]>,
    verdict: Verdict,
}

/// What a stone makes, found with memory.
pub fn judge(
    law: &FoulLaw,
    view: &mut impl LineWindows,
    coord: Coord,
    five: Five,
    known: &mut Known,
) -> Verdict {
    judge_after(law, view, &[], coord, five, known)
}

/// The same after some own stones, each on an empty point.
pub fn judge_after(
    law: &FoulLaw,
    view: &mut impl LineWindows,
    put: &[Coord],
    coord: Coord,
    five: Five,
    known: &mut Known,
) -> Verdict {
    let judged = known.judged.get_or_insert_default();
    let stored = &mut known.stored;
    let mut judge = Deep { law, view, five, judged, stored, put: [0; 64], seen: vec![[0; 64]] };
    for &coord in put {
        judge.toggle(coord);
    }
    let verdict = judge.judge(coord);
    for &coord in put {
        judge.toggle(coord);
    }
    verdict
}

struct Deep<'a, V> {
    law: &'a FoulLaw,
    view: &'a mut V,
    five: Five,
    judged: &'a mut HashMap<(Coord, u64), Vec<Judged>>,
    stored: &'a mut usize,
    /// The stones put on the way.
    put: Points,
    /// The points that each judgement being made has looked at, the innermost last; not on the
    /// stack, which may be small.
    seen: Vec<Points>,
}

impl<V: LineWindows> Judge for Deep<'_, V> {
    fn near_empty(&self, coord: Coord) -> [u16; 4] {
        self.view.near_empty(coord)
    }

    fn toggle(&mut self, coord: Coord) {
        self.view.toggle(coord);
        self.put[coord.1 as usize] ^= 1 << coord.0;
    }

    fn judge(&mut self, coord: Coord) -> Verdict {
        let (near, empty) = (self.view.near(coord), self.view.near_empty(coord));
        self.seen.push(looked_at(coord, near, empty));
        let verdict = self.judge_near(coord, near);
        // Who asked has looked there too.
        if let (Some(seen), Some(before)) = (self.seen.pop(), self.seen.last_mut()) {
            before.iter_mut().zip(seen).for_each(|(before, seen)| *before |= seen);
        }
        verdict
    }
}

impl<V: LineWindows> Deep<'_, V> {
    /// The verdict, while the last of `seen` begins with the points near this one.
    fn judge_near(&mut self, coord: Coord, near: [u16; 4]) -> Verdict {
        let key = (coord, self.key(coord));
        if let Some(verdict) = self.remembered(&key) {
            return verdict;
        }
        if interrupt::step() {
            return QUIET;
        }
        let verdict = if Shape::are_quiet(near) {
            QUIET
        } else {
            let (law, five) = (self.law, self.five);
            law.judged(self, coord, five, near)
        };
        if !interrupt::is_stopped() {
            self.keep(key, verdict);
        }
        verdict
    }

    /// The stones put among some points near this one, as a number.
    fn key(&self, (_, y): Coord) -> u64 {
        let looked = &self.seen[self.seen.len() - 1];
        let rows = (y - REACH).max(0) as usize..=(y + REACH).min(63) as usize;
        rows.fold(0, |hash, y| {
            let hash = (hash ^ (looked[y] & self.put[y])).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^ hash >> 29
        })
    }

    /// A judgement made before with the same stones on all points that it looked at.
    fn remembered(&mut self, key: &(Coord, u64)) -> Option<Verdict> {
        let same = |one: &&Judged| {
            one.rows.iter().all(|&(y, seen, put)| self.put[usize::from(y)] & seen == put)
        };
        let entry = self.judged.get(key)?.iter().find(same)?;
        let looked = self.seen.last_mut()?;
        for &(y, seen, _) in &entry.rows {
            looked[usize::from(y)] |= seen;
        }
        Some(entry.verdict)
    }

    fn keep(&mut self, key: (Coord, u64), verdict: Verdict) {
        if *self.stored == MAX_STORED {
            self.judged.clear();
            *self.stored = 0;
        }
        let seen = &self.seen[self.seen.len() - 1];
        let rows = (0..).zip(seen.iter().zip(&self.put));
        let rows = rows.filter(|(_, (seen, _))| **seen != 0);
        let rows = rows.map(|(y, (&seen, &put))| (y, seen, seen & put)).collect();
        let ring = self.judged.entry(key).or_default();
        if ring.len() == RING {
            ring.remove(0);
        } else {
            *self.stored += 1;
        }
        ring.push(Judged { rows, verdict });
    }
}

/// The points near an empty one on which it depends what a stone there makes: in each direction the
/// row that it joins, two empty points and what else these join, and one point behind. A foreign
/// stone or the edge ends the line.
fn looked_at((x, y): Coord, near: [u16; 4], empty: [u16; 4]) -> Points {
    let mut points = [0; 64];
    points[y as usize] |= 1 << x;
    for ((own, empty), (dx, dy)) in near.into_iter().zip(empty).zip(DIRECTIONS) {
        for side in [-1, 1] {
            let mut gaps = 0;
            for step in 1..=REACH {
                let bit = 1 << (REACH + side * step);
                if (own | empty) & bit == 0 {
                    break;
                }
                points[(y + side * step * dy) as usize] |= 1 << (x + side * step * dx);
                if gaps == 2 {
                    break;
                }
                gaps += i32::from(empty & bit != 0);
            }
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::super::fouls::{FoulName, FoulSet, Judging, Restricted};
    use super::super::lines::Lines64;
    use super::*;
    use crate::board::{Colour, Grid, Size};
    use crate::stones::{Foul, Fouls};
    use crate::stream::Stream;

    fn laws() -> Vec<(FoulLaw, Five)> {
        use FoulName::{DoubleFour, DoubleThree, FourThreeThree, Overline};
        let law = |names: &[FoulName], three| FoulLaw {
            fouls: FoulSet::new(names),
            restricted: Restricted::Both,
            foul: Foul::Illegal,
            three,
        };
        vec![
            (law(&FoulSet::NAMES, Judging::Full), Five::Exact),
            (law(&FoulSet::NAMES, Judging::NoFiveClause), Five::OrMore),
            (law(&[DoubleThree, FourThreeThree, Overline], Judging::Full), Five::Exact),
            (law(&[DoubleThree, FourThreeThree], Judging::NoFiveClause), Five::OrMore),
            (law(&[DoubleThree, DoubleFour], Judging::Full), Five::OrMore),
        ]
    }

    /// Rows 2 and 3 of every 6 filled.
    fn lattice(side: u8) -> Grid {
        let size = Size::square(side);
        let mut grid = Grid::new(size);
        for point in size.iter().filter(|&point| matches!(size.xy(point).1 % 6, 2 | 3)) {
            grid.put(Colour::Black, point);
        }
        grid
    }

    /// Every empty point of a board, plainly and with memory; gives the most that was judged for one
    /// point with it.
    fn compare(grid: &Grid) -> u64 {
        let mut max = 0;
        for (law, five) in laws() {
            let mut lines = Lines64::of(grid);
            let mut known = Known::default();
            for point in grid.size().iter().filter(|&point| grid.is_empty(point)) {
                let coord = grid.size().xy(point);
                let view = &mut lines.for_colour(Colour::Black);
                let plain = law.plain_verdict(view, coord, five);
                let before = interrupt::steps();
                assert_eq!(judge(&law, view, coord, five, &mut known), plain, "{law:?} {point:?}");
                max = max.max(interrupt::steps() - before);
                let alone = &mut Known::default();
                assert_eq!(judge(&law, view, coord, five, alone), plain, "{law:?} {point:?}");
            }
        }
        max
    }

    #[test]
    fn memory_changes_no_judgement_on_lattices() {
        for side in [12, 15, 17] {
            compare(&lattice(side));
        }
    }

    #[test]
    fn memory_changes_no_judgement_on_random_lattices() {
        let mut stream = Stream::new(3);
        for _ in 0..60 {
            let size = Size::square(9 + stream.below(5) as u8);
            let (columns, rows) = (1 + stream.below(6) as i32, 1 + stream.below(6) as i32);
            let period = 4 + stream.below(5) as i32;
            let filled: Vec<bool> = (0..period).map(|_| stream.below(5) < 2).collect();
            let mut grid = Grid::new(size);
            for point in size.iter() {
                let (x, y) = size.xy(point);
                if stream.below(25) == 0 {
                    grid.put(Colour::White, point);
                } else if filled[((columns * x + rows * y) % period) as usize]
                    && stream.below(20) > 0
                {
                    grid.put(Colour::Black, point);
                }
            }
            compare(&grid);
        }
    }

    #[test]
    fn a_judgement_from_memory_has_looked_where_the_first_one_looked() {
        let grid = lattice(15);
        let (law, five) = (&laws()[0].0, Five::Exact);
        let mut lines = Lines64::of(&grid);
        let mut known = Known::default();
        let (judged, stored) = (known.judged.get_or_insert_default(), &mut known.stored);
        let view = &mut lines.for_colour(Colour::Black);
        let mut judge = Deep { law, view, five, judged, stored, put: [0; 64], seen: vec![[0; 64]] };
        let mut seen = || {
            judge.seen = vec![[0; 64]];
            judge.judge((7, 4));
            judge.seen[0]
        };
        let first = seen();
        assert!(first.iter().map(|row| row.count_ones()).sum::<u32>() > 40, "beyond its own lines");
        assert_eq!(seen(), first);
    }

    /// Without memory a point of the second takes 60 times as much as the worst of the first.
    #[test]
    fn the_work_does_not_double_every_two_rows() {
        let max = |side| {
            let (grid, (law, five)) = (lattice(side), laws()[0]);
            let (mut lines, mut known) = (Lines64::of(&grid), Known::default());
            let before = interrupt::steps();
            for point in grid.size().iter().filter(|&point| grid.is_empty(point)) {
                let view = &mut lines.for_colour(Colour::Black);
                judge(&law, view, grid.size().xy(point), five, &mut known);
            }
            interrupt::steps() - before
        };
        let (small, large) = (max(19), max(31));
        assert!(large < 12 * small, "{small} and {large}");
    }

    #[test]
    fn a_budget_stops_the_work_and_is_gone_afterwards() {
        let (grid, (law, five)) = (lattice(31), laws()[0]);
        let fouls = || {
            let mut fouls = Vec::new();
            law.each(&grid, Colour::Black, five, |point, kind| fouls.push((point, kind)));
            fouls
        };
        assert_eq!(interrupt::interruptible(|_| false, fouls), None);
        assert_eq!(interrupt::interruptible(|_| true, fouls), Some(fouls()));
    }
}
