//! A position as data.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::phase::{Phase, Setup};
use super::position::PahTum;

/// A position as data: the board as text, row by row from row 1.
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

impl Serialize for PahTum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Data::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PahTum {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(Data::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

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
