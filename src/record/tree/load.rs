//! How files of trees are read: node by node, each below one that came before.

use std::collections::HashMap;

use super::{Count, Tree};
use crate::games::AnyPosition;
use crate::position::{Action, Notation, Position};
use crate::record::RecordError;

/// Deeper than any game is long.
const DEEPEST: usize = 6_000;

/// A node on the way from the root to the last one.
struct Stop {
    /// The number of its position, and the motion to its image.
    at: (u32, usize),
    /// Which stop made the move to that position: itself, or one before where it is no move.
    real: usize,
    by: Option<Action>,
    /// Played only where something new follows.
    position: Option<AnyPosition>,
}

/// A tree that is being read.
pub struct Loader<'a> {
    /// What was read so far.
    pub tree: &'a mut Tree,
    /// From the root to the last node.
    path: Vec<Stop>,
    /// Nodes so far.
    pub number: usize,
    /// Moves played; the others were in the tree already.
    played: usize,
    /// Actions by their texts, where a text means the same action at every position.
    texts: Option<HashMap<String, Action>>,
}

impl<'a> Loader<'a> {
    /// At the root.
    pub fn new(tree: &'a mut Tree) -> Result<Self, RecordError> {
        let start = tree.start.clone();
        let at = tree.enter(&start)?;
        let info = tree.game.rules.info();
        let points = info.grid().map_or(0, |[rows, columns]| rows * columns);
        // Stones and a pass alone; and an image may be another one at each position.
        let plain = info.num_actions <= points + 1 && !tree.is_symmetric();
        let texts = plain.then(HashMap::new);
        let root = Stop { at, real: 0, by: None, position: Some(start) };
        Ok(Self { tree, path: vec![root], number: 0, played: 0, texts })
    }

    /// Nodes from the root to the last one, the root among them.
    pub fn depth(&self) -> usize {
        self.path.len()
    }

    /// Back to a node on the way, which is `depth` nodes from the root, itself counted.
    pub fn back(&mut self, depth: usize) {
        self.path.truncate(depth.max(1));
    }

    fn last(&self) -> &Stop {
        // The root is never left.
        &self.path[self.path.len() - 1]
    }

    /// The position of the last node; of the node before where it is no move.
    pub fn position(&mut self) -> &AnyPosition {
        let mut place = self.last().real;
        let mut missing = Vec::new();
        while self.path[place].position.is_none() {
            missing.push(place);
            place = self.path[place - 1].real;
        }
        for next in missing.into_iter().rev() {
            let mut position = self.path[place].position.clone();
            if let (Some(position), Some(action)) = (&mut position, self.path[next].by) {
                position.play_unchecked(action);
                self.played += 1;
            }
            self.path[next].position = position;
            place = next;
        }
        self.path[place].position.as_ref().unwrap_or(&self.tree.start)
    }

    /// The number of the last position, and the motion to its image.
    pub fn here(&self) -> (u32, usize) {
        self.last().at
    }

    /// A node that is no move.
    pub fn stay(&mut self) -> Result<(), RecordError> {
        self.number += 1;
        let Stop { at, real, .. } = *self.last();
        self.deeper(Stop { at, real, by: None, position: None })
    }

    /// A move below the last node, with the games that went on by it.
    pub fn text(&mut self, text: &str, count: Count) -> Result<(), RecordError> {
        if let Some(&action) = self.texts.as_ref().and_then(|texts| texts.get(text)) {
            return self.go(action, count);
        }
        let action = self.position().parse_move(text);
        let action = action.map_err(|refusal| RecordError::at(self.number + 1, &refusal))?;
        self.go(action, count)?;
        if let Some(texts) = &mut self.texts {
            texts.insert(text.to_owned(), action);
        }
        Ok(())
    }

    /// An action below the last node.
    pub fn go(&mut self, action: Action, count: Count) -> Result<(), RecordError> {
        self.number += 1;
        let here = self.here();
        let (at, edge, position) = match self.tree.known(here.0, action) {
            Some((child, edge)) => ((child, 0), edge, None),
            None => {
                let mut position = self.position().clone();
                if let Some(refusal) = position.refusal(action) {
                    return Err(RecordError::at(self.number, &refusal));
                }
                self.played += 1;
                let (next, edge) = self.tree.step(here, &mut position, action)?;
                (next, edge, Some(position))
            }
        };
        self.tree.edges[edge as usize].count.add(count);
        self.tree.nodes[at.0 as usize].count.add(count);
        self.deeper(Stop { at, real: self.path.len(), by: Some(action), position })
    }

    fn deeper(&mut self, stop: Stop) -> Result<(), RecordError> {
        if self.path.len() > DEEPEST {
            return Err(RecordError::new("the tree is deeper than any game is long"));
        }
        self.path.push(stop);
        Ok(())
    }

    /// A comment on the last position.
    pub fn say(&mut self, comment: &str) -> Result<(), RecordError> {
        self.tree.say(self.here().0, comment)
    }

    /// The comment of the last position as it was written, which may be several.
    pub fn whole_comment(&mut self, comment: &str) -> Result<(), RecordError> {
        let here = self.here().0;
        if self.tree.texts.comment(here).is_empty() {
            self.tree.texts.append(here, &[comment])
        } else {
            self.say(comment)
        }
    }

    /// A mark on the last position.
    pub fn mark(&mut self) {
        let here = self.here().0 as usize;
        self.tree.nodes[here].mark = true;
    }

    /// What is proven of the last position.
    pub fn prove(&mut self, value: i8) {
        let here = self.here().0 as usize;
        self.tree.nodes[here].value = Some(value);
    }

    /// A text on a point of the last position.
    pub fn label(&mut self, point: u16, text: &str) -> Result<(), RecordError> {
        self.label_at(self.here(), point, text)
    }

    /// A text on a point of any position.
    pub fn label_at(
        &mut self,
        (node, motion): (u32, usize),
        point: u16,
        text: &str,
    ) -> Result<(), RecordError> {
        let point = self.tree.motions.get(motion).map_or(point, |by| by.points[usize::from(point)]);
        self.tree.texts.label(node, point, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::preset;

    /// Reading costs as much as a tree has positions, however often a file repeats its moves.
    #[test]
    fn what_the_tree_has_is_not_played_again() {
        let game = preset("renju").expect("a preset");
        let start = game.rules.start(0);
        let mut tree = Tree::new(game, start, false, 1_000).expect("a game for two");
        let mut loader = Loader::new(&mut tree).expect("a root");
        for _ in 0..1_000 {
            loader.back(1);
            for text in ["h8", "h9", "i9", "pass"] {
                loader.text(text, Count::default()).expect("it is legal");
                loader.stay().expect("it is not deep");
            }
        }
        assert_eq!((loader.number, loader.played, loader.tree.len()), (8_000, 4, 5));
        loader.back(3);
        let last = loader.position().clone();
        let mut same = loader.tree.start.clone();
        same.play(same.parse_move("h8").expect("a move")).expect("it is legal");
        assert_eq!(last, same);
    }
}
