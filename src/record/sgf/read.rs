//! Records from SGF.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::place::{Instead, instead, looks_like_moves, read_point};
use super::tree::{SgfNode, only_value, parse};
use super::{ABOUT, FORMAT, extra, place};
use crate::board::{Colour, Size};
use crate::games::{self, Game};
use crate::position::{Decider, Player, Position, Refusal};
use crate::record::foreign::{RulesSource, require_board};
use crate::record::{Entry, Event, Record, RecordError, is_white};

/// The numbers that SGF gives to the games of the register.
static GAMES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let formats = games::PRESETS.iter().filter_map(|preset| games::preset(preset.name).ok());
    formats.filter_map(|game| game.rules.info().sgf_game()).collect()
});
/// Key of the metadata that counts the lines of a tree beside the main line.
const OTHERS: &str = "variations";

impl Record {
    /// A record from the only game of an SGF text, along its main line, replayed move by move.
    pub fn from_sgf(text: &str, source: RulesSource<'_>) -> Result<Self, RecordError> {
        let (nodes, others) = parse(text)?;
        let game = read_rules(&nodes, source)?;
        let size = require_board(&game.rules, FORMAT)?;
        let begin = place::read_start(&game, &nodes, size)?;
        let mut reader =
            Reader { number: 0, black: 0, white: false, size, record: Self::new(game, begin) };
        for (index, node) in nodes.iter().enumerate() {
            reader.node(node, index == 0)?;
        }
        let mut record = reader.finish(&nodes)?;
        if others > 0 {
            record.metadata.insert(OTHERS.to_owned(), others.into());
        }
        Ok(record)
    }
}

/// The rules: those given, else those that the file spells out, else those that it names.
pub fn read_rules(nodes: &[SgfNode], source: RulesSource<'_>) -> Result<Game, RecordError> {
    let unsure = matches!(source, RulesSource::Nothing);
    let is_known = |number: &&str| number.trim().parse().is_ok_and(|n| GAMES.contains(&n));
    if let Some(number) = only_value(nodes, "GM")?.filter(|number| unsure && !is_known(number)) {
        return Err(RecordError::new(format!(
            "SGF of game {number:.10} is refused: GM[4], Gomoku and Renju, is read; another one \
             needs rules="
        )));
    }
    let size = only_value(nodes, "SZ")?.map(read_size).transpose()?;
    if let (true, Some(text)) = (unsure, only_value(nodes, "FR")?) {
        let value: Value = serde_json::from_str(text).map_err(|error| {
            RecordError::new(format!("SGF: the rules in FR are no JSON: {error}"))
        })?;
        return Ok(games::from_value(&value)?);
    }
    let named = only_value(nodes, "RU")?;
    // Other programs mean five or more as often as exactly five.
    let ours = only_value(&nodes[..1], "AP")?.is_some_and(|name| name.starts_with("fivefold"));
    if unsure && !ours && named.is_some_and(|name| name.trim().eq_ignore_ascii_case("gomoku")) {
        return Err(RecordError::new(
            "RU[Gomoku] may mean five or more or exactly five, the first stone anywhere or in the \
             centre: say which with rules=",
        ));
    }
    source.game(named, size, FORMAT)
}

/// `15`, or `19:15` for columns and rows.
fn read_size(text: &str) -> Result<Size, RecordError> {
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    let side = |text: &str| text.trim().parse::<u8>().ok().filter(|side| (1..=52).contains(side));
    match (side(columns), side(rows)) {
        (Some(columns), Some(rows)) => Ok(Size { columns, rows }),
        _ => Err(RecordError::new(format!("SGF: SZ[{text:.20}] is no size up to 52"))),
    }
}

struct Reader {
    record: Record,
    size: Size,
    /// Moves so far.
    number: usize,
    /// The seat with the black stones.
    black: u8,
    /// Was the last move White's?
    white: bool,
}

impl Reader {
    /// Everything that a node says, in the order in which it says it.
    fn node(&mut self, node: &SgfNode, root: bool) -> Result<(), RecordError> {
        // A move that is more than a stone stands beside the stone that other programs see.
        let more = node.properties.iter().any(|(name, _)| name == "FV");
        let first = node
            .properties
            .iter()
            .position(|(name, _)| if more { name == "FV" } else { name == "B" || name == "W" });
        // What stands in front of the move of its node belongs to that move.
        let (front, rest) = node.properties.split_at(first.filter(|_| !root).unwrap_or(0));
        for name in ["BL", "WL"] {
            only_value(std::slice::from_ref(node), name)?;
        }
        let (setup, remarks): (Vec<_>, Vec<_>) =
            front.iter().partition(|(name, _)| matches!(name.as_str(), "AB" | "AW" | "AE"));
        let (own, rest) = rest.split_at(rest.len().min(1));
        for (name, values) in setup.into_iter().chain(own).chain(remarks).chain(rest) {
            match name.as_str() {
                "AB" | "AW" | "AE" if self.number > 0 => {
                    return Err(RecordError::new(format!(
                        "SGF, line {}, after move {}: stones set up in the middle of a game cannot \
                         be replayed",
                        node.line, self.number
                    )));
                }
                "FV" => {
                    for text in values {
                        self.play(text)?;
                    }
                }
                "B" | "W" if more => {}
                "B" | "W" => {
                    let colour = if name == "B" { Colour::Black } else { Colour::White };
                    self.only(name, values)?;
                    self.stone(&values[0], colour)?;
                }
                "FE" => {
                    for text in values {
                        text.parse().and_then(|event| self.record.event(event))?;
                    }
                }
                "FA" if self.number == 0 => {
                    let message = "FA is refused before the first move: it annotates a move";
                    return Err(RecordError::new(format!("SGF, line {}: {message}", node.line)));
                }
                "FA" => values.iter().for_each(|text| self.record.remark(text)),
                "C" => {
                    let comments = values.iter().cloned().map(Entry::Comment);
                    self.record.entries.extend(comments);
                }
                "BL" | "WL" if self.clock(name, &values[0])? => {}
                "BL" | "WL" => self.rest(name, values, root)?,
                _ if extra::RESERVED.contains(&name.as_str()) => {}
                _ => self.rest(name, values, root)?,
            }
        }
        Ok(())
    }

    /// A move has one value; of two the second would be lost.
    fn only(&self, name: &str, values: &[String]) -> Result<(), RecordError> {
        if let [_, second, ..] = values {
            let message = format!(
                "{name} has a second value [{second:.20}]: a move is one point, and the next one a \
                 property of its own"
            );
            return Err(RecordError::at(self.number + 1, &Refusal::new("X4", message)));
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), RecordError> {
        self.number += 1;
        self.white = is_white(&self.record.position);
        let played = self.record.push_text(text);
        played.map_err(|refusal| RecordError::at(self.number, &refusal))
    }

    /// A stone or a pass of a colour; it must be that colour's turn.
    fn stone(&mut self, text: &str, colour: Colour) -> Result<(), RecordError> {
        let position = &self.record.position;
        let turn = position.colour();
        let Decider::Player(Player(seat)) = position.decider() else {
            return self.play(if text.is_empty() { "pass" } else { text });
        };
        let own = if turn.is_none_or(|turn| turn == colour.name()) { seat } else { 1 - seat };
        match instead(text, self.size) {
            Some(Instead::Resign) => return Ok(self.record.event(Event::Resign(Player(own)))?),
            Some(Instead::Timeout) => return Ok(self.record.event(Event::Timeout(Player(own)))?),
            Some(Instead::Choice(word)) => return self.play(&word),
            Some(Instead::Pass) | None => {}
        }
        if turn.is_some_and(|turn| turn != colour.name()) {
            let refusal = Refusal::new("X4", format!("{} is to move out of turn", colour.name()));
            return Err(RecordError::at(self.number + 1, &refusal));
        }
        self.black = if colour == Colour::Black { seat } else { 1 - seat };
        let name = if instead(text, self.size).is_some() {
            "pass".to_owned()
        } else {
            let point = read_point(text, self.size)
                .map_err(|refusal| RecordError::at(self.number + 1, &refusal))?;
            self.size.name(point)
        };
        self.play(&name)
    }

    /// Seconds left to the player who has just moved; the other one's clock is not kept here.
    fn clock(&mut self, name: &str, text: &str) -> Result<bool, RecordError> {
        let Ok(seconds) = text.trim().parse::<f64>() else { return Ok(false) };
        let own = self.number > 0 && self.white == (name == "WL");
        if own && seconds.is_finite() && seconds >= 0.0 {
            self.record.note_time(self.number, seconds)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// What is none of ours stays as it stands, unless moves seem to hide in it.
    fn rest(&mut self, name: &str, values: &[String], root: bool) -> Result<(), RecordError> {
        if looks_like_moves(name, values, self.size) {
            let message = format!(
                "SGF, after move {}: the property {name:.20}[{:.20}] seems to hold moves and is \
                 not known",
                self.number, values[0]
            );
            return Err(RecordError::new(message));
        }
        extra::keep(&mut self.record.metadata, name, values, (!root).then_some(self.number));
        Ok(())
    }

    /// Names, date, metadata and the result, in whichever node of the main line they stand.
    fn finish(mut self, nodes: &[SgfNode]) -> Result<Record, RecordError> {
        let mut names = Vec::new();
        for property in ["PB", "PW"] {
            names.push(only_value(nodes, property)?.unwrap_or_default().trim().to_owned());
        }
        if self.black == 1 {
            names.reverse();
        }
        if names.iter().any(|name| !name.is_empty()) {
            self.record.players = names;
        }
        self.record.date = only_value(nodes, "DT")?.map(str::to_owned);
        let root = &nodes[..1];
        for (property, key) in ABOUT {
            if let Some(words) = only_value(root, property)? {
                self.record.metadata.insert(key.to_owned(), words.into());
            }
        }
        self.stated(nodes)?;
        if let Some(text) = only_value(root, "FM")? {
            let metadata: Map<String, Value> = serde_json::from_str(text).map_err(|error| {
                RecordError::new(format!("SGF: the metadata in FM are no JSON: {error}"))
            })?;
            extra::join(&mut self.record.metadata, metadata);
        }
        if let Some(words) = only_value(nodes, "RE")? {
            self.record.conclude(words)?;
        }
        Ok(self.record)
    }

    /// What the file states of its game, where other rules were given.
    fn stated(&mut self, nodes: &[SgfNode]) -> Result<(), RecordError> {
        let game = &self.record.game;
        let number = game.rules.info().sgf_game().unwrap_or_default().to_string();
        for (property, own) in [("GM", number.as_str()), ("RU", game.name)] {
            if let Some(value) = only_value(nodes, property)?.filter(|value| value.trim() != own) {
                self.record.metadata.insert(property.to_owned(), value.into());
            }
        }
        Ok(())
    }
}
