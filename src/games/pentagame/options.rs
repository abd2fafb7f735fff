//! The options of Pentagame, and what they fix for every position ([`Law`]).

use serde::{Deserialize, Serialize};

use super::numbering::Numbering;
use super::star::{Star, Stop};
use crate::position::{OptionInfo, Piece, Refusal};

/// Most pieces on a board: four seats, nine colours.
pub const MAX_PIECES: usize = 36;
/// Most seats (N4).
pub const MAX_PLAYERS: usize = 5;

/// Which swap with another player's piece is barred (N11).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ko {
    /// One that the same player has made before in this game.
    Repeat,
    /// One that was the same player's preceding turn.
    Immediate,
    /// One made before that leads to the board it led to then.
    Position,
    /// One that leads to the board at the start of the preceding turn.
    Undo,
    /// None.
    None,
}

/// How returns are counted (N17).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scoring {
    /// Own points.
    Points,
    /// Own points less another's.
    ZeroSum,
    /// Own points and the target, less another's points.
    ConstantSum,
}

/// When the colour die is rolled (N13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dice {
    /// At the opening of a turn.
    Before,
    /// At the end of a turn, for the seat's next one.
    After,
}

/// How a draw is broken (N18).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// A superior 3:3 beats an inferior one.
    Superior,
}

/// The options; the default is the preset `pentagame`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// N4, N5.
    pub players: u8,
    /// N4 to N6; none: 3, with five players 2, with teams 5.
    pub target: Option<u8>,
    /// N6.
    pub teams: bool,
    /// N11.
    pub ko: Ko,
    /// N10.
    pub double_exit: bool,
    /// N17.
    pub scoring: Scoring,
    /// N18.
    pub tie_break: Option<TieBreak>,
    /// N16.
    pub max_turns: u32,
    /// N13.
    pub dice: Option<Dice>,
    /// N13.
    pub cards: bool,
    /// N19.
    pub points: u8,
    /// N19.
    pub leg: u8,
    /// N19.
    pub arm: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            players: 2,
            target: None,
            teams: false,
            ko: Ko::Repeat,
            double_exit: false,
            scoring: Scoring::ZeroSum,
            tie_break: None,
            max_turns: 1000,
            dice: None,
            cards: false,
            points: 5,
            leg: 6,
            arm: 3,
        }
    }
}

impl Options {
    /// The preset `pentagame_teams`: four players, two and two (N6).
    pub fn pentagame_teams() -> Self {
        Self { players: 4, teams: true, ..Self::default() }
    }

    /// The names of the options with their ranges.
    pub const INFO: &'static [OptionInfo] = &[
        OptionInfo { name: "players", rule: "N4", range: "1 to 5" },
        OptionInfo {
            name: "target",
            rule: "N4",
            range: "1 to 5 (five players 1 to 3, teams 2 to 5); None: 3 (five players 2, teams 5)",
        },
        OptionInfo { name: "teams", rule: "N6", range: "True, False; True needs four players" },
        OptionInfo {
            name: "ko",
            rule: "N11",
            range: "'repeat', 'immediate', 'position', 'undo', 'none'",
        },
        OptionInfo { name: "double_exit", rule: "N10", range: "True, False" },
        OptionInfo { name: "scoring", rule: "N17", range: "'points', 'zero_sum', 'constant_sum'" },
        OptionInfo {
            name: "tie_break",
            rule: "N18",
            range: "None, 'superior' (two players, target 3, five points, no double exit)",
        },
        OptionInfo { name: "max_turns", rule: "N16", range: "1 to 10000" },
        OptionInfo { name: "dice", rule: "N13", range: "None, 'before', 'after' (1 to 4 players)" },
        OptionInfo { name: "cards", rule: "N13", range: "True, False" },
        OptionInfo { name: "points", rule: "N19", range: "5, 7, 9" },
        OptionInfo { name: "leg", rule: "N19", range: "1 to 9" },
        OptionInfo { name: "arm", rule: "N19", range: "1 to 9" },
    ];

    /// The points that end the game (N4 to N6).
    pub fn target(&self) -> u8 {
        self.target.unwrap_or(if self.teams {
            5
        } else if self.players == 5 {
            2
        } else {
            3
        })
    }

    /// Refuses options that are out of range or do not go together.
    pub fn check(&self) -> Result<(), Refusal> {
        let refuse = |rule, message: String| Err(Refusal::new(rule, message));
        if !(1..=5).contains(&self.players) {
            return refuse("N4", format!("{} players are refused: 1 to 5", self.players));
        }
        Star::check(self.points, self.leg, self.arm)?;
        if self.teams && self.players != 4 {
            let players = self.players;
            return refuse("N6", format!("teams with {players} players are refused: four play"));
        }
        if self.points != 5 && (self.teams || self.players == 5) {
            return refuse(
                "N19",
                format!(
                    "a star of {} points is refused: teams and five players belong to the \
                     five-pointed star",
                    self.points
                ),
            );
        }
        let target = self.target();
        let (rule, least, most) = match self.players {
            5 => ("N5", 1, 3),
            _ if self.teams => ("N6", 2, 5),
            _ => ("N4", 1, 5),
        };
        if !(least..=most).contains(&target) {
            return refuse(rule, format!("target {target} is refused: {least} to {most}"));
        }
        if self.dice.is_some() && self.players == 5 {
            return refuse(
                "N13",
                "dice with five players are refused: each seat has one colour".into(),
            );
        }
        if self.tie_break.is_some()
            && (self.players != 2 || target != 3 || self.points != 5 || self.double_exit)
        {
            return refuse(
                "N18",
                "tie_break 'superior' is refused: it needs two players, target 3, five points and \
                 no double exit"
                    .into(),
            );
        }
        if !(1..=10_000).contains(&self.max_turns) {
            return refuse("N16", format!("max_turns {} is refused: 1 to 10000", self.max_turns));
        }
        Ok(())
    }
}

/// What the options fix, worked out once: carried by every position, cheap to copy.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// The options; they have passed [`Options::check`].
    pub options: Options,
    /// The board.
    pub star: &'static Star,
    /// The numbering of actions.
    pub numbering: Numbering,
    /// Pieces of a seat: one of each colour, or three of one (N4, N5).
    pub each: u8,
    /// With five players the three pieces of a seat are alike (N5).
    pub alike: bool,
}

impl Law {
    /// The law of options that have passed [`Options::check`].
    pub fn new(options: Options) -> Self {
        let star = Star::of(options.points, options.leg, options.arm);
        let alike = options.players == 5;
        let each = if alike { 3 } else { options.points };
        let kinds = if alike { 5 } else { u16::from(options.players) * u16::from(each) };
        let exits = if alike { 1 } else { u16::from(each) };
        let (dice, cards) = (options.dice.is_some(), options.cards);
        let numbering = Numbering::new(star, u16::from(each), kinds, exits, dice, cards);
        Self { options, star, numbering, each, alike }
    }

    /// Seats.
    pub fn players(&self) -> usize {
        usize::from(self.options.players)
    }

    /// Pieces at the start, of all seats.
    pub fn pieces(&self) -> usize {
        self.players() * usize::from(self.each)
    }

    /// Kinds of pieces: owner and colour.
    pub fn kinds(&self) -> usize {
        if self.alike { 5 } else { self.pieces() }
    }

    /// Whose piece it is.
    pub fn owner(&self, piece: usize) -> u8 {
        piece as u8 / self.each
    }

    /// The kind of a piece.
    pub fn kind(&self, piece: usize) -> u8 {
        if self.alike { piece as u8 / self.each } else { piece as u8 }
    }

    /// Whose kind it is.
    pub fn kind_owner(&self, kind: u8) -> u8 {
        if self.alike { kind } else { kind / self.each }
    }

    /// The colour of a kind.
    pub fn kind_colour(&self, kind: u8) -> u8 {
        if self.alike { kind } else { kind % self.each }
    }

    /// Whose kind it is, and its colour.
    pub fn piece_of(&self, kind: u8) -> Piece {
        Piece { seat: self.kind_owner(kind), colour: self.kind_colour(kind) }
    }

    /// The colour of a piece.
    pub fn colour(&self, piece: usize) -> u8 {
        self.kind_colour(self.kind(piece))
    }

    /// The crossing where a piece leaves (N8).
    pub fn goal(&self, piece: usize) -> Stop {
        self.star.crossing(self.colour(piece))
    }

    /// The pieces of a seat.
    pub fn own(&self, seat: u8) -> std::ops::Range<usize> {
        let first = usize::from(seat) * usize::from(self.each);
        first..first + usize::from(self.each)
    }

    /// Do two seats play together (N6)?
    pub fn partners(&self, one: u8, other: u8) -> bool {
        self.options.teams && one != other && one % 2 == other % 2
    }
}
