//! What the stop of a block changes (N7, N8), where the block is the last thing that a turn sets.
//!
//! A block stands in the way of some runs and opens none, so an answer that refutes the turn with the
//! block left off the board refutes it wherever the block is set but on all ways of the answer. Of some
//! seventy-five stops a search has to look at those:
//!
//! ```text
//! leg B-d   [.] . 1d . . [.]     1d runs to d: a block on one of the two stops between closes the
//!                                way, if there is no other; one on d makes something else of the
//!                                run (N7); others do not matter
//! ```

use super::numbering::Step;
use super::options::Ko;
use super::position::{Pentagame, Phase};
use super::turn_end::Turn;
use super::ways::ways;
use crate::position::Action;

impl Pentagame {
    /// The position after this turn with its last block on no stop; `None` if the block in hand is not
    /// the last thing to be set, or if more depends on it than runs.
    ///
    /// Cards slide and take blocks (N13), and two kinds of ko compare whole boards (N11). A grey block
    /// that is left off the board counts as in the supply: three have to be there, since a turn takes
    /// two (N8, N10) and one more would have to be lifted otherwise.
    pub(super) fn after_setting_nothing(&self) -> Option<Self> {
        let options = &self.law.options;
        let is_run_alone = options.dice.is_none()
            && !options.cards
            && !matches!(options.ko, Ko::Position | Ko::Undo);
        let is_set = match self.phase {
            Phase::Black(_) => true,
            Phase::Grey(_) => self.supply() > 2,
            _ => false,
        };
        if !is_run_alone || !is_set || !self.is_last_step() {
            return None;
        }
        let mut after = self.clone();
        after.finish(Turn::Played);
        Some(after)
    }

    /// Of the places for that block keeps those where the block hinders an action that is legal with
    /// it on none: on all ways of a piece, or where it goes to (N7). An exit is never hindered
    /// (N10).
    pub(super) fn retain_in_the_way(&self, action: Action, places: &mut Vec<Action>) {
        let numbering = &self.law.numbering;
        let shared = match numbering.step(action.0) {
            Some(Step::Exit(_)) => return places.clear(),
            Some(Step::Move(slot, to, _)) => self.slot_piece(slot).and_then(|piece| {
                let from = self.board.pieces[piece];
                Some(ways(self.law.star, self.occupied.stops, from, to)?.shared)
            }),
            _ => None,
        };
        let Some(shared) = shared else { return };
        places.retain(|&place| match numbering.step(place.0) {
            Some(Step::SetBlack(stop) | Step::SetGrey(stop)) => shared.has(stop),
            _ => true,
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::games::pentagame::{Options, Pentagame};
    use crate::position::{Decider, Position, RandomPlay, Rules, Tactics};
    use crate::stream::Stream;

    /// The same answer after the block is set somewhere: another block stands on the board, the rest is
    /// equal, and the returns lie within those of the answer with none set.
    fn is_the_same(set: &Pentagame, unset: &Pentagame) -> bool {
        let seats = set.points().len();
        let narrowed = |position: &Pentagame| {
            let (mut least, mut most) = (vec![f32::MIN; seats], vec![f32::MAX; seats]);
            position.narrow(&mut least, &mut most);
            if position.decider() == Decider::Over {
                position.returns(&mut least);
                most.clone_from(&least);
            }
            (least, most)
        };
        let (within, told) = (narrowed(set), narrowed(unset));
        set.board.pieces == unset.board.pieces
            && (set.points, set.turns, set.seat) == (unset.points, unset.turns, unset.seat)
            && (set.phase, set.ended) == (unset.phase, unset.ended)
            && set.occupied.stops.minus(&unset.occupied.stops).len() == 1
            && within.0.iter().zip(&told.0).all(|(one, other)| one >= other)
            && within.1.iter().zip(&told.1).all(|(one, other)| one <= other)
    }

    /// N7, N8: wherever the block is set but in the way, an answer comes to the same.
    #[test]
    fn a_block_that_is_not_in_the_way_changes_nothing_in_an_answer() {
        for (players, teams, double_exit) in [(2, false, false), (2, false, true), (4, true, false)]
        {
            for (leg, arm, turns) in [(1, 1, 120), (6, 3, 80)] {
                let options = Options {
                    players,
                    teams,
                    double_exit,
                    leg,
                    arm,
                    target: Some(5),
                    max_turns: turns,
                    ..Options::default()
                };
                let (mut same, mut hindered) = (0, 0);
                for game in 0..8 {
                    let mut stream = Stream::new(game);
                    let mut position = options.start(&mut stream);
                    while position.decider() != Decider::Over {
                        if let Some(unset) = position.with_nothing_set()
                            && unset.decider() != Decider::Over
                        {
                            let places = position.legal();
                            for answer in unset.legal() {
                                let mut kept = places.clone();
                                unset.retain_hindering(answer, &mut kept);
                                hindered += kept.len();
                                let mut after = unset.clone();
                                after.play_unchecked(answer);
                                for place in places.iter().filter(|place| !kept.contains(place)) {
                                    let mut set = position.clone();
                                    set.play_unchecked(*place);
                                    assert!(
                                        set.is_legal(answer),
                                        "{place:?} {answer:?}\n{position}"
                                    );
                                    set.play_unchecked(answer);
                                    assert!(
                                        is_the_same(&set, &after),
                                        "{place:?} {answer:?}\n{position}"
                                    );
                                    same += 1;
                                }
                            }
                        }
                        // Pieces leave where they can, so that the supply of grey blocks gets low.
                        let mut legal = position.legal().into_iter();
                        let action = legal.find(|&action| position.may_score(action));
                        let drawn = || position.draw_legal(&mut stream, &mut Vec::new());
                        position.play_unchecked(action.unwrap_or_else(drawn));
                    }
                }
                assert!(same > 100 && hindered > 100, "{same} the same, {hindered} hindered");
            }
        }
    }
}
