//! Properties of SGF that fivefold has no use for: they stay in the metadata, and are written back.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use super::ABOUT;
use super::place::looks_like_moves;
use super::tree::escaped;
use crate::board::Size;

/// Key of the metadata that keeps properties of moves, by the number of moves before them.
pub const NODES: &str = "nodes";
/// Properties that have a meaning of their own here, and those that a writer makes anew.
pub const RESERVED: [&str; 26] = [
    "AB", "AE", "AP", "AW", "B", "C", "CA", "DT", "FA", "FE", "FF", "FM", "FR", "FV", "GM", "PB",
    "PL", "PW", "RE", "RU", "SZ", "W", "ST", "BLACK", "WHITE", "KO",
];

/// Keeps a property of the root, or of the node after `number` moves.
pub fn keep(
    metadata: &mut Map<String, Value>,
    name: &str,
    values: &[String],
    number: Option<usize>,
) {
    if number.is_none() && ABOUT.iter().any(|(property, _)| *property == name) {
        return;
    }
    let place = match number {
        None => metadata,
        Some(number) => {
            let nodes = metadata.entry(NODES).or_insert_with(|| json!({}));
            let Value::Object(nodes) = nodes else { return };
            let node = nodes.entry(number.to_string()).or_insert_with(|| json!({}));
            let Value::Object(node) = node else { return };
            node
        }
    };
    let mut all: Vec<Value> = place.get(name).map_or(Vec::new(), |value| match value {
        Value::Array(values) => values.clone(),
        other => vec![other.clone()],
    });
    all.extend(values.iter().map(|value| Value::from(value.as_str())));
    let value = if all.len() == 1 { all.remove(0) } else { Value::Array(all) };
    place.insert(name.to_owned(), value);
}

/// Adds metadata of the file's own to its properties, node by node.
pub fn join(metadata: &mut Map<String, Value>, own: Map<String, Value>) {
    for (key, value) in own {
        match (metadata.get_mut(&key), value) {
            (Some(Value::Object(here)), Value::Object(more)) if key == NODES => {
                for (number, more) in more {
                    match (here.get_mut(&number), more) {
                        (Some(Value::Object(node)), Value::Object(more)) => node.extend(more),
                        (_, more) => drop(here.insert(number, more)),
                    }
                }
            }
            (_, value) => drop(metadata.insert(key, value)),
        }
    }
}

/// Writes the properties of a table that come back as they are, and takes them out of it.
pub fn write(text: &mut String, table: &mut Map<String, Value>, size: Size, root: bool) {
    let names: Vec<String> = table.keys().cloned().collect();
    for name in names {
        let plain = !name.is_empty()
            && name.len() <= 12
            && name.bytes().all(|letter| letter.is_ascii_uppercase())
            && !RESERVED.contains(&name.as_str())
            && !(root && ABOUT.iter().any(|(property, _)| *property == name));
        let values: Option<Vec<String>> = match &table[&name] {
            Value::String(value) => Some(vec![value.clone()]),
            Value::Array(values) if values.len() > 1 => {
                values.iter().map(|value| value.as_str().map(str::to_owned)).collect()
            }
            _ => None,
        };
        let Some(values) = values.filter(|_| plain) else { continue };
        let held = values.iter().all(|value| !value.contains('\r'));
        if !held || looks_like_moves(&name, &values, size) {
            continue;
        }
        text.push_str(&name);
        for value in &values {
            let _ = write!(text, "[{}]", escaped(value));
        }
        table.remove(&name);
    }
}
