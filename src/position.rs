//! The contract that every game keeps: a rules object ([`Rules`]) and a position ([`Position`]).
//!
//! Words are those of the glossary: an *action* is one decision, a *move* is its text, a *turn* is
//! all actions of a seat until another is to decide. A *player* is a seat (E1), numbered from 0.

mod key;
mod words;

use std::fmt;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use self::key::key_of;
pub use self::words::{
    Action, Decider, Facts, OptionInfo, Outcome, Player, Refusal, SetUp, Symmetry, Termination,
};
use crate::stream::Stream;

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

    /// Why the game ended; `None` while it runs.
    fn termination(&self) -> Option<Termination> {
        self.outcome().map(|outcome| outcome.termination)
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
