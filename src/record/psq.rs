//! Gomocup's `.psq` (X4): a line for the board, a line `column,row,milliseconds` for each stone,
//! counted from 1 and from the top left, then the players' names. It says nothing about rules, and
//! has no place for anything but stones.

use std::fmt::Write;

use super::foreign::{RulesSource, board_of, from_top};
use super::{Entry, Record, RecordError, start};
use crate::board::{Point, Size};
use crate::position::{Format, Move, Notation};

const FORMAT: Format = Format::Psq;

impl Record {
    /// The stones as `.psq`; refused if there is more to tell than that format can.
    pub fn to_psq(&self) -> Result<String, RecordError> {
        let size = board_of(&self.game.rules, FORMAT)?;
        if start::write(&self.game, &self.start).is_some() {
            return Err(RecordError::new(format!("{FORMAT} begins with an empty board")));
        }
        let mut text = format!("Piskvorky {}x{}, 11:11, 0\n", size.columns, size.rows);
        let (mut number, mut refused) = (0, None);
        self.replay(|position, entry| match entry {
            Entry::Move(action) => {
                number += 1;
                if let Move::Place { point, .. } = position.describe(*action) {
                    let (x, y) = size.xy(Point(point));
                    let _ = writeln!(text, "{},{},0", x + 1, i32::from(size.rows) - y);
                } else {
                    refused = refused.take().or(Some((number, position.move_text(*action))));
                }
            }
            Entry::Event(event) => refused = refused.take().or(Some((number, event.to_string()))),
            Entry::Comment(_) => {}
        });
        if let Some((number, name)) = refused {
            let message = format!("move {number}: {FORMAT} has no place for '{name}'");
            return Err(RecordError { number: Some(number), rule: Some("X4"), message });
        }
        for name in &self.players {
            let line: String = name.chars().filter(|letter| !letter.is_control()).collect();
            let _ = writeln!(text, "{line}");
        }
        Ok(text)
    }

    /// A record from `.psq`, replayed by the rules given.
    pub fn from_psq(text: &str, given: RulesSource<'_>) -> Result<Self, RecordError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.lines().map(str::trim);
        let head = lines.next().unwrap_or_default();
        let size = read_size(head).ok_or_else(|| {
            RecordError::new(format!(
                "'{head:.40}' is no first line of {FORMAT}: 'Piskvorky 20x20, 11:11, 0'"
            ))
        })?;
        let game = given.game(None, Some(size), FORMAT)?;
        let begin = game.rules.start(0);
        let mut record = Self::new(game, begin);
        let mut names = Vec::new();
        let mut number = 0;
        for line in lines {
            let fields: Option<Vec<usize>> =
                line.split(',').map(|field| field.trim().parse().ok()).collect();
            match fields.as_deref() {
                // A program may close the stones by a line of its own, such as `0,0` or `-1`.
                Some([column, row, _time]) if names.is_empty() && *column > 0 && *row > 0 => {
                    number += 1;
                    let point = from_top(size, column - 1, row - 1);
                    point
                        .and_then(|point| record.push_text(&size.name(point)))
                        .map_err(|refusal| RecordError::at(number, &refusal))?;
                }
                Some(_) => {}
                None if line.is_empty() || line.starts_with('-') => {}
                None if line.contains(',') && line.starts_with(|c: char| c.is_ascii_digit()) => {}
                None => names.push(line.to_owned()),
            }
        }
        if names.len() >= 2 {
            names.truncate(2);
            record.players = names;
        }
        Ok(record)
    }
}

/// The size in `Piskvorky 20x15, 11:11, 0`: columns, then rows.
fn read_size(line: &str) -> Option<Size> {
    let rest = line.strip_prefix("Piskvorky")?.trim_start();
    let (columns, rows) = rest.split(',').next()?.trim().split_once('x')?;
    Some(Size { columns: columns.trim().parse().ok()?, rows: rows.trim().parse().ok()? })
}
