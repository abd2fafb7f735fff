//! The options of Renju and its presets (R5-R10).

use serde::{Deserialize, Serialize};

use super::Renju;
use super::fouls::{FoulLaw, FoulName, FoulSet, Judging, Restricted};
use crate::board::{Colour, DIRECTIONS};
use crate::position::{
    Domain, GameInfo, Geometry, OptionInfo, Preset, Refusal, Rules, SetUp, Symmetry,
};
use crate::stones::{
    BoardSize, FIRST_MOVE, FIVE, FULL_BOARD, FirstMove, Five, Foul, Fouls, FullBoard, Law, Opening,
    PASSING, Passing, PerColour, SIZE, grid_geometry,
};
use crate::stream::Stream;

/// Planes of an observation: Gomoku's seven, then those of the openings (docs/games/renju.md).
const PLANES: [&str; 10] = [
    "own stones",
    "enemy stones",
    "the observer holds Black",
    "the observer is to decide",
    "the next stone is black",
    "a choice is due",
    "the last turn was a pass",
    "a pick is due",
    "offers still to be made",
    "points offered",
];

/// The options of Renju; the default is the preset `renju`.
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
    /// R9.
    pub passing: Passing,
    /// R10.
    pub opening: Opening,
    /// R8.
    pub fouls: FoulSet,
    /// R8.
    pub restricted: Restricted,
    /// R7.
    pub foul: Foul,
    /// R5.
    pub three: Judging,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            size: BoardSize::Side(15),
            five: PerColour::Each(Five::Exact, Five::OrMore),
            first_move: FirstMove::Centre,
            full_board: FullBoard::Draw,
            passing: Passing::Always,
            opening: Opening::None,
            fouls: FoulSet::new(&FoulSet::NAMES),
            restricted: Restricted::Black,
            foul: Foul::Illegal,
            three: Judging::Full,
        }
    }
}

impl Options {
    /// The preset `renju_1899`: the double three barred to both, five or more wins, 19x19 (R8).
    pub fn of_1899() -> Self {
        Self {
            size: BoardSize::Side(19),
            five: PerColour::Both(Five::OrMore),
            fouls: FoulSet::new(&[FoulName::DoubleThree]),
            restricted: Restricted::Both,
            ..Self::default()
        }
    }

    /// The preset `renju_1903`: barred to Black alone (R8).
    pub fn of_1903() -> Self {
        Self { restricted: Restricted::Black, ..Self::of_1899() }
    }

    /// The preset `renju_1912`: it loses (R8).
    pub fn of_1912() -> Self {
        Self { foul: Foul::Loses, ..Self::of_1903() }
    }

    /// The preset `renju_1916`: Black's overline too (R8).
    pub fn of_1916() -> Self {
        Self {
            five: PerColour::Each(Five::Exact, Five::OrMore),
            fouls: FoulSet::new(&[FoulName::DoubleThree, FoulName::Overline]),
            ..Self::of_1912()
        }
    }

    /// The preset `renju_1918`: the four-three-three too (R8).
    pub fn of_1918() -> Self {
        let fouls = [FoulName::DoubleThree, FoulName::FourThreeThree, FoulName::Overline];
        Self { fouls: FoulSet::new(&fouls), ..Self::of_1916() }
    }

    /// The preset `family`: the double three of 1899 barred to both, not that with a four; the
    /// point where a three grows is not judged; five or more wins (R8).
    pub fn family() -> Self {
        Self { size: BoardSize::Side(15), three: Judging::Simple, ..Self::of_1899() }
    }

    /// The rules that a position carries.
    pub fn law(&self) -> Law<FoulLaw> {
        let fouls = FoulLaw {
            fouls: self.fouls,
            restricted: self.restricted,
            foul: self.foul,
            three: self.three,
        };
        // R8: a colour bound by the overline never wins with one.
        let no_six = |colour| fouls.bind(colour) && self.fouls.has(FoulName::Overline);
        let five = |colour| if no_six(colour) { Five::Exact } else { self.five.of(colour) };
        Law {
            size: self.size.size(),
            five: Colour::BOTH.map(five),
            full_board: self.full_board,
            passing: self.passing,
            opening: self.opening,
            first_in_centre: self.first_move == FirstMove::Centre,
            fouls,
        }
    }
}

impl Rules for Options {
    type Position = Renju;

    const PRESETS: &'static [Preset<Self>] = &[
        Preset {
            name: "renju",
            title: "Renju",
            summary: "Renju 15x15: Black may not make overlines, double fours, double threes",
            rules: Self::default,
        },
        Preset {
            name: "renju_1899",
            title: "Renju 1899",
            summary: "Renju of 1899, 19x19: no double three for either colour",
            rules: Self::of_1899,
        },
        Preset {
            name: "renju_1903",
            title: "Renju 1903",
            summary: "Renju of 1903, 19x19: no double three for Black",
            rules: Self::of_1903,
        },
        Preset {
            name: "renju_1912",
            title: "Renju 1912",
            summary: "Renju of 1912, 19x19: Black's double three loses",
            rules: Self::of_1912,
        },
        Preset {
            name: "renju_1916",
            title: "Renju 1916",
            summary: "Renju of 1916, 19x19: Black's overline loses too",
            rules: Self::of_1916,
        },
        Preset {
            name: "renju_1918",
            title: "Renju 1918",
            summary: "Renju of 1918, 19x19: Black's four-three-three loses too",
            rules: Self::of_1918,
        },
        Preset {
            name: "family",
            title: "Family",
            summary: "Family Gomoku 15x15: no double threes for either colour, judged simply",
            rules: Self::family,
        },
    ];

    const OPTIONS: &'static [OptionInfo] = &[
        SIZE,
        OptionInfo::new(
            "five",
            "G3",
            FIVE,
            "How long a row wins; a colour bound by the overline wins with exactly five only.",
        ),
        FIRST_MOVE,
        FULL_BOARD,
        OptionInfo::new("passing", "R9", PASSING, "When a player may pass."),
        OptionInfo::new(
            "opening",
            "R10",
            Domain::Word(&[
                "none",
                "rif_classic",
                "yamaguchi",
                "soosyrv8",
                "taraguchi10",
                "pro",
                "long_pro",
                "swap",
                "swap2",
            ]),
            "How the game is opened; an opening takes the place of `first_move`.",
        ),
        OptionInfo::new(
            "fouls",
            "R8",
            Domain::Words(&["double_three", "four_three_three", "double_four", "overline"]),
            "What is forbidden.",
        ),
        OptionInfo::new(
            "restricted",
            "R8",
            Domain::Word(&["black", "both"]),
            "Whom the fouls bind.",
        ),
        OptionInfo::new("foul", "R7", Domain::Word(&["illegal", "loses"]), "What a foul does."),
        OptionInfo::new(
            "three",
            "R5",
            Domain::Word(&["full", "no_five_clause", "simple"]),
            "How closely the point where a three grows to a four is judged.",
        ),
    ];

    fn normalised(&self) -> Self {
        Self { size: self.size.folded(), five: self.five.folded(), ..self.clone() }
    }

    fn check(&self) -> Result<(), Refusal> {
        self.size.check()?;
        self.law().check()
    }

    fn info(&self) -> GameInfo {
        // A manager lets a foul lose; an engine plays none either way.
        let fouls = |options: &Self| (options.five.folded(), options.fouls, options.restricted);
        let gomocup = (fouls(self) == fouls(&Self::default())).then_some(4);
        let info = self.law().info(&PLANES);
        let info = info.with_limits(&[(PLANES[8], self.opening.max_offers())]);
        // R5: on boards of up to 19 by 19 some ten thousand judgements are the most, a few milliseconds.
        let size = self.size.size();
        let takes_long = !self.fouls.is_empty() && size.columns.max(size.rows) > 19;
        GameInfo { gomocup, takes_long, ..info }
    }

    fn geometry(&self) -> Geometry {
        grid_geometry(self.size.size(), &DIRECTIONS)
    }

    fn start(&self, _: &mut Stream) -> Renju {
        self.law().start()
    }

    fn diagram_symbols(&self) -> &'static [char] {
        &['.', 'X', 'O']
    }

    fn set_up(&self, set_up: &SetUp) -> Result<Renju, Refusal> {
        self.law().set_up(set_up)
    }

    fn validate(&self, position: &Renju) -> Result<(), Refusal> {
        position.validate(&self.law())
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        self.law().symmetries()
    }
}
