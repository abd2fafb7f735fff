//! Gomoku, with all its house rules: the rule book.
//!
//! Rules, as worded in `docs/games/gomoku.md` (`make manual` writes them):
//!
//! - **G1** The board has 5 to 63 columns and as many rows, not always square. Columns are a, b ...
//!   z, aa, ab ... from the left (`i` is used), rows are numbered from the bottom.
//! - **G2** Black moves first, in the centre or anywhere (`first_move`). A board that needs a
//!   centre must have odd sides.
//! - **G3** A row counts if it is unbroken, straight in one of four directions, of one colour, and
//!   holds the stone just played. Either exactly five win, or five and more: `five` says which, for
//!   both colours or for each. A stone that makes a six in one line and a five in another wins
//!   under `"exact"`.
//! - **G4** A full board is a draw, or White's win (`full_board`). A five with the last stone
//!   decides first.
//! - **G5** `passing` says when a player may pass: never, when there is no legal point, or always;
//!   but never on the empty board or inside an opening. Two passes in a row draw. Where passing is
//!   barred and no point is legal, the game is a draw. Here nothing but the first move is ever
//!   forbidden, so `"when_stuck"` never applies: the board is full first.
//! - **G6** Openings are decisions of the game and take the place of `first_move`.
//!
//! End of the rules.
//!
//! What a stone does to the board is in `stones/placing/`, the openings in `stones/opening.rs`,
//! the judgement of rows in `stones/rows.rs`: Renju shares them.
//!
//! # Example
//!
//! Six in a row do not win in Gomoku (G3), five do.
//!
//! ```
//! use fivefold::games;
//! use fivefold::position::{Notation, Position, SetUp};
//!
//! let options = serde_json::json!({"size": 7});
//! let game = games::build("gomoku", options.as_object().unwrap()).unwrap();
//! let board = "
//!     .......
//!     .......
//!     .......
//!     X.XXXX.
//!     .......
//!     .......
//!     OOO.O..
//! ";
//! let position = game.rules.from_diagram(board, SetUp::default()).unwrap();
//! let mut next = position.clone();
//! next.play(position.parse_move("b4").unwrap()).unwrap();
//! assert!(next.outcome().is_none());
//!
//! let mut next = position.clone();
//! next.play(position.parse_move("g4").unwrap()).unwrap();
//! assert_eq!(next.outcome().unwrap().winners.len(), 1);
//! ```

pub use crate::stones::FirstMove;

use serde::{Deserialize, Serialize};

use crate::board::{Colour, DIRECTIONS};
use crate::position::{
    Domain, GameInfo, Geometry, OptionInfo, Preset, Refusal, Rules, SetUp, Symmetry,
};
use crate::stones::{
    BoardSize, FIRST_MOVE, FIVE, FULL_BOARD, Five, FullBoard, Law, NoFouls, Opening, PASSING,
    Passing, PerColour, Placing, SIZE, grid_geometry,
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

    fn geometry(&self) -> Geometry {
        grid_geometry(self.size.size(), &DIRECTIONS)
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
