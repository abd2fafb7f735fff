//! How random games are sampled (docs/random-play.md).

use super::{Action, Position, Trace, replay};
use crate::stream::Stream;

/// Random play: samples from the legal actions, each equally likely. A game overrides a method to sample
/// without listing them, from the same numbers of the stream.
pub trait RandomPlay: Position {
    /// Says whether [`RandomPlay::free_points`] would say true, without writing.
    fn is_free(&self) -> bool {
        false
    }

    /// If every empty point is a candidate and nothing else but `pass` is one (free play with
    /// stones), writes the empty points into `out`, ascending, and says true: random play then
    /// samples from that list (docs/random-play.md). A candidate may still be a foul.
    fn free_points(&self, out: &mut Vec<u16>) -> bool {
        let _ = out;
        false
    }

    /// Samples one of the legal actions by an index into their ascending list. A game that can count
    /// them without listing them overrides this for speed; `scratch` is for a list. Not after the end.
    fn sample_legal(&self, stream: &mut Stream, scratch: &mut Vec<Action>) -> Action {
        self.legal_actions(scratch);
        scratch[stream.below(scratch.len())]
    }

    /// Where random games of these rules are sampled as a whole and not move by move: samples the rest
    /// of one, writes its actions into `out` and says true (docs/random-play.md).
    fn sample_game(&self, stream: &mut Stream, out: &mut Vec<Action>) -> bool {
        let _ = (stream, out);
        false
    }

    /// Goes from the start of a game to its end, which was played without positions; `turns` are all
    /// its turns. Only the kernels ask for this: it is the one method that a game has for them, and
    /// a game without a kernel leaves it as it is. A game overrides it to go there at once and play
    /// the last turn only, so that how the game ends stays the position's to say.
    fn restore(&mut self, turns: u16, trace: &dyn Trace) {
        replay(self, turns, trace);
    }
}
