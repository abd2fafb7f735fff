//! How a turn ends and the next begins, and what a turn lost on time takes back (N12 to N16).
//!
//! A turn is over when none of its steps is due any more. Then it counts, the game may be over, and
//! else, with dice rolled after the turn, the same seat rolls for its next one (N13) before the
//! next seat is to decide. A turn lost on time goes the same way, but nothing is rolled after it.

use std::sync::Arc;

use super::dice::Faces;
use super::options::Dice;
use super::position::{Pentagame, Phase, TurnStart};
use crate::position::{Refusal, Termination};

/// What a turn was.
///
/// The three count differently. Passes in a row end a game (N12) where there are no dice; a turn
/// lost on time ends such a row, and the die rolled for it stays under "after" (N13, N14).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    Played,
    Passed,
    Lost,
}

impl Pentagame {
    /// Keeps the start of the turn, for N14 and "undo" (N11).
    ///
    /// Once in a turn: after a second call it is still the start that is kept.
    pub(super) fn keep_turn_start(&mut self) {
        if self.start.is_none() {
            self.start = Some(Arc::new(TurnStart {
                board: self.board.clone(),
                points: self.points,
                firsts: self.firsts,
                cards: self.cards,
                memory: self.memory.clone(),
            }));
        }
    }

    /// The turn is over: is the game (N12, N15, N16)? Who is next?
    ///
    /// In this order, each only if the one before does not hold:
    ///
    /// - N15: the round is complete, counted from seat 0, and somebody has the target. Whoever
    ///   reached it, the seats after it have had their turn; under `last_round=False` this is asked
    ///   after every turn.
    /// - N12: all players have passed in a row. Under dice no pass counts, because the die forced
    ///   it.
    /// - N16: `max_turns` turns have been played. On that very turn the two above come first, so a
    ///   game that is won or passed out with its last turn does not count as cut off.
    pub(super) fn finish(&mut self, turn: Turn) {
        let start = self.start.take();
        // N11: the turn that "undo" speaks of is that of whoever moved last.
        if turn == Turn::Played {
            let before = start.as_ref().map_or(&self.board, |held| &held.board);
            self.memory.turn_over(&self.law, before);
        }
        self.turns += 1;
        self.moved[1] = self.moved[0];
        let counts = turn == Turn::Passed && self.law.options.dice.is_none();
        self.passes = if counts { self.passes + 1 } else { 0 };
        let last = usize::from(self.seat) + 1 == self.law.players();
        let round_over = last || !self.law.options.last_round;
        if round_over && self.target_reached() {
            self.ended = Some(Termination::Target); // N15
        } else if usize::from(self.passes) == self.law.players() {
            self.ended = Some(Termination::Passes); // N12
        } else if self.turns >= self.law.options.max_turns {
            self.ended = Some(Termination::MaxTurns); // N16
        }
        if self.ended.is_some() {
            self.phase = Phase::Move;
        } else if self.law.options.dice == Some(Dice::After) && turn != Turn::Lost {
            self.dice[usize::from(self.seat)] = Faces::NOTHING;
            self.phase = Phase::Roll;
        } else {
            self.next_seat();
        }
    }

    /// With dice rolled before each turn, what they showed is forgotten when the turn is over
    /// (N13).
    pub(super) fn next_seat(&mut self) {
        if self.law.options.dice == Some(Dice::Before) {
            self.dice[usize::from(self.seat)] = Faces::NOTHING;
        }
        self.seat =
            if usize::from(self.seat) + 1 == self.law.players() { 0 } else { self.seat + 1 };
        self.open_turn();
    }

    /// The first decision of a turn: the die, unless an exit takes its place (N13).
    ///
    /// What has come to its goal since the seat's last turn makes this turn a forced exit (N10).
    pub(super) fn open_turn(&mut self) {
        let rolls = self.law.options.dice == Some(Dice::Before) && self.waiting().next().is_none();
        self.phase = if rolls { Phase::Roll } else { Phase::Move };
    }

    /// N14: the turn is lost, its steps are taken back.
    ///
    /// Refused after the end, while a die is to be rolled, when nobody's time runs, and for a seat
    /// that is not to decide. A forced exit stays due, since the piece still waits; a card played
    /// in this turn is back in the hand; swaps made in it bar nothing later. The lost turn itself
    /// counts for N16.
    pub(super) fn lose_turn(&mut self, seat: u8) -> Result<(), Refusal> {
        let refuse =
            |why: String| Err(Refusal::new("N14", format!("timeout {seat} is refused: {why}")));
        if self.ended.is_some() {
            return Err(Refusal::over(&format!("timeout {seat}")));
        }
        if matches!(self.phase, Phase::FirstRoll(_) | Phase::Roll) {
            return refuse("the die is rolled first, and costs nobody time".into());
        }
        if seat != self.seat {
            return refuse(format!("it is the turn of seat {}", self.seat));
        }
        self.take_back();
        self.memory.forget(&self.law, seat);
        self.finish(Turn::Lost);
        Ok(())
    }

    /// Takes back the steps of the unfinished turn.
    ///
    /// Blocks that were lifted from their crossings in this turn lie there again, for the phases of
    /// N21.
    pub(super) fn take_back(&mut self) {
        if let Some(held) = self.start.take() {
            let held = Arc::unwrap_or_clone(held);
            self.occupied = held.board.occupied(self.law.star);
            self.board = held.board;
            self.points = held.points;
            self.firsts = held.firsts;
            self.cards = held.cards;
            self.memory = held.memory;
        }
        self.moved[0] = self.moved[1];
    }
}
