//! What a game says about itself. Code that needs to know what kind of game it is reads it here and
//! does not look at the game's name.

use std::borrow::Cow;
use std::fmt;

use super::board::BoardInfo;

/// Where chance comes in (E10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// Nowhere.
    None,
    /// In the set-up alone: the start depends on the seed, the game has no chance.
    SetUp,
    /// A die is rolled in the game; rolls are actions.
    Dice,
}

impl Chance {
    /// In a word: `none`, `set_up`, `dice`.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::SetUp => "set_up",
            Self::Dice => "dice",
        }
    }
}

/// A foreign format that can hold the game (X4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Smart Game Format, with the number that it gives to the game.
    Sgf(u8),
    /// Gomocup's `.psq`.
    Psq,
    /// Numbered moves as in print.
    Numbered,
}

impl Format {
    /// In a word: `sgf`, `psq`, `notes`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Sgf(_) => "sgf",
            Self::Psq => "psq",
            Self::Numbered => "notes",
        }
    }

    /// As the subject of a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sgf(_) => "SGF",
            Self::Psq => "a .psq file",
            Self::Numbered => "the numbered form",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What holds for every position of a rules object.
#[derive(Clone, PartialEq, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a fact of its own
pub struct GameInfo {
    /// Seats.
    pub num_players: usize,
    /// The team of each seat, by seat; seats that play for themselves are teams of one.
    pub teams: Vec<u8>,
    /// Where chance comes in.
    pub chance: Chance,
    /// The returns of a game that its rules bring to an end add up to nothing.
    pub zero_sum: bool,
    /// What the returns of all seats add up to at the end of every game that its rules bring to an
    /// end; `None` where that differs.
    pub total_return: Option<f32>,
    /// The outcome has points by seat, and they decide.
    pub scored: bool,
    /// Over several games the points are added up, not wins and draws (T2-4).
    pub scores_add_up: bool,
    /// Size of the action space.
    pub num_actions: usize,
    /// Most turns that one game can have.
    pub max_turns: usize,
    /// Most actions that one game can have, rolls of a die among them.
    pub max_actions: usize,
    /// Least return of a player.
    pub min_return: f32,
    /// Greatest return of a player.
    pub max_return: f32,
    /// What is played on.
    pub board: BoardInfo,
    /// Shape of an observation: `[planes, rows, columns]` on a grid, else `[planes, cells]`.
    pub observation_shape: Vec<usize>,
    /// What each plane of an observation shows.
    pub planes: Vec<Cow<'static, str>>,
    /// The greatest value that each plane of an observation can have, at least 1.
    pub limits: Vec<u8>,
    /// Foreign formats that hold the game.
    pub formats: &'static [Format],
    /// The number that the Gomocup protocol gives to the rules, if it has one.
    pub gomocup: Option<u8>,
    /// A single call can take long: what is legal, or a turn, may need millions of steps that
    /// [`interrupt`](super::interrupt) counts.
    pub takes_long: bool,
}

impl GameInfo {
    /// A game for win, draw or loss without chance in which every turn is one action and every colour of
    /// the board is a seat: what is otherwise is set by the game.
    pub fn of_stones(board: BoardInfo, num_actions: usize, max_turns: usize) -> Self {
        let num_players = board.colours.len();
        let stops = board.grid.map_or_else(|| vec![board.cells], Vec::from);
        Self {
            num_players,
            teams: (0..num_players as u8).collect(),
            chance: Chance::None,
            zero_sum: true,
            total_return: Some(0.0),
            scored: false,
            scores_add_up: false,
            num_actions,
            max_turns,
            max_actions: max_turns,
            min_return: -1.0,
            max_return: 1.0,
            observation_shape: [0].into_iter().chain(stops).collect(),
            board,
            planes: Vec::new(),
            limits: Vec::new(),
            formats: &[],
            gomocup: None,
            takes_long: false,
        }
    }

    /// The same with planes of an observation.
    #[must_use]
    pub fn with_planes(self, names: &[&'static str]) -> Self {
        let planes: Vec<_> = names.iter().map(|&name| Cow::Borrowed(name)).collect();
        let mut observation_shape = self.observation_shape;
        observation_shape[0] = planes.len();
        let limits = vec![1; planes.len()];
        Self { observation_shape, planes, limits, ..self }
    }

    /// The same where some planes, of these names, can have more than 1; all that is beyond 255 is
    /// shown as 255.
    #[must_use]
    pub fn with_limits(mut self, limits: &[(&str, usize)]) -> Self {
        for (limit, plane) in self.limits.iter_mut().zip(&self.planes) {
            if let Some(&(_, max)) = limits.iter().find(|(name, _)| name == plane) {
                *limit = max.clamp(1, 255) as u8;
            }
        }
        self
    }

    /// Shape of the board array: see [`BoardInfo::shape`].
    pub fn board_shape(&self) -> [usize; 2] {
        self.board.shape()
    }

    /// Rows and columns, if the game is played on a grid.
    pub fn grid(&self) -> Option<[usize; 2]> {
        self.board.grid
    }

    /// Can a format hold the game? The number of SGF is of no account.
    pub fn fits(&self, format: Format) -> bool {
        let kind = std::mem::discriminant(&format);
        self.formats.iter().any(|known| std::mem::discriminant(known) == kind)
    }

    /// The number that SGF gives to the game.
    pub fn sgf_game(&self) -> Option<u8> {
        self.formats.iter().find_map(|format| match format {
            Format::Sgf(number) => Some(*number),
            _ => None,
        })
    }

    /// The seats of each team as bits: bit k for seat k. Winners that are no team draw (N15).
    pub fn team_bits(&self) -> Vec<u8> {
        let seats = |team: u8| (0..8).zip(&self.teams).filter(move |(_, of)| **of == team);
        let teams = 0..self.teams.iter().max().map_or(0, |&last| last + 1);
        teams.map(|team| seats(team).fold(0, |bits, (seat, _)| bits | 1 << seat)).collect()
    }
}
