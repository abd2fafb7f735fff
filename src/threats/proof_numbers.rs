//! Forced wins by fours and threes: proof-number search, depth first (df-pn).
//!
//! A node of the attacker is won if one attack is; a node of the other colour if all answers that
//! could matter are. An attack is a move that makes a four, or after which continuous fours would
//! win if the other colour passed. Two numbers of each node say how many nodes must still be proven
//! or refuted at least; the search goes where they are least.
//!
//! Source: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002.

use super::board::{Board, ByKey};
use super::capture_threats::CaptureThreats;
use super::fours::{Found, Fours};
use super::phases::{MAX_NODES, PHASES, Phase, ROUNDS, Width};
use crate::board::{Colour, Point};
use crate::stones::Fouls;

/// A number that says: never.
pub const NEVER: u32 = u32::MAX / 4;
/// The numbers that attacks begin with, by how much they make: see [`Node::tiers`].
const BEGINS: [u32; 4] = [1, 2, 4, 8];

/// What is known of a position.
pub struct Node {
    /// How many nodes must be proven at least to prove this one; 0: it is won.
    pub proof: u32,
    /// How many must be refuted at least to refute it; 0: it is not won by these attacks.
    pub disproof: u32,
    /// Attacks, or answers that could matter.
    pub moves: Box<[Point]>,
    /// Attacks are sorted by what they make: how many are of the first kind, of the
    /// first two, and of the first three.
    pub tiers: [u16; 3],
    /// Continuous fours: for the attacker a win, after an attack what it threatens.
    pub line: Box<[Point]>,
}

impl Node {
    /// A node that is won or refuted as it stands.
    pub fn leaf(is_won: bool, line: &[Point]) -> Self {
        let (proof, disproof) = if is_won { (0, NEVER) } else { (NEVER, 0) };
        Self { proof, disproof, moves: Box::default(), tiers: [0; 3], line: line.into() }
    }

    /// A node with the moves that there are.
    pub fn inner(moves: &[Point], line: &[Point], is_attack: bool) -> Self {
        // Without attacks it is not won; without answers that matter it is.
        let (proof, disproof) = match (moves.is_empty(), is_attack) {
            (true, true) => (NEVER, 0),
            (true, false) => (0, NEVER),
            (false, _) => (1, 1),
        };
        Self { proof, disproof, moves: moves.into(), tiers: [u16::MAX; 3], line: line.into() }
    }

    /// The proof number that the attack with this number begins with.
    fn begins(&self, place: usize) -> u32 {
        BEGINS[self.tiers.iter().filter(|&&end| place >= usize::from(end)).count()]
    }
}

/// The search, for one attacker.
pub struct Prover {
    pub own: Colour,
    pub fours: Fours,
    pub capture_threats: CaptureThreats,
    /// Nodes of the attacker and of the other colour.
    pub nodes: [ByKey<Node>; 2],
    /// Positions that one search for continuous fours may look at.
    pub effort: u64,
    /// Attacks of the continuous fours that a move may threaten.
    pub threat: u32,
    /// A limit came before a search for fours had ended: a refutation is none.
    pub hit_limit: bool,
    pub width: Width,
    /// Fours are tried before threes, also where no more than these are attacks.
    pub fours_first: bool,
    /// Nodes kept at most.
    most_nodes: usize,
}

impl Prover {
    /// Knows nothing yet.
    pub fn new(own: Colour) -> Self {
        Self {
            own,
            fours: Fours::new(),
            capture_threats: CaptureThreats::new(),
            nodes: [ByKey::default(), ByKey::default()],
            effort: ROUNDS[0],
            threat: u32::MAX,
            hit_limit: false,
            width: Width::Narrow,
            fours_first: false,
            most_nodes: MAX_NODES,
        }
    }

    /// Continuous fours of the attacker, who is to move.
    pub fn win_by_fours<F: Fouls>(&mut self, board: &mut Board<F>, effort: u64) -> Found {
        if board.has_captures() {
            self.capture_threats.search(board, self.own, effort)
        } else {
            self.fours.search(board, self.own, effort)
        }
    }

    /// The line of the last win by fours.
    pub fn line(&self, has_captures: bool) -> &[Point] {
        if has_captures { &self.capture_threats.line } else { &self.fours.line }
    }

    /// Is it won by fours and threes, the attacker to move? The nodes hold the proof.
    pub fn search<F: Fouls>(&mut self, board: &mut Board<F>) -> Found {
        for effort in ROUNDS {
            let mut hit_limit = false;
            for width in [Width::Narrow, Width::Wide] {
                self.nodes = [ByKey::default(), ByKey::default()];
                let phase = Phase { width, threat: u32::MAX, effort, nodes: MAX_NODES };
                match self.phase(board, &phase) {
                    Found::Win => return Found::Win,
                    Found::Limit => hit_limit = true,
                    Found::None => {}
                }
                if board.budget.is_spent || self.is_full() {
                    return Found::Limit;
                }
            }
            if !hit_limit {
                return Found::None;
            }
        }
        Found::Limit
    }

    /// The same with more attacks, which takes longer where there is no win. What one phase has proven
    /// is known to the next ones.
    pub fn search_deep<F: Fouls>(&mut self, board: &mut Board<F>) -> Found {
        self.fours_first = true;
        // Phases in which every attack was tried.
        let mut ended = Vec::<Phase>::new();
        for phase in &PHASES {
            if ended.iter().any(|other| phase.is_within(other)) {
                continue;
            }
            for nodes in &mut self.nodes {
                nodes.retain(|_, node| node.proof == 0);
            }
            match self.phase(board, phase) {
                Found::Win => return Found::Win,
                Found::None if phase.width == Width::All => return Found::None,
                Found::None => ended.push(Phase { threat: u32::MAX, effort: u64::MAX, ..*phase }),
                Found::Limit if board.budget.is_spent => return Found::Limit,
                Found::Limit if !self.is_full() => ended.push(*phase),
                Found::Limit => {}
            }
        }
        Found::Limit
    }

    fn phase<F: Fouls>(&mut self, board: &mut Board<F>, phase: &Phase) -> Found {
        (self.effort, self.threat, self.width) = (phase.effort, phase.threat, phase.width);
        self.most_nodes = phase.nodes + self.nodes.iter().map(ByKey::len).sum::<usize>();
        self.hit_limit = false;
        match self.attack(board, NEVER, NEVER) {
            (0, _) => Found::Win,
            _ if self.hit_limit || self.is_full() || board.budget.is_spent => Found::Limit,
            _ => Found::None,
        }
    }

    fn is_full(&self) -> bool {
        self.nodes.iter().map(ByKey::len).sum::<usize>() >= self.most_nodes
    }

    /// A node of the attacker, searched until a number reaches its bound.
    fn attack<F: Fouls>(&mut self, board: &mut Board<F>, proof: u32, disproof: u32) -> (u32, u32) {
        let key = board.key();
        if !self.nodes[0].contains_key(&key) {
            let node = self.attacks(board);
            self.nodes[0].insert(key, node);
        }
        let (is_won, is_lost) = self.settled(0, key);
        if is_won || is_lost {
            return if is_won { (0, NEVER) } else { (NEVER, 0) };
        }
        let own = self.own;
        loop {
            let node = &self.nodes[0][&key];
            let (mut best, mut first, mut second) = (None, NEVER, NEVER);
            let mut most = Most::default();
            for (place, &point) in node.moves.iter().enumerate() {
                let child = board.key_after(own, point);
                let known = self.nodes[1].get(&child).map(|child| (child.proof, child.disproof));
                let (p, d) = known.unwrap_or_else(|| (node.begins(place), 1));
                most.add(d);
                if p < first {
                    (second, first, best) = (first, p, Some(point));
                } else {
                    second = second.min(p);
                }
            }
            self.note(0, key, first, most.number());
            let Some(point) = best.filter(|_| first < proof && most.number() < disproof) else {
                return (first, most.number());
            };
            if !board.budget.count() || self.is_full() {
                return (first.max(1), most.number().max(1));
            }
            board.play(own, point);
            let bound = proof.min(second.saturating_add(1 + second / 4));
            self.answer(board, bound, most.bound(disproof));
            board.undo();
        }
    }

    /// A node of the other colour.
    fn answer<F: Fouls>(&mut self, board: &mut Board<F>, proof: u32, disproof: u32) -> (u32, u32) {
        let key = board.key();
        if !self.nodes[1].contains_key(&key) {
            let node = self.answers(board);
            self.nodes[1].insert(key, node);
        }
        let (is_won, is_lost) = self.settled(1, key);
        if is_won || is_lost {
            return if is_won { (0, NEVER) } else { (NEVER, 0) };
        }
        let other = self.own.other();
        loop {
            let moves = &self.nodes[1][&key].moves;
            let (mut best, mut first, mut second) = (None, NEVER, NEVER);
            let mut most = Most::default();
            for &point in moves {
                let child = board.key_after(other, point);
                let (p, d) = numbers(&self.nodes[0], child);
                most.add(p);
                if d < first {
                    (second, first, best) = (first, d, Some(point));
                } else {
                    second = second.min(d);
                }
            }
            self.note(1, key, most.number(), first);
            let Some(point) = best.filter(|_| most.number() < proof && first < disproof) else {
                return (most.number(), first);
            };
            if !board.budget.count() || self.is_full() {
                return (most.number().max(1), first.max(1));
            }
            board.play(other, point);
            let bound = disproof.min(second.saturating_add(1 + second / 4));
            self.attack(board, most.bound(proof), bound);
            board.undo();
        }
    }

    /// Is the node proven, is it refuted?
    fn settled(&self, side: usize, key: u64) -> (bool, bool) {
        self.nodes[side]
            .get(&key)
            .map_or((false, false), |node| (node.proof == 0, node.disproof == 0))
    }

    /// Notes the numbers of a node. What is settled one way is never settled the other: without that
    /// the search would come back to it again and again.
    fn note(&mut self, side: usize, key: u64, proof: u32, disproof: u32) {
        if let Some(node) = self.nodes[side].get_mut(&key) {
            (node.proof, node.disproof) = match (proof, disproof) {
                (0, _) => (0, NEVER),
                (_, 0) => (NEVER, 0),
                open => open,
            };
        }
    }
}

/// The numbers of a node; of a new one 1 and 1.
fn numbers(nodes: &ByKey<Node>, key: u64) -> (u32, u32) {
    nodes.get(&key).map_or((1, 1), |node| (node.proof, node.disproof))
}

/// The number of a node all of whose open children must be settled: that of the hardest, and one for
/// each of the others. A sum would count what several children have in common again and again, and
/// the same stones in another order are the rule here.
///
/// Source: T. Ueda, T. Hashimoto, J. Hashimoto, H. Iida, "Weak proof-number search", 2008.
#[derive(Clone, Copy, Default)]
struct Most {
    greatest: u32,
    open: u32,
}

impl Most {
    fn add(&mut self, number: u32) {
        self.greatest = self.greatest.max(number);
        self.open += u32::from(number > 0);
    }

    fn number(self) -> u32 {
        (self.greatest + self.open.saturating_sub(1)).min(NEVER)
    }

    /// How far the number of a child may rise while that of the node stays below its bound.
    fn bound(self, bound: u32) -> u32 {
        if bound >= NEVER { NEVER } else { bound - self.open.saturating_sub(1) }
    }
}
