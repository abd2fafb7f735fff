//! Why a point is a foul or not, as a tree: rows, fours, threes, and for each three the judgement
//! of the points on which it would grow (R5).
//!
//! The judgement here is written for readers: it keeps everything it finds. That it agrees with
//! the fast one of `fouls` is tested.

use serde::Serialize;

use super::deep::{self, Known};
use super::fouls::{FoulLaw, FoulName, Judging};
use super::lines::{Coord, Lines64};
use crate::board::{Colour, DIRECTIONS, Grid, Point};
use crate::stones::patterns::{Extension, Shape};
use crate::stones::{Five, FoulKind, Fouls, Law};

/// Judgements in one tree, shared out evenly among the extensions at each step; what lies deeper is
/// judged, but not drawn.
const LARGEST_TREE: usize = 400;

/// Four stones with the points that make them exactly five (R3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Four {
    /// The four stones, the new one among them, from left (or bottom) on.
    pub stones: Vec<Point>,
    /// The empty points, each making exactly five: two for a straight four.
    pub fifths: Vec<Point>,
}

/// One extension of a three to a straight four (R4, R5).
///
/// A three of the shape `.X.XX.` has one extension, one of the shape `..XXX..` has two.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct JudgedExtension {
    /// The point that turns the three into a straight four.
    pub point: Point,
    /// The straight four.
    pub straight_four: Vec<Point>,
    /// Its two ends, each making exactly five.
    pub ends: [Point; 2],
    /// May a stone go on that point, as R5 asks?
    pub allowed: bool,
    /// What that stone makes, every stone before it being on the board; `None` where R5 does not
    /// ask (`three = "simple"`) or where the tree is cut for its size.
    pub judgement: Option<Box<Judgement>>,
}

/// Three stones that one more would turn into a straight four (R5).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Three {
    /// The three stones, the new one among them.
    pub stones: Vec<Point>,
    /// Is one of the extensions allowed?
    pub real: bool,
    /// Its one or two extensions.
    pub extensions: Vec<JudgedExtension>,
}

/// What a stone on a point makes, and what that means under the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Judgement {
    /// The point.
    pub point: Point,
    /// A row wins: nothing else counts (R1).
    pub wins: bool,
    /// The foul; none if a row wins, or if the colour is not bound.
    pub foul: Option<FoulKind>,
    /// Rows of exactly five.
    pub fives: Vec<Vec<Point>>,
    /// Rows of six and more (R2).
    pub overlines: Vec<Vec<Point>>,
    /// The fours (R3).
    pub fours: Vec<Four>,
    /// The threes, real and false; at most one a line (R5).
    pub threes: Vec<Three>,
}

/// Judges an empty point for the next stone of a colour.
pub fn judge(law: &Law<FoulLaw>, grid: &Grid, point: Point, colour: Colour) -> Judgement {
    let five = law.five[colour.index()];
    let (lines, known, put) = (Lines64::of(grid), Known::default(), Vec::new());
    let mut judge = Judge { law: law.fouls, colour, five, lines, known, put };
    let mut judgement = judge.judge(grid, point, LARGEST_TREE);
    if !law.fouls.bind(colour) {
        judgement.foul = None;
    }
    judgement
}

struct Judge {
    law: FoulLaw,
    colour: Colour,
    five: Five,
    /// The board, and what is known of it.
    lines: Lines64,
    known: Known,
    /// The stones put on the way.
    put: Vec<Coord>,
}

impl Judge {
    /// The judgement, as a tree of at most `max` judgements.
    fn judge(&mut self, grid: &Grid, point: Point, max: usize) -> Judgement {
        let mut with = grid.clone();
        with.put(self.colour, point);
        self.put.push(grid.size().xy(point));
        let own = with.near(self.colour, point);
        let empty = with.near_empty(point);
        let places = |line: usize, bits: u16| -> Vec<Point> {
            let bits = (0..16).filter(|bit| bits >> bit & 1 == 1);
            bits.map(|bit| with.size().of_window(point, line, bit)).collect()
        };
        let (mut fives, mut overlines, mut fours, mut threes) = (vec![], vec![], vec![], vec![]);
        let mut wins = false;
        let extensions_of =
            |line: usize| Shape::of(own[line]).extensions(empty[line]).collect::<Vec<Extension>>();
        let count: usize = (0..DIRECTIONS.len()).map(|line| extensions_of(line).len()).sum();
        let share = (max - 1) / count.max(1);
        for line in 0..DIRECTIONS.len() {
            let shape = Shape::of(own[line]);
            wins |= self.five.admits(i32::from(shape.row));
            match shape.row {
                5 => fives.push(self.row(&with, point, line)),
                6.. => overlines.push(self.row(&with, point, line)),
                _ => {}
            }
            let fifths = shape.fifths & empty[line];
            for (stones, fifths) in fours_of(own[line], fifths) {
                let (stones, fifths) = (places(line, stones), places(line, fifths));
                fours.push(Four { stones, fifths });
            }
            let extensions = extensions_of(line);
            if let Some(first) = extensions.first() {
                let inside = straight_four(*first) & !(1 << first.point());
                let extensions: Vec<_> = extensions
                    .into_iter()
                    .map(|extension| self.extension(&with, point, line, extension, share))
                    .collect();
                let real = extensions.iter().any(|extension| extension.allowed);
                threes.push(Three { stones: places(line, inside), real, extensions });
            }
        }
        self.put.pop();
        let real = threes.iter().filter(|three| three.real).count();
        let foul = if wins {
            None // R1
        } else if !overlines.is_empty() && self.law.fouls.has(FoulName::Overline) {
            Some(FoulKind::Overline) // R2
        } else if fours.len() >= 2 && self.law.fouls.has(FoulName::DoubleFour) {
            Some(FoulKind::DoubleFour) // R3
        } else if real >= 2 && self.law.forbids_threes(fours.len() as u32) {
            Some(FoulKind::DoubleThree) // R6
        } else {
            None
        };
        Judgement { point, wins, foul, fives, overlines, fours, threes }
    }

    /// R5: one extension, and whether its point is allowed.
    ///
    /// What the rules leave open is judged as they stand: with `three="simple"` every one is
    /// allowed.
    fn extension(
        &mut self,
        with: &Grid,
        point: Point,
        line: usize,
        extension: Extension,
        max: usize,
    ) -> JudgedExtension {
        let at = |bit| with.size().of_window(point, line, bit);
        let place = at(extension.point());
        let (allowed, judgement) = if self.law.three == Judging::Simple {
            (true, None)
        } else if max == 0 {
            let (view, coord) = (&mut self.lines.for_colour(self.colour), with.size().xy(place));
            let (law, five, known) = (&self.law, self.five, &mut self.known);
            (law.allows(deep::judge_after(law, view, &self.put, coord, five, known)), None)
        } else {
            let judgement = self.judge(with, place, max);
            let spoiled = self.law.three == Judging::Full && !judgement.fives.is_empty();
            (!spoiled && judgement.foul.is_none(), Some(Box::new(judgement)))
        };
        let four = straight_four(extension);
        JudgedExtension {
            point: place,
            straight_four: (0..16).filter(|bit| four >> bit & 1 == 1).map(at).collect(),
            ends: extension.ends().map(at),
            allowed,
            judgement,
        }
    }

    /// The whole row through a stone, which a window may cut short.
    fn row(&self, with: &Grid, point: Point, line: usize) -> Vec<Point> {
        let size = with.size();
        let (x, y) = size.xy(point);
        let (dx, dy) = DIRECTIONS[line];
        let back = with.reach(self.colour, x, y, (-dx, -dy));
        let forth = with.reach(self.colour, x, y, (dx, dy));
        (-back..=forth).filter_map(|step| size.at(x + step * dx, y + step * dy)).collect()
    }
}

/// The bits between the ends of a straight four.
fn straight_four(extension: Extension) -> u16 {
    let [low, high] = extension.ends();
    (1 << high) - (2 << low)
}

/// The fours of a line: stones and fifths, as bits (R3).
///
/// `.XXXX.` is one four with two fifths, `X.XXX.X` two fours with one each.
fn fours_of(own: u16, fifths: u16) -> Vec<(u16, u16)> {
    let bits = (0..16).map(|bit| 1 << bit).filter(|bit| fifths & bit != 0);
    let mut fours: Vec<(u16, u16)> = Vec::new();
    for fifth in bits {
        let stones = row_of(own | fifth) & !fifth;
        match fours.iter_mut().find(|(known, _)| *known == stones) {
            Some((_, ends)) => *ends |= fifth, // the same four stones are one four
            None => fours.push((stones, fifth)),
        }
    }
    fours
}

/// The bits of the row through the middle.
fn row_of(window: u16) -> u16 {
    let mut row = crate::board::MIDDLE;
    loop {
        let wider = (row | row << 1 | row >> 1) & window;
        if wider == row {
            return row;
        }
        row = wider;
    }
}
