//! Piskvork's `.psq` (X4), which Gomocup uses: a line for the board, a line `column,row,milliseconds`
//! for each stone, counted from 1 and from the top left, then the names of the two programs, a code
//! of how the game ended, and in files of Gomocup's judge the result with the tournament. It says
//! nothing about rules, and has no place for anything but stones.

use std::fmt::Write;

use serde_json::{Number, Value};

use super::foreign::{RulesSource, from_top, require_board};
use super::stated::{self, KEY};
use super::{Entry, Event, Record, RecordError, start};
use crate::board::{Point, Size};
use crate::position::{Format, Move, Notation, Refusal};

const FORMAT: Format = Format::Psq;
/// Keys of the metadata: milliseconds of each stone, the code of the end, the tournament.
const TIMES: &str = "milliseconds";
const CODE: &str = "code";
const EVENT: &str = "event";

impl Record {
    /// The stones as `.psq`; refused if there is more to tell than that format can.
    pub fn to_psq(&self) -> Result<String, RecordError> {
        let size = require_board(&self.game.rules, FORMAT)?;
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
                    let time = self.metadata.get(TIMES).and_then(|times| times.get(number - 1));
                    let time =
                        time.and_then(Value::as_number).map_or("0".into(), Number::to_string);
                    let _ = writeln!(text, "{},{},{time}", x + 1, i32::from(size.rows) - y);
                } else {
                    refused = refused.take().or(Some((number, position.move_text(*action))));
                }
            }
            // The judge's last line says of a draw all that there is to say.
            Entry::Event(Event::DrawAgreed) => {}
            Entry::Event(event) => refused = refused.take().or(Some((number, event.to_string()))),
            Entry::Comment(_) => {}
        });
        if let Some((number, name)) = refused {
            let message = format!("move {number}: {FORMAT} has no place for '{name}'");
            return Err(RecordError { number: Some(number), rule: Some("X4"), message });
        }
        self.write_tail(&mut text)?;
        Ok(text)
    }

    /// Names, the code of the end, result and tournament.
    fn write_tail(&self, text: &mut String) -> Result<(), RecordError> {
        for name in &self.players {
            if !is_name(name) {
                return Err(RecordError::new(format!(
                    "{FORMAT} has no place for the name {name:.60?}: a name is a line of its own \
                     that looks like none of a stone, a number or a remark"
                )));
            }
            let _ = writeln!(text, "{name}");
        }
        let code = self.metadata.get(CODE).and_then(Value::as_i64);
        let words = self.metadata.get(KEY).and_then(Value::as_str);
        let drawn = self.entries.contains(&Entry::Event(Event::DrawAgreed));
        let result = match words.or(drawn.then_some("Draw")) {
            Some("B+") => Some("1"),
            Some("W+") => Some("2"),
            Some("Draw") => Some("0"),
            _ => None,
        };
        let event = self.metadata.get(EVENT).and_then(Value::as_str).unwrap_or_default();
        let event = if event.contains(char::is_control) { "" } else { event.trim() };
        let Some(code) = code.or(result.map(|_| -1)).map(|code| code.to_string()) else {
            return Ok(());
        };
        let is_bare = self.players.is_empty() && is_cut_stone(&code);
        let _ = writeln!(text, "{code}");
        if result.is_some() || !event.is_empty() || is_bare {
            let result = result.or(match self.result_code().as_deref() {
                Some(code) if code.starts_with('B') => Some("1"),
                Some(code) if code.starts_with('W') => Some("2"),
                Some(_) => Some("0"),
                None => None,
            });
            if let Some(result) = result {
                let _ = writeln!(text, "{result},{event}");
            } else if is_bare {
                return Err(RecordError::new(format!(
                    "{FORMAT} has no place for the code {code} without names or a result"
                )));
            }
        }
        Ok(())
    }

    /// A record from `.psq`, replayed by the rules given. Columns and rows are counted from `origin`,
    /// as some programs count from 0.
    pub fn from_psq(text: &str, source: RulesSource<'_>, origin: u8) -> Result<Self, RecordError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let mut lines = (1..)
            .zip(text.split('\n').map(|line| line.trim_matches(is_blank)))
            .filter(|(_, line)| !line.is_empty());
        let first = lines.next().map_or("", |(_, line)| line);
        let (size, second) = read_head(first).ok_or_else(|| {
            RecordError::new(format!(
                "{FORMAT} begins with its board and who begins, 'Piskvorky 20x20, 11:11, 0' or 1 at the \
                 end, and not with '{first:.40}'"
            ))
        })?;
        let game = source.game(None, Some(size), FORMAT)?;
        let begin = game.rules.start(0);
        let mut reader = Reader { record: Self::new(game, begin), size, origin, times: Vec::new() };
        let mut tail = Vec::new();
        for (number, line) in lines {
            if let (true, Some(fields)) = (tail.is_empty(), figures(line)) {
                reader.stone(&fields).map_err(|why| why.on_line(number))?;
            } else if let (true, Some(remark)) = (tail.is_empty(), line.strip_prefix('#')) {
                let remark = remark.strip_prefix(' ').unwrap_or(remark).to_owned();
                reader.record.entries.push(Entry::Comment(remark));
            } else {
                tail.push((number, line));
            }
        }
        let hides =
            |entry: &Entry| matches!(entry, Entry::Comment(text) if figures(text).is_some());
        if reader.times.is_empty() && reader.record.entries.iter().any(hides) {
            return Err(RecordError::new(
                "there is no stone but behind '#', which begins a remark",
            ));
        }
        reader.tail(&tail, second)?;
        Ok(reader.record)
    }
}

struct Reader {
    record: Record,
    size: Size,
    origin: u8,
    times: Vec<Value>,
}

impl Reader {
    /// A stone: column, row and time; Piskvork does without the time.
    fn stone(&mut self, fields: &[&str]) -> Result<(), RecordError> {
        let number = self.times.len() + 1;
        let refuse = |rule, why: String| Err(RecordError::at(number, &Refusal::new(rule, why)));
        if fields.len() > 3 {
            return refuse("X4", format!("{} numbers are no stone", fields.len()));
        }
        let place = |text: &str, what: &str| -> Result<usize, RecordError> {
            let from = i64::from(self.origin);
            let off = || {
                let hint = if text == "0" { "; files that count from 0 need origin=0" } else { "" };
                let refusal = Refusal::new("E5", format!("{what} {text} is off the board{hint}"));
                RecordError::at(number, &refusal)
            };
            let place = text.parse::<i64>().map_err(|_| off())? - from;
            usize::try_from(place).map_err(|_| off())
        };
        let (column, row) = (place(fields[0], "column")?, place(fields[1], "row")?);
        let time = match fields.get(2) {
            None => Some(Number::from(0)),
            Some(text) => text
                .parse()
                .ok()
                .map(|time: i64| time.into())
                .or_else(|| text.parse().ok().and_then(Number::from_f64)),
        };
        let Some(time) = time else {
            return refuse("X4", format!("'{:.20}' is no time in milliseconds", fields[2]));
        };
        from_top(self.size, column, row)
            .and_then(|point| self.record.push_text(&self.size.name(point)))
            .map_err(|refusal| RecordError::at(number, &refusal))?;
        self.times.push(Value::Number(time));
        Ok(())
    }

    /// What stands behind the stones: names, a code, a result with the tournament; each may lack.
    fn tail(&mut self, lines: &[(usize, &str)], second: bool) -> Result<(), RecordError> {
        let number = |line: &str| line.parse::<i64>().ok();
        let is_end = |lines: &[(usize, &str)]| match lines {
            [] => true,
            [(_, code)] => number(code).is_some() || ended(code).is_some(),
            [(_, code), (_, end)] => number(code).is_some() && ended(end).is_some(),
            _ => false,
        };
        // The end is looked for behind two names, behind none and behind one.
        let fits = |names: &usize| lines.len() >= *names && is_end(&lines[*names..]);
        let named = |names: &usize| lines[..*names].iter().all(|(_, name)| is_name(name));
        let counts = || [2, 0, 1].into_iter().filter(fits);
        let names = counts().find(named).or_else(|| counts().next());
        let Some(names) = names else {
            let right = match (lines.get(2), lines.get(3)) {
                (Some((_, code)), Some((_, end))) if number(code).is_some() => {
                    3 + usize::from(ended(end).is_some())
                }
                _ => 2,
            };
            let (line, words) = lines[right.min(lines.len() - 1)];
            let why = if lines.iter().any(|(_, line)| is_head(line)) {
                "a second game begins: read them with fivefold.records.read".to_owned()
            } else {
                format!("'{words:.40}' is no stone, name, code or result")
            };
            return Err(RecordError::new(why).on_line(line));
        };
        let (names, end) = lines.split_at(names);
        if let ([], [(line, code)]) = (names, end)
            && is_cut_stone(code)
        {
            let why = format!("'{code:.40}' is a code without names, or a part of a stone");
            return Err(RecordError::new(why).on_line(*line));
        }
        if let Some((line, name)) = names.iter().find(|(_, name)| !is_name(name)) {
            let why = format!(
                "after {} stones, '{name:.40}' is neither stone nor name",
                self.times.len()
            );
            return Err(RecordError::new(why).on_line(*line));
        }
        if !names.is_empty() {
            let mut players: Vec<String> =
                names.iter().map(|(_, name)| (*name).to_owned()).collect();
            players.resize(2, String::new());
            if second {
                players.reverse();
            }
            self.record.players = players;
        }
        if self.times.iter().any(|time| time.as_i64() != Some(0)) {
            let times = std::mem::take(&mut self.times);
            self.record.metadata.insert(TIMES.to_owned(), times.into());
        }
        for (line, words) in end {
            if let Some(code) = number(words) {
                self.record.metadata.insert(CODE.to_owned(), code.into());
            } else if let Some((result, event)) = ended(words) {
                if !event.is_empty() {
                    self.record.metadata.insert(EVENT.to_owned(), event.into());
                }
                let words = match (result, second) {
                    ("0", _) => "Draw",
                    ("1", false) | ("2", true) => "B+",
                    ("2", false) | ("1", true) => "W+",
                    (other, _) => other,
                };
                // Kept as words where the stones do not show it.
                if self.record.is_over() && stated::meaning(words).is_some() {
                    let had = self.record.metadata.get(KEY).cloned();
                    self.record.conclude(words).map_err(|why| why.on_line(*line))?;
                    if had.is_none() {
                        self.record.metadata.remove(KEY);
                    }
                } else {
                    self.record.conclude(words).map_err(|why| why.on_line(*line))?;
                }
            }
        }
        Ok(())
    }
}

fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter == '\x1a' || letter == '\0'
}

/// Numbers with commas between them, as stones are written: two whole ones and what follows.
fn figures(line: &str) -> Option<Vec<&str>> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let whole = |text: &str| {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
    };
    (fields.len() >= 2 && whole(fields[0]) && whole(fields[1])).then_some(fields)
}

/// May a line be a name?
fn is_name(name: &str) -> bool {
    let plain = !name.is_empty() && name.trim() == name && !name.contains(char::is_control);
    let figure = |letter: char| letter.is_ascii_digit() || ",;+-. \t".contains(letter);
    plain
        && !name.chars().all(figure)
        && !is_stone_of_others(name)
        && !name.starts_with('#')
        && figures(name).is_none()
        && ended(name).is_none()
        && !is_head(name)
}

/// May a number behind the stones be one that was cut off?
fn is_cut_stone(code: &str) -> bool {
    code.bytes().all(|digit| digit.is_ascii_digit())
}

/// Does a line begin a game, perhaps a damaged one, as readers of several games have it?
fn is_head(line: &str) -> bool {
    let Some((title, rest)) = line.split_at_checked("Piskvorky".len()) else { return false };
    let is_number = |text: &str| !text.trim().is_empty() && is_cut_stone(text.trim());
    let is_size = |(columns, rows)| is_number(columns) && is_number(rows);
    title.eq_ignore_ascii_case("Piskvorky")
        && (rest.matches(',').count() > 1 || rest.split_once(['x', 'X']).is_some_and(is_size))
}

/// May a line be a stone as others write it: two numbers or more, of any script, between signs?
fn is_stone_of_others(line: &str) -> bool {
    let fields = line.split([',', '，', '、', ';', '；', '\t']).map(str::trim);
    let number = |text: &&str| !text.is_empty() && text.chars().all(char::is_numeric);
    fields.filter(number).count() > 1
}

/// Result and tournament, as Gomocup's judge closes a file: `1,Freestyle 2020`.
fn ended(line: &str) -> Option<(&str, &str)> {
    let (result, event) = line.split_once(',')?;
    matches!(result.trim(), "0" | "1" | "2" | "-1" | "3").then_some((result.trim(), event.trim()))
}

/// `Piskvorky 20x15, 11:11, 0`: columns and rows, and whether the second of the named players began.
fn read_head(line: &str) -> Option<(Size, bool)> {
    let (title, rest) = line.split_at_checked("Piskvorky".len())?;
    let rest = title.eq_ignore_ascii_case("Piskvorky").then(|| rest.trim_start())?;
    let mut parts = rest.split(',');
    let (columns, rows) = parts.next()?.trim().split_once(['x', 'X'])?;
    let second = match parts.nth(1).map(str::trim) {
        Some("1") => true,
        Some("0") | None => false,
        Some(_) => return None,
    };
    let size = Size { columns: columns.trim().parse().ok()?, rows: rows.trim().parse().ok()? };
    Some((size, second))
}
