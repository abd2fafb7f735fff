//! A principal variation search over the standings of a racer, for the player `alpha_beta`.
//!
//! It is for two sides, whose standings add up to nothing, so that one number is enough. With more
//! sides it would take all others for one enemy, which made it weaker than the search best first.
//! Nothing is proven: of each decision only the actions that lead to the best standings are searched
//! on, the late ones among them less deep.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use super::super::mask::Mask;
use super::super::moves::is_small;
use super::super::options::MAX_PLAYERS;
use super::super::position::{Pentagame, Phase};
use super::super::stops::Stops;
use crate::position::{Action, Decider, OwnSearch, Position as _, RaceWeights};
use crate::solve::Bound;

/// What a move takes of the depth. A block belongs to the turn of its move and takes less.
const MOVE: i32 = 2;
const BLOCK: i32 = 1;
/// The greatest depth.
const MAX_DEPTH: i32 = 64;
/// Actions of a decision that are searched on.
const WIDTH: usize = 8;
/// From these places on an action is searched a move less deep, and two moves.
const LATE: [usize; 2] = [2, 5];
/// Smaller than any difference between two standings that matters.
const NARROW: f32 = 1e-4;
/// Positions between two looks for Ctrl-C and at the clock: some fifty microseconds.
const POLL_EVERY: u64 = 32;
/// Entries of the table: for each position that may be judged one, as powers of two.
const ENTRIES: [u64; 2] = [1 << 10, 1 << 17];
/// How the standings are weighed: as `racer` does.
const AS_RACER: RaceWeights = RaceWeights {
    block: 0.0,
    others: 0.0,
    next: 1.0,
    stops: 1.0 / 32.0,
    area: 0.0,
    home: 0.0,
    abracadabra: 0.0,
};

/// What is known of a position, for the seat that decides there.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    value: f32,
    /// 0 where nothing is stored.
    depth: i32,
    bound: Bound,
    best: Action,
}

/// Nothing is stored.
const EMPTY: Entry = Entry { key: 0, value: 0.0, depth: 0, bound: Bound::Exact, best: Action(0) };

/// An action with what it leads to, for the seat that decides; in the last decision before the horizon
/// with how often it was enough elsewhere.
type Choice = (f32, Action);

/// A search from one position.
struct AlphaBeta<'a, S> {
    root: u8,
    table: Vec<Entry>,
    /// By action, for the others and for the side at the root: how often it was enough.
    history: Vec<[f32; 2]>,
    /// The lists of each decision on the way.
    lists: Vec<(Vec<Action>, Vec<Choice>)>,
    /// Positions judged, and how many may be.
    judged: u64,
    nodes: u64,
    stopped: bool,
    tick: &'a mut dyn FnMut() -> ControlFlow<()>,
    stops: PhantomData<S>,
}

impl OwnSearch for Pentagame {
    fn best_action(&self, nodes: u64, tick: &mut dyn FnMut() -> ControlFlow<()>) -> Action {
        if is_small(self.law.star) {
            AlphaBeta::<u128>::new(self, nodes, tick).best(self)
        } else {
            AlphaBeta::<Mask>::new(self, nodes, tick).best(self)
        }
    }
}

impl<'a, S: Stops> AlphaBeta<'a, S> {
    fn new(position: &Pentagame, nodes: u64, tick: &'a mut dyn FnMut() -> ControlFlow<()>) -> Self {
        let entries = nodes.clamp(ENTRIES[0], ENTRIES[1]).next_power_of_two();
        Self {
            root: position.seat,
            table: vec![EMPTY; entries as usize],
            history: vec![[0.0; 2]; position.law.numbering.num_actions()],
            lists: Vec::new(),
            judged: 0,
            nodes,
            stopped: false,
            tick,
            stops: PhantomData,
        }
    }

    /// The best action, searched a move deeper each time; of a round that was stopped what it had come
    /// to, since it begins with the best of the round before.
    fn best(&mut self, position: &Pentagame) -> Action {
        let mut actions = Vec::new();
        position.list_for_race(&mut actions);
        if let [only] = actions[..] {
            return only;
        }
        let judge = |action| (self.after(position, action), action);
        let mut choices: Vec<Choice> = actions.into_iter().map(judge).collect();
        put_best_first(&mut choices);
        let mut depth = MOVE;
        while depth <= MAX_DEPTH && !self.stopped {
            let (mut alpha, mut best) = (f32::NEG_INFINITY, 0);
            for (place, &(_, action)) in choices.iter().enumerate() {
                let window = (alpha, f32::INFINITY);
                let rest = depth - cost(position);
                let value = self.child(position, action, rest, window, 0, place);
                if self.stopped {
                    break;
                }
                if value > alpha {
                    (alpha, best) = (value, place);
                }
            }
            choices[..=best].rotate_right(1);
            depth += MOVE;
        }
        choices[0].1
    }

    fn is_own(&self, position: &Pentagame) -> bool {
        position.seat == self.root || position.law.partners(position.seat, self.root)
    }

    /// How the side at the root stands.
    fn standing(&mut self, position: &Pentagame) -> f32 {
        self.judged += 1;
        self.stopped |= self.judged >= self.nodes
            || (self.judged.is_multiple_of(POLL_EVERY) && (self.tick)().is_break());
        let mut standings = [0.0; MAX_PLAYERS];
        let standings = &mut standings[..position.law.players()];
        if position.decider() == Decider::Over {
            position.returns(standings);
        } else {
            position.standings::<S>(&AS_RACER, standings);
        }
        standings[usize::from(self.root)]
    }

    /// What an action leads to, for the seat that decides.
    fn after(&mut self, position: &Pentagame, action: Action) -> f32 {
        let mut next = position.clone();
        next.play_unchecked(action);
        let standing = self.standing(&next);
        if self.is_own(position) { standing } else { -standing }
    }

    /// What an action is worth for the seat that decides, by a search of this depth after it: in a narrow
    /// window, unless it is the first, and late ones less deep, as long as they seem no better.
    fn child(
        &mut self,
        position: &Pentagame,
        action: Action,
        depth: i32,
        (alpha, beta): (f32, f32),
        ply: usize,
        place: usize,
    ) -> f32 {
        if depth <= 0 {
            return self.after(position, action);
        }
        let mut next = position.clone();
        next.play_unchecked(action);
        if next.decider() == Decider::Over {
            return self.after(position, action);
        }
        let is_same = self.is_own(&next) == self.is_own(position);
        let mut value = |depth, alpha: f32, beta: f32| {
            if depth <= 0 {
                self.after(position, action)
            } else if is_same {
                self.search(&next, depth, (alpha, beta), ply + 1)
            } else {
                -self.search(&next, depth, (-beta, -alpha), ply + 1)
            }
        };
        if place == 0 {
            return value(depth, alpha, beta);
        }
        let late = LATE.iter().filter(|&&late| place >= late).count() as i32;
        let narrow = alpha + NARROW;
        if late > 0 && depth > MOVE {
            let rest = (depth - late * MOVE).max(1);
            if value(rest, alpha, narrow) <= alpha {
                return alpha;
            }
        }
        let result = value(depth, alpha, narrow);
        if result <= alpha || result >= beta { result } else { value(depth, alpha, beta) }
    }

    /// What a position is worth for the seat that decides there.
    fn search(
        &mut self,
        position: &Pentagame,
        depth: i32,
        (alpha, beta): (f32, f32),
        ply: usize,
    ) -> f32 {
        let key = position.key();
        let slot = key as usize & (self.table.len() - 1);
        let entry = self.table[slot];
        let is_known = entry.depth > 0 && entry.key == key;
        let is_enough = entry.bound.is_enough(entry.value, alpha, beta);
        if is_known && is_enough && entry.depth >= depth {
            return entry.value;
        }
        let first = is_known.then_some(entry.best);
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, Default::default);
        }
        let (mut actions, mut choices) = std::mem::take(&mut self.lists[ply]);
        position.list_for_race(&mut actions);
        let (rest, side) = (depth - cost(position), usize::from(self.is_own(position)));
        // At the horizon all actions are judged anyway, until one is enough: the order is by history.
        let is_last = rest <= 0;
        choices.clear();
        for &action in &actions {
            let value = match first {
                Some(first) if first == action => f32::INFINITY,
                _ if is_last => self.history[action.index()][side],
                _ => self.after(position, action),
            };
            choices.push((value, action));
        }
        put_best_first(&mut choices);
        let width = if is_last { choices.len() } else { WIDTH };
        let (mut max, mut best, mut low) = (f32::NEG_INFINITY, choices[0].1, alpha);
        for (place, &(_, action)) in choices.iter().enumerate().take(width) {
            if self.stopped {
                break;
            }
            let value = self.child(position, action, rest, (low, beta), ply, place);
            if value > max {
                (max, best) = (value, action);
                low = low.max(value);
            }
            if value >= beta {
                self.history[action.index()][side] += (depth * depth) as f32;
                break;
            }
        }
        self.lists[ply] = (actions, choices);
        if !self.stopped {
            let bound = Bound::of(max, alpha, beta);
            self.table[slot] = Entry { key, value: max, depth, bound, best };
        }
        max
    }
}

/// What the decision due takes of the depth.
fn cost(position: &Pentagame) -> i32 {
    if position.phase == Phase::Move { MOVE } else { BLOCK }
}

/// Sorts by value; equal ones stay in the order of their numbers.
fn put_best_first(choices: &mut [Choice]) {
    choices.sort_by(|one, other| other.0.total_cmp(&one.0));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pentagame::Options;
    use crate::position::Rules as _;
    use crate::stream::Stream;

    /// Sets of stops of either kind, for small stars and for all, give the same answers.
    #[test]
    fn both_kinds_of_sets_answer_alike() {
        for teams in [false, true] {
            let players = if teams { 4 } else { 2 };
            let mut stream = Stream::new(u64::from(players));
            let options = Options { players, teams, ..Options::default() };
            let mut position = options.start(&mut stream);
            for _ in 0..12 {
                let mut tick = || ControlFlow::Continue(());
                let small = AlphaBeta::<u128>::new(&position, 150, &mut tick).best(&position);
                let mut tick = || ControlFlow::Continue(());
                let large = AlphaBeta::<Mask>::new(&position, 150, &mut tick).best(&position);
                assert_eq!(small, large, "{position}");
                position.play_unchecked(small);
            }
        }
    }

    /// Who breaks off at once gets the action that leads to the best standing.
    #[test]
    fn a_search_that_is_stopped_has_an_answer() {
        let position = Options::default().start(&mut Stream::new(1));
        let action = position.best_action(u64::MAX, &mut || ControlFlow::Break(()));
        let search = |action| {
            let mut tick = || ControlFlow::Continue(());
            AlphaBeta::<u128>::new(&position, 10, &mut tick).after(&position, action)
        };
        let mut actions = Vec::new();
        position.list_for_race(&mut actions);
        assert!(actions.iter().all(|&other| search(other) <= search(action)));
    }
}
