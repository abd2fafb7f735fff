//! The plane on which a lemma is played: stones, and how many lie in each window.

use crate::board::DIRECTIONS;

/// Points on a side. A board of up to 24 columns lies [`MARGIN`] points from the edge, so that every
/// window of up to six points through one of its points, and the ends of that window, lie on the plane.
const SIDE: usize = 40;
const MARGIN: i32 = 8;
const POINTS: usize = SIDE * SIDE;
/// The largest column or row of a place that has a letter.
pub const LAST_LETTER: i32 = 25;

/// A place of the plane.
pub type Place = u16;

/// The place of a column and row.
pub fn place(x: i32, y: i32) -> Place {
    ((y + MARGIN) as usize * SIDE + (x + MARGIN) as usize) as Place
}

/// Column and row of a place.
pub fn xy(place: Place) -> (i32, i32) {
    let (y, x) = (usize::from(place) / SIDE, usize::from(place) % SIDE);
    (x as i32 - MARGIN, y as i32 - MARGIN)
}

/// A set of places.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct PlaceSet([u64; POINTS / 64]);

impl PlaceSet {
    /// Adds a place.
    pub fn insert(&mut self, place: Place) {
        self.0[usize::from(place) / 64] |= 1 << (place % 64);
    }

    /// Is the place in it?
    pub fn has(&self, place: Place) -> bool {
        self.0[usize::from(place) / 64] >> (place % 64) & 1 == 1
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The places, ascending.
    pub fn iter(&self) -> impl Iterator<Item = Place> + '_ {
        self.0.iter().enumerate().flat_map(|(number, &word)| {
            crate::board::ones(word).map(move |bit| (number * 64) as Place + bit as Place)
        })
    }
}

impl FromIterator<Place> for PlaceSet {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        let mut set = Self::default();
        for place in places {
            set.insert(place);
        }
        set
    }
}

/// Which rows win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Law {
    /// Stones of a row that wins, 3 to 6.
    pub row: usize,
    /// The attacker wins by exactly `row` stones only.
    pub exact: bool,
}

/// What lies on a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cell {
    Empty,
    Own,
    Other,
    Outside,
}

/// Stones of both sides, and for each window of a row how many it holds.
pub struct Plane {
    pub law: Law,
    cells: Box<[Cell; POINTS]>,
    /// For each direction and first place: the attacker's stones, the defender's, and what the
    /// defender cannot use.
    own: Box<[[u8; POINTS]; 4]>,
    other: Box<[[u8; POINTS]; 4]>,
    dead: Box<[[u8; POINTS]; 4]>,
    /// The defender's stones in the order in which they were put.
    pub others: Vec<Place>,
    /// Windows in which the defender lacks one stone or none.
    fours: u32,
}

/// From one place of a direction to the next.
fn step(direction: usize) -> i32 {
    let (dx, dy) = DIRECTIONS[direction];
    dy * SIDE as i32 + dx
}

impl Plane {
    pub fn new(law: Law) -> Self {
        let counts = || Box::new([[0; POINTS]; 4]);
        Self {
            law,
            cells: Box::new([Cell::Empty; POINTS]),
            own: counts(),
            other: counts(),
            dead: counts(),
            others: Vec::new(),
            fours: 0,
        }
    }

    /// Takes everything off.
    pub fn clear(&mut self) {
        self.cells.fill(Cell::Empty);
        for counts in [&mut self.own, &mut self.other, &mut self.dead] {
            for direction in counts.iter_mut() {
                direction.fill(0);
            }
        }
        self.others.clear();
        self.fours = 0;
    }

    /// The windows through a place: direction and first place.
    fn windows(&self, place: Place) -> impl Iterator<Item = (usize, usize)> + use<> {
        let row = self.law.row as i32;
        (0..4).flat_map(move |direction| {
            (0..row).map(move |back| {
                let first = i32::from(place) - back * step(direction);
                (direction, first as usize)
            })
        })
    }

    /// The places of a window.
    fn places(&self, direction: usize, first: usize) -> impl Iterator<Item = Place> + use<> {
        (0..self.law.row as i32).map(move |at| (first as i32 + at * step(direction)) as Place)
    }

    fn is_four(&self, direction: usize, first: usize) -> bool {
        self.dead[direction][first] == 0
            && usize::from(self.other[direction][first]) + 1 >= self.law.row
    }

    /// Changes a place, with the counts of its windows.
    fn change(&mut self, place: Place, from: Cell, to: Cell) {
        debug_assert_eq!(self.cells[usize::from(place)], from);
        self.cells[usize::from(place)] = to;
        for (direction, first) in self.windows(place) {
            self.fours -= u32::from(self.is_four(direction, first));
            for (cell, add) in [(from, false), (to, true)] {
                let (own, other) = (&mut self.own[direction], &mut self.other[direction]);
                let dead = &mut self.dead[direction];
                let counts = match cell {
                    Cell::Empty => [None, None],
                    Cell::Own => [Some(&mut own[first]), Some(&mut dead[first])],
                    Cell::Other => [Some(&mut other[first]), None],
                    Cell::Outside => [None, Some(&mut dead[first])],
                };
                for count in counts.into_iter().flatten() {
                    *count = if add { *count + 1 } else { *count - 1 };
                }
            }
            self.fours += u32::from(self.is_four(direction, first));
        }
    }

    pub fn put_own(&mut self, place: Place) {
        self.change(place, Cell::Empty, Cell::Own);
    }

    pub fn lift_own(&mut self, place: Place) {
        self.change(place, Cell::Own, Cell::Empty);
    }

    pub fn put_other(&mut self, place: Place) {
        self.change(place, Cell::Empty, Cell::Other);
        self.others.push(place);
    }

    /// Takes the defender's last stone back.
    pub fn lift_other(&mut self) {
        if let Some(place) = self.others.pop() {
            self.change(place, Cell::Other, Cell::Empty);
        }
    }

    /// Puts a place off the board.
    pub fn put_outside(&mut self, place: Place) {
        if self.cells[usize::from(place)] == Cell::Empty {
            self.change(place, Cell::Empty, Cell::Outside);
        }
    }

    /// Is there a stone?
    pub fn is_taken(&self, place: Place) -> bool {
        matches!(self.cells[usize::from(place)], Cell::Own | Cell::Other)
    }

    /// Is there the attacker's stone?
    pub fn is_own(&self, place: Place) -> bool {
        self.cells[usize::from(place)] == Cell::Own
    }

    /// Could the defender win at once?
    pub fn is_threatened(&self) -> bool {
        self.fours > 0
    }

    /// Would the attacker's stone on an empty place complete a row? Hands the points that must then
    /// not be his to `guard`.
    pub fn completes(&self, place: Place, mut guard: impl FnMut(Place)) -> bool {
        for (direction, first) in self.windows(place) {
            if usize::from(self.own[direction][first]) + 1 != self.law.row {
                continue;
            }
            if !self.law.exact {
                return true;
            }
            let before = first as i32 - step(direction);
            let ends = [before, before + (self.law.row as i32 + 1) * step(direction)];
            let ends = ends.map(|end| end as Place);
            if !ends.into_iter().any(|end| self.is_own(end)) {
                ends.into_iter().for_each(&mut guard);
                return true;
            }
        }
        false
    }

    /// Hands out the empty places of the windows in which the defender lacks two stones or fewer, and
    /// which neither side has closed.
    pub fn for_each_near_four(&self, mut visit: impl FnMut(Place)) {
        for &stone in &self.others {
            for (direction, first) in self.windows(stone) {
                if self.dead[direction][first] == 0
                    && usize::from(self.other[direction][first]) + 2 >= self.law.row
                {
                    let places = self.places(direction, first);
                    places.filter(|&place| !self.is_taken(place)).for_each(&mut visit);
                }
            }
        }
    }
}
