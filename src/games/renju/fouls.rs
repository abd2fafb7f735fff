//! What is a foul (R1-R8), with the recursion of R5.
//!
//! One point: four windows of own stones, a look into the table of shapes, and out unless two lines
//! or one of them hold enough; only then the board is cut into lines ([`super::lines`]) and the
//! empty points are looked at, and only where two lines hold a three is the stone put and the point
//! judged on which a three would grow. A whole board first finds by bits, a row of points at a
//! time, the few points with enough stones near ([`super::candidates`]).
//!
//! The odd case of R5: Black on `h8` makes a three upwards and, with `f8` and `i8`, three stones
//! that grow into a straight four on `g8`. But a stone on `g8` makes a five in column g. So these
//! are no three, and `h8` is no double three, unless `three="no_five_clause"` leaves fives aside.
//!
//! ```
//! use fivefold::games;
//! use fivefold::position::{Notation, Position, SetUp};
//!
//! let board = "
//!     .............
//!     .............
//!     .............
//!     .......X.....
//!     .......X.....
//!     .....X..X....
//!     ......X......
//!     ......X......
//!     ......X......
//!     ......X......
//!     .............
//!     .............
//!     .............
//! ";
//! for (three, rule) in [("full", None), ("no_five_clause", Some("R6"))] {
//!     let options = serde_json::json!({"size": 13, "three": three});
//!     let game = games::build("renju", options.as_object().unwrap()).unwrap();
//!     let position = game.rules.from_diagram(board, SetUp::default()).unwrap();
//!     let h8 = position.parse_move("h8").unwrap();
//!     assert_eq!(position.refusal(h8).map(|refusal| refusal.rule), rule);
//! }
//! ```

use num_traits::PrimInt;
use serde::{Deserialize, Serialize};

use super::candidates;
use super::deep::{self, Known, PLAIN};
use super::lines::{self, Coord, LineWindows, Lines, Lines16, Lines32, Lines64};
use crate::board::{Colour, DIRECTIONS, Grid, Point, REACH};
use crate::position::interrupt;
use crate::stones::patterns::Shape;
use crate::stones::{Five, Foul, FoulKind, Fouls};

/// A kind of foul in `fouls` (R8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FoulName {
    /// Threes in two lines or more, without a four (R6).
    DoubleThree,
    /// That together with a four (R6).
    FourThreeThree,
    /// Two fours or more (R3).
    DoubleFour,
    /// A row of six or more (R2).
    Overline,
}

/// The fouls in force (R8), as data a list without repetition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<FoulName>", into = "Vec<FoulName>")]
pub struct FoulSet(u8);

impl FoulSet {
    /// All names, in the order of data.
    pub const NAMES: [FoulName; 4] =
        [FoulName::DoubleThree, FoulName::FourThreeThree, FoulName::DoubleFour, FoulName::Overline];

    /// The set of these.
    pub fn new(names: &[FoulName]) -> Self {
        Self(names.iter().fold(0, |bits, &name| bits | 1 << name as u8))
    }

    /// Is the foul in force?
    #[inline]
    pub fn has(self, name: FoulName) -> bool {
        self.0 >> name as u8 & 1 == 1
    }

    /// Is nothing a foul?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl From<Vec<FoulName>> for FoulSet {
    fn from(names: Vec<FoulName>) -> Self {
        Self::new(&names)
    }
}

impl From<FoulSet> for Vec<FoulName> {
    fn from(set: FoulSet) -> Self {
        FoulSet::NAMES.into_iter().filter(|&name| set.has(name)).collect()
    }
}

/// Who is bound by the fouls (R8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Restricted {
    /// Black alone.
    Black,
    /// Both colours.
    Both,
}

/// How the point is judged on which a three would grow (R5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judging {
    /// It must make neither a five nor a foul.
    Full,
    /// It must make no foul; a five does not spoil it.
    NoFiveClause,
    /// Not at all.
    Simple,
}

/// The fouls of a rules object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct FoulLaw {
    /// R8.
    pub fouls: FoulSet,
    /// R8.
    pub restricted: Restricted,
    /// R7.
    pub foul: Foul,
    /// R5.
    pub three: Judging,
}

/// What a stone makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Verdict {
    /// A row of exactly five: R5 asks for it.
    exact_five: bool,
    /// A row that wins.
    pub(crate) wins: bool,
    /// The foul, unless a row wins (R1).
    pub(crate) foul: Option<FoulKind>,
}

/// A stone that is nothing of all that.
pub(super) const QUIET: Verdict = Verdict { exact_five: false, wins: false, foul: None };

/// Who judges the points on which a three would grow.
pub(super) trait Judge {
    /// The empty points near a point, as `Grid::near_empty`.
    fn near_empty(&self, coord: Coord) -> [u16; 4];
    /// Puts an own stone on an empty point, or takes it off again.
    fn toggle(&mut self, coord: Coord);
    /// What an own stone on an empty point makes.
    fn judge(&mut self, coord: Coord) -> Verdict;
}

/// Judges every point anew, at most `left` of them.
struct Plain<'a, V> {
    law: &'a FoulLaw,
    view: &'a mut V,
    five: Five,
    /// Points that may still be judged; at 0 the verdict cannot be trusted.
    left: u32,
}

impl<V: LineWindows> Judge for Plain<'_, V> {
    #[inline]
    fn near_empty(&self, coord: Coord) -> [u16; 4] {
        self.view.near_empty(coord)
    }

    #[inline]
    fn toggle(&mut self, coord: Coord) {
        self.view.toggle(coord);
    }

    #[inline]
    fn judge(&mut self, coord: Coord) -> Verdict {
        let near = self.view.near(coord);
        if Shape::are_quiet(near) || self.left == 0 {
            return QUIET;
        }
        self.left -= 1;
        let (law, five) = (self.law, self.five);
        law.judged(self, coord, five, near)
    }
}

impl FoulLaw {
    /// Are threes in two lines a foul for a stone that makes this number of fours (R6, R8)?
    #[inline]
    pub(super) fn forbids_threes(&self, fours: u32) -> bool {
        self.fouls.has(if fours > 0 { FoulName::FourThreeThree } else { FoulName::DoubleThree })
    }

    /// What an own stone on an empty point makes. What is known of this board for this colour and
    /// this rule of five may be handed on from point to point.
    #[inline]
    pub(crate) fn verdict(
        &self,
        view: &mut impl LineWindows,
        coord: Coord,
        five: Five,
        known: &mut Known,
    ) -> Verdict {
        let near = view.near(coord);
        if Shape::are_quiet(near) { QUIET } else { self.judge_on(view, coord, five, known) }
    }

    /// The verdict on a stone that may be something.
    #[inline(never)]
    fn judge_on(
        &self,
        view: &mut impl LineWindows,
        coord: Coord,
        five: Five,
        known: &mut Known,
    ) -> Verdict {
        let mut plain = Plain { law: self, view, five, left: PLAIN };
        let near = plain.view.near(coord);
        let verdict = self.judged(&mut plain, coord, five, near);
        let is_exhausted = plain.left == 0;
        if is_exhausted { deep::judge(self, view, coord, five, known) } else { verdict }
    }

    /// The same without memory, however long it takes.
    #[cfg(test)]
    pub(super) fn plain_verdict(
        &self,
        view: &mut impl LineWindows,
        coord: Coord,
        five: Five,
    ) -> Verdict {
        Plain { law: self, view, five, left: u32::MAX }.judge(coord)
    }

    /// The same, judging the points on which threes would grow by the given judge.
    #[inline(never)]
    pub(super) fn judged(
        &self,
        judge: &mut impl Judge,
        coord: Coord,
        five: Five,
        near: [u16; 4],
    ) -> Verdict {
        let shapes = near.map(Shape::of);
        let exact_five = shapes.iter().any(|shape| shape.row == 5);
        let wins = shapes.iter().any(|shape| five.admits(i32::from(shape.row)));
        let verdict = |foul| Verdict { exact_five, wins, foul };
        if wins {
            verdict(None) // R1
        } else if self.fouls.has(FoulName::Overline) && shapes.iter().any(|shape| shape.row > 5) {
            verdict(Some(FoulKind::Overline)) // R2
        } else {
            verdict(self.fours_and_threes(judge, coord, shapes))
        }
    }

    /// R3 and R6, for a stone that makes neither a winning row nor an overline that is a foul.
    fn fours_and_threes(
        &self,
        judge: &mut impl Judge,
        coord: Coord,
        shapes: [&Shape; 4],
    ) -> Option<FoulKind> {
        let empty = judge.near_empty(coord);
        let lines = || shapes.iter().zip(empty);
        let fours: u32 = lines().map(|(shape, empty)| Shape::fours(shape.fifths & empty)).sum();
        if fours >= 2 && self.fouls.has(FoulName::DoubleFour) {
            return Some(FoulKind::DoubleFour); // R3
        }
        let growing = lines().filter(|(shape, empty)| shape.extensions(*empty).next().is_some());
        let mut left = growing.count();
        if left < 2 || !self.forbids_threes(fours) {
            return None;
        }
        if self.three == Judging::Simple {
            return Some(FoulKind::DoubleThree);
        }
        judge.toggle(coord);
        let mut threes = 0;
        for ((shape, empty), (dx, dy)) in lines().zip(DIRECTIONS) {
            let mut extensions = shape.extensions(empty).peekable();
            if extensions.peek().is_none() {
                continue;
            }
            left -= 1;
            threes += usize::from(extensions.any(|extension| {
                let step = extension.point() as i32 - REACH;
                // R5: the new stone and all before it are on the board.
                self.allows(judge.judge((coord.0 + step * dx, coord.1 + step * dy)))
            }));
            if threes == 2 || threes + left < 2 {
                break;
            }
        }
        judge.toggle(coord);
        (threes == 2).then_some(FoulKind::DoubleThree) // R6
    }

    /// R5: may a three grow on a point with this verdict?
    pub(super) fn allows(&self, verdict: Verdict) -> bool {
        let spoiled = verdict.exact_five && self.three == Judging::Full;
        !spoiled && verdict.foul.is_none()
    }

    /// The verdict on one point of a grid, which is cut into lines only if that is needed.
    fn verdict_on(&self, grid: &Grid, point: Point, colour: Colour, five: Five) -> Verdict {
        let near = grid.near(colour, point);
        if Shape::are_quiet(near) {
            return QUIET;
        }
        let coord = grid.size().xy(point);
        let known = &mut Known::default();
        match lines::side(grid.size()) {
            16 => self.judge_on(&mut Lines16::of(grid).for_colour(colour), coord, five, known),
            32 => self.judge_on(&mut Lines32::of(grid).for_colour(colour), coord, five, known),
            _ => self.judge_on(&mut Lines64::of(grid).for_colour(colour), coord, five, known),
        }
    }

    /// Every foul on a board, ascending; the board is cut into lines if a point is worth judging.
    fn each_on<M: PrimInt, const SIDE: usize, const COUNT: usize>(
        &self,
        cut: impl Fn(&Grid) -> Lines<M, SIDE, COUNT>,
        grid: &Grid,
        colour: Colour,
        five: Five,
        mut visit: impl FnMut(Point, FoulKind),
    ) {
        let (mut lines, mut known) = (None, Known::default());
        candidates::for_each(grid, colour, |coord| {
            if known.is_used() && interrupt::is_stopped() {
                return;
            }
            let lines = lines.get_or_insert_with(|| cut(grid));
            let verdict = self.verdict(&mut lines.for_colour(colour), coord, five, &mut known);
            if let Some(kind) = verdict.foul {
                let (x, y) = coord;
                visit(Point((y * i32::from(grid.size().columns) + x) as u16), kind);
            }
        });
    }
}

impl Fouls for FoulLaw {
    fn bind(&self, colour: Colour) -> bool {
        let named = self.restricted == Restricted::Both || colour == Colour::Black;
        named && !self.fouls.is_empty()
    }

    fn effect(&self) -> Foul {
        self.foul
    }

    #[inline]
    fn judge(&self, grid: &Grid, point: Point, colour: Colour, five: Five) -> Option<FoulKind> {
        self.verdict_on(grid, point, colour, five).foul
    }

    #[inline]
    fn forbids(&self, sight: &mut impl LineWindows, coord: Coord, five: Five) -> bool {
        self.verdict(sight, coord, five, &mut Known::default()).foul.is_some()
    }

    /// Whether a stone of the other colour here may create a foul elsewhere. It removes fours, and
    /// lines in which a three could grow; that alone creates no foul. But it may make the point
    /// legal on which a three would grow, and then this three counts (R5).
    fn may_turn_foul(&self, grid: &Grid, point: Point, colour: Colour) -> bool {
        let near = grid.near(colour, point);
        if self.three == Judging::Simple || Shape::are_quiet(near) {
            return false;
        }
        let lines = near.into_iter().zip(grid.near_empty(point));
        let grow = |(near, empty): (u16, u16)| Shape::of(near).extensions(empty).next().is_some();
        lines.filter(|&line| grow(line)).count() >= 2
    }

    fn each(&self, grid: &Grid, colour: Colour, five: Five, visit: impl FnMut(Point, FoulKind)) {
        match lines::side(grid.size()) {
            16 => self.each_on(Lines16::of, grid, colour, five, visit),
            32 => self.each_on(Lines32::of, grid, colour, five, visit),
            _ => self.each_on(Lines64::of, grid, colour, five, visit),
        }
    }
}
