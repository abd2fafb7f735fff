//! Positions as data (serde): numbers and lists only, checked on the way in (`setup.rs`).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::ko::{Memory, Swap};
use super::options::{Law, MAX_PIECES, MAX_PLAYERS, Options};
use super::position::{Held, Pentagame, Phase};
use super::star::{OFF, Stop};
use crate::position::Termination;

#[derive(Serialize, Deserialize)]
struct SavedBoard {
    pieces: Vec<Option<Stop>>,
    black: Vec<Stop>,
    grey: Vec<Stop>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SavedMemory {
    Nothing,
    Swaps(Vec<[u16; 5]>),
    Boards(Vec<([u16; 5], SavedBoard)>),
    Before(SavedBoard),
}

#[derive(Serialize, Deserialize)]
struct SavedStart {
    board: SavedBoard,
    points: [u8; MAX_PLAYERS],
    firsts: [u16; 2],
    cards: [u8; MAX_PLAYERS],
    memory: SavedMemory,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    options: Options,
    board: SavedBoard,
    points: [u8; MAX_PLAYERS],
    firsts: [u16; 2],
    cards: [u8; MAX_PLAYERS],
    dice: [u8; MAX_PLAYERS],
    memory: SavedMemory,
    start: Option<SavedStart>,
    phase: Phase,
    seat: u8,
    passes: u8,
    turns: u32,
    ended: Option<Termination>,
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
                let boards = boards.iter().map(|(made, board)| Ok((swap(made), board.board(law)?)));
                Memory::Boards(Arc::new(boards.collect::<Result<_, String>>()?))
            }
            Self::Before(board) => Memory::Before(Arc::new(board.board(law)?)),
        })
    }
}

impl From<&Pentagame> for Saved {
    fn from(position: &Pentagame) -> Self {
        let law = &position.law;
        Self {
            options: law.options,
            board: SavedBoard::of(law, &position.board),
            points: position.points,
            firsts: position.firsts,
            cards: position.cards,
            dice: position.dice,
            memory: SavedMemory::of(law, &position.memory),
            start: position.start.as_ref().map(|held| SavedStart {
                board: SavedBoard::of(law, &held.board),
                points: held.points,
                firsts: held.firsts,
                cards: held.cards,
                memory: SavedMemory::of(law, &held.memory),
            }),
            phase: position.phase,
            seat: position.seat,
            passes: position.passes,
            turns: position.turns,
            ended: position.ended,
        }
    }
}

impl TryFrom<Saved> for Pentagame {
    type Error = String;

    fn try_from(saved: Saved) -> Result<Self, String> {
        saved.options.check().map_err(|refusal| refusal.to_string())?;
        let law = Law::new(saved.options);
        let board = saved.board.board(&law)?;
        let held = |start: &SavedStart| {
            Ok::<_, String>(Arc::new(Held {
                board: start.board.board(&law)?,
                points: start.points,
                firsts: start.firsts,
                cards: start.cards,
                memory: start.memory.memory(&law)?,
            }))
        };
        let position = Self {
            occupied: board.occupied(law.star),
            board,
            points: saved.points,
            firsts: saved.firsts,
            cards: saved.cards,
            dice: saved.dice,
            memory: saved.memory.memory(&law)?,
            start: saved.start.as_ref().map(held).transpose()?,
            phase: saved.phase,
            seat: saved.seat,
            passes: saved.passes,
            turns: saved.turns,
            ended: saved.ended,
            law,
        };
        position.sound()?;
        Ok(position)
    }
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
