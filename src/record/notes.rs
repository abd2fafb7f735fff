//! Games as the source of Pagoda prints them (X4): numbered moves, remarks in brackets, and a closing
//! word: `1. h8 a4 2. f10 (threatens) g9 ... 12. e11 and White resigns.`

use std::fmt::Write;

use super::foreign::{RulesSource, require_board};
use super::tokens::{RESULTS, Token, Tokens, unbracketed};
use super::{Entry, Event, Record, RecordError, start, stated};
use crate::board::{Point, Size};
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
        require_board(&self.game.rules, FORMAT)?;
        if start::write(&self.game, &self.start).is_some() {
            return Err(RecordError::new(format!("{FORMAT} begins at the start of a game")));
        }
        let (mut text, mut moves, mut refused) = (String::new(), 0, None);
        let black = self.black_seat();
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
            Entry::Event(event) => match closing(*event, black) {
                Some(words) => text.push_str(&words),
                None => refused = refused.take().or(Some(event.to_string())),
            },
        });
        if let Some(result) = self.stored_result().filter(|result| RESULTS.contains(result)) {
            text.push_str(result);
        }
        if moves == 0 {
            // Nothing at all would look like an empty file, and a remark like a move in brackets.
            text.insert_str(0, "1. ");
        }
        match refused {
            Some(name) => Err(RecordError::new(format!("{FORMAT} has no place for '{name}'"))),
            None => Ok(format!("{}\n", text.trim_end())),
        }
    }

    /// The moves as one string of points, `h8i9h9`; blanks part them where one is a pass.
    pub fn to_pos(&self) -> Result<String, RecordError> {
        let size = require_board(&self.game.rules, FORMAT)?;
        if start::write(&self.game, &self.start).is_some() {
            return Err(RecordError::new("a string of points begins at the start of a game"));
        }
        let (mut names, mut passes, mut refused) = (Vec::new(), false, None);
        self.replay(|position, entry| {
            if let Entry::Move(action) = entry {
                match position.describe(*action) {
                    Move::Place { point, .. } => names.push(size.name(Point(point))),
                    Move::Pass => {
                        passes = true;
                        names.push(position.move_text(*action));
                    }
                    _ => refused = refused.take().or(Some(position.move_text(*action))),
                }
            }
        });
        if let Some(name) = refused {
            let message = format!("a string of points has no place for '{name}'");
            return Err(RecordError { rule: Some("X4"), ..RecordError::new(message) });
        }
        Ok(names.join(if passes { " " } else { "" }))
    }

    /// A record from the numbered form; Pagoda's rules unless others are given.
    pub fn from_notes(
        text: &str,
        source: RulesSource<'_>,
        letters: ColumnLetters,
    ) -> Result<Self, RecordError> {
        let game = source.game(Some("pagoda"), None, FORMAT)?;
        let begin = game.rules.start(0);
        let mut record = Self::new(game, begin);
        let has_game = record.push_notes(text, letters)?;
        if !has_game {
            return Err(RecordError::new("there is no game in the text"));
        }
        // A game of no moves has its number in front, for what stands in brackets may be moves.
        let numbered =
            text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']).starts_with("1.");
        let is_remarks = !record.entries.is_empty()
            && record.entries.iter().all(|entry| matches!(entry, Entry::Comment(_)));
        if is_remarks && !numbered {
            return Err(RecordError::new("there is no move in it, only what stands in brackets"));
        }
        Ok(record)
    }

    /// Plays numbered moves or a string of points, with remarks and a closing word; says whether
    /// there was anything.
    pub fn push_notes(&mut self, text: &str, letters: ColumnLetters) -> Result<bool, RecordError> {
        let size = require_board(&self.game.rules, FORMAT)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let bare = unbracketed(text).map_err(RecordError::new)?;
        let mut words = Tokens::new(bare.as_deref().unwrap_or(text));
        let (mut number, mut any) = (0, false);
        // Tokens and figures may close the game, each once.
        let (mut closed, mut counted) = (false, false);
        // Does each stone have a number of its own, `1.h8 2.i9`? And have all moves had theirs?
        let (mut by_stones, mut numbered) = (None, 0);
        loop {
            let before = words.rest();
            let Some(word) = words.next() else { return Ok(any) };
            any = true;
            let after = |why: &str| RecordError::new(format!("after move {number}: {why}"));
            match word {
                Token::Remark(remark) => self.entries.push(Entry::Comment(remark.to_owned())),
                Token::Open(_) => return Err(after("a bracket is not closed")),
                Token::Result(result) if !counted => {
                    self.conclude(result)?;
                    (closed, counted) = (true, true);
                }
                _ if closed => {
                    let words = before.trim();
                    return Err(RecordError::at(
                        number + 1,
                        &Refusal::new(
                            "E6",
                            format!("'{words:.40}' stands behind the end of the game"),
                        ),
                    ));
                }
                Token::Turn(turn, second) => {
                    let in_turns = number % 2 == usize::from(second) && turn == number / 2 + 1;
                    let in_stones = !second && turn == number + 1 && numbered == number;
                    if !in_turns && !in_stones || by_stones.is_some_and(|one| one != in_stones) {
                        return Err(after(&format!("'{turn}.' is out of order")));
                    }
                    if number > 0 {
                        by_stones = Some(in_stones);
                    }
                    numbered = number + 1;
                }
                Token::Move(word) if is_closing(word) => {
                    let end = closing_length(before);
                    self.read_closing(&before[..end])?;
                    words = Tokens::new(&before[end..]);
                    closed = true;
                }
                Token::Move(word) | Token::Result(word) => {
                    if by_stones == Some(true) && numbered <= number {
                        return Err(after("each move has a number, but the next has none"));
                    }
                    number += 1;
                    let word = match word {
                        "--" => "pass".to_owned(),
                        // P8: a nought stands where the letter o is meant.
                        _ => word
                            .strip_prefix('0')
                            .map_or(word.to_owned(), |rest| format!("o{rest}")),
                    };
                    letters
                        .read(&word, size)
                        .and_then(|word| self.push_text(&word))
                        .map_err(|refusal| RecordError::at(number, &refusal))?;
                }
            }
        }
    }

    /// What stands after the last move in words: who resigned, or won.
    fn read_closing(&mut self, words: &str) -> Result<(), RecordError> {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let result = words.strip_prefix("and ").unwrap_or(&words).trim_end_matches('.').to_owned();
        if stated::meaning(&result).is_none() {
            return Err(RecordError::new(format!(
                "'{words:.60}' does not say who resigns or wins"
            )));
        }
        let had = self.metadata.get(stated::KEY).cloned();
        self.conclude(&result)?;
        // The event alone says it.
        if self.is_over() && had.is_none() {
            self.metadata.remove(stated::KEY);
        }
        Ok(())
    }
}

/// How an event closes a game in words.
fn closing(event: Event, black: u8) -> Option<String> {
    let side = |seat: u8| if seat == black { "Black" } else { "White" };
    match event {
        Event::Resign(Player(seat)) => Some(format!("and {} resigns. ", side(seat))),
        Event::Timeout(Player(seat)) => Some(format!("and {} loses on time. ", side(seat))),
        Event::DrawAgreed => Some("and a draw is agreed. ".to_owned()),
        Event::TimeoutBoth | Event::Adjudicated => None,
    }
}

/// How much of a text closes a game: a sentence without brackets and without figures, which would
/// be moves or a result.
fn closing_length(text: &str) -> usize {
    let mut end = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let second = !text[..end].trim().is_empty() && word.trim() == "and";
        if second || word.contains(|letter: char| letter.is_ascii_digit() || "({*".contains(letter))
        {
            break;
        }
        end += word.len();
        if word.trim_end().ends_with('.') {
            break;
        }
    }
    end
}

/// Does a word begin what closes a game: `and White resigns.`?
fn is_closing(word: &str) -> bool {
    let word = word.to_lowercase();
    matches!(word.as_str(), "and" | "black" | "white" | "draw" | "drawn")
}
