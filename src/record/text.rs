//! The readable text form of a record: names first, then one turn a line.
//!
//! ```text
//! fivefold record 1
//! rules: {"name":"gomoku","game":"gomoku", ...}
//! players: ["Ann","Bob"]
//!
//! 1. h8
//! # a comment
//! 2. i9
//! ! resign 0
//! result: player 1 wins: resignation
//! ```
//!
//! Behind a move stand the seconds left to its player, `h8 @58.5`, and its annotation, `b(B->e)!?`
//! (N20), where the record has them. The numbers of the turns are for the reader and not read again. A comment of several lines goes
//! on after `#+`; one with control characters stands as JSON after `#=`.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::remarks::cut_time;
use super::{Entry, FORMAT, Record, RecordError};
use crate::position::{Decider, Notation, Position, cut_annotation};

const TITLE: &str = "fivefold record";
/// Lines of the head: a key of the JSON form and its value as JSON.
const HEAD: [&str; 5] = ["rules", "players", "date", "metadata", "start"];

impl Record {
    /// The record as text.
    pub fn to_text(&self) -> String {
        let mut text = format!("{TITLE} {FORMAT}\n");
        let value = self.to_value();
        for key in HEAD {
            let value = &value[key];
            let empty = value.is_null()
                || value.as_array().is_some_and(Vec::is_empty)
                || value.as_object().is_some_and(Map::is_empty);
            if !empty {
                let _ = writeln!(text, "{key}: {value}");
            }
        }
        text.push('\n');
        self.write_moves(&mut text);
        let _ = writeln!(text, "result: {}", self.result());
        text
    }

    fn write_moves(&self, text: &mut String) {
        // The turn being written: its number, who plays it, and its moves so far.
        let mut turn: Option<(u32, Decider, Vec<String>)> = None;
        let finish = |turn: &mut Option<(u32, Decider, Vec<String>)>, text: &mut String| {
            if let Some((number, who, moves)) = turn.take() {
                let joined = self.start.join_moves(&moves);
                let _ = match who {
                    Decider::Chance => writeln!(text, "{joined}"),
                    Decider::Player(_) | Decider::Over => {
                        writeln!(text, "{}. {joined}", number + 1)
                    }
                };
            }
        };
        let mut number = 0;
        self.replay(|position, entry| match entry {
            Entry::Move(action) => {
                number += 1;
                let (now, who) = (position.turns(), position.decider());
                let goes_on = turn.as_ref().is_some_and(|(number, player, _)| {
                    (*number, *player) == (now, who) && who != Decider::Chance
                });
                if !goes_on {
                    finish(&mut turn, text);
                }
                let (_, _, moves) = turn.get_or_insert_with(|| (now, who, Vec::new()));
                moves.push(self.with_remarks(number, position.move_text(*action)));
            }
            Entry::Event(event) => {
                finish(&mut turn, text);
                let _ = writeln!(text, "! {event}");
            }
            Entry::Comment(comment) => {
                finish(&mut turn, text);
                if comment.chars().any(|letter| letter.is_control() && letter != '\n') {
                    let _ = writeln!(text, "#= {}", Value::from(comment.as_str()));
                    return;
                }
                let mut start = "#";
                for line in comment.split('\n') {
                    let _ = writeln!(text, "{start} {line}");
                    start = "#+";
                }
            }
        });
        finish(&mut turn, text);
    }

    /// A record from text, replayed move by move.
    pub fn from_text(text: &str) -> Result<Self, RecordError> {
        let mut lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
        let title = lines.next().unwrap_or_default().trim();
        if title != format!("{TITLE} {FORMAT}") {
            let message = format!("'{title:.40}' is no first line of a record: '{TITLE} {FORMAT}'");
            return Err(RecordError::new(message));
        }
        let mut head = Map::new();
        head.insert("format".to_owned(), Value::from(FORMAT));
        let mut body = Vec::new();
        for (number, line) in (2..).zip(lines) {
            let key = HEAD.into_iter().find(|key| {
                body.is_empty() && line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':'))
            });
            let Some(key) = key else {
                if !line.trim().is_empty() || !body.is_empty() {
                    body.push((number, line));
                }
                continue;
            };
            let value = serde_json::from_str(&line[key.len() + 1..]).map_err(|error| {
                RecordError::new(format!("line {number}: the {key} are no JSON: {error}"))
            })?;
            head.insert(key.to_owned(), value);
        }
        let mut record = Self::from_value(&Value::Object(head))?;
        record.read_body(&body)?;
        Ok(record)
    }

    fn read_body(&mut self, lines: &[(i32, &str)]) -> Result<(), RecordError> {
        let (mut moves, mut ended) = (0, false);
        for &(number, line) in lines {
            let wrong = |message: String| RecordError::new(format!("line {number}: {message}"));
            if line.starts_with('#') {
                self.read_comment(line).map_err(wrong)?;
            } else if let Some(event) = line.trim().strip_prefix('!') {
                let noted = event.trim().parse().and_then(|event| self.event(event));
                noted.map_err(|refusal| wrong(refusal.to_string()))?;
            } else if let Some(stated) = line.strip_prefix("result:") {
                let (stated, is) = (stated.trim(), self.result());
                if stated != is {
                    let message =
                        format!("the record ends otherwise: it says '{stated}', the game '{is}'");
                    return Err(wrong(message));
                }
                ended = true;
            } else if !line.trim().is_empty() {
                let turn = without_number(line.trim());
                for part in self.position.split_moves(turn) {
                    moves += 1;
                    let (action, annotation) = cut_annotation(&part);
                    let (action, time) = cut_time(action).map_err(wrong)?;
                    let played = self.position.parse_move(action);
                    played
                        .and_then(|action| self.push(action))
                        .map_err(|refusal| RecordError::at(moves, &refusal))?;
                    self.remark(annotation);
                    if let Some(seconds) = time {
                        self.note_time(moves, seconds)?;
                    }
                }
            }
        }
        // Every text ends with it: a file that was cut is not a shorter game.
        if ended {
            Ok(())
        } else {
            Err(RecordError::new("the record breaks off before the line that says its result"))
        }
    }

    fn read_comment(&mut self, line: &str) -> Result<(), String> {
        let plain = |text: &str| text.strip_prefix(' ').unwrap_or(text).to_owned();
        let comment = if let Some(more) = line.strip_prefix("#+") {
            let Some(Entry::Comment(comment)) = self.entries.last_mut() else {
                return Err("there is no comment to go on with".to_owned());
            };
            comment.push('\n');
            comment.push_str(&plain(more));
            return Ok(());
        } else if let Some(data) = line.strip_prefix("#=") {
            serde_json::from_str(data)
                .map_err(|error| format!("the comment is no JSON: {error}"))?
        } else {
            plain(&line[1..])
        };
        self.entries.push(Entry::Comment(comment));
        Ok(())
    }
}

/// A turn without the number before it.
fn without_number(line: &str) -> &str {
    match line.split_once(". ") {
        Some((number, turn)) if number.bytes().all(|byte| byte.is_ascii_digit()) => turn.trim(),
        _ => line,
    }
}
