//! The contract that every game keeps: a rules object ([`Rules`]) and a position.
//!
//! What a position can do stands in five traits, by who needs it: the law ([`Position`]), moves as
//! text ([`Notation`]), arrays of numbers ([`Arrays`]), random play ([`RandomPlay`]), and endings that
//! no move brings ([`EarlyEnd`]). A tool asks for the traits that it needs, or for all of them:
//! [`GamePosition`]. [`prelude`] brings the methods of all five into scope.
//!
//! Words are those of the glossary: an *action* is one decision, a *move* is its text, a *turn* is
//! all actions of a seat until another is to decide. A *player* is a seat (E1), numbered from 0.

mod annotation;
mod arrays;
mod ending;
mod info;
mod key;
mod law;
mod marks;
mod moves;
mod notation;
mod options;
pub mod prelude;
mod random;
mod rollouts;
mod rules;
mod tactics;
mod trace;
mod words;

pub use self::annotation::{cut_annotation, is_annotation};
pub use self::arrays::{Arrays, fill_mask_from_list};
pub use self::ending::EarlyEnd;
pub use self::info::{BoardInfo, Chance, Format, GameInfo, GridInfo, Piece, StarInfo};
pub use self::key::key_of;
pub use self::law::Position;
pub use self::marks::{Marks, ScoringRow};
pub use self::moves::{Block, Move, Points};
pub use self::notation::Notation;
pub use self::options::{Domain, OptionInfo, Preset};
pub use self::random::RandomPlay;
pub use self::rollouts::{Rollout, Rollouts};
pub use self::rules::Rules;
pub use self::tactics::{Exact, RaceWeights, Tactics, Threat, ThreatKind, winning_by_trying};
pub use self::trace::{PreTerminal, Squares, Trace, replay};
pub use self::words::{
    Action, Decider, Outcome, Player, Refusal, SetUp, Symmetry, Termination, shortened,
};

/// A position with everything that the tools need; whatever keeps the five traits is one.
pub trait GamePosition: Position + Notation + Arrays + RandomPlay + EarlyEnd {}

impl<P: Position + Notation + Arrays + RandomPlay + EarlyEnd> GamePosition for P {}
