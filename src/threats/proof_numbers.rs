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
use super::fours::{Fours, Status};
use super::phases::{MAX_NODES, PHASES, Phase, ROUNDS, Width};
use crate::board::{Colour, Point};
use crate::solve::{Children, Numbers};
use crate::stones::Fouls;

/// The numbers that attacks begin with, by how much they make: see [`Node::tiers`].
const BEGINS: [u32; 4] = [1, 2, 4, 8];

/// What is known of a position.
pub struct Node {
    /// Refuted is a node that is not won by these attacks.
    pub numbers: Numbers,
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
        let numbers = if is_won { Numbers::PROVEN } else { Numbers::REFUTED };
        Self { numbers, moves: Box::default(), tiers: [0; 3], line: line.into() }
    }

    /// A node with the moves that there are.
    pub fn inner(moves: &[Point], line: &[Point], is_attack: bool) -> Self {
        // Without attacks it is not won; without answers that matter it is.
        let numbers = match (moves.is_empty(), is_attack) {
            (true, true) => Numbers::REFUTED,
            (true, false) => Numbers::PROVEN,
            (false, _) => Numbers::NEW,
        };
        Self { numbers, moves: moves.into(), tiers: [u16::MAX; 3], line: line.into() }
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
    max_nodes: usize,
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
            max_nodes: MAX_NODES,
        }
    }

    /// Continuous fours of the attacker, who is to move.
    pub fn win_by_fours<F: Fouls>(&mut self, board: &mut Board<F>, effort: u64) -> Status {
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
    pub fn search<F: Fouls>(&mut self, board: &mut Board<F>) -> Status {
        for effort in ROUNDS {
            let mut hit_limit = false;
            for width in [Width::Narrow, Width::Wide] {
                self.nodes = [ByKey::default(), ByKey::default()];
                let phase = Phase { width, threat: u32::MAX, effort, nodes: MAX_NODES };
                match self.phase(board, &phase) {
                    Status::Win => return Status::Win,
                    Status::Limit => hit_limit = true,
                    Status::None => {}
                }
                if board.budget.is_spent || self.is_full() {
                    return Status::Limit;
                }
            }
            if !hit_limit {
                return Status::None;
            }
        }
        Status::Limit
    }

    /// The same with more attacks, which takes longer where there is no win. What one phase has proven
    /// is known to the next ones.
    pub fn search_deep<F: Fouls>(&mut self, board: &mut Board<F>) -> Status {
        self.fours_first = true;
        // Phases in which every attack was tried.
        let mut ended = Vec::<Phase>::new();
        for phase in &PHASES {
            if ended.iter().any(|other| phase.is_within(other)) {
                continue;
            }
            for nodes in &mut self.nodes {
                nodes.retain(|_, node| node.numbers.proof == 0);
            }
            match self.phase(board, phase) {
                Status::Win => return Status::Win,
                Status::None if phase.width == Width::All => return Status::None,
                Status::None => ended.push(Phase { threat: u32::MAX, effort: u64::MAX, ..*phase }),
                Status::Limit if board.budget.is_spent => return Status::Limit,
                Status::Limit if !self.is_full() => ended.push(*phase),
                Status::Limit => {}
            }
        }
        Status::Limit
    }

    fn phase<F: Fouls>(&mut self, board: &mut Board<F>, phase: &Phase) -> Status {
        (self.effort, self.threat, self.width) = (phase.effort, phase.threat, phase.width);
        self.max_nodes = phase.nodes + self.nodes.iter().map(ByKey::len).sum::<usize>();
        self.hit_limit = false;
        match self.attack(board, Numbers::UNBOUNDED) {
            Numbers { proof: 0, .. } => Status::Win,
            _ if self.hit_limit || self.is_full() || board.budget.is_spent => Status::Limit,
            _ => Status::None,
        }
    }

    fn is_full(&self) -> bool {
        self.nodes.iter().map(ByKey::len).sum::<usize>() >= self.max_nodes
    }

    /// A node of the attacker, searched until a number reaches its threshold.
    fn attack<F: Fouls>(&mut self, board: &mut Board<F>, thresholds: Numbers) -> Numbers {
        let key = board.key();
        if !self.nodes[0].contains_key(&key) {
            let node = self.attacks(board);
            self.nodes[0].insert(key, node);
        }
        if let Some(settled) = self.settled(0, key) {
            return settled;
        }
        let own = self.own;
        loop {
            let node = &self.nodes[0][&key];
            let mut children = Children::all_but_hardest();
            for (place, &point) in node.moves.iter().enumerate() {
                let known = self.nodes[1].get(&board.key_after(own, point));
                let new = || Numbers { proof: node.begins(place), ..Numbers::NEW };
                let Numbers { proof, disproof } = known.map_or_else(new, |child| child.numbers);
                children.add(point, proof, disproof, 16);
            }
            let numbers = Numbers { proof: children.chosen(), disproof: children.joint() };
            self.store(0, key, numbers);
            let Some(point) = children.best.filter(|_| numbers.within(thresholds)) else {
                return numbers;
            };
            if !board.budget.count() || self.is_full() {
                return numbers.open();
            }
            board.play(own, point);
            let proof = children.chosen_threshold(thresholds.proof);
            let disproof = children.joint_threshold(thresholds.disproof);
            self.answer(board, Numbers { proof, disproof });
            board.undo();
        }
    }

    /// A node of the other colour.
    fn answer<F: Fouls>(&mut self, board: &mut Board<F>, thresholds: Numbers) -> Numbers {
        let key = board.key();
        if !self.nodes[1].contains_key(&key) {
            let node = self.answers(board);
            self.nodes[1].insert(key, node);
        }
        if let Some(settled) = self.settled(1, key) {
            return settled;
        }
        let other = self.own.other();
        loop {
            let mut children = Children::all_but_hardest();
            for &point in &self.nodes[1][&key].moves {
                let known = self.nodes[0].get(&board.key_after(other, point));
                let Numbers { proof, disproof } = known.map_or(Numbers::NEW, |child| child.numbers);
                children.add(point, disproof, proof, 16);
            }
            let numbers = Numbers { proof: children.joint(), disproof: children.chosen() };
            self.store(1, key, numbers);
            let Some(point) = children.best.filter(|_| numbers.within(thresholds)) else {
                return numbers;
            };
            if !board.budget.count() || self.is_full() {
                return numbers.open();
            }
            board.play(other, point);
            let proof = children.joint_threshold(thresholds.proof);
            let disproof = children.chosen_threshold(thresholds.disproof);
            self.attack(board, Numbers { proof, disproof });
            board.undo();
        }
    }

    /// The numbers of a node that is proven or refuted.
    fn settled(&self, side: usize, key: u64) -> Option<Numbers> {
        let numbers = self.nodes[side].get(&key)?.numbers;
        (numbers.proof == 0 || numbers.disproof == 0).then(|| numbers.settled())
    }

    /// Stores the numbers of a node.
    fn store(&mut self, side: usize, key: u64, numbers: Numbers) {
        if let Some(node) = self.nodes[side].get_mut(&key) {
            node.numbers = numbers.settled();
        }
    }
}
