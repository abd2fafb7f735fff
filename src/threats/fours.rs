//! Wins by continuous fours: every attack makes a four, to which there is one answer.
//!
//! Without captures a four leaves the other colour one point, or none: where two points win, where
//! the one that stops it is a foul, the attack has won. So the search is among attacks alone, and
//! what it finds is a line.

use smallvec::SmallVec;

use super::board::{Board, ByKey};
use crate::board::{Colour, Point};
use crate::stones::Fouls;
use crate::stones::patterns::Pattern;

/// Attacks looked ahead in each round; the last one is beyond every board.
const ROUNDS: [u32; 5] = [2, 5, 12, 30, 5000];

/// What a search found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It is won.
    Win,
    /// There is no win.
    None,
    /// A limit came first.
    Limit,
}

/// What is known of positions in which no win by fours was found: attacks looked ahead.
pub type Failures = ByKey<u32>;

/// The search, with what it keeps from call to call.
pub struct Fours {
    failures: [Failures; 2],
    /// The line: attack, answer, attack ... up to the attack that decides.
    pub line: Vec<Point>,
    /// Attacks looked ahead at most.
    pub deepest: u32,
    /// Positions that this call may still look at.
    left: u64,
}

impl Fours {
    /// Knows nothing yet.
    pub fn new() -> Self {
        let failures = [Failures::default(), Failures::default()];
        Self { failures, line: Vec::new(), deepest: u32::MAX, left: 0 }
    }

    /// Looks for a win of `attacker`, who is to move, among at most `max_nodes` positions; `line` holds
    /// it afterwards.
    pub fn search<F: Fouls>(
        &mut self,
        board: &mut Board<F>,
        attacker: Colour,
        max_nodes: u64,
    ) -> Status {
        self.left = max_nodes;
        for depth in ROUNDS {
            self.line.clear();
            match self.attack(board, attacker, depth.min(self.deepest)) {
                Status::Limit if depth >= self.deepest => return Status::Limit,
                Status::Limit if self.left > 0 && !board.budget.is_spent => {}
                status => return status,
            }
        }
        Status::None
    }

    fn attack<F: Fouls>(&mut self, board: &mut Board<F>, own: Colour, depth: u32) -> Status {
        if !board.budget.count() || self.left == 0 {
            return Status::Limit;
        }
        self.left -= 1;
        let other = own.other();
        if let [Some(five), _] = board.table.two(own, Pattern::FIVE) {
            self.line.push(five);
            return Status::Win;
        }
        let mut attacks: SmallVec<[(u32, Point); 32]> = SmallVec::new();
        match board.table.two(other, Pattern::FIVE) {
            [Some(_), Some(_)] => return Status::None,
            [Some(due), None] => {
                if !board.table.joined(own, due).has(Pattern::FOUR) {
                    return Status::None;
                }
                attacks.push((0, due));
            }
            [None, _] => board.table.each(own, Pattern::FOUR, |point| attacks.push((0, point))),
        }
        if attacks.is_empty() {
            return Status::None;
        }
        let key = board.key();
        if let Some(&known) = self.failures[own.index()].get(&key)
            && known >= depth
        {
            return if known == u32::MAX { Status::None } else { Status::Limit };
        }
        // Two points to win on decide without a look ahead.
        for (score, point) in &mut attacks {
            let patterns = board.table.patterns(own, *point);
            let points: u32 = patterns.iter().map(|pattern| pattern.points()).sum();
            if points >= 2 && board.allows(own, *point) && !sticks(board, own, *point) {
                self.line.push(*point);
                return Status::Win;
            }
            let joined = board.table.joined(own, *point);
            *score =
                2 * u32::from(joined.has(Pattern::THREE)) + u32::from(joined.has(Pattern::BUD));
        }
        let mut status = Status::None;
        if depth > 1 {
            attacks.sort_unstable_by_key(|&(score, point)| (std::cmp::Reverse(score), point));
            for (_, point) in attacks {
                match self.four(board, own, other, point, depth) {
                    Status::Win => return Status::Win,
                    Status::Limit => status = Status::Limit,
                    Status::None => {}
                }
                if self.left == 0 || board.budget.is_spent {
                    return Status::Limit;
                }
            }
        } else {
            status = Status::Limit;
        }
        let searched = if status == Status::None { u32::MAX } else { depth };
        self.failures[own.index()].insert(key, searched);
        status
    }

    /// Plays one four and its answer, and looks on.
    fn four<F: Fouls>(
        &mut self,
        board: &mut Board<F>,
        own: Colour,
        other: Colour,
        point: Point,
        depth: u32,
    ) -> Status {
        if !board.allows(own, point) {
            return Status::None;
        }
        board.play(own, point);
        let mut status = Status::None;
        if let [Some(answer), second] = board.table.two(own, Pattern::FIVE)
            && !board.is_stuck(other)
        {
            self.line.push(point);
            if second.is_some() || !board.allows(other, answer) {
                status = Status::Win;
            } else {
                self.line.push(answer);
                board.play(other, answer);
                status = self.attack(board, own, depth - 1);
                board.undo();
            }
            if status != Status::Win {
                // What the search below has left of the line goes with this attack.
                let length = self.line.len() - 2;
                self.line.truncate(length);
            }
        }
        board.undo();
        status
    }
}

/// Would this attack end the game in a draw, since the other colour has no point left (G5)?
fn sticks<F: Fouls>(board: &mut Board<F>, own: Colour, point: Point) -> bool {
    if !board.stuck_draws() {
        return false;
    }
    board.play(own, point);
    let is_stuck = board.is_stuck(own.other());
    board.undo();
    is_stuck
}
