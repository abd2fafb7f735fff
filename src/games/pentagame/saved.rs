//! Positions as data (serde): numbers and lists only, checked on the way in (`setup.rs`).
//!
//! Stops are numbers, as are seats and colours; a piece that has left is `null`. The start of a
//! game of one player begins so:
//!
//! ```text
//! {"options": {...}, "board": {"pieces": [0, 1, 2, 3, 4], "black": [5, 6, 7, 8, 9], "grey": []},
//!  "points": [0, 0, 0, 0, 0], ..., "memory": "nothing", "start": null, "phase": "move", "seat": 0, ...}
//! ```
//!
//! It holds all that makes up a position's identity (E11), so it comes back equal, and besides the
//! number of turns and which blocks have moved, for the phases of N21. In the middle of a turn
//! `start` holds the board and all else that a timeout goes back to (N14). Nothing
//! that a file says is believed: positions are checked like set-ups (E8).
//!
//! Positions of version 0.1.0 are read, and without newer options they are written as they were
//! then (X1).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::dice::Faces;
use super::hand::{Hand, LETTERS};
use super::ko::{Memory, Swap};
use super::law::Law;
use super::options::{MAX_PIECES, MAX_PLAYERS, Options};
use super::position::{Pentagame, Phase, TurnStart};
use super::star::{OFF, Stop};
use crate::position::Termination;

/// A hand of at most one each of J, Q, K, A as a number (J 1, Q 2, K 4, A 8), as in 0.1.0; others as
/// their cards.
///
/// A record of 0.1.0 has numbers, and such a hand is still written as one.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum SavedHand {
    Cards(String),
    Bits(u8),
}

impl SavedHand {
    /// Only a hand of at most one card of each letter fits the number.
    fn of(hand: Hand) -> Self {
        let usual = hand.is_within(Hand::USUAL);
        let bits = (0..4).map(|card| (hand.count(card) as u8) << card).sum();
        if usual { Self::Bits(bits) } else { Self::Cards(hand.to_string()) }
    }

    /// Refused if it is no hand that options could give (N13).
    fn hand(&self) -> Result<Hand, String> {
        let cards = match self {
            Self::Cards(cards) => cards.clone(),
            Self::Bits(bits) => {
                (0..4).filter(|bit| bits >> bit & 1 == 1).map(|bit| LETTERS[bit]).collect()
            }
        };
        Hand::read(&cards).ok_or(format!("{cards:?} is no hand of cards"))
    }
}

/// For seats that there are not, empty hands.
fn hands(saved: &[SavedHand; MAX_PLAYERS]) -> Result<[Hand; MAX_PLAYERS], String> {
    let mut hands = [Hand::default(); MAX_PLAYERS];
    for (hand, saved) in hands.iter_mut().zip(saved) {
        *hand = saved.hand()?;
    }
    Ok(hands)
}

/// Pieces by seat and colour; for five players by seat, each seat's in ascending order (N5).
#[derive(Serialize, Deserialize)]
struct SavedBoard {
    pieces: Vec<Option<Stop>>,
    black: Vec<Stop>,
    grey: Vec<Stop>,
}

/// One kind for each ko rule (N11); a memory of another kind than the options' is refused. A swap
/// is five numbers: seat, kind, from, to, the other's kind.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SavedMemory {
    Nothing,
    Swaps(Vec<[u16; 5]>),
    Boards(Vec<([u16; 5], SavedBoard)>),
    Before(SavedBoard),
}

/// What is taken back when time runs out in this turn (N14).
#[derive(Serialize, Deserialize)]
struct SavedStart {
    board: SavedBoard,
    points: [u8; MAX_PLAYERS],
    firsts: [u8; 2],
    cards: [SavedHand; MAX_PLAYERS],
    memory: SavedMemory,
}

/// Fields that are not known are refused, so that a newer format is not half read.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    #[serde(serialize_with = "Options::write_as_before")]
    options: Options,
    board: SavedBoard,
    points: [u8; MAX_PLAYERS],
    firsts: [u8; 2],
    cards: [SavedHand; MAX_PLAYERS],
    dice: [u8; MAX_PLAYERS],
    memory: SavedMemory,
    start: Option<SavedStart>,
    phase: Phase,
    seat: u8,
    passes: u8,
    turns: u32,
    ended: Option<Termination>,
    /// Positions of 0.1.0 lack these two. They are written only where they are not as supposed: that
    /// blocks have moved from the crossings that hold no black one now, and that a position without
    /// turns that is not the start was set up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moved: Option<[u16; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set_up: Option<bool>,
}

impl SavedBoard {
    fn of(law: &Law, board: &Board) -> Self {
        let pieces = board.pieces[..law.pieces()].iter();
        Self {
            pieces: pieces.map(|&stop| (stop != OFF).then_some(stop)).collect(),
            black: board.black.iter().collect(),
            grey: board.grey.iter().collect(),
        }
    }

    /// Whether two things lie on one stop is asked of the whole position afterwards.
    fn board(&self, law: &Law) -> Result<Board, String> {
        let mut pieces = [OFF; MAX_PIECES];
        if self.pieces.len() != law.pieces() {
            return Err(format!("{} pieces instead of {}", self.pieces.len(), law.pieces()));
        }
        for (piece, stop) in pieces.iter_mut().zip(&self.pieces) {
            *piece = stop.unwrap_or(OFF);
        }
        let all = self.black.iter().chain(&self.grey).chain(self.pieces.iter().flatten());
        if all.into_iter().any(|&stop| usize::from(stop) >= law.star.stops) {
            return Err("a stop that this star has not".into());
        }
        let mask = |stops: &[Stop]| stops.iter().copied().collect();
        Ok(Board { pieces, black: mask(&self.black), grey: mask(&self.grey) })
    }
}

impl SavedMemory {
    fn of(law: &Law, memory: &Memory) -> Self {
        let plain = |swap: Swap| {
            [
                u16::from(swap.seat()),
                u16::from(swap.kind()),
                swap.from(),
                swap.to(),
                u16::from(swap.other()),
            ]
        };
        match memory {
            Memory::Nothing => Self::Nothing,
            Memory::Swaps(swaps) => Self::Swaps(swaps.iter().map(plain).collect()),
            Memory::Boards(boards) => {
                let saved =
                    |(swap, board): &(Swap, Board)| (plain(*swap), SavedBoard::of(law, board));
                Self::Boards(boards.iter().map(saved).collect())
            }
            Memory::Before(board) => Self::Before(SavedBoard::of(law, board)),
        }
    }

    fn memory(&self, law: &Law) -> Result<Memory, String> {
        let swap = |&[seat, kind, from, to, other]: &[u16; 5]| {
            let [seat, kind, other] =
                [seat, kind, other].map(|n| u8::try_from(n).unwrap_or(u8::MAX));
            Swap::new(seat, kind, from, to, other)
        };
        Ok(match self {
            Self::Nothing => Memory::Nothing,
            Self::Swaps(swaps) => Memory::Swaps(Arc::new(swaps.iter().map(swap).collect())),
            Self::Boards(boards) => {
                let boards =
                    boards.iter().map(|(earlier, board)| Ok((swap(earlier), board.board(law)?)));
                Memory::Boards(Arc::new(boards.collect::<Result<_, String>>()?))
            }
            Self::Before(board) => Memory::Before(Arc::new(board.board(law)?)),
        })
    }
}

impl From<&Pentagame> for Saved {
    fn from(position: &Pentagame) -> Self {
        let law = &position.law;
        let supposed = [moved_from(law, &position.board); 2];
        Self {
            options: law.options,
            board: SavedBoard::of(law, &position.board),
            points: position.points,
            firsts: position.firsts,
            cards: position.cards.map(SavedHand::of),
            dice: position.dice.map(Faces::number),
            memory: SavedMemory::of(law, &position.memory),
            start: position.start.as_ref().map(|held| SavedStart {
                board: SavedBoard::of(law, &held.board),
                points: held.points,
                firsts: held.firsts,
                cards: held.cards.map(SavedHand::of),
                memory: SavedMemory::of(law, &held.memory),
            }),
            phase: position.phase,
            seat: position.seat,
            passes: position.passes,
            turns: position.turns,
            ended: position.ended,
            moved: Some(position.moved).filter(|moved| *moved != supposed),
            set_up: Some(position.set_up)
                .filter(|&set_up| set_up != seems_set_up(law, position.turns, &position.board)),
        }
    }
}

/// Options first, since the size of everything else follows from them; then the parts; then the
/// whole.
impl TryFrom<Saved> for Pentagame {
    type Error = String;

    fn try_from(saved: Saved) -> Result<Self, String> {
        saved.options.check().map_err(|refusal| refusal.to_string())?;
        let law = Law::new(saved.options);
        let board = saved.board.board(&law)?;
        let held = |start: &SavedStart| {
            Ok::<_, String>(Arc::new(TurnStart {
                board: start.board.board(&law)?,
                points: start.points,
                firsts: start.firsts,
                cards: hands(&start.cards)?,
                memory: start.memory.memory(&law)?,
            }))
        };
        let mut dice = [Faces::NOTHING; MAX_PLAYERS];
        let count = if law.options.dice.is_some() { law.options.dice_count } else { 0 };
        for (faces, &number) in dice.iter_mut().zip(&saved.dice) {
            *faces = Faces::from_number(number, count, law.star.points)
                .ok_or("a die that is not in this game")?;
        }
        let moved = saved.moved.unwrap_or([moved_from(&law, &board); 2]);
        if moved.iter().any(|crossings| crossings >> law.star.points != 0) {
            return Err("a crossing that this star has not".into());
        }
        let set_up = seems_set_up(&law, saved.turns, &board);
        let position = Self {
            occupied: board.occupied(law.star),
            board,
            points: saved.points,
            firsts: saved.firsts,
            cards: hands(&saved.cards)?,
            dice,
            memory: saved.memory.memory(&law)?,
            start: saved.start.as_ref().map(held).transpose()?,
            phase: saved.phase,
            seat: saved.seat,
            passes: saved.passes,
            turns: saved.turns,
            ended: saved.ended,
            moved,
            set_up: saved.set_up.unwrap_or(set_up),
            law,
        };
        position.validate()?;
        Ok(position)
    }
}

/// Crossings without a black block, a bit each: what was there has been lifted (E8).
///
/// In a set-up a block on a crossing counts as not moved yet (E8).
pub(super) fn moved_from(law: &Law, board: &Board) -> u16 {
    (0..law.star.points)
        .filter(|&letter| !board.black.has(law.star.crossing(letter)))
        .map(|letter| 1 << letter)
        .sum()
}

/// The starting position set up by hand is the same as the start, so it is taken for that.
fn seems_set_up(law: &Law, turns: u32, board: &Board) -> bool {
    turns == 0 && *board != Board::start(law)
}

impl Serialize for Pentagame {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Saved::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Pentagame {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(Saved::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}
