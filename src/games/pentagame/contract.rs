//! What every game can do, for Pentagame: its law, notation, arrays, random play, tactics, early ends.
//!
//! Each method says here by which rule it answers; the work is done in the file of that rule.

use super::numbering::Step;
use super::position::{Pentagame, Phase};
use super::racer::Race;
use super::rollouts::Forward;
use crate::position::{
    Action, Arrays, Decider, EarlyEnd, Marks, Move, Notation, Outcome, Player, Position,
    RaceWeights, RandomPlay, Refusal, Rollout, Rollouts, Symmetry, Tactics, Termination,
    winning_by_trying,
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
        Marks { tallies, supply: vec![self.supply() as u16], ..Marks::default() }
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
    fn draw_legal(&self, stream: &mut Stream, _: &mut Vec<Action>) -> Action {
        self.draw(stream)
    }
}

impl Tactics for Pentagame {
    const ROLLOUTS: &'static [Rollout] = &[Rollout::Forward, Rollout::Uniform];

    /// Random play as such goes on for hundreds of turns, so a rollout may move forward instead.
    fn rollouts(way: Rollout) -> Option<Box<dyn Rollouts<Self>>> {
        (way == Rollout::Forward).then(|| Box::new(Forward) as _)
    }

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

    /// As above; the pass that follows all others' ends the game too (N12). Points come by moves and
    /// exits alone, never by blocks or cards.
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

    /// Before the last turns also what closes the ways of the next seat, or may do so (N7, N8). That
    /// takes a turn's points from it, and a point of one's own is as much; only who comes to the target
    /// takes more, since few turns are left then (N15).
    fn retain_ends(&self, lacking: f32, actions: &mut Vec<Action>) {
        let turn = 1.0 + f32::from(u8::from(self.law.options.double_exit));
        if lacking > turn {
            let is_enough = lacking <= 2.0 * turn || self.lacks_a_turn(self.seat);
            let is_pass = |action: Action| self.law.numbering.step(action.0) == Some(Step::Pass);
            actions.retain(|&action| is_pass(action) || (is_enough && self.may_score(action)));
        }
        if actions.is_empty() {
            return;
        }
        if self.is_last_step()
            || self.phase == Phase::Move && (self.is_cut_off_soon() || self.target_reached())
        {
            self.retain_closing(actions);
        } else {
            actions.retain(|&action| self.can_end_by(action));
        }
    }

    /// Somebody has a piece that can leave and lacks no more than that brings, or the limit of turns is
    /// near (N15, N16).
    fn is_near_end(&self) -> bool {
        let threatens = |seat| self.lacks_a_turn(seat) && self.can_leave(seat);
        self.target_reached()
            || self.is_cut_off_soon()
            || (0..self.law.options.players).any(threatens)
    }

    const NARROWS: bool = true;

    /// By the points that can still come, and the turns left (`scoring.rs`).
    fn narrow(&self, least: &mut [f32], most: &mut [f32]) {
        self.narrow_returns(least, most);
    }

    /// The threat: a piece of the next seat that can run home (`null_move.rs`).
    fn after_null_move(&self, threat: bool, least: &mut [f32], most: &mut [f32]) -> bool {
        self.after_no_point(threat, least, most)
    }

    /// What makes a point, and what takes the ways home (`null_move.rs`).
    fn not_null_moves(&self, threat: bool, out: &mut Vec<Action>) {
        self.list(out);
        if threat {
            self.retain_spoilers(out);
        } else {
            out.retain(|&action| self.may_score(action));
        }
    }

    /// The block that is set last (`placements.rs`).
    fn with_nothing_set(&self) -> Option<Self> {
        self.after_setting_nothing()
    }

    /// Places on the way of a piece.
    fn retain_hindering(&self, action: Action, places: &mut Vec<Action>) {
        self.retain_in_the_way(action, places);
    }

    /// What the seat can expect after an action, less what the best other seat can.
    fn promising_actions(&self, out: &mut Vec<(u32, Action)>) {
        self.promises(out);
    }

    /// Pieces run home; nobody is mated (N15).
    fn is_race(&self) -> bool {
        true
    }

    /// Ways home, black blocks, and blocks on the ways of the others (`racer/choices.rs`).
    fn actions_ahead(&self, out: &mut Vec<Action>) {
        self.list_for_race(out);
    }

    /// How the seats stand (`racer/standing.rs`).
    fn race_rollouts(weights: RaceWeights) -> Option<Box<dyn Rollouts<Self>>> {
        Some(Box::new(Race(weights)))
    }
}

impl EarlyEnd for Pentagame {
    /// With two players or two teams the other side wins; with others nobody in particular would
    /// (X3).
    fn resigned(&self, loser: Player, out: &mut [f32]) -> Result<Vec<Player>, Refusal> {
        self.resigned(loser, out)
    }

    /// By agreement, or both out of time (X3).
    fn drawn(&self, out: &mut [f32]) {
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
mod tests {
    use crate::games::pentagame::{Options, Pentagame};
    use crate::position::{Action, Decider, Position, RandomPlay, Rules, Tactics};
    use crate::stream::Stream;

    impl Pentagame {
        /// The legal actions, for the tests of this game.
        pub(in crate::games::pentagame) fn legal(&self) -> Vec<Action> {
            let mut actions = Vec::new();
            self.legal_actions(&mut actions);
            actions
        }
    }

    fn least(position: &Pentagame, seat: usize) -> f32 {
        let (mut least, mut most) = ([f32::MIN; 4], [f32::MAX; 4]);
        let seats = position.points().len();
        if position.decider() == Decider::Over {
            position.returns(&mut least[..seats]);
        } else {
            position.narrow(&mut least[..seats], &mut most[..seats]);
        }
        least[seat]
    }

    /// N8, N10, N15, N16: no action that is left out brings what is lacking.
    #[test]
    fn an_end_that_is_left_out_is_not_enough() {
        for (players, teams, double_exit) in [(2, false, false), (2, false, true), (4, true, false)]
        {
            for (leg, arm, max_turns) in [(1, 1, 24), (1, 1, 1000), (6, 3, 40)] {
                let base = Options { players, teams, double_exit, ..Options::default() };
                let options = Options { max_turns, leg, arm, ..base };
                let (mut left_out, mut kept) = (0, 0);
                for game in 0..12 {
                    let mut stream = Stream::new(game);
                    let mut position = options.start(&mut stream);
                    while position.decider() != Decider::Over && position.turns() < 400 {
                        let actions = position.legal();
                        let seat = usize::from(position.seat());
                        let before = least(&position, seat);
                        for lacking in [0.5, 1.5, 2.5].into_iter().filter(|_| position.can_end()) {
                            let mut ends = actions.clone();
                            position.retain_ends(lacking, &mut ends);
                            kept += ends.len();
                            for action in actions.iter().filter(|action| !ends.contains(action)) {
                                let mut after = position.clone();
                                after.play_unchecked(*action);
                                let gain = least(&after, seat) - before;
                                assert!(gain < lacking, "{gain} {lacking} {action:?}\n{position}");
                                left_out += 1;
                            }
                        }
                        let action = position.draw_legal(&mut stream, &mut Vec::new());
                        position.play_unchecked(action);
                    }
                }
                assert!(left_out > 100 && kept > 100, "{left_out} left out, {kept} kept");
            }
        }
    }
}
