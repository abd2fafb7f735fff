//! What a turn that makes no point leaves to the seat to decide (N15 to N17), and what the next seat
//! threatens: a point that it makes unless this turn prevents it (N7, N8, N10).
//!
//! A search that asks whether a turn is good enough need not look at turns that make no point where
//! that is not enough, nor at turns that leave such a threat alone. Of a thousand turns some twenty
//! touch the way home of one piece:
//!
//! ```text
//! leg B-d   [.] . 1d . . [.]     1d runs home to d unless a piece or a block comes to one of the
//!                                two stops between, a piece comes to d, or 1d itself is moved
//! ```
//!
//! - Where other paths or other pieces lead home, only a stop on all of them is one to close.
//! - A block on the goal is no hindrance: who runs onto it is home (N8).
//! - A piece that waits on its goal leaves unless it is swapped away (N10). Where another piece is
//!   brought home meanwhile that one has to leave first, which is a point as well.
//! - A piece on the goal is one: the run home is a swap then, which the ko may bar (N11).
//! - A black block that is lifted in this turn may be set on the way (N7), and so may the grey one of
//!   a piece that leaves (N8).
//! - A point made in this turn changes what the game can end with (N15, N17), so it counts as a turn
//!   that may prevent the threat.

use super::super::mask::Mask;
use super::super::moves::{Reach, is_small};
use super::super::numbering::Step;
use super::super::options::MAX_PIECES;
use super::super::position::{Pending, Pentagame, Phase};
use super::super::star::{OFF, Stop};
use super::super::stops::Stops;
use super::super::turn_end::Turn;
use super::paths::paths;
use crate::position::Action;

/// A piece that runs home unless it is prevented, or waits there (N8, N10).
#[derive(Clone, Copy, Default)]
struct Leaving {
    from: Stop,
    goal: Stop,
}

/// What prevents all of the leaving pieces of a seat at once.
struct Hindrances<'a> {
    leaving: &'a [Leaving],
    /// Empty stops on which a piece closes all their paths.
    pieces: Mask,
    /// Those on which a block does: a block on a goal is no hindrance.
    blocks: Mask,
    /// Two blocks may do what one does not.
    is_open: bool,
}

impl Pentagame {
    /// Narrows the returns to what they can be after a turn without a point; with `threat`, after the
    /// next seat has made one then, if it makes one whatever is done in this turn but to prevent it.
    /// False if it has none, where many turns are left, since nothing follows then, or if dice or
    /// cards make it uncertain (N13).
    ///
    /// Partners threaten each other with nothing (N6). What the returns can be afterwards is bounded by
    /// points and turns alone (N15 to N17), since this turn may open paths for others.
    pub(super) fn after_null_move(&self, threat: bool, min: &mut [f32], max: &mut [f32]) -> bool {
        let (law, next) = (&self.law, self.seat_after());
        let is_known = law.options.dice.is_none() && !law.options.cards && law.players() > 1;
        if !is_known || self.ended.is_some() {
            return false;
        }
        let is_computed = if threat {
            let mut leaving = [Leaving::default(); MAX_PIECES];
            !law.partners(next, self.seat) && self.surely_leaving(next, &mut leaving) > 0
        } else {
            self.phase == Phase::Move && (self.is_cut_off_soon() || self.target_reached())
        };
        if !is_computed {
            return false;
        }
        // As if this turn were over.
        let mut after = self.clone();
        after.finish(Turn::Played);
        if after.ended.is_some() {
            return false;
        }
        if threat {
            // And the piece out.
            after.points[usize::from(next)] += 1;
            after.phase = Phase::Grey(Pending { greys: 1, exit: true });
        }
        after.narrow_by_turns(None, min, max);
        true
    }

    /// Writes the legal actions of which [`Self::after_null_move`] does not speak: those that may make a
    /// point, and with `threat` those that may prevent the threat.
    pub(super) fn relevant_moves(&self, threat: bool, out: &mut Vec<Action>) {
        self.list(out);
        if threat {
            self.retain_defences(out);
        } else {
            out.retain(|&action| self.may_score(action));
        }
    }

    /// Keeps the actions that may prevent such a point, or make one.
    fn retain_defences(&self, actions: &mut Vec<Action>) {
        let mut leaving = [Leaving::default(); MAX_PIECES];
        let count = self.surely_leaving(self.seat_after(), &mut leaving);
        let hindrances = self.hindrances(&leaving[..count]);
        actions.retain(|&action| self.may_spoil(action, &hindrances));
    }

    fn seat_after(&self) -> u8 {
        (self.seat + 1) % self.law.options.players
    }

    /// Keeps the steps that make a point, or after which the next seat may not be able to leave any more
    /// (N7, N8), as `tactics.rs` says: whether it can, not whether the ko lets it (N11).
    pub(super) fn retain_closing(&self, actions: &mut Vec<Action>) {
        let next = self.seat_after();
        let mut leaving = [Leaving::default(); MAX_PIECES];
        let count = self.leaving_to(next, |_| true, &mut leaving);
        if count > 0 {
            let Hindrances { leaving, blocks, .. } = self.hindrances(&leaving[..count]);
            actions.retain(|&action| match self.law.numbering.step(action.0) {
                Some(Step::Move(_, to, _)) => {
                    blocks.has(to)
                        || leaving.iter().all(|piece| piece.from == to)
                        || self.may_score(action)
                }
                Some(Step::SetBlack(stop) | Step::SetGrey(stop)) => blocks.has(stop),
                Some(Step::Lift(_)) => false,
                _ => true,
            });
        } else if self.is_last_step() && !self.can_leave(next) {
            actions.clear();
        }
    }

    /// The pieces of a seat that could leave by its next turn (N7, N8): they wait on their goals
    /// (N10) or reach them. None whose goal holds a piece: the ko may bar that swap (N11).
    fn surely_leaving(&self, seat: u8, out: &mut [Leaving; MAX_PIECES]) -> usize {
        self.leaving_to(seat, |goal| self.board.piece_on(goal).is_none(), out)
    }

    /// The pieces of a seat that wait on their goals, or reach a goal of which `is_one` is true.
    fn leaving_to(
        &self,
        seat: u8,
        is_one: impl Fn(Stop) -> bool,
        out: &mut [Leaving; MAX_PIECES],
    ) -> usize {
        fn by<S: Stops>(
            position: &Pentagame,
            seat: u8,
            is_one: impl Fn(Stop) -> bool,
            out: &mut [Leaving; MAX_PIECES],
        ) -> usize {
            let (law, mut count) = (&position.law, 0);
            let mut paths = Reach::<S>::new(law.star, &position.occupied);
            paths.find_regions(law.star);
            for piece in law.own(seat) {
                let (from, goal) = (position.board.pieces[piece], law.goal(piece));
                let reaches = || is_one(goal) && paths.from(from).has(goal);
                if from != OFF && (from == goal || reaches()) {
                    out[count] = Leaving { from, goal };
                    count += 1;
                }
            }
            count
        }
        if is_small(self.law.star) {
            by::<u128>(self, seat, is_one, out)
        } else {
            by::<Mask>(self, seat, is_one, out)
        }
    }

    /// What prevents all of these pieces from leaving: none runs onto a stop that another piece closes,
    /// since the ko may bar that swap (N11).
    fn hindrances<'a>(&self, leaving: &'a [Leaving]) -> Hindrances<'a> {
        let (mut on_all, mut is_open) = (None::<Mask>, true);
        for &Leaving { from, goal } in leaving {
            let paths = if from == goal {
                None
            } else {
                paths(self.law.star, self.occupied.stops, from, goal)
            };
            let shared = paths.map_or(Mask::default(), |paths| paths.shared);
            is_open &= paths.is_some_and(|paths| paths.is_open);
            on_all = Some(on_all.map_or(shared, |others| others.and(&shared)));
        }
        let pieces = on_all.unwrap_or_default();
        let mut blocks = pieces;
        for piece in leaving {
            blocks.remove(piece.goal);
        }
        Hindrances { leaving, pieces, blocks, is_open }
    }

    /// May this step, or what follows it in the turn, prevent all leaving pieces from leaving, or does
    /// it make a point? A run that lifts a black block may if a block closes all paths, for that is set
    /// next (N7).
    ///
    /// A run comes upon all paths if it ends where a piece closes them, or at the pieces themselves (N7: a
    /// swap moves them).
    fn may_spoil(&self, action: Action, hindrances: &Hindrances<'_>) -> bool {
        let Hindrances { leaving, pieces, blocks, is_open } = hindrances;
        match self.law.numbering.step(action.0) {
            Some(Step::Move(_, to, _)) if self.occupied.has(to) => {
                self.may_score(action)
                    || leaving.iter().all(|piece| piece.from == to)
                    || leaving.iter().any(|piece| piece.goal == to)
                    || (self.board.black.has(to) && !blocks.is_empty())
            }
            Some(Step::Move(_, to, _)) => self.may_score(action) || pieces.has(to),
            Some(Step::SetBlack(stop) | Step::SetGrey(stop)) => {
                blocks.has(stop) || (*is_open && !self.is_last_step())
            }
            Some(Step::Lift(_)) => *is_open,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::games::pentagame::{Options, Pentagame};
    use crate::position::{Action, Decider, EndgameBounds, Position, RandomPlay, Rules};
    use crate::stream::Stream;

    /// The returns once the next seat has carried out what it threatens, and what may prevent that;
    /// `None` if it threatens nothing.
    fn threat(position: &Pentagame, seats: usize) -> Option<([Vec<f32>; 2], Vec<Action>)> {
        let (mut min, mut max) = (vec![f32::MIN; seats], vec![f32::MAX; seats]);
        position.after_null_move(true, &mut min, &mut max).then(|| {
            let mut spoilers = Vec::new();
            position.relevant_moves(true, &mut spoilers);
            ([min, max], spoilers)
        })
    }

    /// The returns after one of the ways in which the seat to decide can make a point now, the block
    /// not set yet (N8, N10); `None` if there is no such way.
    fn after_a_point(position: &Pentagame, seats: usize) -> Option<[Vec<f32>; 2]> {
        let seat = usize::from(position.seat());
        position.legal().into_iter().find_map(|action| {
            let mut after = position.clone();
            after.play_unchecked(action);
            // A black block on the goal is set first.
            (after.points()[seat] > position.points()[seat]).then(|| {
                let mut ends = [vec![f32::MIN; seats], vec![f32::MAX; seats]];
                let [min, max] = &mut ends;
                after.narrow_by_turns(None, min, max);
                ends
            })
        })
    }

    /// N7, N8, N10: whatever is done in this turn but to spoil it, the next seat makes its point,
    /// and the returns are then within these bounds.
    #[test]
    fn a_threat_stands_after_every_turn_that_does_not_spoil_it() {
        for (players, teams) in [(2, false), (4, true)] {
            for (leg, arm, turns) in [(1, 1, 60), (6, 3, 150)] {
                let options = Options { players, teams, leg, arm, ..Options::default() };
                let mut stream = Stream::new(u64::from(players));
                let (mut stood, mut spoilt) = (0, 0);
                for game in 0..6 {
                    let mut position = options.start(&mut Stream::new(game));
                    while position.decider() != Decider::Over && position.turns() < turns {
                        let seats = usize::from(players);
                        let bounds = threat(&position, seats);
                        let (is_threat, (bounds, spoilers)) =
                            (bounds.is_some(), bounds.unwrap_or_default());
                        let safe = |action: &Action| is_threat && !spoilers.contains(action);
                        for action in position.legal().into_iter().filter(safe) {
                            let mut next = position.clone();
                            next.play_unchecked(action);
                            while next.turns() == position.turns() {
                                // What comes after it in the turn may not spoil it either.
                                let mut rest = next.legal();
                                let at = stream.below(rest.len());
                                next.play_unchecked(rest.swap_remove(at));
                            }
                            let ends = after_a_point(&next, seats);
                            let ends = ends.unwrap_or_else(|| panic!("{action:?}\n{position}"));
                            let within = ends[0].iter().zip(&bounds[0]).all(|(a, b)| a >= b)
                                && ends[1].iter().zip(&bounds[1]).all(|(a, b)| a <= b);
                            assert!(within, "{ends:?}, bounds {bounds:?}\n{position}");
                            stood += 1;
                        }
                        spoilt += spoilers.len();
                        let action = position.sample_legal(&mut stream, &mut Vec::new());
                        position.play_unchecked(action);
                    }
                }
                assert!(stood > 100 && spoilt > 100, "{stood} stood, {spoilt} may not");
            }
        }
    }

    /// N8, N16: a turn that makes no point is worth no more than its bound.
    #[test]
    fn a_turn_without_a_point_brings_what_is_told() {
        for (players, teams) in [(2, false), (4, true)] {
            let short = Options { players, teams, leg: 1, arm: 1, ..Options::default() };
            let (mut stream, mut bounded) = (Stream::new(5), 0);
            for game in 0..60 {
                let options = Options { max_turns: 10 + game % 30, ..short.clone() };
                let mut position = options.start(&mut Stream::new(u64::from(game)));
                while position.decider() != Decider::Over {
                    let seats = usize::from(players);
                    let (mut min, mut max) = (vec![f32::MIN; seats], vec![f32::MAX; seats]);
                    if position.after_null_move(false, &mut min, &mut max) {
                        let mut others = Vec::new();
                        position.relevant_moves(false, &mut others);
                        for action in
                            position.legal().into_iter().filter(|one| !others.contains(one))
                        {
                            let mut next = position.clone();
                            next.play_unchecked(action);
                            let (mut low, mut high) =
                                (vec![f32::MIN; seats], vec![f32::MAX; seats]);
                            next.narrow(&mut low, &mut high);
                            let is_within = low.iter().zip(&min).all(|(a, b)| a >= b)
                                && high.iter().zip(&max).all(|(a, b)| a <= b);
                            assert_eq!(next.points(), position.points(), "{action:?}\n{position}");
                            assert!(is_within, "{action:?} {low:?} {high:?}\n{position}");
                            bounded += 1;
                        }
                    }
                    let action = position.sample_legal(&mut stream, &mut Vec::new());
                    position.play_unchecked(action);
                }
            }
            assert!(bounded > 100, "{bounded}");
        }
    }

    /// N13: with dice or cards there is no bound.
    #[test]
    fn dice_and_cards_leave_no_threat_certain() {
        use crate::games::pentagame::Dice;
        let dice = Options { dice: Some(Dice::Before), ..Options::default() };
        let cards = Options { cards: true, ..Options::default() };
        for options in [dice, cards] {
            let mut stream = Stream::new(3);
            let mut position = options.start(&mut stream);
            for _ in 0..400 {
                if position.decider() != Decider::Over {
                    assert!(threat(&position, 2).is_none());
                    let action = position.sample_legal(&mut stream, &mut Vec::new());
                    position.play_unchecked(action);
                }
            }
        }
    }
}
