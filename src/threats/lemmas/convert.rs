//! From a forced win to the tree of a lemma.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::plane::{Law, Place, Plane, place, xy};
use super::tree::{Quiet, Tree};
use super::verify::Verifier;
use crate::board::{Colour, Grid, Point, Size};
use crate::stones::{Five, NoFouls, Setting};
use crate::threats::board::{Board, Budget};
use crate::threats::fours::Status;
use crate::threats::proof_numbers::Prover;
use crate::threats::solution::{ProofEntry, Solution, stones};

/// Positions that the first search for continuous fours may look at.
const FOURS_FIRST: u64 = 2_000;
/// Larger trees are not worth to be kept.
const MAX_POSITIONS: usize = 6_000;

/// What a search for a win brought.
pub struct WinSearch {
    pub tree: Option<Tree>,
    pub nodes: u64,
}

/// The board as a plane: stones, and the points around it as places off the board.
pub fn lay(plane: &mut Plane, size: Size, own: &[Place], other: &[Place]) {
    plane.clear();
    for side in 0..4 {
        for place in wall(size, side) {
            plane.put_outside(place);
        }
    }
    for &place in own {
        plane.put_own(place);
    }
    for &place in other {
        plane.put_other(place);
    }
}

/// The points beside one side of the board: left, right, below, above.
pub fn wall(size: Size, side: usize) -> impl Iterator<Item = Place> {
    let last = i32::from(size.columns);
    (-1..=last).map(move |at| match side {
        0 => place(-1, at),
        1 => place(last, at),
        2 => place(at, -1),
        _ => place(at, last),
    })
}

/// Looks for a win of the attacker by threats alone, who is to move.
pub fn find(
    law: Law,
    size: Size,
    [own, other]: [&[Place]; 2],
    max_nodes: u64,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> WinSearch {
    let mut grid = Grid::new(size);
    let point = |at: &Place| {
        let (x, y) = xy(*at);
        size.at(x, y).unwrap_or(Point(0))
    };
    for (side, colour) in [(own, Colour::Black), (other, Colour::White)] {
        for at in side {
            grid.put(colour, point(at));
        }
    }
    let setting = Setting {
        grid,
        next: Colour::Black,
        five: [if law.exact { Five::Exact } else { Five::OrMore }, Five::OrMore],
        fouls: NoFouls,
        captures: None,
        stuck_draws: false,
    };
    let mut board = Board::new(&setting, Budget::new(max_nodes, tick));
    let entries = entries(&mut board);
    let (nodes, is_spent) = (board.budget.nodes, board.budget.is_spent);
    let tree = entries.filter(|_| !is_spent).and_then(|entries| {
        let mut plane = Plane::new(law);
        lay(&mut plane, size, own, other);
        let known = entries.iter().map(|entry| (key(size, &entry.stones), entry)).collect();
        Converter { size, plane, known, own: own.to_vec(), left: MAX_POSITIONS }.tree()
    });
    WinSearch { tree, nodes }
}

/// The positions of the proof.
fn entries(board: &mut Board<NoFouls>) -> Option<Vec<ProofEntry>> {
    let own = Colour::Black;
    let mut prover = Prover::new(own);
    if prover.win_by_fours(board, FOURS_FIRST) == Status::Win {
        let line = prover.line(false).to_vec();
        return Some(vec![ProofEntry { stones: stones(board, own), attack: None, line }]);
    }
    let status = prover.search_deep(board);
    (status == Status::Win).then(|| Solution::new(own, &prover).min_entries(board))
}

type Key = [Vec<Place>; 2];

fn key(size: Size, stones: &[Vec<Point>; 2]) -> Key {
    let mut sides = [0, 1]
        .map(|side| stones[side].iter().map(|&point| on_plane(size, point)).collect::<Vec<_>>());
    for side in &mut sides {
        side.sort_unstable();
    }
    sides
}

fn on_plane(size: Size, point: Point) -> Place {
    let (x, y) = size.xy(point);
    place(x, y)
}

struct Converter<'a> {
    size: Size,
    plane: Plane,
    known: HashMap<Key, &'a ProofEntry>,
    own: Vec<Place>,
    left: usize,
}

impl Converter<'_> {
    /// The tree of the position on the plane; `None` if the proof lacks a reply, or is too long.
    fn tree(&mut self) -> Option<Tree> {
        self.left = self.left.checked_sub(1)?;
        let mut key = [self.own.clone(), self.plane.others.clone()];
        for side in &mut key {
            side.sort_unstable();
        }
        let entry = *self.known.get(&key)?;
        let line: Vec<_> = entry.line.iter().map(|&at| on_plane(self.size, at)).collect();
        let Some(attack) = entry.attack.map(|at| on_plane(self.size, at)) else {
            return Some(Tree { line: self.played_to_the_end(&line), quiet: None });
        };
        self.put_own(attack);
        let tree = self.after(attack, &line);
        self.lift_own();
        tree
    }

    fn after(&mut self, attack: Place, line: &[Place]) -> Option<Tree> {
        let fives = self.fives();
        match fives.as_slice() {
            [] => {
                let threat = self.played_to_the_end(line);
                let due = Verifier::new(&mut self.plane).due(&threat)?;
                let answers = due.iter().map(|reply| Some((reply, self.below(reply)?)));
                let answers = answers.collect::<Option<Vec<_>>>()?;
                let quiet = Some(Box::new(Quiet { attack, threat, answers }));
                Some(Tree { line: Vec::new(), quiet })
            }
            &[five] => {
                let mut below = self.below(five)?;
                below.line.splice(0..0, [attack, five]);
                Some(below)
            }
            &[first, second, ..] => Some(Tree { line: vec![attack, first, second], quiet: None }),
        }
    }

    fn below(&mut self, reply: Place) -> Option<Tree> {
        self.plane.put_other(reply);
        let tree = self.tree();
        self.plane.lift_other();
        tree
    }

    /// Goes on with a line of fours to the stone that completes a row.
    fn played_to_the_end(&mut self, line: &[Place]) -> Vec<Place> {
        let (mut line_played, mut others) = (Vec::new(), 0);
        let own = self.own.len();
        for (at, &place) in line.iter().enumerate() {
            line_played.push(place);
            if at % 2 == 1 {
                self.plane.put_other(place);
                others += 1;
                continue;
            }
            let is_five = self.plane.completes(place, |_| {});
            self.put_own(place);
            if is_five {
                break;
            }
        }
        if line_played.len() % 2 == 0 || !self.is_won(&line_played) {
            line_played.extend(self.fives().into_iter().take(2));
        }
        for _ in 0..others {
            self.plane.lift_other();
        }
        while self.own.len() > own {
            self.lift_own();
        }
        line_played
    }

    /// Has the last stone of a line, which lies there, completed a row?
    fn is_won(&mut self, line: &[Place]) -> bool {
        let Some(&last) = line.last() else { return false };
        self.plane.lift_own(last);
        let is_five = self.plane.completes(last, |_| {});
        self.plane.put_own(last);
        is_five
    }

    fn put_own(&mut self, place: Place) {
        self.plane.put_own(place);
        self.own.push(place);
    }

    fn lift_own(&mut self) {
        if let Some(place) = self.own.pop() {
            self.plane.lift_own(place);
        }
    }

    /// The empty points of the board where the attacker completes a row.
    fn fives(&self) -> Vec<Place> {
        let places = self.size.iter().map(|point| on_plane(self.size, point));
        places.filter(|&at| !self.plane.is_taken(at) && self.plane.completes(at, |_| {})).collect()
    }
}
