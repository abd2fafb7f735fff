//! What a proven search knows: the line to show, and the proof of every branch.

use super::board::{Board, ByKey, Keys};
use super::proof_numbers::Prover;
use crate::board::{Colour, Grid, Point};
use crate::stones::Fouls;

/// A position of the attacker, who is to move, in a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofEntry {
    /// The attacker's stones, ascending, then those of the other colour.
    pub stones: [Vec<Point>; 2],
    /// The attack; `None` where `line` wins by continuous fours.
    pub attack: Option<Point>,
    /// Continuous fours, attack, answer, attack ...: they win, or would win after the attack if the
    /// other colour passed. Empty where the attack makes a four itself.
    pub line: Vec<Point>,
}

/// Reads a solved search.
pub struct Solution<'a> {
    own: Colour,
    prover: &'a Prover,
    /// Lengths in turns and the best move, by side as in the search.
    known: [ByKey<(u32, Option<Point>)>; 2],
    /// Not turns are counted, but the positions of the proof: those of all answers together.
    count_positions: bool,
}

impl<'a> Solution<'a> {
    /// The board must stand at the root of the search, which is proven.
    pub fn new(own: Colour, prover: &'a Prover) -> Self {
        Self { own, prover, known: [ByKey::default(), ByKey::default()], count_positions: false }
    }

    /// The line against the longest defence, up to a line of fours or an answer of no matter. It is
    /// of no use if `tick` broke off, which the budget of the board then says.
    pub fn line<F: Fouls>(&mut self, board: &mut Board<F>) -> Vec<Point> {
        self.length(board, 0);
        let (mut line, mut side) = (Vec::new(), 0);
        while let Some(&(_, Some(point))) = self.known[side].get(&board.key()) {
            board.play(if side == 0 { self.own } else { self.own.other() }, point);
            line.push(point);
            side = 1 - side;
        }
        let rest = self.prover.nodes[side].get(&board.key()).filter(|_| side == 0);
        let rest: Vec<_> = rest.map(|node| node.line.to_vec()).unwrap_or_default();
        for _ in &line {
            board.undo();
        }
        line.extend(rest);
        line
    }

    /// Turns to the win from here, by the shortest proven attack against the longest defence.
    fn length<F: Fouls>(&mut self, board: &mut Board<F>, side: usize) -> u32 {
        let key = board.key();
        if let Some(&(length, _)) = self.known[side].get(&key) {
            return length;
        }
        let prover = self.prover;
        let Some(node) = prover.nodes[side].get(&key) else { return 0 };
        if !board.budget.look() {
            return 0;
        }
        let colour = if side == 0 { self.own } else { self.own.other() };
        let line = if self.count_positions { 0 } else { node.line.len() as u32 };
        let (mut length, mut best) = (1 + line, None);
        for &point in &node.moves {
            let child = board.key_after(colour, point);
            if prover.nodes[1 - side].get(&child).is_none_or(|node| node.numbers.proof != 0) {
                continue;
            }
            let below = if let Some(&(length, _)) = self.known[1 - side].get(&child) {
                1 + length
            } else {
                board.play(colour, point);
                let below = 1 + self.length(board, 1 - side);
                board.undo();
                below
            };
            if self.count_positions && side == 1 {
                length = length.saturating_add(below);
                best = best.or(Some(point));
                continue;
            }
            // The first of equal ones, so that the line does not hang on chance.
            if best.is_none() || (if side == 0 { below < length } else { below > length }) {
                (length, best) = (below, Some(point));
            }
        }
        self.known[side].insert(key, (length, best));
        length
    }

    /// Every position of the attacker that the proof needs, each once; not all of them if `tick`
    /// broke off.
    pub fn entries<F: Fouls>(&mut self, board: &mut Board<F>) -> Vec<ProofEntry> {
        self.length(board, 0);
        let (mut entries, mut seen) = (Vec::new(), Keys::default());
        self.collect(board, &mut entries, &mut seen);
        entries
    }

    /// The same with an attack in each position whose proof takes few positions.
    pub fn min_entries<F: Fouls>(&mut self, board: &mut Board<F>) -> Vec<ProofEntry> {
        self.count_positions = true;
        self.entries(board)
    }

    fn collect<F: Fouls>(
        &self,
        board: &mut Board<F>,
        entries: &mut Vec<ProofEntry>,
        seen: &mut Keys,
    ) {
        let key = board.key();
        let Some(node) = self.prover.nodes[0].get(&key) else { return };
        if !seen.insert(key) || !board.budget.look() {
            return;
        }
        let attack = self.known[0].get(&key).and_then(|&(_, best)| best);
        let stones = stones(board, self.own);
        let Some(point) = attack else {
            entries.push(ProofEntry { stones, attack: None, line: node.line.to_vec() });
            return;
        };
        board.play(self.own, point);
        if let Some(node) = self.prover.nodes[1].get(&board.key()) {
            entries.push(ProofEntry { stones, attack, line: node.line.to_vec() });
            for &answer in &node.moves {
                board.play(self.own.other(), answer);
                self.length_is_known(board);
                self.collect(board, entries, seen);
                board.undo();
            }
        }
        board.undo();
    }

    fn length_is_known<F: Fouls>(&self, board: &Board<F>) {
        debug_assert!(self.known[0].contains_key(&board.key()));
    }
}

/// The stones of the attacker and of the other colour.
pub fn stones<F: Fouls>(board: &Board<F>, own: Colour) -> [Vec<Point>; 2] {
    stones_of(board.table.grid(), own)
}

/// The same of a board.
pub fn stones_of(grid: &Grid, own: Colour) -> [Vec<Point>; 2] {
    [own, own.other()].map(|colour| {
        grid.size().iter().filter(|&point| grid.stone(point) == Some(colour)).collect()
    })
}
