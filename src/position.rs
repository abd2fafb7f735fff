//! The contract that every game keeps: a rules object ([`Rules`]) and a position ([`Position`]).
//!
//! Words are those of the glossary: an *action* is one decision, a *move* is its text, a *turn* is
//! all actions of a seat until another is to decide. A *player* is a seat (E1), numbered from 0.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::stream::Stream;

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

/// One decision, an index below [`Facts::num_actions`]; the same number for every position of a
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
}

impl Termination {
    /// All of them, by number.
    pub const ALL: [Self; 13] = [
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
    /// The rows that won, each as its points in order; empty unless a row won.
    pub lines: Vec<Vec<u16>>,
    /// Points by seat in the games that are scored (Pah-Tum, Pentagame); else empty.
    pub scores: Vec<i32>,
}

/// Something asked for and refused: the rule it breaks and why, in words (E4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Number of the rule, `"R6"`. `"E7"` means that the text is no move at all.
    pub rule: &'static str,
    /// What was asked, then why not: "h8 is forbidden to Black: double three".
    pub message: String,
}

impl Refusal {
    /// A refusal under `rule`.
    pub fn new(rule: &'static str, message: impl Into<String>) -> Self {
        Self { rule, message: message.into() }
    }

    /// Text that is no move (E7).
    pub fn unreadable(message: impl Into<String>) -> Self {
        Self::new("E7", message)
    }

    /// Anything readable after the end (E6).
    pub fn over(asked: &str) -> Self {
        Self::new("E6", format!("{asked} is refused: the game is over"))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.rule)
    }
}

impl std::error::Error for Refusal {}

/// What holds for every position of a rules object.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// Seats.
    pub num_players: usize,
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
    /// Shape of the board array: `[rows, columns]`, in Pentagame `[kinds, stops]`.
    pub board_shape: [usize; 2],
    /// The board array counts things (Pentagame, `uint8`) rather than naming a colour (`int8`).
    pub board_counts: bool,
    /// Shape of an observation: `[planes, rows, columns]`, in Pentagame `[features, stops]`.
    pub observation_shape: Vec<usize>,
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
}

/// An option of a game, for `ff.options` and for the error when a value is refused.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// The keyword.
    pub name: &'static str,
    /// The rule that it belongs to.
    pub rule: &'static str,
    /// The values it takes, in words.
    pub range: &'static str,
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

/// Which game with which options: data, checked once, shared by all its positions.
///
/// Deserialising gives any combination of options; [`Rules::check`] must have passed before
/// anything else is called.
pub trait Rules:
    Clone + Eq + Hash + fmt::Debug + Serialize + DeserializeOwned + Send + Sync
{
    /// Its positions.
    type Position: Position;

    /// Every option with its range and rule.
    const OPTIONS: &'static [OptionInfo];

    /// Refuses options that are out of range or do not go together.
    fn check(&self) -> Result<(), Refusal>;

    /// The same rules in the one way that equal rules are written: every option that others imply
    /// written out, equal pairs as one value.
    fn spelled_out(&self) -> Self {
        self.clone()
    }

    /// What holds for every position.
    fn facts(&self) -> Facts;

    /// The start of a game; chance of the set-up is drawn from `stream`.
    fn start(&self, stream: &mut Stream) -> Self::Position;

    /// Characters of a diagram: empty, first colour, second colour, and neutral where there is one.
    /// Empty for a game without diagrams.
    fn diagram_symbols(&self) -> &'static [char];

    /// A position set up directly (E8).
    fn set_up(&self, set_up: &SetUp) -> Result<Self::Position, Refusal>;

    /// Refuses a deserialised position that these rules could not have made: no later call on an
    /// admitted position may panic.
    fn admit(&self, position: &Self::Position) -> Result<(), Refusal>;

    /// Every motion that keeps these rules, the identity first (E11).
    fn symmetries(&self) -> Vec<Symmetry>;
}

/// One position of a game, of a fixed rules object, without history.
///
/// Equality and hash follow E11 and hold between positions of the same rules object: contents of
/// the board, seats and colours, the decision due and its data, passes, supplies, how it ended;
/// never the number of turns or the moves that led there. `Display` draws the board in text.
pub trait Position:
    Clone + Eq + Hash + fmt::Debug + fmt::Display + Serialize + DeserializeOwned + Send + Sync
{
    /// Who decides now.
    fn decider(&self) -> Decider;

    /// Writes all legal actions into `out`, ascending; what was in `out` is dropped.
    fn legal_actions(&self, out: &mut Vec<Action>);

    /// Why an action is refused here; `None` if it is legal. Any index below
    /// [`Facts::num_actions`].
    fn refusal(&self, action: Action) -> Option<Refusal>;

    /// Plays an action that is legal. With another one the position is nonsense afterwards, but
    /// nothing panics by design and no memory is at stake.
    fn play_unchecked(&mut self, action: Action);

    /// How the game ended; `None` while it runs.
    fn outcome(&self) -> Option<Outcome>;

    /// The returns by seat (E9), all 0 while the game runs. `out` has one place a seat.
    fn returns(&self, out: &mut [f32]);

    /// The move of an action in canonical notation. Any index below [`Facts::num_actions`];
    /// where a phase gives a number its word (`offer h9`), the word of this position's phase.
    fn move_text(&self, action: Action) -> String;

    /// The action that a text names here. An error with rule E7 if it is no move; other refusals
    /// are those that only the text can show (off the board, a wrong number of crosses). The
    /// action may still be illegal.
    fn parse_move(&self, text: &str) -> Result<Action, Refusal>;

    /// Turns finished so far.
    fn turns(&self) -> u32;

    /// Fills the board array, row-major, of [`Facts::board_shape`].
    fn fill_board(&self, out: &mut [i8]);

    /// Fills the observation of a seat, row-major, of [`Facts::observation_shape`].
    fn fill_observation(&self, player: Player, out: &mut [u8]);

    /// The image under a motion of the rules object.
    fn image(&self, symmetry: &Symmetry) -> Self;

    // What follows is derived; a game overrides it for speed or because it has more to say.

    /// The colour of the next stone, also while a choice is due (E1, G6); `None` if there is none.
    fn colour(&self) -> Option<&'static str> {
        None
    }

    /// Is the action legal here? Any index below [`Facts::num_actions`].
    fn is_legal(&self, action: Action) -> bool {
        self.refusal(action).is_none()
    }

    /// Plays an action, or says why it is refused and changes nothing (E4).
    fn play(&mut self, action: Action) -> Result<(), Refusal> {
        if let Some(refusal) = self.refusal(action) {
            Err(refusal)
        } else {
            self.play_unchecked(action);
            Ok(())
        }
    }

    /// Fills the mask of legal actions, one place an action.
    fn fill_mask(&self, out: &mut [bool]) {
        out.fill(false);
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        for action in actions {
            out[action.index()] = true;
        }
    }

    /// Brings arrays that were right before `action` up to date after it was played.
    fn refresh(&self, action: Action, board: &mut [i8], mask: &mut [bool]) {
        let _ = action;
        self.fill_board(board);
        self.fill_mask(mask);
    }

    /// Brings an observation up to date: `board` is what [`Position::fill_board`] writes for this
    /// position; `out` holds zeros, or what a call for another position of the same rules left
    /// there, by any player's view. A game overrides this to read its stones off the board and to
    /// leave alone the planes of one value that still have it.
    fn refresh_observation(&self, player: Player, board: &[i8], out: &mut [u8]) {
        let _ = board;
        self.fill_observation(player, out);
    }

    /// If every empty point is a candidate and nothing else but `pass` is one (free play with
    /// stones), writes the empty points into `out`, ascending, and says true: random play then
    /// draws from that list (docs/random-play.md). A candidate may still be a foul.
    fn free_points(&self, out: &mut Vec<u16>) -> bool {
        let _ = out;
        false
    }

    /// Says whether [`Position::free_points`] would say true, without writing.
    fn is_free(&self) -> bool {
        false
    }

    /// Draws one of the legal actions by an index into their ascending list. A game that can count
    /// them without listing them overrides this for speed; `room` is for a list. Not after the end.
    fn draw_legal(&self, stream: &mut Stream, room: &mut Vec<Action>) -> Action {
        self.legal_actions(room);
        room[stream.below(room.len())]
    }

    /// Where random games of these rules are drawn as a whole and not move by move: draws the rest
    /// of one, writes its actions into `out` and says true (docs/random-play.md).
    fn draw_whole(&self, stream: &mut Stream, out: &mut Vec<Action>) -> bool {
        let _ = (stream, out);
        false
    }

    /// Points that the last move emptied, ascending.
    fn captured(&self) -> Vec<u16> {
        Vec::new()
    }

    /// Splits a text into single moves: `"x & y"` is two.
    fn split_moves(&self, text: &str) -> Vec<String> {
        text.split('&').map(|part| part.trim().to_owned()).collect()
    }

    /// Joins the actions of one turn into its text, which [`Position::split_moves`] takes apart.
    fn join_moves(&self, moves: &[String]) -> String {
        moves.join(" & ")
    }

    /// The seats that win when `loser` resigns, or runs out of time where that ends the game (X3);
    /// the returns by seat go into `out`. Refused where nobody in particular would win.
    fn conceded(&self, loser: Player, out: &mut [f32]) -> Result<Vec<Player>, Refusal> {
        let winner = match (loser.0, out.len()) {
            (0, 2) => Player(1),
            (1, 2) => Player(0),
            (seat, players) if usize::from(seat) >= players => {
                let message = format!("there is no player {seat}: they are 0 to {}", players - 1);
                return Err(Refusal::new("X3", message));
            }
            _ => {
                let message = format!(
                    "player {} cannot resign: with {} players nobody in particular would win",
                    loser.0,
                    out.len()
                );
                return Err(Refusal::new("X3", message));
            }
        };
        out[loser.index()] = -1.0;
        out[winner.index()] = 1.0;
        Ok(vec![winner])
    }

    /// `player` runs out of time where that only loses the turn (N14). A refusal by X3 means that
    /// it ends the game here; any other, that it cannot happen now.
    fn time_out(&mut self, player: Player) -> Result<(), Refusal> {
        Err(Refusal::new("X3", format!("timeout {}: running out of time ends this game", player.0)))
    }

    /// 64-bit key of the position: equal positions of the same rules have equal keys, on every
    /// machine. Not a proof of equality.
    fn key(&self) -> u64 {
        key_of(self)
    }
}

/// The 64-bit key of anything by its `Hash`, the same on every machine (unlike std's hasher).
pub fn key_of<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = KeyHasher(0x9E37_79B9_7F4A_7C15);
    value.hash(&mut hasher);
    hasher.finish()
}

/// Multiply-and-fold over 64-bit words: fast for the few words of a position, and portable.
struct KeyHasher(u64);

impl KeyHasher {
    fn fold(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(0xD6E8_FEB8_6659_FD93_u64);
        self.0 = ((product >> 64) as u64 ^ product as u64).wrapping_add(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        crate::stream::mix64(self.0)
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.fold(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, value: u8) {
        self.fold(u64::from(value));
    }
    fn write_u16(&mut self, value: u16) {
        self.fold(u64::from(value));
    }
    fn write_u32(&mut self, value: u32) {
        self.fold(u64::from(value));
    }
    fn write_u64(&mut self, value: u64) {
        self.fold(value);
    }
    fn write_usize(&mut self, value: usize) {
        self.fold(value as u64);
    }
    fn write_isize(&mut self, value: isize) {
        self.fold(value as u64);
    }
}
