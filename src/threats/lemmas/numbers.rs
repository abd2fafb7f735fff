//! Which position is looked at next: proof numbers over quiet moves.
//!
//! A node is a position with the attacker to move that is not proven; its branches are quiet moves, and
//! what a branch leaves are the replies that no lemma meets. The proof number says how many positions a
//! proof still takes at least, the disproof number how many branches end all hope. Infinity is `NEVER`.

use std::collections::HashMap;

use super::bits::Bits;
use super::plane::Place;
use super::search::{LemmaEntry, LemmaSearch, Tick};
use crate::threats::lemmas::lemma::Reference;

const NEVER: u32 = 1_000_000;
/// The numbers of a position that was not looked at.
const NEW: [u32; 2] = [4, 1];
/// Replies left open after a glance at a quiet move that is worth a try.
const MAX_LEFT: u32 = 24;
/// With larger proof numbers than this, other quiet moves are tried beside those that were named.
const WIDE: u32 = 4_000;
/// Factors of the visits after which a search for a win is made again, and of the positions it gets.
const RETRY: (u32, u64) = (8, 10);

/// A quiet move, the lemmas that meet replies to it, and the positions after the others.
pub(super) struct Branch {
    pub attack: Place,
    pub by: Vec<Reference>,
    pub left: Vec<[Bits; 2]>,
    /// Was it only glanced at?
    pub is_glance: bool,
}

/// A position that is not proven.
struct LemmaNode {
    branches: Vec<Branch>,
    /// Were quiet moves tried that nobody named?
    is_wide: bool,
    visits: u32,
    /// Lemmas that were known when it was looked at.
    lemmas: usize,
    numbers: [u32; 2],
}

/// The positions that are not proven.
#[derive(Default)]
pub(super) struct OpenTree {
    nodes: HashMap<[Bits; 2], LemmaNode>,
    /// An attacker with this many stones plays no more quiet moves.
    max_stones: u32,
}

impl LemmaSearch {
    /// Searches until all the positions are proven, with up to `quiet` quiet moves in a row.
    pub(super) fn prove(&mut self, roots: &[[Bits; 2]], quiet: u32, tick: Tick) -> bool {
        let roots: Vec<_> = roots.iter().map(|&root| self.board.canonical(root).0).collect();
        let max_stones = roots.first().map_or(0, |root| root[0].len()) + quiet;
        if self.open.max_stones != max_stones {
            self.open = OpenTree { max_stones, ..OpenTree::default() };
        }
        // The easiest first.
        while let Some(&root) = roots
            .iter()
            .filter(|root| !self.entries.contains_key(*root))
            .min_by_key(|&&root| self.numbers(root)[0])
        {
            self.stopped |= tick().is_break();
            if self.stopped || self.numbers(root)[0] >= NEVER {
                return false;
            }
            self.descend(root, tick);
        }
        true
    }

    fn numbers(&self, sides: [Bits; 2]) -> [u32; 2] {
        if self.entries.contains_key(&sides) {
            return [0, NEVER];
        }
        self.open.nodes.get(&sides).map_or(NEW, |node| node.numbers)
    }

    /// Of a branch all replies must be proven: its proof number is a sum, its disproof number the least.
    fn branch_numbers(&self, branch: &Branch) -> [u32; 2] {
        let mut sum = [0, NEVER];
        for numbers in branch.left.iter().map(|&child| self.numbers(child)) {
            sum = [(sum[0] + numbers[0]).min(NEVER), sum[1].min(numbers[1])];
        }
        sum
    }

    /// Looks at the position that matters most below this one.
    fn descend(&mut self, sides: [Bits; 2], tick: Tick) {
        let known = self.library.lemmas.len();
        let Some(mut node) = self.open.nodes.remove(&sides) else {
            let is_won = self.apply(sides, 0)
                || self.win_by_threats(sides, self.effort, tick)
                || self.retry(sides, 1, tick);
            if !is_won && !self.stopped {
                let (branches, numbers) = (Vec::new(), NEW);
                let node =
                    LemmaNode { branches, is_wide: false, visits: 1, lemmas: known, numbers };
                self.look(sides, node, tick);
            }
            return;
        };
        node.visits += 1;
        if node.lemmas < known && self.apply(sides, node.lemmas) {
            return;
        }
        node.lemmas = known;
        if self.retry(sides, node.visits, tick) {
            return;
        }
        let min = (0..node.branches.len())
            .min_by_key(|&at| (self.branch_numbers(&node.branches[at])[0], at));
        let Some(at) = min else { return };
        if node.branches[at].is_glance {
            let branch = node.branches.swap_remove(at);
            let max_left = if self.is_last(sides) { 0 } else { u32::MAX };
            node.branches.extend(self.branch(sides, branch.attack, false, max_left, tick));
            if self.stopped {
                node.branches.push(branch);
            }
        } else {
            let left = node.branches[at].left.iter().copied();
            let open = left.filter(|child| !self.entries.contains_key(child));
            let next = open.min_by_key(|&child| {
                let [proof, disproof] = self.numbers(child);
                (disproof, proof)
            });
            if let Some(next) = next {
                self.descend(next, tick);
            }
        }
        self.look(sides, node, tick);
    }

    /// Looks for a win again, harder: at the first visit, and whenever there were eight times as many.
    fn retry(&mut self, sides: [Bits; 2], visits: u32, tick: Tick) -> bool {
        let times = (1 + visits.ilog(RETRY.0)).min(self.retries);
        let effort = self.effort.saturating_mul(RETRY.1.saturating_pow(times));
        times > 0 && !self.stopped && self.win_by_threats(sides, effort, tick)
    }

    /// Is one quiet move the last?
    fn is_last(&self, sides: [Bits; 2]) -> bool {
        sides[0].len() + 1 >= self.open.max_stones
    }

    /// Counts a node again, and proves it if a branch is done; tries more quiet moves if it must.
    fn look(&mut self, sides: [Bits; 2], mut node: LemmaNode, tick: Tick) {
        let named = self.guide.get(&sides).cloned().unwrap_or_default();
        let is_over = sides[0].len() >= self.open.max_stones;
        let max_left = if self.is_last(sides) { 0 } else { u32::MAX };
        if node.numbers == NEW && node.branches.is_empty() && !is_over {
            for &attack in &named {
                node.branches.extend(self.branch(sides, attack, false, max_left, tick));
            }
        }
        self.count_again(&mut node);
        if node.numbers[0] > WIDE && !node.is_wide && !is_over {
            node.is_wide = true;
            for attack in self.candidates(sides, &named) {
                node.branches.extend(self.branch(sides, attack, true, MAX_LEFT, tick));
            }
            self.count_again(&mut node);
        }
        if self.stopped && node.numbers[0] > 0 {
            // What was broken off is looked at anew.
            if node.branches.iter().any(|branch| !branch.is_glance) {
                self.open.nodes.insert(sides, node);
            }
            return;
        }
        if node.numbers[0] > 0 {
            self.open.nodes.insert(sides, node);
            return;
        }
        let done = node.branches.into_iter().find(|branch| self.branch_numbers(branch)[0] == 0);
        if let Some(Branch { attack, by, .. }) = done {
            self.enter(sides, LemmaEntry { attack: Some(attack), by });
        }
    }

    /// One branch is enough: the proof number is the least, the disproof number a sum.
    fn count_again(&self, node: &mut LemmaNode) {
        let mut numbers = [NEVER, 0];
        node.branches.retain(|branch| self.branch_numbers(branch)[0] < NEVER);
        for [proof, disproof] in node.branches.iter().map(|branch| self.branch_numbers(branch)) {
            numbers = [numbers[0].min(proof), (numbers[1] + disproof).min(NEVER)];
        }
        node.numbers = numbers;
    }
}
