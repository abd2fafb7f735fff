//! The 26 openings of Renju by name (R10): stone 1 in the centre, stone 2 beside it (direct) or
//! diagonal to it (indirect), stone 3 within two steps of the centre.
//!
//! Kansei, D1, and Chosei, I1, with the three stones by number:
//!
//! ```text
//! . . 3 . .      . . . . 3
//! . . 2 . .      . . . 2 .
//! . . 1 . .      . . 1 . .
//! ```

use serde::Serialize;

use crate::board::{Colour, Grid};

/// An opening, as one of its images: steps to the right and up from the first stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct OpeningName {
    /// "D1" to "D13" (direct), "I1" to "I13" (indirect).
    pub code: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Where White's stone lies.
    pub second: (i8, i8),
    /// Where Black's second stone lies.
    pub third: (i8, i8),
}

const fn direct(code: &'static str, name: &'static str, third: (i8, i8)) -> OpeningName {
    OpeningName { code, name, second: (0, 1), third }
}

const fn indirect(code: &'static str, name: &'static str, third: (i8, i8)) -> OpeningName {
    OpeningName { code, name, second: (1, 1), third }
}

/// All of them, by code.
pub const OPENINGS: [OpeningName; 26] = [
    direct("D1", "Kansei", (0, 2)),
    direct("D2", "Keigetsu", (1, 2)),
    direct("D3", "Sosei", (2, 2)),
    direct("D4", "Kagetsu", (1, 1)),
    direct("D5", "Zangetsu", (2, 1)),
    direct("D6", "Ugetsu", (1, 0)),
    direct("D7", "Kinsei", (2, 0)),
    direct("D8", "Shogetsu", (0, -1)),
    direct("D9", "Kyugetsu", (1, -1)),
    direct("D10", "Shingetsu", (2, -1)),
    direct("D11", "Zuisei", (0, -2)),
    direct("D12", "Sangetsu", (1, -2)),
    direct("D13", "Yusei", (2, -2)),
    indirect("I1", "Chosei", (2, 2)),
    indirect("I2", "Kyogetsu", (2, 1)),
    indirect("I3", "Kosei", (2, 0)),
    indirect("I4", "Suigetsu", (2, -1)),
    indirect("I5", "Ryusei", (2, -2)),
    indirect("I6", "Ungetsu", (1, 0)),
    indirect("I7", "Hogetsu", (1, -1)),
    indirect("I8", "Rangetsu", (1, -2)),
    indirect("I9", "Gingetsu", (0, -1)),
    indirect("I10", "Myojo", (0, -2)),
    indirect("I11", "Shagetsu", (-1, -1)),
    indirect("I12", "Meigetsu", (-1, -2)),
    indirect("I13", "Suisei", (-2, -2)),
];

/// The images of a step under the turns and reflections of the board.
fn images((x, y): (i8, i8)) -> [(i8, i8); 8] {
    [(x, y), (-y, x), (-x, -y), (y, -x), (-x, y), (x, -y), (y, x), (-y, -x)]
}

/// The opening that the stones of a board are an image of; `None` if they are none.
pub fn of(grid: &Grid) -> Option<&'static OpeningName> {
    let size = grid.size();
    let centre = size.centre()?;
    if grid.stone(centre) != Some(Colour::Black)
        || grid.count(Colour::Black) != 2
        || grid.count(Colour::White) != 1
    {
        return None;
    }
    let (x, y) = size.xy(centre);
    let step_to = |colour| {
        let point = size.iter().find(|&at| at != centre && grid.stone(at) == Some(colour))?;
        let (to_x, to_y) = size.xy(point);
        Some(((to_x - x) as i8, (to_y - y) as i8))
    };
    let (second, third) = (step_to(Colour::White)?, step_to(Colour::Black)?);
    OPENINGS.iter().find(|opening| {
        let both = images(opening.second).into_iter().zip(images(opening.third));
        both.into_iter().any(|image| image == (second, third))
    })
}
