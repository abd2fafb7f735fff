//! Points and stones set up in SGF.

use super::LETTERS;
use super::tree::{SgfNode, only_value};
use crate::board::{Point, Size};
use crate::games::{AnyPosition, Game};
use crate::position::{Arrays, Refusal, SetUp};
use crate::record::RecordError;
use crate::record::foreign::from_top;
use crate::record::result_words::parse_side;

/// A point as SGF writes it, `hh` from the top left, or as people do, `h8`.
pub fn read_point(text: &str, size: Size) -> Result<Point, Refusal> {
    let text = text.trim();
    match column_row(text) {
        Some((column, row)) => from_top(size, column, row),
        None => size.parse(text),
    }
}

/// What stands in a move where no point does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instead {
    /// Nothing, `tt` on boards up to 19, or the word.
    Pass,
    /// `B[resign]`.
    Resign,
    /// `B[timeout]`.
    Timeout,
    /// A word of an opening, `W[swap]`.
    Choice(String),
}

/// Reads what stands in a move in place of a point: words have three letters or more, which no point has.
pub fn instead(text: &str, size: Size) -> Option<Instead> {
    let text = text.trim();
    if text.is_empty() || (text == "tt" && size.columns <= 19 && size.rows <= 19) {
        return Some(Instead::Pass);
    }
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let word = text.to_ascii_lowercase();
    (letters > 2).then_some(match word.as_str() {
        "pass" => Instead::Pass,
        "resign" | "resigns" | "resigned" => Instead::Resign,
        "timeout" | "time" => Instead::Timeout,
        _ => Instead::Choice(word),
    })
}

fn column_row(text: &str) -> Option<(usize, usize)> {
    let place = |byte: u8| LETTERS.iter().position(|&letter| letter == byte);
    match text.as_bytes() {
        [column, row] => place(*column).zip(place(*row)),
        _ => None,
    }
}

/// The points of a list: single ones and rectangles `aa:cc`.
pub fn read_points(text: &str, size: Size) -> Result<Vec<Point>, RecordError> {
    let corners = text
        .split_once(':')
        .and_then(|(from, to)| Some((column_row(from.trim())?, column_row(to.trim())?)));
    let Some(((left, top), (right, bottom))) = corners else {
        return Ok(vec![read_point(text, size)?]);
    };
    let mut points = Vec::new();
    for row in top.min(bottom)..=top.max(bottom) {
        for column in left.min(right)..=left.max(right) {
            points.push(from_top(size, column, row)?);
        }
    }
    Ok(points)
}

/// Where the game begins: on the rules' own start, or on the stones that are put before the first
/// move.
pub fn read_start(game: &Game, nodes: &[SgfNode], size: Size) -> Result<AnyPosition, RecordError> {
    let start = game.rules.start(0);
    let mut put: Vec<Option<i8>> = vec![None; size.points()];
    let (mut side, mut first) = (None, None);
    for node in nodes {
        for (name, values) in &node.properties {
            let cell = match name.as_str() {
                "AB" => 1,
                "AW" => 2,
                "AE" => 0,
                "B" | "W" if first.is_none() => {
                    first = Some(name == "W");
                    continue;
                }
                _ => continue,
            };
            if first.is_some() {
                continue;
            }
            for text in values {
                for point in read_points(text, size)? {
                    if put[point.index()].replace(cell).is_some() {
                        let name = size.name(point);
                        return Err(RecordError::new(format!("SGF: {name} is set up twice")));
                    }
                }
            }
        }
        if let Some(says) = only_value(std::slice::from_ref(node), "PL")? {
            side = side.or(Some(is_white_in(says)?));
        }
        if first.is_some() {
            break;
        }
    }
    let cells: Vec<i8> = put.iter().map(|cell| cell.unwrap_or(0)).collect();
    let empty = cells.iter().all(|&cell| cell == 0);
    let mut own = vec![0; size.points()];
    start.fill_board(&mut own);
    if cells == own || empty && side != Some(true) {
        return Ok(start);
    }
    // Who moves: as the file says, else whose move comes first, else as the stones are counted.
    let count = |colour: i8| cells.iter().filter(|&&cell| cell == colour).count();
    let white = side.or(first).unwrap_or(count(1) > count(2));
    let set_up = SetUp { cells, player: u8::from(white), check: true, ..SetUp::default() };
    Ok(game.rules.set_up(&set_up)?)
}

/// Is it White to move, as `PL` says: by a letter, a word or a number?
fn is_white_in(says: &str) -> Result<bool, RecordError> {
    match says.trim().to_lowercase().as_str() {
        "1" => Ok(false),
        "2" => Ok(true),
        word => parse_side(word).map(|side| side == 1).ok_or_else(|| {
            RecordError::new(format!(
                "SGF: PL[{says:.20}] is refused: it says who is to move, B or W"
            ))
        }),
    }
}

/// Properties of SGF whose values may look like moves and are none: names, remarks and marks.
const NO_MOVES: [&str; 43] = [
    "AN", "AP", "AR", "BR", "BT", "CP", "CR", "DD", "DT", "EV", "FG", "GC", "GN", "ID", "KM", "L",
    "LB", "LN", "LT", "M", "MA", "MN", "N", "ON", "OT", "PB", "PC", "PW", "RG", "RO", "RU", "SC",
    "SE", "SL", "SO", "SQ", "ST", "TB", "TM", "TR", "TW", "US", "VW",
];

/// May a property that is not known hold moves, as some programs hide an opening?
pub fn looks_like_moves(name: &str, values: &[String], size: Size) -> bool {
    if NO_MOVES.contains(&name) || matches!(name, "BL" | "WL" | "WR" | "WT" | "OB" | "OW" | "PM") {
        return false;
    }
    let mut points = 0;
    for value in values {
        for word in value.split(|letter: char| !letter.is_ascii_alphanumeric()) {
            if word.is_empty() {
                continue;
            }
            let pairs = word.len() % 2 == 0
                && word.bytes().all(|letter| letter.is_ascii_lowercase())
                && (0..word.len()).step_by(2).all(|at| read_point(&word[at..at + 2], size).is_ok());
            if pairs {
                points += word.len() / 2;
            } else if is_point_run(word, size) {
                points += 2;
            } else {
                return false;
            }
        }
    }
    points > 1
}

/// `h8`, or several of them without a blank: `h8i9h9`.
fn is_point_run(word: &str, size: Size) -> bool {
    let mut rest = word;
    while !rest.is_empty() {
        let digits = rest.find(|letter: char| letter.is_ascii_digit()).unwrap_or(rest.len());
        let length = rest[digits..].find(|letter: char| !letter.is_ascii_digit());
        let (point, after) = rest.split_at(length.map_or(rest.len(), |length| digits + length));
        if size.parse(&point.to_ascii_lowercase()).is_err() {
            return false;
        }
        rest = after;
    }
    true
}
