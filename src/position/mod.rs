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
mod board;
mod ending;
mod info;
pub mod interrupt;
mod key;
mod knowledge;
mod law;
mod marks;
mod moves;
mod notation;
mod options;
mod payoffs;
pub mod prelude;
mod random;
mod rules;
mod trace;
mod utility;
mod words;

pub use self::annotation::{cut_annotation, is_annotation};
pub use self::arrays::{Arrays, fill_mask_from_list};
pub use self::board::{BoardInfo, Cell, Geometry, Piece};
pub use self::ending::EarlyEnd;
pub use self::info::{Chance, Format, GameInfo};
pub use self::key::key_of;
pub use self::knowledge::{
    DEFAULT_NODES, EndgameBounds, Evaluate, Exact, ExactSolver, Knowledge, LineEvaluation,
    LineSearch, MoveOrdering, OwnSearch, RaceWeights, Rollout, Rollouts, RootProgress, RootSolver,
    Threat, ThreatKind, ThreatSearch, winning_by_trying,
};
pub use self::law::Position;
pub use self::marks::{Marks, ScoringRow};
pub use self::moves::{Block, Move, Points};
pub use self::notation::Notation;
pub use self::options::{Domain, OptionInfo, Preset, Role};
pub use self::payoffs::Payoffs;
pub use self::random::RandomPlay;
pub use self::rules::Rules;
pub use self::trace::{PreTerminal, Squares, Trace, replay};
pub use self::utility::Utility;
pub use self::words::{
    Action, Decider, Outcome, Player, Refusal, SetUp, Symmetry, Termination, shortened,
};

/// A position with everything that the tools need; whatever keeps the five traits is one.
pub trait GamePosition: Position + Notation + Arrays + RandomPlay + EarlyEnd {}

impl<P: Position + Notation + Arrays + RandomPlay + EarlyEnd> GamePosition for P {}
