//! The search for a proof of lemmas: quiet moves, and lemmas for the replies to them.

use std::collections::HashMap;
use std::fs::File;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::bits::{BitBoard, Bits};
use super::convert::find;
use super::lemma::Reference;
use super::library::Library;
use super::numbers::OpenTree;
use super::plane::{Law, Place, Plane, place};
use super::shrink::Shrinker;
use super::tree::Tree;
use crate::board::Size;

/// Called now and then; may break off.
pub type Tick<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

/// Positions that a search for one win looks at.
pub const EFFORT: u64 = 200_000;

/// How a position is proven, the attacker to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LemmaEntry {
    /// The quiet move; `None` where a lemma applies.
    pub attack: Option<Place>,
    /// The lemmas that meet the replies.
    pub by: Vec<Reference>,
}

/// How far a search is; another thread may look.
#[derive(Default, Debug)]
pub struct Counts {
    /// Positions looked at since the search was made.
    pub nodes: AtomicU64,
    /// Positions proven.
    pub entries: AtomicUsize,
    /// Lemmas known.
    pub lemmas: AtomicUsize,
}

/// A search for a proof of lemmas that can be gone on with.
pub struct LemmaSearch {
    pub(super) law: Law,
    pub(super) size: Size,
    pub(super) board: BitBoard,
    pub(super) root: [Bits; 2],
    pub(super) attacker_moves: bool,
    pub(super) library: Library,
    pub(super) entries: HashMap<[Bits; 2], LemmaEntry>,
    /// Positions without a win by threats, and the limit of the search that found none.
    hopeless: HashMap<[Bits; 2], u64>,
    /// What is open, and how far it is from a proof.
    pub(super) open: OpenTree,
    pub(super) guide: HashMap<[Bits; 2], Vec<Place>>,
    pub(super) log: Option<File>,
    pub(super) log_fault: Option<std::io::Error>,
    pub(super) plane: Plane,
    pub(super) stopped: bool,
    pub(super) effort: u64,
    /// How often a search for one win may be made again, each time ten times as hard.
    pub(super) retries: u32,
    pub(super) counts: Arc<Counts>,
}

impl LemmaSearch {
    /// A search for a win of one side: its stones, those of the other one, and is it to move?
    pub fn new(size: u8, law: Law, sides: [&[(i32, i32)]; 2], attacker_moves: bool) -> Self {
        let board = BitBoard::new(i32::from(size), law.row);
        let root = sides
            .map(|side| board.set_of(&side.iter().map(|&(x, y)| place(x, y)).collect::<Vec<_>>()));
        Self {
            law,
            size: Size::square(size),
            board,
            root,
            attacker_moves,
            library: Library::default(),
            entries: HashMap::new(),
            hopeless: HashMap::new(),
            open: OpenTree::default(),
            guide: HashMap::new(),
            log: None,
            log_fault: None,
            plane: Plane::new(law),
            stopped: false,
            effort: EFFORT,
            retries: 0,
            counts: Arc::default(),
        }
    }

    /// Sets how many positions a search for one win looks at.
    pub fn set_effort(&mut self, effort: u64) {
        self.effort = effort;
    }

    /// Sets how often a search for one win may be made again, each time ten times as hard.
    pub fn set_retries(&mut self, retries: u32) {
        self.retries = retries;
    }

    /// Names a move for a position, the attacker to move.
    pub fn advise(&mut self, sides: [Bits; 2], attack: Place) {
        let (canonical, motion) = self.board.canonical(sides);
        let moves = self.guide.entry(canonical).or_default();
        let attack = self.board.turned(motion, attack);
        if !moves.contains(&attack) {
            moves.push(attack);
        }
    }

    /// How far it is.
    pub fn counts(&self) -> Arc<Counts> {
        Arc::clone(&self.counts)
    }

    pub(super) fn count(&self) {
        self.counts.entries.store(self.entries.len(), Ordering::Relaxed);
        self.counts.lemmas.store(self.library.lemmas.len(), Ordering::Relaxed);
    }

    /// Is the root proven?
    pub fn is_proven(&self) -> bool {
        self.open_answers().is_empty()
    }

    /// The replies at the root that are not proven, or the root itself where the attacker moves.
    pub fn open_answers(&self) -> Vec<[Bits; 2]> {
        let mut open = self.roots();
        open.retain(|&sides| !self.entries.contains_key(&self.board.canonical(sides).0));
        open
    }

    /// The positions with the attacker to move that must be proven, one of all images of each.
    pub fn roots(&self) -> Vec<[Bits; 2]> {
        if self.attacker_moves {
            return vec![self.root];
        }
        let [own, other] = self.root;
        let mut seen = Vec::new();
        let mut positions = Vec::new();
        for reply in self.board.places(self.board.all.but(own.or(other))) {
            let sides = [own, other.or(self.board.bit(reply))];
            let canonical = self.board.canonical(sides).0;
            if !seen.contains(&canonical) {
                seen.push(canonical);
                positions.push(sides);
            }
        }
        positions
    }

    /// Searches on, with up to `quiet` quiet moves in a row; is everything proven? With `only` of the
    /// replies at the root no more than these are looked at.
    pub fn run(&mut self, quiet: u32, only: Option<&[Place]>, tick: Tick) -> bool {
        self.stopped = false;
        let roots: Vec<_> = match only {
            None => self.open_answers(),
            Some(replies) => {
                let after = |&reply| [self.root[0], self.root[1].or(self.board.bit(reply))];
                replies.iter().map(after).collect()
            }
        };
        self.prove(&roots, quiet, tick);
        // What a damaged log had of a proof is proven again.
        while self.is_proven()
            && let Err(gap) = self.needed(&self.roots()).map(drop)
        {
            self.entries.remove(&gap);
            if !self.prove(&[gap], quiet, tick) {
                let broken = self.roots().into_iter().map(|root| self.board.canonical(root).0);
                broken.for_each(|root| drop(self.entries.remove(&root)));
            }
        }
        self.is_proven()
    }

    /// The replies at the root with these names, or the first that is none.
    ///
    /// # Errors
    /// A name is no empty point, or the attacker is to move.
    pub fn replies_named<'a>(&self, names: &'a [String]) -> Result<Vec<Place>, &'a str> {
        let replies = self.board.all.but(self.root[0].or(self.root[1]));
        let reply = |name: &'a String| {
            let point = self.size.parse(name).ok().map(|point| self.size.xy(point));
            let at = point.map(|(x, y)| place(x, y));
            let at = at.filter(|&at| self.board.bit(at).meets(replies) && !self.attacker_moves);
            at.ok_or(name.as_str())
        };
        names.iter().map(reply).collect()
    }

    /// The names of the replies at the root that are not proven; none where the attacker moves.
    pub fn open_names(&self) -> Vec<String> {
        let open = self.open_answers().into_iter();
        let open = open.flat_map(|sides| self.board.places(sides[1].but(self.root[1])));
        let names = open.filter_map(|at| {
            let (x, y) = super::plane::xy(at);
            self.size.at(x, y).map(|point| self.size.name(point))
        });
        names.collect()
    }

    /// The columns of the board, does exactly five win, and is the attacker to move at the root?
    pub fn game(&self) -> (u8, bool, bool) {
        (self.size.columns, self.law.exact, self.attacker_moves)
    }

    /// Was the last run broken off?
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    pub(super) fn is_hopeless(&self, sides: [Bits; 2], effort: u64) -> bool {
        self.hopeless.get(&self.board.canonical(sides).0).is_some_and(|&tried| tried >= effort)
    }

    pub(super) fn note_hopeless(&mut self, sides: [Bits; 2], effort: u64) {
        self.hopeless.insert(self.board.canonical(sides).0, effort);
        self.log_hopeless(sides, effort);
    }

    pub(super) fn recall_hopeless(&mut self, sides: [Bits; 2], effort: u64) {
        self.hopeless.insert(self.board.canonical(sides).0, effort);
    }

    /// Does a known lemma apply, from `first` on?
    pub(super) fn apply(&mut self, sides: [Bits; 2], first: usize) -> bool {
        let applied = self.library.apply(&self.board, self.law.row, sides, first);
        let Some(reference) = applied else { return false };
        self.enter(sides, LemmaEntry { attack: None, by: vec![reference] });
        true
    }

    /// Looks for a win by threats; notes the position if there is none.
    pub(super) fn find(
        &mut self,
        places: [&[Place]; 2],
        sides: [Bits; 2],
        effort: u64,
        tick: Tick,
    ) -> Option<Tree> {
        if self.has_few_stones(sides) || self.is_hopeless(sides, effort) {
            return None;
        }
        let win = find(self.law, self.size, places, effort, &mut || {
            let flow = tick();
            self.stopped |= flow.is_break();
            flow
        });
        self.counts.nodes.fetch_add(win.nodes, Ordering::Relaxed);
        if win.tree.is_none() && !self.stopped {
            self.note_hopeless(sides, effort);
        }
        win.tree.filter(|_| !self.stopped)
    }

    pub(super) fn win_by_threats(&mut self, sides: [Bits; 2], effort: u64, tick: Tick) -> bool {
        let [own, other] = sides.map(|side| self.board.places(side).collect::<Vec<_>>());
        let Some(tree) = self.find([&own, &other], sides, effort, tick) else { return false };
        let mut shrinker = Shrinker {
            board: &self.board,
            size: self.size,
            plane: &mut self.plane,
            sides,
            reply: None,
            open: Bits::default(),
        };
        let lemma = shrinker.lemma(&tree).and_then(|(lemma, _)| self.library.add(&lemma));
        if let Some((number, true)) = lemma {
            self.log_lemma(number);
        }
        lemma.is_some() && self.apply(sides, 0)
    }

    /// With two stones in rows of five nothing is won by threats.
    pub(super) fn has_few_stones(&self, sides: [Bits; 2]) -> bool {
        sides[0].len() as usize + 3 <= self.law.row
    }

    pub(super) fn enter(&mut self, sides: [Bits; 2], entry: LemmaEntry) {
        self.log_entry(sides, &entry);
        self.entries.insert(sides, entry);
        self.count();
    }
}
