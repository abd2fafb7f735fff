//! What is a foul (R1-R8), with the recursion of R5.
//!
//! One point: four windows of own stones, a look into the table of shapes, and out unless two lines
//! or one of them hold enough; only then the empty points are looked at, and only where two lines
//! hold a three is the stone put and the point judged on which a three would grow. A whole board
//! first finds by bits, a row of points at a time, the few points with enough stones near
//! ([`super::crowd`]), and cuts the board into lines for them ([`super::lines`]).

use serde::{Deserialize, Serialize};

use super::crowd;
use super::lines::Lines;
use super::shapes::Shape;
use crate::board::{Colour, Grid, Point, Size};
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

/// What a stone makes, as far as R5 asks it of a point on which a three grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Verdict {
    /// A row of exactly five.
    exact_five: bool,
    /// The foul, unless a row wins (R1).
    foul: Option<FoulKind>,
}

impl FoulLaw {
    /// Are threes in two lines a foul for a stone that makes so many fours (R6, R8)?
    #[inline]
    pub(super) fn forbids_threes(&self, fours: u32) -> bool {
        self.fouls.has(if fours > 0 { FoulName::FourThreeThree } else { FoulName::DoubleThree })
    }

    #[inline]
    fn verdict<S: Sight>(&self, sight: &mut S, point: Point, five: Five) -> Verdict {
        let shapes = sight.near(point).map(Shape::of);
        let exact_five = shapes.iter().any(|shape| shape.row == 5);
        let verdict = |foul| Verdict { exact_five, foul };
        // R1: five first. An exact five wins under every `five`.
        if exact_five || shapes.iter().any(|shape| five.admits(i32::from(shape.row))) {
            return verdict(None);
        }
        if self.fouls.has(FoulName::Overline) && shapes.iter().any(|shape| shape.row > 5) {
            return verdict(Some(FoulKind::Overline)); // R2
        }
        let active = shapes.iter().filter(|shape| shape.is_active()).count();
        let full = shapes.iter().any(|shape| shape.fifths.count_ones() == 2);
        if active < 2 && !full {
            return verdict(None);
        }
        verdict(self.fours_and_threes(sight, point, five, shapes))
    }

    /// R3 and R6, for a stone that makes neither a winning row nor an overline that is a foul.
    fn fours_and_threes<S: Sight>(
        &self,
        sight: &mut S,
        point: Point,
        five: Five,
        shapes: [&Shape; 4],
    ) -> Option<FoulKind> {
        let empty = sight.near_empty(point);
        let lines = || shapes.iter().zip(empty);
        let fours: u32 = lines().map(|(shape, empty)| Shape::fours(shape.fifths & empty)).sum();
        if fours >= 2 && self.fouls.has(FoulName::DoubleFour) {
            return Some(FoulKind::DoubleFour); // R3
        }
        let growing = lines().filter(|(shape, empty)| shape.growths(*empty).next().is_some());
        let mut left = growing.count();
        if left < 2 || !self.forbids_threes(fours) {
            return None;
        }
        if self.three == Judging::Simple {
            return Some(FoulKind::DoubleThree);
        }
        let size = sight.size();
        sight.after(point, |with| {
            let mut threes = 0;
            for (line, (shape, empty)) in lines().enumerate() {
                let mut growths = shape.growths(empty).peekable();
                if growths.peek().is_none() {
                    continue;
                }
                left -= 1;
                if growths.any(|growth| {
                    self.may_grow(with, size.of_window(point, line, growth.point()), five)
                }) {
                    threes += 1;
                }
                if threes == 2 {
                    return Some(FoulKind::DoubleThree); // R6
                }
                if threes + left < 2 {
                    break;
                }
            }
            None
        })
    }

    /// R5: may a three grow on this point? The new stone and all before it are on the board.
    pub(super) fn may_grow(&self, lines: &mut Lines, point: Point, five: Five) -> bool {
        let verdict = self.verdict(lines, point, five);
        let spoiled = verdict.exact_five && self.three == Judging::Full;
        !spoiled && verdict.foul.is_none()
    }
}

/// A board seen from one colour: the grid for a single question, lines for many.
trait Sight {
    fn size(&self) -> Size;
    fn near(&self, point: Point) -> [u16; 4];
    fn near_empty(&self, point: Point) -> [u16; 4];
    /// Asks something about the board with a stone on the point.
    fn after<T>(&mut self, point: Point, ask: impl FnOnce(&mut Lines) -> T) -> T;
}

impl Sight for Lines {
    fn size(&self) -> Size {
        Lines::size(self)
    }
    #[inline]
    fn near(&self, point: Point) -> [u16; 4] {
        Lines::near(self, point)
    }
    #[inline]
    fn near_empty(&self, point: Point) -> [u16; 4] {
        Lines::near_empty(self, point)
    }
    fn after<T>(&mut self, point: Point, ask: impl FnOnce(&mut Lines) -> T) -> T {
        self.turn(point);
        let answer = ask(self);
        self.turn(point);
        answer
    }
}

impl Sight for (&Grid, Colour) {
    fn size(&self) -> Size {
        self.0.size()
    }
    #[inline]
    fn near(&self, point: Point) -> [u16; 4] {
        self.0.near(self.1, point)
    }
    #[inline]
    fn near_empty(&self, point: Point) -> [u16; 4] {
        self.0.near_empty(point)
    }
    fn after<T>(&mut self, point: Point, ask: impl FnOnce(&mut Lines) -> T) -> T {
        let mut lines = Lines::new(self.0, self.1);
        lines.turn(point);
        ask(&mut lines)
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
        self.verdict(&mut (grid, colour), point, five).foul
    }

    fn each(
        &self,
        grid: &Grid,
        colour: Colour,
        five: Five,
        mut visit: impl FnMut(Point, FoulKind),
    ) {
        let mut lines = None;
        crowd::for_each(grid, colour, |point| {
            let lines = lines.get_or_insert_with(|| Lines::new(grid, colour));
            if let Some(kind) = self.verdict(lines, point, five).foul {
                visit(point, kind);
            }
        });
    }
}
