//! What a game knows of its positions beside the law: the domain knowledge of searches and players.
//!
//! | trait | who calls it | what a game may know |
//! |---|---|---|
//! | [`Evaluate`] | tree search, players | rollout policies, static evaluations |
//! | [`MoveOrdering`] | tree search, alpha-beta, players | wins in one move, blocks, candidates, scores of moves |
//! | [`EndgameBounds`] | tree search, alpha-beta | which moves may be terminal, bounds of the returns |
//! | [`ThreatSearch`] | players, the questions `threats` and `forced_win` | threats and forced wins |
//! | [`OwnSearch`] | players | a search of the game's own: a race between two sides, plain Pah-Tum |
//! | [`ExactSolver`] | players, the question `solve`, the root of a tree | a solver of the game's own |
//!
//! The first three have general answers, so a game that knows nothing implements them without a
//! method. The last three are implemented only by games that have such a search, and returned by
//! [`Knowledge`].

mod endgame;
mod evaluation;
mod exact;
mod move_ordering;
mod threats;

pub use self::endgame::EndgameBounds;
pub use self::evaluation::{Evaluate, OwnSearch, RaceWeights, Rollout, Rollouts};
pub use self::exact::{DEFAULT_NODES, Exact, ExactSolver, RootProgress, RootSolver};
pub use self::move_ordering::{MoveOrdering, winning_by_trying};
pub use self::threats::{LineEvaluation, LineSearch, Threat, ThreatKind, ThreatSearch};

/// All that a game knows of its positions.
pub trait Knowledge: Evaluate + MoveOrdering + EndgameBounds {
    /// The search for threats; `None` in games where no row of stones wins.
    fn threat_search(&self) -> Option<&dyn ThreatSearch> {
        None
    }

    /// The game's own search; `None` where it has none: of Pentagame with dice and between three sides
    /// or more, of Pah-Tum in the custodial game.
    fn own_search(&self) -> Option<&dyn OwnSearch> {
        None
    }

    /// The solver of the game's own; `None` where a game has none.
    fn exact_solver(&self) -> Option<&dyn ExactSolver> {
        None
    }
}
