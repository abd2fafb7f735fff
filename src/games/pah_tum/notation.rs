//! Squares and moves as text, and why a move is refused (T6, E3, E4).
//!
//! `d4` puts a stone, `d4xd5` puts it and captures on `d5`. The capture is always written: which of
//! several it is has to be stated, and one that must be made cannot be left out (T4). Case and blanks
//! around do not matter (E3). What is refused, and by which rule:
//!
//! | text | refused because | rule |
//! |---|---|---|
//! | `pass`, `4d` | that is no move: there is no passing | E7 |
//! | anything readable | the game is over | E6 |
//! | `d4` | a stone lies there, perhaps a black one | E5 |
//! | `d4` | a stone there has to capture; the message names the moves | T4 |
//! | `d4xd5` | nothing single stands there with an own stone behind | T4 |
//! | `d4xg7` | only the square right beside can be captured | T4 |
//! | `d4xd5` | a black stone of the set-up, or plain Pah-Tum: nothing captures | T4 |
//! | `yellow`, `blue` | no colour is to be taken now, or ever | T3 |
//! | `d4` | a colour is to be taken now | T3 |

use smallvec::smallvec;

use super::phase::{COLOURS, Phase};
use super::position::PahTum;
use super::squares::CAPTURES;
use crate::board::Point;
use crate::position::{Action, Move, Notation, Refusal};

/// Written for the target of a capture that would lie off the board: such an action is never
/// legal, but every action has a text.
const BEYOND: [&str; 4] = ["up", "right", "down", "left"];

impl PahTum {
    /// What is on a square: 0 nothing, 1 Yellow, 2 Blue, -1 black.
    pub(super) fn cell(&self, square: u16) -> i8 {
        let at = |squares: u128| (squares >> square & 1) as i8;
        at(self.stones[0]) + 2 * at(self.stones[1]) - at(self.black)
    }

    /// As `from_diagram` reads it (E8).
    pub(super) fn symbol(&self, square: u16) -> char {
        match self.cell(square) {
            0 => '.',
            1 => 'Y',
            2 => 'B',
            _ => '#',
        }
    }

    /// Action planes of squares.
    pub(super) fn square_planes(&self) -> usize {
        if self.custodial { 1 + CAPTURES.len() } else { 1 }
    }

    /// The action of taking a colour, 0 Yellow, 1 Blue (T3).
    ///
    /// After all squares, Yellow's before Blue's.
    pub(super) fn colour_action(&self, colour: usize) -> Action {
        Action((self.square_planes() * self.points() + colour) as u16)
    }

    /// Only in "cut" does seat 1 take a colour (T3).
    fn has_colour_actions(&self) -> bool {
        self.setup == super::phase::Setup::Cut
    }

    /// What an action is (T3, T4, T6).
    ///
    /// Colours come after the planes of squares; a capture off the board is never legal, but has a
    /// number.
    pub(super) fn described(&self, action: Action) -> Move {
        let points = self.points() as u16;
        let (plane, point) = (action.0 / points, action.0 % points);
        if usize::from(plane) >= self.square_planes() {
            return Move::Choose { word: COLOURS[usize::from(point & 1)], number: None };
        }
        if plane == 0 {
            return Move::place(point);
        }
        match self.target(plane, point) {
            Some(target) => Move::Place { point, captured: smallvec![target], groups: 1 },
            None => Move::Beyond { point, direction: BEYOND[usize::from(plane) - 1] },
        }
    }

    /// `d4`, `d4xd5`, `yellow`, `blue`.
    pub(super) fn write(&self, described: &Move) -> String {
        let name = |square| self.grid().name(Point(square));
        match described {
            Move::Place { point, captured, .. } => match captured.first() {
                Some(target) => format!("{}x{}", name(*point), name(*target)),
                None => name(*point),
            },
            Move::Beyond { point, direction } => format!("{}x{direction}", name(*point)),
            other => other.words().unwrap_or_default(),
        }
    }

    /// What is no move is refused as such even after the end (E7).
    pub(super) fn read_move(&self, text: &str) -> Result<Action, Refusal> {
        let text = text.trim().to_lowercase();
        self.read(&text).map_err(|refusal| match self.phase {
            // E6: after the end all that can be read is refused for that.
            Phase::Over(_) if refusal.rule != "E7" => Refusal::over(&text),
            _ => refusal,
        })
    }

    /// A square next to the stone says in which direction it captures.
    fn read(&self, text: &str) -> Result<Action, Refusal> {
        if let Some(colour) = COLOURS.iter().position(|&name| name == text) {
            if self.has_colour_actions() {
                return Ok(self.colour_action(colour));
            }
            return Err(Refusal::new("T3", format!("{text}: no colour is chosen in these rules")));
        }
        let size = self.grid();
        // No name of a point on these boards holds an x: the columns end at k.
        let Some((to, from)) = text.split_once('x') else {
            return size.parse(text).map(|point| Action(point.0));
        };
        let readable = |refusal: Refusal| match refusal.rule {
            "E7" => Refusal::unreadable(format!("'{text}' is no move such as d4 or d4xd5")),
            _ => refusal,
        };
        let point = size.parse(to).map_err(readable)?;
        let points = self.points() as u16;
        let beyond = BEYOND.iter().position(|&name| name == from);
        let target = match beyond {
            Some(_) => None,
            None => Some(size.parse(from).map_err(readable)?.0),
        };
        if !self.custodial {
            return Err(Refusal::new("T4", format!("{text}: plain Pah-Tum has no captures")));
        }
        let plane = match beyond {
            Some(index) => Some(index as u16 + 1).filter(|&p| self.target(p, point.0).is_none()),
            None => (1..=4).find(|&plane| self.target(plane, point.0) == target),
        };
        plane.map(|plane| Action(plane * points + point.0)).ok_or_else(|| {
            Refusal::new("T4", format!("{text}: only the square right beside {to} can be captured"))
        })
    }

    /// In this order: the end, colours, a stone on the square, a capture in the set-up, one that
    /// must be made, one that cannot be.
    pub(super) fn refused(&self, action: Action) -> Option<Refusal> {
        let text = self.move_text(action);
        let points = self.points() as u16;
        let (plane, square) = (action.0 / points, action.0 % points);
        let takes_colour = usize::from(plane) >= self.square_planes();
        match self.phase {
            Phase::Over(_) => return Some(Refusal::over(&text)),
            Phase::Colours if takes_colour => return None,
            Phase::Colours => {
                let why = "seat 1 takes a colour now, yellow or blue";
                return Some(Refusal::new("T3", format!("{text} is refused: {why}")));
            }
            _ if takes_colour => {
                let why = "no colour is to be chosen now";
                return Some(Refusal::new("T3", format!("{text} is refused: {why}")));
            }
            _ => {}
        }
        let name = self.grid().name(Point(square));
        if self.cell(square) != 0 {
            return Some(Refusal::new("E5", format!("{text} is refused: {name} is taken")));
        }
        if self.phase == Phase::Stones {
            let why = "the black stones of the set-up capture nothing";
            return (plane != 0).then(|| Refusal::new("T4", format!("{text} is refused: {why}")));
        }
        if !self.custodial {
            return None;
        }
        let captures: Vec<u16> = self.captures_at(square).collect();
        if plane == 0 {
            let moves: Vec<String> = captures
                .iter()
                .map(|plane| self.move_text(Action(plane * points + square)))
                .collect();
            let message = format!("{text} is refused: it must capture, {}", moves.join(" or "));
            return (!captures.is_empty()).then(|| Refusal::new("T4", message));
        }
        (!captures.contains(&plane)).then(|| {
            let why = "no single stone of another colour stands there before an own one";
            Refusal::new("T4", format!("{text} is refused: {why}"))
        })
    }
}
