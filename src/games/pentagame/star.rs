//! The board as a graph (N1, N2, N19): stops, lines and their names, built from three numbers.
//!
//! Stops are numbered: corners, crossings, then the lines one after the other (arcs, arms, legs),
//! the stops of a line side by side. A line's occupancy is thus a run of bits (see `routes.rs`).
//! Nothing here knows where a stop is drawn: that is `layout.rs`.

use std::sync::OnceLock;

use super::routes::Routes;
use crate::position::Refusal;

/// A stop by its number.
pub type Stop = u16;

/// The place of a piece that has left the board.
pub const OFF: Stop = u16::MAX;

/// Most letters of a star (N19).
pub const MAX_POINTS: usize = 9;
/// Most nodes: a corner and a crossing for each letter.
pub const MAX_NODES: usize = 2 * MAX_POINTS;

/// Most stops of a leg or an arm (N19).
const LONGEST: u8 = 9;

/// What kind of line it is (N1).
///
/// On the star of five legs have six stops and arcs and arms three each (N19 varies both).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Between neighbouring corners, on the ring.
    Arc,
    /// Between neighbouring crossings.
    Arm,
    /// From a corner to a crossing.
    Leg,
}

/// A line between two nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its kind.
    pub kind: Kind,
    /// The node that its stops are counted from: the corner of a leg, else the earlier letter (N2).
    pub from: Stop,
    /// The other node.
    pub to: Stop,
    /// Its stop next to `from`; the others follow in order.
    pub first: Stop,
    /// How many stops it has between its nodes.
    pub len: u8,
}

/// Where a stop lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// On the corner of a letter.
    Corner(u8),
    /// On the crossing of a letter.
    Crossing(u8),
    /// On a line, `k` stops after the first.
    Line(u8, u8),
}

/// One star, with all that its graph fixes.
#[derive(Debug)]
pub struct Star {
    /// Letters: 5, 7 or 9.
    pub points: u8,
    /// Stops of a leg.
    pub leg: u8,
    /// Stops of an arm and of an arc.
    pub arm: u8,
    /// All stops.
    pub stops: usize,
    /// All lines: arcs, arms, legs.
    pub lines: Vec<Line>,
    /// Where each stop lies.
    pub places: Vec<Place>,
    /// Canonical names of the stops (N2).
    pub names: Vec<String>,
    /// Stops beside each stop: four of a node, two of others.
    pub neighbours: Vec<Vec<Stop>>,
    /// `steps[letter][stop]`: steps from the stop to the crossing of the letter on an empty board.
    pub steps: Vec<Vec<u16>>,
    /// What is fixed for runs along its lines.
    pub routes: Routes,
}

impl Star {
    /// The star with this number of letters, stops of a leg and stops of an arm; built once, then shared.
    ///
    /// The numbers must have passed [`Star::check`].
    pub fn of(points: u8, leg: u8, arm: u8) -> &'static Self {
        const LENGTHS: usize = LONGEST as usize + 1;
        static STARS: [OnceLock<Box<Star>>; 3 * LENGTHS * LENGTHS] =
            [const { OnceLock::new() }; 3 * LENGTHS * LENGTHS];
        let kind = usize::from(points - 5) / 2;
        let star = &STARS[(kind * LENGTHS + usize::from(leg)) * LENGTHS + usize::from(arm)];
        // Built before it is stored: no thread waits for another that builds, which may not exist
        // any more in a forked process.
        star.get().unwrap_or_else(|| {
            let built = Box::new(Self::new(points, leg, arm));
            star.get_or_init(|| built)
        })
    }

    /// Refuses a star that cannot be built (N19).
    pub fn check(points: u8, leg: u8, arm: u8) -> Result<(), Refusal> {
        if points.is_multiple_of(2) {
            return Err(Refusal::new(
                "N19",
                format!(
                    "a star of {points} points is refused: with an even number no crossing lies \
                     opposite its corner and the legs would not run (n-1)/2 letters away"
                ),
            ));
        }
        if ![5, 7, 9].contains(&points) {
            return Err(Refusal::new(
                "N19",
                format!("a star of {points} points is refused: 5, 7 or 9"),
            ));
        }
        for (name, value) in [("leg", leg), ("arm", arm)] {
            if !(1..=LONGEST).contains(&value) {
                return Err(Refusal::new(
                    "N19",
                    format!("{name} {value} is refused: 1 to 9 stops"),
                ));
            }
        }
        Ok(())
    }

    fn new(points: u8, leg: u8, arm: u8) -> Self {
        let n = Stop::from(points);
        let mut lines = Vec::new();
        let mut next = 2 * n;
        let mut add = |kind, from: Stop, to: Stop, len: u8| {
            lines.push(Line { kind, from, to, first: next, len });
            next += Stop::from(len);
        };
        for (kind, base) in [(Kind::Arc, 0), (Kind::Arm, n)] {
            for letter in 0..n - 1 {
                add(kind, base + letter, base + letter + 1, arm);
            }
            add(kind, base, base + n - 1, arm);
        }
        // Legs run to the two crossings (n-1)/2 letters away (N1, N19).
        for corner in 0..n {
            let mut ends = [(corner + n / 2) % n, (corner + n - n / 2) % n];
            ends.sort_unstable();
            for crossing in ends {
                add(Kind::Leg, corner, n + crossing, leg);
            }
        }
        let stops = usize::from(next);
        let mut places = Vec::with_capacity(stops);
        places.extend((0..points).map(Place::Corner));
        places.extend((0..points).map(Place::Crossing));
        for (index, line) in lines.iter().enumerate() {
            places.extend((0..line.len).map(|k| Place::Line(index as u8, k)));
        }
        let mut neighbours = vec![Vec::new(); stops];
        for line in &lines {
            let mut last = line.from;
            for stop in (line.first..line.first + Stop::from(line.len)).chain([line.to]) {
                neighbours[usize::from(last)].push(stop);
                neighbours[usize::from(stop)].push(last);
                last = stop;
            }
        }
        let routes = Routes::new(points, &lines, stops);
        let mut star = Self {
            routes,
            points,
            leg,
            arm,
            stops,
            lines,
            places,
            names: Vec::new(),
            neighbours,
            steps: Vec::new(),
        };
        star.names = (0..next).map(|stop| star.spell(stop)).collect();
        star.steps = (n..2 * n).map(|goal| star.steps_to(goal)).collect();
        star
    }

    fn spell(&self, stop: Stop) -> String {
        match self.places[usize::from(stop)] {
            Place::Corner(letter) => corner_letter(letter).to_string(),
            Place::Crossing(letter) => crossing_letter(letter).to_string(),
            Place::Line(line, k) => {
                let line = self.lines[usize::from(line)];
                format!("{}-{}-{}", self.spell(line.from), k + 1, self.spell(line.to))
            }
        }
    }

    fn steps_to(&self, goal: Stop) -> Vec<u16> {
        let mut steps = vec![u16::MAX; self.stops];
        steps[usize::from(goal)] = 0;
        let mut queue = std::collections::VecDeque::from([goal]);
        while let Some(stop) = queue.pop_front() {
            for &beside in &self.neighbours[usize::from(stop)] {
                if steps[usize::from(beside)] == u16::MAX {
                    steps[usize::from(beside)] = steps[usize::from(stop)] + 1;
                    queue.push_back(beside);
                }
            }
        }
        steps
    }

    /// The corner of a letter.
    pub fn corner(&self, letter: u8) -> Stop {
        Stop::from(letter)
    }

    /// The crossing of a letter: the goal of its colour.
    pub fn crossing(&self, letter: u8) -> Stop {
        Stop::from(self.points + letter)
    }

    /// Is it a corner? Only there can several pieces stand.
    pub fn is_corner(&self, stop: Stop) -> bool {
        stop < Stop::from(self.points)
    }

    /// Is it a node, a corner or a crossing?
    pub fn is_node(&self, stop: Stop) -> bool {
        stop < 2 * Stop::from(self.points)
    }

    /// The name of a stop; `off` for a piece that has left.
    pub fn name(&self, stop: Stop) -> &str {
        self.names.get(usize::from(stop)).map_or("off", String::as_str)
    }

    /// The node of a letter, upper case for corners.
    pub fn node(&self, letter: char) -> Option<Stop> {
        let (base, first) =
            if letter.is_ascii_uppercase() { (0, b'A') } else { (self.points, b'a') };
        let index = (letter as u32).checked_sub(u32::from(first))?;
        (index < u32::from(self.points)).then(|| Stop::from(base) + index as Stop)
    }

    /// The line between two nodes, and whether the first of them is its `from`.
    pub fn line(&self, one: Stop, other: Stop) -> Option<(&Line, bool)> {
        self.lines.iter().find_map(|line| match (line.from, line.to) {
            ends if ends == (one, other) => Some((line, true)),
            ends if ends == (other, one) => Some((line, false)),
            _ => None,
        })
    }

    /// The stop `k` (from 1) of the line between two nodes, counted from the first-named (N2).
    pub fn stop_on(&self, one: Stop, k: u32, other: Stop) -> Option<Stop> {
        let (line, forwards) = self.line(one, other)?;
        let len = u32::from(line.len);
        (1..=len)
            .contains(&k)
            .then(|| line.first + (if forwards { k - 1 } else { len - k }) as Stop)
    }
}

/// `A`, `B`, `C` ...
pub fn corner_letter(letter: u8) -> char {
    char::from(b'A' + letter)
}

/// `a`, `b`, `c` ...: a crossing, and the piece or colour whose goal it is.
pub fn crossing_letter(letter: u8) -> char {
    char::from(b'a' + letter)
}
