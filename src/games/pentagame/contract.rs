//! What every game can do, for Pentagame: its law, notation, arrays, random play, knowledge, early ends.
//!
//! Each method says here by which rule it answers; the work is done in the file of that rule.

use super::position::{Pentagame, Phase};
use super::racer::Race;
use super::rollouts::Progress;
use crate::position::{
    Action, Arrays, Decider, EarlyEnd, EndgameBounds, Evaluate, ExactSolver, Knowledge, Marks,
    Move, MoveOrdering, Notation, Outcome, OwnSearch, Player, Position, RaceWeights, RandomPlay,
    Refusal, Rollout, Rollouts, Symmetry, Termination, winning_by_trying,
};
use crate::stream::Stream;

impl Position for Pentagame {
    /// Nobody where a die is to be rolled: chance is to decide (E10).
    fn decider(&self) -> Decider {
        match self.phase {
            _ if self.ended.is_some() => Decider::Over,
            Phase::FirstRoll(_) | Phase::Roll => Decider::Chance,
            _ => Decider::Player(Player(self.seat)),
        }
    }

    /// N7 to N13 (`legal.rs`): never empty while the game runs, since a pass is legal where nothing
    /// else is (N12).
    fn legal_actions(&self, out: &mut Vec<Action>) {
        self.list(out);
    }

    /// The rule that an action breaks, and what stands in the way (`refusal.rs`).
    fn refusal(&self, action: Action) -> Option<Refusal> {
        match self.law.numbering.step(action.0) {
            Some(step) => self.objection(step),
            None => Some(Refusal::unreadable(format!("there is no action {}", action.0))),
        }
    }

    /// One step of a turn (`turn.rs`); after the end nothing changes (E6).
    /// Without looking for a reason.
    fn is_legal(&self, action: Action) -> bool {
        self.lists(action)
    }

    fn play_unchecked(&mut self, action: Action) {
        if let Some(step) = self.law.numbering.step(action.0)
            && self.ended.is_none()
        {
            self.step(step);
        }
    }

    /// All seats with the most points win (N15); by a tie-break one of two (N18).
    fn outcome(&self) -> Option<Outcome> {
        self.ended.map(|termination| self.as_it_stands(termination))
    }

    /// 0 while the game runs (E9), then by N17.
    fn returns(&self, out: &mut [f32]) {
        out.fill(0.0); // E9
        if self.ended.is_some() {
            Self::returns_for(&self.law.options, self.points(), out);
        }
    }

    /// A turn is all steps of a seat until another is to decide; a roll belongs to none.
    fn turns(&self) -> u32 {
        self.turns
    }

    /// Certain only where the block in hand is the last thing to be done in the turn: a move may
    /// end on a block or on the goal, and then the turn goes on (N7, N8).
    fn ends_turn(&self) -> bool {
        self.is_last_step()
    }

    /// Letters and colours are turned together (E11).
    fn image(&self, symmetry: &Symmetry) -> Self {
        self.moved(symmetry)
    }
}

impl Notation for Pentagame {
    /// What a step is, without its text (`notation.rs`).
    fn describe(&self, action: Action) -> Move {
        self.law.numbering.step(action.0).map_or(Move::Pass, |step| self.described(step))
    }

    /// The canonical text (N20).
    fn write_move(&self, described: &Move) -> String {
        self.write(described)
    }

    /// Points by seat, with dice and cards where they are played, and the grey blocks left (N8,
    /// N13).
    fn marks(&self) -> Marks {
        let tallies = (0..self.law.options.players).map(|seat| self.tally(seat)).collect();
        let scores = self.points().iter().map(|&points| i32::from(points)).collect();
        Marks { tallies, scores, supply: vec![self.supply() as u16], ..Marks::default() }
    }

    /// Any spelling that N20 reads; the action may still be illegal.
    ///
    /// On this board: which piece a short form means depends on what is legal (N20).
    fn parse_move(&self, text: &str) -> Result<Action, Refusal> {
        self.read(text)
    }

    /// `{x->y}` is two actions (N8), and ` & ` stands between the actions of a turn (N20).
    fn split_moves(&self, text: &str) -> Vec<String> {
        Self::split(text)
    }

    /// A lifted block and where it is set become one text (N20).
    fn join_moves(&self, moves: &[String]) -> String {
        Self::join(moves)
    }
}

impl Arrays for Pentagame {
    /// The legal actions as flags, by the numbering (`legal.rs`).
    fn fill_mask(&self, out: &mut [bool]) {
        self.mark(out);
    }

    /// Pieces by kind, then the blocks of both colours, stop by stop (`planes.rs`).
    fn fill_board(&self, out: &mut [i8]) {
        self.count_things(out);
    }

    /// Seen from a seat: seats are counted from the observer (`planes.rs`).
    fn fill_observation(&self, player: Player, out: &mut [u8]) {
        self.features_for(player.0, out);
    }
}

impl RandomPlay for Pentagame {
    /// Equally likely among all legal actions, not among turns.
    fn sample_legal(&self, stream: &mut Stream, _: &mut Vec<Action>) -> Action {
        self.sample(stream)
    }
}

impl Evaluate for Pentagame {
    const ROLLOUTS: &'static [Rollout] = &[Rollout::Progress, Rollout::Uniform];

    /// Random play as such goes on for hundreds of turns, so a static evaluation may take its place.
    fn rollouts(policy: Rollout) -> Option<Box<dyn Rollouts<Self>>> {
        (policy == Rollout::Progress).then(|| Box::new(Progress) as _)
    }

    /// How the seats stand (`racer/standing.rs`): pieces run home, nobody is mated (N15).
    fn race_evaluation(weights: RaceWeights) -> Option<Box<dyn Rollouts<Self>>> {
        Some(Box::new(Race(weights)))
    }
}

impl MoveOrdering for Pentagame {
    /// An action brings two points at most (N10). A game ends by the target, by passes or by the limit
    /// of turns (N12, N15, N16): while all are far off nothing need be tried.
    fn winning_actions(&self, out: &mut Vec<Action>) {
        let target = i32::from(self.law.options.target());
        let near = self.total(usize::from(self.seat)) + 2 >= target || self.target_reached();
        if near || self.passes > 0 || self.turns + 2 >= self.law.options.max_turns {
            winning_by_trying(self, out);
        } else {
            out.clear();
        }
    }

    /// Paths home, black blocks, and blocks on the paths of the others (`racer/choices.rs`).
    fn selective_actions(&self, out: &mut Vec<Action>) {
        self.list_for_race(out);
    }

    /// The expected points of the seat after an action, less those of the best other seat.
    fn heuristic_scores(&self, out: &mut Vec<(u32, Action)>) {
        self.score_actions(out);
    }
}

impl EndgameBounds for Pentagame {
    /// The target, the limit and the pass that follows all others' (N12) end the game. Points come by moves
    /// and exits alone, never by blocks or cards.
    fn can_end(&self) -> bool {
        let passes = usize::from(self.passes) + 1 >= self.law.players();
        self.is_cut_off_soon()
            || self.target_reached()
            || (self.phase == Phase::Move && (self.lacks_a_turn(self.seat) || passes))
    }

    /// Before anybody has the target only what makes a point, and a pass.
    fn can_end_by(&self, action: Action) -> bool {
        self.phase != Phase::Move
            || self.target_reached()
            || self.is_cut_off_soon()
            || self.may_score(action)
    }

    /// By the points that can still come, and the turns left (`scoring.rs`).
    fn narrow(&self, min: &mut [f32], max: &mut [f32]) -> bool {
        self.narrow_returns(min, max);
        true
    }
}

impl Knowledge for Pentagame {
    /// By one number, which is what two sides need; dice are chance (`racer/alpha_beta.rs`).
    fn own_search(&self) -> Option<&dyn OwnSearch> {
        let options = &self.law.options;
        let are_two = options.players <= 2 || options.teams;
        (are_two && options.dice.is_none()).then_some(self)
    }

    /// Endings between two sides (`endgame/`).
    fn exact_solver(&self) -> Option<&dyn ExactSolver> {
        Some(self)
    }
}

impl EarlyEnd for Pentagame {
    /// With two players or two teams the other side wins; with others nobody in particular would
    /// (X3).
    fn resigned(&self, loser: Player, out: &mut [f32]) -> Result<Vec<Player>, Refusal> {
        self.resigned(loser, out)
    }

    /// By agreement, or both out of time (X3).
    fn agreed_draw(&self, out: &mut [f32]) {
        Self::returns_drawn(&self.law.options, self.points(), out);
    }

    /// As the points stand, the steps of an unfinished turn counted (X3).
    fn adjudicated(&self, out: &mut [f32]) -> Outcome {
        Self::returns_for(&self.law.options, self.points(), out);
        self.as_it_stands(Termination::Adjudication)
    }

    /// It costs the turn, not the game (N14).
    fn time_out(&mut self, player: Player) -> Result<(), Refusal> {
        self.lose_turn(player.0)
    }
}

#[cfg(test)]
impl Pentagame {
    /// The legal actions, for the tests of this game.
    pub(in crate::games::pentagame) fn legal(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        actions
    }
}
