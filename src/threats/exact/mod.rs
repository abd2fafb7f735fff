//! An exact search over all moves: is a position of freestyle won for one side, and with what proof?
//!
//! | file | what it holds |
//! |---|---|
//! | `search.rs` | the search: proof numbers, depth first, in bounded memory |
//! | `moves.rs` | the attacker's moves and the answers that could matter |
//! | `presolver.rs` | wins by threats, and proofs that hold with one more stone |
//! | `proof_store.rs` | the proven positions, each with its move |
//! | `table.rs` | the table of proof and disproof numbers |
//! | `canonical.rs` | one key for all images of a position |
//! | `tree.rs` | the proof, read from the proof store |
//! | `text.rs` | the proof as text |
//! | `file.rs` | the state on disk |
//!
//! A position of the attacker is won if one move is. After a four there is one answer; after a move
//! that threatens continuous fours those answers count that concern them; after any other move every
//! answer must be proven to lose. What threats decide alone is asked first at each position.

mod canonical;
mod file;
mod moves;
mod presolver;
mod proof_store;
mod search;
mod table;
mod text;
mod tree;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use self::canonical::Canonicalizer;
use self::proof_store::ProofStore;
use self::table::Table;
use super::ProofEntry;
use super::board::{Board, Budget};
use crate::board::{Colour, Grid, Size};
use crate::stones::{Five, NoFouls, Setting, StoneGame};

/// How a search stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The attacker wins.
    Won,
    /// The attacker cannot win.
    NotWon,
    /// Not known yet.
    Open,
}

/// What can be asked: the root of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Root {
    /// The stones.
    pub grid: Grid,
    /// The colour that shall win.
    pub attacker: Colour,
    /// Is the attacker to move?
    pub to_move: bool,
}

/// A search that can be gone on with.
pub struct Exact {
    root: Root,
    symmetry: Canonicalizer,
    table: Table,
    proofs: ProofStore,
    /// Proven positions that are kept at most.
    max_proven: usize,
    nodes: u64,
    verdict: Verdict,
    proven: Arc<AtomicU64>,
}

/// Of the memory of a search, the part of the table; the rest is for proven positions.
const TABLE_SHARE: usize = 4;

impl Exact {
    /// A search for a win of `attacker`, in about `bytes` bytes; `None` where it cannot be asked:
    /// after the end, while an opening or a choice is due, and where not simply five or more in a
    /// row win for both: fouls, captures, exactly five.
    pub fn new<P: StoneGame>(position: &P, attacker: Colour, bytes: usize) -> Option<Self> {
        let setting = position.setting()?;
        let binds = |&colour: &Colour| crate::stones::Fouls::bind(&setting.fouls, colour);
        if setting.five != [Five::OrMore; 2]
            || setting.captures.is_some()
            || Colour::BOTH.iter().any(binds)
        {
            return None;
        }
        let to_move = setting.next == attacker;
        Some(Self::of(Root { grid: setting.grid, attacker, to_move }, bytes))
    }

    fn of(root: Root, bytes: usize) -> Self {
        Self {
            symmetry: Canonicalizer::new(root.grid.size()),
            root,
            table: Table::new(bytes / TABLE_SHARE),
            proofs: ProofStore::default(),
            max_proven: (bytes - bytes / TABLE_SHARE) / proof_store::BYTES,
            nodes: 0,
            verdict: Verdict::Open,
            proven: Arc::default(),
        }
    }

    /// The size of its board.
    pub fn size(&self) -> Size {
        self.root.grid.size()
    }

    /// What was asked.
    pub fn root(&self) -> &Root {
        &self.root
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How the search stands.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Positions that are proven so far; another thread may look.
    pub fn proven(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.proven)
    }

    /// Is there no memory left for proven positions? Then the search does not go on.
    pub fn is_full(&self) -> bool {
        self.proofs.len() >= self.max_proven
    }

    /// Goes on until the verdict is known, `max_nodes` more positions were looked at, memory is full, or
    /// `tick`, which hears the count of positions, breaks off. What was learnt is kept.
    pub fn run(&mut self, max_nodes: u64, tick: &mut dyn FnMut(u64) -> ControlFlow<()>) -> Verdict {
        if self.verdict != Verdict::Open {
            return self.verdict;
        }
        let began = self.nodes;
        let (mut stopped, mut looks) = (false, 0);
        // Once broken off it stays so: the parts of the search ask on their own.
        let mut latched = || {
            looks += 1;
            stopped = stopped || tick(began + looks * super::board::POLL_EVERY).is_break();
            if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let setting = self.setting();
        let budget = Budget::new(max_nodes, &mut latched);
        let board = Board::new(&setting, budget);
        let (verdict, nodes) = search::run(self, board);
        self.verdict = verdict;
        self.nodes += nodes;
        self.note_proven();
        verdict
    }

    fn note_proven(&self) {
        self.proven.store(self.proofs.len() as u64, Ordering::Relaxed);
    }

    fn setting(&self) -> Setting<NoFouls> {
        let Root { grid, attacker, to_move } = &self.root;
        let next = if *to_move { *attacker } else { attacker.other() };
        Setting {
            grid: grid.clone(),
            next,
            five: [Five::OrMore; 2],
            fouls: NoFouls,
            captures: None,
            stuck_draws: false,
        }
    }

    /// Every position of the attacker that the proof needs, if the position is won: the root first
    /// where the attacker is to move there.
    pub fn proof(&self) -> Option<Vec<ProofEntry>> {
        (self.verdict == Verdict::Won).then(|| tree::entries(self))
    }
}
