//! Wins at each step of which the attacker threatens to win at once, in games with captures.
//!
//! An attack makes a four, or threatens the last capture. The other colour may take the point, or
//! capture: whatever it captures may break a row, and every capture is tried. A stone elsewhere
//! changes neither a row nor a group that is to be captured, so that the threat is carried out. An
//! attack after which the other colour wins at once is none.

use super::board::{Board, ByKey};
use super::fours::Status;
use crate::board::{Colour, Point};
use crate::stones::Fouls;
use crate::stones::patterns::Pattern;

/// Attacks looked ahead in each round.
const ROUNDS: [u32; 5] = [2, 4, 8, 16, 200];

/// Attacks of one position between two calls of `tick`.
const POLL_EVERY: usize = 8;

/// The search, with what it keeps from call to call.
pub struct CaptureThreats {
    failures: [ByKey<u32>; 2],
    /// The attacks of the last win, at each position of the attacker where it does not win at once.
    attacks: ByKey<Point>,
    /// A win's line, one among those of all answers: attack, answer, ... up to the winning stone.
    pub line: Vec<Point>,
    left: u64,
}

impl CaptureThreats {
    /// Knows nothing yet.
    pub fn new() -> Self {
        let failures = [ByKey::default(), ByKey::default()];
        Self { failures, attacks: ByKey::default(), line: Vec::new(), left: 0 }
    }

    /// Looks for a win of `attacker`, who is to move, among at most `max_nodes` positions; `line` holds
    /// one afterwards.
    pub fn search<F: Fouls>(
        &mut self,
        board: &mut Board<F>,
        attacker: Colour,
        max_nodes: u64,
    ) -> Status {
        self.left = max_nodes;
        self.line.clear();
        self.attacks.clear();
        for depth in ROUNDS {
            let mut line = Vec::new();
            match self.attack(board, attacker, depth, &mut line) {
                Status::Limit if self.left > 0 && !board.budget.is_spent => {}
                status => {
                    self.line = line;
                    return status;
                }
            }
        }
        Status::None
    }

    /// The attack of the last win that was found, at the position with this key.
    pub fn attack_at(&self, key: u64) -> Option<Point> {
        self.attacks.get(&key).copied()
    }

    fn attack<F: Fouls>(
        &mut self,
        board: &mut Board<F>,
        own: Colour,
        depth: u32,
        line: &mut Vec<Point>,
    ) -> Status {
        if !board.budget.count() || self.left == 0 {
            return Status::Limit;
        }
        self.left -= 1;
        let mut points = Vec::new();
        board.wins(own, &mut points);
        if let Some(&point) = points.first() {
            line.push(point);
            return Status::Win;
        }
        if depth == 0 {
            return Status::Limit;
        }
        let key = board.key();
        if let Some(&known) = self.failures[own.index()].get(&key)
            && known >= depth
        {
            return if known == u32::MAX { Status::None } else { Status::Limit };
        }
        let mut status = Status::None;
        for (tried, attack) in attacks(board, own).into_iter().enumerate() {
            // Attacks that threaten nothing are not counted, and there may be a hundred of them.
            if tried % POLL_EVERY == POLL_EVERY - 1 && !board.budget.look() {
                return Status::Limit;
            }
            match self.try_attack(board, own, attack, depth, line) {
                Status::Win => {
                    self.attacks.insert(key, attack);
                    return Status::Win;
                }
                Status::Limit => status = Status::Limit,
                Status::None => {}
            }
            if self.left == 0 || board.budget.is_spent {
                return Status::Limit;
            }
        }
        let searched = if status == Status::None { u32::MAX } else { depth };
        self.failures[own.index()].insert(key, searched);
        status
    }

    fn try_attack<F: Fouls>(
        &mut self,
        board: &mut Board<F>,
        own: Colour,
        attack: Point,
        depth: u32,
        line: &mut Vec<Point>,
    ) -> Status {
        let other = own.other();
        board.play(own, attack);
        let Some(answers) = answers(board, own) else {
            board.undo();
            return Status::None;
        };
        let (mut longest, mut status) = (Vec::new(), Status::Win);
        for &answer in &answers {
            board.play(other, answer);
            let mut below = vec![attack, answer];
            let result = if board.is_drawn(own) {
                Status::None
            } else {
                self.attack(board, own, depth - 1, &mut below)
            };
            board.undo();
            if result != Status::Win {
                status = result;
                break;
            }
            if below.len() > longest.len() {
                longest = below;
            }
        }
        if status == Status::Win {
            if answers.is_empty() {
                longest = vec![attack];
            }
            line.extend(longest);
        }
        board.undo();
        status
    }
}

/// Points where a colour may threaten to win at once: fours, captures, and what prepares the last
/// capture; those of the highest scores first.
pub fn attacks<F: Fouls>(board: &Board<F>, own: Colour) -> Vec<Point> {
    let (mut all, mut more) = (Vec::new(), Vec::new());
    board.table.each(own, Pattern::FOUR, |point| all.push(point));
    let score = |point: &Point| {
        let points: u32 =
            board.table.patterns(own, *point).iter().map(|pattern| pattern.points()).sum();
        let joined = board.table.joined(own, *point);
        4 * points + 2 * u32::from(joined.has(Pattern::THREE)) + u32::from(joined.has(Pattern::BUD))
    };
    all.sort_by_cached_key(|point| (std::cmp::Reverse(score(point)), *point));
    for nearly in [false, true] {
        if nearly {
            board.nearly_capturing(own, &mut more);
        } else {
            board.capturing(own, &mut more);
        }
        for &point in &more {
            if !all.contains(&point) {
                all.push(point);
            }
        }
    }
    all
}

/// The answers to the attack just played that could stop what it threatens; `None` if it threatens
/// nothing, or allows a win or a draw.
pub fn answers<F: Fouls>(board: &Board<F>, own: Colour) -> Option<Vec<Point>> {
    let other = own.other();
    // The attacker needs a stone for the win, the other colour one for its answer (P5).
    if board.is_drawn(own) || board.is_drawn(other) {
        return None;
    }
    let (mut points, mut answers) = (Vec::new(), Vec::new());
    board.wins(other, &mut points);
    if !points.is_empty() {
        return None;
    }
    board.wins(own, &mut points);
    if points.is_empty() {
        return None;
    }
    board.capturing(other, &mut answers);
    if let [only] = points[..]
        && !answers.contains(&only)
    {
        answers.push(only);
    }
    Some(answers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Grid, Size};
    use crate::stones::{CaptureCount, Take};
    use crate::stream::Stream;
    use crate::threats::board::Budget;
    use crate::threats::board::tests::with_captures;
    use crate::threats::fours::Fours;

    fn strewn(stream: &mut Stream) -> Grid {
        let mut grid = Grid::new(Size::square(9));
        for stone in 0..20 + 2 * stream.below(6) {
            let point = Point(stream.below(81) as u16);
            if grid.is_empty(point) {
                grid.put(Colour::BOTH[stone % 2], point);
            }
        }
        grid
    }

    #[test]
    fn a_search_that_its_limit_ends_never_says_that_there_is_no_win() {
        let mut stream = Stream::new(75);
        let (mut cut, mut wins) = ([0; 2], [0; 2]);
        for _ in 0..60 {
            let grid = strewn(&mut stream);
            let captures = CaptureCount {
                take: Take::new(&[2]),
                target: 10,
                taken: [stream.below(9) as u16, 0],
                supply: None,
                returned: false,
            };
            let with = with_captures(grid, Colour::Black, captures);
            let without = crate::stones::Setting { captures: None, ..with.clone() };
            for (kind, setting) in [with, without].iter().enumerate() {
                let search = |max_nodes: u64, ticks: u64| {
                    let mut left = ticks;
                    let mut tick = || {
                        left = left.saturating_sub(1);
                        if left == 0 {
                            std::ops::ControlFlow::Break(())
                        } else {
                            std::ops::ControlFlow::Continue(())
                        }
                    };
                    let mut board = Board::new(setting, Budget::new(u64::MAX, &mut tick));
                    if kind == 0 {
                        CaptureThreats::new().search(&mut board, Colour::Black, max_nodes)
                    } else {
                        Fours::new().search(&mut board, Colour::Black, max_nodes)
                    }
                };
                let whole = search(20_000, u64::MAX);
                wins[kind] += usize::from(whole == Status::Win);
                for max_nodes in [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144] {
                    for status in [search(max_nodes, u64::MAX), search(20_000, max_nodes)] {
                        assert!(status == whole || status == Status::Limit, "{status:?} {whole:?}");
                        cut[kind] += usize::from(status == Status::Limit);
                    }
                }
            }
        }
        assert!(
            cut.iter().all(|&cut| cut > 40) && wins.iter().all(|&wins| wins > 3),
            "{cut:?} {wins:?}"
        );
    }

    /// Attacks that threaten nothing are not counted, and a break is heard between them.
    #[test]
    fn a_break_is_heard_at_least_at_every_eighth_attack() {
        let mut stream = Stream::new(76);
        let mut seen = 0;
        for _ in 0..400 {
            let captures = CaptureCount {
                take: Take::new(&[2, 3]),
                target: 10,
                taken: [6, 0],
                supply: None,
                returned: false,
            };
            let setting = with_captures(strewn(&mut stream), Colour::Black, captures);
            let mut ticks = 0;
            let mut tick = || {
                ticks += 1;
                std::ops::ControlFlow::Continue(())
            };
            // So few positions that none of them calls `tick` by itself.
            let mut board = Board::new(&setting, Budget::new(u64::MAX, &mut tick));
            let count = attacks(&board, Colour::Black).len();
            let status = CaptureThreats::new().search(&mut board, Colour::Black, 60);
            if status == Status::None && board.budget.nodes < 64 {
                seen += usize::from(count >= POLL_EVERY);
                assert!(ticks >= count / POLL_EVERY, "{ticks} of {count}");
            }
        }
        assert!(seen > 10, "{seen}");
    }
}
