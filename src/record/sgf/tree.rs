//! The main line of a game tree: nodes of properties, each with its values.

use crate::record::RecordError;

/// A node: properties in their order, each with its values as they mean (escapes undone).
pub type Node = Vec<(String, Vec<String>)>;

/// The nodes of the first game in `text`, along the first branch wherever the tree forks.
pub fn main_line(text: &str) -> Result<Vec<Node>, RecordError> {
    let mut reader = Reader { text: text.strip_prefix('\u{feff}').unwrap_or(text), place: 0 };
    let mut nodes = Vec::new();
    reader.blanks();
    if !reader.take('(') {
        return Err(reader.refuse("a game begins with '('"));
    }
    // Brackets that are open; none is closed before the end of the main line.
    let mut depth = 1;
    loop {
        reader.blanks();
        match reader.next() {
            Some(';') => nodes.push(reader.node()?),
            Some('(') => depth += 1,
            Some(')') => break,
            Some(other) => {
                return Err(reader.refuse(&format!("'{other}' stands outside of a node")));
            }
            None => return Err(reader.refuse("the game breaks off before its last bracket")),
        }
    }
    reader.close(depth - 1)?;
    if nodes.is_empty() {
        return Err(reader.refuse("the game has no node"));
    }
    Ok(nodes)
}

/// The values of a property of a node; empty if it is not there.
pub fn values<'a>(node: &'a Node, name: &str) -> &'a [String] {
    node.iter().find(|(key, _)| key == name).map_or(&[], |(_, values)| values)
}

/// The first value of a property.
pub fn value<'a>(node: &'a Node, name: &str) -> Option<&'a str> {
    values(node, name).first().map(String::as_str)
}

/// A value as SGF writes it.
pub fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

struct Reader<'a> {
    text: &'a str,
    place: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.place..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.place += letter.len_utf8();
        Some(letter)
    }

    fn take(&mut self, letter: char) -> bool {
        let found = self.peek() == Some(letter);
        if found {
            self.place += letter.len_utf8();
        }
        found
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    fn refuse(&self, why: &str) -> RecordError {
        let line = self.text[..self.place].matches('\n').count() + 1;
        RecordError::new(format!("SGF, line {line}: {why}"))
    }

    fn node(&mut self) -> Result<Node, RecordError> {
        let mut node: Node = Vec::new();
        loop {
            self.blanks();
            if !self.peek().is_some_and(|letter| letter.is_ascii_alphabetic()) {
                return Ok(node);
            }
            let mut name = String::new();
            while let Some(letter) = self.peek().filter(char::is_ascii_alphabetic) {
                // Old files write `Black` for `B`: small letters do not count.
                if letter.is_ascii_uppercase() {
                    name.push(letter);
                }
                self.next();
            }
            let mut values = Vec::new();
            self.blanks();
            while self.take('[') {
                values.push(self.value()?);
                self.blanks();
            }
            if values.is_empty() {
                return Err(self.refuse(&format!("the property {name:.20} has no value")));
            }
            match node.iter_mut().find(|(key, _)| *key == name) {
                Some((_, present)) => present.extend(values),
                None => node.push((name, values)),
            }
        }
    }

    /// A value up to its closing bracket; a backslash keeps the letter after it, and swallows the
    /// end of a line.
    fn value(&mut self) -> Result<String, RecordError> {
        let mut value = String::new();
        loop {
            match self.next() {
                Some(']') => return Ok(value),
                Some('\\') => match self.next() {
                    Some('\r') => drop(self.take('\n')),
                    Some('\n') | None => {}
                    Some(letter) => value.push(letter),
                },
                Some('\r') => {
                    self.take('\n');
                    value.push('\n');
                }
                Some(letter) => value.push(letter),
                None => return Err(self.refuse("a value breaks off before its bracket ']'")),
            }
        }
    }

    /// Passes over the branches that are not read, up to the last bracket.
    fn close(&mut self, mut depth: usize) -> Result<(), RecordError> {
        while depth > 0 {
            match self.next() {
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some('[') => drop(self.value()?),
                Some(_) => {}
                None => return Err(self.refuse("the game breaks off before its last bracket")),
            }
        }
        Ok(())
    }
}
