//! Positions and games of five in a row on boards of at most 30 points, counted exactly by inclusion
//! and exclusion over fives.
//!
//! On such a board a line has five or six points. That a line holds no winning row of a colour is a
//! sum over sets of its points that all hold stones of the colour, each with a sign: 1 - `[five]`, and
//! in a line of six 1 - `[first five]` - `[last five]` + `[six]`, with 2 `[six]` where a six does not
//! win. The product over all lines is again such a sum; the stones outside of its sets are free.

use std::collections::HashMap;

use super::RowRules;

/// The largest board that is counted.
pub const MAX_POINTS: usize = 30;

/// How much more a game weighs in [`Counts::orders`] than it is.
pub const ORDER_UNIT: i64 = 243;

/// Counts by the number of stones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Positions without a winning row.
    pub open: Vec<i64>,
    /// Positions with a winning row, made by the last stone.
    pub won: Vec<i64>,
    /// Positions without a winning row, times the share of the orders of their stones without a
    /// winning row on the way, times [`ORDER_UNIT`].
    pub orders: Vec<i64>,
}

/// A sum over sets of points that all hold stones of one colour: the set, its factor.
type Terms = Vec<(u32, i64)>;

/// Points of a line, from end to end.
struct Line {
    points: u32,
    /// Its windows of five.
    fives: Vec<u32>,
    ends: u32,
}

/// What is asked of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ask {
    /// No winning row.
    None,
    /// No winning row, each board weighed by the share of orders in which there was none;
    /// three times that in a line of six, if a six does not win.
    Orders,
    /// A winning row.
    Row,
    /// No winning row without the stone on a point that lies on the line, whether or not with it.
    Without(u32),
    /// No winning row, with the stone and without it.
    Neither(u32),
}

impl Line {
    /// The terms of a condition, for the colour's rule.
    fn terms(&self, ask: Ask, exact: bool) -> Terms {
        let six = self.points;
        let windows = |factor: i64| self.fives.iter().map(move |&five| (five, factor));
        let long = self.fives.len() == 2;
        let mut terms: Terms = Vec::new();
        match ask {
            // The last of six stones must be one of the inner four.
            Ask::Orders if exact && long => {
                terms.push((0, 3));
                terms.extend(windows(-3));
                terms.push((six, 5));
            }
            Ask::None | Ask::Orders => {
                terms.push((0, 1));
                terms.extend(windows(-1));
                if long {
                    terms.push((six, 1 + i64::from(exact)));
                }
            }
            Ask::Row => {
                terms.extend(windows(1));
                if long {
                    terms.push((six, -1 - i64::from(exact)));
                }
            }
            Ask::Without(point) => {
                terms.push((0, 1));
                terms.extend(
                    self.fives.iter().filter(|&five| five & point == 0).map(|&five| (five, -1)),
                );
            }
            Ask::Neither(point) => {
                terms = self.terms(Ask::None, exact);
                if exact && long && self.ends & point != 0 {
                    terms.push((six, -1));
                }
            }
        }
        terms
    }
}

/// Counts all boards of these rules, at most [`MAX_POINTS`] points.
pub fn counts(rows: &RowRules) -> Counts {
    Counting::new(rows).all()
}

struct Counting {
    points: usize,
    exact: [bool; 2],
    centre: u32,
    lines: Vec<Line>,
    /// Ways to choose k of n.
    choose: [[i128; MAX_POINTS + 1]; MAX_POINTS + 1],
    /// Turns and reflections of the board, each as the image of every point.
    images: Vec<Vec<usize>>,
}

impl Counting {
    fn new(rows: &RowRules) -> Self {
        let (wide, high) = (rows.columns as i32, rows.rows as i32);
        let inside = |x: i32, y: i32| (0..wide).contains(&x) && (0..high).contains(&y);
        let mut lines = Vec::new();
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for (x, y) in (0..high).flat_map(|y| (0..wide).map(move |x| (x, y))) {
                if inside(x - dx, y - dy) {
                    continue;
                }
                let along = (0..).map(|i| (x + i * dx, y + i * dy));
                let bits: Vec<u32> = along
                    .take_while(|&(x, y)| inside(x, y))
                    .map(|(x, y)| 1 << (y * wide + x))
                    .collect();
                if bits.len() >= 5 {
                    lines.push(Line {
                        points: bits.iter().sum(),
                        fives: bits.windows(5).map(|five| five.iter().sum()).collect(),
                        ends: bits[0] | bits[bits.len() - 1],
                    });
                }
            }
        }
        let mut choose = [[0i128; MAX_POINTS + 1]; MAX_POINTS + 1];
        for n in 0..=MAX_POINTS {
            choose[n][0] = 1;
            for k in 1..=n {
                choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            }
        }
        let at = |x: i32, y: i32| (y * wide + x) as usize;
        let points = rows.points();
        let mut images: Vec<Vec<usize>> = Vec::new();
        for turn in 0..if wide == high { 8 } else { 4 } {
            let image = |p: usize| {
                let (mut x, mut y) = (p as i32 % wide, p as i32 / wide);
                if turn & 1 == 1 {
                    x = wide - 1 - x;
                }
                if turn & 2 == 2 {
                    y = high - 1 - y;
                }
                if turn & 4 == 4 { at(y, x) } else { at(x, y) }
            };
            images.push((0..points).map(image).collect());
        }
        let centre = rows.centre().map_or(0, |at| 1 << at);
        Self { points, exact: rows.exact, centre, lines, choose, images }
    }

    fn all(&self) -> Counts {
        let points = self.points;
        let table = |ask: Ask| {
            let own = self.product(vec![(self.fixed(0), 1)], |_| ask, 0, 0);
            self.table(&own, ask, 0)
        };
        let (open, orders) = (table(Ask::None), table(Ask::Orders));
        // Both colours are alike unless a first stone is fixed or their rows differ.
        let alike = self.centre == 0 && self.exact[0] == self.exact[1];
        let black = self.won(0);
        let white = if alike { None } else { Some(self.won(1)) };
        let white = white.as_ref().unwrap_or(&black);
        let sixes = self.lines.iter().filter(|line| line.fives.len() == 2).count() as u32;
        let unit = 3i128.pow(sixes * self.exact.iter().map(|&exact| u32::from(exact)).sum::<u32>());
        let mut counts = Counts::default();
        for stones in 0..=points {
            // Black moves first: White has as many stones or one fewer.
            let (first, second) = (stones.div_ceil(2), stones / 2);
            if stones == 0 {
                // Here the centre is empty yet.
                counts.open.push(1);
                counts.orders.push(ORDER_UNIT);
                counts.won.push(0);
                continue;
            }
            counts.open.push(open[first][second] as i64);
            counts.orders.push((orders[first][second] * i128::from(ORDER_UNIT) / unit) as i64);
            let won = if stones % 2 == 1 { black[first][second] } else { white[second][first] };
            counts.won.push(won as i64);
        }
        counts
    }

    /// The points that must hold stones of a colour.
    fn fixed(&self, colour: usize) -> u32 {
        if colour == 0 { self.centre } else { 0 }
    }

    /// The product of terms with those of every line, as far as they keep off `taken`.
    fn product(
        &self,
        mut terms: Terms,
        ask: impl Fn(&Line) -> Ask,
        colour: usize,
        taken: u32,
    ) -> Terms {
        for line in &self.lines {
            let factors = line.terms(ask(line), self.exact[colour]);
            terms = times(&terms, &factors, taken);
        }
        terms
    }

    /// Boards by the stones of the colour and of the other one, if the colour's terms are these and
    /// the other has no winning row.
    fn table(&self, own: &Terms, ask: Ask, colour: usize) -> Table {
        let other = 1 - colour;
        let factors: Vec<u32> = self
            .lines
            .iter()
            .flat_map(|line| line.terms(ask, self.exact[other]))
            .map(|term| term.0)
            .collect();
        // How the other's terms depend on the points taken: by which of them are left.
        let mut known: HashMap<u64, usize> = HashMap::new();
        // By that, by the points of the own terms and by those of the other's: the sum of factors.
        let mut sums: Vec<(Vec<i128>, Vec<i64>)> = Vec::new();
        for &(taken, factor) in own {
            if taken & self.fixed(other) != 0 {
                continue;
            }
            let left = (0u32..).zip(&factors).filter(|(_, set)| **set & taken == 0);
            let key = left.fold(0u64, |key, (i, _)| key | 1 << i);
            let index = *known.entry(key).or_insert_with(|| {
                let terms = self.product(vec![(self.fixed(other), 1)], |_| ask, other, taken);
                let mut by_size = vec![0; self.points + 1];
                for (set, factor) in terms {
                    by_size[set.count_ones() as usize] += factor;
                }
                sums.push((vec![0; self.points + 1], by_size));
                sums.len() - 1
            });
            sums[index].0[taken.count_ones() as usize] += i128::from(factor);
        }
        let mut pairs = vec![vec![0i128; self.points + 1]; self.points + 1];
        for (own, other) in &sums {
            for (u, &left) in own.iter().enumerate().filter(|(_, sum)| **sum != 0) {
                for (v, &right) in other.iter().enumerate() {
                    pairs[u][v] += left * i128::from(right);
                }
            }
        }
        self.spread(&pairs)
    }

    /// From sums by the sizes of both sets to boards by the stones of both colours.
    fn spread(&self, pairs: &Table) -> Table {
        let points = self.points;
        let mut table = vec![vec![0; points + 1]; points + 1];
        for (own, row) in table.iter_mut().enumerate() {
            for (other, cell) in row.iter_mut().enumerate().take(points - own + 1) {
                for (u, sums) in pairs.iter().enumerate().take(own + 1) {
                    for (v, &sum) in sums.iter().enumerate().take(other + 1) {
                        if sum != 0 && u + v <= points && own + v <= points {
                            *cell += sum
                                * self.choose[points - u - v][own - u]
                                * self.choose[points - own - v][other - v];
                        }
                    }
                }
            }
        }
        table
    }

    /// Boards on which the colour, which moved last, has a winning row through its last stone.
    fn won(&self, colour: usize) -> Table {
        let exact = self.exact[colour];
        let fixed = self.fixed(colour);
        let mut terms: Terms = Vec::new();
        // One line holds a winning row: any stone of it, but the first one, may have come last.
        for (set, weight) in self.orbits(self.lines.iter().map(|line| line.points)) {
            let ask = |line: &Line| if line.points == set { Ask::Row } else { Ask::None };
            let product = self.product(vec![(fixed, 1)], ask, colour, 0);
            terms.extend(product.into_iter().map(|(set, factor)| (set, factor * weight)));
        }
        // Several lines do: the last stone lies where they cross.
        for (point, weight) in self.orbits((0..self.points).map(|at| 1 << at)) {
            if point == fixed {
                continue;
            }
            let (through, past): (Vec<&Line>, Vec<&Line>) =
                self.lines.iter().partition(|line| line.points & point != 0);
            let with = |ask: &dyn Fn(&Line) -> Terms| {
                let start: Terms = vec![(point | fixed, weight)];
                through.iter().fold(start, |terms, line| times(&terms, &ask(line), 0))
            };
            let rows = |line: &Line| line.terms(Ask::Without(point), exact);
            let none = |line: &Line| line.terms(Ask::Neither(point), exact);
            let minus = |terms: Terms| terms.into_iter().map(|(set, factor)| (set, -factor));
            let mut here = with(&rows);
            here.extend(minus(with(&none)));
            for one in &through {
                let single = |line: &Line| {
                    if line.points != one.points {
                        return none(line);
                    }
                    let mut terms = rows(line);
                    terms.extend(minus(none(line)));
                    terms
                };
                here.extend(minus(with(&single)));
            }
            for line in past {
                here = times(&merged(here), &line.terms(Ask::None, exact), 0);
            }
            terms.extend(here);
        }
        self.table(&merged(terms), Ask::None, colour)
    }

    /// Sets of points, of those that are alike by symmetry one, with their number.
    fn orbits(&self, sets: impl Iterator<Item = u32>) -> Vec<(u32, i64)> {
        let image = |set: u32, image: &[usize]| {
            (0..self.points).filter(|at| set >> at & 1 == 1).map(|at| 1 << image[at]).sum::<u32>()
        };
        let mut counts: HashMap<u32, i64> = HashMap::new();
        for set in sets {
            let min = self.images.iter().map(|to| image(set, to)).min().unwrap_or(set);
            *counts.entry(min).or_default() += 1;
        }
        let mut list: Vec<_> = counts.into_iter().collect();
        list.sort_unstable();
        list
    }
}

/// Boards by the stones of two colours.
type Table = Vec<Vec<i128>>;

/// The product of two sums, as far as its sets keep off `taken`.
fn times(left: &Terms, right: &Terms, taken: u32) -> Terms {
    let right: Vec<_> = right.iter().filter(|term| term.0 & taken == 0).collect();
    let mut terms = Vec::with_capacity(left.len() * right.len());
    for &(set, factor) in left {
        terms.extend(right.iter().map(|(other, by)| (set | other, factor * by)));
    }
    merged(terms)
}

/// The same sum with each set once.
fn merged(mut terms: Terms) -> Terms {
    terms.sort_unstable_by_key(|term| term.0);
    terms.dedup_by(|next, last| {
        let same = next.0 == last.0;
        if same {
            last.1 += next.1;
        }
        same
    });
    terms.retain(|term| term.1 != 0);
    terms
}
