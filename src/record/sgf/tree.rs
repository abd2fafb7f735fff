//! The game tree of an SGF text: nodes of properties, each with its values, in the order of the file.

use crate::record::RecordError;

/// A property: its name in capitals and its values as they mean (escapes undone).
pub type Property = (String, Vec<String>);

/// A node, with the one that it follows.
pub struct SgfNode {
    /// Properties in the order of the file.
    pub properties: Vec<Property>,
    /// Index of the node before it; `None` for the root.
    pub parent: Option<usize>,
    /// The line on which it begins, from 1.
    pub line: usize,
}

/// Nodes below one another, brackets in one another, values in a node: more than any game has.
const MAX: usize = 100_000;
/// Bytes between two calls of `look`.
const LOOK_EVERY: usize = 1 << 16;

/// The main line of the only game of a text, and how many lines there are beside it.
pub fn parse(text: &str) -> Result<(Vec<SgfNode>, usize), RecordError> {
    let mut nodes = Vec::new();
    let others = each(text, &mut |_| true, |node, main| {
        if main {
            nodes.push(node);
        }
        Ok(true)
    })?;
    Ok((nodes, others))
}

/// The main line alone; what stands behind it is not looked at.
pub fn main_line(text: &str) -> Result<Vec<SgfNode>, RecordError> {
    let mut nodes = Vec::new();
    each(text, &mut |_| true, |node, main| {
        if main {
            nodes.push(node);
        }
        Ok(main)
    })?;
    Ok(nodes)
}

/// Visits the nodes of the only game of a text, one at a time: parents before their children, the main
/// line first. `visit` takes a node and whether it belongs to the main line. `look` takes the number of
/// bytes read, every 64 kB. Either returns false to stop. Returns the number of lines beside the main line.
pub fn each(
    text: &str,
    look: &mut dyn FnMut(usize) -> bool,
    visit: impl FnMut(SgfNode, bool) -> Result<bool, RecordError>,
) -> Result<usize, RecordError> {
    let mut reader =
        Reader { text: text.strip_prefix('\u{feff}').unwrap_or(text), place: 0, line: 1 };
    reader.blanks();
    if !reader.take('(') {
        return Err(reader.refuse("a game begins with '('"));
    }
    let Some(others) = reader.tree(look, visit)? else { return Ok(0) };
    reader.blanks();
    match reader.peek() {
        None => Ok(others),
        Some('(') => {
            Err(reader.refuse("a second game begins: read them with fivefold.records.read"))
        }
        Some(_) => Err(reader.refuse("something stands after the last bracket of the game")),
    }
}

/// The values of a property of a node; none if it is not there.
pub fn values<'a>(node: &'a SgfNode, name: &str) -> impl Iterator<Item = &'a String> {
    node.properties.iter().filter(move |(key, _)| key == name).flat_map(|(_, values)| values)
}

/// The first value of a property.
pub fn value<'a>(node: &'a SgfNode, name: &str) -> Option<&'a str> {
    values(node, name).next().map(String::as_str)
}

/// The only value of a property of some nodes; refused where another one follows it.
pub fn only_value<'a>(nodes: &'a [SgfNode], name: &str) -> Result<Option<&'a str>, RecordError> {
    let mut first: Option<&str> = None;
    for node in nodes {
        for value in values(node, name) {
            match first {
                Some(first) if first.trim() != value.trim() => {
                    return Err(RecordError::new(format!(
                        "SGF, line {}: {name} has a second value [{value:.20}] after [{first:.20}]",
                        node.line
                    )));
                }
                _ => first = first.or(Some(value)),
            }
        }
    }
    Ok(first)
}

/// A value as SGF writes it.
pub fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

struct Reader<'a> {
    text: &'a str,
    place: usize,
    line: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.place..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.place += letter.len_utf8();
        // A line ends with either sign or with both.
        let ends = letter == '\n' || letter == '\r' && self.peek() != Some('\n');
        self.line += usize::from(ends);
        Some(letter)
    }

    fn take(&mut self, letter: char) -> bool {
        let is_next = self.peek() == Some(letter);
        if is_next {
            self.next();
        }
        is_next
    }

    fn blanks(&mut self) {
        // Old editors close a file with Ctrl-Z, old downloads with zeros.
        let blank = |letter: char| letter.is_whitespace() || letter == '\x1a' || letter == '\0';
        while self.peek().is_some_and(blank) {
            self.next();
        }
    }

    fn refuse(&self, why: &str) -> RecordError {
        RecordError::new(format!("SGF, line {}: {why}", self.line))
    }

    /// The tree behind its first bracket, up to the last; how many lines stand beside the main line,
    /// or nothing where the visit ended it.
    fn tree(
        &mut self,
        look: &mut dyn FnMut(usize) -> bool,
        mut visit: impl FnMut(SgfNode, bool) -> Result<bool, RecordError>,
    ) -> Result<Option<usize>, RecordError> {
        // The node that comes next follows this one, which is so deep; where the open brackets began.
        let (mut last, mut open) = ((None, 0), vec![(None, 0)]);
        let (mut number, mut others, mut main, mut closed) = (0, 0, true, false);
        let mut looked = 0;
        loop {
            self.blanks();
            if self.place >= looked {
                looked = self.place + LOOK_EVERY;
                if !look(self.place) {
                    return Err(self.refuse("the reading was broken off"));
                }
            }
            match self.next() {
                Some(';') if closed => {
                    return Err(self.refuse("a node stands behind a variation, not in one"));
                }
                Some(';') => {
                    let (line, (parent, depth)) = (self.line, last);
                    let properties = self.properties()?;
                    if !visit(SgfNode { properties, parent, line }, main)? {
                        return Ok(None);
                    }
                    last = (Some(number), depth + 1);
                    number += 1;
                }
                Some('(') => {
                    open.push(last);
                    closed = false;
                }
                Some(')') if number > 0 && !closed && open.last() == Some(&last) => {
                    return Err(self.refuse("a variation without a node"));
                }
                Some(')') => {
                    others += usize::from(!main && !closed);
                    main = main && number == 0;
                    closed = true;
                    last = open.pop().unwrap_or_default();
                    if open.is_empty() {
                        break;
                    }
                }
                Some(other) => {
                    return Err(self.refuse(&format!("'{other}' stands outside of a node")));
                }
                None => return Err(self.refuse("the game breaks off before its last bracket")),
            }
            if last.1 > MAX || open.len() > MAX {
                return Err(self.refuse("the tree is deeper than any game is long"));
            }
        }
        if number == 0 {
            return Err(self.refuse("the game has no node"));
        }
        Ok(Some(others))
    }

    fn properties(&mut self) -> Result<Vec<Property>, RecordError> {
        let (mut properties, mut count) = (Vec::<Property>::new(), 0);
        loop {
            self.blanks();
            let begin = self.place;
            while self.peek().is_some_and(|letter| letter.is_ascii_alphabetic()) {
                self.next();
            }
            if begin == self.place {
                return Ok(properties);
            }
            let name = capitals(&self.text[begin..self.place]);
            let mut values = Vec::new();
            self.blanks();
            while self.take('[') {
                values.push(self.value()?);
                count += 1;
                if count > MAX {
                    return Err(self.refuse(&format!("a node has more than {MAX} values")));
                }
                self.blanks();
            }
            if values.is_empty() {
                return Err(self.refuse(&format!("the property {name:.20} has no value")));
            }
            properties.push((name, values));
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
}

/// The name of a property: old files write `Black` for `B`, where small letters do not count;
/// others write nothing but small letters.
fn capitals(name: &str) -> String {
    match name {
        "black" => return "B".to_owned(),
        "white" => return "W".to_owned(),
        _ => {}
    }
    // `Gm` and `Sz` are no long names.
    if name.len() > 2 && name.bytes().any(|letter| letter.is_ascii_uppercase()) {
        name.chars().filter(char::is_ascii_uppercase).collect()
    } else {
        name.to_ascii_uppercase()
    }
}
