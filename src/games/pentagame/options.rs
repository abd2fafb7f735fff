//! The options of Pentagame; what they fix for every position: `law.rs`.

use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::hand::{CARDS, Hand, Hands};
use super::star::Star;
use crate::position::{Domain, OptionInfo, Refusal, Role, Rules};

/// Most pieces on a board: five seats, nine colours.
pub const MAX_PIECES: usize = 45;
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

/// Which block a piece that leaves gives its owner to set (N8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExitBlock {
    /// A grey one from the supply, or one that is moved.
    Grey,
    /// A new black one: there are no grey blocks.
    Black,
}

/// What five players play with (N5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FivePlayers {
    /// Three pieces of one colour each.
    Three,
    /// A piece of every colour each, as with fewer players.
    Ordinary,
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
#[expect(clippy::struct_excessive_bools, reason = "house rules that are played or not")]
pub struct Options {
    /// N4, N5.
    pub players: u8,
    /// N4 to N6; none: 3, with five players 2, with teams 5.
    pub target: Option<u8>,
    /// N5.
    pub five_players: FivePlayers,
    /// N6.
    pub teams: bool,
    /// N11.
    pub ko: Ko,
    /// N8.
    pub exit_block: ExitBlock,
    /// N10.
    pub double_exit: bool,
    /// N17.
    pub scoring: Scoring,
    /// N18.
    pub tie_break: Option<TieBreak>,
    /// N15.
    pub last_round: bool,
    /// N16.
    pub max_turns: u32,
    /// N13.
    pub dice: Option<Dice>,
    /// N13.
    pub dice_count: u8,
    /// N13.
    pub cards: bool,
    /// N13.
    pub hand: Hands,
    /// N13.
    pub must_play: bool,
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
            five_players: FivePlayers::Three,
            teams: false,
            ko: Ko::Repeat,
            exit_block: ExitBlock::Grey,
            double_exit: false,
            scoring: Scoring::ZeroSum,
            tie_break: None,
            last_round: true,
            max_turns: 1000,
            dice: None,
            dice_count: 1,
            cards: false,
            hand: Hands::same(Hand::USUAL),
            must_play: false,
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
        OptionInfo::new("players", "N4", Domain::Int(1, 5), "How many players there are.")
            .of(Role::Players),
        OptionInfo::new("target", "N4", Domain::Int(1, 5), "The points that end the game.")
            .or_none()
            .limited("five players of one colour each 1 to 3, teams 2 to 5; None: 3 (2, 5)")
            .of(Role::FollowsPlayers),
        OptionInfo::new(
            "five_players",
            "N5",
            Domain::Word(&["three", "ordinary"]),
            "Whether five players have three pieces of one colour each, or a piece of every colour.",
        )
        .limited("'ordinary' needs five players"),
        OptionInfo::new("teams", "N6", Domain::Bool, "Whether seats 0 and 2 play 1 and 3.")
            .limited("True needs four players")
            .of(Role::FollowsPlayers),
        OptionInfo::new(
            "ko",
            "N11",
            Domain::Word(&["repeat", "immediate", "position", "undo", "none"]),
            "Which swap with another player's piece is barred.",
        ),
        OptionInfo::new(
            "exit_block",
            "N8",
            Domain::Word(&["grey", "black"]),
            "The block that a piece which leaves gives its owner to set.",
        ),
        OptionInfo::new(
            "double_exit",
            "N10",
            Domain::Bool,
            "Whether an own swap that brings the other piece home too takes it off at once.",
        ),
        OptionInfo::new(
            "scoring",
            "N17",
            Domain::Word(&["points", "zero_sum", "constant_sum"]),
            "How returns are counted.",
        ),
        OptionInfo::new("tie_break", "N18", Domain::Word(&["superior"]), "What breaks a draw.")
            .or_none()
            .limited("'superior' needs two players, target 3, five points, the last round, no double exit"),
        OptionInfo::new(
            "last_round",
            "N15",
            Domain::Bool,
            "Whether the round in which a target is reached is completed.",
        ),
        OptionInfo::new(
            "max_turns",
            "N16",
            Domain::Int(1, 10_000),
            "The turn after which the game ends as it stands.",
        ),
        OptionInfo::new(
            "dice",
            "N13",
            Domain::Word(&["before", "after"]),
            "When the colour die is rolled: before a turn, or after it for the next one.",
        )
        .or_none()
        .limited("not with five players of one colour each"),
        OptionInfo::new("dice_count", "N13", Domain::Int(1, 2), "How many dice are rolled at once.")
            .limited("2 needs dice"),
        OptionInfo::new("cards", "N13", Domain::Bool, "Whether each seat holds playing cards."),
        OptionInfo::new("hand", "N13", Domain::Letters(&CARDS), "The cards that each seat holds.")
            .limited("another than 'JQKA' needs cards"),
        OptionInfo::new(
            "must_play",
            "N13",
            Domain::Bool,
            "Whether a card has to be played where one can be.",
        )
        .limited("True needs cards"),
        OptionInfo::new("points", "N19", Domain::OneOf(&[5, 7, 9]), "Corners of the star."),
        OptionInfo::new(
            "leg",
            "N19",
            Domain::Int(1, 9),
            "Stops of a line from a corner to a crossing.",
        ),
        OptionInfo::new(
            "arm",
            "N19",
            Domain::Int(1, 9),
            "Stops of a line between two crossings, and of an arc between two corners.",
        ),
    ];

    /// The options that came after 0.1.0, as they always were before.
    pub(super) fn later() -> [(&'static str, Value); 6] {
        [
            ("five_players", Value::from("three")),
            ("exit_block", Value::from("grey")),
            ("last_round", Value::from(true)),
            ("dice_count", Value::from(1)),
            ("hand", Value::from("JQKA")),
            ("must_play", Value::from(false)),
        ]
    }

    /// Writes the options without those that [`Rules::leave_out_defaults`] takes out.
    pub(super) fn write_as_before<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut data = serde_json::to_value(self).map_err(S::Error::custom)?;
        if let Value::Object(data) = &mut data {
            Self::leave_out_defaults(data);
        }
        data.serialize(to)
    }

    /// Do five players have three pieces of one colour each (N5)?
    pub fn one_colour_each(&self) -> bool {
        self.players == 5 && self.five_players == FivePlayers::Three
    }

    /// The points that end the game (N4 to N6).
    pub fn target(&self) -> u8 {
        self.target.unwrap_or(if self.teams {
            5
        } else if self.one_colour_each() {
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
        if self.five_players == FivePlayers::Ordinary && self.players != 5 {
            let players = self.players;
            return refuse(
                "N5",
                format!("five_players 'ordinary' is refused: {players} players, not five"),
            );
        }
        if self.teams && self.players != 4 {
            let players = self.players;
            return refuse("N6", format!("teams with {players} players are refused: four play"));
        }
        if self.points != 5 && (self.teams || self.one_colour_each()) {
            return refuse(
                "N19",
                format!(
                    "a star of {} points is refused: teams and five players of one colour each \
                     belong to the five-pointed star",
                    self.points
                ),
            );
        }
        let target = self.target();
        let (rule, min, max) = match self.players {
            5 if self.one_colour_each() => ("N5", 1, 3),
            5 => ("N5", 1, 5),
            _ if self.teams => ("N6", 2, 5),
            _ => ("N4", 1, 5),
        };
        if !(min..=max).contains(&target) {
            return refuse(rule, format!("target {target} is refused: {min} to {max}"));
        }
        if self.dice.is_some() && self.one_colour_each() {
            return refuse(
                "N13",
                "dice with five players are refused: each seat has one colour".into(),
            );
        }
        let count = self.dice_count;
        if !(1..=2).contains(&count) || (count == 2 && self.dice.is_none()) {
            return refuse(
                "N13",
                format!("dice_count {count} is refused: 1, or 2 with dice 'before' or 'after'"),
            );
        }
        if !self.hand.are_for(self.players) {
            let players = self.players;
            return refuse(
                "N13",
                format!(
                    "the hands are refused: {players} players need a text each, or one for all"
                ),
            );
        }
        let usual = self.hand.normalised() == Hands::same(Hand::USUAL);
        if !self.cards && (!usual || self.must_play) {
            return refuse("N13", "hand and must_play are refused without cards".into());
        }
        if self.tie_break.is_some()
            && (self.players != 2
                || target != 3
                || self.points != 5
                || self.double_exit
                || !self.last_round)
        {
            return refuse(
                "N18",
                "tie_break 'superior' is refused: it needs two players, target 3, five points, the \
                 last round and no double exit"
                    .into(),
            );
        }
        if !(1..=10_000).contains(&self.max_turns) {
            return refuse("N16", format!("max_turns {} is refused: 1 to 10000", self.max_turns));
        }
        Ok(())
    }
}
