//! A move as data ([`Move`]): what an action is, without its text.

use smallvec::SmallVec;

use super::board::Piece;

/// Points of a grid, mostly few.
pub type Points = SmallVec<[u16; 8]>;

/// A block of Pentagame (N6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Block {
    /// A black one.
    Black,
    /// A grey one.
    Grey,
}

impl Block {
    /// "black" or "grey".
    pub fn word(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::Grey => "grey",
        }
    }
}

/// What an action is. Points and stops are numbered as in the board array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// A stone is put on a point.
    Place {
        /// The point.
        point: u16,
        /// The points whose stones it captures, ascending.
        captured: Points,
        /// In how many groups they lie (P3).
        groups: u8,
    },
    /// A point is offered for the fifth stone (R10).
    Offer {
        /// The point.
        point: u16,
    },
    /// A stone is put on one of the points offered (R10).
    Pick {
        /// The point.
        point: u16,
    },
    /// A choice is made: `swap`, `keep`, `place2`, `ten`, `count 3`, `yellow`, `blue`, `done`.
    Choose {
        /// The word.
        word: &'static str,
        /// The number that follows it, if one does.
        number: Option<u8>,
    },
    /// The turn is passed.
    Pass,
    /// A piece runs from stop to stop (N7).
    Run {
        /// The piece.
        piece: Piece,
        /// Where it stands; `None` if it is not on the board, and the action illegal.
        from: Option<u16>,
        /// Where it goes.
        to: u16,
        /// The piece with which it swaps.
        swapped: Option<Piece>,
        /// The block that it ends on.
        block: Option<Block>,
        /// How many pieces leave the board by it (N8, N10).
        leaving: u8,
    },
    /// A block is set.
    SetBlock {
        /// Which one.
        block: Block,
        /// The stop.
        stop: u16,
    },
    /// A block is lifted, to be set elsewhere.
    LiftBlock {
        /// Which one.
        block: Block,
        /// The stop.
        stop: u16,
    },
    /// A piece that was brought to its goal leaves (N10).
    Exit {
        /// The piece.
        piece: Piece,
        /// Its goal.
        stop: u16,
    },
    /// A die shows a colour (N13).
    Roll {
        /// The colour, from 0.
        colour: u8,
    },
    /// A card is played (N13): `J` and `Q` lift a block, `K` sets one, `A` takes one off, `N` does
    /// nothing.
    Card {
        /// Its letter.
        card: char,
        /// The block that it moves, and the stop.
        target: Option<(Block, u16)>,
    },
    /// A capture that would lie off the board: legal in no position (T4).
    Beyond {
        /// The point of the stone.
        point: u16,
        /// The direction: "up", "right", "down" or "left".
        direction: &'static str,
    },
}

impl Move {
    /// A stone that captures nothing.
    pub fn place(point: u16) -> Self {
        Self::Place { point, captured: Points::new(), groups: 0 }
    }

    /// What kind of action it is, in a word: `place`, `set_block` ...
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Place { .. } => "place",
            Self::Offer { .. } => "offer",
            Self::Pick { .. } => "pick",
            Self::Choose { .. } => "choose",
            Self::Pass => "pass",
            Self::Run { .. } => "run",
            Self::SetBlock { .. } => "set_block",
            Self::LiftBlock { .. } => "lift_block",
            Self::Exit { .. } => "exit",
            Self::Roll { .. } => "roll",
            Self::Card { .. } => "card",
            Self::Beyond { .. } => "beyond",
        }
    }

    /// The point or stop that it is aimed at: where a stone or a block comes to lie, a piece goes,
    /// a block is lifted.
    pub fn point(&self) -> Option<u16> {
        match *self {
            Self::Place { point, .. }
            | Self::Offer { point }
            | Self::Pick { point }
            | Self::Beyond { point, .. } => Some(point),
            Self::Run { to, .. } => Some(to),
            Self::SetBlock { stop, .. }
            | Self::LiftBlock { stop, .. }
            | Self::Exit { stop, .. } => Some(stop),
            Self::Card { target, .. } => target.map(|(_, stop)| stop),
            Self::Choose { .. } | Self::Pass | Self::Roll { .. } => None,
        }
    }

    /// The point on which it puts a stone of the mover's, if it does.
    pub fn stone(&self) -> Option<u16> {
        match *self {
            Self::Place { point, .. } | Self::Pick { point } => Some(point),
            _ => None,
        }
    }

    /// The text of a move that names no point, the same in every game: `pass`, `swap`, `count 3`.
    pub fn words(&self) -> Option<String> {
        match *self {
            Self::Pass => Some("pass".to_owned()),
            Self::Choose { word, number: None } => Some(word.to_owned()),
            Self::Choose { word, number: Some(number) } => Some(format!("{word} {number}")),
            _ => None,
        }
    }
}
