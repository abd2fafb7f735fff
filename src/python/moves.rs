//! From what Python calls a move to actions: numbers, text, and runs of either.

use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyString};

use super::arguments::{TextOrNumber, text_or_number};
use crate::games::AnyPosition;
use crate::position::{Action, Format, GameInfo, Notation as _, Position, Refusal};
use crate::record::{Token, Tokens, is_moves, unbracketed};

/// Tokens of notation that belong to the word after them.
const BINDING: [&str; 4] = ["offer", "pick", "count", "roll"];

/// The action of a number, if it is in range.
pub fn in_range(number: i64, info: &GameInfo) -> Result<Action, Refusal> {
    match usize::try_from(number) {
        Ok(index) if index < info.num_actions => Ok(Action(index as u16)),
        _ => Err(out_of_range(&number, info)),
    }
}

pub fn out_of_range(number: &dyn std::fmt::Display, info: &GameInfo) -> Refusal {
    let last = info.num_actions - 1;
    Refusal::unreadable(format!("action {number} is out of range: they are 0 to {last}"))
}

pub fn no_move(repr: &str) -> Refusal {
    Refusal::unreadable(format!("{repr} is no move: it takes the number of an action or text"))
}

/// May the text be more than one move? Braces are: `{x->y}` joins two, and so does `J[x->y]`.
fn is_run(text: &str) -> bool {
    text.bytes().any(|byte| matches!(byte, b'&' | b'{' | b'['))
}

/// Plays a move or a run of moves; `played` gets each action. Without an error the position is
/// the one after all of them.
pub fn play(
    position: &mut AnyPosition,
    info: &GameInfo,
    argument: &Bound<'_, PyAny>,
    mut played: impl FnMut(Action),
) -> Result<(), Refusal> {
    let mut one = |position: &mut AnyPosition, action: Action| {
        if !position.is_legal(action) {
            let refusal = position.refusal(action);
            return Err(refusal.unwrap_or_else(|| Refusal::new("E5", "the move is not legal")));
        }
        position.play_unchecked(action);
        played(action);
        Ok(())
    };
    match text_or_number(argument) {
        TextOrNumber::Number(number) => one(position, in_range(number, info)?),
        TextOrNumber::Text(text) if !is_run(&text) => {
            let action = position.parse_move(&text)?;
            one(position, action)
        }
        TextOrNumber::Text(text) => {
            for part in position.split_moves(&text) {
                let action = position.parse_move(&part)?;
                one(position, action)?;
            }
            Ok(())
        }
        TextOrNumber::Huge(repr) => Err(out_of_range(&repr, info)),
        TextOrNumber::Nothing(repr) => Err(no_move(&repr)),
    }
}

/// The one action that is meant, legal or not.
pub fn single(
    position: &AnyPosition,
    info: &GameInfo,
    argument: &Bound<'_, PyAny>,
) -> Result<Action, Refusal> {
    match text_or_number(argument) {
        TextOrNumber::Number(number) => in_range(number, info),
        TextOrNumber::Text(text) => position.parse_move(&text),
        TextOrNumber::Huge(repr) => Err(out_of_range(&repr, info)),
        TextOrNumber::Nothing(repr) => Err(no_move(&repr)),
    }
}

/// The words of a string of moves: blanks part them but within brackets and before `!` and `?`; `offer`, `pick`, `count`
/// and `roll` bind the next word, and `&` stands between moves as a blank does.
pub fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut depth, mut binds) = (String::new(), 0_i32, false);
    let mut finish = |word: &mut String| {
        if word.is_empty() || word == "&" {
            word.clear();
            return;
        }
        let word = std::mem::take(word);
        // An annotation after a blank is of the move before it (N20).
        if let Some(last) = words.last_mut()
            && word.chars().all(|sign| sign == '!' || sign == '?')
        {
            last.push_str(&word);
            return;
        }
        let binding = BINDING.iter().any(|known| known.eq_ignore_ascii_case(&word));
        match words.last_mut() {
            Some(last) if binds => {
                last.push(' ');
                last.push_str(&word);
                binds = false;
            }
            _ => {
                words.push(word);
                binds = binding;
            }
        }
    };
    for character in text.chars() {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if character.is_whitespace() && depth <= 0 {
            finish(&mut word);
        } else {
            word.push(character);
        }
    }
    finish(&mut word);
    words
}

/// The moves among the words of a game of points, as people write them: `1. h8 i9`, `h8,i9`,
/// `h8i9h9`, `(h8)(i9)`, remarks in brackets. There is no place for a remark, so that one which may be a
/// move is refused, and so is a text without anything else.
fn points(text: &str) -> Result<Vec<String>, Refusal> {
    let bare = unbracketed(text).map_err(Refusal::unreadable)?;
    let words = words(bare.as_deref().unwrap_or(text));
    let (mut moves, mut remark, mut turns) = (Vec::new(), None, 0);
    for word in words {
        if word.contains(char::is_whitespace) && !word.starts_with(['(', '{']) {
            moves.push(word);
            continue;
        }
        for token in Tokens::new(&word) {
            match token {
                Token::Move("--") => moves.push("pass".to_owned()),
                Token::Move(text) | Token::Result(text) => moves.push(text.to_owned()),
                Token::Open(text) => moves.push(format!("({text}")),
                Token::Turn(..) => turns += 1,
                Token::Remark(text) if is_moves(text) => {
                    return Err(Refusal::unreadable(format!(
                        "'({text:.40})' may be a move or a remark: moves stand without brackets"
                    )));
                }
                Token::Remark(text) => remark = remark.or(Some(text.to_owned())),
            }
        }
    }
    match remark {
        Some(remark) if moves.is_empty() && turns == 0 => Err(Refusal::unreadable(format!(
            "'({remark:.40})' is a remark, and there is no move beside it"
        ))),
        _ => Ok(moves),
    }
}

/// Every move of a game in order: a string of words, or an iterable of moves.
pub fn list<'py>(moves: &Bound<'py, PyAny>, info: &GameInfo) -> PyResult<Bound<'py, PyIterator>> {
    if let Ok(text) = moves.cast::<PyString>() {
        let text = text.to_string_lossy();
        let words = if info.fits(Format::Numbered) {
            points(&text).map_err(|refusal| super::errors::refused_move(&refusal))?
        } else {
            words(&text)
        };
        return PyList::new(moves.py(), words)?.try_iter();
    }
    moves.try_iter().map_err(|_| {
        let repr = super::arguments::short_repr(moves);
        super::errors::refused_move(&Refusal::unreadable(format!(
            "{repr} is no run of moves: it takes text or an iterable of moves"
        )))
    })
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_bind_and_brackets_hold_together() {
        assert_eq!(words("h8 offer i9  pick i9"), ["h8", "offer i9", "pick i9"]);
        assert_eq!(words("a(A->d) & [E x b] roll a"), ["a(A->d)", "[E x b]", "roll a"]);
        assert_eq!(words("e(E->b) ! [E x b] !? ? h8"), ["e(E->b)!", "[E x b]!??", "h8"]);
        assert!(words("  ").is_empty());
    }
}
