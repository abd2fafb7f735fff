//! Pagoda, Pente, Keryo-Pente and Ninuki-Renju: five in a row, or five pairs captured.
//!
//! Rules, as worded in `docs/games/pagoda.md` (`make manual` writes them):
//!
//! - **P1** Pagoda has 17 columns, a to q, and 17 rows. Black begins, on any point. Nobody may
//!   pass: the word is no move here.
//! - **P2** The stone just played wins at once if it stands in a row of exactly five of its colour,
//!   straight or diagonal. Six or more neither win nor lose. With `five="or_more"` they win too.
//! - **P3** The stone just played captures each pair of enemy stones that it closes in a straight
//!   line against another own stone, in any of the eight directions; several pairs may be captured
//!   at once. A single stone or three in a line are safe, and so is a pair that walks in between
//!   two enemies. Captured stones are removed before rows are checked. A row that is cut down to
//!   five because the enemy captures a part of it wins nothing.
//! - **P4** Five captured pairs (`target` stones in all) win. A stone that makes five in a row and
//!   captures the fifth pair wins once, for both reasons: the termination is `ROW_AND_CAPTURES`.
//! - **P5** Each player has 40 stones (`stones`). Captured stones stay with the captor
//!   (`captured="kept"`) or go back to the supply of their owner (`"returned"`). The game is a draw
//!   when the player to move next has no stone left, or no point is vacant.
//! - **P6** A handicap of one to three stones of one colour stands on the board before play, out of
//!   that player's 40. Black still begins. A handicap cannot be combined with an opening.
//! - **P7** A move is the name of its point and an `X` for each group captured: `i13X`. When a move
//!   is read, `X` may be left out altogether; a wrong number of them is refused.
//! - **P8** The two games that the source prints replay with exactly the captures marked there.
//! - **P9** *Pente*: 19x19, five or more in a row, pairs, stones without limit.
//!   `opening="tournament"` puts the first stone in the centre and the second stone of the same
//!   player at king's distance 3 or more from it. *Keryo-Pente*: groups of exactly three are
//!   captured as well, and 15 captured stones win; five pairs do not. *Ninuki-Renju*: 15x15,
//!   exactly five, pairs, five pairs win, stones without limit.
//!
//! End of the rules.
//!
//! P8, the two postal games, is a test.
//!
//! # Example
//!
//! The stone d3 closes two pairs and captures both (P3); a cross is written for each (P7).
//!
//! ```
//! use fivefold::games;
//! use fivefold::position::{Notation, Position, SetUp};
//!
//! let options = serde_json::json!({"size": 7});
//! let game = games::build("pagoda", options.as_object().unwrap()).unwrap();
//! let board = "
//!     .......
//!     ...X...
//!     ...O...
//!     ...O...
//!     XOO....
//!     .......
//!     .......
//! ";
//! let position = game.rules.from_diagram(board, SetUp::default()).unwrap();
//! let action = position.parse_move("d3").unwrap();
//! assert_eq!(position.move_text(action), "d3XX");
//! let mut next = position.clone();
//! next.play(action).unwrap();
//! assert_eq!(next.captured().len(), 4);
//! ```

mod notation;
mod options;
mod planes;
mod questions;
mod setup;
mod tactics;

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

pub use options::{Captured, Handicap, Opening, Options};
pub use questions::Threats;

use crate::board::{Colour, Grid, Point, render};
use crate::position::{
    Action, Decider, EarlyEnd, Outcome, Player, Position, RandomPlay, Refusal, Symmetry,
    Termination, Trace, replay,
};
use crate::stones::{Capture, Five, PerColour, Take, winning_lines, wins};

/// What of the options every move needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Law {
    five: PerColour<Five>,
    take: Take,
    target: u16,
    captured: Captured,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct End {
    winner: Option<Colour>,
    termination: Termination,
}

/// The stone just played and what it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Last {
    point: Point,
    capture: Capture,
}

/// A position of Pagoda or its kin. Seat 0 holds Black throughout (E1).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pagoda {
    law: Law,
    grid: Grid,
    /// Vacant points.
    vacant: u16,
    /// The colour of the next stone.
    next: Colour,
    /// Stones taken by each colour.
    taken: [u16; 2],
    /// Groups taken by each colour: a fact about the game's past, not of its identity (E11).
    groups: [u16; 2],
    /// Stones left to each colour (P5).
    supply: Option<[u16; 2]>,
    /// Stones of the opening still to come (P9).
    opening: u8,
    ended: Option<End>,
    /// No part of the identity (E11).
    last: Option<Last>,
    /// No part of the identity (E11).
    turns: u32,
}

impl Pagoda {
    /// The stones on the board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The colour of the next stone.
    pub fn next_colour(&self) -> Colour {
        self.next
    }

    /// Stones taken so far by Black and by White (P4).
    pub fn taken(&self) -> [u16; 2] {
        self.taken
    }

    /// Groups taken so far by Black and by White; pairs where only pairs are taken. In a position
    /// that was set up, the most groups that the stones taken can be.
    pub fn captured_groups(&self) -> [u16; 2] {
        self.groups
    }

    /// Stones left to Black and to White; `None` where there is no limit (P5).
    pub fn supply(&self) -> Option<[u16; 2]> {
        self.supply
    }

    /// Stones of the opening still to come (P9).
    pub fn opening_stones(&self) -> u8 {
        self.opening
    }

    /// What belongs to the identity beside the stones (E11).
    fn state(&self) -> [u64; 3] {
        let pair = |[black, white]: [u16; 2]| u64::from(black) << 16 | u64::from(white);
        let end = self.ended.map_or(0, |end| {
            16 * end.winner.map_or(0, |colour| colour as u64 + 1) + end.termination as u64
        });
        let small = end << 16 | u64::from(self.opening) << 8 | self.next as u64;
        [small, pair(self.taken), self.supply.map_or(u64::MAX, pair)]
    }

    /// Why the opening bars a point; `None` if it does not (P9).
    fn barred(&self, point: Point) -> Option<&'static str> {
        let size = self.grid.size();
        let distance = size.distance(size.centre()?, point);
        match self.opening {
            3 if distance > 0 => Some("the first stone goes to the centre"),
            1 if distance < 3 => Some("Black's second stone keeps a distance of 3 from the centre"),
            _ => None,
        }
    }

    /// How the game stands after the stone on `point`, if one was played.
    fn judge(&self, point: Option<Point>) -> Option<End> {
        let mover = self.next.other();
        let row =
            point.is_some_and(|point| wins(&self.grid, point, mover, self.law.five.of(mover)));
        let captures = self.taken[mover.index()] >= self.law.target;
        let (winner, termination) = match (row, captures) {
            // P4: one win with both reasons.
            (true, true) => (Some(mover), Termination::RowAndCaptures),
            (true, false) => (Some(mover), Termination::Row), // P2
            (false, true) => (Some(mover), Termination::Captures), // P4
            // P5: a draw.
            (false, false) if self.vacant == 0 => (None, Termination::FullBoard),
            (false, false) if self.supply.is_some_and(|left| left[self.next.index()] == 0) => {
                (None, Termination::Supply)
            }
            (false, false) => return None,
        };
        Some(End { winner, termination })
    }
}

impl Position for Pagoda {
    fn decider(&self) -> Decider {
        match self.ended {
            None => Decider::Player(Player(self.next as u8)),
            Some(_) => Decider::Over,
        }
    }

    fn colour(&self) -> Option<&'static str> {
        self.ended.is_none().then(|| self.next.name())
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.ended.is_some() {
            return;
        }
        self.grid.for_each_empty(|point| {
            if self.opening == 0 || self.barred(point).is_none() {
                out.push(Action(point.0));
            }
        });
    }

    fn refusal(&self, action: Action) -> Option<Refusal> {
        let point = Point(action.0);
        let name = || self.grid.size().name(point);
        if self.ended.is_some() {
            return Some(Refusal::over(&name())); // E6
        }
        if !self.grid.is_empty(point) {
            return Some(Refusal::new("E5", format!("{} is refused: there is a stone", name())));
        }
        let why = self.barred(point)?;
        Some(Refusal::new("P9", format!("{} is refused: {why}", name())))
    }

    fn is_legal(&self, action: Action) -> bool {
        let point = Point(action.0);
        self.ended.is_none()
            && self.grid.is_empty(point)
            && (self.opening == 0 || self.barred(point).is_none())
    }

    fn play_unchecked(&mut self, action: Action) {
        let point = Point(action.0);
        let (mover, enemy) = (self.next, self.next.other());
        let capture = Capture::by(&self.grid, mover, point, self.law.take);
        self.grid.put(mover, point);
        self.vacant = self.vacant.saturating_sub(1);
        if let Some(supply) = &mut self.supply {
            supply[mover.index()] = supply[mover.index()].saturating_sub(1);
        }
        if !capture.is_none() {
            // P3: captures come off before the row is judged.
            capture.lift_from(&mut self.grid, point);
            let stones = capture.stones();
            self.vacant += stones;
            for (count, more) in [(&mut self.taken, stones), (&mut self.groups, capture.groups())] {
                count[mover.index()] = count[mover.index()].saturating_add(more);
            }
            if let (Captured::Returned, Some(supply)) = (self.law.captured, &mut self.supply) {
                supply[enemy.index()] = supply[enemy.index()].saturating_add(stones); // P5
            }
        }
        self.opening = self.opening.saturating_sub(1);
        self.last = Some(Last { point, capture });
        self.turns += 1;
        self.next = enemy;
        self.ended = self.judge(Some(point));
    }

    fn termination(&self) -> Option<Termination> {
        self.ended.map(|end| end.termination)
    }

    fn outcome(&self) -> Option<Outcome> {
        let end = self.ended?;
        let lines = match (end.winner, self.last) {
            (Some(winner), Some(last)) => {
                winning_lines(&self.grid, last.point, winner, self.law.five.of(winner))
            }
            _ => Vec::new(),
        };
        Some(Outcome {
            winners: end.winner.map(|winner| Player(winner as u8)).into_iter().collect(),
            termination: end.termination,
            lines,
            scores: Vec::new(),
        })
    }

    fn returns(&self, out: &mut [f32]) {
        out.fill(0.0);
        if let Some(End { winner: Some(winner), .. }) = self.ended {
            out[winner.index()] = 1.0;
            out[winner.other().index()] = -1.0;
        }
    }

    fn turns(&self) -> u32 {
        self.turns
    }

    fn ends_turn(&self) -> bool {
        true
    }

    fn image(&self, symmetry: &Symmetry) -> Self {
        let size = self.grid.size();
        let turn = |point: Point| Point(symmetry.points[point.index()]);
        let last = self.last.map(|last| {
            let to = turn(last.point);
            Last { point: to, capture: last.capture.moved(size, last.point, turn) }
        });
        Self { grid: self.grid.image(&symmetry.points), last, ..self.clone() }
    }

    fn captured(&self) -> Vec<u16> {
        let Some(last) = self.last.filter(|last| !last.capture.is_none()) else {
            return Vec::new();
        };
        last.capture.points(self.grid.size(), last.point).into_iter().map(|point| point.0).collect()
    }
}

impl RandomPlay for Pagoda {
    fn free_points(&self, out: &mut Vec<u16>) -> bool {
        if !self.is_free() {
            return false;
        }
        out.clear();
        self.grid.for_each_empty(|point| out.push(point.0));
        true
    }

    fn is_free(&self) -> bool {
        self.ended.is_none() && self.opening == 0
    }

    fn restore(&mut self, turns: u16, trace: &dyn Trace) {
        let Some(before) = trace.before_last(turns, self.grid.rows_mut()) else {
            return replay(self, turns, trace);
        };
        self.jump(turns - 1, before.taken, before.groups);
        self.play_unchecked(Action(before.action));
    }
}

impl EarlyEnd for Pagoda {}

// E11: the moves that led here do not count, nor how the stones taken were grouped.
impl PartialEq for Pagoda {
    fn eq(&self, other: &Self) -> bool {
        self.grid == other.grid && self.state() == other.state()
    }
}

impl Eq for Pagoda {}

impl Hash for Pagoda {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.grid.hash(state);
        for word in self.state() {
            state.write_u64(word);
        }
    }
}

impl fmt::Display for Pagoda {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = |point| match self.grid.stone(point) {
            None => '.',
            Some(Colour::Black) => 'X',
            Some(Colour::White) => 'O',
        };
        f.write_str(&render(self.grid.size(), symbol))
    }
}
