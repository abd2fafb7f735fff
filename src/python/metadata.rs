//! What stands above the moves of a record: by which rules, who played, when, and anything else.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyMapping};
use serde_json::{Map, Value};

use super::arguments::{integer, short_repr};
use super::errors::bad_value;
use super::json;
use super::rules::Rules;
use crate::record::RulesSource;

/// Calls `read` with what a user gave as `rules`: None, the name of a preset, or Rules.
pub fn with_rules<T>(
    rules: Option<&Bound<'_, PyAny>>,
    read: impl FnOnce(RulesSource<'_>) -> PyResult<T>,
) -> PyResult<T> {
    let Some(rules) = rules.filter(|rules| !rules.is_none()) else {
        return read(RulesSource::Nothing);
    };
    if let Ok(rules) = rules.cast::<Rules>() {
        return read(RulesSource::Game(&rules.get().game));
    }
    let refused = |_| {
        let repr = short_repr(rules);
        bad_value(format!("rules={repr} is refused: it takes Rules or the name of a preset"))
    };
    read(RulesSource::Preset(&rules.extract::<String>().map_err(refused)?))
}

/// Names by seat, or none.
pub fn players(value: &Bound<'_, PyAny>, seats: usize) -> PyResult<Vec<String>> {
    let refuse = || bad_value(format!("players={} are refused: a name a seat", short_repr(value)));
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
        _ => Err(bad_value(format!("date={} is refused: it takes text", short_repr(value)))),
    }
}

/// Plain data under names.
pub fn metadata(value: &Bound<'_, PyAny>) -> PyResult<Map<String, Value>> {
    match json::from_python(value)? {
        Value::Null => Ok(Map::new()),
        Value::Object(map) => Ok(map),
        _ => Err(bad_value(format!("metadata={} is refused: it takes a dict", short_repr(value)))),
    }
}

/// Values by the number of their move, from 1; None is none of them.
pub fn by_number<'py, T>(
    value: &Bound<'py, PyAny>,
    name: &str,
    what: &str,
    read: impl Fn(&Bound<'py, PyAny>) -> Option<T>,
) -> PyResult<BTreeMap<usize, T>> {
    let refuse = || {
        let repr = short_repr(value);
        bad_value(format!("{name}={repr} are refused: they take a dict of {what} by their moves"))
    };
    let mut all = BTreeMap::new();
    if value.is_none() {
        return Ok(all);
    }
    for pair in value.cast::<PyMapping>().map_err(|_| refuse())?.items()?.iter() {
        let (number, value) = pair.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>()?;
        let number = integer(&number).and_then(|number| usize::try_from(number).ok());
        let (number, value) = number.zip(read(&value)).ok_or_else(refuse)?;
        all.insert(number, value);
    }
    Ok(all)
}

/// Text, whatever it says.
pub fn some_text(value: &Bound<'_, PyAny>) -> Option<String> {
    value.extract().ok()
}

/// A number, not True or False.
pub fn some_number(value: &Bound<'_, PyAny>) -> Option<f64> {
    if value.is_instance_of::<PyBool>() { None } else { value.extract().ok() }
}
