//! Renju, its history and its house rules: the rule book.
//!
//! Gomoku (`games/gomoku.rs`, G1-G6) with fouls: 15x15, first stone in the centre, Black exactly
//! five, White five or more.
//!
//! - R1 Five first: a winning row wins, whatever else the move makes.
//! - R2 Overline: a row of six or more. Where it is a foul it never wins.
//! - R3 A four: four stones on five consecutive points, the new one among them, whose fifth point
//!   is empty and makes exactly five. Two or more of them, in one line or in several: double four.
//! - R4 A straight four: exactly four in a row, both ends empty, each making exactly five.
//! - R5 A three: three stones of a line, the new one among them, that one more stone on a point q
//!   turns into a straight four; q itself must be allowed. `three` says how q is judged.
//! - R6 Double three: threes in two lines or more. Together with a four: four-three-three. The name
//!   is overline, else double four, else double three.
//! - R7 A `foul` is refused, or is put and loses.
//! - R8 `fouls` and `restricted`: which fouls bind whom; the presets are the rules of their years.
//! - R9 Passing is allowed; two passes in a row draw, a full board draws. Who has nothing but
//!   forbidden points passes.
//! - R10 `opening`: `rif_classic`, `yamaguchi`, `soosyrv8`, `taraguchi10`, and those of G6.
//! - R11 Questions about fouls are answered for the next stone of a colour whoever is to move.
//!
//! What is a foul stands in `fouls` (with the table of `shapes`, the filter of `candidates`,
//! the board as `stones/lines.rs`), why it is one in `explain` (told in `words`), the names of
//! openings in `names`; openings and passing are shared with Gomoku in `stones/`.

mod candidates;
pub(crate) mod deep;
mod explain;
mod fouls;
mod names;
mod options;
mod shapes;
mod words;

pub use deep::interruptible;
pub use explain::{Four, Judgement, Three, Way};
#[cfg(feature = "kernels")]
pub(crate) use fouls::Verdict;
pub use fouls::{FoulLaw, FoulName, FoulSet, Judging, Restricted};
pub use names::{OPENINGS, OpeningName};
pub use options::Options;
#[cfg(feature = "kernels")]
pub(crate) use shapes::Shape;

use crate::board::{Colour, Point};
use crate::stones::{FoulKind, Fouls, Placing, lines};

/// A position of Renju.
pub type Renju = Placing<FoulLaw>;

impl Renju {
    /// The foul that the next stone of a colour would be on a point, whoever is to move (R11);
    /// none on a taken point, and none for a colour that is not bound.
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
