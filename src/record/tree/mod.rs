//! A tree of positions: the moves and remarks at each, merged over all lines that lead there.
//!
//! Transpositions are one position; by choice the images under the symmetries of the rules are one,
//! too. Each position has its moves with the games that went on by them, a comment, a mark, labels
//! on points, and a proven value. `lib.rs` reads and writes the files of `RenLib`, `sgf.rs` SGF with
//! variations, `json.rs` everything; `prove.rs` carries proven values up, `walk.rs` visits the
//! positions.

mod comment_store;
mod comments;
mod json;
mod lib;
mod load;
mod prove;
mod sgf;
mod walk;

use std::collections::{BTreeMap, HashMap, HashSet};

use self::comment_store::CommentStore;
use self::walk::Visit;
use super::{Entry, Record, RecordError};
use crate::canonical::canonical;
use crate::games::{AnyPosition, Game};
use crate::position::{Action, Decider, Player, Position, Symmetry};

/// No node, no edge.
const NONE: u32 = u32::MAX;

/// Games that came by, and how they ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// All games, those without a result among them.
    pub games: u32,
    /// Games won by each of the two seats.
    pub wins: [u32; 2],
    /// Games that nobody won.
    pub draws: u32,
}

impl Count {
    fn add(&mut self, game: Self) {
        self.games = self.games.saturating_add(game.games);
        self.draws = self.draws.saturating_add(game.draws);
        for (sum, more) in self.wins.iter_mut().zip(game.wins) {
            *sum = sum.saturating_add(more);
        }
    }
}

/// A position of the tree.
#[derive(Clone, Debug)]
struct Node {
    /// Its first edge.
    first: u32,
    /// Legal actions; those that an edge stands for.
    legal: u16,
    covered: u16,
    /// The seat to decide; 2 where the game is over.
    seat: u8,
    /// Proven: 1 a win of seat 0, -1 of seat 1, 0 a draw.
    value: Option<i8>,
    /// Is it marked?
    mark: bool,
    count: Count,
}

/// A move from one position to another, as one of the position that stands for its images.
#[derive(Clone, Debug)]
struct Edge {
    action: u16,
    child: u32,
    next: u32,
    count: Count,
}

/// The remarks on a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// In words.
    pub comment: String,
    /// Is it marked?
    pub mark: bool,
    /// Texts on points, as points of the position that stands for its images.
    pub labels: BTreeMap<u16, String>,
}

/// A move of a position and what came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    /// The action at the position that was asked about.
    pub action: Action,
    /// Games that went on by it.
    pub count: Count,
    /// What is proven of the position that it leads to.
    pub value: Option<i8>,
}

/// What the tree knows of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    /// Games that came by.
    pub count: Count,
    /// What is proven.
    pub value: Option<i8>,
    /// The remarks.
    pub notes: Notes,
    /// The moves that the tree has, in the order in which they came.
    pub moves: Vec<Branch>,
}

/// A tree of positions of a game for two.
#[derive(Clone, Debug)]
pub struct Tree {
    game: Game,
    start: AnyPosition,
    motions: Vec<Symmetry>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    index: HashMap<u64, u32>,
    texts: CommentStore,
    /// Keys of the paragraphs of long comments.
    parts: HashMap<u32, HashSet<u64>>,
    max_positions: usize,
}

impl Tree {
    /// A tree of one position; refused where not two play. It grows to `max_positions` positions.
    pub fn new(
        game: Game,
        start: AnyPosition,
        symmetric: bool,
        max_positions: usize,
    ) -> Result<Self, RecordError> {
        if game.rules.info().num_players != 2 {
            return Err(RecordError::new("a tree holds games for two"));
        }
        let motions = if symmetric { game.rules.symmetries() } else { Vec::new() };
        let max_positions = max_positions.min(NONE as usize - 1);
        let (nodes, edges) = (Vec::new(), Vec::new());
        let (index, texts, parts) = (HashMap::new(), CommentStore::default(), HashMap::new());
        let mut tree = Self {
            game,
            start: start.clone(),
            motions,
            nodes,
            edges,
            index,
            texts,
            parts,
            max_positions,
        };
        tree.enter(&start)?;
        Ok(tree)
    }

    /// The rules.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position at its root.
    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// Are images one?
    pub fn is_symmetric(&self) -> bool {
        !self.motions.is_empty()
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Has it the root alone?
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    /// The key of a position, and the motion that leads to the image that stands for it.
    fn key(&self, position: &AnyPosition) -> (u64, usize) {
        if self.motions.is_empty() {
            return (position.key(), 0);
        }
        let (motion, image) = canonical(position, &self.motions);
        (image.key(), motion)
    }

    /// The node of a position, made where it is not there; and the motion to its image.
    fn enter(&mut self, position: &AnyPosition) -> Result<(u32, usize), RecordError> {
        let (key, motion) = self.key(position);
        if let Some(&node) = self.index.get(&key) {
            return Ok((node, motion));
        }
        if self.nodes.len() >= self.max_positions {
            let max_positions = self.max_positions;
            return Err(RecordError::new(format!(
                "the tree has {max_positions} positions already: max_positions= lets it grow"
            )));
        }
        let mut legal = Vec::new();
        let (seat, value) = match position.decider() {
            Decider::Player(Player(seat)) => {
                position.legal_actions(&mut legal);
                (seat, None)
            }
            _ => (2, position.outcome().map(|outcome| value_of(&outcome.winners))),
        };
        let node = self.nodes.len() as u32;
        let legal = legal.len().min(usize::from(u16::MAX)) as u16;
        let count = Count::default();
        self.nodes.push(Node { first: NONE, legal, covered: 0, seat, value, mark: false, count });
        self.index.insert(key, node);
        Ok((node, motion))
    }

    fn edges_of(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let next = |&edge: &u32| Some(self.edges[edge as usize].next).filter(|&next| next != NONE);
        std::iter::successors(Some(self.nodes[node as usize].first).filter(|&e| e != NONE), next)
    }

    /// Where an action that was played here before leads, and by which edge. Of images another action
    /// may have been played: nothing is known then.
    fn known(&self, node: u32, action: Action) -> Option<(u32, u32)> {
        if self.is_symmetric() {
            return None;
        }
        let edge = self.edges_of(node).find(|&e| self.edges[e as usize].action == action.0)?;
        Some((self.edges[edge as usize].child, edge))
    }

    /// Goes on by a legal action: the next position is played, and its node given with the edge.
    fn step(
        &mut self,
        (node, motion): (u32, usize),
        position: &mut AnyPosition,
        action: Action,
    ) -> Result<((u32, usize), u32), RecordError> {
        let before = self.is_symmetric().then(|| position.clone());
        position.play_unchecked(action);
        let child = self.enter(position)?;
        let own = self.motions.get(motion).map_or(action.0, |by| by.actions[usize::from(action.0)]);
        let symmetric = self.is_symmetric();
        let (mut last, mut known_edge) = (NONE, None);
        for edge in self.edges_of(node) {
            last = edge;
            let known = &self.edges[edge as usize];
            // Of a position that is its own image, several actions lead to the same.
            if known.action == own || symmetric && known.child == child.0 {
                known_edge = Some(edge);
                break;
            }
        }
        if let Some(edge) = known_edge {
            return Ok((child, edge));
        }
        if self.edges.len() >= self.max_positions.saturating_mul(4) {
            return Err(RecordError::new("the tree has four times as many moves as positions"));
        }
        let edge = self.edges.len() as u32;
        self.edges.push(Edge { action: own, child: child.0, next: NONE, count: Count::default() });
        match last {
            NONE => self.nodes[node as usize].first = edge,
            last => self.edges[last as usize].next = edge,
        }
        let images = before.map_or(1, |before| self.images(&before, action));
        self.nodes[node as usize].covered += images;
        Ok((child, edge))
    }

    /// How many actions of a position are images of one under the motions that keep it.
    fn images(&self, position: &AnyPosition, action: Action) -> u16 {
        let key = position.key();
        let keep = self.motions.iter().filter(|motion| position.image(motion).key() == key);
        let mut all: Vec<u16> = keep.map(|by| by.actions[usize::from(action.0)]).collect();
        all.sort_unstable();
        all.dedup();
        all.len() as u16
    }

    /// Adds a game; its moves, and its result where it has one.
    pub fn add(&mut self, record: &Record) -> Result<(), RecordError> {
        let rules = &record.game().rules;
        if *rules != self.game.rules || *record.start() != self.start {
            return Err(RecordError::new(format!(
                "a game of {} from its start is refused: the tree is one of {} and begins at {}",
                record.game().name,
                self.game.name,
                if *rules == self.game.rules { "another position" } else { "its own start" },
            )));
        }
        self.follow(record, true)
    }

    /// Counts a game, with its comments if they are to be kept.
    fn follow(&mut self, record: &Record, comments: bool) -> Result<(), RecordError> {
        let mut game = Count { games: 1, ..Count::default() };
        match record.worth() {
            Some(1) => game.wins[0] = 1,
            Some(-1) => game.wins[1] = 1,
            Some(_) => game.draws = 1,
            None => {}
        }
        let mut position = self.start.clone();
        let mut here = self.enter(&position)?;
        self.nodes[here.0 as usize].count.add(game);
        for entry in record.entries() {
            match entry {
                Entry::Move(action) => {
                    let (next, edge) = self.step(here, &mut position, *action)?;
                    self.edges[edge as usize].count.add(game);
                    self.nodes[next.0 as usize].count.add(game);
                    here = next;
                }
                Entry::Comment(comment) if comments => self.say(here.0, comment)?,
                // What ends a game or a turn leads to no position of its own.
                Entry::Event(_) | Entry::Comment(_) => {}
            }
        }
        Ok(())
    }

    fn find(&self, position: &AnyPosition) -> Option<(u32, usize)> {
        let (key, motion) = self.key(position);
        self.index.get(&key).map(|&node| (node, motion))
    }

    /// What the tree knows of a position; `None` if it does not have it.
    pub fn look(&self, position: &AnyPosition) -> Option<Look> {
        let (node, motion) = self.find(position)?;
        let known = &self.nodes[node as usize];
        let motion = self.motions.get(motion);
        let back = |all: &[u16], to: u16| all.iter().position(|&image| image == to);
        let own = |action: u16| match motion {
            Some(motion) => back(&motion.actions, action).map_or(action, |own| own as u16),
            None => action,
        };
        let moves = self.edges_of(node).map(|edge| {
            let edge = &self.edges[edge as usize];
            let value = self.nodes[edge.child as usize].value;
            Branch { action: Action(own(edge.action)), count: edge.count, value }
        });
        let mut notes = self.notes(node);
        if let Some(motion) = motion {
            let place = |(point, text): (u16, String)| {
                (back(&motion.points, point).map_or(point, |own| own as u16), text)
            };
            notes.labels = notes.labels.into_iter().map(place).collect();
        }
        Some(Look { count: known.count, value: known.value, notes, moves: moves.collect() })
    }

    /// Sets the remarks on a position that the tree has.
    pub fn note(&mut self, position: &AnyPosition, mut notes: Notes) -> Result<bool, RecordError> {
        let Some((node, motion)) = self.find(position) else { return Ok(false) };
        if let Some(motion) = self.motions.get(motion) {
            let place = |(point, text)| (motion.points[usize::from(point)], text);
            notes.labels = notes.labels.into_iter().map(place).collect();
        }
        self.parts.remove(&node);
        self.nodes[node as usize].mark = notes.mark;
        self.texts.set(node, &notes.comment, &notes.labels)?;
        Ok(true)
    }

    /// The remarks on a node, on the points of the position that stands for its images.
    fn notes(&self, node: u32) -> Notes {
        let (comment, labels) = (self.texts.comment(node).to_owned(), self.texts.labels(node));
        Notes { comment, mark: self.nodes[node as usize].mark, labels }
    }

    /// Are the texts in signs of ASCII alone?
    pub fn is_ascii(&self) -> bool {
        self.texts.is_ascii()
    }

    /// Rewrites every text.
    pub fn rewrite(
        &mut self,
        text: impl FnMut(&str) -> Result<String, RecordError>,
    ) -> Result<(), RecordError> {
        self.parts.clear();
        self.texts.rewrite(text)
    }
}

/// 1 where seat 0 has won, -1 where seat 1 has, 0 where nobody.
fn value_of(winners: &[Player]) -> i8 {
    match winners {
        [Player(0)] => 1,
        [Player(1)] => -1,
        _ => 0,
    }
}
