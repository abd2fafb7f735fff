//! What a player wants to know of a position before it thinks: wins at once, what stops one, and in
//! the games of stones threats and forced wins.

use std::ops::ControlFlow;

use super::{Action, Decider, Player, Position, Rollout, Rollouts};

/// What a solver of the game's own says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exact {
    /// The game has no solver of its own, or none for this position.
    NoSolver,
    /// The limit came first.
    Unknown,
    /// Best play by both to the end of the game, and the positions looked at.
    Line(Vec<Action>, u64),
}

/// What a racer weighs (Pentagame).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RaceWeights {
    /// The points that the opponent who is ahead can expect. This and the next two are shares of
    /// what the points of the others count together, which is as much as one's own.
    pub block: f64,
    /// The mean of the points that the opponents can expect.
    pub others: f64,
    /// The points that the seat after can expect: by default they are subtracted in the end (N17).
    pub next: f64,
    /// A stop on the way to a goal, on an empty board, in moves as all that follows.
    pub stops: f64,
    /// An empty stop that some piece reaches in one move.
    pub area: f64,
    /// A piece that is not home yet, beside its moves: it may still be stopped.
    pub home: f64,
    /// A piece that can leave from a goal with a black block on it.
    pub abracadabra: f64,
}

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
    /// The point and the stones with which it makes that (`Captures`: that it takes), ascending.
    pub points: Vec<u16>,
}

/// Wins and blocks of one action. What a method writes is ascending and legal; a game overrides a
/// method where it knows better than to try every action.
pub trait Tactics: Position + 'static {
    /// The ways in which a search can play the game out, the one that plays strongest at equal time
    /// first.
    const ROLLOUTS: &'static [Rollout] = &[Rollout::Uniform];

    /// What plays the game out in one of these ways; `None` for `Uniform`, which needs nothing of
    /// the game.
    fn rollouts(way: Rollout) -> Option<Box<dyn Rollouts<Self>>> {
        let _ = way;
        None
    }

    /// Does [`Tactics::narrow`] tell anything?
    const NARROWS: bool = false;

    /// Narrows the least and the greatest return of each seat to what play from here can still end
    /// with, whatever anybody does; given are those of the game. A position that is over, or of a
    /// game that knows nothing of this, leaves them alone.
    fn narrow(&self, least: &mut [f32], most: &mut [f32]) {
        let _ = (least, most);
    }

    /// Writes the actions that end the game at once with a win for the seat to decide; what was in
    /// `out` is dropped.
    fn winning_actions(&self, out: &mut Vec<Action>) {
        winning_by_trying(self, out);
    }

    /// Can one action of the seat to decide end the game, or settle all returns by
    /// [`Tactics::narrow`]? True where that would take long to say; a search looks one action ahead
    /// for ends only where it is.
    fn can_end(&self) -> bool {
        true
    }

    /// Can this legal action end the game, or settle all returns by [`Tactics::narrow`], where
    /// [`Tactics::can_end`]? True where that would take long to say.
    fn can_end_by(&self, action: Action) -> bool {
        let _ = action;
        true
    }

    /// Keeps those of some legal actions by which the game can end or all returns be settled, as
    /// [`Tactics::can_end_by`] says or better. Those need not be kept after which the least return of
    /// the seat to decide, by [`Tactics::narrow`], is not greater by `lacking` than it is now.
    fn retain_ends(&self, lacking: f32, actions: &mut Vec<Action>) {
        let _ = lacking;
        actions.retain(|&action| self.can_end_by(action));
    }

    /// Can the game be near its end? Then a search asks at its root now and then whether the exact
    /// result can be found.
    fn is_near_end(&self) -> bool {
        false
    }

    /// Narrows the least and the greatest return of each seat to what they can be after a turn that
    /// brings the seat to decide nothing at once, as a null move would be; with `threat` after what the
    /// next seat, which must be of another side, threatens to do then. False where nothing is known of
    /// that.
    fn after_null_move(&self, threat: bool, least: &mut [f32], most: &mut [f32]) -> bool {
        let _ = (threat, least, most);
        false
    }

    /// Writes the actions of which [`Tactics::after_null_move`] does not speak: those that may bring
    /// something, and with `threat` those that may prevent the threat. After any other, whatever else
    /// is done in this turn, the returns are as it says.
    fn not_null_moves(&self, threat: bool, out: &mut Vec<Action>) {
        let _ = threat;
        self.legal_actions(out);
    }

    /// The position after the action that is due, if all its legal actions end the turn, each by setting
    /// something on another place that only ever hinders what comes after, as if it were set on none;
    /// else `None`, as where a game has no such actions. What [`Tactics::narrow`] tells of positions
    /// after it holds wherever it is set.
    fn with_nothing_set(&self) -> Option<Self> {
        None
    }

    /// Asked of such a position: keeps those of the places of which an action that is legal here may be
    /// hindered. With one of the others it is legal too and leads to the same but for what is set.
    fn retain_hindering(&self, action: Action, places: &mut Vec<Action>) {
        let _ = (action, places);
    }

    /// Writes the actions that take away a win at once which an opponent would have if it were to
    /// decide; none where the game has no such notion.
    fn blocking_actions(&self, out: &mut Vec<Action>) {
        out.clear();
    }

    /// Writes the actions worth a thought: in games with stones the points near them, elsewhere all
    /// legal actions.
    fn near_actions(&self, out: &mut Vec<Action>) {
        self.legal_actions(out);
    }

    /// Writes the legal actions that a selective search looks at: all where the game knows no better.
    fn actions_ahead(&self, out: &mut Vec<Action>) {
        self.legal_actions(out);
    }

    /// Writes legal actions, in no order, with how much each promises by a quick look: in games with
    /// stones by the rows that a stone there would belong to or take from the other side, in Pentagame
    /// by how far the pieces are from their goals after it.
    fn promising_actions(&self, out: &mut Vec<(u32, Action)>) {
        let mut actions = Vec::new();
        self.near_actions(&mut actions);
        out.clear();
        out.extend(actions.into_iter().map(|action| (1, action)));
    }

    /// Legal actions worth a look, the best first, by a search of `positions` positions that proves
    /// nothing; `None` where the game has no such search, or not for this position.
    fn look_ahead(
        &self,
        positions: u64,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Vec<Action>> {
        let _ = (positions, tick);
        None
    }

    /// Positions that a solver may look at for a player that names no number: some ten
    /// milliseconds of work; 0 where that would hardly ever be enough.
    fn solver_nodes(&self) -> u64 {
        1_000
    }

    /// Solves the position by a solver of the game's own that looks at `nodes` positions at most
    /// (`None`: no limit). `tick` is called now and then and may break off.
    fn solve_exactly(
        &self,
        nodes: Option<u64>,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Exact {
        let _ = (nodes, tick);
        Exact::NoSolver
    }

    /// What judges positions for a racer; `None` in other games.
    fn race_rollouts(weights: RaceWeights) -> Option<Box<dyn Rollouts<Self>>> {
        let _ = weights;
        None
    }

    /// Is the game a race of pieces to their goals? Then [`Tactics::race_rollouts`] judges it.
    fn is_race(&self) -> bool {
        false
    }

    /// What each seat threatens; `None` in games where no row of stones wins.
    fn threats(&self) -> Option<Vec<Threat>> {
        None
    }

    /// A line that wins for the seat to decide against every defence: attack, answer, attack ... up
    /// to the winning move. `None` if none was found before `nodes` positions were looked at or
    /// `tick` broke off, and in games where no row of stones wins.
    fn forced_win(
        &self,
        nodes: u64,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Vec<Action>> {
        let _ = (nodes, tick);
        None
    }
}

/// The actions that win at once, found by playing every action.
pub fn winning_by_trying<P: Position>(position: &P, out: &mut Vec<Action>) {
    out.clear();
    let Decider::Player(player) = position.decider() else { return };
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    for action in legal {
        let mut next = position.clone();
        next.play_unchecked(action);
        if next.outcome().is_some_and(|outcome| outcome.winners.contains(&player)) {
            out.push(action);
        }
    }
}
