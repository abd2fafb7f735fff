//! Which Pah-Tum: the options with their checks, the start, positions set up directly.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Deserializer, Serialize};

use super::phase::{BLACK_STONES, COLOURS, Phase, Setup};
use super::position::PahTum;
use super::random_games::sample_black;
use super::squares::{CAPTURES, image};
use crate::board::{DIRECTIONS, Point, Size, motions};
use crate::position::{
    BoardInfo, Chance, Domain, GameInfo, Geometry, OptionInfo, Preset, Refusal, Role, Rules, SetUp,
    Symmetry, Termination,
};
use crate::stones::grid_geometry;
use crate::stream::Stream;

/// The options of Pah-Tum and Custodial Pah-Tum.
///
/// Two ways of writing the same rules are equal: `setup` may be left to what the others imply.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Captures are made (T4): Custodial Pah-Tum. No keyword: it tells the presets apart.
    pub custodial: bool,
    /// Side of the board (T1).
    pub size: u8,
    /// The squares of the black stones, sorted; `None`: at random or put by the players (T1, T3).
    #[serde(deserialize_with = "sorted")]
    pub layout: Option<Vec<String>>,
    /// Who puts the black stones, if it is written out (T3): see [`Options::setup`].
    pub setup: Option<Setup>,
    /// Stones of each player; `None`: no limit (T5).
    pub stones: Option<u16>,
}

/// Reads a layout: the order and the case of its squares mean nothing (E3).
fn sorted<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<String>>, D::Error> {
    let layout = Option::<Vec<String>>::deserialize(deserializer)?;
    Ok(layout.map(|squares| {
        let mut squares: Vec<String> =
            squares.iter().map(|square| square.trim().to_lowercase()).collect();
        squares.sort();
        squares
    }))
}

impl Default for Options {
    fn default() -> Self {
        Self { custodial: false, size: 7, layout: None, setup: None, stones: None }
    }
}

impl PartialEq for Options {
    fn eq(&self, other: &Self) -> bool {
        self.meaning() == other.meaning()
    }
}

impl Eq for Options {}

impl Hash for Options {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.meaning().hash(state);
    }
}

impl Options {
    /// Custodial Pah-Tum with everything at its default: forty stones each (T5).
    pub fn custodial() -> Self {
        Self { custodial: true, stones: Some(40), ..Self::default() }
    }

    /// Who puts the black stones: a `layout` alone means "random" (T3).
    pub fn setup(&self) -> Setup {
        let by_players = self.custodial && self.layout.is_none();
        self.setup.unwrap_or(if by_players { Setup::Alternate } else { Setup::Random })
    }

    /// What tells rules apart.
    fn meaning(&self) -> impl Eq + Hash {
        (self.custodial, self.size, &self.layout, self.setup(), self.stones)
    }

    pub(super) fn grid(&self) -> Size {
        Size::square(self.size)
    }

    /// The squares of `layout` as bits, if one is given.
    fn layout_squares(&self) -> Result<Option<u128>, Refusal> {
        let Some(names) = &self.layout else { return Ok(None) };
        let refuse = |why: String| Err(Refusal::new("T1", format!("layout {names:?}: {why}")));
        if names.len() != BLACK_STONES {
            return refuse(format!("{} squares, but five black stones", names.len()));
        }
        let mut squares = 0;
        for name in names {
            let point = match self.grid().parse(name) {
                Ok(point) => point,
                Err(refusal) => return refuse(refusal.message),
            };
            if squares >> point.0 & 1 == 1 {
                return refuse(format!("{name} is named twice"));
            }
            squares |= 1 << point.0;
        }
        Ok(Some(squares))
    }

    /// The action space: points, in Custodial times five (no capture, then each direction), and
    /// `yellow`, `blue` where a colour is chosen.
    pub(super) fn num_actions(&self) -> usize {
        let planes = if self.custodial { 1 + CAPTURES.len() } else { 1 };
        planes * self.grid().points() + if self.setup() == Setup::Cut { 2 } else { 0 }
    }

    /// The position before anything is on the board.
    fn empty(&self, phase: Phase) -> PahTum {
        let stones = self.stones.unwrap_or(0);
        PahTum {
            size: self.size,
            custodial: self.custodial,
            setup: self.setup(),
            limited: self.stones.is_some(),
            stones: [0; 2],
            black: 0,
            supply: [stones; 2],
            phase,
            blue_first_seat: false,
            mover: 0,
            turns: 0,
            captured: None,
        }
    }
}

impl Rules for Options {
    type Position = PahTum;

    const PRESETS: &'static [Preset<Self>] = &[
        Preset {
            name: "pah_tum",
            title: "Pah-Tum",
            summary: "Pah-Tum 7x7: fill the board around five random black stones, longest rows win",
            rules: Self::default,
        },
        Preset {
            name: "custodial_pah_tum",
            title: "Custodial Pah-Tum",
            summary: "Custodial Pah-Tum 7x7: the same with captures, black stones put by the players",
            rules: Self::custodial,
        },
    ];

    const OPTIONS: &'static [OptionInfo] = &[
        OptionInfo::new("size", "T1", Domain::OneOf(&[5, 7, 9, 11]), "Side of the board.").of(Role::Size),
        OptionInfo::new(
            "layout",
            "T1",
            Domain::Points(BLACK_STONES),
            "The squares of the black stones; None: at random, or put by the players.",
        )
        .or_none(),
        OptionInfo::new(
            "setup",
            "T3",
            Domain::Word(&["alternate", "cut", "random"]),
            "Who puts the black stones: the players in turn, seat 0 while seat 1 chooses a colour, or \
             chance.",
        )
        .or_none()
        .limited("plain Pah-Tum and a layout: 'random'; None: 'random' there, else 'alternate'"),
        OptionInfo::new(
            "stones",
            "T5",
            Domain::Int(1, 1000),
            "Stones of each player; None: no limit.",
        )
        .or_none()
        .limited("plain Pah-Tum: None"),
    ];

    fn check(&self) -> Result<(), Refusal> {
        if !matches!(self.size, 5 | 7 | 9 | 11) {
            return Err(Refusal::new(
                "T1",
                format!("size {}: the side is 5, 7, 9 or 11", self.size),
            ));
        }
        self.layout_squares()?;
        if !self.custodial && self.setup() != Setup::Random {
            return Err(Refusal::new(
                "T3",
                "setup: plain Pah-Tum knows \"random\" only; the others are Custodial Pah-Tum's",
            ));
        }
        if self.layout.is_some() && self.setup() != Setup::Random {
            return Err(Refusal::new(
                "T3",
                "layout and setup: a layout leaves the players no black stones to put",
            ));
        }
        match self.stones {
            Some(_) if !self.custodial => {
                Err(Refusal::new("T5", "stones: plain Pah-Tum has no supplies"))
            }
            Some(stones) if !(1..=1000).contains(&stones) => {
                Err(Refusal::new("T5", format!("stones {stones}: between 1 and 1000, or None")))
            }
            _ => Ok(()),
        }
    }

    fn normalised(&self) -> Self {
        Self { setup: Some(self.setup()), ..self.clone() }
    }

    fn info(&self) -> GameInfo {
        let points = self.grid().points();
        let side = usize::from(self.size);
        // Every stone put fills one more square for good: a captured one is replaced, and the
        // last stone, after which a square stays empty, ends the game.
        let turns = match self.setup() {
            Setup::Alternate => points,
            Setup::Cut => points + 1,
            Setup::Random => points - BLACK_STONES,
        };
        let grid = BoardInfo::of_grid(side, side, &COLOURS);
        let grid = BoardInfo { neutral: Some("black"), squares: true, ..grid };
        let is_random = self.setup() == Setup::Random && self.layout.is_none();
        GameInfo {
            chance: if is_random { Chance::SetUp } else { Chance::None },
            scored: true,
            ..GameInfo::of_stones(grid, self.num_actions(), turns)
                .with_planes(super::planes::names(self.custodial))
                .with_limits(&super::planes::limits(self.stones))
        }
    }

    fn geometry(&self) -> Geometry {
        // T2: rows count along ranks and files alone.
        grid_geometry(self.grid(), &DIRECTIONS[..2])
    }

    fn start(&self, stream: &mut Stream) -> PahTum {
        if self.setup() != Setup::Random {
            return self.empty(Phase::Stones);
        }
        let mut start = self.empty(Phase::Play);
        let layout = self.layout_squares().ok().flatten();
        start.black = layout.unwrap_or_else(|| sample_black(self.grid().points(), stream));
        start
    }

    fn diagram_symbols(&self) -> &'static [char] {
        &['.', 'Y', 'B', '#']
    }

    fn set_up(&self, set_up: &SetUp) -> Result<PahTum, Refusal> {
        let refuse = |why: String| Err(Refusal::new("E8", why));
        if set_up.cells.len() != self.grid().points() {
            return refuse(format!("{} squares for a board of {}", set_up.cells.len(), self.size));
        }
        if set_up.taken.is_some() {
            return refuse(
                "taken: captured stones go back to their owner and are not counted".into(),
            );
        }
        if set_up.player > 1 {
            return refuse(format!("player {}: the players are 0 and 1", set_up.player));
        }
        let mut position = self.empty(Phase::Play);
        for (square, &cell) in set_up.cells.iter().enumerate() {
            match cell {
                0 => {}
                1 | 2 => position.stones[cell as usize - 1] |= 1 << square,
                -1 => position.black |= 1 << square,
                _ => return refuse(format!("{cell} is no content of a square")),
            }
        }
        position.mover = set_up.player;
        let black = position.black.count_ones() as usize;
        if set_up.check && !self.custodial && black != BLACK_STONES {
            return refuse(format!("{black} black stones: plain Pah-Tum keeps all five (T1)"));
        }
        match set_up.supply {
            Some(_) if !position.limited => {
                return refuse("supply: stones are not limited in these rules".into());
            }
            Some(supply) => position.supply = supply,
            None => {
                for (supply, stones) in position.supply.iter_mut().zip(position.stones) {
                    // More on the board than there are is refused below.
                    *supply = supply.saturating_sub(stones.count_ones() as u16);
                }
            }
        }
        if position.is_full() {
            position.phase = Phase::Over(Termination::FullBoard);
        } else if position.limited && position.supply.contains(&0) {
            // T5: whoever has none left has ended the game with the last one.
            position.phase = Phase::Over(Termination::Supply);
        }
        self.validate(&position)?;
        Ok(position)
    }

    fn validate(&self, position: &PahTum) -> Result<(), Refusal> {
        let refuse = |why: &str| Err(Refusal::new("E8", why));
        let [yellow, blue] = position.stones;
        let black = position.black;
        let same_rules = position.size == self.size
            && position.custodial == self.custodial
            && position.setup == self.setup()
            && position.limited == self.stones.is_some();
        if !same_rules {
            return refuse("the position is one of other rules");
        }
        if black.count_ones() as usize > BLACK_STONES {
            return refuse("there are at most five black stones (T1)");
        }
        if self.layout_squares()?.is_some_and(|layout| black & !layout != 0) {
            return refuse("a black stone lies beside the layout");
        }
        if let Some(stones) = self.stones {
            let exceeded = [yellow, blue]
                .iter()
                .zip(position.supply)
                .any(|(on, left)| on.count_ones() + u32::from(left) > u32::from(stones));
            if exceeded {
                return refuse("more stones on the board and in supply than a player has (T5)");
            }
        }
        let seats = position.mover < 2
            && (!position.blue_first_seat || self.setup() == Setup::Cut)
            && position.captured.is_none_or(|square| usize::from(square) < self.grid().points());
        let no_stones = yellow | blue == 0 && position.mover == 0 && !position.blue_first_seat;
        let out_of_stones = position.limited && position.supply.contains(&0);
        let all_black = black.count_ones() as usize == BLACK_STONES;
        let phase = match position.phase {
            Phase::Stones => self.setup() != Setup::Random && no_stones && !all_black,
            Phase::Colours => self.setup() == Setup::Cut && no_stones && all_black,
            Phase::Play => !position.is_full() && !out_of_stones,
            Phase::Over(Termination::FullBoard) => position.is_full(),
            Phase::Over(Termination::Supply) => !position.is_full() && out_of_stones,
            Phase::Over(_) => false,
        };
        if seats && phase { Ok(()) } else { refuse("the decision due does not fit the board") }
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        let layout = self.layout_squares().ok().flatten();
        let points = self.grid().points() as u16;
        motions(self.grid())
            .into_iter()
            .filter(|motion| {
                // E11: only motions that keep the rules object.
                layout.is_none_or(|squares| image(squares, &motion.points) == squares)
            })
            .map(|motion| {
                let turned = CAPTURES.map(|direction| self.turn(direction, &motion.points));
                let actions = (0..self.num_actions() as u16).map(|action| {
                    let (plane, point) = (action / points, action % points);
                    match plane {
                        0 => motion.points[usize::from(point)],
                        1..=4 if self.custodial => {
                            let plane = turned[usize::from(plane) - 1] as u16 + 1;
                            plane * points + motion.points[usize::from(point)]
                        }
                        _ => action,
                    }
                });
                Symmetry {
                    name: motion.name.to_owned(),
                    actions: actions.collect(),
                    points: motion.points,
                    planes: Vec::new(),
                }
            })
            .collect()
    }
}

impl Options {
    /// Which of the four directions one becomes under a motion: read off at the centre.
    fn turn(&self, direction: (i32, i32), points: &[u16]) -> usize {
        let size = self.grid();
        let (x, y) = size.xy(Point(points[size.points() / 2]));
        let middle = i32::from(self.size / 2);
        let beside = size.at(middle + direction.0, middle + direction.1);
        let (to_x, to_y) = size.xy(Point(points[beside.map_or(0, Point::index)]));
        CAPTURES.iter().position(|&step| step == (to_x - x, to_y - y)).unwrap_or(0)
    }
}
