//! What the options fix for every position: the board, the numbering, who owns which piece.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::board::Board;
use super::hand::Hand;
use super::numbering::{Cards, Extent, Numbering};
use super::options::{ExitBlock, Options};
use super::star::{OFF, Star, Stop};
use crate::position::Piece;

/// What the options fix of board and actions, worked out once and shared by all positions.
#[derive(Debug)]
pub struct Frame {
    /// The board.
    pub star: &'static Star,
    /// The numbering of actions.
    pub numbering: Numbering,
    /// Pieces of a seat: one of each colour, or three of one (N4, N5).
    pub each: u8,
    /// The three pieces of a seat are alike (N5).
    ///
    /// To swap two of them changes nothing and is no move (N7), and one name, `0a`, stands for all.
    pub alike: bool,
}

impl Frame {
    /// The frame of options; built once, then shared.
    fn of(options: &Options) -> &'static Self {
        static FRAMES: OnceLock<Mutex<HashMap<[u8; 9], &'static Frame>>> = OnceLock::new();
        let number_cards = options.cards && options.hand.have_number(options.players.into());
        let flags = [
            options.one_colour_each(),
            options.dice.is_some(),
            options.cards,
            options.exit_block == ExitBlock::Black,
            number_cards,
        ]
        .map(u8::from);
        let [alike, dice, cards, black_kings, numbers] = flags;
        let Options { points, leg, arm, players, .. } = *options;
        let key = [points, leg, arm, players, alike, dice, cards, black_kings, numbers];
        let frames = FRAMES.get_or_init(Mutex::default);
        let mut frames = frames.lock().unwrap_or_else(PoisonError::into_inner);
        // There are some ten thousand frames at most, so keeping them for good is no leak.
        frames.entry(key).or_insert_with(|| Box::leak(Box::new(Self::new(options, flags))))
    }

    fn new(options: &Options, flags: [u8; 5]) -> Self {
        let [alike, dice, cards, black_kings, numbers] = flags.map(|flag| flag != 0);
        let star = Star::of(options.points, options.leg, options.arm);
        let each = if alike { 3 } else { options.points };
        let kinds = if alike { 5 } else { u16::from(options.players) * u16::from(each) };
        let exits = if alike { 1 } else { u16::from(each) };
        let slots = u16::from(each);
        let cards = cards.then_some(Cards { black_kings, numbers });
        let extent = Extent { slots, kinds, exits, dice, cards };
        Self { star, numbering: Numbering::new(star, extent), each, alike }
    }
}

/// The options with what they fix: carried by every position, cheap to copy.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// The options; they have passed [`Options::check`].
    pub options: Options,
    frame: &'static Frame,
}

impl Deref for Law {
    type Target = Frame;

    #[inline]
    fn deref(&self) -> &Frame {
        self.frame
    }
}

impl Law {
    /// The law of options that have passed [`Options::check`].
    pub fn new(options: Options) -> Self {
        Self { options, frame: Frame::of(&options) }
    }

    /// Are all blocks black (N8)?
    pub fn black_exits(&self) -> bool {
        self.options.exit_block == ExitBlock::Black
    }

    /// Most black blocks that can be on the board and in hand at once (E8).
    ///
    /// N letters have n black blocks. With `exit_block="black"` every piece that left has brought
    /// another, and every king of the hands may have set one more (N13).
    pub fn max_black(&self, board: &Board) -> usize {
        let letters = usize::from(self.star.points);
        if !self.black_exits() {
            return letters;
        }
        let out = board.pieces[..self.pieces()].iter().filter(|&&stop| stop == OFF).count();
        let kings = if self.options.cards { self.options.hand.kings(self.players()) } else { 0 };
        letters + out + kings
    }

    /// The cards that a seat begins with.
    pub fn first_hand(&self, seat: usize) -> Hand {
        if self.options.cards && seat < self.players() {
            self.options.hand.of(seat)
        } else {
            Hand::default()
        }
    }

    /// Seats.
    pub fn players(&self) -> usize {
        usize::from(self.options.players)
    }

    /// Letters of goals that pieces have: one a colour.
    pub fn letters(&self) -> usize {
        if self.alike { self.players() } else { usize::from(self.each) }
    }

    /// Pieces at the start, of all seats.
    pub fn pieces(&self) -> usize {
        self.players() * usize::from(self.each)
    }

    /// Kinds of pieces: owner and colour.
    pub fn kinds(&self) -> usize {
        if self.alike { 5 } else { self.pieces() }
    }

    /// Whose piece it is.
    pub fn owner(&self, piece: usize) -> u8 {
        piece as u8 / self.each
    }

    /// The kind of a piece.
    pub fn kind(&self, piece: usize) -> u8 {
        if self.alike { piece as u8 / self.each } else { piece as u8 }
    }

    /// Whose kind it is.
    ///
    /// Seat k of five players has colour k (N5).
    pub fn kind_owner(&self, kind: u8) -> u8 {
        if self.alike { kind } else { kind / self.each }
    }

    /// The colour of a kind.
    pub fn kind_colour(&self, kind: u8) -> u8 {
        if self.alike { kind } else { kind % self.each }
    }

    /// Whose kind it is, and its colour.
    pub fn piece_of(&self, kind: u8) -> Piece {
        Piece { seat: self.kind_owner(kind), colour: self.kind_colour(kind) }
    }

    /// The colour of a piece.
    pub fn colour(&self, piece: usize) -> u8 {
        self.kind_colour(self.kind(piece))
    }

    /// The crossing where a piece leaves (N8).
    ///
    /// A piece that is brought there by another's swap does not leave by that: it waits (N10).
    pub fn goal(&self, piece: usize) -> Stop {
        self.star.crossing(self.colour(piece))
    }

    /// The pieces of a seat.
    pub fn own(&self, seat: u8) -> std::ops::Range<usize> {
        let first = usize::from(seat) * usize::from(self.each);
        first..first + usize::from(self.each)
    }

    /// Do two seats play together (N6)?
    ///
    /// Seats 0 and 2, and seats 1 and 3; a seat is not its own partner.
    pub fn partners(&self, one: u8, other: u8) -> bool {
        self.options.teams && one != other && one % 2 == other % 2
    }
}
