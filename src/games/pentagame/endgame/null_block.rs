//! The null block: one refutation for all stops of a block that do not block it (N7, N8), where the block
//! is the last thing that a turn sets.
//!
//! A block closes some runs and opens none, so an answer that refutes the turn with the block left off
//! the board refutes it wherever the block is set, except on a stop that all paths of the answer share.
//! Of some seventy-five stops a search has to look at those:
//!
//! ```text
//! leg B-d   [.] . 1d . . [.]     1d runs to d: a block on one of the two stops between closes the
//!                                way, if there is no other; one on d makes something else of the
//!                                run (N7); others do not matter
//! ```

use super::super::Pentagame;
use super::super::numbering::Step;
use super::super::options::Ko;
use super::super::position::Phase;
use super::super::turn_end::Turn;
use super::paths::paths;
use super::search::{Bounds, Node, Search};
use crate::position::{Action, Decider, Position};
use crate::solve::Scored;

/// A refutation of all is looked for where at least this number of stops is left.
const MIN_STOPS: usize = 3;

impl Search<'_> {
    /// Leaves out the moves that a killer move of the other side refutes wherever the block is set, or
    /// its latest killer move alone; `unset` is the position with the null block.
    pub(super) fn leave_out_refuted(
        &mut self,
        node: &Node<'_>,
        unset: &Pentagame,
        is_latest: bool,
        moves: &mut Vec<Scored>,
        bounds: &mut Bounds,
    ) {
        let Decider::Player(player) = unset.decider() else { return };
        let side = self.payoffs.side(player.index());
        let count = self.state.killers[side].len();
        for index in 0..if is_latest { count.min(1) } else { count } {
            let answer = self.state.killers[side][index];
            if moves.is_empty() || !unset.is_legal(answer) {
                continue;
            }
            let mut child = unset.clone();
            child.play_unchecked(answer);
            let max = self.signed_bounds(node.sign, &child).1;
            if max > node.alpha {
                continue;
            }
            let mut blockers = std::mem::take(&mut self.blockers);
            blockers.clear();
            blockers.extend(moves.iter().map(|&(_, action)| action));
            unset.retain_blockers(answer, &mut blockers);
            if blockers.len() < moves.len() {
                bounds.upper = bounds.upper.max(max);
                let mut next = 0;
                moves.retain(|&(_, action)| {
                    let is_blocker = blockers.get(next) == Some(&action);
                    next += usize::from(is_blocker);
                    is_blocker
                });
            }
            self.blockers = blockers;
        }
    }
}

impl Pentagame {
    /// The position after this turn with its last block on no stop, if at least some of its `stops`
    /// are left; `None` too if the block in hand is not the last thing to be set, or if more depends on
    /// it than runs.
    ///
    /// Cards slide and take blocks (N13), and two kinds of ko compare whole boards (N11). A grey block
    /// that is left off the board counts as in the supply: three have to be there, since a turn takes
    /// two (N8, N10) and one more would have to be lifted otherwise.
    pub(super) fn null_block(&self, stops: usize) -> Option<Self> {
        let options = &self.law.options;
        let is_run_alone = options.dice.is_none()
            && !options.cards
            && !matches!(options.ko, Ko::Position | Ko::Undo);
        let is_set = match self.phase {
            Phase::Black(_) => true,
            Phase::Grey(_) => self.supply() > 2,
            _ => false,
        };
        if stops < MIN_STOPS || !is_run_alone || !is_set || !self.is_last_step() {
            return None;
        }
        let mut after = self.clone();
        after.finish(Turn::Played);
        Some(after)
    }

    /// Called on such a position: keeps those actions whose block may block an action that is legal
    /// here: on a stop that all paths of a piece share, or on the stop where it goes to (N7). An exit is
    /// never blocked (N10).
    ///
    /// After one of the others the action is legal too and leads to the same but for the block.
    pub(super) fn retain_blockers(&self, action: Action, settings: &mut Vec<Action>) {
        let numbering = &self.law.numbering;
        let shared = match numbering.step(action.0) {
            Some(Step::Exit(_)) => return settings.clear(),
            Some(Step::Move(slot, to, _)) => self.slot_piece(slot).and_then(|piece| {
                let from = self.board.pieces[piece];
                Some(paths(self.law.star, self.occupied.stops, from, to)?.shared)
            }),
            _ => None,
        };
        let Some(shared) = shared else { return };
        settings.retain(|&setting| match numbering.step(setting.0) {
            Some(Step::SetBlack(stop) | Step::SetGrey(stop)) => shared.has(stop),
            _ => true,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::MIN_STOPS;
    use crate::games::pentagame::{Options, Pentagame};
    use crate::position::{Decider, EndgameBounds, Position, RandomPlay, Rules};
    use crate::stream::Stream;

    /// The same answer after the block is set somewhere: another block stands on the board, the rest is
    /// equal, and the returns lie within those of the answer with none set.
    fn is_the_same(set: &Pentagame, unset: &Pentagame) -> bool {
        let seats = set.points().len();
        let narrowed = |position: &Pentagame| {
            let (mut min, mut max) = (vec![f32::MIN; seats], vec![f32::MAX; seats]);
            position.narrow(&mut min, &mut max);
            if position.decider() == Decider::Over {
                position.returns(&mut min);
                max.clone_from(&min);
            }
            (min, max)
        };
        let (within, bounds) = (narrowed(set), narrowed(unset));
        set.board.pieces == unset.board.pieces
            && (set.points, set.turns, set.seat) == (unset.points, unset.turns, unset.seat)
            && (set.phase, set.ended) == (unset.phase, unset.ended)
            && set.occupied.stops.minus(&unset.occupied.stops).len() == 1
            && within.0.iter().zip(&bounds.0).all(|(one, other)| one >= other)
            && within.1.iter().zip(&bounds.1).all(|(one, other)| one <= other)
    }

    /// N7, N8: wherever the block is set but in the way, an answer comes to the same.
    #[test]
    fn a_block_that_blocks_no_way_changes_nothing_in_an_answer() {
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
                        if let Some(unset) = position.null_block(MIN_STOPS)
                            && unset.decider() != Decider::Over
                        {
                            let places = position.legal();
                            for answer in unset.legal() {
                                let mut blockers = places.clone();
                                unset.retain_blockers(answer, &mut blockers);
                                hindered += blockers.len();
                                let mut after = unset.clone();
                                after.play_unchecked(answer);
                                for place in places.iter().filter(|place| !blockers.contains(place))
                                {
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
                        let sampled = || position.sample_legal(&mut stream, &mut Vec::new());
                        position.play_unchecked(action.unwrap_or_else(sampled));
                    }
                }
                assert!(same > 100 && hindered > 100, "{same} the same, {hindered} hindered");
            }
        }
    }
}
