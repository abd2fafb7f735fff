//! The proof of a won position, read from the proof store.

use super::Exact;
use super::canonical::Keys;
use crate::board::{Colour, Point};
use crate::stones::NoFouls;
use crate::stones::patterns::Pattern;
use crate::threats::ProofEntry;
use crate::threats::board::{Board, Budget, Keys as Seen};
use crate::threats::replies::concerning;
use crate::threats::solution::stones;

struct Reader<'a, 'b> {
    search: &'a Exact,
    board: Board<'b, NoFouls>,
    own: Colour,
    seen: Seen,
    entries: Vec<ProofEntry>,
}

/// Every position of the attacker that the proof needs, one of all its images.
pub fn entries(search: &Exact) -> Vec<ProofEntry> {
    let mut tick = || std::ops::ControlFlow::Continue(());
    let budget = Budget::new(u64::MAX, &mut tick);
    let board = Board::new(&search.setting(), budget);
    let keys = search.symmetry.keys(board.table.grid());
    let own = search.root.attacker;
    let mut reader = Reader { search, board, own, seen: Seen::default(), entries: Vec::new() };
    if search.root.to_move {
        reader.attack(keys);
    } else {
        let mut answers = Vec::new();
        reader.board.empty(&mut answers);
        reader.answers(keys, &answers);
    }
    reader.entries
}

impl Reader<'_, '_> {
    fn attack(&mut self, keys: Keys) {
        if !self.seen.insert(keys.canonical().key) {
            return;
        }
        let play = self.search.proofs.get(&self.search.symmetry, keys);
        debug_assert!(play.is_some(), "a position that is needed is not proven");
        // Files can say anything: what cannot be played there is no proof.
        let Some(play) = play.filter(|play| play.fits(self.board.table.grid())) else { return };
        let stones = stones(&self.board, self.own);
        self.entries.push(ProofEntry { stones, attack: play.attack, line: play.line.clone() });
        let Some(attack) = play.attack else { return };
        self.board.play(self.own, attack);
        let keys = self.search.symmetry.with(keys, self.own, attack);
        let answers = match self.board.table.two(self.own, Pattern::FIVE) {
            [Some(_), Some(_)] => Vec::new(),
            [Some(due), None] => vec![due],
            [None, _] if play.line.is_empty() => {
                let mut empty = Vec::new();
                self.board.empty(&mut empty);
                empty
            }
            [None, _] => concerning(&mut self.board, self.own, &play.line),
        };
        self.answers(keys, &answers);
        self.board.undo();
    }

    fn answers(&mut self, keys: Keys, answers: &[Point]) {
        let other = self.own.other();
        for &answer in answers {
            self.board.play(other, answer);
            self.attack(self.search.symmetry.with(keys, other, answer));
            self.board.undo();
        }
    }
}
