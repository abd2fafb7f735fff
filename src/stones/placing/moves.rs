//! Moves as numbers and text, and why one is refused (E4, E7).
//!
//! What can be read has a number; whether it is legal is asked afterwards, and each refusal names
//! the rule that it breaks:
//!
//! | text | refused because | rule |
//! |---|---|---|
//! | anything readable | the game is over | E6 |
//! | `zz`, `h08`, `99` | that names no point of this board | E7, E5 |
//! | `h8` | a stone lies there | E5 |
//! | `a1` | the opening wants a stone nearer to the centre, or farther from it | G2, G6, R10 |
//! | `h8` | it is a foul for this colour | R2, R3, R6 |
//! | `pass` | on the empty board, in an opening, while some point is legal, or never | G5 |
//! | `swap` | no choice is due, or not this one | G6, R10 |
//! | `offer h8` | no offer is due, or the point is equal to one offered before | R10 |
//! | `pick h8` | no pick is due, or the point was not offered | R10 |
//!
//! Offers and picks say their word, since the same point is a stone of another turn: `h8` alone is
//! refused while an offer is due, and the message tells how it is written.

use super::{Passing, Placing};
use crate::board::Point;
use crate::position::{Action, Move, Refusal};
use crate::stones::fouls::Fouls;
use crate::stones::offers::equal_points;
use crate::stones::opening::{Task, Word, in_zone};

/// What an action number means.
pub(super) enum Decision {
    Point(Point),
    Pass,
    Word(Word),
}

impl<F: Fouls> Placing<F> {
    /// An offer and a pick have the number of their point, like a stone put there; the step of the
    /// opening says which it is.
    pub(super) fn decision(&self, action: Action) -> Decision {
        let points = self.law.size.points();
        let has_pass = self.law.has_pass();
        match action.index() {
            index if index < points => Decision::Point(Point(action.0)),
            index if has_pass && index == points => Decision::Pass,
            index => {
                let words = self.law.opening.words();
                let place = index - points - usize::from(has_pass);
                Decision::Word(words[place.min(words.len() - 1)])
            }
        }
    }

    /// None where no step of this opening asks for the word.
    pub(super) fn word_action(&self, word: Word) -> Option<Action> {
        let place = self.law.opening.words().iter().position(|&known| known == word)?;
        let before = self.law.size.points() + usize::from(self.law.has_pass());
        Some(Action((before + place) as u16))
    }

    /// The word that a point has before it in this phase: "offer ", "pick " or nothing.
    ///
    /// An offer is named, the board stays; a pick is put.
    fn point_word(&self) -> &'static str {
        match self.task() {
            Some(Task::Offer(_)) => "offer ",
            Some(Task::Pick) => "pick ",
            _ => "",
        }
    }

    /// What an action is in this phase.
    ///
    /// Pictures and records read this, never the text (`offer h8` is an offer of a point).
    pub(super) fn described(&self, action: Action) -> Move {
        match self.decision(action) {
            Decision::Point(Point(point)) => match self.task() {
                Some(Task::Offer(_)) => Move::Offer { point },
                Some(Task::Pick) => Move::Pick { point },
                _ => Move::place(point),
            },
            Decision::Pass => Move::Pass,
            Decision::Word(word) => word.choice(),
        }
    }

    /// Reads a move; what is readable but has no place in these rules is refused by its rule, or
    /// by E6 after the end.
    ///
    /// Case and blanks around do not matter, and several blanks count as one (E3).
    pub(super) fn parse(&self, text: &str) -> Result<Action, Refusal> {
        // Nearly every move is the plain name of a point.
        if self.point_word().is_empty()
            && let Ok(point) = self.law.size.parse(text)
        {
            return Ok(Action(point.0));
        }
        let lower = text.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
        let refuse = |rule, why: &str| {
            Err(if self.end.is_some() {
                Refusal::over(&lower)
            } else {
                Refusal::new(rule, format!("{lower} is refused: {why}"))
            })
        };
        let rule = self.law.opening.rule();
        let (head, tail) = lower.split_once(' ').unwrap_or((&lower, ""));
        let word = match head {
            "pass" if tail.is_empty() => {
                return if self.law.has_pass() {
                    Ok(Action(self.law.size.points() as u16))
                } else {
                    refuse("G5", self.no_passing())
                };
            }
            "swap" if tail.is_empty() => Word::Swap,
            "keep" if tail.is_empty() => Word::Keep,
            "place2" if tail.is_empty() => Word::Place2,
            "ten" if tail.is_empty() => Word::Ten,
            "count" if is_number(tail) => match tail.parse() {
                Ok(count) => Word::Count(count),
                Err(_) => return refuse(rule, "the number is out of range"),
            },
            "offer" | "pick" => {
                let point = self.law.size.parse(tail)?;
                return if self.point_word().trim_end() == head {
                    Ok(Action(point.0))
                } else {
                    refuse(rule, &format!("no {head} is due"))
                };
            }
            _ => {
                let point = self.law.size.parse(&lower)?;
                return match self.point_word() {
                    "" => Ok(Action(point.0)),
                    word => refuse(rule, &format!("say '{word}{lower}'")),
                };
            }
        };
        match (self.word_action(word), word) {
            (Some(action), _) => Ok(action),
            (None, Word::Count(_)) => refuse(rule, "no opening of these rules takes that number"),
            (None, _) => refuse(rule, "these rules have no such choice"),
        }
    }

    /// In this order: the word that is due instead; a stone on the point; a zone of the opening;
    /// equal to a point offered before, or not among the offers; a foul. A foul is named by its own
    /// name and number.
    pub(super) fn refuse_point(&self, point: Point) -> Option<Refusal> {
        let rule = self.law.opening_rule();
        let refuse = |rule, why: &str| {
            let name = self.law.size.name(point);
            Some(Refusal::new(rule, format!("{name} is refused: {why}")))
        };
        let task = self.task();
        if let Some(Task::Choose(words)) = task {
            let words: Vec<_> = words.iter().map(|word| word.text()).collect();
            return refuse(rule, &format!("one of {} is due", words.join(", ")));
        }
        if !self.grid.is_empty(point) {
            return refuse("E5", "the point is taken");
        }
        match task {
            Some(Task::Stone(near, far)) if !in_zone(self.law.size, point, near, far) => {
                return refuse(rule, &format!("this stone must lie {}", zone_text(near, far)));
            }
            Some(Task::Offer(_)) => {
                let equal = equal_points(&self.grid, point);
                return self.offers.iter().find(|offer| equal.contains(offer)).and_then(|&offer| {
                    let other = self.law.size.name(offer);
                    if offer == point {
                        refuse(rule, "it is offered already")
                    } else {
                        refuse(rule, &format!("by symmetry it is equal to {other}, offered before"))
                    }
                });
            }
            Some(Task::Pick) => {
                return if self.offers.contains(&point) {
                    None
                } else {
                    refuse(rule, "it is not one of the points offered")
                };
            }
            _ => {}
        }
        self.forbidden(point).map(|kind| {
            let name = self.law.size.name(point);
            let message = format!("{name} is forbidden to {}: {}", self.next, kind.text());
            Refusal::new(kind.rule(), message)
        })
    }

    /// Rules without passing are named first, then the empty board, then the opening (G5).
    pub(super) fn refuse_pass(&self) -> Option<Refusal> {
        if self.pass_is_legal() {
            return None;
        }
        Some(Refusal::new("G5", format!("pass is refused: {}", self.no_passing())))
    }

    /// Why there is no passing now (G5). The first stone in the centre is a step like those of an
    /// opening, but no opening; of an opening's first move the empty board is the reason.
    ///
    /// Under `"when_stuck"` a pass may come up only where the fouls leave no point (R9).
    fn no_passing(&self) -> &'static str {
        let empty_board = usize::from(self.empty) == self.law.size.points();
        match self.law.passing {
            Passing::Never => "there is no passing in these rules",
            _ if empty_board => "the first move may not be a pass",
            _ if self.step.is_some() => "there is no passing inside an opening",
            Passing::WhenStuck | Passing::Always => {
                "passing is allowed only when no point is legal"
            }
        }
    }

    /// In `swap2` only seat 1's first choice may be `place2`.
    pub(super) fn refuse_word(&self, word: Word) -> Option<Refusal> {
        match self.task() {
            Some(Task::Choose(words)) if words.contains(&word) => None,
            _ => {
                let message = format!("{} is refused: no such choice is due", word.text());
                Some(Refusal::new(self.law.opening.rule(), message))
            }
        }
    }
}

/// A number without leading zeros; it may be too large for any use.
fn is_number(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'))
}

/// Where a zone of the opening is, in words.
///
/// The zones of the openings: the centre, the eight points around it, the 5x5, 7x7 and 9x9 around
/// it, and for `pro` and `long_pro` all that lies beyond.
fn zone_text(nearest: u8, farthest: u8) -> String {
    match (nearest, farthest) {
        (0, 0) => "in the centre".to_owned(),
        (1, 1) => "beside the centre, also diagonally".to_owned(),
        (near, u8::MAX) => format!("at a distance of {near} or more from the centre"),
        (_, far) => format!("at a distance of {far} or less from the centre"),
    }
}
