//! What a game says about itself. Code that needs to know what kind of game it is reads it here and
//! does not look at the game's name.

use std::borrow::Cow;
use std::fmt;

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

/// A board of rows and columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridInfo {
    /// Points in a column.
    pub rows: usize,
    /// Points in a row.
    pub columns: usize,
    /// The two colours of stones, as `Position::colour` names them: cells 1 and 2 of the board.
    pub colours: [&'static str; 2],
    /// Neutral stones, cell -1 of the board, where the game has them.
    pub neutral: Option<&'static str>,
    /// Stones lie in squares, not on the crossings of lines.
    pub squares: bool,
    /// Colours for which a point can be a foul (R8).
    pub fouls: Vec<&'static str>,
}

/// A piece of a star: whose it is, and its colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The seat that owns it.
    pub seat: u8,
    /// Its colour, from 0.
    pub colour: u8,
}

/// A star of stops (N1, N19).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StarInfo {
    /// Stops.
    pub stops: usize,
    /// Corners, and as many crossings: the first stops are the corners, the next the crossings.
    pub points: usize,
    /// The kinds of pieces, in the order of the board's rows; the last two rows are black and grey
    /// blocks.
    pub kinds: Vec<Piece>,
}

/// What is played on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardInfo {
    /// Rows and columns; the board array names what lies on each point.
    Grid(GridInfo),
    /// A star; the board array counts what lies on each stop.
    Star(StarInfo),
}

impl BoardInfo {
    /// Shape of the board array: `[rows, columns]`, on a star `[kinds + 2, stops]`.
    pub fn shape(&self) -> [usize; 2] {
        match self {
            Self::Grid(grid) => [grid.rows, grid.columns],
            Self::Star(star) => [star.kinds.len() + 2, star.stops],
        }
    }

    /// The board array counts things (`uint8`) rather than naming a colour (`int8`).
    pub fn counts(&self) -> bool {
        matches!(self, Self::Star(_))
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
    /// Shape of an observation: `[planes, rows, columns]`, on a star `[planes, stops]`.
    pub observation_shape: Vec<usize>,
    /// What each plane of an observation shows.
    pub planes: Vec<Cow<'static, str>>,
    /// The greatest value that each plane of an observation can have, at least 1.
    pub limits: Vec<u8>,
    /// Foreign formats that hold the game.
    pub formats: &'static [Format],
    /// The number that the Gomocup protocol gives to the rules, if it has one.
    pub gomocup: Option<u8>,
}

impl GameInfo {
    /// A game of two for win, draw or loss on a grid, without chance, in which every turn is one
    /// action: what is otherwise is set by the game.
    pub fn of_two(grid: GridInfo, num_actions: usize, max_turns: usize) -> Self {
        Self {
            num_players: 2,
            teams: vec![0, 1],
            chance: Chance::None,
            zero_sum: true,
            total_return: Some(0.0),
            scored: false,
            num_actions,
            max_turns,
            max_actions: max_turns,
            min_return: -1.0,
            max_return: 1.0,
            observation_shape: vec![0, grid.rows, grid.columns],
            board: BoardInfo::Grid(grid),
            planes: Vec::new(),
            limits: Vec::new(),
            formats: &[],
            gomocup: None,
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
            if let Some(&(_, most)) = limits.iter().find(|(name, _)| name == plane) {
                *limit = most.clamp(1, 255) as u8;
            }
        }
        self
    }

    /// Shape of the board array: see [`BoardInfo::shape`].
    pub fn board_shape(&self) -> [usize; 2] {
        self.board.shape()
    }

    /// The grid, if the game is played on one.
    pub fn grid(&self) -> Option<&GridInfo> {
        match &self.board {
            BoardInfo::Grid(grid) => Some(grid),
            BoardInfo::Star(_) => None,
        }
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
