//! Why a step is not legal, in words that tell what stands in the way (E4).
//!
//! The message names the step, then what stands in the way, and the refusal carries the number of
//! the rule. Where a step breaks two rules either may be named (E4); these are looked for in this
//! order:
//!
//! | asked | refused because | rule |
//! |---|---|---|
//! | anything | the game is over | E6 |
//! | any step | another kind of step is due: the block in hand, a card, the roll | N8 to N13 |
//! | a move | a piece waits on its goal and is to be taken off | N10 |
//! | a move | that piece has left; the die shows another colour | N7, N13 |
//! | a move | it ends where it began | N7 |
//! | a move | onto a corner with pieces, without a word with which of them it swaps | N7 |
//! | a move | it names a piece to swap with that does not stand there | N7 |
//! | a move | a swap of two alike pieces, which changes nothing (five players) | N7 |
//! | a move | something stands in the way, or no way leads there | N7 |
//! | a move | the ko bars the swap | N11 |
//! | setting a block | the stop is not free | N9 |
//! | setting a block | it was lifted from that very stop | N8, N13 |
//! | lifting a block | no grey block lies there | N8 |
//! | taking a piece off | none of that colour waits on its goal | N10 |
//! | `pass` | something else is legal | N12 |
//! | `done` | a card of the hand can be played and must be | N13 |
//! | a card | not in the hand; no such block; it cannot move; the supply is empty | N13 |
//! | a king's block | the stop is not free | N9 |
//!
//! A piece cannot run through anything, not even its own player's pieces, so the message says what
//! is in the way. Seat 0 wants `a(A->d)` here and reads "blocked at A-2-d by a grey block":
//!
//! ```text
//! leg A-d   [0a] . o . [.]
//! ```

use std::collections::VecDeque;

use super::moves::reached_from;
use super::numbering::{Card, Step};
use super::position::{Pentagame, Phase};
use super::star::{OFF, Stop, crossing_letter};
use crate::position::Refusal;

impl Pentagame {
    /// Why a step is refused here; `None` if it is legal.
    ///
    /// `legal.rs` lists what is legal without any words; the two are written apart, and the tests
    /// hold them to the same answers for every action of many positions.
    pub(super) fn objection(&self, step: Step) -> Option<Refusal> {
        let refuse = |rule, why: String| {
            Some(Refusal::new(rule, format!("{} is refused: {why}", self.step_text(step))))
        };
        if self.ended.is_some() {
            return Some(Refusal::over(&self.step_text(step)));
        }
        if let Some((rule, why)) = self.out_of_phase(step) {
            return refuse(rule, why);
        }
        let (rule, why) = match step {
            Step::Move(slot, to, kind) => return self.move_objection(step, slot, to, kind),
            Step::SetBlack(stop) | Step::SetGrey(stop) => self.set_objection(stop)?,
            Step::Lift(stop) => {
                if self.board.grey.has(stop) {
                    return None;
                }
                ("N8", format!("there is no grey block on {}", self.name(stop)))
            }
            Step::Exit(colour) => {
                if self.exits().any(|due| due == colour) {
                    return None;
                }
                ("N10", "no piece of that colour waits on its goal".into())
            }
            Step::Pass => {
                let mut legal = Vec::new();
                self.list(&mut legal);
                if legal == [self.action(Step::Pass)] {
                    return None;
                }
                ("N12", format!("{} other actions are legal", legal.len()))
            }
            Step::Roll(_) => return None,
            Step::Done => {
                if !self.law.options.must_play || !self.can_play() {
                    return None;
                }
                ("N13", "a card of the hand can be played, and must be".into())
            }
            Step::Number => {
                if self.cards[usize::from(self.seat)].has_number() {
                    return None;
                }
                ("N13", format!("seat {} holds no N", self.seat))
            }
            Step::Play(card, stop) => self.card_objection(card, stop)?,
        };
        refuse(rule, why)
    }

    /// Canonical (N2), however the player wrote it.
    fn name(&self, stop: Stop) -> &str {
        self.law.star.name(stop)
    }

    /// A step of another kind than the one due.
    ///
    /// The rule named is that of the step asked for: a `pass` breaks N12, a forced exit N10, a card
    /// or a roll N13, a block N8. A move breaks the rule of what is due before it: the block in hand
    /// (N8), a card or a roll (N13).
    fn out_of_phase(&self, step: Step) -> Option<(&'static str, String)> {
        let fits = match self.phase {
            Phase::FirstRoll(_) | Phase::Roll => matches!(step, Step::Roll(_)),
            Phase::Move => matches!(step, Step::Move(..) | Step::Exit(_) | Step::Pass),
            Phase::Black(_) | Phase::Jack(_, false) | Phase::Queen(_, false) => {
                matches!(step, Step::SetBlack(_))
            }
            Phase::Grey(_) | Phase::Lifted(..) | Phase::Jack(_, true) | Phase::Queen(_, true) => {
                matches!(step, Step::SetGrey(_))
            }
            Phase::Lift(_) => matches!(step, Step::Lift(_)),
            Phase::Card => matches!(step, Step::Done | Step::Number | Step::Play(..)),
        };
        if fits {
            return None;
        }
        let rule = match step {
            Step::Pass => "N12",
            Step::Exit(_) => "N10",
            Step::Roll(_) | Step::Done | Step::Number | Step::Play(..) => "N13",
            Step::Move(..) if self.phase == Phase::Card => "N13",
            Step::Move(..) if matches!(self.phase, Phase::FirstRoll(_) | Phase::Roll) => "N13",
            _ => "N8",
        };
        let due = match self.phase {
            Phase::FirstRoll(_) | Phase::Roll => "the die is to be rolled",
            Phase::Move => "a piece is to move",
            Phase::Black(_) => "a black block is to be set",
            Phase::Grey(_) => "a grey block is to be set",
            Phase::Lift(_) => "all grey blocks are on the board: one of them is to be lifted",
            Phase::Lifted(..) => "the grey block lifted is to be set on another stop",
            Phase::Card => "a card is due, or done",
            Phase::Jack(..) => "the block lifted is to be slid",
            Phase::Queen(..) => "the block lifted is to be set on another stop",
        };
        Some((rule, due.to_owned()))
    }

    /// A block that was lifted goes to another stop: the grey one that is moved (N8), a jack's, a
    /// queen's (N13). A jack's block also has to run there as a piece would.
    fn set_objection(&self, stop: Stop) -> Option<(&'static str, String)> {
        if self.settable().has(stop) {
            return None;
        }
        let name = self.name(stop);
        if self.occupied.has(stop) {
            return Some(("N9", format!("{name} holds {}", self.contents(stop))));
        }
        Some(match self.phase {
            Phase::Jack(from, _) if from == stop => {
                ("N13", "the block must move at least one stop".into())
            }
            Phase::Jack(from, _) => ("N13", self.path_objection(from, stop)),
            Phase::Queen(..) => {
                ("N13", format!("{name} is the stop that the block was lifted from"))
            }
            _ => ("N8", format!("{name} is the stop that the block was lifted from")),
        })
    }

    /// The letter is looked for in the hand first, and the message tells a card that was played
    /// already from one that the seat never held.
    fn card_objection(&self, card: Card, stop: Stop) -> Option<(&'static str, String)> {
        if self.playable(card).has(stop) {
            return None;
        }
        let (letter, name) = (card.letter(), self.name(stop));
        let colour = if card.is_grey() { "grey" } else { "black" };
        let blocks = if card.is_grey() { &self.board.grey } else { &self.board.black };
        let why = if !self.cards[usize::from(self.seat)].holds(card) {
            let first = self.law.first_hand(usize::from(self.seat));
            let ever = if first.holds(card) { "no longer holds the" } else { "never held a" };
            format!("seat {} {ever} {letter}", self.seat)
        } else if card == Card::King && self.supply() == 0 {
            "no grey block is in the supply".into()
        } else if letter == 'K' {
            return Some(("N9", format!("{name} holds {}", self.contents(stop))));
        } else if !blocks.has(stop) {
            format!("there is no {colour} block on {name}")
        } else {
            format!("the block on {name} cannot move")
        };
        Some(("N13", why))
    }

    /// Legal is what meets none of these, so this also answers `is_legal` for moves. That the piece
    /// is on the board is asked before the way, and the ko last: a swap is barred only where it
    /// could be made.
    ///
    /// A single piece on a corner has to be named as well, since the text of a swap always names
    /// both.
    ///
    /// That a piece waits on its goal comes before all: nothing else moves then (N10).
    fn move_objection(&self, step: Step, slot: u8, to: Stop, kind: Option<u8>) -> Option<Refusal> {
        let refuse = |rule, why: String| {
            Some(Refusal::new(rule, format!("{} is refused: {why}", self.step_text(step))))
        };
        let law = &self.law;
        // The text is written only for a refusal: every move played is asked about here.
        if self.exits().next().is_some() {
            return self.objection_to_moving(&self.step_text(step));
        }
        let Some(piece) = self.slot_piece(slot) else {
            return refuse("N7", format!("seat {} has no such piece on the board", self.seat));
        };
        if !self.dice[usize::from(self.seat)].allows(law.colour(piece)) {
            let faces: Vec<_> = self.dice_text(self.seat).chars().map(String::from).collect();
            let dice = if faces.len() == 1 { "die shows" } else { "dice show" };
            return refuse("N13", format!("the {dice} {}", faces.join(" and ")));
        }
        let from = self.board.pieces[piece];
        if from == to {
            return refuse(
                "N7",
                "a piece does not move back to its own stop, nor swap on it".into(),
            );
        }
        let other = match kind {
            None if law.star.is_corner(to) => {
                if self.board.piece_on(to).is_some() {
                    let held = self.contents(to);
                    return refuse(
                        "N7",
                        format!("{} holds {held}: say which it swaps with", self.name(to)),
                    );
                }
                None
            }
            None => self.board.piece_on(to),
            Some(kind) => match self.board.kind_on(law, kind, to) {
                None => {
                    let held = self.contents(to);
                    return refuse("N7", format!("{} holds {held}", self.name(to)));
                }
                held => held,
            },
        };
        if other.is_some_and(|other| law.kind(other) == law.kind(piece)) {
            return refuse("N7", "a swap of two alike pieces changes nothing".into());
        }
        if !reached_from(law.star, &self.occupied, from).has(to) {
            return refuse("N7", self.path_objection(from, to));
        }
        if let Some(other) = other
            && self.is_barred(piece, to, other)
        {
            return refuse("N11", self.ko_words());
        }
        None
    }

    /// Each ko rule remembers something else, so each has its own words (N11).
    fn ko_words(&self) -> String {
        use super::options::Ko;
        match self.law.options.ko {
            Ko::Repeat => format!("seat {} has made this very swap before", self.seat),
            Ko::Immediate => {
                format!("seat {} made this very swap in its preceding turn", self.seat)
            }
            Ko::Position => format!(
                "seat {} has made this very swap before, with the same board after it",
                self.seat
            ),
            Ko::Undo | Ko::None => "it brings back the board from before the preceding turn".into(),
        }
    }

    /// What stands in the way: the first thing on the way with the fewest things on it.
    ///
    /// Of several paths the one is named that the fewest things close, as a player would see it; on
    /// it the first thing from the piece's side. Stops that hold nothing cost nothing, so a way
    /// round is preferred to a straight one that is closed twice.
    fn path_objection(&self, from: Stop, to: Stop) -> String {
        let star = self.law.star;
        let mut cost = vec![u32::MAX; star.stops];
        let mut came = vec![OFF; star.stops];
        let mut queue = VecDeque::from([from]);
        cost[usize::from(from)] = 0;
        while let Some(stop) = queue.pop_front() {
            let here = cost[usize::from(stop)];
            for &next in &star.neighbours[usize::from(stop)] {
                let held = next != to && self.occupied.has(next);
                if here + u32::from(held) < cost[usize::from(next)] {
                    cost[usize::from(next)] = here + u32::from(held);
                    came[usize::from(next)] = stop;
                    if held { queue.push_back(next) } else { queue.push_front(next) }
                }
            }
        }
        let mut first = None;
        let mut stop = came[usize::from(to)];
        while stop != from && stop != OFF {
            if self.occupied.has(stop) {
                first = Some(stop);
            }
            stop = came[usize::from(stop)];
        }
        match first {
            Some(stop) => format!("blocked at {} by {}", self.name(stop), self.contents(stop)),
            None => format!("no way leads from {} to {}", self.name(from), self.name(to)),
        }
    }

    /// What a stop holds, in words: "a black block", "0a and 1b", "nothing".
    ///
    /// Several only on a corner (N4).
    pub(super) fn contents(&self, stop: Stop) -> String {
        if self.board.black.has(stop) {
            return "a black block".into();
        }
        if self.board.grey.has(stop) {
            return "a grey block".into();
        }
        let held: Vec<_> = (0..self.law.pieces())
            .filter(|&piece| self.board.pieces[piece] == stop)
            .map(|piece| self.law.kind_name(self.law.kind(piece)))
            .collect();
        if held.is_empty() { "nothing".into() } else { held.join(" and ") }
    }
}

impl Pentagame {
    /// Why no piece may move now at all: something else is due.
    ///
    /// Asked also where a text names no move that could be meant, before the pieces are looked at:
    /// while a block is in hand that is what the player has to hear.
    pub(super) fn objection_to_moving(&self, text: &str) -> Option<Refusal> {
        let text = text.trim();
        if let Some((rule, why)) = self.out_of_phase(Step::Move(0, 0, None)) {
            return Some(Refusal::new(rule, format!("{text} is refused: {why}")));
        }
        let piece = self.waiting().next()?;
        let letter = crossing_letter(self.law.colour(piece));
        let why = format!("{text} is refused: {letter} waits on its goal and is to be taken off");
        Some(Refusal::new("N10", why))
    }
}
