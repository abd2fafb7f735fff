//! The law of a game: who decides, what is legal, what a move does, how the game ends.

use std::fmt;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Action, Decider, Outcome, Refusal, Symmetry, Termination, key_of};

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
    /// `GameInfo::num_actions`.
    fn refusal(&self, action: Action) -> Option<Refusal>;

    /// Plays an action that is legal. With another one the position is nonsense afterwards, but
    /// nothing panics by design and no memory is touched.
    fn play_unchecked(&mut self, action: Action);

    /// How the game ended; `None` while it runs.
    fn outcome(&self) -> Option<Outcome>;

    /// The returns by seat (E9), all 0 while the game runs. `out` has one place a seat.
    fn returns(&self, out: &mut [f32]);

    /// Turns finished so far.
    fn turns(&self) -> u32;

    /// The image under a motion of the rules object.
    fn image(&self, symmetry: &Symmetry) -> Self;

    // What follows is derived; a game overrides it for speed or because it has more to say.

    /// The colour of the next stone, also while a choice is due (E1, G6); `None` if there is none.
    fn colour(&self) -> Option<&'static str> {
        None
    }

    /// Is the action legal here? Any index below `GameInfo::num_actions`.
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

    /// Is it certain that every legal action ends the turn? Turns can then be counted by what is
    /// legal, and nothing needs to be played.
    fn ends_turn(&self) -> bool {
        false
    }

    /// Why the game ended; `None` while it runs.
    fn termination(&self) -> Option<Termination> {
        self.outcome().map(|outcome| outcome.termination)
    }

    /// Points that the last move emptied, ascending.
    fn captured(&self) -> Vec<u16> {
        Vec::new()
    }

    /// 64-bit key of the position: equal positions of the same rules have equal keys, on every
    /// machine. Not a proof of equality.
    fn key(&self) -> u64 {
        key_of(self)
    }
}
