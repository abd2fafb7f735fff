//! The search for a proof of lemmas: quiet moves, and lemmas for the replies to them.

use std::collections::HashMap;
use std::fs::File;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::bits::{BitBoard, Bits};
use super::convert::find;
use super::cover::Cover;
use super::lemma::Reference;
use super::library::Library;
use super::plane::{Law, Place, Plane, place};
use super::shrink::Shrinker;
use super::tree::Tree;
use crate::board::{Colour, DIRECTIONS, Grid, Size};
use crate::stones::worth;

/// Called now and then; may break off.
pub type Tick<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

/// Positions that a search for one win looks at.
pub const EFFORT: u64 = 200_000;
/// The same while quiet moves are compared.
const GLANCE: u64 = 4_000;
/// Quiet moves that are compared.
const COMPARED: usize = 10;
/// Replies left open after a glance at a quiet move that is worth a try.
const MOST_LEFT: u32 = 24;
/// What a row is worth to a quiet move by its stones: the attacker's, the defender's.
const WORTH: [[u32; 5]; 2] = [[0, 10, 12, 14, 14], [0, 6, 20, 60, 60]];

/// How a position is proven, the attacker to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
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
    pub(super) entries: HashMap<[Bits; 2], Entry>,
    /// Positions without a win by threats, and the limit of the search that found none.
    hopeless: HashMap<[Bits; 2], u64>,
    /// Positions that are not proven, and the quiet moves in a row that were allowed.
    failed: HashMap<[Bits; 2], u32>,
    pub(super) guide: HashMap<[Bits; 2], Vec<Place>>,
    pub(super) log: Option<File>,
    pub(super) log_fault: Option<std::io::Error>,
    pub(super) plane: Plane,
    pub(super) stopped: bool,
    effort: u64,
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
            failed: HashMap::new(),
            guide: HashMap::new(),
            log: None,
            log_fault: None,
            plane: Plane::new(law),
            stopped: false,
            effort: EFFORT,
            counts: Arc::default(),
        }
    }

    /// Sets how many positions a search for one win looks at.
    pub fn set_effort(&mut self, effort: u64) {
        self.effort = effort;
    }

    /// Names a move for a position, the attacker to move.
    pub fn advise(&mut self, sides: [Bits; 2], attack: Place) {
        let (least, motion) = self.board.least(sides);
        let moves = self.guide.entry(least).or_default();
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
        open.retain(|&sides| !self.entries.contains_key(&self.board.least(sides).0));
        open
    }

    /// The positions with the attacker to move that must be proven, one of all images of each.
    pub fn roots(&self) -> Vec<[Bits; 2]> {
        if self.attacker_moves {
            return vec![self.root];
        }
        let [own, other] = self.root;
        let mut seen = Vec::new();
        let mut found = Vec::new();
        for reply in self.board.places(self.board.all.but(own.or(other))) {
            let sides = [own, other.or(self.board.bit(reply))];
            let least = self.board.least(sides).0;
            if !seen.contains(&least) {
                seen.push(least);
                found.push(sides);
            }
        }
        found
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
        for depth in 0..=quiet {
            for &sides in &roots {
                self.prove(sides, depth, tick);
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
        self.hopeless.get(&self.board.least(sides).0).is_some_and(|&tried| tried >= effort)
    }

    pub(super) fn note_hopeless(&mut self, sides: [Bits; 2], effort: u64) {
        self.hopeless.insert(self.board.least(sides).0, effort);
        self.log_hopeless(sides, effort);
    }

    pub(super) fn recall_hopeless(&mut self, sides: [Bits; 2], effort: u64) {
        self.hopeless.insert(self.board.least(sides).0, effort);
    }

    /// Is the position won, the attacker to move, with up to `quiet` quiet moves in a row?
    fn prove(&mut self, sides: [Bits; 2], quiet: u32, tick: Tick) -> bool {
        let (sides, _) = self.board.least(sides);
        if self.entries.contains_key(&sides) {
            return true;
        }
        if self.stopped || self.failed.get(&sides).is_some_and(|&tried| tried >= quiet) {
            return false;
        }
        let proven = self.apply(sides)
            || self.win_by_threats(sides, tick)
            || quiet > 0 && self.by_a_quiet_move(sides, quiet, tick);
        if !proven && !self.stopped {
            self.failed.insert(sides, quiet);
        }
        proven
    }

    /// Does a known lemma apply?
    fn apply(&mut self, sides: [Bits; 2]) -> bool {
        let found = self.library.apply(&self.board, self.law.row, sides);
        let Some(reference) = found else { return false };
        self.enter(sides, Entry { attack: None, by: vec![reference] });
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
        let found = find(self.law, self.size, places, effort, &mut || {
            let flow = tick();
            self.stopped |= flow.is_break();
            flow
        });
        self.counts.nodes.fetch_add(found.nodes, Ordering::Relaxed);
        if found.tree.is_none() && !self.stopped {
            self.note_hopeless(sides, effort);
        }
        found.tree.filter(|_| !self.stopped)
    }

    fn win_by_threats(&mut self, sides: [Bits; 2], tick: Tick) -> bool {
        let [own, other] = sides.map(|side| self.board.places(side).collect::<Vec<_>>());
        let Some(tree) = self.find([&own, &other], sides, self.effort, tick) else { return false };
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
        lemma.is_some() && self.apply(sides)
    }

    /// Tries quiet moves: those that were named, else those after which few replies stay open.
    fn by_a_quiet_move(&mut self, sides: [Bits; 2], quiet: u32, tick: Tick) -> bool {
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

    /// With two stones in rows of five nothing is won by threats.
    fn has_few_stones(&self, sides: [Bits; 2]) -> bool {
        sides[0].len() as usize + 3 <= self.law.row
    }

    fn enter(&mut self, sides: [Bits; 2], entry: Entry) {
        self.log_entry(sides, &entry);
        self.entries.insert(sides, entry);
        self.count();
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
