//! Quiet moves: which are tried, and the replies to them.

use super::bits::Bits;
use super::cover::Cover;
use super::plane::{Place, place};
use super::search::{Entry, LemmaSearch, Tick};
use crate::board::{Colour, DIRECTIONS, Grid};
use crate::stones::worth;

/// The same while quiet moves are compared.
const GLANCE: u64 = 4_000;
/// Quiet moves that are compared.
const COMPARED: usize = 10;
/// Replies left open after a glance at a quiet move that is worth a try.
const MOST_LEFT: u32 = 24;
/// What a row is worth to a quiet move by its stones: the attacker's, the defender's.
const WORTH: [[u32; 5]; 2] = [[0, 10, 12, 14, 14], [0, 6, 20, 60, 60]];

/// What the defender can do.
pub(super) enum Replies {
    /// Nothing: it is won.
    None,
    /// It wins, or the board is full.
    Lost,
    /// Stop a four.
    One(Bits),
    /// Anything.
    All(Bits),
}

impl LemmaSearch {
    /// Tries quiet moves: those that were named, else those after which few replies stay open.
    pub(super) fn by_a_quiet_move(&mut self, sides: [Bits; 2], quiet: u32, tick: Tick) -> bool {
        let named = self.guide.get(&sides).cloned().unwrap_or_default();
        for &attack in &named {
            if self.after(sides, attack, quiet, tick) {
                return true;
            }
        }
        let mut moves = Vec::new();
        for attack in self.candidates(sides, &named) {
            if self.stopped {
                return false;
            }
            let best = moves.iter().map(|&(left, _)| left).min().unwrap_or(MOST_LEFT);
            let most = if quiet > 1 { MOST_LEFT } else { best.min(MOST_LEFT) };
            if let Some(left) = self.left_after(sides, attack, most, tick) {
                moves.push((left, attack));
            }
        }
        moves.sort_unstable();
        moves.into_iter().take(3).any(|(_, attack)| self.after(sides, attack, quiet, tick))
    }

    /// The quiet moves that look best; where the defender has a four, the one that stops it.
    fn candidates(&self, sides: [Bits; 2], without: &[Place]) -> Vec<Place> {
        let [own, other] = sides;
        let due = self.board.completing(other, own);
        if !due.is_empty() {
            let due: Vec<_> = self.board.places(due).collect();
            return if due.len() == 1 && !without.contains(&due[0]) { due } else { Vec::new() };
        }
        let mut grid = Grid::new(self.size);
        for (side, colour) in [(own, Colour::Black), (other, Colour::White)] {
            for point in self.board.places(side).map(super::plane::xy) {
                if let Some(at) = self.size.at(point.0, point.1) {
                    grid.put(colour, at);
                }
            }
        }
        let mut found = Vec::new();
        grid.for_each_empty(|point| {
            let (x, y) = self.size.xy(point);
            let worth = worth(&grid, Colour::Black, point, &WORTH[0], &WORTH[1]);
            found.push((std::cmp::Reverse(worth), place(x, y)));
        });
        found.sort_unstable();
        let found = found.into_iter().map(|(_, at)| at).filter(|at| !without.contains(at));
        found.take(COMPARED).collect()
    }

    /// How many replies stay open after a glance at a quiet move; `None` if it is not worth a try.
    fn left_after(
        &mut self,
        sides: [Bits; 2],
        attack: Place,
        most: u32,
        tick: Tick,
    ) -> Option<u32> {
        let after = [sides[0].or(self.board.bit(attack)), sides[1]];
        match self.replies(after) {
            Replies::None => Some(0),
            Replies::Lost => None,
            Replies::One(_) => Some(1),
            Replies::All(open) => {
                let cover = self.cover(after, open, GLANCE, most, tick);
                Some(cover.left.len()).filter(|&left| left <= most)
            }
        }
    }

    /// Is the position proven by this move? Replies that no lemma meets become entries of their own.
    fn after(&mut self, sides: [Bits; 2], attack: Place, quiet: u32, tick: Tick) -> bool {
        let after = [sides[0].or(self.board.bit(attack)), sides[1]];
        let cover = match self.replies(after) {
            Replies::None => Cover::default(),
            Replies::Lost => return false,
            Replies::One(reply) => Cover { by: Vec::new(), left: reply },
            Replies::All(open) => {
                // Without quiet moves left, a reply that no lemma meets is one too many.
                let most_left = if quiet > 1 || self.has_few_stones(after) { u32::MAX } else { 0 };
                self.cover(after, open, self.effort, most_left, tick)
            }
        };
        if self.stopped {
            return false;
        }
        let mut proven = true;
        let plies = sides[1].len() - self.root[1].len();
        let is_root = plies == u32::from(!self.attacker_moves);
        for reply in self.board.places(cover.left) {
            let child = [after[0], after[1].or(self.board.bit(reply))];
            // The replies after a move at the root are named one by one, also those not proven.
            if (proven || is_root) && !self.prove(child, quiet - 1, tick) {
                proven = false;
            }
        }
        if proven && !self.stopped {
            self.enter(sides, Entry { attack: Some(attack), by: cover.by });
        }
        proven && !self.stopped
    }

    /// What the defender can do after a move of the attacker.
    pub(super) fn replies(&self, [own, other]: [Bits; 2]) -> Replies {
        if !self.board.completing(other, own).is_empty() || own.or(other) == self.board.all {
            return Replies::Lost;
        }
        let mut stops = Bits::default();
        for at in self.board.places(self.board.completing(own, other)) {
            if self.completes(own, at) {
                stops = stops.or(self.board.bit(at));
            }
        }
        match stops.len() {
            0 => Replies::All(self.board.all.but(own.or(other))),
            1 => Replies::One(stops),
            _ => Replies::None,
        }
    }

    /// Does the attacker complete a row that wins?
    fn completes(&self, own: Bits, at: Place) -> bool {
        let has =
            |x: i32, y: i32| self.board.holds((x, y)) && self.board.bit(place(x, y)).meets(own);
        let (x, y) = super::plane::xy(at);
        DIRECTIONS.iter().any(|&(dx, dy)| {
            let run = |sign: i32| {
                (1..self.board.size)
                    .take_while(|step| has(x + sign * step * dx, y + sign * step * dy))
                    .count()
            };
            let length = 1 + run(1) + run(-1);
            length == self.law.row || length > self.law.row && !self.law.exact
        })
    }
}
