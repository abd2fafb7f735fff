//! Sets of points of a board, and the rows in them.

use std::iter::successors;

use super::Fault;

/// A board of 26 rows, each of which takes one bit more than it has points: it stays 0, so that a shift
/// along a line never runs from one edge to the other.
const WORDS: usize = 11;

/// A set of points.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub(super) struct Set([u64; WORDS]);

/// The stones of the attacker and of the defender.
pub(super) type Sides = [Set; 2];

// As numbers: the word of the last points counts most.
impl Ord for Set {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}
impl PartialOrd for Set {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Set {
    fn zip(self, other: Self, of: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|at| of(self.0[at], other.0[at])))
    }
    pub fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    pub fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    pub fn but(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
    pub fn is_empty(self) -> bool {
        self.0 == [0; WORDS]
    }
    pub fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
    fn of(number: usize) -> Self {
        let mut set = Self::default();
        set.0[number / 64] = 1 << (number % 64);
        set
    }
    /// Towards the first points.
    fn down(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let word = |at: usize| u128::from(self.0.get(at).copied().unwrap_or(0));
        Self(std::array::from_fn(|at| {
            ((word(at + words) | word(at + words + 1) << 64) >> bits) as u64
        }))
    }
    /// Towards the last points.
    fn up(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let word = |at: Option<usize>| u128::from(at.map_or(0, |at| self.0[at]));
        Self(std::array::from_fn(|at| {
            let pair = word(at.checked_sub(words)) << 64 | word(at.checked_sub(words + 1));
            ((pair << bits) >> 64) as u64
        }))
    }
    /// The numbers of the points, ascending.
    fn numbers(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(word, bits)| {
            let rests = successors(Some(bits), |rest| Some(rest & rest.wrapping_sub(1)));
            let rests = rests.take_while(|&rest| rest != 0);
            rests.map(move |rest| word * 64 + rest.trailing_zeros() as usize)
        })
    }
    /// A set for each point, ascending.
    pub fn points(self) -> impl Iterator<Item = Self> {
        self.numbers().map(Self::of)
    }
}

impl FromIterator<Set> for Set {
    fn from_iter<I: IntoIterator<Item = Self>>(sets: I) -> Self {
        sets.into_iter().fold(Self::default(), Self::or)
    }
}

/// Motions of the plane as (xx, xy, yx, yy): (x, y) goes to (xx x + xy y, yx x + yy y).
pub(super) const MOTIONS: [[i64; 4]; 8] = [
    [1, 0, 0, 1],
    [0, -1, 1, 0],
    [-1, 0, 0, -1],
    [0, 1, -1, 0],
    [-1, 0, 0, 1],
    [0, 1, 1, 0],
    [1, 0, 0, -1],
    [0, -1, -1, 0],
];

/// A square board.
pub(super) struct Board {
    pub size: usize,
    pub row: usize,
    /// Every point.
    pub all: Set,
    /// An empty text names no points, not none.
    is_strict: bool,
    /// For each motion the image of each point.
    motions: [Vec<usize>; 8],
}

impl Board {
    pub fn new(size: usize, row: usize, is_strict: bool) -> Self {
        let last = size as i64 - 1;
        let motions = MOTIONS.map(|[xx, xy, yx, yy]| {
            let image = |number: usize| {
                let (x, y) = ((number % (size + 1)) as i64, (number / (size + 1)) as i64);
                let shift = |sum: i64| if sum < 0 { last } else { 0 };
                let (x, y) = (xx * x + xy * y + shift(xx + xy), yx * x + yy * y + shift(yx + yy));
                (y * (last + 2) + x).max(0) as usize
            };
            (0..size * (size + 1)).map(image).collect()
        });
        let mut board = Self { size, row, all: Set::default(), is_strict, motions };
        board.all = (0..size * size).filter_map(|at| board.point((at % size, at / size))).collect();
        board
    }

    /// The set of a column and row of the board.
    pub fn point<T: TryInto<usize>>(&self, (x, y): (T, T)) -> Option<Set> {
        let on_board = |at: T| at.try_into().ok().filter(|&at| at < self.size);
        Some(Set::of(on_board(y)? * (self.size + 1) + on_board(x)?))
    }

    /// Reads points, two letters each, a set for each.
    pub fn read(&self, text: &str) -> Result<Vec<Set>, Fault> {
        if text == "-" {
            return Ok(Vec::new());
        }
        let (mut points, mut letters) = (Vec::new(), text.chars());
        while let Some(column) = letters.next() {
            let row = letters.next();
            let at = |letter: char| u32::from(letter).wrapping_sub(u32::from('a'));
            match row.and_then(|row| self.point((at(column), at(row)))) {
                Some(point) => points.push(point),
                None => {
                    let name: String = [column].into_iter().chain(row).collect();
                    return Fault::new(format!("'{name}' is no point"));
                }
            }
        }
        if points.is_empty() && self.is_strict {
            return Fault::new("'' is no list of points");
        }
        Ok(points)
    }

    /// Reads points, each named once.
    pub fn set_of(&self, text: &str) -> Result<Set, Fault> {
        let points = self.read(text)?;
        let set: Set = points.iter().copied().collect();
        if set.len() < points.len() {
            return Fault::new(format!("a point is named twice in {text}"));
        }
        Ok(set)
    }

    fn letters(&self, set: Set) -> impl Iterator<Item = (char, usize)> {
        let stride = self.size + 1;
        set.numbers().map(move |at| (char::from(b'a' + (at % stride) as u8), at / stride))
    }

    /// Points as files name them.
    pub fn write(&self, set: Set) -> String {
        let text: String = self
            .letters(set)
            .flat_map(|(column, row)| [column, char::from(b'a' + row as u8)])
            .collect();
        if text.is_empty() { "-".into() } else { text }
    }

    pub fn write_sides(&self, sides: Sides) -> String {
        sides.map(|side| self.write(side)).join(" ")
    }

    /// Points as players name them.
    pub fn names(&self, set: Set) -> String {
        let names = self.letters(set).map(|(column, row)| format!("{column}{}", row + 1));
        names.collect::<Vec<_>>().join(" ")
    }

    /// From one point of a line to the next.
    fn steps(&self) -> [usize; 4] {
        [1, self.size, self.size + 1, self.size + 2]
    }

    /// The points of the windows of a full row that lie within `free` and hold at least `min` of `own`,
    /// and one of `holding` if there is such a set.
    pub fn windows(&self, own: Set, free: Set, min: usize, holding: Option<Set>) -> Set {
        let mut points = Set::default();
        for step in self.steps() {
            let mut begins = (1..self.row).fold(free, |left, at| left.and(free.down(at * step)));
            if let Some(holding) = holding {
                let held = (0..self.row).map(|at| holding.down(at * step));
                begins = begins.and(held.collect());
            }
            // `with[n]`: windows with n stones or more among the places counted so far.
            let mut with = [Set::default(); 27];
            with[0] = begins;
            for at in 0..self.row {
                if with[0].is_empty() {
                    break;
                }
                let here = own.down(at * step);
                for count in (1..=min.min(at + 1)).rev() {
                    with[count] = with[count].or(with[count - 1].and(here));
                }
            }
            if !with[min].is_empty() {
                points = (0..self.row).fold(points, |all, at| all.or(with[min].up(at * step)));
            }
        }
        points
    }

    /// Is there a full row?
    pub fn is_won(&self, stones: Set) -> bool {
        !self.windows(stones, stones, self.row, None).is_empty()
    }

    /// The empty points where a stone of `own` completes a row.
    pub fn completing(&self, own: Set, other: Set) -> Set {
        self.windows(own, self.all.but(other), self.row - 1, None).but(own)
    }

    /// Does a stone stand in a row that wins?
    pub fn wins(&self, own: Set, stone: Set, is_exact: bool) -> bool {
        self.steps().into_iter().any(|step| {
            let run = |next: &dyn Fn(Set) -> Set| {
                let stones = successors(Some(next(stone)), |&at| Some(next(at)));
                stones.take_while(|&at| at.meets(own)).count()
            };
            let length = 1 + run(&|at| at.up(step)) + run(&|at| at.down(step));
            length == self.row || length > self.row && !is_exact
        })
    }

    /// The eight images of two sets.
    pub fn images(&self, sides: Sides) -> [Sides; 8] {
        std::array::from_fn(|motion| {
            sides.map(|side| side.numbers().map(|at| Set::of(self.motions[motion][at])).collect())
        })
    }

    /// The least of them.
    pub fn canonical(&self, sides: Sides) -> Sides {
        self.images(sides).into_iter().min().unwrap_or(sides)
    }

    /// The least image after a reply of the defender, from the images before it.
    pub fn canonical_after(&self, images: &[Sides; 8], reply: Set) -> Sides {
        let at = reply.numbers().next().unwrap_or(0);
        let image = |motion: usize| {
            let [own, other] = images[motion];
            [own, other.or(Set::of(self.motions[motion][at]))]
        };
        (1..8).fold(image(0), |min, motion| min.min(image(motion)))
    }
}
