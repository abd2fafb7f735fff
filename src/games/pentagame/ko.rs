//! The memory of the ko rules (N11), kept only as far as the rule in force asks (E11).
//!
//! Two pieces of different players stand where each could swap with the other for ever. Seat 0 has
//! swapped its blue piece with the red one of seat 1, `b,1c(A<~>B)`; seat 1 may swap the two back;
//! now seat 0 may not make the same swap again:
//!
//! ```text
//!                        A          B
//! at first               0b         1c
//! b,1c(A<~>B)  seat 0    1c         0b
//! c,0b(A<~>B)  seat 1    0b         1c      as at first, if nothing else has moved
//! b,1c(A<~>B)  seat 0    barred: the very swap that seat 0 has made before
//! ```
//!
//! | `ko` | bars a swap that this player has made before | what is remembered |
//! |---|---|---|
//! | `"repeat"` | at any time in this game | the swaps of the game |
//! | `"immediate"` | in this player's preceding turn | the swaps of each seat's last turn |
//! | `"position"` | if the board after it is also the board after the earlier one | swaps, boards |
//! | `"undo"` | no matter: every swap that brings back the board before the last turn with a move | one board |
//! | `"none"` | nothing is barred | nothing |
//!
//! The same swap is the same piece, from the same stop to the same stop, with the same other piece;
//! the way between does not matter. For five players, whose pieces are alike, owner and colour have
//! to be the same (N5). Swaps of two own pieces are always free. A swap made in a turn that was
//! lost on time bars nothing (N14).

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::board::Board;
use super::law::Law;
use super::options::Ko;
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

/// Swaps in ascending order, with a quick answer to what is asked most.
#[derive(Clone, Debug)]
pub struct Swaps {
    sorted: Vec<Swap>,
    /// A bit for each kind with the stop that it left, several pairs sharing one: where it is not
    /// set, nothing of that kind from that stop is among the swaps.
    left: [u64; 16],
}

impl Swaps {
    /// The swaps, ascending.
    pub fn iter(&self) -> impl Iterator<Item = Swap> + '_ {
        self.sorted.iter().copied()
    }

    fn insert(&mut self, swap: Swap) {
        if let Err(place) = self.sorted.binary_search(&swap) {
            self.sorted.insert(place, swap);
            let (word, bit) = Self::place(swap.kind(), swap.from());
            self.left[word] |= bit;
        }
    }

    fn may_hold(&self, kind: u8, from: Stop) -> bool {
        let (word, bit) = Self::place(kind, from);
        self.left[word] & bit != 0
    }

    fn place(kind: u8, from: Stop) -> (usize, u64) {
        let pair = from.wrapping_add(u16::from(kind) * 101);
        (usize::from(pair >> 6 & 15), 1 << (pair & 63))
    }
}

impl FromIterator<Swap> for Swaps {
    fn from_iter<I: IntoIterator<Item = Swap>>(swaps: I) -> Self {
        let mut all = Self { sorted: Vec::new(), left: [0; 16] };
        swaps.into_iter().for_each(|swap| all.insert(swap));
        all
    }
}

// The bits follow from the swaps.
impl PartialEq for Swaps {
    fn eq(&self, other: &Self) -> bool {
        self.sorted == other.sorted
    }
}

impl Eq for Swaps {}

impl Hash for Swaps {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sorted.hash(state);
    }
}

/// What is remembered.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Memory {
    /// Nothing, or nothing yet.
    Nothing,
    /// Swaps, ascending: of the whole game (repeat) or of each seat's preceding turn (immediate).
    Swaps(Arc<Swaps>),
    /// Swaps with the boards right after them, ascending (position).
    Boards(Arc<Vec<(Swap, Board)>>),
    /// The board at the start of the last turn with a move (undo).
    Before(Arc<Board>),
}

impl Memory {
    /// Is nothing remembered that could bar a swap?
    pub fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }

    /// Can any swap of this kind from this stop be barred? Answers quickly: no is certain.
    #[inline]
    pub fn may_bar(&self, kind: u8, from: Stop) -> bool {
        match self {
            Self::Nothing => false,
            Self::Swaps(swaps) => swaps.may_hold(kind, from),
            Self::Boards(_) | Self::Before(_) => true,
        }
    }

    /// Is this swap of `piece` with `other` barred on this board?
    ///
    /// Boards are compared right after the swap: pieces that left are gone, blocks are not yet set
    /// (N11).
    pub fn bars(&self, law: &Law, board: &Board, swap: Swap, piece: usize, other: usize) -> bool {
        match self {
            Self::Nothing => false,
            Self::Swaps(swaps) => swaps.sorted.binary_search(&swap).is_ok(),
            Self::Boards(boards) => {
                let known = boards.partition_point(|(earlier, _)| *earlier < swap);
                let mut known =
                    boards[known..].iter().take_while(|(earlier, _)| *earlier == swap).peekable();
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
                    *self = Self::Swaps(Arc::new(Swaps::from_iter([])));
                }
                if let Self::Swaps(swaps) = self {
                    Arc::make_mut(swaps).insert(swap);
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
    #[inline]
    pub fn forget(&mut self, law: &Law, seat: u8) {
        if law.options.ko == Ko::Immediate {
            self.forget_swaps(seat);
        }
    }

    fn forget_swaps(&mut self, seat: u8) {
        if let Self::Swaps(swaps) = self
            && swaps.iter().any(|swap| swap.seat() == seat)
        {
            let others: Swaps = swaps.iter().filter(|swap| swap.seat() != seat).collect();
            *self =
                if others.sorted.is_empty() { Self::Nothing } else { Self::Swaps(others.into()) };
        }
    }

    /// A turn with a move is over that began with this board. Turns that were passed or lost on time
    /// are none: "undo" looks at the turn of whoever moved last (N11).
    #[inline]
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
