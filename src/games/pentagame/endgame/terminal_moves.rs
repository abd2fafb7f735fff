//! Moves that end the game, and what is as good: moves after which the bounds of the returns are one
//! value, or enough.

use super::super::Pentagame;
use super::super::numbering::Step;
use super::super::position::Phase;
use super::search::{Bounds, Interval, Node, Search, signed};
use crate::position::{Action, Decider, EndgameBounds, Position};
use crate::solve::{Scored, payoff_at_end};

/// Killer moves of each side.
const KILLERS: usize = 4;

impl Search<'_> {
    /// Tries the moves that can end the game until one is enough; the others are left in `moves`.
    pub(super) fn terminal_moves(
        &mut self,
        node: &Node<'_>,
        actions: &[Action],
        moves: &mut Vec<Scored>,
        bounds: &mut Bounds,
    ) {
        if !node.can_end {
            moves.extend(actions.iter().map(|&action| (0, action)));
            return;
        }
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        candidates.extend_from_slice(actions);
        // Returns do not say what a utility lacks.
        let margin = if self.payoffs.are_returns() { node.enough() - node.min } else { 0.0 };
        node.position.retain_terminal(margin as f32, &mut candidates);
        let mut next = 0;
        for &action in actions {
            let is_candidate = candidates.get(next) == Some(&action);
            next += usize::from(is_candidate);
            let end = is_candidate.then(|| self.bounds_after(node, action));
            let is_known =
                |&(low, high): &Interval| low >= high || low >= node.beta || high <= node.alpha;
            let Some(interval) = end.filter(is_known) else {
                moves.push((0, action));
                continue;
            };
            bounds.add(action, interval);
            if interval.0 >= node.enough() {
                let killers = &mut self.state.killers[node.side];
                killers.truncate(KILLERS - 1);
                killers.insert(0, action);
                break;
            }
        }
        self.candidates = candidates;
    }

    /// A killer move that is enough here, and its value.
    pub(super) fn killer_move(&mut self, node: &Node<'_>) -> Option<(f64, Action)> {
        if !node.can_end {
            return None;
        }
        for index in 0..self.state.killers[node.side].len() {
            let action = self.state.killers[node.side][index];
            if node.position.is_legal(action) {
                let (value, _) = self.bounds_after(node, action);
                if value >= node.enough() {
                    self.state.killers[node.side][..=index].rotate_right(1);
                    return Some((value, action));
                }
            }
        }
        None
    }

    /// The bounds of a move: one value where it ends the game, else those of the returns.
    fn bounds_after(&mut self, node: &Node<'_>, action: Action) -> Interval {
        let mut child = node.position.clone();
        child.play_unchecked(action);
        self.signed_bounds(node.sign, &child)
    }

    /// The bounds of a position without a search, seen by the side of that sign.
    pub(super) fn signed_bounds(&mut self, sign: f64, position: &Pentagame) -> Interval {
        if position.decider() == Decider::Over {
            let value = sign * payoff_at_end(position, self.payoffs, &mut self.returns);
            return (value, value);
        }
        self.range.narrow(position, self.payoffs);
        signed(sign, (self.range.min[0], self.range.max[0]))
    }
}

impl Pentagame {
    /// Keeps the actions by which the game can end or all returns become certain, as
    /// [`EndgameBounds::can_end_by`] says or better. Those after which the smallest return of the seat
    /// to decide is not greater by `margin` than it is now need not be kept.
    ///
    /// Before the last turns it keeps also what closes the paths of the next seat, or may do so (N7, N8):
    /// that takes a turn's points from it, and a point of one's own is as much. Only a seat that
    /// reaches the target gains more, since few turns are left then (N15).
    pub(super) fn retain_terminal(&self, margin: f32, actions: &mut Vec<Action>) {
        let turn = 1.0 + f32::from(u8::from(self.law.options.double_exit));
        if margin > turn {
            let is_enough = margin <= 2.0 * turn || self.lacks_a_turn(self.seat);
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
}

#[cfg(test)]
mod tests {
    use crate::games::pentagame::{Options, Pentagame};
    use crate::position::{Decider, EndgameBounds, Position, RandomPlay, Rules};
    use crate::stream::Stream;

    fn min_return(position: &Pentagame, seat: usize) -> f32 {
        let (mut min, mut max) = ([f32::MIN; 4], [f32::MAX; 4]);
        let seats = position.points().len();
        if position.decider() == Decider::Over {
            position.returns(&mut min[..seats]);
        } else {
            position.narrow(&mut min[..seats], &mut max[..seats]);
        }
        min[seat]
    }

    /// N8, N10, N15, N16: no action that is left out gains the margin.
    #[test]
    fn a_terminal_move_that_is_left_out_is_not_enough() {
        for (players, teams, double_exit) in [(2, false, false), (2, false, true), (4, true, false)]
        {
            for (leg, arm, max_turns) in [(1, 1, 24), (1, 1, 1000), (6, 3, 40)] {
                let base = Options { players, teams, double_exit, ..Options::default() };
                let options = Options { max_turns, leg, arm, ..base };
                let (mut left_out, mut remaining) = (0, 0);
                for game in 0..12 {
                    let mut stream = Stream::new(game);
                    let mut position = options.start(&mut stream);
                    while position.decider() != Decider::Over && position.turns() < 400 {
                        let actions = position.legal();
                        let seat = usize::from(position.seat());
                        let before = min_return(&position, seat);
                        for margin in [0.5, 1.5, 2.5].into_iter().filter(|_| position.can_end()) {
                            let mut ends = actions.clone();
                            position.retain_terminal(margin, &mut ends);
                            remaining += ends.len();
                            for action in actions.iter().filter(|action| !ends.contains(action)) {
                                let mut after = position.clone();
                                after.play_unchecked(*action);
                                let gain = min_return(&after, seat) - before;
                                assert!(gain < margin, "{gain} {margin} {action:?}\n{position}");
                                left_out += 1;
                            }
                        }
                        let action = position.sample_legal(&mut stream, &mut Vec::new());
                        position.play_unchecked(action);
                    }
                }
                assert!(left_out > 100 && remaining > 100, "{left_out} left out, {remaining} kept");
            }
        }
    }
}
