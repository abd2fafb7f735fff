//! Checks open proofs that one side wins by a row. Knows that stones are put on empty points, that a full row
//! wins at once and that a full board does not; nothing of any search.
//!
//! | file | what it holds |
//! |---|---|
//! | `header.rs` | the first line: what is proven |
//! | `board.rs` | sets of points of a board, and the rows in them |
//! | `positions.rs` | form 1: an entry for each position |
//! | `lemma.rs` | form 2: a win that is proven once, on a plane without edges |
//! | `laid.rs` | form 2: entries, and lemmas where they are laid |
//!
//! The manual's page *Proofs* has both forms.

mod board;
mod header;
mod laid;
mod lemma;
mod positions;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use board::{Board, Sides};
pub use header::Head;
use laid::Lemmas;
pub use laid::Verified;

/// What is missing or wrong, in words.
#[derive(Debug)]
pub struct Fault(pub String);

impl Fault {
    fn new<T>(words: impl Into<String>) -> Result<T, Self> {
        Err(Self(words.into()))
    }
}

/// What a check found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Positions looked at.
    pub looked_at: usize,
    /// Positions of the file.
    pub entries: usize,
    /// Replies that were followed (form 1).
    pub replies: usize,
    /// Lemmas of the file (form 2).
    pub lemmas: Option<usize>,
}

/// What an entry says.
enum Entry {
    /// Form 1: what follows the stones.
    Moves(Box<str>),
    /// Form 2: the move, if there is one, and the lemmas as they are laid; `None` if that cannot be read.
    Laid(Option<laid::LaidEntry>),
}

/// A proof file, read line by line.
pub struct Proof {
    head: Head,
    board: Board,
    root: Sides,
    entries: Vec<Entry>,
    places: HashMap<Sides, u32>,
    /// Of form 2.
    lemmas: Option<Lemmas>,
    replies: usize,
}

impl Proof {
    /// Reads the first line.
    pub fn new(line: &str) -> Result<Self, Fault> {
        let head = Head::read(line)?;
        let board = Board::new(head.size, head.row, head.has_lemmas);
        let root = [board.set_of(&head.sides[0])?, board.set_of(&head.sides[1])?];
        let lemmas = head.has_lemmas.then(Lemmas::default);
        let (entries, places) = (Vec::new(), HashMap::new());
        Ok(Self { head, board, root, entries, places, lemmas, replies: 0 })
    }

    /// The file's own name for it.
    pub fn name(&self) -> &str {
        &self.head.name
    }

    /// What it is about: board, row, side to move and the stones of both sides.
    pub fn root_in_words(&self) -> String {
        let [own, other] = self.root.map(|side| self.board.names(side));
        self.head.in_words(&own, &other)
    }

    /// Takes a further line, the `number`th of the file. A lemma that is verified is not played through again.
    pub fn take(
        &mut self,
        number: usize,
        line: &str,
        verified: Option<&mut Verified>,
    ) -> Result<(), Fault> {
        let taken = match &mut self.lemmas {
            Some(lemmas) => lemmas.take(&self.board, self.head.is_exact, line, verified),
            None => positions::entry(&self.board, line),
        };
        let at = |Fault(words)| Fault(format!("line {number}: {words}"));
        let Some((sides, entry)) = taken.map_err(at)? else { return Ok(()) };
        if self.places.insert(sides, self.entries.len() as u32).is_some() {
            return Err(at(Fault("its position has an entry already".into())));
        }
        self.entries.push(entry);
        Ok(())
    }

    /// How many entries there are so far.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Is there no entry?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Checks every position that play can reach from the root, or the root and a sample of the entries.
    /// `None` if `tick`, which hears how many positions were looked at, broke it off.
    pub fn check(
        &mut self,
        sample: Option<&[usize]>,
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Option<Checked>, Fault> {
        let mut waiting = self.first()?;
        if let Some(sample) = sample {
            let mut sampled = vec![None; self.entries.len()];
            for (sides, &at) in &self.places {
                sampled[at as usize] = Some(*sides);
            }
            let sampled = sample.iter().filter_map(|&at| *sampled.get(at)?);
            waiting.extend(sampled.filter(|[own, other]| !own.meets(*other)));
        }
        let mut seen = HashSet::new();
        while let Some(sides) = waiting.pop() {
            if !seen.insert(sides) {
                continue;
            }
            if tick(seen.len()).is_break() {
                return Ok(None);
            }
            let needed = self.needed(sides).map_err(|Fault(words)| {
                Fault(format!("{}: {words}", self.board.write_sides(sides)))
            })?;
            if let Some(child) = needed.iter().find(|child| !self.places.contains_key(*child)) {
                let [at, child] = [sides, *child].map(|sides| self.board.write_sides(sides));
                return Fault::new(format!("{at}: there is no entry for {child}"));
            }
            if sample.is_none() {
                waiting.extend(needed);
            }
        }
        Ok(Some(Checked {
            looked_at: seen.len(),
            entries: self.entries.len(),
            replies: self.replies,
            lemmas: self.lemmas.as_ref().map(Lemmas::len),
        }))
    }

    /// The positions at the root, the attacker to move.
    fn first(&mut self) -> Result<Vec<Sides>, Fault> {
        let [own, other] = self.root;
        if own.meets(other) || self.board.is_won(own) || self.board.is_won(other) {
            return Fault::new("the root is no position");
        }
        if self.head.attacker_moves {
            return Ok(vec![self.board.canonical(self.root)]);
        }
        let replies = self.board.all.but(own.or(other));
        if replies.meets(self.board.completing(other, own)) {
            return Fault::new("the defender wins");
        }
        self.after(self.root, replies, &[])
    }

    /// Checks an entry; the positions that must have entries too.
    fn needed(&mut self, sides: Sides) -> Result<Vec<Sides>, Fault> {
        let Some(&at) = self.places.get(&sides) else { return Fault::new("there is no entry") };
        let (attack, line, laid) = match (&self.entries[at as usize], &self.lemmas) {
            (Entry::Moves(text), _) => match positions::read(&self.board, sides, text)? {
                Some((attack, line)) => (attack, line, Vec::new()),
                None => return Ok(Vec::new()),
            },
            (Entry::Laid(Some(entry)), Some(lemmas)) => {
                let laid = lemmas.laid(&self.board, entry)?;
                match &entry.attack {
                    None if laid.iter().any(|one| one.applies(&self.board, sides)) => {
                        return Ok(Vec::new());
                    }
                    None => return Fault::new("no lemma applies"),
                    Some(text) => (self.board.set_of(text)?, Vec::new(), laid),
                }
            }
            (Entry::Laid(_), _) => return Fault::new("the entry cannot be read"),
        };
        let [own, other] = sides;
        if attack.len() != 1 || own.or(other).meets(attack) {
            return Fault::new("the move is not one, or on a taken point");
        }
        let own = own.or(attack);
        if self.wins(own, attack) {
            return Ok(Vec::new());
        }
        if !self.board.completing(other, own).is_empty() {
            return Fault::new("the defender wins at once");
        }
        let fives = self.board.completing(own, other).points();
        let stops: board::Set = fives.filter(|&stop| self.wins(own.or(stop), stop)).collect();
        let replies = match stops.len() {
            0 if line.is_empty() => self.board.all.but(own.or(other)),
            0 => positions::concern(&self.board, [own, other], &line)?,
            1 => stops,
            _ => return Ok(Vec::new()),
        };
        self.after([own, other], replies, &laid)
    }

    /// Does a stone of the attacker stand in a row that wins?
    fn wins(&self, own: board::Set, stone: board::Set) -> bool {
        self.board.wins(own, stone, self.head.is_exact)
    }

    /// The positions after the replies that no lemma meets, each in its least image.
    fn after(
        &mut self,
        sides: Sides,
        replies: board::Set,
        laid: &[laid::Laid],
    ) -> Result<Vec<Sides>, Fault> {
        let [own, other] = sides;
        if own.or(other) == self.board.all {
            return Fault::new("the board is full");
        }
        let mut left = replies;
        for spoilers in laid.iter().filter_map(|one| one.spoilers(&self.board, sides)) {
            left = left.and(spoilers);
        }
        if self.lemmas.is_none() {
            self.replies += left.len();
        }
        let is_open = |&reply: &board::Set| {
            !laid.iter().any(|one| one.applies(&self.board, [own, other.or(reply)]))
        };
        let images = self.board.images(sides);
        Ok(left
            .points()
            .filter(is_open)
            .map(|reply| self.board.canonical_after(&images, reply))
            .collect())
    }
}
