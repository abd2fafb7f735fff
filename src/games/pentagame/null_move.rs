//! What the next seat threatens: a point that it makes unless this turn prevents it (N7, N8, N10).
//!
//! A search that asks whether a turn is good enough need not look at turns that leave such a
//! threat alone. Of a thousand turns some twenty touch the way home of one piece:
//!
//! ```text
//! leg B-d   [.] . 1d . . [.]     1d runs home to d unless a piece or a block comes to one of the
//!                                two stops between, a piece comes to d, or 1d itself is moved
//! ```
//!
//! - A block on the goal is no hindrance: who runs onto it is home (N8).
//! - A piece that waits on its goal leaves unless it is swapped away (N10). Where another piece is
//!   brought home meanwhile that one has to leave first, which is a point as well.
//! - A piece on the goal is one: the run home is a swap then, which the ko may bar (N11).
//! - A black block that is lifted in this turn may be set on the way (N7), and so may the grey one of
//!   a piece that leaves (N8).
//! - A point made in this turn changes what the game can end with (N15, N17), so it counts as a turn
//!   that may prevent the threat.

use super::mask::Mask;
use super::moves::{Reach, is_small};
use super::numbering::Step;
use super::options::MAX_PIECES;
use super::position::{Pending, Pentagame, Phase};
use super::star::{OFF, Stop};
use super::stops::Stops;
use super::turn_end::Turn;
use crate::position::{Action, NullMoveThreat};

/// Ways of one piece that are looked for, none of which meets another.
const WAYS: usize = 3;

/// A way home: where the piece stands, and the empty stops that it runs through.
struct Way {
    from: Stop,
    goal: Stop,
    between: Mask,
}

impl Pentagame {
    /// Writes what the next seat can do about a point whatever else is done in this turn; false if
    /// it threatens none, or dice or cards make that uncertain (N13).
    ///
    /// Partners threaten each other with nothing (N6). Several threats are answered by one turn only
    /// if it prevents each of them. What the returns can be afterwards is told by points and turns
    /// alone (N15 to N17), since this turn may open ways for others.
    pub(super) fn next_threat(&self, out: &mut NullMoveThreat) -> bool {
        let (law, players) = (&self.law, self.law.options.players);
        let next = (self.seat + 1) % players;
        let is_known = law.options.dice.is_none() && !law.options.cards && players > 1;
        if !is_known || self.ended.is_some() || law.partners(next, self.seat) {
            return false;
        }
        let mut found = false;
        let (pieces, count) = self.pieces_that_leave(next);
        for &piece in &pieces[..count] {
            let mut closed = self.occupied.stops;
            for _ in 0..WAYS {
                let Some(way) = self.way_home(piece, &closed) else { break };
                if !found {
                    self.list(&mut out.spoilers);
                    found = true;
                }
                out.spoilers.retain(|&action| self.may_spoil(action, &way));
                if way.between.is_empty() {
                    break;
                }
                closed = closed.or(&way.between);
            }
        }
        if found {
            // As if this turn were over and the piece out.
            let mut after = self.clone();
            after.finish(Turn::Played);
            if after.ended.is_some() {
                return false;
            }
            after.points[usize::from(next)] += 1;
            after.phase = Phase::Grey(Pending { greys: 1, exit: true });
            let [least, most] = &mut out.returns;
            after.narrow_by_turns(None, least, most);
        }
        found
    }

    /// The pieces of a seat that could leave by its next turn (N7, N8): they wait on their goals
    /// (N10) or reach them.
    fn pieces_that_leave(&self, seat: u8) -> ([usize; MAX_PIECES], usize) {
        fn by<S: Stops>(position: &Pentagame, seat: u8) -> ([usize; MAX_PIECES], usize) {
            let law = &position.law;
            let (mut found, mut count) = ([0; MAX_PIECES], 0);
            let mut ways = Reach::<S>::new(law.star, &position.occupied);
            ways.find_regions(law.star);
            for piece in law.own(seat) {
                let (from, goal) = (position.board.pieces[piece], law.goal(piece));
                if from != OFF && (from == goal || ways.from(from).has(goal)) {
                    (found[count], count) = (piece, count + 1);
                }
            }
            (found, count)
        }
        if is_small(self.law.star) { by::<u128>(self, seat) } else { by::<Mask>(self, seat) }
    }

    /// A shortest way home for a piece, through stops that are not closed. None onto a goal that
    /// holds a piece: the ko may bar that swap (N11).
    fn way_home(&self, piece: usize, closed: &Mask) -> Option<Way> {
        let (star, from, goal) = (self.law.star, self.board.pieces[piece], self.law.goal(piece));
        if from == goal {
            return Some(Way { from, goal, between: Mask::default() });
        }
        if self.board.piece_on(goal).is_some() {
            return None;
        }
        let mut before = [OFF; 64 * super::mask::WORDS];
        let mut seen: Mask = [from].into_iter().collect();
        let (mut queue, mut done) = (vec![from], 0);
        while let Some(&stop) = queue.get(done) {
            done += 1;
            for &beside in &star.neighbours[usize::from(stop)] {
                if beside == goal {
                    let (mut between, mut stop) = (Mask::default(), stop);
                    while stop != from {
                        between.insert(stop);
                        stop = before[usize::from(stop)];
                    }
                    return Some(Way { from, goal, between });
                }
                if !seen.has(beside) && !closed.has(beside) {
                    seen.insert(beside);
                    before[usize::from(beside)] = stop;
                    queue.push(beside);
                }
            }
        }
        None
    }

    /// May this step, or what follows it in the turn, take a way home from the next seat, or does it
    /// make a point?
    ///
    /// A run does if it ends on the way or at the piece (N7: a swap moves it), if it lifts a black
    /// block, which is set next, or if it brings a piece home (N8, N10). A block does if it is set on
    /// the way, or if another one follows it in the turn.
    fn may_spoil(&self, action: Action, way: &Way) -> bool {
        let is_open = !way.between.is_empty();
        match self.law.numbering.step(action.0) {
            Some(Step::Move(_, to, _)) => {
                self.may_score(action)
                    || way.between.has(to)
                    || to == way.from
                    || to == way.goal
                    || (is_open && self.board.black.has(to))
            }
            Some(Step::SetBlack(stop) | Step::SetGrey(stop)) => {
                way.between.has(stop) || (is_open && !self.is_last_step())
            }
            Some(Step::Lift(_)) => is_open,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::games::pentagame::{Options, Pentagame};
    use crate::position::{Action, Decider, NullMoveThreat, Position, RandomPlay, Rules, Tactics};
    use crate::stream::Stream;

    fn legal(position: &Pentagame) -> Vec<Action> {
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        actions
    }

    /// What the next seat threatens, and whether it threatens anything.
    fn threat(position: &Pentagame, seats: usize) -> (bool, NullMoveThreat) {
        let returns = [vec![f32::MIN; seats], vec![f32::MAX; seats]];
        let mut threat = NullMoveThreat { returns, spoilers: Vec::new() };
        (position.null_move_threat(&mut threat), threat)
    }

    /// The returns after one of the ways in which the seat to decide can make a point now, the block
    /// not set yet (N8, N10); `None` if there is no such way.
    fn after_a_point(position: &Pentagame, seats: usize) -> Option<[Vec<f32>; 2]> {
        let seat = usize::from(position.seat());
        legal(position).into_iter().find_map(|action| {
            let mut after = position.clone();
            after.play_unchecked(action);
            // A black block on the goal is set first.
            (after.points()[seat] > position.points()[seat]).then(|| {
                let mut ends = [vec![f32::MIN; seats], vec![f32::MAX; seats]];
                let [least, most] = &mut ends;
                after.narrow_by_turns(None, least, most);
                ends
            })
        })
    }

    /// N7, N8, N10: whatever is done in this turn but to spoil it, the next seat makes its point,
    /// and the returns are then within what was told.
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
                        let (found, told) = threat(&position, seats);
                        let safe = |action: &Action| found && !told.spoilers.contains(action);
                        for action in legal(&position).into_iter().filter(safe) {
                            let mut next = position.clone();
                            next.play_unchecked(action);
                            while next.turns() == position.turns() {
                                // What comes after it in the turn may not spoil it either.
                                let mut rest = legal(&next);
                                let at = stream.below(rest.len());
                                next.play_unchecked(rest.swap_remove(at));
                            }
                            let ends = after_a_point(&next, seats);
                            let ends = ends.unwrap_or_else(|| panic!("{action:?}\n{position}"));
                            let within = ends[0].iter().zip(&told.returns[0]).all(|(a, b)| a >= b)
                                && ends[1].iter().zip(&told.returns[1]).all(|(a, b)| a <= b);
                            assert!(within, "{ends:?}, told {told:?}\n{position}");
                            stood += 1;
                        }
                        spoilt += if found { told.spoilers.len() } else { 0 };
                        let action = position.draw_legal(&mut stream, &mut Vec::new());
                        position.play_unchecked(action);
                    }
                }
                assert!(stood > 100 && spoilt > 100, "{stood} stood, {spoilt} may not");
            }
        }
    }

    /// N13: with dice or cards nothing is told.
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
                    assert!(!threat(&position, 2).0);
                    let action = position.draw_legal(&mut stream, &mut Vec::new());
                    position.play_unchecked(action);
                }
            }
        }
    }
}
