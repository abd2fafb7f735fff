//! How a step changes the position, and how turns follow each other (N7 to N16).

use std::sync::Arc;

use super::dice::Shown;
use super::hand::NUMBER;
use super::ko::Swap;
use super::numbering::{Card, Step};
use super::options::{Dice, Ko};
use super::position::{Pending, Pentagame, Phase, TurnStart};
use super::star::{OFF, Stop};
use crate::position::{Refusal, Termination};

/// What a turn was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Played,
    Passed,
    Lost,
}

impl Pentagame {
    /// Plays a step that is legal; one that fits no phase changes nothing.
    pub(super) fn step(&mut self, step: Step) {
        match (self.phase, step) {
            (Phase::FirstRoll(seat), Step::Roll(colour)) => {
                if self.roll(seat, colour) {
                    return;
                }
                if usize::from(seat) + 1 < self.law.players() {
                    self.phase = Phase::FirstRoll(seat + 1);
                } else {
                    self.open_turn();
                }
            }
            (Phase::Roll, Step::Roll(colour)) => {
                if self.roll(self.seat, colour) {
                    return;
                }
                if self.law.options.dice == Some(Dice::After) {
                    self.next_seat();
                } else {
                    self.phase = Phase::Move;
                }
            }
            (Phase::Move, Step::Move(slot, to, kind)) => self.run(slot, to, kind),
            (Phase::Move, Step::Exit(colour)) => self.exit(colour),
            (Phase::Move, Step::Pass) => {
                self.memory.forget(&self.law, self.seat);
                self.finish(Turn::Passed);
            }
            (Phase::Black(due), Step::SetBlack(stop)) => {
                self.put_black(stop);
                self.go_on(due);
            }
            (Phase::Grey(due) | Phase::Lifted(_, due), Step::SetGrey(stop)) => {
                self.put_grey(stop);
                self.go_on(Pending { greys: due.greys.saturating_sub(1), ..due });
            }
            (Phase::Lift(due), Step::Lift(stop)) => {
                self.take_off(stop);
                self.phase = Phase::Lifted(stop, due);
            }
            (Phase::Card, Step::Done) => self.finish(Turn::Played),
            (Phase::Card, Step::Number) => {
                self.spend(NUMBER);
                self.finish(Turn::Played);
            }
            (Phase::Card, Step::Play(card, stop)) => self.play_card(card, stop),
            (Phase::Jack(_, false) | Phase::Queen(_, false), Step::SetBlack(stop)) => {
                self.put_black(stop);
                self.finish(Turn::Played);
            }
            (Phase::Jack(_, true) | Phase::Queen(_, true), Step::SetGrey(stop)) => {
                self.put_grey(stop);
                self.finish(Turn::Played);
            }
            _ => {}
        }
    }

    /// A die is rolled for a seat; is another one to be rolled for it?
    fn roll(&mut self, seat: u8, colour: u8) -> bool {
        let shown = &mut self.dice[usize::from(seat)];
        *shown = shown.with(colour);
        shown.count() < self.law.options.dice_count
    }

    /// N7: a piece runs to a stop; what is home leaves (N8).
    fn run(&mut self, slot: u8, to: Stop, kind: Option<u8>) {
        let Some(piece) = self.slot_piece(slot) else { return };
        let other = match kind {
            Some(kind) => self.board.kind_on(&self.law, kind, to),
            None if self.occupied.has(to) => self.board.piece_on(to),
            None => None,
        };
        let (law, seat) = (self.law, self.seat);
        let goal = law.star.crossing(if law.alike { seat } else { slot });
        let goes_on = self.board.black.has(to)
            || to == goal
            || (law.options.double_exit && other.is_some())
            || !self.cards[usize::from(seat)].is_empty()
            || law.options.ko == Ko::Undo;
        if goes_on {
            self.keep_turn_start();
        }
        let from = self.board.pieces[piece];
        // Read before the run: it may reorder alike pieces.
        let swap = other
            .filter(|&other| law.owner(other) != seat)
            .map(|other| Swap::new(seat, law.kind(piece), from, to, law.kind(other)));
        let landing = self.board.run(&law, piece, to, other);
        // On its goal the mover has left; whatever it swapped with stands where it came from, unless
        // that left too (N10); and others may share a corner.
        let swapped_home = other.is_some() && landing.left.count_ones() > u32::from(to == goal);
        let from_held = (other.is_some() && !swapped_home)
            || (law.star.is_corner(from) && self.board.piece_on(from).is_some());
        self.occupied.set(law.star, from, from_held);
        self.occupied.set(law.star, to, to != goal);
        self.memory.forget(&law, seat);
        if let Some(swap) = swap {
            self.memory.remember(&law, swap, &self.board);
        }
        let mut left = landing.left;
        while left != 0 {
            self.score(left.trailing_zeros() as u8);
            left &= left - 1;
        }
        let due = Pending { greys: landing.left.count_ones() as u8, exit: false };
        if landing.black {
            self.note_lifted(to);
        }
        // On a board without a free stop the block is out of the game.
        if landing.black && !self.is_full() {
            self.phase = Phase::Black(due);
        } else {
            self.go_on(due);
        }
    }

    /// N10: a piece that was brought home is taken off.
    fn exit(&mut self, colour: u8) {
        let Some(piece) =
            self.waiting().find(|&piece| self.law.alike || self.law.colour(piece) == colour)
        else {
            return;
        };
        self.keep_turn_start();
        self.memory.forget(&self.law, self.seat);
        let goal = self.board.pieces[piece];
        self.board.pieces[piece] = OFF;
        self.board.normalise(&self.law, piece);
        self.occupied.set(self.law.star, goal, false);
        self.score(self.law.colour(piece));
        self.go_on(Pending { greys: 1, exit: true });
    }

    fn score(&mut self, colour: u8) {
        let seat = usize::from(self.seat);
        self.points[seat] += 1;
        if self.law.options.tie_break.is_some() && self.points[seat] <= 2 {
            self.firsts[seat] |= 1 << colour; // N18
        }
    }

    /// The next grey block, or the card, or the end of the turn.
    fn go_on(&mut self, due: Pending) {
        if due.greys > 0 && !self.is_full() {
            // N8: a block from the supply, else one of those on the board is moved; or a black one.
            self.phase = if self.law.black_exits() {
                Phase::Black(Pending { greys: due.greys - 1, ..due })
            } else if self.supply() > 0 {
                Phase::Grey(due)
            } else {
                Phase::Lift(due)
            };
        } else if !self.cards[usize::from(self.seat)].is_empty() && !due.exit {
            self.phase = Phase::Card; // N13
        } else {
            self.finish(Turn::Played);
        }
    }

    /// Is the block in hand the last thing to be done in this turn?
    pub(super) fn is_last_step(&self) -> bool {
        let no_card = |due: Pending| due.exit || self.cards[usize::from(self.seat)].is_empty();
        match self.phase {
            Phase::Black(due) => due.greys == 0 && no_card(due),
            Phase::Grey(due) | Phase::Lifted(_, due) => due.greys <= 1 && no_card(due),
            Phase::Jack(..) | Phase::Queen(..) => true,
            _ => false,
        }
    }

    /// A card of the seat to decide is gone.
    fn spend(&mut self, card: usize) {
        let hand = &mut self.cards[usize::from(self.seat)];
        *hand = hand.without(card);
    }

    fn play_card(&mut self, card: Card, stop: Stop) {
        self.spend(card.place());
        match card {
            Card::King => self.put_grey(stop),
            Card::KingBlack => self.put_black(stop),
            _ => self.take_off(stop),
        }
        match card.letter() {
            'J' => self.phase = Phase::Jack(stop, card.is_grey()),
            'Q' => self.phase = Phase::Queen(stop, card.is_grey()),
            _ => self.finish(Turn::Played),
        }
    }

    fn put_black(&mut self, stop: Stop) {
        self.board.black.insert(stop);
        self.occupied.set(self.law.star, stop, true);
    }

    fn put_grey(&mut self, stop: Stop) {
        self.board.grey.insert(stop);
        self.occupied.set(self.law.star, stop, true);
    }

    /// Is no stop free? Only small stars with many pieces can be so full.
    fn is_full(&self) -> bool {
        self.occupied.stops == self.law.star.routes.all
    }

    /// A black block has been lifted from a stop: where it is a crossing, its first one has moved
    /// by now (N21).
    fn note_lifted(&mut self, stop: Stop) {
        if let Some(letter) = stop.checked_sub(self.law.star.crossing(0))
            && letter < Stop::from(self.law.star.points)
        {
            self.moved[0] |= 1 << letter;
        }
    }

    /// Takes a block off the board.
    fn take_off(&mut self, stop: Stop) {
        if self.board.black.has(stop) {
            self.note_lifted(stop);
        }
        self.board.black.remove(stop);
        self.board.grey.remove(stop);
        self.occupied.set(self.law.star, stop, false);
    }

    /// Keeps the start of the turn, for N14 and "undo" (N11).
    fn keep_turn_start(&mut self) {
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
    fn finish(&mut self, turn: Turn) {
        let start = self.start.take();
        let before = start.as_ref().map_or(&self.board, |held| &held.board);
        self.memory.turn_over(&self.law, before);
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
            self.dice[usize::from(self.seat)] = Shown::NOTHING;
            self.phase = Phase::Roll;
        } else {
            self.next_seat();
        }
    }

    fn next_seat(&mut self) {
        if self.law.options.dice == Some(Dice::Before) {
            self.dice[usize::from(self.seat)] = Shown::NOTHING;
        }
        self.seat =
            if usize::from(self.seat) + 1 == self.law.players() { 0 } else { self.seat + 1 };
        self.open_turn();
    }

    /// The first decision of a turn: the die, unless an exit takes its place (N13).
    pub(super) fn open_turn(&mut self) {
        let rolls = self.law.options.dice == Some(Dice::Before) && self.waiting().next().is_none();
        self.phase = if rolls { Phase::Roll } else { Phase::Move };
    }

    /// N14: the turn is lost, its steps are taken back.
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
