//! Games as the source of Pagoda prints them (X4): numbered moves, remarks in brackets, and a closing
//! word: `1. h8 a4 2. f10 (threatens) g9 ... 12. e11 and White resigns.`

use std::fmt::Write;

use super::foreign::{RulesSource, board_of};
use super::{Entry, Event, Record, RecordError, start};
use crate::board::Size;
use crate::position::{Format, Move, Notation, Player, Refusal};

const FORMAT: Format = Format::Numbered;

/// Which letters name the columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColumnLetters {
    /// All of them, `i` too (E2).
    #[default]
    All,
    /// All but `i`, as Go players and Pente servers write.
    NoI,
}

impl ColumnLetters {
    /// A move in these letters, in our own.
    fn read(self, word: &str, size: Size) -> Result<String, Refusal> {
        let digits = word.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
        let (letters, rest) = word.split_at(digits);
        if self == Self::All || letters.is_empty() || letters.len() > 2 {
            return Ok(word.to_owned());
        }
        let mut column = 0;
        for letter in letters.bytes().map(|letter| letter.to_ascii_lowercase()) {
            let place = match letter {
                b'a'..=b'h' => letter - b'a' + 1,
                b'j'..=b'z' => letter - b'a',
                _ => {
                    return Err(Refusal::unreadable(format!(
                        "'{word}' is no move where letters leave the i out"
                    )));
                }
            };
            column = column * 25 + i32::from(place);
        }
        let first_row = size.at(column - 1, 0).ok_or_else(|| {
            Refusal::new("E5", format!("{word} is off the board of {} columns", size.columns))
        })?;
        // The name of the column's first point is its letters and a 1.
        Ok(size.name(first_row).trim_end_matches('1').to_owned() + rest)
    }
}

impl Record {
    /// The game in the numbered form.
    pub fn to_notes(&self) -> Result<String, RecordError> {
        board_of(&self.game.rules, FORMAT)?;
        if start::write(&self.game, &self.start).is_some() {
            return Err(RecordError::new(format!("{FORMAT} begins at the start of a game")));
        }
        let (mut text, mut moves, mut refused) = (String::new(), 0, None);
        self.replay(|position, entry| match entry {
            Entry::Move(action) => {
                if moves % 2 == 0 {
                    let _ = write!(text, "{}. ", moves / 2 + 1);
                }
                moves += 1;
                let name = position.move_text(*action);
                // What takes two words has no place among words that blanks part.
                let word = matches!(
                    position.describe(*action),
                    Move::Place { .. } | Move::Pass | Move::Choose { number: None, .. }
                );
                if !word {
                    refused = refused.take().or(Some(name.clone()));
                }
                let _ = write!(text, "{name} ");
            }
            // Brackets inside a remark would end it.
            Entry::Comment(comment) => {
                let _ = write!(text, "({}) ", comment.replace('(', "[").replace(')', "]"));
            }
            Entry::Event(Event::Resign(Player(seat))) if *seat < 2 => {
                let _ = write!(text, "and {} resigns.", ["Black", "White"][usize::from(*seat)]);
            }
            Entry::Event(event) => refused = refused.take().or(Some(event.to_string())),
        });
        if text.is_empty() {
            // Nothing at all could not be told from an empty file.
            text.push_str("1.");
        }
        match refused {
            Some(name) => Err(RecordError::new(format!("{FORMAT} has no place for '{name}'"))),
            None => Ok(format!("{}\n", text.trim_end())),
        }
    }

    /// A record from the numbered form; Pagoda's rules unless others are given.
    pub fn from_notes(
        text: &str,
        given: RulesSource<'_>,
        letters: ColumnLetters,
    ) -> Result<Self, RecordError> {
        let game = given.game(Some("pagoda"), None, FORMAT)?;
        let size = board_of(&game.rules, FORMAT)?;
        let begin = game.rules.start(0);
        let mut record = Self::new(game, begin);
        let (mut number, mut numbered) = (0, false);
        let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text).trim_start();
        while !rest.is_empty() {
            if let Some(remark) = rest.strip_prefix('(') {
                let Some((remark, after)) = remark.split_once(')') else {
                    return Err(RecordError::new(format!(
                        "after move {number}: a bracket is not closed"
                    )));
                };
                record.entries.push(Entry::Comment(remark.trim().to_owned()));
                rest = after.trim_start();
                continue;
            }
            let end = rest.find(|c: char| c.is_whitespace() || c == '(').unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            rest = after.trim_start();
            if word.eq_ignore_ascii_case("and") {
                record.read_closing(rest)?;
                break;
            }
            if let Some(turn) = word.strip_suffix('.').and_then(|turn| turn.parse::<usize>().ok()) {
                if number % 2 != 0 || turn != number / 2 + 1 {
                    return Err(RecordError::new(format!(
                        "after move {number}: '{word}' is out of order"
                    )));
                }
                numbered = true;
                continue;
            }
            number += 1;
            // P8: a nought stands where the letter o is meant.
            let word = word.strip_prefix('0').map_or(word.to_owned(), |rest| format!("o{rest}"));
            letters
                .read(&word, size)
                .and_then(|word| record.push_text(&word))
                .map_err(|refusal| RecordError::at(number, &refusal))?;
        }
        if record.entries.is_empty() && !numbered {
            return Err(RecordError::new("there is no game in the text"));
        }
        Ok(record)
    }

    /// What stands after the last move: who resigned.
    fn read_closing(&mut self, words: &str) -> Result<(), RecordError> {
        let words: Vec<&str> = words.split_whitespace().take(2).collect();
        let loser = match words[..] {
            [side, word] if word.trim_end_matches('.').eq_ignore_ascii_case("resigns") => {
                match side.to_ascii_lowercase().as_str() {
                    "black" => Some(Player(0)),
                    "white" => Some(Player(1)),
                    _ => None,
                }
            }
            _ => None,
        };
        match loser {
            Some(player) => Ok(self.event(Event::Resign(player))?),
            None => {
                Err(RecordError::new(format!("'and {}' does not say who resigns", words.join(" "))))
            }
        }
    }
}
