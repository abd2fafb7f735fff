//! The search itself: proof numbers, depth first (df-pn), over all moves.
//!
//! After a move that makes no four and threatens no continuous fours every answer counts. The search
//! first asks what would be if the other colour passed: in freestyle a stone more never harms its
//! owner, so a move that does not win then does not win at all. What proves it then proves most
//! answers too.
//!
//! Sources: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002;
//! L. V. Allis, H. J. van den Herik, M. P. H. Huntjens, "Go-Moku Solved by New Search Techniques",
//! 1996 (threats first, and the pass that tells which answers matter).

use super::canonical::Keys;
use super::moves::{Answers, Moves, all_answers, moves};
use super::table::TtEntry;
use super::{Exact, Verdict};
use crate::board::{Colour, Point};
use crate::solve::{Children, INFINITE, Numbers};
use crate::stones::NoFouls;
use crate::stones::patterns::Pattern;
use crate::threats::board::Board;
use crate::threats::fours::{Fours, Status};

/// Sets the keys of positions with the other colour to move apart.
const DEFENDER: u64 = 0x9E37_79B9_7F4A_7C15;
/// How hard wins by threats are looked for: at first, and where much work has gone by.
const EFFORTS: [u64; 2] = [100_000, 1_000_000];
/// The work after which they are looked for again.
const MUCH_WORK: u32 = 3_000_000;
/// What a move adds to the proof number of the pass, until that is proven.
const AFTER_PASS: u32 = 6;
/// The disproof number of an answer far from the attacker's stones, at first.
const FAR: u32 = 40;
/// What an answer near the attacker's stones adds to the proof number where another is the hardest, in
/// sixteenths. Those far away add nothing: what proves the pass proves most of them.
const NEAR_PART: u32 = 4;
/// What a move adds to the disproof number.
const MOVE_PART: u32 = 8;

/// Positions that a search for continuous fours may look at.
const FOURS: u64 = 4_000;
/// Searches that share what they learn, at most.
const FOURS_STORED: u32 = 20_000;

/// A search under way.
pub struct Run<'r, 'b> {
    pub search: &'r mut Exact,
    pub board: Board<'b, NoFouls>,
    pub own: Colour,
    pub keys: Keys,
    /// The keys of the empty board.
    pub nothing: Keys,
    fours: Fours,
    /// Searches by `fours`, which keeps what it learns.
    searches: u32,
    past: Vec<Keys>,
    /// What the attack that was proven last threatens.
    line: Vec<Point>,
}

/// Searches on from the root; how it stands, and how many positions were looked at.
pub fn run(search: &mut Exact, board: Board<NoFouls>) -> (Verdict, u64) {
    let own = search.root.attacker;
    let keys = search.symmetry.keys(board.table.grid());
    let nothing = search.symmetry.keys(&crate::board::Grid::new(board.table.size()));
    let to_move = search.root.to_move;
    let (fours, past, line) = (Fours::new(), Vec::new(), Vec::new());
    let mut run = Run { search, board, own, keys, nothing, fours, searches: 0, past, line };
    let numbers = if to_move { run.attack(None, Numbers::UNBOUNDED) } else { run.first_answers() };
    let verdict = match numbers {
        Numbers { proof: 0, .. } => Verdict::Won,
        Numbers { disproof: 0, .. } => Verdict::NotWon,
        _ => Verdict::Open,
    };
    (verdict, run.board.budget.nodes)
}

impl Run<'_, '_> {
    pub fn play(&mut self, colour: Colour, point: Point) {
        self.past.push(self.keys);
        self.keys = self.search.symmetry.with(self.keys, colour, point);
        self.board.play(colour, point);
    }

    pub fn undo(&mut self) {
        self.board.undo();
        if let Some(keys) = self.past.pop() {
            self.keys = keys;
        }
    }

    /// Continuous fours that win for a colour, which is to move, if that is soon seen.
    pub fn line_of_fours(&mut self, colour: Colour) -> Option<Vec<Point>> {
        self.searches += 1;
        if self.searches.is_multiple_of(FOURS_STORED) {
            self.fours = Fours::new();
        }
        let status = self.fours.search(&mut self.board, colour, FOURS);
        (status == Status::Win).then(|| self.fours.line.clone())
    }

    fn is_over(&mut self) -> bool {
        self.search.is_full() || !self.board.budget.count()
    }

    /// What is known of a position with the attacker to move.
    fn known(&self, keys: Keys) -> Option<TtEntry> {
        let canonical = keys.canonical();
        if self.search.proofs.has(keys) {
            return Some(TtEntry { numbers: Numbers::PROVEN, work: 0, effort: 1 });
        }
        self.search.table.get(canonical.key)
    }

    /// The attacker is to move; searched until a number reaches its bound. `more` is the stone that
    /// the other colour has here, and had not where it passed.
    fn attack(&mut self, more: Option<Point>, bound: Numbers) -> Numbers {
        let key = self.keys.canonical().key;
        let mut known = match self.known(self.keys) {
            Some(TtEntry { numbers: Numbers::PROVEN, .. }) => return Numbers::PROVEN,
            Some(TtEntry { numbers: Numbers::REFUTED, .. }) => return Numbers::REFUTED,
            Some(known) => known,
            None => TtEntry { numbers: Numbers::NEW, work: 0, effort: 0 },
        };
        let hint = more
            .and_then(|more| self.search.proofs.get(&self.search.symmetry, self.without(more)))
            .filter(|play| play.fits(self.board.table.grid()))
            .and_then(|play| play.attack);
        let list = match moves(&self.board, self.own, hint) {
            Moves::Win(point) => {
                self.search.proofs.insert(&self.search.symmetry, self.keys, None, &[point]);
                return Numbers::PROVEN;
            }
            Moves::Lost => {
                let work = known.work;
                self.search.table.put(key, TtEntry { numbers: Numbers::REFUTED, work, effort: 1 });
                return Numbers::REFUTED;
            }
            Moves::Some(list) => list,
        };
        let began = self.board.budget.nodes;
        let wanted = 1 + usize::from(known.work >= MUCH_WORK);
        if (known.effort as usize) < wanted {
            let by_proof = known.effort == 0 && more.is_some_and(|more| self.holds_with(more));
            if by_proof || self.win_by_threats(EFFORTS[wanted - 1]) {
                self.search.note_proven();
                return Numbers::PROVEN;
            }
            if self.board.budget.is_spent {
                // Nothing is known of what was broken off.
                return known.numbers;
            }
            known.effort = wanted as u32;
        }
        loop {
            let mut children = Children::all();
            for &(point, begins) in &list {
                let child = self.search.symmetry.with(self.keys, self.own, point).canonical().key;
                let numbers = self.search.table.get(child ^ DEFENDER).map(|known| known.numbers);
                let Numbers { proof, disproof } =
                    numbers.unwrap_or(Numbers { proof: begins, disproof: 1 });
                children.add(point, proof, disproof, MOVE_PART);
            }
            known.numbers = match (children.chosen(), children.joint()) {
                (_, 0) => Numbers::REFUTED,
                (proof, disproof) => Numbers { proof: proof.max(1), disproof },
            };
            let looked = self.board.budget.nodes - began;
            let work = known.work.saturating_add(u32::try_from(looked).unwrap_or(u32::MAX));
            self.search.table.put(key, TtEntry { work, ..known });
            let goes_on = children.chosen() == 0 || known.numbers.within(bound);
            let Some(point) = children.best.filter(|_| goes_on) else { return known.numbers };
            if self.is_over() {
                return known.numbers;
            }
            self.play(self.own, point);
            let proof = children.chosen_threshold(bound.proof);
            let disproof = children.joint_threshold(bound.disproof);
            let numbers = self.defend(Numbers { proof, disproof });
            self.undo();
            if numbers.proof == 0 {
                let line = std::mem::take(&mut self.line);
                self.search.proofs.insert(&self.search.symmetry, self.keys, Some(point), &line);
                self.search.note_proven();
                return Numbers::PROVEN;
            }
        }
    }

    /// The other colour is to answer the attack just played. Where it is won `line` is what the
    /// attack threatens.
    fn defend(&mut self, bound: Numbers) -> Numbers {
        let answers = match self.answers() {
            Answers::Won => {
                self.line.clear();
                return Numbers::PROVEN;
            }
            Answers::Lost => return self.note_defended(Numbers::REFUTED),
            Answers::Some(answers, line) => {
                let near = answers.len();
                let numbers = self.answers_in_turn(&answers, near, false, bound);
                self.line = line;
                return numbers;
            }
            Answers::All => self.every_answer(bound),
        };
        self.line.clear();
        answers
    }

    /// The other colour is to move at the root, where every answer counts.
    fn first_answers(&mut self) -> Numbers {
        if self.board.table.two(self.own.other(), Pattern::FIVE)[0].is_some() {
            return Numbers::REFUTED;
        }
        self.every_answer(Numbers::UNBOUNDED)
    }

    /// Every answer counts: first the pass, then all of them.
    fn every_answer(&mut self, bound: Numbers) -> Numbers {
        if self.board.table.grid().is_full() {
            return self.note_defended(Numbers::REFUTED);
        }
        if !self.search.proofs.has(self.keys) {
            let rest = bound.proof.saturating_sub(AFTER_PASS);
            let numbers = match self.known(self.keys).map(|known| known.numbers) {
                Some(numbers) if !numbers.within(Numbers { proof: rest, ..bound }) => numbers,
                _ => self.attack(None, Numbers { proof: rest, ..bound }),
            };
            if numbers.proof != 0 {
                let Numbers { proof, disproof } = numbers;
                let proof = proof.saturating_add(AFTER_PASS).min(INFINITE);
                return self.note_defended(Numbers { proof, disproof });
            }
        }
        let (answers, near) = all_answers(self.board.table.grid(), self.own);
        self.answers_in_turn(&answers, near, true, bound)
    }

    /// All these answers must lose.
    fn answers_in_turn(
        &mut self,
        answers: &[Point],
        near: usize,
        after_pass: bool,
        bound: Numbers,
    ) -> Numbers {
        let other = self.own.other();
        loop {
            let mut children = Children::all();
            for (place, &point) in answers.iter().enumerate() {
                let is_near = place < near;
                let child = self.search.symmetry.with(self.keys, other, point);
                let Numbers { proof, disproof } = self.known(child).map_or(
                    Numbers { proof: 1, disproof: if is_near { 1 } else { FAR } },
                    |known| known.numbers,
                );
                let part = if is_near { NEAR_PART } else { 0 };
                children.add(point, disproof, proof, part);
            }
            let numbers = match (children.joint(), children.chosen()) {
                (0, _) => return self.note_defended(Numbers::PROVEN),
                (_, 0) => return self.note_defended(Numbers::REFUTED),
                (proof, disproof) => Numbers { proof, disproof },
            };
            self.note_defended(numbers);
            let Some(point) = children.best.filter(|_| numbers.within(bound)) else {
                return numbers;
            };
            if self.is_over() {
                return numbers;
            }
            self.play(other, point);
            let disproof = children.chosen_threshold(bound.disproof);
            let proof = children.joint_threshold(bound.proof);
            self.attack(after_pass.then_some(point), Numbers { proof, disproof });
            self.undo();
        }
    }

    fn note_defended(&mut self, numbers: Numbers) -> Numbers {
        let key = self.keys.canonical().key ^ DEFENDER;
        let work = numbers.proof.min(numbers.disproof).saturating_mul(1_000);
        self.search.table.put(key, TtEntry { numbers, work, effort: 1 });
        numbers
    }
}
