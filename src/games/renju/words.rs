//! A judgement in words, and as plain data with the names of points: for teachers, referees and
//! pictures.
//!
//! For the board of the rule book's example, where Black on `e5` makes two threes, it says
//!
//! ```text
//! e5 makes threes in two lines or more: c5 d5 e5, and e5 e6 e7
//! ```
//!
//! Each three is described with its extension, or with what stands on every such point (R5):
//!
//! ```text
//! c5 d5 e5 is a three: on b5 it grows into the straight four b5 c5 d5 e5
//! f8 h8 i8 is no three: g8 makes a five: g4 g5 g6 g7 g8
//! ```

use serde_json::{Value, json};

use super::explain::{JudgedExtension, Judgement, Three};
use crate::board::{Point, Size};

fn names(size: Size, points: &[Point]) -> Vec<String> {
    points.iter().map(|&point| size.name(point)).collect()
}

/// From left, or from the bottom upwards.
fn list(size: Size, points: &[Point]) -> String {
    names(size, points).join(" ")
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", and ")
}

fn some(count: usize, what: &str) -> String {
    match count {
        0 => format!("no {what}"),
        1 => format!("one {what}"),
        more => format!("{more} {what}s"),
    }
}

impl Judgement {
    /// What the stone makes, in one sentence.
    ///
    /// Five first (R1), then the foul by its name (R2, R3, R6), else what the stone makes without
    /// being one.
    pub fn words(&self, size: Size) -> String {
        let point = size.name(self.point);
        if let Some(five) = self.fives.first() {
            return format!("{point} makes a five: {}", list(size, five));
        }
        match self.foul.map(crate::stones::FoulKind::name) {
            Some("overline") => {
                let rows = self.overlines.iter();
                let rows = rows.map(|row| format!("{} ({} stones)", list(size, row), row.len()));
                format!("{point} makes an overline: {}", joined(rows))
            }
            Some("double_four") => {
                let fours = self.fours.iter().map(|four| {
                    let (stones, fifths) = (list(size, &four.stones), names(size, &four.fifths));
                    format!("{stones} (five on {})", fifths.join(" or "))
                });
                format!("{point} makes two fours or more: {}", joined(fours))
            }
            Some(_) => {
                let threes = self.threes.iter().filter(|three| three.real);
                let threes = joined(threes.map(|three| list(size, &three.stones)));
                let four = if self.fours.is_empty() { "" } else { "a four and " };
                format!("{point} makes {four}threes in two lines or more: {threes}")
            }
            None if self.wins => format!("{point} wins with a row of six or more"),
            None => {
                let real = self.threes.iter().filter(|three| three.real).count();
                let (fours, threes) = (some(self.fours.len(), "four"), some(real, "three"));
                format!("{point} is no foul: it makes {fours} and {threes}")
            }
        }
    }

    /// The whole tree as plain data: points by name, with a sentence at every judgement, three
    /// and extension.
    ///
    /// The same tree that `explain` gives, so it is cut at the same size.
    pub fn to_value(&self, size: Size) -> Value {
        let rows =
            |rows: &[Vec<Point>]| rows.iter().map(|row| names(size, row)).collect::<Vec<_>>();
        let fours: Vec<_> = self
            .fours
            .iter()
            .map(|four| {
                json!({"stones": names(size, &four.stones), "fifths": names(size, &four.fifths)})
            })
            .collect();
        json!({
            "point": size.name(self.point),
            "words": self.words(size),
            "wins": self.wins,
            "foul": self.foul.map(crate::stones::FoulKind::name),
            "fives": rows(&self.fives),
            "overlines": rows(&self.overlines),
            "fours": fours,
            "threes": self.threes.iter().map(|three| three.to_value(size)).collect::<Vec<_>>(),
        })
    }
}

impl Three {
    /// Is it real, and why, in one sentence.
    ///
    /// One allowed point is enough (R5).
    pub fn words(&self, size: Size) -> String {
        let stones = list(size, &self.stones);
        match self.extensions.iter().find(|extension| extension.allowed) {
            Some(extension) => {
                let (point, four) =
                    (size.name(extension.point), list(size, &extension.straight_four));
                format!("{stones} is a three: on {point} it grows into the straight four {four}")
            }
            None => {
                let reasons = self.extensions.iter().map(|extension| extension.words(size));
                format!("{stones} is no three: {}", joined(reasons))
            }
        }
    }

    fn to_value(&self, size: Size) -> Value {
        json!({
            "stones": names(size, &self.stones),
            "words": self.words(size),
            "real": self.real,
            "extensions": self.extensions.iter().map(|extension| extension.to_value(size)).collect::<Vec<_>>(),
        })
    }
}

impl JudgedExtension {
    /// May the three grow there, and why, in one sentence.
    ///
    /// The point is judged by the same words as any other.
    pub fn words(&self, size: Size) -> String {
        let point = size.name(self.point);
        match &self.judgement {
            Some(judgement) => judgement.words(size),
            None if self.allowed => format!("{point} is not judged"),
            None => format!("{point} is no point for a stone"),
        }
    }

    fn to_value(&self, size: Size) -> Value {
        json!({
            "point": size.name(self.point),
            "words": self.words(size),
            "straight_four": names(size, &self.straight_four),
            "ends": names(size, &self.ends),
            "allowed": self.allowed,
            "judgement": self.judgement.as_ref().map(|judgement| judgement.to_value(size)),
        })
    }
}
