//! The words of numbered moves and of position strings: `1. h8 i9 2. h9 (a remark) 1-0`,
//! `H8,H9,I10`, `h8i9h9`.

/// One word of a text of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// The number of a turn, and whether it is the second player's (`12...`).
    Turn(usize, bool),
    /// A move, as it stands there.
    Move(&'a str),
    /// What stands between brackets.
    Remark(&'a str),
    /// How the game ended, in figures.
    Result(&'a str),
    /// A bracket that is not closed, from there on.
    Open(&'a str),
}

/// Results in figures.
pub const RESULTS: [&str; 9] =
    ["1-0", "0-1", "1/2-1/2", "1/2", "0.5-0.5", "½-½", "1:0", "0:1", "*"];

/// Takes a text of moves apart.
pub struct Tokens<'a> {
    rest: &'a str,
    /// Points that stand together, such as `h8i9h9`.
    run: &'a str,
}

impl<'a> Tokens<'a> {
    /// All of a text.
    pub fn new(text: &'a str) -> Self {
        Self { rest: text, run: "" }
    }

    /// What has not been looked at yet.
    pub fn rest(&self) -> &'a str {
        self.rest
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if !self.run.is_empty() {
            let (point, after) = self.run.split_at(point_length(self.run)?);
            self.run = after;
            return Some(Token::Move(point));
        }
        let parts = |letter: char| letter.is_whitespace() || letter == ',';
        self.rest = self.rest.trim_start_matches(parts);
        let close = match self.rest.chars().next()? {
            '(' => ')',
            '{' => '}',
            _ => return Some(self.word(parts)),
        };
        let inside = &self.rest[1..];
        let Some((remark, after)) = inside.split_once(close) else {
            self.rest = "";
            return Some(Token::Open(inside));
        };
        self.rest = after;
        Some(Token::Remark(remark.trim()))
    }
}

impl<'a> Tokens<'a> {
    fn word(&mut self, parts: impl Fn(char) -> bool) -> Token<'a> {
        let end = self.rest.find(|letter: char| parts(letter) || "({".contains(letter));
        let (mut word, mut after) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        let digits = word.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(0);
        let (number, behind) = word.split_at(digits);
        if let (Ok(turn), true) = (number.parse(), behind.starts_with('.')) {
            // `1.h8` is a number and a move.
            let move_ = behind.trim_start_matches('.');
            self.rest = &self.rest[word.len() - move_.len()..];
            return Token::Turn(turn, behind.starts_with(".."));
        }
        if RESULTS.contains(&word) {
            self.rest = after;
            return Token::Result(word);
        }
        if is_run(word) {
            let first = point_length(word).unwrap_or(word.len());
            self.run = &word[first..];
            word = &word[..first];
        }
        self.rest = std::mem::take(&mut after);
        Token::Move(word)
    }
}

/// Is a word several points without anything between them?
pub fn is_run(word: &str) -> bool {
    let (mut rest, mut points) = (word, 0);
    while !rest.is_empty() {
        let Some(length) = point_length(rest) else { return false };
        rest = &rest[length..];
        points += 1;
    }
    points > 1
}

/// May a remark be moves in brackets? It holds points and passes, and nothing else but their numbers.
pub fn is_moves(remark: &str) -> bool {
    let mut any = false;
    let fits = Tokens::new(remark).all(|word| match word {
        Token::Turn(..) => true,
        Token::Move(word) => {
            any = true;
            point_length(word) == Some(word.len()) || matches!(word, "pass" | "--")
        }
        Token::Remark(_) | Token::Result(_) | Token::Open(_) => false,
    });
    any && fits
}

/// The moves of a text that is nothing but brackets, `(h8)(i9)`, without them; `None` where anything stands
/// between the brackets or no move is in them, and an error where some hold moves and others words.
pub fn unbracketed(text: &str) -> Result<Option<String>, String> {
    let mut remarks = Vec::new();
    for word in Tokens::new(text) {
        let Token::Remark(remark) = word else { return Ok(None) };
        remarks.push(remark);
    }
    let moves = remarks.iter().filter(|remark| is_moves(remark)).count();
    if moves > 0 && moves < remarks.len() {
        return Err(format!(
            "'{text:.40}' is nothing but brackets: the moves among them stand without brackets"
        ));
    }
    Ok((moves > 0).then(|| remarks.join(" ")))
}

/// The length of the point that a text begins with: one or two letters and one or two digits. A
/// cross behind it, which stands for a capture, belongs to it.
fn point_length(text: &str) -> Option<usize> {
    let count = |text: &str, fits: fn(&u8) -> bool| text.bytes().take_while(fits).count();
    let letters = count(text, u8::is_ascii_alphabetic);
    let digits = count(&text[letters..], u8::is_ascii_digit);
    let end = letters + digits;
    let crosses = count(&text[end..], |&byte| byte == b'X');
    let after = text[end + crosses..].chars().next();
    let captures = crosses > 0 && !after.is_some_and(|letter| letter.is_ascii_digit());
    let fits = (1..=2).contains(&letters) && (1..=2).contains(&digits);
    fits.then_some(if captures { end + crosses } else { end })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_told_from_all_that_stands_between_them() {
        use Token::{Move, Open, Remark, Result, Turn};
        let words = |text| Tokens::new(text).collect::<Vec<_>>();
        assert_eq!(words("h8i9h10"), [Move("h8"), Move("i9"), Move("h10")]);
        assert_eq!(words("H8,H9, I10"), [Move("H8"), Move("H9"), Move("I10")]);
        assert_eq!(
            words("1. h8 h9 2. i10"),
            [Turn(1, false), Move("h8"), Move("h9"), Turn(2, false), Move("i10")]
        );
        assert_eq!(
            words("1.h8 1...pass"),
            [Turn(1, false), Move("h8"), Turn(1, true), Move("pass")]
        );
        assert_eq!(
            words("k13X(a (b) l5 {c}1-0"),
            [Move("k13X"), Remark("a (b"), Move("l5"), Remark("c"), Result("1-0")]
        );
        assert_eq!(words("h8 (never"), [Move("h8"), Open("never")]);
        assert_eq!(words("k13Xl5"), [Move("k13X"), Move("l5")]);
        assert_eq!(words("x9X8").len(), 2);
        assert_eq!(words("swap2"), [Move("swap2")]);
        assert!(words(" , ").is_empty());
    }

    #[test]
    fn brackets_around_every_move_are_no_remarks() {
        assert_eq!(unbracketed("(h8)(i9) {h9i10}"), Ok(Some("h8 i9 h9i10".to_owned())));
        assert_eq!(unbracketed("(1. h8 pass)"), Ok(Some("1. h8 pass".to_owned())));
        for text in ["", "h8 (i9)", "(a threat)", "1. (h8)", "(h8) 1-0"] {
            assert_eq!(unbracketed(text), Ok(None), "{text}");
        }
        assert!(unbracketed("(h8)(a threat)").is_err());
        assert!(is_moves("H8, i9") && !is_moves("h8!") && !is_moves("1.") && !is_moves("1-0"));
    }
}
