//! How a step changes the position (N7 to N13); how a turn ends and the next begins: `turn_end.rs`.
//!
//! A turn is what one seat does until another has to decide (N7 to N14), action by action:
//!
//! 1. before a turn, under dice, the roll (N13); a forced exit takes its place (N10);
//! 2. the move of a piece, or the forced exit, or a pass where nothing else is legal (N12);
//! 3. the black block that the piece came upon is set (N7);
//! 4. a grey block is set for each piece that left, or one on the board is moved (N8);
//! 5. where cards are played, one of them or `done`, but not after an exit or a pass (N13);
//! 6. under dice rolled after the turn, the roll for the same seat's next turn (N13).
//!
//! The white piece of seat 0 runs home onto the black block on its goal, the abracadabra of N8. The
//! turn is three actions, `a(C->a)+`, `[C-1-a]` and `{C-2-a}`, here on a leg of three stops:
//!
//! ```text
//! leg C-a, before the turn      C [0a]   . . .   [#] a     0a the piece, # a black block
//! after `a(C->a)+`              C [ ]    . . .   [ ] a     it has left: one point
//! after `[C-1-a]`               C [ ]    # . .   [ ] a     the black block first
//! after `{C-2-a}`               C [ ]    # o .   [ ] a     then a grey one, o, from the supply
//! ```

use super::hand::NUMBER;
use super::ko::Swap;
use super::numbering::{Card, Step};
use super::options::{Dice, Ko};
use super::position::{Pending, Pentagame, Phase};
use super::star::{OFF, Stop};
use super::turn_end::Turn;
use crate::board::ones;

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
    ///
    /// With a pair of dice there are two rolls, each a decision of chance (E10): `roll a`, then
    /// `roll c`. What is shown is a pair in no order (E11), and the piece named first may be of
    /// either colour.
    fn roll(&mut self, seat: u8, colour: u8) -> bool {
        let faces = &mut self.dice[usize::from(seat)];
        *faces = faces.with(colour);
        faces.count() < self.law.options.dice_count
    }

    /// N7: a piece runs to a stop; what is home leaves (N8).
    ///
    /// The rest of the turn follows from what the piece came upon: a black block is to be set
    /// again, a grey one is back in the supply at once, and a piece now stands where the mover came
    /// from. Of what the ko remembers, a swap with a piece of another player is noted here, even
    /// one that ends on the goal (N11); under "immediate" the seat's older one is forgotten by
    /// then, whatever this move is.
    ///
    /// The state before the move is kept only where the turn goes on after it, since only then can
    /// time run out in the middle of the turn (N14), and always under "undo", which asks for the
    /// board at its start.
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
        ones(landing.left).for_each(|piece| self.score(piece as u8));
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
    ///
    /// The whole turn is this and the grey block: nothing moves and no card follows (N13). Of
    /// several that wait, the others wait for further turns, even if the one now chosen brings the
    /// target.
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

    /// A team's points are counted by seat as well and added up where they are compared (N6).
    fn score(&mut self, colour: u8) {
        let seat = usize::from(self.seat);
        self.points[seat] += 1;
        if self.law.options.tie_break.is_some() && self.points[seat] <= 2 {
            self.firsts[seat] |= 1 << colour; // N18
        }
    }

    /// The next grey block, or the card, or the end of the turn.
    ///
    /// For every piece that left one grey block is due (N8), two at most, after a double exit
    /// (N10). If the supply is empty, one on the board is lifted and set on another stop: two
    /// actions. Where all blocks are black (`exit_block="black"`) a new one comes from a store
    /// without end, so that nothing is ever lifted.
    ///
    /// Of the cards, none follows a forced exit, and a pass never comes here; a hand without cards
    /// leaves the step out (N13).
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

    /// K sets a grey block from the supply (with `exit_block="black"` a black one from the store),
    /// A takes a block off: a grey one goes to the supply, a black one is out of the game. J and Q
    /// lift a block here and set it with the next action, so that each is two actions (N13).
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

    /// On a free stop (N9); where that is, `legal.rs` says.
    fn put_black(&mut self, stop: Stop) {
        self.board.black.insert(stop);
        self.occupied.set(self.law.star, stop, true);
    }

    /// The supply is never counted by itself: it is the grey blocks that are not on the board (N8).
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
    ///
    /// Lifting a grey block (N8), J, Q and A (N13) all begin so.
    fn take_off(&mut self, stop: Stop) {
        if self.board.black.has(stop) {
            self.note_lifted(stop);
        }
        self.board.black.remove(stop);
        self.board.grey.remove(stop);
        self.occupied.set(self.law.star, stop, false);
    }
}
