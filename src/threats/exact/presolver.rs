//! What threats decide alone: wins by fours and threes, and proofs that hold with one more stone.

use super::canonical::Keys;
use super::proof_store::Play;
use super::search::Run;
use crate::board::Point;
use crate::stones::patterns::Pattern;
use crate::threats::fours::Status;
use crate::threats::proof_numbers::Prover;
use crate::threats::replies::{concerning, line_wins};
use crate::threats::solution::Solution;

/// Positions that are looked at where a proof does not hold with one more stone.
const MENDING: u64 = 4_000;

impl Run<'_, '_> {
    /// Is it won by threats, the attacker to move? Looks at `effort` positions at most. The proof goes
    /// into the proof store.
    pub fn win_by_threats(&mut self, effort: u64) -> bool {
        let whole = self.board.budget.max_nodes;
        self.board.budget.max_nodes = whole.min(self.board.budget.nodes + effort);
        let mut prover = Prover::new(self.own);
        let status = prover.search(&mut self.board);
        let hit_limit =
            self.board.budget.is_spent && self.board.budget.nodes > self.board.budget.max_nodes;
        self.board.budget.max_nodes = whole;
        if hit_limit && self.board.budget.nodes <= whole {
            self.board.budget.is_spent = false;
        }
        if status != Status::Win {
            return false;
        }
        let entries = Solution::new(self.own, &prover).min_entries(&mut self.board);
        if self.board.budget.is_spent {
            return false;
        }
        for entry in entries {
            let mut keys = self.nothing;
            for (stones, colour) in entry.stones.iter().zip([self.own, self.own.other()]) {
                for &point in stones {
                    keys = self.search.symmetry.with(keys, colour, point);
                }
            }
            self.search.proofs.insert(&self.search.symmetry, keys, entry.attack, &entry.line);
        }
        true
    }

    /// Is the position, the attacker to move, proven by the proof of that without the stone `more` of
    /// the other colour? Where that proof fails threats are tried again.
    pub fn holds_with(&mut self, more: Point) -> bool {
        if self.search.proofs.has(self.keys) {
            return true;
        }
        if !self.board.budget.count() {
            return false;
        }
        let without = self.without(more);
        let Some(play) = self.search.proofs.get(&self.search.symmetry, without) else {
            return self.win_by_threats(MENDING);
        };
        let quiet = play.attack.is_some() && play.line.is_empty();
        if self.play_holds(&play, more) {
            let Play { attack, line } = play;
            self.search.proofs.insert(&self.search.symmetry, self.keys, attack, &line);
            return true;
        }
        // A move to which every answer counts is not for threats to mend.
        !quiet && self.win_by_threats(MENDING)
    }

    /// The keys of the position without a stone of the other colour.
    pub fn without(&self, more: Point) -> Keys {
        self.search.symmetry.with(self.keys, self.own.other(), more)
    }

    fn play_holds(&mut self, play: &Play, more: Point) -> bool {
        let Some(attack) = play.attack else {
            return play.fits(self.board.table.grid())
                && line_wins(&mut self.board, self.own, &play.line);
        };
        if attack == more || !play.fits(self.board.table.grid()) {
            return false;
        }
        let (own, other) = (self.own, self.own.other());
        self.play(own, attack);
        let answers = if self.board.table.two(other, Pattern::FIVE)[0].is_some() {
            None
        } else {
            match self.board.table.two(own, Pattern::FIVE) {
                [Some(_), Some(_)] => Some(Vec::new()),
                [Some(due), None] => Some(vec![due]),
                [None, _] if play.line.is_empty() => None,
                [None, _] if line_wins(&mut self.board, own, &play.line) => {
                    Some(concerning(&mut self.board, own, &play.line))
                }
                [None, _] => None,
            }
        };
        let holds = answers.is_some_and(|answers| {
            answers.into_iter().all(|answer| {
                self.play(other, answer);
                let holds = self.holds_with(more);
                self.undo();
                holds
            })
        });
        self.undo();
        holds
    }
}
