//! Pagoda's options: what may be set, what is refused, what follows for every position.

use serde::{Deserialize, Deserializer, Serialize};

use super::Pagoda;
use super::planes::PLANES;
use crate::board::{Colour, DIRECTIONS, Point, Size, motions};
use crate::position::{
    BoardInfo, Domain, GameInfo, Geometry, OptionInfo, Preset, Refusal, Rules, SetUp, Symmetry,
};
use crate::stones::{
    BoardSize, FIVE, Five, PerColour, SIZE, STONE_FORMATS, Take, grid_geometry, stone_grid,
};
use crate::stream::Stream;

/// What happens to captured stones (P5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Captured {
    /// They stay with the player who took them.
    Kept,
    /// They go back to the supply of their owner.
    Returned,
}

/// How a game opens (P9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// Every stone anywhere.
    None,
    /// Stone 1 in the centre, the second stone of seat 0 at king's distance 3 or more from it.
    Tournament,
}

/// Stones of one colour on the board before play (P6), as the names of their points.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Handicap {
    /// Black's stones.
    #[serde(deserialize_with = "names", skip_serializing_if = "Vec::is_empty")]
    pub black: Vec<String>,
    /// White's stones.
    #[serde(deserialize_with = "names", skip_serializing_if = "Vec::is_empty")]
    pub white: Vec<String>,
}

/// The options of Pagoda and its kin; the defaults are Pagoda's.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The board (P1, G1).
    pub size: BoardSize,
    /// Which rows win (P2).
    pub five: PerColour<Five>,
    /// The lengths of groups that are captured, ascending (P3, P9).
    #[serde(deserialize_with = "ascending")]
    pub take: Vec<u8>,
    /// How many captured stones win (P4, P9).
    pub target: u16,
    /// Stones of each player, `None` for as many as are needed (P5).
    pub stones: Option<u16>,
    /// What happens to captured stones (P5).
    pub captured: Captured,
    /// Stones on the board before play (P6).
    pub handicap: Option<Handicap>,
    /// How the game opens (P9).
    pub opening: Opening,
}

/// Equal sets of lengths are equal options.
fn ascending<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let mut lengths = Vec::deserialize(deserializer)?;
    lengths.sort_unstable();
    lengths.dedup();
    Ok(lengths)
}

/// Equal sets of points are equal options: in small letters and in one order. A point named twice
/// is kept, to be refused.
fn names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let mut names: Vec<String> = Vec::deserialize(deserializer)?;
    for name in &mut names {
        *name = name.trim().to_ascii_lowercase();
    }
    names.sort_unstable();
    Ok(names)
}

impl Default for Options {
    fn default() -> Self {
        Self::pagoda()
    }
}

impl Options {
    /// Pagoda (P1-P6).
    pub fn pagoda() -> Self {
        Self {
            size: BoardSize::Side(17),
            five: PerColour::Both(Five::Exact),
            take: vec![2],
            target: 10,
            stones: Some(40),
            captured: Captured::Kept,
            handicap: None,
            opening: Opening::None,
        }
    }

    /// Pente (P9).
    pub fn pente() -> Self {
        Self {
            size: BoardSize::Side(19),
            five: PerColour::Both(Five::OrMore),
            stones: None,
            ..Self::pagoda()
        }
    }

    /// Keryo-Pente (P9): threes are captured too.
    pub fn keryo_pente() -> Self {
        Self { take: vec![2, 3], target: 15, ..Self::pente() }
    }

    /// Ninuki-Renju in the simple form of P9.
    pub fn ninuki_renju() -> Self {
        Self { size: BoardSize::Side(15), stones: None, ..Self::pagoda() }
    }

    /// The handicap stones with their colour, checked (P6).
    pub fn handicap_stones(&self) -> Result<(Colour, Vec<Point>), Refusal> {
        let refuse =
            |why: String| Err(Refusal::new("P6", format!("the handicap is refused: {why}")));
        let Some(handicap) = &self.handicap else { return Ok((Colour::Black, Vec::new())) };
        let (colour, names) = match (handicap.black.is_empty(), handicap.white.is_empty()) {
            (false, true) => (Colour::Black, &handicap.black),
            (true, false) => (Colour::White, &handicap.white),
            (true, true) => return refuse("it names no stone".to_owned()),
            (false, false) => return refuse("its stones are of two colours".to_owned()),
        };
        if names.len() > 3 {
            return refuse(format!("{} stones are more than three", names.len()));
        }
        let mut points = Vec::new();
        for name in names {
            match self.size.size().parse(name) {
                Err(reason) => return refuse(reason.message),
                Ok(point) if points.contains(&point) => {
                    return refuse(format!("{name} is named twice"));
                }
                Ok(point) => points.push(point),
            }
        }
        if self.opening != Opening::None {
            return refuse("it does not go together with an opening".to_owned());
        }
        // P5, P6: the stones come out of the supply, and Black must have one left to begin with.
        let min = points.len() + usize::from(colour == Colour::Black);
        if self.stones.is_some_and(|stones| usize::from(stones) < min) {
            return refuse(format!("{} stones are more than {colour} can spare", points.len()));
        }
        Ok((colour, points))
    }

    fn check_captures(&self) -> Result<(), Refusal> {
        let refuse = |why: String| Err(Refusal::new("P9", why));
        if self.take.is_empty() {
            return refuse("take is refused: it names no length".to_owned());
        }
        for &length in &self.take {
            if !(1..=crate::stones::LONGEST_GROUP).contains(&length) {
                return refuse(format!("take {length} is refused: lengths are 1 to 5"));
            }
        }
        if !(2..=60).contains(&self.target) {
            return refuse(format!("target {} is refused: it is 2 to 60", self.target));
        }
        Ok(())
    }

    fn check_opening(&self, size: Size) -> Result<(), Refusal> {
        if self.opening == Opening::None {
            return Ok(());
        }
        if size.centre().is_none() {
            let message = "the tournament opening is refused: a side is even, there is no centre";
            return Err(Refusal::new("G2", message));
        }
        if size.columns.max(size.rows) < 7 {
            let message = "the tournament opening is refused: no point lies 3 from the centre";
            return Err(Refusal::new("P9", message));
        }
        Ok(())
    }

    /// The most turns of a game.
    ///
    /// While a game runs the board has a vacant point and each colour has taken less than the
    /// target; every turn adds one stone, and only captured stones leave the board. So the turns
    /// before the last are at most the points less one, less the handicap, plus what both can have
    /// taken. A supply ends the game earlier (P5).
    fn max_turns(&self) -> usize {
        let take = Take::new(&self.take);
        let taken = usize::from(take.max_below(self.target));
        let (colour, handicap) = self.handicap_stones().unwrap_or((Colour::Black, Vec::new()));
        let by_board = self.size.size().points() - handicap.len() + 2 * taken;
        let Some(stones) = self.stones else { return by_board };
        let back = if self.captured == Captured::Returned { taken } else { 0 };
        let [black, white] = Colour::BOTH.map(|side| {
            let before = if side == colour { handicap.len() } else { 0 };
            (usize::from(stones) + back).saturating_sub(before)
        });
        // Black begins: White's last stone may be followed by one of Black's, not the other way.
        by_board.min(2 * black).min(2 * white + 1)
    }
}

impl Rules for Options {
    type Position = Pagoda;

    const PRESETS: &'static [Preset<Self>] = &[
        Preset {
            name: "pagoda",
            title: "Pagoda",
            summary: "Pagoda 17x17: exactly five, or five pairs captured; 40 stones each",
            rules: Self::pagoda,
        },
        Preset {
            name: "pente",
            title: "Pente",
            summary: "Pente 19x19: five or more, or five pairs captured",
            rules: Self::pente,
        },
        Preset {
            name: "keryo_pente",
            title: "Keryo pente",
            summary: "Keryo-Pente 19x19: threes are captured too, 15 captured stones win",
            rules: Self::keryo_pente,
        },
        Preset {
            name: "ninuki_renju",
            title: "Ninuki-Renju",
            summary: "Ninuki-Renju 15x15, simplified: exactly five, or five pairs captured; no fouls",
            rules: Self::ninuki_renju,
        },
    ];

    const OPTIONS: &'static [OptionInfo] = &[
        OptionInfo { rule: "P1", ..SIZE },
        OptionInfo::new("five", "P2", FIVE, "How long a row wins."),
        OptionInfo::new(
            "take",
            "P9",
            Domain::Ints(1, 5),
            "The lengths of the groups that are captured.",
        ),
        OptionInfo::new("target", "P9", Domain::Int(2, 60), "How many captured stones win."),
        OptionInfo::new(
            "stones",
            "P5",
            Domain::Int(1, 65_535),
            "Stones of each player; None: as many as are needed.",
        )
        .or_none(),
        OptionInfo::new(
            "captured",
            "P5",
            Domain::Word(&["kept", "returned"]),
            "Whether captured stones stay away or go back to the supply of their owner.",
        ),
        OptionInfo::new(
            "handicap",
            "P6",
            Domain::ColouredPoints(3),
            "Stones on the board before play, out of the supply of their owner.",
        )
        .or_none()
        .limited("not with an opening"),
        OptionInfo::new(
            "opening",
            "P9",
            Domain::Word(&["none", "tournament"]),
            "Whether the first stone goes to the centre and Black's second keeps a distance of 3.",
        ),
    ];

    fn normalised(&self) -> Self {
        Self { size: self.size.folded(), five: self.five.folded(), ..self.clone() }
    }

    fn check(&self) -> Result<(), Refusal> {
        let size = self.size.check()?;
        self.check_captures()?;
        if self.stones == Some(0) {
            return Err(Refusal::new(
                "P5",
                "stones 0 is refused: a player needs one to begin with",
            ));
        }
        self.handicap_stones()?;
        self.check_opening(size)
    }

    fn info(&self) -> GameInfo {
        let size = self.size.size();
        // Pagoda is played in squares; its kin, with as many stones as are needed, on points.
        let grid = BoardInfo { squares: self.stones.is_some(), ..stone_grid(size) };
        let info = GameInfo::of_stones(grid, size.points(), self.max_turns());
        // The stone that wins takes a group in each of eight ways at most.
        let longest = usize::from(self.take.iter().copied().max().unwrap_or(0));
        let taken = usize::from(self.target) - 1 + 8 * longest;
        let supply = self.stones.map_or(255, usize::from);
        let info = info.with_planes(&PLANES).with_limits(&[
            (PLANES[2], taken),
            (PLANES[3], taken),
            (PLANES[4], supply),
            (PLANES[5], supply),
            (PLANES[8], 3),
        ]);
        GameInfo { formats: STONE_FORMATS, ..info }
    }

    fn geometry(&self) -> Geometry {
        grid_geometry(self.size.size(), &DIRECTIONS)
    }

    fn start(&self, _stream: &mut Stream) -> Pagoda {
        Pagoda::start(self)
    }

    fn diagram_symbols(&self) -> &'static [char] {
        &['.', 'X', 'O']
    }

    fn set_up(&self, set_up: &SetUp) -> Result<Pagoda, Refusal> {
        Pagoda::set_up(self, set_up)
    }

    fn validate(&self, position: &Pagoda) -> Result<(), Refusal> {
        position.validate(self)
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        let (_, mut stones) = self.handicap_stones().unwrap_or((Colour::Black, Vec::new()));
        stones.sort_unstable();
        motions(self.size.size())
            .into_iter()
            .filter(|motion| {
                // E11: the handicap stays where it is.
                let mut moved: Vec<_> =
                    stones.iter().map(|stone| Point(motion.points[stone.index()])).collect();
                moved.sort_unstable();
                moved == stones
            })
            .map(|motion| Symmetry {
                name: motion.name.to_owned(),
                actions: motion.points.clone(),
                points: motion.points,
                planes: Vec::new(),
            })
            .collect()
    }
}
