//! Threats and forced wins, in games where a row of stones wins.

use std::ops::ControlFlow;

use crate::position::{Action, Player};

/// What a stone makes, the strongest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ThreatKind {
    /// A row that wins.
    Five,
    /// The last capture that is needed to win (P4).
    Captures,
    /// Four in a row with a point to win on at each end (R4).
    StraightFour,
    /// Two fours or more at once.
    DoubleFour,
    /// A four and a three at once.
    FourThree,
    /// A four.
    Four,
    /// Two threes or more at once.
    DoubleThree,
    /// A three: one more stone leaves two points to win on.
    Three,
}

impl ThreatKind {
    /// Its name in words.
    pub fn text(self) -> &'static str {
        match self {
            Self::Five => "five",
            Self::Captures => "captures",
            Self::StraightFour => "straight four",
            Self::DoubleFour => "double four",
            Self::FourThree => "four-three",
            Self::Four => "four",
            Self::DoubleThree => "double three",
            Self::Three => "three",
        }
    }
}

/// What the next stone of a seat would make on a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Threat {
    /// The seat.
    pub player: Player,
    /// What it makes.
    pub kind: ThreatKind,
    /// The point.
    pub point: u16,
    /// The point and the stones of the row, or the stones captured (`Captures`), ascending.
    pub points: Vec<u16>,
}

/// An evaluation that was learnt, which a tree search asks as it asks a network.
pub trait LineEvaluation: Send {
    /// Looks at a position seen by the seat to decide: writes a logit for each action, and gives the value to
    /// that seat (256: odds of e to 1 for a win).
    fn judge(&mut self, observation: &[u8], logits: &mut [f32]) -> i32;
}

/// How the player `alpha_beta` searches.
#[derive(Clone, Copy, Debug)]
pub struct LineSearch {
    /// Positions at most, on each thread.
    pub nodes: u64,
    /// The number of weights that were read; the library's own if `None`.
    pub weights: Option<u32>,
    /// Threads that share a table; with more than one the answer may differ from call to call.
    pub threads: usize,
}

/// The search for threats of a game of stones.
pub trait ThreatSearch {
    /// What each seat threatens.
    fn threats(&self) -> Vec<Threat>;

    /// A line that wins for the seat to decide against every defence: attack, answer, attack ... up
    /// to the winning move. `None` if none was found before `nodes` positions were searched or
    /// `tick` broke off.
    fn forced_win(
        &self,
        nodes: u64,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Vec<Action>>;

    /// Candidates, the best first, by a search of `positions` positions that proves nothing; `None`
    /// where it finds none.
    fn look_ahead(
        &self,
        positions: u64,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Vec<Action>>;

    /// Can [`Self::alpha_beta`] judge positions of these rules: with its own weights, or with those of a file?
    fn has_evaluation(&self, _weights: Option<u32>) -> bool {
        false
    }

    /// What that evaluation says of the position: the value to the side to move (256: odds of e to 1 for a win),
    /// as it stands or by a search of `nodes` positions, and the score of every point.
    fn evaluation(
        &self,
        _weights: Option<u32>,
        _nodes: Option<u64>,
        _tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<(i32, Vec<i32>)> {
        None
    }

    /// How many stones Black and White have captured, in sixteenths of what wins, as that evaluation sees it.
    fn capture_levels(&self) -> [u8; 2] {
        [0; 2]
    }

    /// That evaluation for tree searches; `None` where there is none.
    fn line_evaluation(&self, _weights: Option<u32>) -> Option<Box<dyn LineEvaluation>> {
        None
    }

    /// The same by principal variation search with an evaluation that was learnt.
    fn alpha_beta(
        &self,
        _search: LineSearch,
        _tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Vec<Action>> {
        None
    }
}
