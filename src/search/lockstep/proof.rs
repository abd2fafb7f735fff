//! Exact values: ends and wins in one, and what follows from them for the nodes above.

use super::node::{NONE, NodeKind};
use super::tree::{Context, SEATS, Scratch, Tree, returns};
use crate::position::{Action, Arrays, Knowledge, Position};

impl<P: Position + Arrays + Knowledge> Tree<P> {
    /// Proves a node whose seat has an action that wins at once, of several the one with the
    /// greatest return; that action is then the first one of `scratch.actions`.
    ///
    /// Where wins differ in what they bring (N17) a win at once counts below the root only if the
    /// seat could not get more later: it has all the points that there are.
    pub(super) fn wins_at_once(
        &mut self,
        node: u32,
        context: &Context,
        scratch: &mut Scratch,
    ) -> bool {
        // With three sides or more, which of several wins is chosen matters to the others.
        if node != 0 && !context.opposed {
            return false;
        }
        let seat = usize::from(self.pool.node(node).player);
        let position = &self.pool.positions[node as usize];
        position.winning_actions(&mut scratch.actions);
        let mut best: Option<(Action, [f32; SEATS])> = None;
        for &action in &scratch.actions {
            let mut next = position.clone();
            next.play_unchecked(action);
            let returns = returns(&next, context.players);
            let has_max = || {
                let scores = next.outcome().map(|outcome| outcome.scores).unwrap_or_default();
                scores.get(seat).is_some_and(|&score| score as f32 >= context.max_return)
            };
            let exact = node == 0 || returns[seat] >= context.max_return || has_max();
            if exact && best.is_none_or(|(_, known)| returns[seat] > known[seat]) {
                best = Some((action, returns));
            }
        }
        let Some((action, returns)) = best else { return false };
        scratch.actions.clear();
        scratch.actions.push(action);
        self.pool.set_exact(node, &returns[..context.players]);
        true
    }

    /// Proves the nodes above a proven one, as far as they are.
    pub(super) fn prove_above(&mut self, mut leaf: u32, context: &Context) {
        let mut node = self.pool.node(leaf).parent;
        while node != NONE {
            let proof = match self.pool.node(node).kind {
                _ if self.pool.node(node).proven => return,
                NodeKind::Chance => self.chance_proof(node),
                _ => self.choice_proof(node, context),
            };
            let Some(value) = proof else { return self.raise_floor(node, leaf) };
            self.pool.set_exact(node, &value[..context.players]);
            (leaf, node) = (node, self.pool.node(node).parent);
        }
    }

    /// Notes a child that is proven, if it is the best of those for the seat that decides.
    fn raise_floor(&mut self, node: u32, child: u32) {
        let one = self.pool.node(node);
        let (seat, floor) = (usize::from(one.player), one.floor);
        let better = floor == NONE || self.pool.value(child)[seat] > self.pool.value(floor)[seat];
        if one.kind == NodeKind::Open && better {
            self.pool.node_mut(node).floor = child;
        }
    }

    /// The expected returns, if those of every outcome are proven.
    fn chance_proof(&self, node: u32) -> Option<[f32; SEATS]> {
        let position = &self.pool.positions[node as usize];
        let mut outcomes = Vec::new();
        position.legal_actions(&mut outcomes);
        let mut sum = [0.0_f64; SEATS];
        let mut count = 0;
        for child in self.pool.children(node).chain(self.pool.reused(node)) {
            if !self.pool.node(child).proven {
                return None;
            }
            for (sum, &value) in sum.iter_mut().zip(self.pool.value(child)) {
                *sum += f64::from(value);
            }
            count += 1;
        }
        (count == outcomes.len()).then(|| sum.map(|sum| (sum / f64::from(count as u32)) as f32))
    }

    /// The returns of the best action, if no other can be better.
    fn choice_proof(&self, node: u32, context: &Context) -> Option<[f32; SEATS]> {
        let one = self.pool.node(node);
        let seat = usize::from(one.player);
        let (mut best, mut proven, mut same) = (NONE, 0, true);
        for child in self.pool.children(node).chain(self.pool.reused(node)) {
            if !self.pool.node(child).proven {
                continue;
            }
            proven += 1;
            let value = self.pool.value(child);
            let known = if best == NONE { f32::NEG_INFINITY } else { self.pool.value(best)[seat] };
            if value[seat] > known {
                (best, same) = (child, true);
            } else if value[seat] >= known {
                same &= value == self.pool.value(best);
            }
        }
        let value = (best != NONE).then(|| self.pool.value(best))?;
        let wins = context.opposed && value[seat] >= context.max_return;
        // Between equal returns for itself a seat may choose what is good or bad for others.
        let settled = proven == usize::from(one.legal) && (same || node == 0);
        (wins || settled).then(|| {
            let mut exact = [0.0; SEATS];
            exact[..value.len()].copy_from_slice(value);
            exact
        })
    }
}
