//! Smaller lemmas: fewer points, fewer stones, and stones of the defender that do no harm.

use super::bits::{BitBoard, Bits};
use super::convert::wall;
use super::lemma::{Laid, Lemma, Reference};
use super::plane::{Place, Plane};
use super::tree::{Quiet, Tree};
use super::verify::Verifier;
use crate::board::Size;

impl Verifier<'_> {
    /// The same win with fewer points: where one answer does for several replies, it is taken for all
    /// of them.
    pub fn shared(&mut self, tree: &Tree) -> Tree {
        let Some(quiet) = &tree.quiet else { return tree.clone() };
        let own: Vec<_> = tree.line.iter().copied().step_by(2).chain([quiet.attack]).collect();
        let others: Vec<_> = tree.line.iter().copied().skip(1).step_by(2).collect();
        for &place in &own {
            self.plane.put_own(place);
        }
        for &place in &others {
            self.plane.put_other(place);
        }
        let answers = self.shared_answers(&quiet.answers);
        for _ in &others {
            self.plane.lift_other();
        }
        for &place in own.iter().rev() {
            self.plane.lift_own(place);
        }
        let quiet = Quiet { attack: quiet.attack, threat: quiet.threat.clone(), answers };
        Tree { line: tree.line.clone(), quiet: Some(Box::new(quiet)) }
    }

    fn shared_answers(&mut self, answers: &[(Place, Tree)]) -> Vec<(Place, Tree)> {
        let mut below = Vec::new();
        for (reply, tree) in answers {
            self.plane.put_other(*reply);
            below.push((self.shared(tree), 0));
            self.plane.lift_other();
        }
        for (tree, len) in &mut below {
            *len = tree.places().len();
        }
        let handles: Vec<Vec<bool>> = (0..below.len())
            .map(|tree| {
                let each = answers.iter().enumerate();
                each.map(|(reply, &(place, _))| {
                    reply == tree || self.wins_after(place, &below[tree].0)
                })
                .collect()
            })
            .collect();
        let mut chosen = vec![None; answers.len()];
        while chosen.contains(&None) {
            let count = |tree: usize| {
                (0..chosen.len()).filter(|&at| chosen[at].is_none() && handles[tree][at]).count()
            };
            let best = (0..below.len())
                .max_by_key(|&tree| (count(tree), std::cmp::Reverse(below[tree].1)))
                .filter(|&tree| count(tree) > 0);
            let Some(best) = best else { break };
            for (one, &does) in chosen.iter_mut().zip(&handles[best]) {
                if one.is_none() && does {
                    *one = Some(best);
                }
            }
        }
        let trees = chosen.into_iter().enumerate();
        trees.map(|(at, tree)| (answers[at].0, below[tree.unwrap_or(at)].0.clone())).collect()
    }

    fn wins_after(&mut self, reply: Place, tree: &Tree) -> bool {
        if self.plane.is_taken(reply) {
            return false;
        }
        self.plane.put_other(reply);
        let wins = self.wins(tree);
        self.plane.lift_other();
        wins
    }
}

/// A position in which a tree wins, the attacker to move, and the replies that a lemma of it should meet.
pub struct Shrinker<'a> {
    pub board: &'a BitBoard,
    pub size: Size,
    pub plane: &'a mut Plane,
    /// The stones before the reply.
    pub sides: [Bits; 2],
    /// The reply, if there is one.
    pub reply: Option<Place>,
    /// The replies that are still to be met.
    pub open: Bits,
}

/// How a lemma lies on the board from which it comes.
const IN_PLACE: Reference = Reference { lemma: 0, motion: 0, dx: 0, dy: 0 };

impl Shrinker<'_> {
    /// A lemma of the tree that applies after the reply, and the replies that it meets.
    pub fn lemma(&mut self, tree: &Tree) -> Option<(Lemma, Bits)> {
        let mut own: Vec<_> = self.board.places(self.sides[0]).collect();
        let mut other: Vec<_> = self.board.places(self.sides[1]).chain(self.reply).collect();
        let mut walls = vec![0, 1, 2, 3];
        let tree = self.whole(&own, &other, tree)?;
        for side in 0..4 {
            let fewer: Vec<_> = walls.iter().copied().filter(|&one| one != side).collect();
            if self.at(&own, &other, &fewer, &tree).is_some() {
                walls = fewer;
            }
        }
        for stone in own.clone() {
            let fewer: Vec<_> = own.iter().copied().filter(|&one| one != stone).collect();
            if !fewer.is_empty() && self.at(&fewer, &other, &walls, &tree).is_some() {
                own = fewer;
            }
        }
        let mut best = self.at(&own, &other, &walls, &tree)?;
        for stone in other.clone() {
            let fewer: Vec<_> = other.iter().copied().filter(|&one| one != stone).collect();
            if let Some(shrunk) = self.at(&own, &fewer, &walls, &tree)
                && shrunk.1.len() >= best.1.len()
            {
                (other, best) = (fewer, shrunk);
            }
        }
        for stone in self.board.places(self.open).collect::<Vec<_>>() {
            if self.board.bit(stone).meets(best.1) || best.0.needs.empty.has(stone) {
                continue;
            }
            let mut more = other.clone();
            more.push(stone);
            if let Some(shrunk) = self.at(&own, &more, &walls, &tree)
                && shrunk.1.len() > best.1.len()
            {
                (other, best) = (more, shrunk);
            }
        }
        Some(best)
    }

    /// The tree with shared answers; `None` if it does not win.
    fn whole(&mut self, own: &[Place], other: &[Place], tree: &Tree) -> Option<Tree> {
        let outside = self.outside(&[0, 1, 2, 3]);
        let tree = Lemma::new(self.plane, [own, other, &outside], tree)?.tree;
        Some(Verifier::new(self.plane).shared(&tree))
    }

    fn outside(&self, walls: &[usize]) -> Vec<Place> {
        let mut outside: Vec<_> = walls.iter().flat_map(|&side| wall(self.size, side)).collect();
        outside.sort_unstable();
        outside.dedup();
        outside
    }

    /// The lemma with these stones and edges, if it applies after the reply, and what it meets.
    fn at(
        &mut self,
        own: &[Place],
        other: &[Place],
        walls: &[usize],
        tree: &Tree,
    ) -> Option<(Lemma, Bits)> {
        let outside = self.outside(walls);
        let lemma = Lemma::new(self.plane, [own, other, &outside], tree)?;
        let laid = Laid::new(self.board, &lemma, IN_PLACE)?;
        let row = self.plane.law.row;
        let met = met(&laid, self.board, row, self.sides, self.open);
        let applies = match self.reply {
            Some(reply) => self.board.bit(reply).meets(met),
            None => laid.applies(self.board, row, self.sides),
        };
        applies.then_some((lemma, met))
    }
}

/// The replies of a set that a lemma meets.
pub fn met(laid: &Laid, board: &BitBoard, row: usize, sides: [Bits; 2], open: Bits) -> Bits {
    let Some(spoilers) = laid.spoilers(board, row, sides) else { return Bits::default() };
    let mut replies = open.but(spoilers);
    for place in board.places(open.and(spoilers).but(laid.empty)) {
        let reply = board.bit(place);
        if laid.applies(board, row, [sides[0], sides[1].or(reply)]) {
            replies = replies.or(reply);
        }
    }
    replies
}
