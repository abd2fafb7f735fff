//! Renju, its history and its house rules: the rule book.
//!
//! Gomoku (`games/gomoku.rs`, G1-G6) with fouls: 15x15, first stone in the centre, Black exactly
//! five, White five or more.
//!
//! Rules, as worded in `docs/games/renju.md` (`make manual` writes them):
//!
//! - **R1** A winning row wins, whatever else the move makes. Black needs exactly five, White five
//!   or more.
//! - **R2** *Overline*: a row of six or more. A colour for which it is a foul never wins with it.
//! - **R3** *Four*: four stones of one colour on five consecutive points of a line, the new one
//!   among them, whose fifth point is empty and makes a row of exactly five. Four stones with two
//!   such points are one four. *Double four*: two fours or more, in different lines or in one.
//! - **R4** *Straight four*: a row of exactly four with both ends empty, each end making exactly
//!   five.
//! - **R5** *Three*: three stones in one line, the new one among them, that one more stone on some
//!   point turns into a straight four; and that point must be allowed: a stone there may make no
//!   five and none of the fouls in force. Whether it makes a double three is judged by this same
//!   rule with both stones on the board, and so on.
//! - **R6** *Double three*: threes in two lines or more. Together with a four it is the
//!   *four-three-three*. Each foul has one name: overline, else double four, else double three (the
//!   four-three-three too).
//! - **R7** A forbidden move is refused (`foul="illegal"`), or it is played and the other colour
//!   wins (`"loses"`), even with the last stone on the board.
//! - **R8** `fouls` says which fouls are in force and `restricted` for whom. Without
//!   `"four_three_three"` a double three with a four is allowed. A list given for `fouls` leaves
//!   `five` as it is: `renju` without `"overline"` has a Black whose six is neither a foul nor a
//!   win.
//! - **R9** Passing is allowed, but not on the empty board or inside an opening. Two passes in a
//!   row draw, a full board draws. A player who has nothing but forbidden points may only pass.
//! - **R10** Openings as decisions.
//! - **R11** Questions about fouls are answered for the next stone of a colour, whoever is to move.
//!
//! End of the rules.
//!
//! What is a foul stands in `fouls` (with the table of `shapes`, the filter of `candidates`,
//! the board as `stones/lines.rs`), why it is one in `explain` (worded in `words`), the names of
//! openings in `names`; openings and passing are shared with Gomoku in `stones/`.
//!
//! # Example
//!
//! Black on e5 would make a three across and a three upwards: a double three (R6).
//!
//! ```
//! use fivefold::games;
//! use fivefold::position::{Notation, Position, SetUp};
//!
//! let options = serde_json::json!({"size": 9});
//! let game = games::build("renju", options.as_object().unwrap()).unwrap();
//! let board = "
//!     .........
//!     .........
//!     ....X....
//!     ....X....
//!     ..XX.....
//!     .........
//!     .........
//!     .........
//!     OO.O....O
//! ";
//! let position = game.rules.from_diagram(board, SetUp::default()).unwrap();
//! let action = position.parse_move("e5").unwrap();
//! assert_eq!(position.refusal(action).unwrap().rule, "R6");
//! ```

mod candidates;
pub(crate) mod deep;
mod explain;
mod fouls;
mod names;
mod options;
mod words;

pub use explain::{Four, JudgedExtension, Judgement, Three};
#[cfg(feature = "kernels")]
pub(crate) use fouls::Verdict;
pub use fouls::{FoulLaw, FoulName, FoulSet, Judging, Restricted};
pub use names::{OPENINGS, OpeningName};
pub use options::Options;

use crate::board::{Colour, Point};
use crate::stones::{FoulKind, Fouls, Placing, lines};

/// A position of Renju.
pub type Renju = Placing<FoulLaw>;

impl Renju {
    /// The foul that the next stone of a colour would be on a point, whoever is to move (R11);
    /// none on a taken point, and none for a colour that is not bound.
    ///
    /// Teachers ask it of Black while White is to move, and of boards that were set up for the
    /// question.
    pub fn foul(&self, point: Point, colour: Colour) -> Option<FoulKind> {
        let law = self.law();
        if !self.grid().is_empty(point) || !law.fouls.bind(colour) {
            return None;
        }
        law.fouls.judge(self.grid(), point, colour, law.five[colour.index()])
    }

    /// Fills a map of the board, row by row from row 1: 0 legal or taken, else the foul's number
    /// (R11).
    pub fn foul_map(&self, colour: Colour, out: &mut [u8]) {
        out.fill(0);
        let law = self.law();
        if law.fouls.bind(colour) {
            let five = law.five[colour.index()];
            law.fouls.each(self.grid(), colour, five, |point, kind| {
                out[point.index()] = kind as u8;
            });
        }
    }

    /// What the next stone of a colour makes on an empty point: every row, four and three, and for
    /// each three the judgement of the points on which it would grow. `None` on a taken point.
    pub fn explain(&self, point: Point, colour: Colour) -> Option<Judgement> {
        let empty = self.grid().is_empty(point);
        empty.then(|| explain::judge(self.law(), self.grid(), point, colour))
    }

    /// The opening that the three stones on the board are an image of, if they are one (R10).
    pub fn opening_name(&self) -> Option<&'static OpeningName> {
        names::of(self.grid())
    }
}
