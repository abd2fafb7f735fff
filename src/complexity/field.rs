//! Rows on a board of bits: where a stone wins, how stones can have come there.
//!
//! A point is bit `y * (columns + 1) + x`. The bit behind each row of the board is never set, so that
//! no row runs on at the other edge.

use super::RowRules;
use super::bits::Bits;

/// How many sets of stones [`Field::reachable`] looks at before it gives up.
const MAX_TRIED: usize = 20_000;

/// The board of some rules.
pub struct Field<const W: usize> {
    /// All points.
    pub all: Bits<W>,
    /// The centre, if the first stone must lie there.
    pub centre: Option<usize>,
    /// Steps of a line: across, up, falling, rising.
    steps: [usize; 4],
    exact: [bool; 2],
}

impl<const W: usize> Field<W> {
    /// The board of these rules.
    pub fn new(rows: &RowRules) -> Self {
        let wide = rows.columns + 1;
        let mut all = Bits::NONE;
        for y in 0..rows.rows {
            for x in 0..rows.columns {
                all.set(y * wide + x);
            }
        }
        let centre = rows.centre().map(|at| at / rows.columns * wide + at % rows.columns);
        Self { all, centre, steps: [1, wide, wide - 1, wide + 1], exact: rows.exact }
    }

    /// Does a row of more than five of the colour not win?
    #[inline]
    pub fn is_exact(&self, colour: usize) -> bool {
        self.exact[colour]
    }

    /// The points on which a stone would make a winning row beside these of its colour (G3).
    pub fn wins(&self, stones: Bits<W>, colour: usize) -> Bits<W> {
        let mut winning = Bits::NONE;
        for step in self.steps {
            // before[i]: at least i stones lie directly below the point; after: above it.
            let mut before = [!Bits::NONE; 6];
            let mut after = before;
            for i in 1..6 {
                before[i] = (stones & before[i - 1]).up(step);
                after[i] = (stones & after[i - 1]).down(step);
            }
            for i in 0..5 {
                let five = before[i] & after[4 - i];
                winning |=
                    if self.exact[colour] { five & !before[i + 1] & !after[5 - i] } else { five };
            }
        }
        winning
    }

    /// How many stones lie in an unbroken row from the point, itself not counted: below, above.
    #[inline]
    fn reach(stones: &Bits<W>, at: usize, step: usize) -> (usize, usize) {
        let (mut below, mut above) = (0, 0);
        while stones.has(at.wrapping_sub((below + 1) * step)) {
            below += 1;
        }
        while stones.has(at + (above + 1) * step) {
            above += 1;
        }
        (below, above)
    }

    /// Is there a winning row through this stone?
    #[inline]
    pub fn row_through(&self, stones: &Bits<W>, at: usize, colour: usize) -> bool {
        self.steps.into_iter().any(|step| {
            let (below, above) = Self::reach(stones, at, step);
            let long = below + 1 + above;
            if self.exact[colour] { long == 5 } else { long >= 5 }
        })
    }

    /// Does a winning row end directly beside this point, on which no stone of the colour lies?
    /// Where more than five do not win, taking a stone away can leave one.
    #[inline]
    pub fn row_beside(&self, stones: &Bits<W>, at: usize, colour: usize) -> bool {
        self.exact[colour]
            && self.steps.into_iter().any(|step| {
                let (below, above) = Self::reach(stones, at, step);
                below == 5 || above == 5
            })
    }

    /// The stones that lie in rows of more than five.
    pub fn overlines(&self, stones: Bits<W>) -> Bits<W> {
        let mut long_rows = Bits::NONE;
        for step in self.steps {
            let mut row = stones;
            for _ in 0..5 {
                row = row.up(step) & stones;
            }
            for _ in 0..5 {
                row |= row.down(step);
            }
            long_rows |= row;
        }
        long_rows
    }

    /// Has every row of more than five a stone that lies in no other one, with four at most to each
    /// side? Then the rows can be broken one by one, in any order. Nearly all boards are so.
    fn falls_apart(&self, stones: Bits<W>) -> bool {
        let (mut rows, mut inner) = ([Bits::NONE; 4], [Bits::NONE; 4]);
        for (i, step) in self.steps.into_iter().enumerate() {
            let (mut below, mut above) = (stones, stones);
            for _ in 0..5 {
                below = below.up(step) & stones;
                above = above.down(step) & stones;
            }
            rows[i] = below;
            for _ in 0..5 {
                rows[i] |= rows[i].down(step);
            }
            inner[i] = rows[i] & !below & !above;
        }
        (0..4).filter(|&i| !rows[i].is_empty()).all(|i| {
            let others = (0..4).filter(|&j| j != i);
            let others = others.fold(Bits::NONE, |sum, j| sum | rows[j]);
            let mut covered = inner[i] & !others;
            for _ in 0..4 {
                covered |= (covered.up(self.steps[i]) | covered.down(self.steps[i])) & rows[i];
            }
            (rows[i] & !covered).is_empty()
        })
    }

    /// Can these stones of one colour have been put one by one without a winning row on the way?
    /// There is none now.
    pub fn reachable(&self, stones: Bits<W>, colour: usize) -> bool {
        !self.exact[colour] || self.taken_apart(stones, colour, &mut 0)
    }

    fn taken_apart(&self, stones: Bits<W>, colour: usize, tried: &mut usize) -> bool {
        if self.falls_apart(stones) {
            return true;
        }
        // Stones outside of overlines matter to none of them.
        let overlines = self.overlines(stones);
        if overlines.is_empty() {
            return true;
        }
        *tried += 1;
        for at in overlines.iter() {
            let mut rest = stones;
            rest.clear(at);
            if Some(at) != self.centre
                && !self.row_beside(&rest, at, colour)
                && self.taken_apart(rest, colour, tried)
            {
                return true;
            }
            if *tried > MAX_TRIED {
                break;
            }
        }
        false
    }

    /// How many of these stones can have been the last one. There is no winning row.
    pub fn last_stones(&self, stones: Bits<W>, colour: usize) -> usize {
        let fixed = self.centre.is_some_and(|at| stones.has(at)) && colour == 0;
        let mut count = stones.count() - usize::from(fixed);
        if self.exact[colour] {
            // A stone outside of overlines can have come last if the rest can have come at all.
            for at in self.overlines(stones).iter().filter(|&at| Some(at) != self.centre) {
                let mut rest = stones;
                rest.clear(at);
                if self.row_beside(&rest, at, colour) || !self.reachable(rest, colour) {
                    count -= 1;
                }
            }
        }
        count
    }

    /// How many of these stones can have been the last one, after a stone at `at` won.
    pub fn last_winners(&self, stones: &Bits<W>, at: usize, colour: usize) -> usize {
        let exact = self.exact[colour];
        let mut winning = None;
        for step in self.steps {
            let (below, above) = Self::reach(stones, at, step);
            let long = below + 1 + above;
            if long == 5 || long > 5 && !exact {
                if winning.is_some() {
                    return 1; // Only the new stone lies in both rows.
                }
                winning = Some((step, below, long));
            }
        }
        let Some((step, below, long)) = winning else { return 0 };
        let first = at - below * step;
        let shared = long.saturating_sub(5)..5.min(long);
        let possible = |other: usize| {
            if other == at {
                return true;
            }
            if Some(other) == self.centre {
                return false;
            }
            let mut rest = *stones;
            rest.clear(other);
            !exact || !self.row_beside(&rest, other, colour) && self.reachable(rest, colour)
        };
        shared.filter(|i| possible(first + i * step)).count()
    }

    /// Can the rows through or beside a point have grown without a winning row on the way, if each
    /// stone was put at its time? For rows of exactly five.
    pub fn in_order(&self, stones: &Bits<W>, at: usize, times: &[u16]) -> bool {
        self.steps.into_iter().all(|step| {
            let (below, above) = Self::reach(stones, at, step);
            if stones.has(at) {
                Self::row_in_order(at - below * step, step, below + 1 + above, times)
            } else {
                Self::row_in_order(at.wrapping_sub(below * step), step, below, times)
                    && Self::row_in_order(at + step, step, above, times)
            }
        })
    }

    /// The same for a row of `long` stones: at no time were five of it alone.
    fn row_in_order(first: usize, step: usize, long: usize, times: &[u16]) -> bool {
        let time = |i: usize| times[first + i * step];
        (0..(long + 1).saturating_sub(5)).all(|i| {
            let complete = (i..i + 5).map(time).max();
            let before = |j: usize| Some(time(j)) < complete;
            i > 0 && before(i - 1) || i + 5 < long && before(i + 5)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::stream::Stream;

    const SIDE: usize = 7;

    fn field(exact: bool) -> Field<1> {
        let rows = RowRules { columns: SIDE, rows: SIDE, exact: [exact; 2], centred: false };
        Field::new(&rows)
    }

    /// Is there a winning row? Looked for line by line.
    fn has_row(stones: Bits<1>, exact: bool) -> bool {
        let at = |x: i32, y: i32| {
            (0..SIDE as i32).contains(&x)
                && (0..SIDE as i32).contains(&y)
                && stones.has(y as usize * (SIDE + 1) + x as usize)
        };
        let places = (0..SIDE as i32).flat_map(|y| (0..SIDE as i32).map(move |x| (x, y)));
        let lines =
            places.flat_map(|from| [(1, 0), (0, 1), (1, 1), (1, -1)].map(|step| (from, step)));
        lines.into_iter().any(|((x, y), (dx, dy))| {
            let long = (0..SIDE as i32).take_while(|i| at(x + i * dx, y + i * dy)).count();
            !at(x - dx, y - dy) && if exact { long == 5 } else { long >= 5 }
        })
    }

    /// Can the stones have come one by one? All orders are tried.
    fn naive(stones: Bits<1>, known: &mut HashMap<Bits<1>, bool>) -> bool {
        if stones.is_empty() {
            return true;
        }
        if let Some(&possible) = known.get(&stones) {
            return possible;
        }
        let possible = stones.iter().any(|at| {
            let mut rest = stones;
            rest.clear(at);
            !has_row(rest, true) && naive(rest, known)
        });
        known.insert(stones, possible);
        possible
    }

    /// Random sets of stones with long rows among them.
    fn samples(count: usize) -> Vec<Bits<1>> {
        let (mut stream, all) = (Stream::new(5), field(true).all);
        let points: Vec<_> = all.iter().collect();
        (0..count)
            .map(|_| {
                let mut stones = Bits::NONE;
                for &at in &points {
                    if stream.below(16) < 9 {
                        stones.set(at);
                    }
                }
                let from = points[stream.below(points.len())];
                let step = [1, SIDE + 1, SIDE + 2, SIDE][stream.below(4)];
                (0..7)
                    .map(|i| from + i * step)
                    .filter(|&at| all.has(at))
                    .for_each(|at| stones.set(at));
                stones
            })
            .collect()
    }

    #[test]
    fn wins_are_those_of_a_search_line_by_line() {
        for exact in [false, true] {
            let field = field(exact);
            for stones in samples(300).into_iter().filter(|&stones| !has_row(stones, exact)) {
                let wins = field.wins(stones, 0);
                for at in field.all.iter().filter(|&at| !stones.has(at)) {
                    let mut with = stones;
                    with.set(at);
                    assert_eq!(wins.has(at), has_row(with, exact));
                    assert_eq!(wins.has(at), field.row_through(&with, at, 0));
                }
            }
        }
    }

    #[test]
    fn last_stones_are_those_of_all_orders() {
        let (field, mut known) = (field(true), HashMap::new());
        let mut overlines = 0;
        for stones in samples(2000).into_iter().filter(|&stones| !has_row(stones, true)) {
            overlines += usize::from(!field.overlines(stones).is_empty());
            assert_eq!(field.reachable(stones, 0), naive(stones, &mut known));
            let mut last = 0;
            for at in stones.iter() {
                let mut rest = stones;
                rest.clear(at);
                last += usize::from(!has_row(rest, true) && naive(rest, &mut known));
            }
            assert_eq!(field.last_stones(stones, 0), last);
        }
        assert!(overlines > 50);
    }

    #[test]
    fn last_winners_are_those_of_all_orders() {
        for exact in [false, true] {
            let (field, mut known, mut tried) = (field(exact), HashMap::new(), 0);
            for stones in samples(600).into_iter().filter(|&stones| !has_row(stones, exact)) {
                let mut reachable =
                    |stones| !has_row(stones, exact) && (!exact || naive(stones, &mut known));
                if !reachable(stones) {
                    continue;
                }
                for at in field.wins(stones, 0).iter().filter(|&at| field.all.has(at)) {
                    if stones.has(at) {
                        continue;
                    }
                    let mut with = stones;
                    with.set(at);
                    let last = with.iter().filter(|&other| {
                        let mut rest = with;
                        rest.clear(other);
                        reachable(rest)
                    });
                    assert_eq!(field.last_winners(&with, at, 0), last.count());
                    tried += 1;
                }
            }
            assert!(tried > 100);
        }
    }

    #[test]
    fn a_row_in_order_never_was_five() {
        let (field, mut stream) = (field(true), Stream::new(1));
        for long in 5..=7 {
            for _ in 0..300 {
                let (mut order, mut times) = (Vec::new(), [0; 64]);
                let mut left: Vec<_> = (0..long).collect();
                while !left.is_empty() {
                    order.push(left.swap_remove(stream.below(left.len())));
                }
                let (mut stones, mut fine) = (Bits::NONE, true);
                for (time, &at) in order.iter().enumerate() {
                    stones.set(at);
                    times[at] = time as u16;
                    fine &= !has_row(stones, true);
                }
                assert_eq!(field.in_order(&stones, stream.below(long), &times), fine);
            }
        }
    }
}
