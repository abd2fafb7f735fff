//! A tree as JSON: everything that it holds, one line a node, each below the last one that is less
//! deep.
//!
//! ```text
//! {"format":"fivefold tree 1","rules":{...},"symmetric":false,"nodes":[
//! [0,null,{"count":[3,2,1,0]}],
//! [1,"h8",{"count":[3,2,1,0],"comment":"the centre","mark":true,"labels":{"i9":"A"},"value":1}]
//! ]}
//! ```
//!
//! `count` has the games that went on by the move, those won by each seat and the draws.

use std::borrow::Cow;
use std::fmt::{self, Write};

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

use super::load::Loader;
use super::{Count, Tree};
use crate::board::Size;
use crate::games;
use crate::position::{Notation, Refusal};
use crate::record::{RecordError, start};

const FORMAT: &str = "fivefold tree 1";
/// Nodes between two calls of `look`.
const LOOK_EVERY: usize = 1 << 10;

impl Tree {
    /// The tree as JSON.
    pub fn to_json(&self) -> Result<String, RecordError> {
        let head = json!({
            "format": FORMAT,
            "rules": self.game.to_value(),
            "start": start::write(&self.game, &self.start),
            "symmetric": self.is_symmetric(),
        });
        let mut text = head.to_string();
        text.pop();
        text.push_str(",\"nodes\":[");
        let (size, mut depth) = (self.size(), 0_usize);
        // Moves that are still to come, of each position on the way.
        let mut left: Vec<usize> = Vec::new();
        self.walk(|visit| {
            let mut data = Map::new();
            let known = &self.nodes[visit.node as usize];
            let count = match visit.by {
                None => known.count,
                Some(_) => self.count_between(visit),
            };
            if count != Count::default() {
                let [first, second] = count.wins;
                data.insert("count".into(), json!([count.games, first, second, count.draws]));
            }
            if let Some(value) = known.value {
                data.insert("value".into(), value.into());
            }
            let notes = self.remarks(visit);
            if !notes.comment.is_empty() {
                data.insert("comment".into(), notes.comment.into());
            }
            if notes.mark {
                data.insert("mark".into(), true.into());
            }
            if !notes.labels.is_empty() {
                let name = |(point, text): (u16, String)| (point_name(size, point), text.into());
                data.insert(
                    "labels".into(),
                    Value::Object(notes.labels.into_iter().map(name).collect()),
                );
            }
            let by = visit.by.map(|action| visit.before.move_text(action));
            let _ = write!(
                text,
                "{}\n{}",
                if depth > 0 || by.is_some() { "," } else { "" },
                json!([depth, by, data])
            );
            left.push(visit.children);
            while left.last() == Some(&0) {
                left.pop();
                if let Some(parent) = left.last_mut() {
                    *parent -= 1;
                }
            }
            depth = left.len();
            Ok(())
        })?;
        text.push_str("\n]}\n");
        Ok(text)
    }

    /// A tree from JSON; it grows to `max_positions` positions.
    ///
    /// The nodes are read one by one, behind a first look at what says of which game they are.
    pub fn from_json(text: &str, max_positions: usize) -> Result<Self, RecordError> {
        Self::from_json_while(text, max_positions, &mut |_| true)
    }

    /// The same; `look` takes about how many bytes are read, every few nodes, and returns false to stop.
    pub fn from_json_while(
        text: &str,
        max_positions: usize,
        look: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Self, RecordError> {
        let no_json = |error: serde_json::Error| {
            RecordError::new(if error.is_data() {
                format!("this is no tree in JSON: {error}")
            } else {
                format!("the tree is no JSON: {error}")
            })
        };
        let head: Head = serde_json::from_str(text).map_err(no_json)?;
        if head.format != FORMAT {
            return Err(RecordError::new(format!(
                "this is no tree in JSON: its format is '{FORMAT}'"
            )));
        }
        let game = games::from_value(&head.rules)?;
        let start = start::read(&game, Some(&head.start).filter(|start| !start.is_null()))?;
        let mut tree = Self::new(game, start, head.symmetric == true, max_positions)?;
        // Each node has a brace of its own.
        let braces = text.bytes().filter(|&byte| byte == b'{').count().max(1);
        let loader = Loader::new(&mut tree)?;
        let each = text.len() / braces;
        let mut nodes = Nodes { loader, number: 0, each, look, failed: None };
        let mut json = serde_json::Deserializer::from_str(text);
        let read = Whole(&mut nodes).deserialize(&mut json);
        if let Some(why) = nodes.failed {
            return Err(why);
        }
        if read.map_err(no_json)? {
            Ok(tree)
        } else {
            Err(RecordError::new("the tree has no 'nodes'"))
        }
    }

    fn size(&self) -> Option<Size> {
        let info = self.game.rules.info();
        let [rows, columns] = info.grid()?;
        Some(Size { columns: columns as u8, rows: rows as u8 })
    }

    /// The games that went on by the move that led to a visited position.
    pub(super) fn count_between(&self, visit: &super::Visit<'_>) -> Count {
        let node = self.find(visit.before).map(|(node, _)| node);
        let edges = node.into_iter().flat_map(|node| self.edges_of(node));
        let mut edges = edges.map(|edge| &self.edges[edge as usize]);
        edges.find(|edge| edge.child == visit.node).map_or(Count::default(), |edge| edge.count)
    }
}

/// What a tree says but its nodes.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    format: Value,
    #[serde(default)]
    rules: Value,
    #[serde(default)]
    start: Value,
    #[serde(default)]
    symmetric: Value,
}

/// Reads the nodes of a tree, and says whether there are any.
struct Whole<'a, 'b>(&'a mut Nodes<'b>);

struct Nodes<'a> {
    loader: Loader<'a>,
    number: usize,
    /// Bytes of a node, on average.
    each: usize,
    look: &'a mut dyn FnMut(usize) -> bool,
    /// Why a node is refused.
    failed: Option<RecordError>,
}

impl<'de> DeserializeSeed<'de> for Whole<'_, '_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<bool, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Whole<'_, '_> {
    type Value = bool;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a tree")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
        let mut has_nodes = false;
        while let Some(key) = map.next_key::<Cow<'_, str>>()? {
            if key != "nodes" {
                map.next_value::<IgnoredAny>()?;
            } else if std::mem::replace(&mut has_nodes, true) {
                return Err(A::Error::custom("it has 'nodes' twice"));
            } else {
                map.next_value_seed(&mut *self.0)?;
            }
        }
        Ok(has_nodes)
    }
}

impl<'de> DeserializeSeed<'de> for &mut Nodes<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for &mut Nodes<'_> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a list of nodes")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut nodes: A) -> Result<(), A::Error> {
        while let Some(node) = nodes.next_element::<Value>()? {
            self.number += 1;
            if self.number.is_multiple_of(LOOK_EVERY) && !(self.look)(self.number * self.each) {
                return Err(A::Error::custom("stopped"));
            }
            if let Err(why) = read_node(&mut self.loader, &node) {
                let message = format!("node {}: {}", self.number, why.message);
                self.failed = Some(RecordError { message, ..why });
                return Err(A::Error::custom("refused"));
            }
        }
        Ok(())
    }
}

fn point_name(size: Option<Size>, point: u16) -> String {
    size.map_or_else(|| point.to_string(), |size| size.name(crate::board::Point(point)))
}

fn read_node(loader: &mut Loader<'_>, node: &Value) -> Result<(), RecordError> {
    let wrong = || RecordError::new("it is no list of a depth, a move and data");
    let [depth, by, data] = node.as_array().map_or(&[][..], Vec::as_slice) else {
        return Err(wrong());
    };
    let depth = depth.as_u64().ok_or_else(wrong)? as usize;
    let count = match &data["count"] {
        Value::Null => Count::default(),
        count => {
            let number =
                |at: usize| count[at].as_u64().and_then(|number| u32::try_from(number).ok());
            match (number(0), number(1), number(2), number(3)) {
                (Some(games), Some(first), Some(second), Some(draws)) => {
                    Count { games, wins: [first, second], draws }
                }
                _ => return Err(RecordError::new("its count is no list of four numbers")),
            }
        }
    };
    match (depth, by.as_str()) {
        (0, None) => loader.tree.nodes[0].count.add(count),
        (depth, Some(text)) if depth >= 1 && depth <= loader.depth() => {
            loader.back(depth);
            loader.text(text, count)?;
        }
        _ => return Err(RecordError::new(format!("nothing is {depth} deep there"))),
    }
    if let Some(value) = data["value"].as_i64() {
        loader.prove(value.signum() as i8);
    }
    if let Some(comment) = data["comment"].as_str() {
        loader.whole_comment(comment)?;
    }
    if data["mark"] == true {
        loader.mark();
    }
    if let Some(labels) = data["labels"].as_object() {
        let size = loader.tree.size();
        for (name, text) in labels {
            let point = match size {
                Some(size) => size.parse(name)?.0,
                None => name
                    .parse()
                    .map_err(|_| Refusal::unreadable(format!("'{name}' is no point")))?,
            };
            loader.label(point, text.as_str().unwrap_or_default())?;
        }
    }
    Ok(())
}
