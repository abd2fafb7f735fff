//! Form 2: lemmas as they are laid on a board, and the entries that lay them.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use super::board::{Board, MOTIONS, Set, Sides};
use super::lemma::{Lemma, Point};
use super::{Entry, Fault};

/// Lemmas that were played through, by all that they say but their names: other files may have them too.
#[derive(Default)]
pub struct Verified(HashMap<(usize, bool, String), Arc<Lemma>>);

impl Verified {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Plays a lemma through if it was not before.
    fn lemma(&mut self, row: usize, is_exact: bool, item: &Value) -> Result<Arc<Lemma>, Fault> {
        let key = (row, is_exact, item.to_string());
        if let Some(lemma) = self.0.get(&key) {
            return Ok(Arc::clone(lemma));
        }
        let lemma = Arc::new(Lemma::new(row, is_exact, item)?);
        self.0.insert(key, Arc::clone(&lemma));
        Ok(lemma)
    }
}

/// The lemmas of a file. A name has a number from where it is seen first.
#[derive(Default)]
pub(super) struct Lemmas {
    numbers: HashMap<String, u32>,
    known: Vec<Option<Arc<Lemma>>>,
    count: usize,
}

/// An entry: the move, if there is one, and lemmas.
pub(super) struct LaidEntry {
    pub attack: Option<Box<str>>,
    by: Vec<Reference>,
}

/// A lemma, turned by a motion and then moved.
struct Reference {
    lemma: u32,
    motion: usize,
    dx: i64,
    dy: i64,
}

/// A lemma as it lies on a board.
pub(super) struct Laid {
    own: Set,
    empty: Set,
    other: Set,
    replies: Set,
    not_own: Set,
    has_threat: bool,
}

impl Lemmas {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Takes a line: a lemma, which is played through at once, or an entry, which is handed back.
    pub fn take(
        &mut self,
        board: &Board,
        is_exact: bool,
        line: &str,
        verified: Option<&mut Verified>,
    ) -> Result<Option<(Sides, Entry)>, Fault> {
        let mut item: Value =
            serde_json::from_str(line).map_err(|error| Fault(error.to_string()))?;
        if let Some(name) = item.get("lemma") {
            let Some(number) = self.number(name) else {
                return Fault::new("the name of a lemma is a number or a text");
            };
            if self.known[number as usize].is_some() {
                return Fault::new("a lemma has this name already");
            }
            let lemma = match verified {
                Some(verified) => {
                    item["lemma"] = Value::Null;
                    verified.lemma(board.row, is_exact, &item)?
                }
                None => Arc::new(Lemma::new(board.row, is_exact, &item)?),
            };
            self.known[number as usize] = Some(lemma);
            self.count += 1;
            return Ok(None);
        }
        let at = item.get("at").and_then(Value::as_array);
        let [Some(own), Some(other)] =
            [0, 1].map(|side| at.filter(|at| at.len() == 2)?.get(side)?.as_str())
        else {
            return Fault::new("it is neither a lemma nor an entry");
        };
        let sides = [board.set_of(own)?, board.set_of(other)?];
        if sides[0].meets(sides[1]) || sides != board.canonical(sides) {
            return Fault::new("its position is not in its least image");
        }
        Ok(Some((sides, Entry::Laid(self.entry(&item)))))
    }

    /// The number of a name.
    fn number(&mut self, name: &Value) -> Option<u32> {
        if !name.is_number() && !name.is_string() {
            return None;
        }
        let number = *self.numbers.entry(name.to_string()).or_insert(self.known.len() as u32);
        if number as usize == self.known.len() {
            self.known.push(None);
        }
        Some(number)
    }

    fn entry(&mut self, item: &Value) -> Option<LaidEntry> {
        let attack = match item.get("move") {
            None | Some(Value::Null) => None,
            Some(attack) => Some(attack.as_str()?.into()),
        };
        let references = item.get("by").map_or(Some(&[][..]), |by| Some(by.as_array()?))?;
        let by = references.iter().map(|one| {
            let [name, motion, dx, dy] = one.as_array()?.as_slice() else { return None };
            let motion = usize::try_from(motion.as_u64()?).ok().filter(|&at| at < MOTIONS.len())?;
            let lemma = self.number(name)?;
            Some(Reference { lemma, motion, dx: dx.as_i64()?, dy: dy.as_i64()? })
        });
        let by = by.collect::<Option<_>>()?;
        Some(LaidEntry { attack, by })
    }

    /// The lemmas of an entry as they lie.
    pub fn laid(&self, board: &Board, entry: &LaidEntry) -> Result<Vec<Laid>, Fault> {
        entry.by.iter().map(|reference| self.lay(board, reference)).collect()
    }

    fn lay(&self, board: &Board, reference: &Reference) -> Result<Laid, Fault> {
        let Some(lemma) = &self.known[reference.lemma as usize] else {
            return Fault::new("the entry cannot be read: it names a lemma that there is not");
        };
        let [xx, xy, yx, yy] = MOTIONS[reference.motion];
        let moved = |&(x, y): &Point| {
            let to = |at: i64, by: i64| at.checked_add(by).unwrap_or(-1);
            board.point((to(xx * x + xy * y, reference.dx), to(yx * x + yy * y, reference.dy)))
        };
        let all = |points: &[Point]| points.iter().filter_map(moved).collect::<Set>();
        if !all(&lemma.outside).is_empty() {
            return Fault::new("a lemma wants an edge where there is none");
        }
        if lemma.own.iter().chain(&lemma.empty).any(|point| moved(point).is_none()) {
            return Fault::new("a lemma reaches over the edge");
        }
        Ok(Laid {
            own: all(&lemma.own),
            empty: all(&lemma.empty),
            other: all(&lemma.other),
            replies: all(&lemma.replies),
            not_own: all(&lemma.not_own),
            has_threat: lemma.has_threat,
        })
    }
}

impl Laid {
    /// The points where one more stone of the defender could spoil it, the attacker to move after that;
    /// `None` if it does not apply at all.
    pub fn spoilers(&self, board: &Board, [own, other]: Sides) -> Option<Set> {
        if !self.own.but(own).is_empty()
            || self.empty.meets(own.or(other))
            || self.not_own.and(own).meets(board.all.but(self.own))
        {
            return None;
        }
        let free = board.all.but(own);
        let counted = other.or(self.other.and(free)).or(self.replies);
        // A window with no more of his stones never becomes a row before the attacker wins.
        let max = board.row - 2 - usize::from(self.has_threat);
        let foreign = other.but(self.other);
        if !board.windows(counted, free, max + 1, Some(foreign)).is_empty() {
            return None;
        }
        Some(self.empty.or(board.windows(counted, free, max, None).but(self.other)))
    }

    /// Does it apply, the attacker to move?
    pub fn applies(&self, board: &Board, sides: Sides) -> bool {
        self.spoilers(board, sides).is_some()
    }
}
