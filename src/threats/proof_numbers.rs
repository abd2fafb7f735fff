//! Forced wins by fours and threes: proof-number search, depth first (df-pn).
//!
//! A node of the attacker is won if one attack is; a node of the other colour if all answers that
//! could matter are. An attack is a move that makes a four, or after which continuous fours would
//! win if the other colour passed. Two numbers of each node say how many nodes must still be proven
//! or refuted at least; the search goes where they are least.
//!
//! Source: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002.

use super::board::{Board, ByKey};
use super::exchange_replies;
use super::exchanges::{self, Exchanges};
use super::fours::{Found, Fours};
use super::replies::concerning;
use crate::board::{Colour, Point};
use crate::stones::Fouls;
use crate::stones::patterns::Pattern;

/// A number that says: never.
pub const NEVER: u32 = u32::MAX / 4;
/// Nodes kept at most, some hundred bytes each.
const MOST_NODES: usize = 500_000;
/// Positions that a search for continuous fours may look at, in each round of the search.
const ROUNDS: [u64; 4] = [100, 2_000, 40_000, 1_000_000];

/// What is known of a position.
pub struct Node {
    /// How many nodes must be proven at least to prove this one; 0: it is won.
    pub proof: u32,
    /// How many must be refuted at least to refute it; 0: it is not won by these attacks.
    pub disproof: u32,
    /// Attacks, or answers that could matter.
    pub moves: Box<[Point]>,
    /// Continuous fours: for the attacker a win, after an attack what it threatens.
    pub line: Box<[Point]>,
}

impl Node {
    fn leaf(is_won: bool, line: &[Point]) -> Self {
        let (proof, disproof) = if is_won { (0, NEVER) } else { (NEVER, 0) };
        Self { proof, disproof, moves: Box::default(), line: line.into() }
    }

    fn inner(moves: &[Point], line: &[Point], is_attack: bool) -> Self {
        // Without attacks it is not won; without answers that matter it is.
        let (proof, disproof) = match (moves.is_empty(), is_attack) {
            (true, true) => (NEVER, 0),
            (true, false) => (0, NEVER),
            (false, _) => (1, 1),
        };
        Self { proof, disproof, moves: moves.into(), line: line.into() }
    }
}

/// The search, for one attacker.
pub struct Prover {
    own: Colour,
    fours: Fours,
    exchanges: Exchanges,
    /// Nodes of the attacker and of the other colour.
    pub nodes: [ByKey<Node>; 2],
    /// Positions that one search for continuous fours may look at.
    effort: u64,
    /// A limit came before a search for fours had ended: a refutation is none.
    is_cut: bool,
    /// Attacks that make no three by themselves, but two lines that could become fours, count too.
    is_wide: bool,
}

impl Prover {
    /// Knows nothing yet.
    pub fn new(own: Colour) -> Self {
        Self {
            own,
            fours: Fours::new(),
            exchanges: Exchanges::new(),
            nodes: [ByKey::default(), ByKey::default()],
            effort: ROUNDS[0],
            is_cut: false,
            is_wide: false,
        }
    }

    /// Continuous fours of the attacker, who is to move.
    pub fn win_by_fours<F: Fouls>(&mut self, board: &mut Board<F>, effort: u64) -> Found {
        if board.has_captures() {
            self.exchanges.search(board, self.own, effort)
        } else {
            self.fours.search(board, self.own, effort)
        }
    }

    /// The line of the last win by fours.
    pub fn line(&self, has_captures: bool) -> &[Point] {
        if has_captures { &self.exchanges.line } else { &self.fours.line }
    }

    /// Is it won by fours and threes, the attacker to move? The nodes hold the proof.
    pub fn search<F: Fouls>(&mut self, board: &mut Board<F>) -> Found {
        for effort in ROUNDS {
            self.effort = effort;
            self.is_cut = false;
            for is_wide in [false, true] {
                self.is_wide = is_wide;
                self.nodes = [ByKey::default(), ByKey::default()];
                if self.attack(board, NEVER, NEVER).0 == 0 {
                    return Found::Win;
                }
                if board.budget.is_spent || self.is_full() {
                    return Found::Cut;
                }
            }
            if !self.is_cut {
                return Found::None;
            }
        }
        Found::Cut
    }

    fn is_full(&self) -> bool {
        self.nodes.iter().map(ByKey::len).sum::<usize>() >= MOST_NODES
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
            let moves = &self.nodes[0][&key].moves;
            let (mut best, mut first, mut second) = (None, NEVER, NEVER);
            let mut most = Most::default();
            for &point in moves {
                let child = board.key_after(own, point);
                let (p, d) = numbers(&self.nodes[1], child);
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

    /// A new node of the attacker: a win by fours, or the attacks there are.
    fn attacks<F: Fouls>(&mut self, board: &mut Board<F>) -> Node {
        let own = self.own;
        match self.win_by_fours(board, self.effort) {
            Found::Win => return Node::leaf(true, self.line(board.has_captures())),
            Found::Cut => self.is_cut = true,
            Found::None => {}
        }
        let mut moves = if board.has_captures() {
            exchanges::attacks(board, own)
        } else {
            let mut moves = Vec::new();
            match board.table.two(own.other(), Pattern::FIVE) {
                [Some(_), Some(_)] => return Node::leaf(false, &[]),
                [Some(due), None] => {
                    let moves = if board.allows(own, due) { vec![due] } else { Vec::new() };
                    return Node::inner(&moves, &[], true);
                }
                [None, _] => board.table.each(own, Pattern::FOUR, |point| moves.push(point)),
            }
            moves
        };
        board.table.each(own, Pattern::THREE, |point| {
            if !moves.contains(&point) {
                moves.push(point);
            }
        });
        if self.is_wide {
            board.table.each(own, Pattern::BUD, |point| {
                let patterns = board.table.patterns(own, point);
                let lines = patterns.iter().filter(|p| p.has(Pattern::BUD | Pattern::THREE));
                if lines.count() >= 2 && !moves.contains(&point) {
                    moves.push(point);
                }
            });
        }
        if board.has_captures() {
            // A capture by the other colour, and its last one, are stopped by taking the point.
            let mut points = Vec::new();
            board.wins(own.other(), &mut points);
            points.retain(|point| !moves.contains(point));
            moves.extend(points);
        }
        moves.retain(|&point| board.allows(own, point));
        // Of nodes about which equally little is known, the search takes the first.
        moves.sort_by_cached_key(|&point| (std::cmp::Reverse(promise(board, own, point)), point));
        Node::inner(&moves, &[], true)
    }

    /// A new node of the other colour: is the last stone a threat, and which answers matter?
    fn answers<F: Fouls>(&mut self, board: &mut Board<F>) -> Node {
        let (own, other) = (self.own, self.own.other());
        if board.has_captures() {
            return self.answers_with_captures(board);
        }
        if board.table.two(other, Pattern::FIVE)[0].is_some() || board.is_stuck(other) {
            return Node::leaf(false, &[]);
        }
        match board.table.two(own, Pattern::FIVE) {
            [Some(_), Some(_)] => Node::leaf(true, &[]),
            [Some(due), None] if board.allows(other, due) => Node::inner(&[due], &[], false),
            [Some(_), None] => Node::leaf(true, &[]),
            [None, _] => {
                if !self.threatens(board) {
                    return Node::leaf(false, &[]);
                }
                let line = self.fours.line.clone();
                let mut moves = concerning(board, own, &line);
                moves.sort_by_cached_key(|&point| {
                    let is_first = line.first() == Some(&point);
                    (!is_first, std::cmp::Reverse(promise(board, other, point)), point)
                });
                if moves.len() > ANSWERS_TRIED {
                    for &point in &moves {
                        self.try_fours(board, point);
                    }
                }
                Node::inner(&moves, &line, false)
            }
        }
    }

    fn threatens<F: Fouls>(&mut self, board: &mut Board<F>) -> bool {
        let found = self.win_by_fours(board, self.effort);
        self.is_cut |= found == Found::Cut;
        found == Found::Win
    }

    /// The same with captures: of the answers that concern the threat those count that do not lose
    /// to fours.
    fn answers_with_captures<F: Fouls>(&mut self, board: &mut Board<F>) -> Node {
        let (own, other) = (self.own, self.own.other());
        if let Some(answers) = exchanges::answers(board, own) {
            return Node::inner(&answers, &[], false);
        }
        let mut points = Vec::new();
        board.wins(other, &mut points);
        let is_late = !points.is_empty() || board.is_drawn(own) || board.is_drawn(other);
        if is_late || !self.threatens(board) {
            return Node::leaf(false, &[]);
        }
        let line = self.exchanges.line.clone();
        match exchange_replies::concerning(board, own, &self.exchanges) {
            Some(concerning) => points = concerning,
            None => board.empty(&mut points),
        }
        for &point in &points {
            board.play(other, point);
            let is_drawn = board.is_drawn(own);
            board.undo();
            if is_drawn || board.budget.is_spent {
                return Node::leaf(false, &[]);
            }
            self.try_fours(board, point);
        }
        Node::inner(&points, &line, false)
    }

    /// If this answer loses to fours, notes the node after it.
    fn try_fours<F: Fouls>(&mut self, board: &mut Board<F>, point: Point) {
        board.play(self.own.other(), point);
        if self.win_by_fours(board, self.effort) == Found::Win {
            let node = Node::leaf(true, self.line(board.has_captures()));
            self.nodes[0].insert(board.key(), node);
        }
        board.undo();
    }
}

/// How much a stone of the colour on an empty point makes, in all four lines.
fn promise<F: Fouls>(board: &Board<F>, colour: Colour, point: Point) -> u32 {
    let worth = |pattern: &Pattern| {
        if pattern.has(Pattern::FOUR) {
            5
        } else if pattern.has(Pattern::THREE) {
            6
        } else {
            u32::from(pattern.has(Pattern::BUD))
        }
    };
    board.table.patterns(colour, point).iter().map(worth).sum()
}

/// More answers than this are first tried for those that lose to fours.
const ANSWERS_TRIED: usize = 40;

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
