//! Quiet moves: which look best, and the replies to them.

use super::bits::Bits;
use super::cover::Cover;
use super::numbers::Branch;
use super::plane::{Place, place};
use super::search::{LemmaSearch, Tick};
use crate::board::{Colour, DIRECTIONS, Grid};
use crate::stones::worth;

/// Positions that a search for one win looks at while quiet moves are compared.
const GLANCE: u64 = 4_000;
/// Quiet moves that are compared.
const COMPARED: usize = 10;
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
    /// The quiet moves that look best; where the defender has a four, the one that stops it.
    pub(super) fn candidates(&self, sides: [Bits; 2], without: &[Place]) -> Vec<Place> {
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
        let mut scored = Vec::new();
        grid.for_each_empty(|point| {
            let (x, y) = self.size.xy(point);
            let worth = worth(&grid, Colour::Black, point, &WORTH[0], &WORTH[1]);
            scored.push((std::cmp::Reverse(worth), place(x, y)));
        });
        scored.sort_unstable();
        let places = scored.into_iter().map(|(_, at)| at).filter(|at| !without.contains(at));
        places.take(COMPARED).collect()
    }

    /// A quiet move and the replies that no lemma meets; `None` if it does not win, or more than
    /// `max_left` replies stay open.
    pub(super) fn branch(
        &mut self,
        sides: [Bits; 2],
        attack: Place,
        is_glance: bool,
        max_left: u32,
        tick: Tick,
    ) -> Option<Branch> {
        let after = [sides[0].or(self.board.bit(attack)), sides[1]];
        let cover = match self.replies(after) {
            Replies::None => Cover::default(),
            Replies::Lost => return None,
            Replies::One(left) => Cover { by: Vec::new(), left },
            Replies::All(left) if self.has_few_stones(after) => Cover { by: Vec::new(), left },
            Replies::All(open) => {
                let effort = if is_glance { GLANCE } else { self.effort };
                self.cover(after, open, effort, max_left, tick)
            }
        };
        let few = self.has_few_stones(after) || cover.left.len() <= max_left;
        let child = |reply| [after[0], after[1].or(self.board.bit(reply))];
        let mut left: Vec<_> = self.board.places(cover.left).map(child).collect();
        for sides in &mut left {
            *sides = self.board.canonical(*sides).0;
        }
        left.sort_unstable();
        left.dedup();
        (few && !self.stopped).then_some(Branch { attack, by: cover.by, left, is_glance })
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
