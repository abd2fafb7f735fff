//! A position as data.
//!
//! The text of the board has `.` for an empty square, `Y`, `B` and `#` for a black stone, from `a1`
//! to the right and upwards. A board of five by five in the set-up of "alternate", two black stones
//! on it and seat 1 to put the third:
//!
//! ```text
//! {"size": 5, "custodial": true, "setup": "alternate", "board": "#...................#....",
//!  "supply": [40, 40], "phase": "stones", "blue_first_seat": false, "mover": 0, "turns": 2,
//!  "captured": null}
//! ```
//!
//! Whether a position fits the rules that it is given is asked of it afterwards (`options.rs`).

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::phase::{Phase, Setup};
use super::position::PahTum;

/// A position as data: the board as text, row by row from row 1.
///
/// Unknown fields are refused, so that nothing is read by half.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    size: u8,
    custodial: bool,
    setup: Setup,
    board: String,
    supply: Option<[u16; 2]>,
    phase: Phase,
    blue_first_seat: bool,
    mover: u8,
    turns: u16,
    captured: Option<u8>,
}

/// The moves that led here are no part of it (E11).
impl Serialize for PahTum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Data::from(self).serialize(serializer)
    }
}

/// Data that are no board are refused.
impl<'de> Deserialize<'de> for PahTum {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(Data::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

/// No supply is written where stones are unlimited (T5).
impl From<&PahTum> for Data {
    fn from(position: &PahTum) -> Self {
        Self {
            size: position.size,
            custodial: position.custodial,
            setup: position.setup,
            board: (0..position.points() as u16).map(|square| position.symbol(square)).collect(),
            supply: position.supply(),
            phase: position.phase,
            blue_first_seat: position.blue_first_seat,
            mover: position.mover,
            turns: position.turns,
            captured: position.captured,
        }
    }
}

/// Sides are odd, 5 to 11 (T1).
impl TryFrom<Data> for PahTum {
    type Error = String;

    fn try_from(data: Data) -> Result<Self, String> {
        let points = usize::from(data.size) * usize::from(data.size);
        if !matches!(data.size, 5 | 7 | 9 | 11) || data.board.len() != points {
            return Err(format!("a board of side {} with {} squares", data.size, data.board.len()));
        }
        let mut position = Self {
            size: data.size,
            custodial: data.custodial,
            setup: data.setup,
            limited: data.supply.is_some(),
            stones: [0; 2],
            black: 0,
            supply: data.supply.unwrap_or([0; 2]),
            phase: data.phase,
            blue_first_seat: data.blue_first_seat,
            mover: data.mover,
            turns: data.turns,
            captured: data.captured,
        };
        for (square, symbol) in data.board.bytes().enumerate() {
            match symbol {
                b'.' => {}
                b'Y' => position.stones[0] |= 1 << square,
                b'B' => position.stones[1] |= 1 << square,
                b'#' => position.black |= 1 << square,
                _ => return Err(format!("square {square} of the board is none of .YB#")),
            }
        }
        Ok(position)
    }
}
