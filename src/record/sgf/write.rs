//! Records as SGF.

use std::fmt::Write;

use serde_json::Value;

use super::tree::escaped;
use super::{ABOUT, FORMAT, LETTERS};
use crate::board::{Colour, Point, Size};
use crate::games::{self, AnyPosition};
use crate::position::{Arrays, Decider, Move, Notation, Position, Termination};
use crate::record::foreign::board_of;
use crate::record::{Entry, Record, RecordError, start};

impl Record {
    /// The record as SGF; refused for other games and boards above 52.
    pub fn to_sgf(&self) -> Result<String, RecordError> {
        let size = board_of(&self.game.rules, FORMAT)?;
        if usize::from(size.columns.max(size.rows)) > LETTERS.len() {
            return Err(RecordError::new("SGF has letters for boards up to 52 by 52 only"));
        }
        let mut nodes = String::new();
        let mut root_comment = String::new();
        // Which seat has the black stones; openings may exchange them.
        let mut black = 0;
        self.replay(|position, entry| match entry {
            Entry::Move(action) => {
                let described = position.describe(*action);
                let first = side_of(position) == 0;
                let colour = if first { 'B' } else { 'W' };
                nodes.push_str("\n;");
                if let Some(point) = described.stone() {
                    let _ = write!(nodes, "{colour}[{}]", letters(size, Point(point)));
                } else if described == Move::Pass {
                    let _ = write!(nodes, "{colour}[]");
                }
                // SGF has words for a stone and a pass alone; that a stone was picked is one more.
                if !matches!(described, Move::Place { .. } | Move::Pass) {
                    let _ = write!(nodes, "FV[{}]", position.write_move(&described));
                } else if let Decider::Player(player) = position.decider() {
                    black = if first { player.0 } else { 1 - player.0 };
                }
            }
            Entry::Event(event) => {
                let _ = write!(nodes, "\n;FE[{event}]");
            }
            Entry::Comment(text) if nodes.is_empty() && root_comment.is_empty() => {
                let _ = write!(root_comment, "C[{}]", escaped(text));
            }
            Entry::Comment(text) => {
                // One comment a node: a second one has a node of its own.
                let node = nodes.rfind("\n;").map_or("", |place| &nodes[place..]);
                if node.is_empty() || node.contains("C[") {
                    nodes.push_str("\n;");
                }
                let _ = write!(nodes, "C[{}]", escaped(text));
            }
        });
        let mut text = self.head(size, black)?;
        text.push_str(&root_comment);
        text.push_str(&nodes);
        text.push_str(")\n");
        Ok(text)
    }

    fn head(&self, size: Size, black: u8) -> Result<String, RecordError> {
        let board = if size.columns == size.rows {
            size.columns.to_string()
        } else {
            format!("{}:{}", size.columns, size.rows)
        };
        let number = self.game.rules.info().sgf_game().unwrap_or_default();
        let mut text = format!("(;FF[4]GM[{number}]CA[UTF-8]AP[fivefold]SZ[{board}]");
        let _ = write!(text, "RU[{}]", self.game.name);
        if games::preset(self.game.name).is_ok_and(|usual| usual.rules != self.game.rules) {
            let _ = write!(text, "FR[{}]", escaped(&self.game.to_value().to_string()));
        }
        if let [first, second] = &self.players[..] {
            let (first, second) = if black == 0 { (first, second) } else { (second, first) };
            let _ = write!(text, "PB[{}]PW[{}]", escaped(first), escaped(second));
        }
        if let Some(date) = &self.date {
            let _ = write!(text, "DT[{}]", escaped(date));
        }
        self.write_metadata(&mut text);
        self.write_start(&mut text, size)?;
        if let Some(result) = self.result_code(black) {
            let _ = write!(text, "RE[{result}]");
        }
        Ok(text)
    }

    fn write_metadata(&self, text: &mut String) {
        let mut rest = self.metadata.clone();
        for (property, key) in ABOUT {
            if let Some(Value::String(words)) = rest.get(key) {
                let _ = write!(text, "{property}[{}]", escaped(words));
                rest.remove(key);
            }
        }
        if !rest.is_empty() {
            let _ = write!(text, "FM[{}]", escaped(&Value::Object(rest).to_string()));
        }
    }

    /// Stones on the board before the first move: a handicap, or a position set up.
    fn write_start(&self, text: &mut String, size: Size) -> Result<(), RecordError> {
        let begin = start::write(&self.game, &self.start);
        if begin.as_ref().is_some_and(|begin| begin.get("diagram").is_none()) {
            return Err(RecordError::new("SGF holds stones set up, not the rest of this start"));
        }
        let mut cells = vec![0; size.points()];
        self.start.fill_board(&mut cells);
        for (colour, property) in [(1, "AB"), (2, "AW")] {
            let stones: Vec<_> = size.iter().filter(|p| cells[p.index()] == colour).collect();
            if !stones.is_empty() {
                text.push_str(property);
                for point in stones {
                    let _ = write!(text, "[{}]", letters(size, point));
                }
            }
        }
        if begin.is_some() {
            let white = side_of(&self.start) == 1;
            text.push_str(if white { "PL[W]" } else { "PL[B]" });
        }
        Ok(())
    }

    /// The result as SGF has it: by colour, `R` resigned, `T` out of time, `F` a foul.
    fn result_code(&self, black: u8) -> Option<String> {
        let outcome = self.outcome()?;
        let [winner] = outcome.winners[..] else { return Some("Draw".to_owned()) };
        let side = if winner.0 == black { "B+" } else { "W+" };
        let why = match outcome.termination {
            Termination::Resignation => "R",
            Termination::Timeout => "T",
            Termination::Foul => "F",
            _ => "",
        };
        Some(format!("{side}{why}"))
    }
}

/// The colour of the next stone, 0 or 1, as the game names its colours.
fn side_of(position: &AnyPosition) -> usize {
    usize::from(position.colour() == Some(Colour::White.name()))
}

/// A point by its letters from the top left.
fn letters(size: Size, point: Point) -> String {
    let (x, y) = size.xy(point);
    let letter = |place: i32| char::from(LETTERS[place as usize]);
    [letter(x), letter(i32::from(size.rows) - 1 - y)].iter().collect()
}
