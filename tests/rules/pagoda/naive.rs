//! Pagoda once more, slowly and as the rules are worded: lines of characters, no masks, no shortcuts.

use std::collections::{BTreeMap, BTreeSet};

use fivefold::board::Colour;
use fivefold::games::pagoda::{Captured, Opening, Options};
use fivefold::position::Termination;
use fivefold::stones::Five;

/// Column and row from 0.
pub type Place = (i32, i32);

#[derive(Clone)]
pub struct Naive {
    options: Options,
    pub stones: BTreeMap<Place, Colour>,
    pub mover: Colour,
    pub taken: BTreeMap<Colour, usize>,
    pub groups: BTreeMap<Colour, usize>,
    /// Stones left; absent without a limit.
    pub supply: BTreeMap<Colour, usize>,
    pub emptied: BTreeSet<Place>,
    pub played: usize,
    /// The winner, if any, and why.
    pub end: Option<(Option<Colour>, Termination)>,
}

impl Naive {
    pub fn start(options: &Options) -> Self {
        let mut supply: BTreeMap<_, _> = options
            .stones
            .into_iter()
            .flat_map(|stones| Colour::BOTH.map(|colour| (colour, usize::from(stones))))
            .collect();
        let mut stones = BTreeMap::new();
        let (colour, points) = options.handicap_stones().expect("checked options");
        for point in points {
            stones.insert(options.size.size().xy(point), colour); // P6
            if let Some(left) = supply.get_mut(&colour) {
                *left -= 1;
            }
        }
        let zero: BTreeMap<_, _> = Colour::BOTH.map(|colour| (colour, 0)).into();
        Self {
            options: options.clone(),
            stones,
            mover: Colour::Black,
            taken: zero.clone(),
            groups: zero,
            supply,
            emptied: BTreeSet::new(),
            played: 0,
            end: None,
        }
    }

    fn columns(&self) -> i32 {
        i32::from(self.options.size.size().columns)
    }

    fn rows(&self) -> i32 {
        i32::from(self.options.size.size().rows)
    }

    pub fn legal(&self) -> Vec<Place> {
        if self.end.is_some() {
            return Vec::new();
        }
        let all = (0..self.rows()).flat_map(|y| (0..self.columns()).map(move |x| (x, y)));
        all.filter(|place| !self.stones.contains_key(place) && self.opening_allows(*place))
            .collect()
    }

    // P9
    fn opening_allows(&self, (x, y): Place) -> bool {
        let centre = (self.columns() / 2, self.rows() / 2);
        let distance = (x - centre.0).abs().max((y - centre.1).abs());
        match (self.options.opening, self.played) {
            (Opening::Tournament, 0) => distance == 0,
            (Opening::Tournament, 2) => distance >= 3,
            _ => true,
        }
    }

    /// The stones in one direction from a place: `m`ine, `e`nemy's, `.` none, until the edge.
    fn ray(&self, (x, y): Place, (dx, dy): Place) -> String {
        (1..)
            .map(|step| (x + step * dx, y + step * dy))
            .take_while(|&(x, y)| (0..self.columns()).contains(&x) && (0..self.rows()).contains(&y))
            .map(|place| match self.stones.get(&place) {
                None => '.',
                Some(&colour) if colour == self.mover => 'm',
                Some(_) => 'e',
            })
            .collect()
    }

    /// The groups that a stone would take there (P3).
    pub fn captures(&self, place: Place) -> Vec<Vec<Place>> {
        let mut groups = Vec::new();
        for dx in -1..=1 {
            for dy in -1..=1 {
                for &length in &self.options.take {
                    let closed = "e".repeat(usize::from(length)) + "m";
                    if (dx, dy) != (0, 0) && self.ray(place, (dx, dy)).starts_with(&closed) {
                        let steps = 1..=i32::from(length);
                        let at = |step| (place.0 + step * dx, place.1 + step * dy);
                        groups.push(steps.map(at).collect());
                    }
                }
            }
        }
        groups
    }

    // P2
    fn makes_row(&self, place: Place) -> bool {
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
            let mine = |ray: String| ray.chars().take_while(|&character| character == 'm').count();
            let row = 1 + mine(self.ray(place, (dx, dy))) + mine(self.ray(place, (-dx, -dy)));
            match self.options.five.of(self.mover) {
                Five::Exact => row == 5,
                Five::OrMore => row >= 5,
            }
        })
    }

    pub fn play(&mut self, place: Place) {
        let mover = self.mover;
        let enemy = mover.other();
        let captures = self.captures(place);
        self.stones.insert(place, mover);
        if let Some(left) = self.supply.get_mut(&mover) {
            *left -= 1;
        }
        self.emptied = captures.iter().flatten().copied().collect();
        for place in &self.emptied {
            self.stones.remove(place);
        }
        if self.options.captured == Captured::Returned
            && let Some(left) = self.supply.get_mut(&enemy)
        {
            *left += self.emptied.len(); // P5
        }
        *self.taken.get_mut(&mover).unwrap() += self.emptied.len();
        *self.groups.get_mut(&mover).unwrap() += captures.len();
        let row = self.makes_row(place);
        let enough = self.taken[&mover] >= usize::from(self.options.target); // P4
        let full = self.stones.len() as i32 == self.columns() * self.rows();
        let won = match (row, enough) {
            (true, true) => Some(Termination::RowAndCaptures),
            (true, false) => Some(Termination::Row),
            (false, true) => Some(Termination::Captures),
            (false, false) => None,
        };
        self.played += 1;
        self.mover = enemy;
        self.end = match won {
            Some(reason) => Some((Some(mover), reason)),
            None if full => Some((None, Termination::FullBoard)),
            None if self.supply.get(&enemy) == Some(&0) => Some((None, Termination::Supply)),
            None => None,
        };
    }
}
