//! A position of Pentagame: the data and their identity (E11).

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::dice::Faces;
use super::hand::Hand;
use super::ko::Memory;
use super::law::Law;
use super::occupied::Occupied;
use super::options::{Dice, MAX_PLAYERS, Options};
use super::star::{OFF, Stop, crossing_letter};
use crate::position::Termination;

/// Blocks still to be set in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Pending {
    /// Blocks of pieces that left, still to be set after the one in hand: grey, or black where all
    /// blocks are (N8).
    pub greys: u8,
    /// The turn is a forced exit (N10): no card follows (N13).
    pub exit: bool,
}

/// The decision that the position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The die is rolled for this seat before play begins (N13, after).
    FirstRoll(u8),
    /// The die is rolled: before the turn, or after it for the next (N13).
    Roll,
    /// A move, a forced exit or a pass.
    Move,
    /// The black block in hand is set (N7, N8).
    Black(Pending),
    /// A grey block from the supply is set (N8).
    Grey(Pending),
    /// A grey block on the board is lifted (N8).
    Lift(Pending),
    /// The grey block lifted from this stop is set on another (N8).
    Lifted(Stop, Pending),
    /// A card or `done` (N13).
    Card,
    /// The block lifted from this stop by the jack is slid; true: a grey one.
    Jack(Stop, bool),
    /// The block lifted from this stop by the queen is set on another; true: a grey one.
    Queen(Stop, bool),
}

/// What a timeout takes back (N14): the state at the start of the turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TurnStart {
    pub(super) board: Board,
    pub(super) points: [u8; MAX_PLAYERS],
    pub(super) firsts: [u8; 2],
    pub(super) cards: [Hand; MAX_PLAYERS],
    pub(super) memory: Memory,
}

/// A position of Pentagame.
#[derive(Clone, Debug)]
pub struct Pentagame {
    pub(super) law: Law,
    pub(super) board: Board,
    /// Stops that hold anything: always those of `board`.
    pub(super) occupied: Occupied,
    /// Pieces out, by seat.
    pub(super) points: [u8; MAX_PLAYERS],
    /// With a tie-break the colours of each seat's first two pieces out (N18), else 0.
    pub(super) firsts: [u8; 2],
    /// Cards in hand, by seat.
    pub(super) cards: [Hand; MAX_PLAYERS],
    /// The dice of each seat.
    pub(super) dice: [Faces; MAX_PLAYERS],
    pub(super) memory: Memory,
    /// Inside a turn: how it began.
    pub(super) start: Option<Arc<TurnStart>>,
    pub(super) phase: Phase,
    pub(super) seat: u8,
    /// Passes in a row (N12).
    pub(super) passes: u8,
    pub(super) turns: u32,
    pub(super) ended: Option<Termination>,
    /// Crossings whose first black block has been lifted, a bit each: now, and when the turn began.
    /// For `stage` (N21) alone, so no part of the identity (E11).
    pub(super) moved: [u16; 2],
    /// It was set up directly (E8), or came about from such a position.
    pub(super) set_up: bool,
}

impl Pentagame {
    /// The start of a game (N4 to N6).
    pub fn start(options: Options) -> Self {
        let law = Law::new(options);
        let mut position = Self::on(law, Board::start(&law), 0);
        position.begin();
        position
    }

    /// Nothing but a board and a seat.
    pub(super) fn on(law: Law, board: Board, seat: u8) -> Self {
        let cards = std::array::from_fn(|seat| law.first_hand(seat));
        Self {
            occupied: board.occupied(law.star),
            law,
            board,
            points: [0; MAX_PLAYERS],
            firsts: [0; 2],
            cards,
            dice: [Faces::NOTHING; MAX_PLAYERS],
            memory: Memory::Nothing,
            start: None,
            phase: Phase::Move,
            seat,
            passes: 0,
            turns: 0,
            ended: None,
            moved: [0; 2],
            set_up: false,
        }
    }

    /// The first decision: dice first, where there are any (N13).
    pub(super) fn begin(&mut self) {
        if self.law.options.dice == Some(Dice::After) {
            self.phase = Phase::FirstRoll(0);
        } else {
            self.open_turn();
        }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.law.options
    }

    /// What the options fix.
    pub fn law(&self) -> &Law {
        &self.law
    }

    /// Pieces and blocks.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The decision that the position waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The phase in a word: `move` (also a forced exit or a pass), `black`, `grey`, `lift`, `card`,
    /// `roll`, `over`.
    pub fn phase_name(&self) -> &'static str {
        if self.ended.is_some() {
            return "over";
        }
        match self.phase {
            Phase::FirstRoll(_) | Phase::Roll => "roll",
            Phase::Move => "move",
            Phase::Black(_) => "black",
            Phase::Jack(_, grey) | Phase::Queen(_, grey) => {
                if grey {
                    "grey"
                } else {
                    "black"
                }
            }
            Phase::Grey(_) | Phase::Lifted(..) => "grey",
            Phase::Lift(_) => "lift",
            Phase::Card => "card",
        }
    }

    /// Was it set up directly, or did it come about from such a position (E8)?
    pub fn is_set_up(&self) -> bool {
        self.set_up
    }

    /// The seat whose turn it is, or was when the game ended.
    pub fn seat(&self) -> u8 {
        self.seat
    }

    /// Pieces out, by seat.
    pub fn points(&self) -> &[u8] {
        &self.points[..self.law.players()]
    }

    /// Grey blocks that are not on the board; one in hand counts as in the supply. None where all
    /// blocks are black (N8).
    ///
    /// That is why a grey block upon which a piece runs is "back in the supply" at once (N7).
    pub fn supply(&self) -> usize {
        if self.law.black_exits() {
            return 0;
        }
        usize::from(self.law.star.points) - self.board.grey.len()
    }

    /// The colours that a seat's dice show, as letters; empty if none is rolled.
    pub fn dice_text(&self, seat: u8) -> String {
        self.dice[usize::from(seat)].colours().map(crossing_letter).collect()
    }

    /// The cards that a seat holds, as letters.
    pub fn hand(&self, seat: u8) -> String {
        self.cards[usize::from(seat)].to_string()
    }

    /// The piece of a seat that a slot of the numbering names, if it is on the board.
    #[inline]
    pub(super) fn slot_piece(&self, slot: u8) -> Option<usize> {
        if self.law.alike {
            return self.alike_slot_piece(slot);
        }
        let piece = usize::from(self.seat * self.law.each + slot);
        (self.board.pieces[piece] != OFF).then_some(piece)
    }

    #[inline(never)] // so that the other way is small enough to be inlined
    fn alike_slot_piece(&self, slot: u8) -> Option<usize> {
        let own = self.law.own(self.seat);
        // Alike pieces are in order; those on one stop are one choice (N5).
        let stops = &self.board.pieces[own.clone()];
        let mut slots =
            (0..stops.len()).filter(|&i| stops[i] != OFF && (i == 0 || stops[i] != stops[i - 1]));
        slots.nth(usize::from(slot)).map(|index| own.start + index)
    }

    /// The slot of a piece of the seat to move.
    pub(super) fn piece_slot(&self, piece: usize) -> u8 {
        let own = self.law.own(self.seat);
        if !self.law.alike {
            return (piece - own.start) as u8;
        }
        let stops = &self.board.pieces[own.start..piece];
        let stop = self.board.pieces[piece];
        let mut before: Vec<_> = stops.iter().filter(|&&other| other != stop).collect();
        before.dedup();
        before.len() as u8
    }

    /// Own pieces that stand on their goal when the turn begins (N10).
    ///
    /// Brought there by somebody's swap: a piece that comes home by its own move has left at once
    /// (N8).
    pub(super) fn waiting(&self) -> impl Iterator<Item = usize> + '_ {
        let (own, star) = (self.law.own(self.seat), self.law.star);
        let stops = &self.board.pieces[own.clone()];
        let alike = self.law.alike.then_some(self.seat);
        own.zip(stops).zip(0..).filter_map(move |((piece, &stop), slot)| {
            (stop == star.crossing(alike.unwrap_or(slot))).then_some(piece)
        })
    }

    /// Turns are counted apart: two positions may be equal after different numbers of turns (E11).
    fn identity(
        &self,
    ) -> (&Options, &Board, [u8; MAX_PLAYERS], [u8; 2], [Hand; MAX_PLAYERS], [Faces; MAX_PLAYERS])
    {
        (&self.law.options, &self.board, self.points, self.firsts, self.cards, self.dice)
    }
}

impl PartialEq for Pentagame {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
            && (self.phase, self.seat, self.passes, self.ended)
                == (other.phase, other.seat, other.passes, other.ended)
            && self.memory == other.memory
            && self.start == other.start
    }
}

impl Eq for Pentagame {}

impl Hash for Pentagame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
        (self.phase, self.seat, self.passes, self.ended).hash(state);
        self.memory.hash(state);
        self.start.hash(state);
    }
}
