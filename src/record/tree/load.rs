//! How files of trees are read: node by node, each below one that came before.

use super::{Count, Tree};
use crate::games::AnyPosition;
use crate::position::{Action, Notation, Position};
use crate::record::RecordError;

/// Deeper than any game is long.
const DEEPEST: usize = 6_000;

/// A tree that is being read.
pub struct Loader<'a> {
    /// What was read so far.
    pub tree: &'a mut Tree,
    /// The positions from the root to the last node; a node that is no move has no position.
    way: Vec<Option<(AnyPosition, (u32, usize))>>,
    /// Nodes so far.
    pub number: usize,
}

impl<'a> Loader<'a> {
    /// At the root.
    pub fn new(tree: &'a mut Tree) -> Result<Self, RecordError> {
        let start = tree.start.clone();
        let here = tree.enter(&start)?;
        Ok(Self { tree, way: vec![Some((start, here))], number: 0 })
    }

    /// Nodes from the root to the last one, the root among them.
    pub fn depth(&self) -> usize {
        self.way.len()
    }

    /// Back to a node on the way, which is `depth` nodes from the root, itself counted.
    pub fn back(&mut self, depth: usize) {
        self.way.truncate(depth.max(1));
    }

    /// The position of the last node; of the node before where it is no move.
    pub fn position(&self) -> &AnyPosition {
        let last = self.way.iter().rev().flatten().next();
        last.map_or(&self.tree.start, |(position, _)| position)
    }

    /// The number of the last position, and the motion to its image.
    pub fn here(&self) -> (u32, usize) {
        self.way.iter().rev().flatten().next().map_or((0, 0), |(_, here)| *here)
    }

    /// A node that is no move.
    pub fn stay(&mut self) -> Result<(), RecordError> {
        self.number += 1;
        self.deeper(None)
    }

    /// A move below the last node, with the games that went on by it.
    pub fn text(&mut self, text: &str, count: Count) -> Result<(), RecordError> {
        let action = self.position().parse_move(text);
        let action = action.map_err(|refusal| RecordError::at(self.number + 1, &refusal))?;
        self.go(action, count)
    }

    /// An action below the last node.
    pub fn go(&mut self, action: Action, count: Count) -> Result<(), RecordError> {
        self.number += 1;
        let (here, mut position) = (self.here(), self.position().clone());
        if let Some(refusal) = position.refusal(action) {
            return Err(RecordError::at(self.number, &refusal));
        }
        let (next, edge) = self.tree.step(here, &mut position, action)?;
        self.tree.edges[edge as usize].count.add(count);
        self.tree.nodes[next.0 as usize].count.add(count);
        self.deeper(Some((position, next)))
    }

    fn deeper(&mut self, node: Option<(AnyPosition, (u32, usize))>) -> Result<(), RecordError> {
        if self.way.len() > DEEPEST {
            return Err(RecordError::new("the tree is deeper than any game is long"));
        }
        self.way.push(node);
        Ok(())
    }

    /// A comment on the last position.
    pub fn say(&mut self, comment: &str) {
        if !comment.trim().is_empty() {
            self.tree.say(self.here().0, comment);
        }
    }

    /// The comment of the last position as it was written, which may be several.
    pub fn whole_comment(&mut self, comment: &str) {
        let here = self.here().0;
        let said = &mut self.tree.notes.entry(here).or_default().comment;
        if said.is_empty() {
            comment.clone_into(said);
        } else {
            self.say(comment);
        }
    }

    /// A mark on the last position.
    pub fn mark(&mut self) {
        self.tree.notes.entry(self.here().0).or_default().mark = true;
    }

    /// What is proven of the last position.
    pub fn prove(&mut self, value: i8) {
        let here = self.here().0 as usize;
        self.tree.nodes[here].value = Some(value);
    }

    /// A text on a point of the last position.
    pub fn label(&mut self, point: u16, text: &str) {
        self.label_at(self.here(), point, text);
    }

    /// A text on a point of any position.
    pub fn label_at(&mut self, (node, motion): (u32, usize), point: u16, text: &str) {
        let point = self.tree.motions.get(motion).map_or(point, |by| by.points[usize::from(point)]);
        let label = self.tree.notes.entry(node).or_default().labels.entry(point).or_default();
        if label.is_empty() {
            text.clone_into(label);
        }
    }
}
