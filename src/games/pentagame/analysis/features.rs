//! What analysts ask of a position (N21), each with its formula.
//!
//! - *temperature* of a piece: `stops`, the steps to its goal on an empty board; and `moves`, the
//!   moves it needs while everything else stands still: one more than the least number of occupied
//!   stops between it and its goal on any way. At the start 15 stops and 3 moves.
//! - *area* of a seat: the empty stops that some piece of the seat reaches in one move.
//! - *options* of a seat: its moves as if it were to move without die and cards, by what they do,
//!   and its whole turns; the ko bars what it bars.
//! - *path kinds* of a piece: for each line out of its stop, what the straight run along it meets.
//! - *pinned*: a piece without which an enemy piece could reach its goal in one move, which it
//!   cannot now.
//! - *phase* of a game: opening, early, middle, end, over.
//!
//! The white piece of seat 0 stands on the leg to its goal `a`. The straight run ends at the block
//! `#`, so the path kind towards `a` is "blocked". On an empty board home is five stops away. It
//! needs two moves, one onto the block and one home, unless a way round is open: then one.
//!
//! ```text
//! leg C-a   [.] . 0a . . # . [.]
//! ```

use std::collections::VecDeque;

use super::super::dice::Faces;
use super::super::hand::Hand;
use super::super::mask::Mask;
use super::super::moves::reached_from;
use super::super::numbering::Step;
use super::super::occupied::Occupied;
use super::super::position::{Pentagame, Phase};
use super::super::star::{OFF, Stop};
use crate::position::Position as _;

/// How far a piece is from its goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Temperature {
    /// The piece.
    pub piece: usize,
    /// Moves to the goal while all else stands still; 0 on it.
    pub moves: u16,
    /// Steps to the goal on an empty board.
    pub stops: u16,
}

/// What a straight run along a line meets (N21).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathKind {
    /// Its own goal, and nothing on it.
    Free,
    /// An empty node.
    Open,
    /// A piece of the same player: a swap is possible.
    Connected,
    /// A black block.
    Blocked,
    /// A grey block.
    Stopped,
    /// Another player's piece.
    CutOff,
}

impl PathKind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Open => "open",
            Self::Connected => "connected",
            Self::Blocked => "blocked",
            Self::Stopped => "stopped",
            Self::CutOff => "cut off",
        }
    }
}

/// One way out of a piece's stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path {
    /// The node that the line leads to.
    pub towards: Stop,
    /// Where the run ends: that node, or the first thing in the way.
    pub end: Stop,
    /// What it meets there.
    pub kind: PathKind,
}

/// The moves of a seat by what they do, and its whole turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// Onto an empty stop that is not the piece's goal.
    pub empty: u32,
    /// Onto a black block, not on the goal.
    pub black: u32,
    /// Onto a grey block, not on the goal.
    pub grey: u32,
    /// A swap with an own piece, not onto the goal.
    pub own_swaps: u32,
    /// A swap with another's piece, not onto the goal.
    pub other_swaps: u32,
    /// Onto the goal, whatever it holds, or off it (N10).
    pub out: u32,
    /// Whole turns, written differently.
    pub turns: u32,
}

impl Pentagame {
    /// The temperature of every piece on the board, seat by seat.
    pub fn temperature(&self) -> Vec<Temperature> {
        let on_board = (0..self.law.pieces()).filter(|&piece| self.board.pieces[piece] != OFF);
        on_board
            .map(|piece| {
                let from = self.board.pieces[piece];
                let stops =
                    self.law.star.steps[usize::from(self.law.colour(piece))][usize::from(from)];
                Temperature { piece, moves: self.moves_home(piece), stops }
            })
            .collect()
    }

    fn moves_home(&self, piece: usize) -> u16 {
        let (from, goal) = (self.board.pieces[piece], self.law.goal(piece));
        if from == goal {
            return 0;
        }
        let mut moves = vec![u16::MAX; self.law.star.stops];
        moves[usize::from(from)] = 1;
        let mut queue = VecDeque::from([from]);
        while let Some(stop) = queue.pop_front() {
            let here = moves[usize::from(stop)];
            for &next in &self.law.star.neighbours[usize::from(stop)] {
                // A move ends on what is occupied, and another begins there.
                let ends = next != goal && self.occupied.has(next);
                if here + u16::from(ends) < moves[usize::from(next)] {
                    moves[usize::from(next)] = here + u16::from(ends);
                    if ends { queue.push_back(next) } else { queue.push_front(next) }
                }
            }
        }
        moves[usize::from(goal)]
    }

    /// The empty stops that a seat reaches in one move.
    pub fn area(&self, seat: u8) -> Mask {
        let mut area = Mask::default();
        for piece in self.law.own(seat) {
            let stop = self.board.pieces[piece];
            if stop != OFF {
                area = area.or(&reached_from(self.law.star, &self.occupied, stop));
            }
        }
        area.minus(&self.occupied.stops)
    }

    /// What a seat could do if it were to move, on the board as it stands, without die and cards.
    ///
    /// Moves are counted as actions: an own swap from both sides, a shared corner once for each
    /// piece there.
    pub fn choices(&self, seat: u8) -> Choices {
        let mut to_move = self.clone();
        to_move.seat = seat;
        to_move.phase = Phase::Move;
        to_move.start = None;
        to_move.ended = None;
        to_move.turns = 0;
        to_move.dice = to_move.dice.map(|_| Faces::NOTHING);
        to_move.cards = to_move.cards.map(|_| Hand::default());
        let mut actions = Vec::new();
        to_move.list(&mut actions);
        let mut choices = Choices::default();
        for action in actions {
            match self.law.numbering.step(action.0) {
                Some(Step::Move(slot, to, kind)) => {
                    let Some(piece) = to_move.slot_piece(slot) else { continue };
                    let other = kind
                        .map(|kind| self.law.kind_owner(kind))
                        .or_else(|| self.board.piece_on(to).map(|other| self.law.owner(other)));
                    *match other {
                        _ if to == self.law.goal(piece) => &mut choices.out,
                        Some(owner) if owner == seat => &mut choices.own_swaps,
                        Some(_) => &mut choices.other_swaps,
                        None if self.board.black.has(to) => &mut choices.black,
                        None if self.board.grey.has(to) => &mut choices.grey,
                        None => &mut choices.empty,
                    } += 1;
                }
                Some(Step::Exit(_)) => choices.out += 1,
                _ => {}
            }
            let mut next = to_move.clone();
            next.play_unchecked(action);
            choices.turns += next.leaves();
        }
        choices
    }

    /// In how many ways the turn just begun can end; 1 if it has ended.
    fn leaves(&self) -> u32 {
        if self.start.is_none() || self.ended.is_some() {
            return 1;
        }
        let mut actions = Vec::new();
        self.list(&mut actions);
        let branch = |&action| {
            let mut next = self.clone();
            next.play_unchecked(action);
            next.leaves()
        };
        actions.iter().map(branch).sum()
    }

    /// The free directions out of a piece's stop; none for a piece that has left.
    pub fn paths(&self, piece: usize) -> Vec<Path> {
        let star = self.law.star;
        let from = self.board.pieces[piece];
        let Some(beside) = star.neighbours.get(usize::from(from)) else { return Vec::new() };
        beside
            .iter()
            .map(|&first| {
                // Along the line: from each stop on to the neighbour that is not behind.
                let along = |mut behind: Stop, mut stop: Stop, halts: &dyn Fn(Stop) -> bool| {
                    while !star.is_node(stop) && !halts(stop) {
                        let beside = &star.neighbours[usize::from(stop)];
                        let next = if beside[0] == behind { beside[1] } else { beside[0] };
                        (behind, stop) = (stop, next);
                    }
                    stop
                };
                let end = along(from, first, &|stop| self.occupied.has(stop));
                let towards = along(from, first, &|_| false);
                Path { towards, end, kind: self.path_kind(piece, end) }
            })
            .collect()
    }

    fn path_kind(&self, piece: usize, end: Stop) -> PathKind {
        if self.board.black.has(end) {
            return PathKind::Blocked;
        }
        if self.board.grey.has(end) {
            return PathKind::Stopped;
        }
        match self.board.piece_on(end) {
            Some(_) => {
                let owner = self.law.owner(piece);
                let own = self.law.own(owner).any(|other| self.board.pieces[other] == end);
                if own { PathKind::Connected } else { PathKind::CutOff }
            }
            None if end == self.law.goal(piece) => PathKind::Free,
            None => PathKind::Open,
        }
    }

    /// The pinned pieces, each with the enemy piece that would reach its goal without it.
    ///
    /// Partners neither pin nor are pinned by each other (N6).
    pub fn pinned(&self) -> Vec<(usize, usize)> {
        let law = &self.law;
        let on_board = |&piece: &usize| self.board.pieces[piece] != OFF;
        let mut pinned = Vec::new();
        for by in (0..law.pieces()).filter(on_board) {
            let (from, goal) = (self.board.pieces[by], law.goal(by));
            let reaches = |occupied: &Occupied| reached_from(law.star, occupied, from).has(goal);
            if from == goal || reaches(&self.occupied) {
                continue;
            }
            for piece in (0..law.pieces()).filter(on_board) {
                let (owner, enemy) = (law.owner(piece), law.owner(by));
                if owner == enemy || law.partners(owner, enemy) {
                    continue;
                }
                let stop = self.board.pieces[piece];
                // On a shared corner the others would still stand in the way.
                let alone = self.board.pieces.iter().filter(|&&other| other == stop).count() == 1;
                let mut without = self.occupied;
                without.set(law.star, stop, false);
                if alone && reaches(&without) {
                    pinned.push((piece, by));
                }
            }
        }
        pinned.sort_unstable();
        pinned
    }

    /// The phase of the game: `opening` during the first two turns of each seat, but never of a
    /// position that was set up (E8), `early` until a piece is out or every black block has been
    /// lifted from the crossing where it lay at first, `end` once a piece is out and a seat (team)
    /// lacks one point to the target, `middle` in between, `over`.
    pub fn stage(&self) -> &'static str {
        let law = &self.law;
        let max = (0..law.players()).map(|seat| self.total(seat)).max().unwrap_or(0);
        let all_moved = u32::from(self.moved[0]) == (1 << law.star.points) - 1;
        let out = self.points.iter().any(|&points| points > 0);
        if self.ended.is_some() {
            "over"
        } else if out && max + 1 >= i32::from(law.options.target()) {
            "end"
        } else if out || all_moved {
            "middle"
        } else if !self.set_up && self.turns < 2 * u32::from(law.options.players) {
            "opening"
        } else {
            "early"
        }
    }
}
