//! The remarks on the positions of a tree, in one text: millions of small ones would each take several
//! times as much.

use std::collections::{BTreeMap, HashMap};

use crate::record::RecordError;

/// Longer comments have a text of their own, which grows without being copied.
pub const LONG: usize = 1_000;

/// Comments, and texts on points, by nodes.
#[derive(Clone, Debug, Default)]
pub struct CommentStore {
    text: String,
    comments: HashMap<u32, Place>,
    long: HashMap<u32, String>,
    /// The last label of each node.
    last: HashMap<u32, u32>,
    labels: Vec<Label>,
    /// Bytes of the text that nothing points to any more.
    lost: usize,
}

/// Where in the text something begins and ends.
type Place = (u32, u32);

#[derive(Clone, Copy, Debug)]
struct Label {
    point: u16,
    place: Place,
    /// The label of the same node before it, counted from 1; 0 is none.
    before: u32,
}

impl CommentStore {
    fn at(&self, (begin, end): Place) -> &str {
        &self.text[begin as usize..end as usize]
    }

    /// Puts something behind the text.
    fn put(&mut self, more: &str) -> Result<Place, RecordError> {
        if self.lost > LONG * LONG && self.lost > self.text.len() / 2 {
            self.rewrite(|text| Ok(text.to_owned()))?;
        }
        let begin = self.text.len();
        let place = u32::try_from(begin).ok().zip(u32::try_from(begin + more.len()).ok());
        let place = place.ok_or_else(|| RecordError::new("a tree of more than 4 GB of text"))?;
        self.text.push_str(more);
        Ok(place)
    }

    /// The comment of a node, empty where it has none.
    pub fn comment(&self, node: u32) -> &str {
        let short = self.comments.get(&node).map(|&place| self.at(place));
        short.or_else(|| self.long.get(&node).map(String::as_str)).unwrap_or_default()
    }

    /// Adds to the comment of a node.
    pub fn append(&mut self, node: u32, more: &[&str]) -> Result<(), RecordError> {
        if let Some(long) = self.long.get_mut(&node) {
            long.extend(more.iter().copied());
            return Ok(());
        }
        let whole: String =
            std::iter::once(self.comment(node)).chain(more.iter().copied()).collect();
        self.forget(node);
        if whole.len() >= LONG {
            self.long.insert(node, whole);
        } else {
            let place = self.put(&whole)?;
            self.comments.insert(node, place);
        }
        Ok(())
    }

    fn forget(&mut self, node: u32) {
        if let Some((begin, end)) = self.comments.remove(&node) {
            self.lost += (end - begin) as usize;
        }
        self.long.remove(&node);
    }

    /// Numbers of the labels of a node.
    fn chain(&self, node: u32) -> impl Iterator<Item = usize> + '_ {
        let label = |number: u32| (number as usize).checked_sub(1);
        let last = self.last.get(&node).and_then(|&number| label(number));
        std::iter::successors(last, move |&at| label(self.labels[at].before))
    }

    /// The texts on points.
    pub fn labels(&self, node: u32) -> BTreeMap<u16, String> {
        let labels = self.chain(node).map(|at| self.labels[at]);
        labels.map(|label| (label.point, self.at(label.place).to_owned())).collect()
    }

    /// Puts a text on a point that has none.
    pub fn label(&mut self, node: u32, point: u16, text: &str) -> Result<(), RecordError> {
        let is_there = |at: usize| self.labels[at].point == point;
        let is_empty = |at: usize| self.at(self.labels[at].place).is_empty();
        if self.chain(node).any(|at| is_there(at) && !is_empty(at)) {
            return Ok(());
        }
        let place = self.put(text)?;
        let empty = self.chain(node).find(|&at| self.labels[at].point == point);
        if let Some(at) = empty {
            self.labels[at].place = place;
            return Ok(());
        }
        let before = self.last.get(&node).copied().unwrap_or(0);
        self.labels.push(Label { point, place, before });
        let number = u32::try_from(self.labels.len());
        self.last.insert(node, number.map_err(|_| RecordError::new("a tree of too many labels"))?);
        Ok(())
    }

    /// Sets the remarks on a node.
    pub fn set(
        &mut self,
        node: u32,
        comment: &str,
        labels: &BTreeMap<u16, String>,
    ) -> Result<(), RecordError> {
        self.forget(node);
        let lost = self.chain(node).map(|at| self.at(self.labels[at].place).len() + 1);
        self.lost += lost.sum::<usize>();
        self.last.remove(&node);
        if !comment.is_empty() {
            self.append(node, &[comment])?;
        }
        labels.iter().try_for_each(|(&point, text)| self.label(node, point, text))
    }

    /// Has it nothing but signs of ASCII?
    pub fn is_ascii(&self) -> bool {
        self.text.is_ascii() && self.long.values().all(|long| long.is_ascii())
    }

    /// Rewrites every text.
    pub fn rewrite(
        &mut self,
        text: impl FnMut(&str) -> Result<String, RecordError>,
    ) -> Result<(), RecordError> {
        let old = std::mem::take(self);
        let written = self.write(&old, text);
        if written.is_err() {
            *self = old;
        }
        written
    }

    fn write(
        &mut self,
        old: &Self,
        mut text: impl FnMut(&str) -> Result<String, RecordError>,
    ) -> Result<(), RecordError> {
        for (&node, &place) in &old.comments {
            self.append(node, &[&text(old.at(place))?])?;
        }
        for (&node, long) in &old.long {
            self.append(node, &[&text(long)?])?;
        }
        for &node in old.last.keys() {
            for at in old.chain(node) {
                let label = old.labels[at];
                self.label(node, label.point, &text(old.at(label.place))?)?;
            }
        }
        Ok(())
    }
}
