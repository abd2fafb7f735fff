//! Gomoku, with all its house rules: the rule book.
//!
//! - G1 Boards of 5x5 to 63x63, also not square; 15x15 by default (`size`).
//! - G2 Black moves first, in the centre or anywhere (`first_move`); a centre needs odd sides.
//! - G3 A row is unbroken, horizontal, vertical or diagonal, of one colour, through the stone just
//!   put. Five exactly, or five and more, for both colours or for each (`five`). A five wins even
//!   if the same stone makes a six in another line.
//! - G4 A full board is a draw or White's (`full_board`); a five with the last stone decides first.
//! - G5 `passing` never, when stuck or always; not on the empty board, not inside an opening; two
//!   passes in a row draw. Without passing and without a legal point the game is drawn.
//! - G6 `opening`: pro, long pro, swap, swap2 as decisions; it replaces `first_move`.
//!
//! What a stone does to the board is in `stones/placing/`, the openings in `stones/opening.rs`,
//! the judgement of rows in `stones/rows.rs`: Renju shares them.

pub use crate::stones::FirstMove;

use serde::{Deserialize, Serialize};

use crate::board::Colour;
use crate::position::{Domain, GameInfo, OptionInfo, Preset, Refusal, Rules, SetUp, Symmetry};
use crate::stones::{
    BoardSize, FIRST_MOVE, FIVE, FULL_BOARD, Five, FullBoard, Law, NoFouls, Opening, PASSING,
    Passing, PerColour, Placing, SIZE,
};
use crate::stream::Stream;

/// Planes of an observation: stones, then flags that are alike everywhere (docs/games/gomoku.md).
const PLANES: [&str; 7] = [
    "own stones",
    "enemy stones",
    "the observer holds Black",
    "the observer is to decide",
    "the next stone is black",
    "a choice is due",
    "the last turn was a pass",
];

/// A position of Gomoku.
pub type Gomoku = Placing<NoFouls>;

/// The options of Gomoku; the default is the preset `gomoku`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// G1.
    pub size: BoardSize,
    /// G3.
    pub five: PerColour<Five>,
    /// G2.
    pub first_move: FirstMove,
    /// G4.
    pub full_board: FullBoard,
    /// G5.
    pub passing: Passing,
    /// G6.
    pub opening: Opening,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            size: BoardSize::Side(15),
            five: PerColour::Both(Five::Exact),
            first_move: FirstMove::Centre,
            full_board: FullBoard::Draw,
            passing: Passing::WhenStuck,
            opening: Opening::None,
        }
    }
}

impl Options {
    /// The preset `freestyle`: five or more, first stone anywhere, no passing (G3, G5).
    pub fn freestyle() -> Self {
        Self {
            five: PerColour::Both(Five::OrMore),
            first_move: FirstMove::Anywhere,
            passing: Passing::Never,
            ..Self::default()
        }
    }

    /// The rules that a position carries.
    pub fn law(&self) -> Law<NoFouls> {
        Law {
            size: self.size.size(),
            five: Colour::BOTH.map(|colour| self.five.of(colour)),
            full_board: self.full_board,
            passing: self.passing,
            opening: self.opening,
            first_in_centre: self.first_move == FirstMove::Centre,
            fouls: NoFouls,
        }
    }
}

impl Rules for Options {
    type Position = Gomoku;

    const PRESETS: &'static [Preset<Self>] = &[
        Preset {
            name: "gomoku",
            title: "Gomoku",
            summary: "Gomoku 15x15: exactly five, first stone in the centre",
            rules: Self::default,
        },
        Preset {
            name: "freestyle",
            title: "Freestyle",
            summary: "Freestyle Gomoku 15x15: five or more, first stone anywhere",
            rules: Self::freestyle,
        },
    ];

    const OPTIONS: &'static [OptionInfo] = &[
        SIZE,
        OptionInfo::new("five", "G3", FIVE, "How long a row wins."),
        FIRST_MOVE,
        FULL_BOARD,
        OptionInfo::new("passing", "G5", PASSING, "When a player may pass."),
        OptionInfo::new(
            "opening",
            "G6",
            Domain::Word(&["none", "pro", "long_pro", "swap", "swap2"]),
            "How the game is opened; an opening takes the place of `first_move`.",
        ),
    ];

    fn normalised(&self) -> Self {
        Self { size: self.size.folded(), five: self.five.folded(), ..self.clone() }
    }

    fn check(&self) -> Result<(), Refusal> {
        self.size.check()?;
        if self.opening.is_renju() {
            return Err(Refusal::new("G6", "this opening is refused: it is one of Renju's (R10)"));
        }
        self.law().check()
    }

    fn info(&self) -> GameInfo {
        let gomocup = match self.five.folded() {
            PerColour::Both(Five::OrMore) => Some(0),
            PerColour::Both(Five::Exact) => Some(1),
            PerColour::Each(..) => None,
        };
        GameInfo { gomocup, ..self.law().info(&PLANES) }
    }

    fn start(&self, _: &mut Stream) -> Gomoku {
        self.law().start()
    }

    fn diagram_symbols(&self) -> &'static [char] {
        &['.', 'X', 'O']
    }

    fn set_up(&self, set_up: &SetUp) -> Result<Gomoku, Refusal> {
        self.law().set_up(set_up)
    }

    fn validate(&self, position: &Gomoku) -> Result<(), Refusal> {
        position.validate(&self.law())
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        self.law().symmetries()
    }
}
