//! Fouls as the position of Gomoku and Renju sees them: who is bound, and what is forbidden.
//!
//! What a foul is stands in `games/renju/`; Gomoku has [`NoFouls`].

use std::fmt;
use std::hash::Hash;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::lines::{Coord, LineWindows};
use super::rows::Five;
use crate::board::{Colour, Grid, Point};

/// Points as bits, one mask a row: bit x of mask y is the point in column x and row y.
pub type RowMasks = SmallVec<[u64; 20]>;

/// A kind of foul, named by the order of R6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum FoulKind {
    /// A row of six or more (R2).
    Overline = 1,
    /// Two fours or more (R3).
    DoubleFour = 2,
    /// Threes in two lines or more (R6).
    DoubleThree = 3,
}

impl FoulKind {
    /// The number of its rule.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Overline => "R2",
            Self::DoubleFour => "R3",
            Self::DoubleThree => "R6",
        }
    }

    /// Its name in words.
    pub fn text(self) -> &'static str {
        match self {
            Self::Overline => "overline",
            Self::DoubleFour => "double four",
            Self::DoubleThree => "double three",
        }
    }

    /// As it is written on a board.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Overline => "6+",
            Self::DoubleFour => "44",
            Self::DoubleThree => "33",
        }
    }

    /// Its name as an identifier: "`double_four`".
    pub fn name(self) -> &'static str {
        match self {
            Self::Overline => "overline",
            Self::DoubleFour => "double_four",
            Self::DoubleThree => "double_three",
        }
    }
}

/// What a foul does (R7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Foul {
    /// The move is refused.
    Illegal,
    /// The stone is put and the other colour wins.
    Loses,
}

/// The fouls in force: who is bound, and what a stone on an empty point would be.
pub trait Fouls:
    Copy + Eq + Hash + fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// Is the colour bound by any foul?
    fn bind(&self, colour: Colour) -> bool;

    /// What a foul does.
    fn effect(&self) -> Foul;

    /// The foul that a stone of a bound colour would be on an empty point; a winning row, by
    /// `five`, is none.
    fn judge(&self, grid: &Grid, point: Point, colour: Colour, five: Five) -> Option<FoulKind>;

    /// The same on a board cut into lines, as the bound colour sees it.
    fn forbids(&self, sight: &mut impl LineWindows, coord: Coord, five: Five) -> bool {
        let _ = (sight, coord, five);
        false
    }

    /// Could one more stone of the other colour, anywhere, make a foul of a stone of a bound colour on
    /// an empty point that is none now?
    fn may_turn_foul(&self, grid: &Grid, point: Point, colour: Colour) -> bool;

    /// Calls `visit` with every empty point on which a stone of a bound colour would be a foul,
    /// ascending.
    fn each(
        &self,
        grid: &Grid,
        colour: Colour,
        five: Five,
        mut visit: impl FnMut(Point, FoulKind),
    ) {
        grid.for_each_empty(|point| {
            if let Some(kind) = self.judge(grid, point, colour, five) {
                visit(point, kind);
            }
        });
    }
}

/// Gomoku: nothing is a foul.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct NoFouls;

impl Fouls for NoFouls {
    fn bind(&self, _: Colour) -> bool {
        false
    }
    fn effect(&self) -> Foul {
        Foul::Illegal
    }
    fn judge(&self, _: &Grid, _: Point, _: Colour, _: Five) -> Option<FoulKind> {
        None
    }
    fn may_turn_foul(&self, _: &Grid, _: Point, _: Colour) -> bool {
        false
    }
}
