//! The state in a folder: logs of what was found, line by line; and the proof as text.
//!
//! Every run writes a log of its own, so that several can work in one folder; each reads all of them
//! when it begins. A line is a lemma, an entry as in a proof file, or a position without a win by
//! threats. What a broken write has left is passed over.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use serde_json::{Value, json};

use super::bits::Bits;
use super::lemma::{Laid, Lemma, Reference};
use super::plane::Place;
use super::quiet::Replies;
use super::search::{LemmaEntry, LemmaSearch};
use super::tree::{read, text};
use crate::stream::mix64;

impl LemmaSearch {
    /// Reads the logs of a folder and begins one of its own there.
    ///
    /// # Errors
    /// The folder cannot be read or written, or belongs to another game.
    pub fn open(&mut self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let mut logs = Vec::new();
        for file in fs::read_dir(folder)? {
            let path = file?.path();
            if path.extension().is_some_and(|end| end == "log") {
                logs.push(path);
            }
        }
        logs.sort();
        let mut names = HashMap::new();
        for path in &logs {
            self.read_log(path, &mut names)?;
        }
        self.count();
        for number in logs.len().. {
            let path = folder.join(format!("{number:05}.log"));
            match OpenOptions::new().append(true).create_new(true).open(path) {
                Ok(file) => {
                    self.log = Some(file);
                    self.write_line(&self.head());
                    return self.fault();
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// What a log is about.
    fn head(&self) -> Value {
        json!({ "log": 1, "size": self.board.size, "row": self.law.row, "exact": self.law.exact })
    }

    fn read_log(&mut self, path: &Path, names: &mut HashMap<u64, usize>) -> io::Result<()> {
        for (number, line) in BufReader::new(File::open(path)?).split(b'\n').enumerate() {
            // A line that was not written to its end is none.
            let Ok(item) = serde_json::from_slice::<Value>(&line?) else { continue };
            if number == 0 && item != self.head() {
                let name = path.display();
                let message = format!("{name} is refused: it belongs to another board or rule");
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            self.take(&item, names);
        }
        Ok(())
    }

    /// Takes a line of a log; what cannot be read is passed over.
    fn take(&mut self, item: &Value, names: &mut HashMap<u64, usize>) -> Option<()> {
        if let Some(name) = item.get("lemma") {
            let lemma = Lemma::from_json(&mut self.plane, item)?;
            let number = self.library.add(&lemma)?.0;
            names.insert(name.as_u64()?, number);
            // The logs of later searches know it by its own name.
            names.insert(self.name(number) as u64, number);
        } else if let Some(at) = item.get("hopeless") {
            self.recall_hopeless(self.read_sides(at)?, item.get("effort")?.as_u64()?);
        } else if let Some(at) = item.get("at") {
            let sides = self.read_sides(at)?;
            let attack = match item.get("move") {
                Some(attack) => Some(*read(attack.as_str()?)?.first()?),
                None => None,
            };
            let by = item.get("by")?.as_array()?.iter().map(|one| {
                let number = |at: usize| one.get(at)?.as_i64();
                Some(Reference {
                    lemma: *names.get(&one.get(0)?.as_u64()?)?,
                    motion: usize::try_from(number(1)?).ok().filter(|&motion| motion < 8)?,
                    dx: number(2)? as i32,
                    dy: number(3)? as i32,
                })
            });
            let by = by.collect::<Option<Vec<_>>>()?;
            self.entries.insert(sides, LemmaEntry { attack, by });
        }
        Some(())
    }

    fn read_sides(&self, at: &Value) -> Option<[Bits; 2]> {
        let side = |at: Option<&Value>| Some(self.board.set_of(&read(at?.as_str()?)?));
        Some([side(at.get(0))?, side(at.get(1))?])
    }

    fn write_line(&mut self, item: &Value) {
        if let Some(log) = &mut self.log {
            let line = format!("{item}\n");
            if let Err(error) = log.write_all(line.as_bytes()) {
                (self.log, self.log_fault) = (None, Some(error));
                self.stopped = true;
            }
        }
    }

    /// What went wrong with the log since it was asked last.
    ///
    /// # Errors
    /// The log could not be written: the search has stopped.
    pub fn fault(&mut self) -> io::Result<()> {
        self.log_fault.take().map_or(Ok(()), Err)
    }

    pub(super) fn log_lemma(&mut self, number: usize) {
        self.count();
        if self.log.is_some() {
            let name = self.name(number);
            self.write_line(&self.library.lemmas[number].to_json(name));
        }
    }

    pub(super) fn log_hopeless(&mut self, sides: [Bits; 2], effort: u64) {
        let at = self.sides(self.board.canonical(sides).0);
        self.write_line(&json!({ "hopeless": at, "effort": effort }));
    }

    pub(super) fn log_entry(&mut self, sides: [Bits; 2], entry: &LemmaEntry) {
        if self.log.is_some() {
            let item = self.entry(sides, entry, &|number| self.name(number));
            self.write_line(&item);
        }
    }

    /// A name for a lemma that is the same in every log.
    fn name(&self, number: usize) -> usize {
        let text = self.library.lemmas[number].to_json(0).to_string();
        let hash = text.bytes().fold(0, |hash, byte| mix64(hash ^ u64::from(byte)));
        // Readers of JSON keep no more digits.
        (hash >> 11) as usize
    }

    fn sides(&self, sides: [Bits; 2]) -> [String; 2] {
        sides.map(|side| text(&self.board.places(side).collect::<Vec<_>>()))
    }

    fn entry(&self, sides: [Bits; 2], entry: &LemmaEntry, name: &dyn Fn(usize) -> usize) -> Value {
        let mut item = json!({ "at": self.sides(sides) });
        if let Some(attack) = entry.attack {
            item["move"] = json!(text(&[attack]));
        }
        let by = entry.by.iter();
        item["by"] = by.map(|one| json!([name(one.lemma), one.motion, one.dx, one.dy])).collect();
        item
    }

    /// The stones at the root, or after a reply there, as the head of a proof file has them.
    pub fn root_text(&self, reply: Option<Place>) -> [String; 2] {
        self.sides(self.root_after(reply))
    }

    fn root_after(&self, reply: Option<Place>) -> [Bits; 2] {
        let [own, other] = self.root;
        [own, reply.map_or(other, |reply| other.or(self.board.bit(reply)))]
    }

    /// The lines of the proof after its head, lemmas first; `None` unless all is proven. With a reply at
    /// the root it is the proof of the position after that.
    pub fn proof_text(&self, reply: Option<Place>) -> Option<String> {
        let roots = if reply.is_some() { vec![self.root_after(reply)] } else { self.roots() };
        let entries = self.needed(&roots).ok()?;
        let mut names = HashMap::new();
        let mut order = Vec::new();
        for (_, entry) in &entries {
            for one in &entry.by {
                names.entry(one.lemma).or_insert_with(|| {
                    order.push(one.lemma);
                    order.len() - 1
                });
            }
        }
        let mut lines = String::new();
        let mut add = |item: &Value| {
            lines.push_str(&item.to_string());
            lines.push('\n');
        };
        for (name, &number) in order.iter().enumerate() {
            add(&self.library.lemmas[number].to_json(name));
        }
        for (sides, entry) in &entries {
            add(&self.entry(*sides, entry, &|number| names[&number]));
        }
        Some(lines)
    }

    /// The entries that these positions lead to.
    ///
    /// # Errors
    /// A position whose entry is missing or does not hold: a log was cut in the middle.
    pub(super) fn needed(
        &self,
        roots: &[[Bits; 2]],
    ) -> Result<Vec<([Bits; 2], &LemmaEntry)>, [Bits; 2]> {
        let mut todo: Vec<_> = roots.iter().map(|&root| self.board.canonical(root).0).collect();
        let (mut entries, mut seen) = (Vec::new(), HashSet::new());
        while let Some(sides) = todo.pop() {
            if seen.insert(sides) {
                let entry = self.entries.get(&sides).ok_or(sides)?;
                todo.extend(self.children(sides, entry).ok_or(sides)?);
                entries.push((sides, entry));
            }
        }
        Ok(entries)
    }

    /// The positions that an entry needs; `None` if it does not hold.
    fn children(&self, sides: [Bits; 2], entry: &LemmaEntry) -> Option<Vec<[Bits; 2]>> {
        let lemma =
            |one: &Reference| Laid::new(&self.board, self.library.lemmas.get(one.lemma)?, *one);
        let laid = entry.by.iter().map(lemma).collect::<Option<Vec<_>>>()?;
        let row = self.law.row;
        let Some(attack) = entry.attack else {
            let applies = laid.iter().any(|laid| laid.applies(&self.board, row, sides));
            return applies.then(Vec::new);
        };
        let stone = self.board.bit(attack);
        if sides[0].or(sides[1]).meets(stone) {
            return None;
        }
        let after = [sides[0].or(stone), sides[1]];
        let replies = match self.replies(after) {
            Replies::None => return Some(Vec::new()),
            Replies::Lost => return None,
            Replies::One(replies) | Replies::All(replies) => replies,
        };
        let is_met = |reply: Place| {
            let then = [after[0], after[1].or(self.board.bit(reply))];
            laid.iter().any(|laid| laid.applies(&self.board, row, then))
        };
        let left = self.board.places(replies).filter(|&reply| !is_met(reply));
        let child = |reply| {
            let then = [after[0], after[1].or(self.board.bit(reply))];
            self.board.canonical(then).0
        };
        Some(left.map(child).collect())
    }
}
