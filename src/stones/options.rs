//! Forms that options of several games take: a size, one value or one for each colour.

use serde::{Deserialize, Serialize};

use crate::board::{Colour, Size};
use crate::position::{Domain, OptionInfo, Refusal, Role};

/// `size`: the side of a square, or (columns, rows).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[serde(expecting = "expected a whole number or a pair (columns, rows)")]
pub enum BoardSize {
    /// A square.
    Side(u8),
    /// Columns, then rows.
    Sides(u8, u8),
}

impl BoardSize {
    /// As a size; refused outside 5 to 63 (G1).
    pub fn check(self) -> Result<Size, Refusal> {
        let size = self.size();
        for side in [size.columns, size.rows] {
            if !(5..=63).contains(&side) {
                return Err(Refusal::new(
                    "G1",
                    format!("a side of {side} is refused: sides are 5 to 63"),
                ));
            }
        }
        Ok(size)
    }

    /// The one way to write it: equal sides as a square, so that equal rules are equal data.
    ///
    /// `(15, 15)` is `15`: rules given either way compare equal (E11).
    pub fn folded(self) -> Self {
        match self {
            Self::Sides(columns, rows) if columns == rows => Self::Side(columns),
            size => size,
        }
    }

    /// As a size.
    pub fn size(self) -> Size {
        match self {
            Self::Side(side) => Size::square(side),
            Self::Sides(columns, rows) => Size { columns, rows },
        }
    }
}

/// One value for both colours, or (Black's, White's).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PerColour<T> {
    /// The same for both.
    Both(T),
    /// The first colour's, the second's.
    Each(T, T),
}

impl<T: Copy + PartialEq> PerColour<T> {
    /// The one way to write it: equal values as one.
    pub fn folded(self) -> Self {
        match self {
            Self::Each(first, second) if first == second => Self::Both(first),
            value => value,
        }
    }
}

impl<T: Copy> PerColour<T> {
    /// The value of a colour.
    pub fn of(self, colour: Colour) -> T {
        match (self, colour) {
            (Self::Each(_, value), Colour::White)
            | (Self::Both(value) | Self::Each(value, _), _) => value,
        }
    }
}

/// Where the first stone may go (G2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstMove {
    /// Only in the centre.
    Centre,
    /// On any point.
    Anywhere,
}

/// The values of `five`: see [`Five`](super::Five).
pub const FIVE: Domain = Domain::PerColour(&["exact", "or_more"]);

/// The board (G1).
pub const SIZE: OptionInfo = OptionInfo::new(
    "size",
    "G1",
    Domain::Sides(5, 63),
    "Side of the board, or its columns and rows.",
)
.of(Role::Size);

/// Where the first stone may go (G2).
pub const FIRST_MOVE: OptionInfo = OptionInfo::new(
    "first_move",
    "G2",
    Domain::Word(&["centre", "anywhere"]),
    "Where the first stone may go; an opening decides that itself.",
);

/// What a full board means (G4).
pub const FULL_BOARD: OptionInfo = OptionInfo::new(
    "full_board",
    "G4",
    Domain::Word(&["draw", "white_wins"]),
    "What a full board means.",
);

/// The values of `passing` (G5, R9).
pub const PASSING: Domain = Domain::Word(&["never", "when_stuck", "always"]);
