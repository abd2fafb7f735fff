//! Visits the positions of a tree, each by its first way.

use super::{Notes, Tree};
use crate::games::AnyPosition;
use crate::position::{Action, Position};
use crate::record::RecordError;

/// A position on a walk.
pub(super) struct Visit<'a> {
    pub node: u32,
    pub position: &'a AnyPosition,
    pub motion: usize,
    /// The action that led here, from the position before.
    pub by: Option<Action>,
    pub before: &'a AnyPosition,
    /// How many moves follow.
    pub children: usize,
    /// Does no other move of the position before come later?
    pub last: bool,
    /// Was the position visited before, with all remarks on it?
    pub again: bool,
}

impl Tree {
    /// Visits every position once by its first way, as `(node, position, action before, last)`,
    /// children behind their parents; a position met again is visited without its moves.
    pub(super) fn walk(
        &self,
        mut visit: impl FnMut(&Visit<'_>) -> Result<(), RecordError>,
    ) -> Result<(), RecordError> {
        let mut seen = vec![false; self.nodes.len()];
        let (root, motion) = self.find(&self.start).unwrap_or((0, 0));
        seen[root as usize] = true;
        let begin = self.children(root, motion, &self.start);
        visit(&Visit {
            node: root,
            position: &self.start,
            motion,
            by: None,
            children: begin.len(),
            last: true,
            again: false,
            before: &self.start,
        })?;
        // Of each position on the way: itself and the moves that are still to be followed.
        let mut path = vec![(self.start.clone(), begin.into_iter())];
        while let Some((position, left)) = path.last_mut() {
            let Some((action, child)) = left.next() else {
                path.pop();
                continue;
            };
            let last = left.len() == 0;
            let before = position.clone();
            let mut next = before.clone();
            next.play_unchecked(action);
            let motion = self.key(&next).1;
            let again = std::mem::replace(&mut seen[child as usize], true);
            let children = if again { Vec::new() } else { self.children(child, motion, &next) };
            visit(&Visit {
                node: child,
                position: &next,
                motion,
                by: Some(action),
                children: children.len(),
                last,
                again,
                before: &before,
            })?;
            path.push((next, children.into_iter()));
        }
        Ok(())
    }

    fn children(&self, node: u32, motion: usize, position: &AnyPosition) -> Vec<(Action, u32)> {
        let back = |action: u16| match self.motions.get(motion) {
            Some(by) => by.actions.iter().position(|&image| image == action).unwrap_or(0) as u16,
            None => action,
        };
        let legal = |&(action, _): &(Action, u32)| position.is_legal(action);
        self.edges_of(node)
            .map(|edge| &self.edges[edge as usize])
            .map(|edge| (Action(back(edge.action)), edge.child))
            .filter(legal)
            .collect()
    }

    /// The remarks on a visited position, with labels on its own points.
    pub(super) fn remarks(&self, visit: &Visit<'_>) -> Notes {
        let mut notes = if visit.again { Notes::default() } else { self.notes(visit.node) };
        if let Some(motion) = self.motions.get(visit.motion) {
            let back = |(point, text): (u16, String)| {
                let own = motion.points.iter().position(|&image| image == point);
                (own.map_or(point, |own| own as u16), text)
            };
            notes.labels = notes.labels.into_iter().map(back).collect();
        }
        notes
    }
}
