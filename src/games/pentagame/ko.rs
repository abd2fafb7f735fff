//! The memory of the ko rules (N11), kept only as far as the rule in force asks (E11).

use std::sync::Arc;

use super::board::Board;
use super::options::{Ko, Law};
use super::star::Stop;

/// A swap with another player's piece, in one word: who, which kind, from, to, with which kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Swap(pub u64);

impl Swap {
    /// The swap of a seat.
    pub fn new(seat: u8, kind: u8, from: Stop, to: Stop, other: u8) -> Self {
        let word = u64::from(seat) << 48 | u64::from(kind) << 40 | u64::from(other) << 32;
        Self(word | u64::from(from) << 16 | u64::from(to))
    }

    /// Who made it.
    pub fn seat(self) -> u8 {
        (self.0 >> 48) as u8
    }
    /// The kind that moved.
    pub fn kind(self) -> u8 {
        (self.0 >> 40) as u8
    }
    /// The kind that it swapped with.
    pub fn other(self) -> u8 {
        (self.0 >> 32) as u8
    }
    /// Where the mover came from.
    pub fn from(self) -> Stop {
        (self.0 >> 16) as Stop
    }
    /// Where it went.
    pub fn to(self) -> Stop {
        self.0 as Stop
    }
}

/// What is remembered.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Memory {
    /// Nothing, or nothing yet.
    Nothing,
    /// Swaps, ascending: of the whole game (repeat) or of each seat's preceding turn (immediate).
    Swaps(Arc<Vec<Swap>>),
    /// Swaps with the boards right after them, ascending (position).
    Boards(Arc<Vec<(Swap, Board)>>),
    /// The board at the start of the preceding turn (undo).
    Before(Arc<Board>),
}

impl Memory {
    /// Is nothing remembered that could bar a swap?
    pub fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }

    /// Is this swap of `piece` with `other` barred on this board?
    pub fn bars(&self, law: &Law, board: &Board, swap: Swap, piece: usize, other: usize) -> bool {
        match self {
            Self::Nothing => false,
            Self::Swaps(swaps) => swaps.binary_search(&swap).is_ok(),
            Self::Boards(boards) => {
                let known = boards.partition_point(|(made, _)| *made < swap);
                let mut known =
                    boards[known..].iter().take_while(|(made, _)| *made == swap).peekable();
                known.peek().is_some() && {
                    let after = after(law, board, swap, piece, other);
                    known.any(|(_, then)| *then == after)
                }
            }
            Self::Before(before) => {
                // The other piece must come back to where it was; most swaps fail here.
                let returns = law.alike || before.pieces[other] == swap.from();
                returns && **before == after(law, board, swap, piece, other)
            }
        }
    }

    /// Remembers a swap just made; `board` is the one right after it.
    pub fn remember(&mut self, law: &Law, swap: Swap, board: &Board) {
        match law.options.ko {
            Ko::Repeat | Ko::Immediate => {
                if !matches!(self, Self::Swaps(_)) {
                    *self = Self::Swaps(Arc::default());
                }
                if let Self::Swaps(swaps) = self
                    && let Err(place) = swaps.binary_search(&swap)
                {
                    Arc::make_mut(swaps).insert(place, swap);
                }
            }
            Ko::Position => {
                if !matches!(self, Self::Boards(_)) {
                    *self = Self::Boards(Arc::default());
                }
                if let Self::Boards(boards) = self {
                    let entry = (swap, board.clone());
                    if let Err(place) = boards.binary_search(&entry) {
                        Arc::make_mut(boards).insert(place, entry);
                    }
                }
            }
            Ko::Undo | Ko::None => {}
        }
    }

    /// A new turn of the seat has begun: under "immediate" its preceding one no longer counts.
    pub fn forget(&mut self, law: &Law, seat: u8) {
        if law.options.ko == Ko::Immediate
            && let Self::Swaps(swaps) = self
            && swaps.iter().any(|swap| swap.seat() == seat)
        {
            Arc::make_mut(swaps).retain(|swap| swap.seat() != seat);
            if swaps.is_empty() {
                *self = Self::Nothing;
            }
        }
    }

    /// A turn is over that began with this board.
    pub fn turn_over(&mut self, law: &Law, before: &Board) {
        if law.options.ko == Ko::Undo {
            *self = Self::Before(Arc::new(before.clone()));
        }
    }
}

/// The board right after a swap, pieces that left being gone, no block set yet.
fn after(law: &Law, board: &Board, swap: Swap, piece: usize, other: usize) -> Board {
    let mut after = board.clone();
    after.run(law, piece, swap.to(), Some(other));
    after
}
