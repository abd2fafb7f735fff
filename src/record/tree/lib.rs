//! Libraries of `RenLib`, `.lib`: a tree of nodes of two bytes, a point and bits, with comments and
//! texts on points between them. Written are files of version 3.4; those of 3.0 and without a
//! heading are read too.
//!
//! A point is `16 * row + column`, the row from 0 at the top and the column from 1; 0 is the root
//! or a pass. Bits: 80 another move of the same position comes later, 40 nothing follows, 20 a
//! comment in seven bits, 10 a mark, 08 a comment, 02 no move, 01 two more bytes of bits, of which
//! 01 in the second is a text on the point.

use super::load::Loader;
use super::{Count, Notes, Tree, Visit};
use crate::board::{Point, Size};
use crate::position::{Move, Notation, Refusal};
use crate::record::RecordError;
use crate::record::foreign::from_top;

const NAME: &[u8; 8] = b"\xffRenLib\xff";
const HEADING: usize = 20;
/// Nodes between two looks of who waits.
const LOOK_EVERY: usize = 4_096;
const SIDE: u8 = 15;
const H8: u8 = 0x78;

const LATER: u8 = 0x80;
const LEAF: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const MARK: u8 = 0x10;
const COMMENT: u8 = 0x08;
const NO_MOVE: u8 = 0x02;
const MORE: u8 = 0x01;
const TEXT: u8 = 0x01;
/// Between the first line of a comment and the others.
const LINES: char = '\u{8}';

struct Bytes<'a> {
    data: &'a [u8],
    place: usize,
}

impl Bytes<'_> {
    fn pair(&mut self) -> Result<[u8; 2], RecordError> {
        match self.data[self.place..] {
            [first, second, ..] => {
                self.place += 2;
                Ok([first, second])
            }
            _ => Err(RecordError::new("the library breaks off in the middle")),
        }
    }

    /// A text that ends with a zero, filled up to pairs; a letter for each byte.
    fn text(&mut self) -> Result<String, RecordError> {
        let mut text = String::new();
        loop {
            for byte in self.pair()? {
                if byte == 0 {
                    return Ok(text);
                }
                text.push(char::from(byte));
            }
        }
    }

    /// A text of seven bits, whose last letter has the eighth set; Swedish letters have the places
    /// of brackets in it.
    fn old_text(&mut self) -> Result<String, RecordError> {
        let mut text = String::new();
        loop {
            for byte in self.pair()? {
                text.push(match byte & 0x7f {
                    b'}' => 'å',
                    b'{' => 'ä',
                    b'|' => 'ö',
                    b']' => 'Å',
                    b'[' => 'Ä',
                    b'\\' => 'Ö',
                    plain => char::from(plain),
                });
                if byte & 0x80 != 0 {
                    return Ok(text);
                }
            }
        }
    }
}

impl Tree {
    /// Adds a library to the tree. Its texts come as one letter a byte: `rewrite` decodes them.
    pub fn read_lib(&mut self, data: &[u8]) -> Result<(), RecordError> {
        self.read_lib_while(data, &mut |_| true)
    }

    /// The same; `look` hears now and then how many bytes are read, and says whether to go on.
    pub fn read_lib_while(
        &mut self,
        data: &[u8],
        look: &mut dyn FnMut(usize) -> bool,
    ) -> Result<(), RecordError> {
        let size = self.side()?;
        let begin = match data {
            data if data.starts_with(NAME) => {
                let [major, minor] = [data.get(8), data.get(9)].map(Option::<&u8>::copied);
                match (major, minor) {
                    (Some(major), Some(minor)) if (major, minor) <= (3, 4) => HEADING,
                    (Some(major), Some(minor)) => {
                        return Err(RecordError::new(format!(
                            "a library of version {major}.{minor} is refused: up to 3.4 are read"
                        )));
                    }
                    _ => return Err(RecordError::new("the library breaks off in its heading")),
                }
            }
            [H8, ..] => 0,
            _ => return Err(RecordError::new("this is no library of RenLib")),
        };
        if data.len() < begin {
            return Err(RecordError::new("the library breaks off in its heading"));
        }
        let mut bytes = Bytes { data, place: begin };
        let mut loader = Loader::new(self)?;
        // Where moves of positions on the way are still to come: how deep those positions are.
        let (mut later, mut first, mut ended) = (Vec::new(), true, false);
        while bytes.place < data.len() && !ended {
            let place = bytes.place;
            if loader.number.is_multiple_of(LOOK_EVERY) && !look(place) {
                return Err(RecordError::new("the reading of the library was broken off"));
            }
            let leaf = node(&mut loader, &mut bytes, size, &mut later, first).map_err(|why| {
                let message = format!("node {} (byte {place}): {}", loader.number, why.message);
                RecordError { message, ..why }
            })?;
            first = false;
            if leaf {
                match later.pop() {
                    Some(depth) => loader.back(depth),
                    None => ended = true,
                }
            }
        }
        if !ended {
            return Err(RecordError::new("the library breaks off: moves are still to come"));
        }
        if data[bytes.place..].iter().any(|&byte| byte != 0) {
            let place = bytes.place;
            let message = format!("byte {place}: something stands behind the end of the library");
            return Err(RecordError::new(message));
        }
        Ok(())
    }

    fn side(&self) -> Result<Size, RecordError> {
        let info = self.game.rules.info();
        match info.grid() {
            Some([15, 15]) => Ok(Size::square(SIDE)),
            _ => Err(RecordError::new("a library of RenLib is one of boards of 15 by 15")),
        }
    }

    /// The tree as a library; `encode` gives the bytes of a text.
    pub fn to_lib(
        &self,
        mut encode: impl FnMut(&str) -> Result<Vec<u8>, RecordError>,
    ) -> Result<Vec<u8>, RecordError> {
        let size = self.side()?;
        let mut out = NAME.to_vec();
        out.extend([3, 4]);
        out.resize(HEADING, 0xff);
        self.walk(|visit| {
            let notes = self.remarks(visit);
            let point = match visit.by {
                None => 0,
                Some(action) => move_to_byte(&visit.before.describe(action), size)?,
            };
            let text = visit.by.and_then(|_| self.text_on(visit, point, size));
            let alone = self.alone(&notes, visit, size);
            let mut bits = if visit.last { 0 } else { LATER };
            bits |= if visit.children == 0 && alone.is_empty() { LEAF } else { 0 };
            bits |= if notes.mark { MARK } else { 0 };
            bits |= if notes.comment.is_empty() { 0 } else { COMMENT };
            bits |= if text.is_some() { MORE } else { 0 };
            out.extend([point, bits]);
            if text.is_some() {
                out.extend([0, TEXT]);
            }
            if !notes.comment.is_empty() {
                put(&mut out, &encode(&notes.comment.replacen('\n', "\u{8}", 1))?);
            }
            if let Some(text) = &text {
                put(&mut out, &encode(text)?);
            }
            for (number, (point, text)) in alone.iter().enumerate() {
                let last = number + 1 == alone.len() && visit.children == 0;
                out.extend([*point, NO_MOVE | MORE | LEAF | if last { 0 } else { LATER }, 0, TEXT]);
                put(&mut out, &encode(text)?);
            }
            Ok(())
        })?;
        Ok(out)
    }

    /// The text that stands on the point of the move that led here.
    fn text_on(&self, visit: &Visit<'_>, point: u8, size: Size) -> Option<String> {
        let labels = self.look(visit.before)?.notes.labels;
        labels.into_iter().find(|&(on, _)| to_byte(on, size) == point).map(|(_, text)| text)
    }

    /// Texts on points to which no move goes.
    fn alone(&self, notes: &Notes, visit: &Visit<'_>, size: Size) -> Vec<(u8, String)> {
        if notes.labels.is_empty() {
            return Vec::new();
        }
        let mut played = Vec::new();
        if visit.children > 0 {
            let moves = self.look(visit.position).map_or(Vec::new(), |look| look.moves);
            let point = |branch: &super::Branch| visit.position.describe(branch.action).stone();
            played = moves.iter().filter_map(point).collect();
        }
        let free = notes.labels.iter().filter(|(point, _)| !played.contains(point));
        free.map(|(&point, text)| (to_byte(point, size), text.clone())).collect()
    }
}

/// Reads a node with all that belongs to it; says whether nothing follows it.
fn node(
    loader: &mut Loader<'_>,
    bytes: &mut Bytes<'_>,
    size: Size,
    later: &mut Vec<usize>,
    first: bool,
) -> Result<bool, RecordError> {
    let [point, bits] = bytes.pair()?;
    let more = if bits & MORE == 0 { 0 } else { bytes.pair()?[1] };
    if bits & LATER != 0 {
        later.push(loader.depth());
    }
    let before = loader.here();
    if point == 0 && first {
        // The root.
    } else if bits & NO_MOVE != 0 {
        loader.stay()?;
    } else {
        let name = if point == 0 { "pass".to_owned() } else { size.name(read_point(point, size)?) };
        loader.text(&name, Count::default())?;
    }
    let comment = match bits & (OLD_COMMENT | COMMENT) {
        0 => None,
        bits if bits & OLD_COMMENT != 0 => Some(bytes.old_text()?),
        _ => Some(bytes.text()?),
    };
    if let Some(comment) = comment {
        loader.say(&comment.replace(LINES, "\n").replace("\r\n", "\n"))?;
    }
    if bits & MARK != 0 && bits & NO_MOVE == 0 {
        loader.mark();
    }
    if more & TEXT != 0 {
        let text = bytes.text()?;
        if point != 0 {
            loader.label_at(before, read_point(point, size)?.0, &text)?;
        }
    }
    Ok(bits & LEAF != 0)
}

fn read_point(byte: u8, size: Size) -> Result<Point, RecordError> {
    let (column, row) = (usize::from(byte % 16), usize::from(byte / 16));
    if column == 0 {
        let message = format!("the byte {byte:#04x} is no point");
        return Err(Refusal::new("E5", message).into());
    }
    Ok(from_top(size, column - 1, row)?)
}

fn to_byte(point: u16, size: Size) -> u8 {
    let (x, y) = size.xy(Point(point));
    (16 * (i32::from(size.rows) - 1 - y) + x + 1) as u8
}

fn move_to_byte(described: &Move, size: Size) -> Result<u8, RecordError> {
    match described {
        Move::Pass => Ok(0),
        Move::Place { point, .. } => Ok(to_byte(*point, size)),
        _ => Err(RecordError::new("a library of RenLib holds stones and passes, no choices")),
    }
}

/// A text with a zero behind it, filled up to pairs.
fn put(out: &mut Vec<u8>, text: &[u8]) {
    out.extend(text.iter().filter(|&&byte| byte != 0));
    out.push(0);
    if !out.len().is_multiple_of(2) {
        out.push(0);
    }
}
