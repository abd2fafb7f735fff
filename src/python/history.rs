//! The shared list of what led to a position: each entry knows the one before it, so that two
//! games with a common beginning share it.

use std::sync::Arc;

use crate::games::{AnyPosition, Game};
use crate::position::{Action, Player, Refusal};
use crate::record::{Entry, Event, Record};

/// One thing that happened on the way to a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// An action was played.
    Action(Action),
    /// A player ran out of time and lost the turn (N14).
    TimeOut(Player),
}

impl Step {
    /// As a number, for pickles.
    pub fn packed(self) -> u32 {
        match self {
            Self::Action(action) => u32::from(action.0),
            Self::TimeOut(player) => 1 << 16 | u32::from(player.0),
        }
    }

    /// From its number.
    pub fn unpacked(number: u32) -> Option<Self> {
        match number >> 16 {
            0 => Some(Self::Action(Action(number as u16))),
            1 => u8::try_from(number & 0xFFFF).ok().map(|player| Self::TimeOut(Player(player))),
            _ => None,
        }
    }
}

/// The path from a start to a position.
#[derive(Clone)]
pub struct History(Arc<Node>);

struct Node {
    /// `None` for the start.
    before: Option<Arc<Node>>,
    what: What,
}

enum What {
    Start(Box<AnyPosition>),
    Step(Step),
}

impl History {
    /// A path that begins here.
    pub fn new(start: AnyPosition) -> Self {
        Self(Arc::new(Node { before: None, what: What::Start(Box::new(start)) }))
    }

    /// The path of a record.
    pub fn from_record(record: &Record) -> Self {
        let mut past = Self::new(record.start().clone());
        record.positions(|_, entry| past = past.after(entry));
        past
    }

    /// One entry of a record further; entries that lead nowhere are passed over.
    pub fn after(&self, entry: Option<&Entry>) -> Self {
        match entry {
            Some(Entry::Move(action)) => self.push(Step::Action(*action)),
            Some(Entry::Event(Event::Timeout(player))) => self.push(Step::TimeOut(*player)),
            Some(Entry::Event(_) | Entry::Comment(_)) | None => self.clone(),
        }
    }

    /// The path as a record.
    pub fn to_record(&self, game: Game) -> Result<Record, Refusal> {
        let (start, steps) = self.path();
        let mut record = Record::new(game, start.clone());
        for step in steps {
            match step {
                Step::Action(action) => record.push(action)?,
                Step::TimeOut(player) => record.event(Event::Timeout(player))?,
            }
        }
        Ok(record)
    }

    /// The path with one further step.
    pub fn push(&self, step: Step) -> Self {
        Self(Arc::new(Node { before: Some(Arc::clone(&self.0)), what: What::Step(step) }))
    }

    /// Where the path begins, and all steps in order.
    pub fn path(&self) -> (&AnyPosition, Vec<Step>) {
        let (mut node, mut steps) = (&self.0, Vec::new());
        loop {
            match (&node.what, &node.before) {
                (What::Step(step), Some(before)) => {
                    steps.push(*step);
                    node = before;
                }
                (What::Start(start), _) => {
                    steps.reverse();
                    return (start, steps);
                }
                (What::Step(_), None) => unreachable!("only a start has nothing before it"),
            }
        }
    }
}

// A long game is a long chain: dropping it node by node must not recurse.
impl Drop for Node {
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(node) = before {
            before = Arc::into_inner(node).and_then(|mut node| node.before.take());
        }
    }
}
