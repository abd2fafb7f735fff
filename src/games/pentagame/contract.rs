//! What every game can do, for Pentagame: its law, notation, arrays, random play, tactics, early ends.

use super::position::{Pentagame, Phase};
use super::rollouts::Forward;
use crate::position::{
    Action, Arrays, Decider, EarlyEnd, Marks, Move, Notation, Outcome, Player, Position,
    RaceWeights, RandomPlay, Refusal, Rollout, Rollouts, Symmetry, Tactics, Termination,
    winning_by_trying,
};
use crate::stream::Stream;

impl Position for Pentagame {
    fn decider(&self) -> Decider {
        match self.phase {
            _ if self.ended.is_some() => Decider::Over,
            Phase::FirstRoll(_) | Phase::Roll => Decider::Chance,
            _ => Decider::Player(Player(self.seat)),
        }
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        self.list(out);
    }

    fn refusal(&self, action: Action) -> Option<Refusal> {
        match self.law.numbering.step(action.0) {
            Some(step) => self.objection(step),
            None => Some(Refusal::unreadable(format!("there is no action {}", action.0))),
        }
    }

    fn play_unchecked(&mut self, action: Action) {
        if let Some(step) = self.law.numbering.step(action.0)
            && self.ended.is_none()
        {
            self.step(step);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended.map(|termination| self.as_it_stands(termination))
    }

    fn returns(&self, out: &mut [f32]) {
        out.fill(0.0); // E9
        if self.ended.is_some() {
            Self::returns_for(&self.law.options, self.points(), out);
        }
    }

    fn turns(&self) -> u32 {
        self.turns
    }

    fn ends_turn(&self) -> bool {
        self.is_last_step()
    }

    fn image(&self, symmetry: &Symmetry) -> Self {
        self.moved(symmetry)
    }
}

impl Notation for Pentagame {
    fn describe(&self, action: Action) -> Move {
        self.law.numbering.step(action.0).map_or(Move::Pass, |step| self.described(step))
    }

    fn write_move(&self, described: &Move) -> String {
        self.write(described)
    }

    fn marks(&self) -> Marks {
        let tallies = (0..self.law.options.players).map(|seat| self.tally(seat)).collect();
        Marks { tallies, supply: vec![self.supply() as u16], ..Marks::default() }
    }

    fn parse_move(&self, text: &str) -> Result<Action, Refusal> {
        self.read(text)
    }

    fn split_moves(&self, text: &str) -> Vec<String> {
        Self::split(text)
    }

    fn join_moves(&self, moves: &[String]) -> String {
        Self::join(moves)
    }
}

impl Arrays for Pentagame {
    fn fill_mask(&self, out: &mut [bool]) {
        self.mark(out);
    }

    fn fill_board(&self, out: &mut [i8]) {
        self.count_things(out);
    }

    fn fill_observation(&self, player: Player, out: &mut [u8]) {
        self.features_for(player.0, out);
    }
}

impl RandomPlay for Pentagame {
    fn draw_legal(&self, stream: &mut Stream, _: &mut Vec<Action>) -> Action {
        self.draw(stream)
    }
}

impl Tactics for Pentagame {
    const ROLLOUTS: &'static [Rollout] = &[Rollout::Forward, Rollout::Uniform];

    fn rollouts(way: Rollout) -> Option<Box<dyn Rollouts<Self>>> {
        (way == Rollout::Forward).then(|| Box::new(Forward) as _)
    }

    // An action brings two points at most (N10). A game ends by the target, by passes or by the
    // limit of turns (N12, N15, N16): while all are far off nothing need be tried.
    fn winning_actions(&self, out: &mut Vec<Action>) {
        let target = i32::from(self.law.options.target());
        let near = self.total(usize::from(self.seat)) + 2 >= target || self.target_reached();
        if near || self.passes > 0 || self.turns + 2 >= self.law.options.max_turns {
            winning_by_trying(self, out);
        } else {
            out.clear();
        }
    }

    // N12, N15, N16: as above; the pass that follows all others' ends the game too.
    fn can_end(&self) -> bool {
        let target = i32::from(self.law.options.target());
        let near = self.total(usize::from(self.seat)) + 2 >= target || self.target_reached();
        let passes = usize::from(self.passes) + 1 >= self.law.players();
        near || passes || self.turns + 1 >= self.law.options.max_turns
    }

    const NARROWS: bool = true;

    fn narrow(&self, least: &mut [f32], most: &mut [f32]) {
        self.narrow_returns(least, most);
    }

    fn promising_actions(&self, out: &mut Vec<(u32, Action)>) {
        self.promises(out);
    }

    fn is_race(&self) -> bool {
        true
    }

    fn race(&self, weights: &RaceWeights, stream: &mut Stream) -> Option<Action> {
        Some(self.race_action(weights, stream))
    }
}

impl EarlyEnd for Pentagame {
    fn resigned(&self, loser: Player, out: &mut [f32]) -> Result<Vec<Player>, Refusal> {
        self.resigned(loser, out)
    }

    fn drawn(&self, out: &mut [f32]) {
        Self::returns_drawn(&self.law.options, self.points(), out);
    }

    fn adjudicated(&self, out: &mut [f32]) -> Outcome {
        Self::returns_for(&self.law.options, self.points(), out);
        self.as_it_stands(Termination::Adjudication)
    }

    fn time_out(&mut self, player: Player) -> Result<(), Refusal> {
        self.lose_turn(player.0)
    }
}
