//! What stands above the moves of a record: by which rules, who played, when, and anything else.

use pyo3::prelude::*;
use serde_json::{Map, Value};

use super::arguments::shown;
use super::errors::bad_value;
use super::json;
use super::rules::Rules;
use crate::record::Given;

/// Calls `read` with what a user gave as `rules`: None, the name of a preset, or Rules.
pub fn with_rules<T>(
    rules: Option<&Bound<'_, PyAny>>,
    read: impl Fn(Given<'_>) -> PyResult<T>,
) -> PyResult<T> {
    let Some(rules) = rules.filter(|rules| !rules.is_none()) else { return read(Given::Nothing) };
    if let Ok(rules) = rules.cast::<Rules>() {
        return read(Given::Game(&rules.get().game));
    }
    let refused = |_| {
        let shown = shown(rules);
        bad_value(format!("rules={shown} is refused: it takes Rules or the name of a preset"))
    };
    read(Given::Preset(&rules.extract::<String>().map_err(refused)?))
}

/// Names by seat, or none.
pub fn players(value: &Bound<'_, PyAny>, seats: usize) -> PyResult<Vec<String>> {
    let refuse = || bad_value(format!("players={} are refused: a name a seat", shown(value)));
    let names = match json::from_python(value)? {
        Value::Null => Vec::new(),
        Value::Array(names) => names,
        _ => return Err(refuse()),
    };
    let names: Option<Vec<String>> =
        names.iter().map(|name| name.as_str().map(str::to_owned)).collect();
    names.filter(|names| names.is_empty() || names.len() == seats).ok_or_else(refuse)
}

/// A date as text, or none.
pub fn date(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    match json::from_python(value)? {
        Value::Null => Ok(None),
        Value::String(date) => Ok(Some(date)),
        _ => Err(bad_value(format!("date={} is refused: it takes text", shown(value)))),
    }
}

/// Plain data under names.
pub fn metadata(value: &Bound<'_, PyAny>) -> PyResult<Map<String, Value>> {
    match json::from_python(value)? {
        Value::Null => Ok(Map::new()),
        Value::Object(map) => Ok(map),
        _ => Err(bad_value(format!("metadata={} is refused: it takes a dict", shown(value)))),
    }
}
