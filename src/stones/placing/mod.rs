//! The position of games in which stones are put and stay: Gomoku and Renju.
//!
//! What Renju adds, its fouls, comes in through the trait [`Fouls`]; Gomoku has `NoFouls`. The
//! rules that a position carries are in `law`, the reading and refusing of moves in `moves`, the
//! contract that every game keeps in `position`; here is what a move does.
//!
//! In order, a stone first wins or not (R1: five first); if it does not win and is a foul that
//! loses, the other colour wins (R7); then a full board ends the game (G4). In the rules of 1912 a
//! double three is put and loses:
//!
//! ```
//! use fivefold::games;
//! use fivefold::position::{Notation, Player, Position, SetUp, Termination};
//!
//! let options = serde_json::json!({"size": 9});
//! let game = games::build("renju_1912", options.as_object().unwrap()).unwrap();
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
//! let mut position = game.rules.from_diagram(board, SetUp::default()).unwrap();
//! position.play(position.parse_move("e5").unwrap()).unwrap();
//! let outcome = position.outcome().unwrap();
//! assert_eq!((outcome.winners, outcome.termination), (vec![Player(1)], Termination::Foul));
//! ```

mod arrays;
mod law;
mod moves;
mod position;
mod tactics;

pub use law::{FullBoard, Law, Passing};

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::fouls::{Foul, FoulKind, Fouls};
use super::opening::{Step, Task, Word};
use super::rows::wins;
use crate::board::{Colour, Grid, Point};
use crate::position::{Player, Position, Refusal, Termination};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct End {
    winner: Option<Colour>,
    termination: Termination,
}

/// A position of Gomoku or Renju.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Placing<F: Fouls> {
    law: Law<F>,
    grid: Grid,
    /// The colour of the next stone.
    next: Colour,
    black_seat: u8,
    /// The step of the opening that is due; none in free play.
    step: Option<u8>,
    /// How many offers were announced (R10); 0 before that and after the pick.
    count: u8,
    /// The points offered so far, ascending.
    offers: SmallVec<[Point; 12]>,
    /// Passes in a row.
    passes: u8,
    empty: u16,
    end: Option<End>,
    /// The last stone; not part of the identity (E11), nor is what follows.
    last: Option<Point>,
    turns: u16,
    /// The action before last was free play already: arrays can be touched, not filled anew.
    was_free: bool,
}

impl<F: Fouls> PartialEq for Placing<F> {
    fn eq(&self, other: &Self) -> bool {
        self.grid == other.grid && self.offers == other.offers && self.state() == other.state()
    }
}

impl<F: Fouls> Eq for Placing<F> {}

impl<F: Fouls> Hash for Placing<F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.grid.hash(state);
        self.state().hash(state);
        for offer in &self.offers {
            state.write_u16(offer.0);
        }
    }
}

impl<F: Fouls> Placing<F> {
    /// What belongs to the identity beside stones and offers (E11).
    fn state(&self) -> (u8, u8, u8, u8, u8, u8) {
        let end = self.end.map_or(0, |end| {
            16 * end.winner.map_or(0, |colour| colour as u8 + 1) + end.termination as u8
        });
        let step = self.step.map_or(0, |step| step + 1);
        (self.next as u8, self.black_seat, step, self.count, self.passes, end)
    }

    /// The stones.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The rules it carries.
    pub fn law(&self) -> &Law<F> {
        &self.law
    }

    /// The colour of the next stone.
    pub fn next_colour(&self) -> Colour {
        self.next
    }

    /// The last stone put, if any.
    pub fn last(&self) -> Option<Point> {
        self.last
    }

    /// The points offered so far, ascending (R10).
    pub fn offers(&self) -> &[Point] {
        &self.offers
    }

    /// The seat that holds a colour.
    pub fn holder(&self, colour: Colour) -> Player {
        match colour {
            Colour::Black => Player(self.black_seat),
            Colour::White => Player(1 - self.black_seat),
        }
    }

    fn due(&self) -> Option<Step> {
        self.step.map(|step| self.law.script()[usize::from(step)])
    }

    fn task(&self) -> Option<Task> {
        self.due().map(|step| step.task)
    }

    /// Offers that are still to be made before the pick.
    fn offers_due(&self) -> usize {
        let count = match self.task() {
            Some(Task::Offer(0)) => self.count,
            Some(Task::Offer(fixed)) => fixed,
            _ => return 0,
        };
        usize::from(count).saturating_sub(self.offers.len())
    }

    /// Can a foul keep the colour to move off a point?
    ///
    /// Under `foul="loses"` no point is closed to anybody, so nobody is ever stuck (R9).
    fn bars_points(&self) -> bool {
        let fouls = &self.law.fouls;
        fouls.bind(self.next) && fouls.effect() == Foul::Illegal
    }

    /// The foul that keeps the colour to move off an empty point.
    fn forbidden(&self, point: Point) -> Option<FoulKind> {
        if !self.bars_points() {
            return None;
        }
        let five = self.law.five[self.next.index()];
        self.law.fouls.judge(&self.grid, point, self.next, five)
    }

    /// Is there a point where the colour to move may put a stone?
    ///
    /// Only a colour bound by fouls can find the board open and every point closed to it.
    fn any_point(&self) -> bool {
        if self.empty == 0 || !self.bars_points() {
            return self.empty > 0;
        }
        let size = self.law.size;
        size.iter().any(|point| self.grid.is_empty(point) && self.forbidden(point).is_none())
    }

    /// Never on the empty board, inside an opening or after the end (G5).
    fn pass_is_legal(&self) -> bool {
        let empty_board = usize::from(self.empty) == self.law.size.points();
        match self.law.passing {
            _ if self.end.is_some() || self.step.is_some() || empty_board => false,
            Passing::Never => false,
            Passing::WhenStuck => self.law.has_pass() && !self.any_point(),
            Passing::Always => true,
        }
    }

    /// The winner is a colour; which seat that is depends on who holds it then (E1).
    fn finish(&mut self, winner: Option<Colour>, termination: Termination) {
        self.end = Some(End { winner, termination });
    }

    /// Ends the game if the colour to move finds no empty point, or none that it may use (G4, G5).
    fn settle(&mut self) {
        if self.empty == 0 {
            let winner = match self.law.full_board {
                FullBoard::Draw => None,
                FullBoard::WhiteWins => Some(Colour::White),
            };
            self.finish(winner, Termination::FullBoard);
        } else if self.law.passing == Passing::Never && self.step.is_none() && !self.any_point() {
            self.finish(None, Termination::NoMove);
        }
    }

    fn put(&mut self, point: Point) {
        let colour = self.next;
        let fouls = &self.law.fouls;
        let five = self.law.five[colour.index()];
        // R1: five first, whatever else the stone makes.
        let row = wins(&self.grid, point, colour, five);
        let foul = !row
            && fouls.effect() == Foul::Loses
            && fouls.bind(colour)
            && fouls.judge(&self.grid, point, colour, five).is_some();
        self.grid.put(colour, point);
        self.empty -= 1;
        self.last = Some(point);
        self.passes = 0;
        self.next = colour.other();
        if row {
            self.finish(Some(colour), Termination::Row);
        } else if foul {
            self.finish(Some(colour.other()), Termination::Foul); // R7
        } else {
            self.settle();
        }
    }

    /// The opponent's pass and this one in a row draw; a stone between them begins the count anew.
    fn pass(&mut self) {
        self.passes += 1;
        self.next = self.next.other();
        if self.passes == 2 {
            self.finish(None, Termination::Passes); // G5
        }
    }

    /// `swap` gives Black to the other seat; `count` says how many offers will be made (R10).
    fn say(&mut self, word: Word) {
        match word {
            Word::Swap => self.black_seat = 1 - self.black_seat,
            Word::Count(count) => self.count = count,
            Word::Keep | Word::Place2 | Word::Ten => {}
        }
    }

    /// Offers a point; true when it was the last one due (R10).
    fn offer(&mut self, point: Point) -> bool {
        let place = self.offers.binary_search(&point).unwrap_or_else(|place| place);
        self.offers.insert(place, point);
        self.offers_due() == 0
    }

    /// Refuses a deserialised position that these rules could not have made.
    pub fn validate(&self, law: &Law<F>) -> Result<(), Refusal> {
        let refuse = |message: &str| Err(Refusal::new("E8", message));
        if self.law != *law {
            return refuse("the position carries other rules");
        }
        self.grid.validate(law.size)?;
        let stones = self.grid.count(Colour::Black) + self.grid.count(Colour::White);
        let counted = stones as usize + usize::from(self.empty) == law.size.points();
        let step = self.step.is_none_or(|step| usize::from(step) < law.script().len());
        let on_board = |point: &Point| point.index() < law.size.points();
        let last = self.last.is_none_or(|point| on_board(&point) && !self.grid.is_empty(point));
        let row = self.end.is_none_or(|end| end.termination != Termination::Row)
            || (self.last.is_some() && self.end.is_some_and(|end| end.winner.is_some()));
        let ascending = self.offers.windows(2).all(|pair| pair[0] < pair[1]);
        let offers = ascending
            && self.count <= 12
            && self.offers.len() <= 12
            && self.offers.iter().all(|point| on_board(point) && self.grid.is_empty(*point));
        let passes = self.passes < 2 || self.end.is_some();
        if !counted || !step || !last || !row || !offers || !passes || self.black_seat > 1 {
            return refuse("the parts of the position contradict each other");
        }
        let expected = match self.task() {
            Some(Task::Offer(_)) => self.offers_due() > 0,
            Some(Task::Pick) => !self.offers.is_empty(),
            _ => self.offers.is_empty(),
        };
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        if self.end.is_none() && (!expected || actions.is_empty()) {
            return refuse("the game runs, but nothing is legal");
        }
        Ok(())
    }
}
