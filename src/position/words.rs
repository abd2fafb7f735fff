//! The words of the contract: players, actions, how games end, what is refused and why.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A seat, numbered from 0; it never changes during a game (E1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Player(pub u8);

impl Player {
    /// The seat as an index into arrays by player.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// One decision, an index below `GameInfo::num_actions`; the same number for every position of a
/// rules object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Action(pub u16);

impl Action {
    /// The action as an index into a mask.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Who decides now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decider {
    /// A seat.
    Player(Player),
    /// A die; the legal actions are its outcomes, equally likely (E10).
    Chance,
    /// Nobody: the game has ended (E6).
    Over,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Termination {
    /// A row won (G3, P2).
    Row = 1,
    /// Captures won (P4).
    Captures = 2,
    /// Row and captures by one stone: one win with both reasons (P4).
    RowAndCaptures = 3,
    /// A foul lost (R7).
    Foul = 4,
    /// No empty point is left (G4, P5, T1).
    FullBoard = 5,
    /// Every player passed in a row (G5, N12).
    Passes = 6,
    /// Nothing was legal (G5 with passing "never").
    NoMove = 7,
    /// A supply of stones is used up (P5, T5).
    Supply = 8,
    /// A player or team reached the target and the round is complete (N15).
    Target = 9,
    /// The limit of turns came first: truncated (N16).
    MaxTurns = 10,
    /// A player resigned (X3).
    Resignation = 11,
    /// A draw was agreed (X3).
    Agreement = 12,
    /// A player ran out of time, or both did (X3).
    Timeout = 13,
    /// Somebody ended the game as it stood (X3).
    Adjudication = 14,
    /// A row lost: of two players, who made it.
    LosingRow = 15,
    /// All others have dropped out.
    Elimination = 16,
}

impl Termination {
    /// All of them, by number.
    pub const ALL: [Self; 16] = [
        Self::Row,
        Self::Captures,
        Self::RowAndCaptures,
        Self::Foul,
        Self::FullBoard,
        Self::Passes,
        Self::NoMove,
        Self::Supply,
        Self::Target,
        Self::MaxTurns,
        Self::Resignation,
        Self::Agreement,
        Self::Timeout,
        Self::Adjudication,
        Self::LosingRow,
        Self::Elimination,
    ];

    /// Ended by a limit from outside the game, not by its rules (N16).
    pub fn is_truncation(self) -> bool {
        self == Self::MaxTurns
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winning seats, ascending; empty for a draw. With teams both members of a team.
    pub winners: Vec<Player>,
    /// Why the game ended.
    pub termination: Termination,
    /// The rows that won or lost, each as its points in order; empty unless a row decided.
    pub lines: Vec<Vec<u16>>,
    /// Points by seat in the games that are scored (Pah-Tum, Pentagame); else empty.
    pub scores: Vec<i32>,
}

impl Outcome {
    /// An end by an event (X3), of which there are no rows and no scores to tell.
    pub fn of(winners: Vec<Player>, termination: Termination) -> Self {
        Self { winners, termination, lines: Vec::new(), scores: Vec::new() }
    }
}

/// Something asked for and refused: the rule it breaks and why, in words (E4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Number of the rule, `"R6"`. `"E7"` means that the text is no move at all; empty where not
    /// the rules refuse but the system.
    pub rule: &'static str,
    /// What was asked, then why not: "h8 is forbidden to Black: double three".
    pub message: String,
}

impl Refusal {
    /// A refusal under `rule`.
    pub fn new(rule: &'static str, message: impl Into<String>) -> Self {
        Self { rule, message: shortened(message.into()) }
    }

    /// Text that is no move (E7).
    pub fn unreadable(message: impl Into<String>) -> Self {
        Self::new("E7", message)
    }

    /// Something that the system refuses: threads, memory.
    pub fn of_system(message: impl Into<String>) -> Self {
        Self::new("", message)
    }

    /// Anything readable after the end (E6).
    pub fn over(question: &str) -> Self {
        Self::new("E6", format!("{question} is refused: the game is over"))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rule {
            "" => write!(f, "{}", self.message),
            rule => write!(f, "{} ({rule})", self.message),
        }
    }
}

impl std::error::Error for Refusal {}

/// A message that can be read: what was asked may be megabytes long, and is quoted in it.
pub fn shortened(message: String) -> String {
    const LONGEST: usize = 1000;
    const HEAD: usize = 300;
    const TAIL: usize = 300;
    if message.len() <= LONGEST {
        return message;
    }
    let boundary =
        |at: usize| (at..=message.len()).find(|&at| message.is_char_boundary(at)).unwrap_or(at);
    let (head, tail) = (boundary(HEAD), boundary(message.len() - TAIL));
    format!("{} ... {}", &message[..head], &message[tail..])
}

/// A motion of the board that keeps the rules object (E11).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// What it is, in words: "turned by 90 degrees".
    pub name: String,
    /// `points[p]` is where point (stop) `p` goes.
    pub points: Vec<u16>,
    /// `actions[a]` is what action `a` becomes.
    pub actions: Vec<u16>,
    /// `planes[k]` is where plane `k` of an observation goes; empty where all stay.
    pub planes: Vec<u16>,
}

/// A position to be set up directly (E8); what a game does not have must be left out.
#[derive(Clone, Debug, Default)]
pub struct SetUp {
    /// The board, point by point: 0 empty, `k + 1` a stone of colour k, -1 neutral.
    pub cells: Vec<i8>,
    /// The seat to decide.
    pub player: u8,
    /// Stones taken so far by Black and by White.
    pub taken: Option<[u16; 2]>,
    /// Stones left in the supply of the first and the second colour.
    pub supply: Option<[u16; 2]>,
    /// Refuse finished rows on the board; false admits them, for questions about fouls.
    pub check: bool,
}
