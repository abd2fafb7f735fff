//! The numbering of actions: a number for each decision, the same in every position of a rules
//! object. In order:
//!
//! | block | size | an action in it |
//! |---|---|---|
//! | moves | slots x targets | slot * targets + target |
//! | set black | stops | `[x]` |
//! | set grey | stops | `{x}` |
//! | lift grey | stops | `{x->}` |
//! | exits | colours, 1 with five players | `e(e)+` |
//! | pass | 1 | `pass` |
//! | rolls | colours, with dice | `roll a` |
//! | done | 1, with cards | `done` |
//! | cards | 7 x stops, with cards | `J[x->]` `J{x->}` `Q[x->]` `Q{x->}` `K{x}` `A[x]` `A{x}` |
//! | number card | 1, with such cards in a hand | `N` |
//!
//! Where all blocks are black (N8) `K[x]` stands in the place of `K{x}`.
//!
//! A *slot* is the colour of the mover; with five players, whose pieces are alike, the rank (0-2)
//! of its stop among the stops of the seat's pieces. A *target* below the number of stops is that
//! stop: an empty one, one with a block, or one with the piece that is swapped; a target beyond
//! them is a corner and the piece swapped there, `stops + corner * kinds + kind`. A *kind* of piece
//! is its owner and colour (owner * colours + colour; with five players the owner).

use super::star::{Star, Stop};

/// What a card does and to which block (N13).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Card {
    /// Lifts a black block to slide it.
    JackBlack,
    /// Lifts a grey block to slide it.
    JackGrey,
    /// Lifts a black block to put it anywhere.
    QueenBlack,
    /// Lifts a grey block to put it anywhere.
    QueenGrey,
    /// Sets a grey block from the supply.
    King,
    /// Takes a black block out of the game.
    AceBlack,
    /// Takes a grey block back to the supply.
    AceGrey,
    /// Sets a black block, where all blocks are black (N8).
    KingBlack,
}

impl Card {
    /// All.
    pub const ALL: [Self; 8] = [
        Self::JackBlack,
        Self::JackGrey,
        Self::QueenBlack,
        Self::QueenGrey,
        Self::King,
        Self::AceBlack,
        Self::AceGrey,
        Self::KingBlack,
    ];

    /// The card's letter.
    pub fn letter(self) -> char {
        match self {
            Self::JackBlack | Self::JackGrey => 'J',
            Self::QueenBlack | Self::QueenGrey => 'Q',
            Self::King | Self::KingBlack => 'K',
            Self::AceBlack | Self::AceGrey => 'A',
        }
    }

    /// The card's place in a hand: J 0, Q 1, K 2, A 3.
    pub fn place(self) -> usize {
        match self {
            Self::JackBlack | Self::JackGrey => 0,
            Self::QueenBlack | Self::QueenGrey => 1,
            Self::King | Self::KingBlack => 2,
            Self::AceBlack | Self::AceGrey => 3,
        }
    }

    /// Does it take a grey block, rather than a black one?
    pub fn is_grey(self) -> bool {
        matches!(self, Self::JackGrey | Self::QueenGrey | Self::King | Self::AceGrey)
    }

    /// Does it lift a block that is set down by a second action?
    pub fn lifts(self) -> bool {
        matches!(self.letter(), 'J' | 'Q')
    }
}

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A piece runs: its slot, the stop, and on a shared corner the kind of piece it swaps with.
    Move(u8, Stop, Option<u8>),
    /// A black block is set.
    SetBlack(Stop),
    /// A grey block is set.
    SetGrey(Stop),
    /// A grey block is lifted, to be set elsewhere.
    Lift(Stop),
    /// A piece that was brought to its goal leaves (N10); its colour, 0 with five players.
    Exit(u8),
    /// No action is legal (N12).
    Pass,
    /// The die shows a colour.
    Roll(u8),
    /// No card is played.
    Done,
    /// A card is played.
    Play(Card, Stop),
    /// A number card is played: nothing happens.
    Number,
}

/// Where each block of actions begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbering {
    stops: u16,
    kinds: u16,
    targets: u16,
    moves: u16,
    exits: u16,
    pass: u16,
    cards: u16,
    end: u16,
    black_kings: bool,
    number_cards: bool,
}

/// What the options say of the numbering.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Slots of a seat.
    pub slots: u16,
    /// Kinds of pieces.
    pub kinds: u16,
    /// Forced exits that are distinguished.
    pub exits: u16,
    /// Dice are rolled.
    pub dice: bool,
    /// Cards are played.
    pub cards: Option<Cards>,
}

/// What cards there are.
#[derive(Clone, Copy, Debug)]
pub struct Cards {
    /// Kings set black blocks.
    pub black_kings: bool,
    /// A hand holds number cards.
    pub numbers: bool,
}

impl Numbering {
    /// The numbering of a star.
    pub fn new(star: &Star, extent: Extent) -> Self {
        let Extent { slots, kinds, exits, dice, cards } = extent;
        let (stops, colours) = (star.stops as u16, u16::from(star.points));
        let targets = stops + colours * kinds;
        let moves = slots * targets;
        let first_exit = moves + 3 * stops;
        let pass = first_exit + exits;
        let first_card = pass + 1 + if dice { colours } else { 0 };
        let number_cards = cards.is_some_and(|cards| cards.numbers);
        let of_cards = if cards.is_some() { 1 + 7 * stops + u16::from(number_cards) } else { 0 };
        let end = first_card + of_cards;
        let black_kings = cards.is_some_and(|cards| cards.black_kings);
        Self {
            stops,
            kinds,
            targets,
            moves,
            exits: first_exit,
            pass,
            cards: first_card,
            end,
            black_kings,
            number_cards,
        }
    }

    /// What cards do, in the order of their actions.
    pub fn cards(&self) -> [Card; 7] {
        let king = if self.black_kings { Card::KingBlack } else { Card::King };
        std::array::from_fn(
            |index| if index == Card::King as usize { king } else { Card::ALL[index] },
        )
    }

    /// Has a hand number cards?
    pub fn has_number_cards(&self) -> bool {
        self.number_cards
    }

    /// Size of the action space.
    pub fn num_actions(&self) -> usize {
        usize::from(self.end)
    }

    /// The number of a step.
    pub fn number(&self, step: Step) -> u16 {
        match step {
            Step::Move(slot, to, None) => u16::from(slot) * self.targets + to,
            Step::Move(slot, corner, Some(kind)) => {
                u16::from(slot) * self.targets + self.stops + corner * self.kinds + u16::from(kind)
            }
            Step::SetBlack(stop) => self.moves + stop,
            Step::SetGrey(stop) => self.moves + self.stops + stop,
            Step::Lift(stop) => self.moves + 2 * self.stops + stop,
            Step::Exit(colour) => self.exits + u16::from(colour),
            Step::Pass => self.pass,
            Step::Roll(colour) => self.pass + 1 + u16::from(colour),
            Step::Done => self.cards,
            Step::Play(card, stop) => {
                let card = if card == Card::KingBlack { Card::King } else { card };
                self.cards + 1 + card as u16 * self.stops + stop
            }
            Step::Number => self.end - 1,
        }
    }

    /// The step of a number; `None` beyond the last.
    pub fn step(&self, number: u16) -> Option<Step> {
        if number >= self.end {
            return None;
        }
        if number < self.moves {
            let (slot, target) = ((number / self.targets) as u8, number % self.targets);
            return Some(match target.checked_sub(self.stops) {
                None => Step::Move(slot, target, None),
                Some(rest) => Step::Move(slot, rest / self.kinds, Some((rest % self.kinds) as u8)),
            });
        }
        if number < self.exits {
            let rest = number - self.moves;
            let stop = rest % self.stops;
            return Some(match rest / self.stops {
                0 => Step::SetBlack(stop),
                1 => Step::SetGrey(stop),
                _ => Step::Lift(stop),
            });
        }
        Some(if number < self.pass {
            Step::Exit((number - self.exits) as u8)
        } else if number == self.pass {
            Step::Pass
        } else if number < self.cards {
            Step::Roll((number - self.pass - 1) as u8)
        } else if number == self.cards {
            Step::Done
        } else {
            let rest = number - self.cards - 1;
            match self.cards().get(usize::from(rest / self.stops)) {
                Some(&card) => Step::Play(card, rest % self.stops),
                None => Step::Number,
            }
        })
    }
}
