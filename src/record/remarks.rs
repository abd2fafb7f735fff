//! Remarks on single actions: annotations (N20) and the time left on the clock (X1).

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Map, Value};

use super::{Record, RecordError};
use crate::position::is_annotation;

/// Sign before the time left, in the text form.
const CLOCK: char = '@';

impl Record {
    /// Annotations by the number of their action, from 1 (N20).
    pub fn annotations(&self) -> &BTreeMap<usize, String> {
        &self.annotations
    }

    /// Seconds that the player who made an action had left after it, by its number from 1.
    pub fn time_left(&self) -> &BTreeMap<usize, f64> {
        &self.time_left
    }

    /// Sets all annotations anew.
    pub fn set_annotations(&mut self, all: BTreeMap<usize, String>) -> Result<(), RecordError> {
        let played = self.actions().count();
        for (&number, text) in &all {
            check_number(number, played, "an annotation")?;
            if !is_annotation(text) {
                let message = format!(
                    "the annotation {text:?} of move {number} is refused: it is of ! and ?, or a \
                     triangle and any text on one line without &"
                );
                return Err(RecordError { rule: Some("N20"), ..RecordError::new(message) });
            }
        }
        self.annotations = all;
        Ok(())
    }

    /// Sets all times left anew.
    pub fn set_time_left(&mut self, all: BTreeMap<usize, f64>) -> Result<(), RecordError> {
        let played = self.actions().count();
        for (&number, &seconds) in &all {
            check_number(number, played, "the time left")?;
            check_seconds(number, seconds)?;
        }
        self.time_left = all;
        Ok(())
    }

    /// Keeps the time left after an action that was played.
    pub(super) fn note_time(&mut self, number: usize, seconds: f64) -> Result<(), RecordError> {
        check_seconds(number, seconds)?;
        self.time_left.insert(number, seconds);
        Ok(())
    }

    /// Keeps the remarks on the last action.
    pub(super) fn remark(&mut self, annotation: &str) {
        if !annotation.is_empty() {
            self.annotations.insert(self.actions().count(), annotation.to_owned());
        }
    }

    /// Drops the remarks on actions that are played no more.
    pub(super) fn drop_remarks(&mut self) {
        if !self.annotations.is_empty() || !self.time_left.is_empty() {
            let played = self.actions().count();
            self.annotations.split_off(&(played + 1));
            self.time_left.split_off(&(played + 1));
        }
    }

    /// A move as the text form has it: with the time left and the annotation behind it.
    pub(super) fn with_remarks(&self, number: usize, mut text: String) -> String {
        if let Some(seconds) = self.time_left.get(&number) {
            let _ = write!(text, " {CLOCK}{seconds}");
        }
        if let Some(annotation) = self.annotations.get(&number) {
            if !annotation.starts_with(['!', '?']) {
                text.push(' ');
            }
            text.push_str(annotation);
        }
        text
    }

    /// The JSON forms, `None` if there is nothing: objects by the number of the action.
    pub(super) fn remarks_to_values(&self) -> [(&'static str, Option<Value>); 2] {
        [("annotations", to_object(&self.annotations)), ("time_left", to_object(&self.time_left))]
    }

    /// Reads the JSON forms.
    pub(super) fn read_remarks(&mut self, map: &Map<String, Value>) -> Result<(), RecordError> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        if let Some(all) = from_object(map, "annotations", text)? {
            // What moves brought with them stays where the table is silent.
            let mut merged = self.annotations.clone();
            merged.extend(all);
            self.set_annotations(merged)?;
        }
        if let Some(all) = from_object(map, "time_left", Value::as_f64)? {
            self.set_time_left(all)?;
        }
        Ok(())
    }
}

fn check_number(number: usize, played: usize, what: &str) -> Result<(), RecordError> {
    if (1..=played).contains(&number) {
        return Ok(());
    }
    let message = format!("{what} of move {number} is refused: {played} are played");
    Err(RecordError { rule: Some("X1"), ..RecordError::new(message) })
}

fn check_seconds(number: usize, seconds: f64) -> Result<(), RecordError> {
    if seconds.is_finite() && seconds >= 0.0 {
        return Ok(());
    }
    let message =
        format!("the time left {seconds} after move {number} is refused: it is in seconds from 0");
    Err(RecordError { rule: Some("X1"), ..RecordError::new(message) })
}

/// Cuts the time left off a move of the text form, whose annotation is cut off already.
pub(super) fn cut_time(text: &str) -> Result<(&str, Option<f64>), String> {
    let Some((action, seconds)) = text.rsplit_once(CLOCK) else { return Ok((text, None)) };
    match seconds.trim().parse() {
        Ok(seconds) => Ok((action.trim_end(), Some(seconds))),
        Err(_) => Err(format!("'{CLOCK}{seconds}' is no time left: it is a number of seconds")),
    }
}

fn to_object<T: Clone + Into<Value>>(all: &BTreeMap<usize, T>) -> Option<Value> {
    let pair = |(number, value): (&usize, &T)| (number.to_string(), value.clone().into());
    (!all.is_empty()).then(|| Value::Object(all.iter().map(pair).collect()))
}

fn from_object<T>(
    map: &Map<String, Value>,
    key: &str,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<Option<BTreeMap<usize, T>>, RecordError> {
    let refuse = |why: String| RecordError::new(format!("the {key} are refused: {why}"));
    let object = match map.get(key) {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Object(object)) => object,
        Some(_) => return Err(refuse("they are a table by the number of the move".to_owned())),
    };
    let mut all = BTreeMap::new();
    for (number, value) in object {
        let parsed = number.parse().ok().zip(read(value));
        let Some((number, value)) = parsed else {
            return Err(refuse(format!("{number:?}: {value} is no entry of theirs")));
        };
        all.insert(number, value);
    }
    Ok(Some(all))
}
