//! Records as SGF.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::tree::escaped;
use super::{ABOUT, FORMAT, LETTERS, extra};
use crate::board::{Point, Size};
use crate::games::{self, AnyPosition};
use crate::position::{Action, Arrays, Move, Notation};
use crate::record::foreign::require_board;
use crate::record::{Entry, Record, RecordError, is_white, start, stated};

impl Record {
    /// The record as SGF; refused for other games and boards above 52.
    pub fn to_sgf(&self) -> Result<String, RecordError> {
        let size = require_board(&self.game.rules, FORMAT)?;
        if usize::from(size.columns.max(size.rows)) > LETTERS.len() {
            return Err(RecordError::new("SGF has letters for boards up to 52 by 52 only"));
        }
        let mut metadata = self.metadata.clone();
        let mut remarks = match metadata.remove(extra::NODES) {
            Some(Value::Object(nodes)) => nodes,
            Some(other) => {
                metadata.insert(extra::NODES.to_owned(), other);
                Map::new()
            }
            None => Map::new(),
        };
        let mut text = self.head(size)?;
        let mut body = String::new();
        let text_of = &mut body;
        let mut writer = Nodes {
            record: self,
            size,
            remarks: &mut remarks,
            text: text_of,
            number: 0,
            white: false,
        };
        writer.rest(true);
        self.replay(|position, entry| match entry {
            Entry::Move(action) => writer.stone(position, *action),
            Entry::Event(event) => {
                let _ = write!(writer.text, "\n;FE[{event}]");
            }
            Entry::Comment(comment) => writer.comment(comment),
        });
        remarks.retain(|_, node| node.as_object().is_none_or(|node| !node.is_empty()));
        if !remarks.is_empty() {
            metadata.insert(extra::NODES.to_owned(), Value::Object(remarks));
        }
        self.write_about(&mut text, metadata, size);
        text.push_str(&body);
        text.push_str(")\n");
        Ok(text)
    }

    fn head(&self, size: Size) -> Result<String, RecordError> {
        let board = if size.columns == size.rows {
            size.columns.to_string()
        } else {
            format!("{}:{}", size.columns, size.rows)
        };
        let number = self.game.rules.info().sgf_game().unwrap_or_default();
        let mut text = format!("(;FF[4]GM[{number}]CA[UTF-8]AP[fivefold]SZ[{board}]");
        let _ = write!(text, "RU[{}]", self.game.name);
        if games::preset(self.game.name).is_ok_and(|usual| usual.rules != self.game.rules) {
            let _ = write!(text, "FR[{}]", escaped(&self.game.to_value().to_string()));
        }
        if let [first, second] = &self.players[..] {
            let swapped = self.black_seat() == 1;
            let (first, second) = if swapped { (second, first) } else { (first, second) };
            let _ = write!(text, "PB[{}]PW[{}]", escaped(first), escaped(second));
        }
        if let Some(date) = &self.date {
            let _ = write!(text, "DT[{}]", escaped(date));
        }
        self.write_start(&mut text, size)?;
        Ok(text)
    }

    /// The result and the metadata, each in its place as far as it has one.
    fn write_about(&self, text: &mut String, mut rest: Map<String, Value>, size: Size) {
        if let Some(words) = self.stored_result() {
            let _ = write!(text, "RE[{}]", escaped(words));
            rest.remove(stated::KEY);
        } else if let Some(code) = self.result_code() {
            let _ = write!(text, "RE[{code}]");
        }
        for (property, key) in ABOUT {
            if let Some(Value::String(words)) = rest.get(key) {
                let _ = write!(text, "{property}[{}]", escaped(words));
                rest.remove(key);
            }
        }
        extra::write(text, &mut rest, size, true);
        if !rest.is_empty() {
            let _ = write!(text, "FM[{}]", escaped(&Value::Object(rest).to_string()));
        }
    }

    /// Stones on the board before the first move: a handicap, or a position set up.
    fn write_start(&self, text: &mut String, size: Size) -> Result<(), RecordError> {
        let begin = start::write(&self.game, &self.start);
        if begin.as_ref().is_some_and(|begin| begin.get("diagram").is_none()) {
            return Err(RecordError::new("SGF holds stones set up, not the rest of this start"));
        }
        let mut cells = vec![0; size.points()];
        self.start.fill_board(&mut cells);
        for (colour, property) in [(1, "AB"), (2, "AW")] {
            let stones: Vec<_> = size.iter().filter(|p| cells[p.index()] == colour).collect();
            if !stones.is_empty() {
                text.push_str(property);
                for point in stones {
                    let _ = write!(text, "[{}]", letters(size, point));
                }
            }
        }
        if begin.is_some() {
            text.push_str(if is_white(&self.start) { "PL[W]" } else { "PL[B]" });
        }
        Ok(())
    }
}

/// The nodes behind the head, one by one.
struct Nodes<'a> {
    record: &'a Record,
    size: Size,
    /// Properties of moves that came from a file, by the number of moves before them.
    remarks: &'a mut Map<String, Value>,
    text: &'a mut String,
    /// Moves so far.
    number: usize,
    /// Was the last move White's?
    white: bool,
}

impl Nodes<'_> {
    fn stone(&mut self, position: &AnyPosition, action: Action) {
        let described = position.describe(action);
        let white = is_white(position);
        self.white = white;
        let colour = if white { 'W' } else { 'B' };
        self.text.push_str("\n;");
        if let Some(point) = described.stone() {
            let _ = write!(self.text, "{colour}[{}]", letters(self.size, Point(point)));
        } else if described == Move::Pass {
            let _ = write!(self.text, "{colour}[]");
        }
        // SGF has words for a stone and a pass alone; that a stone was picked is one more.
        if !matches!(described, Move::Place { .. } | Move::Pass) {
            let _ = write!(self.text, "FV[{}]", position.write_move(&described));
        }
        self.number += 1;
        if let Some(seconds) = self.record.time_left().get(&self.number) {
            let _ = write!(self.text, "{colour}L[{seconds}]");
        }
        if let Some(annotation) = self.record.annotations().get(&self.number) {
            let _ = write!(self.text, "FA[{}]", escaped(annotation));
        }
        self.rest(false);
    }

    /// The remarks of a file on the move, in its node; before the first move in one of its own.
    fn rest(&mut self, own: bool) {
        let number = self.number.to_string();
        if let Some(Value::Object(node)) = self.remarks.get_mut(&number) {
            // The clock of who moved would come back as the time left after the move.
            let clock = if self.white { "WL" } else { "BL" };
            let comes_back = |value: &Value| {
                let seconds = value.as_str().and_then(|text| text.trim().parse::<f64>().ok());
                seconds.is_some_and(|seconds| seconds.is_finite() && seconds >= 0.0)
            };
            let is_timed = self.record.time_left().contains_key(&self.number);
            let held = !own && (is_timed || node.get(clock).is_some_and(comes_back));
            let own_clock = if held { node.remove_entry(clock) } else { None };
            let mut text = String::new();
            extra::write(&mut text, node, self.size, false);
            node.extend(own_clock);
            if own && !text.is_empty() {
                self.text.push_str("\n;");
            }
            self.text.push_str(&text);
        }
    }

    /// One comment a node: a second one has a node of its own.
    fn comment(&mut self, comment: &str) {
        let node = self.text.rfind("\n;").map_or("", |place| &self.text[place..]);
        if node.contains("C[") || node.is_empty() && self.text.contains("C[") {
            self.text.push_str("\n;");
        }
        let _ = write!(self.text, "C[{}]", escaped(comment));
    }
}

/// A point by its letters from the top left.
pub fn letters(size: Size, point: Point) -> String {
    let (x, y) = size.xy(point);
    let letter = |place: i32| char::from(LETTERS[place as usize]);
    [letter(x), letter(i32::from(size.rows) - 1 - y)].iter().collect()
}
