//! The JSON form of a record.

use std::fmt;

use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

use super::{Entry, FORMAT, Record, RecordError, start};
use crate::games;
use crate::position::{Notation, Termination};

/// Keys of the form, in the order in which they are written.
const KEYS: [&str; 11] = [
    "format",
    "rules",
    "players",
    "date",
    "metadata",
    "start",
    "moves",
    "marks",
    "annotations",
    "time_left",
    "result",
];

/// A value in which no table has a key twice: all readers but this one would drop the first in silence.
struct Once(Value);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(data: D) -> Result<Self, D::Error> {
        data.deserialize_any(OnceVisitor).map(Self)
    }
}

struct OnceVisitor;

impl<'de> Visitor<'de> for OnceVisitor {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Once(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut table: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some((key, Once(value))) = table.next_entry::<String, _>()? {
            if map.insert(key.clone(), value).is_some() {
                return Err(A::Error::custom(format!("a second '{key:.40}' in a table")));
            }
        }
        Ok(Value::Object(map))
    }
}

impl Record {
    /// The record as data.
    pub fn to_value(&self) -> Value {
        let mut marks = Vec::new();
        let mut moves = Vec::new();
        self.replay(|position, entry| match entry {
            Entry::Move(action) => moves.push(Value::from(position.move_text(*action))),
            Entry::Event(event) => {
                marks.push(json!({"after": moves.len(), "event": event.to_string()}));
            }
            Entry::Comment(text) => marks.push(json!({"after": moves.len(), "comment": text})),
        });
        let result = self.outcome().map(|outcome| {
            json!({
                "winners": outcome.winners,
                "termination": outcome.termination,
                "returns": self.returns(),
            })
        });
        let mut map = Map::new();
        map.insert("format".into(), json!(FORMAT));
        map.insert("rules".into(), self.game.to_value());
        map.insert("players".into(), json!(self.players));
        map.insert("date".into(), json!(self.date));
        map.insert("metadata".into(), Value::Object(self.metadata.clone()));
        map.insert("start".into(), start::write(&self.game, &self.start).unwrap_or_default());
        map.insert("moves".into(), Value::Array(moves));
        map.insert("marks".into(), Value::Array(marks));
        // Optional: without them a record is written as 0.1.0 wrote it (X1).
        for (key, value) in self.remarks_to_values() {
            if let Some(value) = value {
                map.insert(key.into(), value);
            }
        }
        map.insert("result".into(), result.unwrap_or_default());
        Value::Object(map)
    }

    /// The record as JSON on one line.
    pub fn to_json(&self) -> String {
        self.to_value().to_string()
    }

    /// A record from JSON, replayed move by move.
    pub fn from_json(text: &str) -> Result<Self, RecordError> {
        let Once(value) = serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(text))
            .map_err(|error| RecordError::new(format!("the record is no JSON: {error}")))?;
        let record = Self::from_value(&value)?;
        if value.get("moves").is_none() {
            return Err(RecordError::new("the record breaks off: it has no 'moves'"));
        }
        Ok(record)
    }

    /// A record from data, replayed move by move.
    pub fn from_value(value: &Value) -> Result<Self, RecordError> {
        let refuse = |message: String| Err(RecordError::new(message));
        let Some(map) = value.as_object() else {
            return refuse("a record is a table".to_owned());
        };
        if let Some(key) = map.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return refuse(format!("a record has no '{key}'; it has {}", KEYS.join(", ")));
        }
        if map.get("format") != Some(&Value::from(FORMAT)) {
            let format = map.get("format").unwrap_or(&Value::Null);
            return refuse(format!("format {format} is refused: format {FORMAT} is read"));
        }
        let game = games::from_value(map.get("rules").unwrap_or(&Value::Null))?;
        let begin = start::read(&game, map.get("start"))?;
        let mut record = Self::new(game, begin);
        record.read_names(map)?;
        record.read_moves(map)?;
        record.read_remarks(map)?;
        match map.get("result") {
            Some(result) if !result.is_null() => record.compare(result)?,
            _ => {}
        }
        Ok(record)
    }

    fn read_names(&mut self, map: &Map<String, Value>) -> Result<(), RecordError> {
        let refuse = |message: &str| Err(RecordError::new(message));
        match map.get("players").unwrap_or(&Value::Null) {
            Value::Null => {}
            Value::Array(names) => {
                let names: Option<Vec<_>> =
                    names.iter().map(|name| name.as_str().map(str::to_owned)).collect();
                let Some(names) = names else { return refuse("the players are a list of names") };
                self.players = names;
            }
            _ => return refuse("the players are a list of names"),
        }
        match map.get("date").unwrap_or(&Value::Null) {
            Value::Null => {}
            Value::String(date) => self.date = Some(date.clone()),
            _ => return refuse("the date is text"),
        }
        match map.get("metadata").unwrap_or(&Value::Null) {
            Value::Null => {}
            Value::Object(metadata) => self.metadata.clone_from(metadata),
            _ => return refuse("the metadata are a table"),
        }
        Ok(())
    }

    fn read_moves(&mut self, map: &Map<String, Value>) -> Result<(), RecordError> {
        let empty = Vec::new();
        let list = |key: &str| match map.get(key) {
            None | Some(Value::Null) => Ok(&empty),
            Some(Value::Array(list)) => Ok(list),
            Some(_) => Err(RecordError::new(format!("the {key} are a list"))),
        };
        let mut marks = list("marks")?.iter().peekable();
        let moves = list("moves")?;
        for number in 0..=moves.len() {
            let due =
                |mark: &&Value| mark.get("after").and_then(Value::as_u64) == Some(number as u64);
            while let Some(mark) = marks.next_if(due) {
                self.read_mark(mark, number)?;
            }
            let Some(text) = moves.get(number) else { break };
            let Some(text) = text.as_str() else {
                return Err(RecordError::new(format!("move {}: {text} is no text", number + 1)));
            };
            self.push_text(text).map_err(|refusal| RecordError::at(number + 1, &refusal))?;
        }
        match marks.next() {
            None => Ok(()),
            Some(mark) => Err(RecordError::new(format!(
                "the mark {mark} is refused: marks stand in the order of the moves they follow"
            ))),
        }
    }

    fn read_mark(&mut self, mark: &Value, after: usize) -> Result<(), RecordError> {
        let text = |key: &str| mark.get(key).and_then(Value::as_str);
        match (text("event"), text("comment")) {
            (Some(event), None) => {
                let noted = event.parse().and_then(|event| self.event(event));
                noted.map_err(|refusal| RecordError {
                    number: None,
                    rule: Some(refusal.rule),
                    message: format!("after move {after}: {refusal}"),
                })
            }
            (None, Some(comment)) => {
                self.entries.push(Entry::Comment(comment.to_owned()));
                Ok(())
            }
            _ => {
                let message = format!("the mark {mark} is refused: it is an event or a comment");
                Err(RecordError::new(message))
            }
        }
    }

    /// Refuses a result that the moves did not lead to (X2).
    fn compare(&self, result: &Value) -> Result<(), RecordError> {
        let ends = |what: &str| {
            let message = format!("the record ends otherwise: it says {result}, the game {what}");
            Err(RecordError::new(message))
        };
        let Some(outcome) = self.outcome() else { return ends("is unfinished") };
        let winners = json!(outcome.winners);
        let termination: Option<Termination> =
            result.get("termination").and_then(|why| serde_json::from_value(why.clone()).ok());
        let returns = json!(self.returns());
        let same = result.get("winners") == Some(&winners)
            && termination == Some(outcome.termination)
            && result.get("returns").is_none_or(|stated| *stated == returns);
        if same { Ok(()) } else { ends(&self.result()) }
    }
}
