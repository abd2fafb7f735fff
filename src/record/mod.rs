//! Records: a played game with its rules, moves, events and comments (X1-X3).
//!
//! - X1 A record holds its format's version, rules with options, the start where chance or a set-up
//!   made it, the moves in notation one by one, events and comments between them, annotations of
//!   moves and the time left with them (`remarks.rs`), the result, players, date and free metadata. Two forms: JSON (`json.rs`) and readable text (`text.rs`).
//! - X2 Reading replays: a record that does not replay is refused with the number of the move.
//! - X4 Foreign formats: SGF (`sgf/`), Gomocup's `.psq` (`psq.rs`), the numbered form of Pagoda's source
//!   (`notes.rs`).
//! - X3 `resign k`, `draw agreed`, `timeout k`, `timeout both`, `adjudicated` (`event.rs`).

mod event;
mod foreign;
mod json;
mod notes;
mod psq;
mod remarks;
mod result_words;
mod sgf;
mod start;
mod stated;
mod text;
mod tokens;
pub mod tree;

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Map, Value};

use crate::board::Colour;
use crate::games::{AnyPosition, Game};
use crate::position::{
    Action, Decider, EarlyEnd, Notation, Outcome, Player, Position, Refusal, Termination,
    cut_annotation, shortened,
};

pub use event::Event;
pub use foreign::RulesSource;
pub use notes::ColumnLetters;
pub use tokens::{Token, Tokens, is_moves, unbracketed};

/// Version of the format that is written, and the only one that is read.
pub const FORMAT: u64 = 1;

/// What stands in a record, in the order in which it happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// An action.
    Move(Action),
    /// Something that is no action (X3).
    Event(Event),
    /// A remark.
    Comment(String),
}

/// Is the next stone white, as the game names its colours?
fn is_white(position: &AnyPosition) -> bool {
    position.colour() == Some(Colour::White.name())
}

/// Why a record is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// Number of the offending move, from 1; `None` if it is no move that offends.
    pub number: Option<usize>,
    /// The rule that it breaks, if one.
    pub rule: Option<&'static str>,
    /// In words.
    pub message: String,
}

impl RecordError {
    fn new(message: impl Into<String>) -> Self {
        Self { number: None, rule: None, message: shortened(message.into()) }
    }

    fn at(number: usize, refusal: &Refusal) -> Self {
        let message = format!("move {number}: {refusal}");
        Self { number: Some(number), rule: Some(refusal.rule), message }
    }
}

impl RecordError {
    /// With the line of the file in front.
    fn on_line(self, line: usize) -> Self {
        Self { message: format!("line {line}: {}", self.message), ..self }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RecordError {}

impl From<Refusal> for RecordError {
    fn from(refusal: Refusal) -> Self {
        Self { number: None, rule: Some(refusal.rule), message: refusal.to_string() }
    }
}

/// An end that the rules of the game did not bring about (X3).
#[derive(Clone, PartialEq, Debug)]
struct Ending {
    outcome: Outcome,
    returns: Vec<f32>,
}

/// A played game.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    game: Game,
    start: AnyPosition,
    position: AnyPosition,
    entries: Vec<Entry>,
    ending: Option<Ending>,
    annotations: BTreeMap<usize, String>,
    time_left: BTreeMap<usize, f64>,
    /// Names by seat; empty if unknown.
    pub players: Vec<String>,
    /// When it was played, as the writer put it.
    pub date: Option<String>,
    /// Anything else.
    pub metadata: Map<String, Value>,
}

impl Record {
    /// A record without moves, from a position of the rules.
    pub fn new(game: Game, start: AnyPosition) -> Self {
        Self {
            game,
            position: start.clone(),
            start,
            entries: Vec::new(),
            ending: None,
            annotations: BTreeMap::new(),
            time_left: BTreeMap::new(),
            players: Vec::new(),
            date: None,
            metadata: Map::new(),
        }
    }

    /// The rules.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Where the game began.
    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// Where it stands.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// All that happened, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The actions, in order.
    pub fn actions(&self) -> impl Iterator<Item = Action> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Move(action) => Some(*action),
            Entry::Event(_) | Entry::Comment(_) => None,
        })
    }

    /// The moves in notation, in order.
    pub fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.replay(|position, entry| {
            if let Entry::Move(action) = entry {
                moves.push(position.move_text(*action));
            }
        });
        moves
    }

    /// Calls `visit` with every entry and the position before it.
    pub fn replay(&self, mut visit: impl FnMut(&AnyPosition, &Entry)) {
        let mut position = self.start.clone();
        for entry in &self.entries {
            visit(&position, entry);
            match entry {
                Entry::Move(action) => position.play_unchecked(*action),
                // A timeout that only loses the turn; the others leave the position alone.
                Entry::Event(Event::Timeout(player)) => drop(position.time_out(*player)),
                Entry::Event(_) | Entry::Comment(_) => {}
            }
        }
    }

    /// Calls `visit` with every position from the start to the end and with what led to it,
    /// `None` at the start: a position for each move, and for each turn lost to the clock (N14).
    pub fn positions(&self, mut visit: impl FnMut(&AnyPosition, Option<&Entry>)) {
        let mut position = self.start.clone();
        visit(&position, None);
        for entry in &self.entries {
            let goes_on = match entry {
                Entry::Move(action) => {
                    position.play_unchecked(*action);
                    true
                }
                Entry::Event(Event::Timeout(player)) => position.time_out(*player).is_ok(),
                Entry::Event(_) | Entry::Comment(_) => false,
            };
            if goes_on {
                visit(&position, Some(entry));
            }
        }
    }

    /// How many actions were legal at each position in which a player was to decide.
    pub fn legal_counts(&self) -> Vec<u32> {
        let (mut counts, mut actions) = (Vec::new(), Vec::new());
        self.positions(|position, _| {
            if matches!(position.decider(), Decider::Player(_)) {
                position.legal_actions(&mut actions);
                counts.push(actions.len() as u32);
            }
        });
        counts
    }

    /// Calls `visit` with every position at which a turn begins and a player is to decide.
    pub fn turn_starts(&self, mut visit: impl FnMut(&AnyPosition)) {
        let mut last = None;
        self.positions(|position, _| {
            let turn = Some(position.turns());
            if matches!(position.decider(), Decider::Player(_)) && last != turn {
                last = turn;
                visit(position);
            }
        });
    }

    /// Has the game ended, by its rules or by an event?
    pub fn is_over(&self) -> bool {
        self.ending.is_some() || self.position.decider() == Decider::Over
    }

    /// How it ended; `None` while it runs.
    pub fn outcome(&self) -> Option<Outcome> {
        match &self.ending {
            Some(ending) => Some(ending.outcome.clone()),
            None => self.position.outcome(),
        }
    }

    /// The returns by seat (E9).
    pub fn returns(&self) -> Vec<f32> {
        if let Some(ending) = &self.ending {
            return ending.returns.clone();
        }
        let mut returns = vec![0.0; self.game.rules.info().num_players];
        self.position.returns(&mut returns);
        returns
    }

    /// Plays an action, or says why it is refused. After an event that has ended the game the rule is
    /// named that the action breaks besides, if it breaks one.
    pub fn push(&mut self, action: Action) -> Result<(), Refusal> {
        if self.is_over() {
            let refusal = self.position.refusal(action);
            return Err(refusal.unwrap_or_else(|| Refusal::over(&self.position.move_text(action))));
        }
        self.position.play(action)?;
        self.entries.push(Entry::Move(action));
        Ok(())
    }

    /// Plays a move or a run of moves with their annotations; all of them or none.
    pub fn push_text(&mut self, text: &str) -> Result<(), Refusal> {
        let (position, entries) = (self.position.clone(), self.entries.len());
        for part in position.split_moves(text) {
            // Whether annotations are part of the notation is the game's to say (N20).
            let played = self.position.parse_move(&part).and_then(|action| self.push(action));
            if let Err(refusal) = played {
                self.position = position;
                self.entries.truncate(entries);
                self.drop_remarks();
                return Err(refusal);
            }
            self.remark(cut_annotation(&part).1);
        }
        Ok(())
    }

    /// Notes an event and does what it does (X3).
    pub fn event(&mut self, event: Event) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::over(&event.to_string()));
        }
        let mut returns = vec![0.0; self.game.rules.info().num_players];
        let position = &self.position;
        let outcome = match event {
            Event::Resign(player) => {
                Outcome::of(position.resigned(player, &mut returns)?, Termination::Resignation)
            }
            Event::DrawAgreed => {
                position.agreed_draw(&mut returns);
                Outcome::of(Vec::new(), Termination::Agreement)
            }
            Event::TimeoutBoth => {
                position.agreed_draw(&mut returns);
                Outcome::of(Vec::new(), Termination::Timeout)
            }
            Event::Adjudicated => position.adjudicated(&mut returns),
            Event::Timeout(player) => match self.position.time_out(player) {
                Ok(()) => {
                    self.entries.push(Entry::Event(event));
                    return Ok(());
                }
                Err(refusal) if refusal.rule == "X3" => {
                    let winners = self.position.resigned(player, &mut returns)?;
                    Outcome::of(winners, Termination::Timeout)
                }
                Err(refusal) => return Err(refusal),
            },
        };
        self.ending = Some(Ending { outcome, returns });
        self.entries.push(Entry::Event(event));
        Ok(())
    }

    /// Puts a comment after turn `turn`; 0 is before the first.
    pub fn comment(&mut self, turn: u32, text: &str) -> Result<(), RecordError> {
        let played = self.position.turns();
        if turn > played {
            let message = format!("a comment after turn {turn} is refused: {played} are played");
            return Err(RecordError::new(message));
        }
        // In front of the first move of the turn after.
        let (mut place, mut index) = (None, 0);
        self.replay(|position, entry| {
            let later = position.turns() >= turn && matches!(entry, Entry::Move(_));
            if later && place.is_none() {
                place = Some(index);
            }
            index += 1;
        });
        let place = place.unwrap_or(self.entries.len());
        self.entries.insert(place, Entry::Comment(text.to_owned()));
        Ok(())
    }

    /// Takes back the last move or event, with the comments after it, and gives its text.
    pub fn pop(&mut self) -> Option<String> {
        let last = self.entries.iter().rposition(|entry| !matches!(entry, Entry::Comment(_)))?;
        let mut text = String::new();
        let mut before = self.start.clone();
        let mut index = 0;
        self.replay(|position, entry| {
            if index == last {
                before = position.clone();
                text = match entry {
                    Entry::Move(action) => position.move_text(*action),
                    Entry::Event(event) => event.to_string(),
                    Entry::Comment(_) => String::new(),
                };
            }
            index += 1;
        });
        self.entries.truncate(last);
        self.position = before;
        self.ending = None;
        self.drop_remarks();
        Some(text)
    }

    /// The result in words, as the text form has it.
    pub fn result(&self) -> String {
        let Some(outcome) = self.outcome() else { return "unfinished".to_owned() };
        let why = serde_json::to_value(outcome.termination).unwrap_or_default();
        let why = why.as_str().unwrap_or_default().replace('_', " ");
        let seats: Vec<_> = outcome.winners.iter().map(|Player(seat)| seat.to_string()).collect();
        match &seats[..] {
            [] => format!("nobody wins: {why}"),
            [seat] => format!("player {seat} wins: {why}"),
            seats => format!("players {} win: {why}", seats.join(", ")),
        }
    }
}
