//! Plain data between Python and JSON values, by hand: what is not plain is refused by name.

use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PyMapping, PySet, PyString, PyTuple,
};
use serde_json::{Map, Number, Value};

use super::arguments::{integer, short_repr, unicode};
use super::errors::bad_value;

/// Nothing of ours is nested deeper; a list that holds itself would be.
const MAX_LEVELS: usize = 64;

/// Python data as a JSON value: None, bools, numbers, text, lists, tuples, sets (sorted), mappings.
pub fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    at_level(value, 0)
}

fn at_level(value: &Bound<'_, PyAny>, level: usize) -> PyResult<Value> {
    if level > MAX_LEVELS {
        return Err(bad_value(format!("data nested deeper than {MAX_LEVELS} levels are refused")));
    }
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(Value::Bool(flag.is_true()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return unicode(text).map(Value::String);
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Number::from_f64(number.value()).map(Value::Number).ok_or_else(|| {
            bad_value(format!("{} is refused: it is no finite number", short_repr(value)))
        });
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items = value.try_iter()?;
        let items = items.map(|item| at_level(&item?, level + 1));
        return items.collect::<PyResult<_>>().map(Value::Array);
    }
    if value.is_instance_of::<PySet>() || value.is_instance_of::<PyFrozenSet>() {
        let items = value.try_iter()?.map(|item| at_level(&item?, level + 1));
        let mut items: Vec<Value> = items.collect::<PyResult<_>>()?;
        items.sort_by_key(Value::to_string);
        return Ok(Value::Array(items));
    }
    if let Ok(mapping) = value.cast::<PyMapping>() {
        let mut map = Map::new();
        for pair in mapping.items()? {
            let (key, item): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
            let Ok(key) = key.cast::<PyString>() else {
                return Err(bad_value(format!(
                    "the key {} is refused: keys are text",
                    short_repr(&key)
                )));
            };
            map.insert(unicode(key)?, at_level(&item, level + 1)?);
        }
        return Ok(Value::Object(map));
    }
    if value.is_instance_of::<PyInt>() || integer(value).is_some() {
        return match (value.extract::<i64>(), value.extract::<u64>()) {
            (Ok(number), _) => Ok(Value::from(number)),
            (_, Ok(number)) => Ok(Value::from(number)),
            _ => Err(bad_value(format!("{} is refused: it is too large", short_repr(value)))),
        };
    }
    Err(bad_value(format!(
        "{} is refused: it takes plain data (None, bool, int, float, str, list, tuple, set, dict)",
        short_repr(value)
    )))
}

/// A JSON value as Python data; arrays become lists.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (None, Some(number)) => number.into_pyobject(py)?.into_any(),
            (None, None) => PyFloat::new(py, number.as_f64().unwrap_or(f64::NAN)).into_any(),
        },
        Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(to_python(py, item)?)?;
            }
            list.into_any()
        }
        Value::Object(map) => to_dict(py, map)?.into_any(),
    })
}

/// A JSON object as a dict.
pub fn to_dict<'py>(py: Python<'py>, map: &Map<String, Value>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (key, item) in map {
        dict.set_item(key, to_python(py, item)?)?;
    }
    Ok(dict)
}

/// A JSON value as Python data that nobody can change: arrays become tuples.
pub fn to_frozen<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Array(items) => {
            let items: Vec<_> =
                items.iter().map(|item| to_frozen(py, item)).collect::<PyResult<_>>()?;
            Ok(PyTuple::new(py, items)?.into_any())
        }
        other => to_python(py, other),
    }
}
