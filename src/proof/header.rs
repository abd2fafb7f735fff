//! The first line of a proof file: what is proven.

use serde_json::{Map, Value};

use super::Fault;

const KEYS: [&str; 8] =
    ["attacker", "defender", "format", "name", "row", "rules", "size", "to_move"];
/// The largest board whose columns have letters.
const LARGEST: u64 = 26;
/// The longest row that lemmas are for.
const LONGEST: u64 = 6;
const ROWS: [&str; 8] = ["three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// What is proven.
pub struct Head {
    pub(super) has_lemmas: bool,
    pub(super) is_exact: bool,
    pub(super) size: usize,
    pub(super) row: usize,
    pub(super) name: String,
    /// The stones of the attacker and of the defender.
    pub(super) sides: [String; 2],
    pub(super) attacker_moves: bool,
}

impl Head {
    /// Reads an object that names a board, a row, a side and stones, and nothing else.
    pub(super) fn read(line: &str) -> Result<Self, Fault> {
        let head: Map<String, Value> = match serde_json::from_str(line) {
            Ok(Value::Object(head)) => head,
            Ok(_) => return Fault::new("the first line is no JSON object"),
            Err(error) => return Fault::new(format!("not a proof file: {error}")),
        };
        let text = |key: &str| head.get(key).and_then(Value::as_str);
        let (has_lemmas, is_exact) = match (text("format"), text("rules")) {
            (Some("open-proof/1"), Some("freestyle")) => (false, false),
            (Some("open-proof/2"), Some("freestyle")) => (true, false),
            (Some("open-proof/2"), Some("exactly five")) => (true, true),
            _ => {
                return Fault::new(
                    "the first line names no open proof of format 1 or 2 for freestyle or exactly five",
                );
            }
        };
        if let Some(key) = head.keys().filter(|key| !KEYS.contains(&key.as_str())).min() {
            return Fault::new(format!(
                "the first line has a key that this format does not know: '{key}'"
            ));
        }
        let is_missing = |key: &&&str| !["row", "name"].contains(key) && !head.contains_key(**key);
        if let Some(key) = KEYS.iter().find(is_missing) {
            return Fault::new(format!("the first line does not say '{key}'"));
        }
        let number = |key: &str, without| head.get(key).map_or(Some(without), Value::as_u64);
        let (size, row) = (number("size", 0).unwrap_or(0), number("row", 5).unwrap_or(0));
        let attacker_moves = match text("to_move") {
            Some("attacker") => Some(true),
            Some("defender") => Some(false),
            _ => None,
        };
        let is_board = (3..=LARGEST).contains(&size) && (3..=size).contains(&row);
        let Some(attacker_moves) = attacker_moves.filter(|_| is_board) else {
            return Fault::new("the first line names a board, a row or a side that there is not");
        };
        let name = head.get("name").map_or(Some(""), Value::as_str);
        let (Some(own), Some(other), Some(name)) = (text("attacker"), text("defender"), name)
        else {
            return Fault::new("the first line has stones or a name that are no text");
        };
        if has_lemmas && row > LONGEST {
            return Fault::new("the first line names a row that lemmas are not for");
        }
        Ok(Self {
            has_lemmas,
            is_exact,
            size: size as usize,
            row: row as usize,
            name: name.to_owned(),
            sides: [own.to_owned(), other.to_owned()],
            attacker_moves,
        })
    }

    /// Says what is proven; nothing of it comes from the file's own name for it.
    pub(super) fn in_words(&self, own: &str, other: &str) -> String {
        let size = self.size;
        let row = ROWS.get(self.row - 3).map_or_else(|| self.row.to_string(), ToString::to_string);
        let row = if self.is_exact { format!("exactly {row}") } else { format!("{row} or more") };
        let mover = if self.attacker_moves { "attacker" } else { "defender" };
        let [own, other] = [own, other].map(|side| if side.is_empty() { "no stone" } else { side });
        format!(
            "{size}x{size}, {row} in a row, {mover} to move, attacker: {own}, defender: {other}"
        )
    }
}
