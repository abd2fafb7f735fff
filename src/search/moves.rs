//! What the trees of one root know of the moves of a position in them.

use super::node_pool::{NO_NODE, NodeId, ROOT, Turn};
use super::root_info::{Candidate, choose, continuation};
use super::settings::{Frame, Settings};
use super::tree::Tree;
use crate::position::{Action, Knowledge, Position};

/// What is known of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveInfo {
    /// The move.
    pub action: Action,
    /// Simulations through it.
    pub visits: u64,
    /// The expected return of the side that decides; `None` without a visit or a proof, and for rolls
    /// of a die.
    pub value: Option<f32>,
    /// Is that value proven?
    pub is_proven: bool,
    /// The best play that a tree knows from here, the move first.
    pub line: Vec<Action>,
}

/// The node that a path from the root leads to, if the tree has it.
fn node_at<P>(tree: &Tree<P>, path: &[Action]) -> Option<NodeId> {
    path.iter().try_fold(ROOT, |node, &action| {
        let edge = tree.pool.find(node, action)?;
        Some(tree.pool.children[edge]).filter(|&child| child != NO_NODE)
    })
}

/// The moves that were looked at below a path from the root, the one to play first, then by visits; at most
/// `count`. `None` where no tree has the position, or nobody decides there.
pub fn moves<P: Position + Knowledge>(
    trees: &[Tree<P>],
    path: &[Action],
    count: usize,
    frame: &Frame,
    settings: &Settings,
) -> Option<Vec<MoveInfo>> {
    let payoffs = &frame.payoffs;
    let nodes: Vec<_> =
        trees.iter().filter_map(|tree| Some((tree, node_at(tree, path)?))).collect();
    let (first, node) = *nodes.first()?;
    let side = match first.pool.nodes[node as usize].turn {
        Turn::Side(side) => Some(usize::from(side)),
        Turn::Chance => None,
        Turn::Over => return None,
    };
    let all = |tree: &Tree<P>, node| Candidate::all(tree, node, side.unwrap_or(0), payoffs);
    let mut known = all(first, node);
    for &(tree, node) in &nodes[1..] {
        for (one, other) in known.iter_mut().zip(all(tree, node)) {
            one.merge(&other);
        }
    }
    let best = side.map(|_| known[choose(&known, payoffs, settings)].action);
    known.retain(|one| one.visits > 0 || one.lower >= one.upper || Some(one.action) == best);
    known.sort_by_key(|one| (Some(one.action) != best, std::cmp::Reverse(one.visits)));
    known.truncate(count);
    let info = |one: Candidate| {
        let is_proven = side.is_some() && one.lower >= one.upper;
        let is_known = side.is_some() && (is_proven || one.visits > 0);
        let max = nodes.iter().max_by_key(|(tree, node)| {
            tree.pool.find(*node, one.action).map_or(0, |edge| tree.pool.edge_visits[edge])
        });
        MoveInfo {
            action: one.action,
            visits: one.visits,
            value: is_known.then(|| one.mean(payoffs) as f32),
            is_proven,
            line: max.map_or_else(
                || vec![one.action],
                |&(tree, node)| continuation(tree, node, one.action, payoffs, settings),
            ),
        }
    };
    Some(known.into_iter().map(info).collect())
}
