//! Records from SGF.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::tree::{Node, main_line, value, values};
use super::{ABOUT, FORMAT, LETTERS};
use crate::board::{Colour, Point, Size};
use crate::games::{self, AnyPosition, Game};
use crate::position::{Arrays, Decider, Player, Position, Refusal, SetUp};
use crate::record::foreign::{RulesSource, board_of, from_top};
use crate::record::{Entry, Event, Record, RecordError};

/// The numbers that SGF gives to the games of the register.
static GAMES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let formats = games::PRESETS.iter().filter_map(|preset| games::preset(preset.name).ok());
    formats.filter_map(|game| game.rules.info().sgf_game()).collect()
});

impl Record {
    /// A record from the first game of an SGF text, along its main line, replayed move by move.
    pub fn from_sgf(text: &str, given: RulesSource<'_>) -> Result<Self, RecordError> {
        let nodes = main_line(text)?;
        let root = &nodes[0];
        let is_known = |number: &&str| number.trim().parse().is_ok_and(|n| GAMES.contains(&n));
        if let Some(number) = value(root, "GM").filter(|number| !is_known(number)) {
            return Err(RecordError::new(format!(
                "SGF of game {number:.10} is refused: GM[4], Gomoku and Renju, is read"
            )));
        }
        let size = value(root, "SZ").map(read_size).transpose()?;
        let game = rules_of(root, size, given)?;
        let size = board_of(&game.rules, FORMAT)?;
        let begin = start_of(&game, root, size)?;
        let mut reader = Reader { number: 0, black: 0, size, record: Self::new(game, begin) };
        for (index, node) in nodes.iter().enumerate() {
            reader.node(node, index == 0)?;
        }
        reader.finish(root)
    }
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

/// The rules: those given, else those that the file spells out, else those that it names.
fn rules_of(root: &Node, size: Option<Size>, given: RulesSource<'_>) -> Result<Game, RecordError> {
    if let (RulesSource::Nothing, Some(text)) = (given, value(root, "FR")) {
        let value: Value = serde_json::from_str(text).map_err(|error| {
            RecordError::new(format!("SGF: the rules in FR are no JSON: {error}"))
        })?;
        return Ok(games::from_value(&value)?);
    }
    given.game(value(root, "RU"), size, FORMAT)
}

/// Where the game begins: on the rules' own start, or on the stones that the root puts.
fn start_of(game: &Game, root: &Node, size: Size) -> Result<AnyPosition, RecordError> {
    let start = game.rules.start(0);
    let mut cells = vec![0; size.points()];
    for (property, colour) in [("AB", 1), ("AW", 2)] {
        for text in values(root, property) {
            cells[read_point(text, size)?.index()] = colour;
        }
    }
    let mut own = vec![0; size.points()];
    start.fill_board(&mut own);
    if cells.iter().all(|&cell| cell == 0) || cells == own {
        return Ok(start);
    }
    let white =
        value(root, "PL").is_some_and(|side| side.trim().to_ascii_uppercase().starts_with('W'));
    let set_up = SetUp { cells, player: u8::from(white), check: true, ..SetUp::default() };
    Ok(game.rules.set_up(&set_up)?)
}

/// A point as SGF writes it, `hh` from the top left, or as people do, `h8`.
fn read_point(text: &str, size: Size) -> Result<Point, Refusal> {
    let text = text.trim();
    let place = |byte: u8| LETTERS.iter().position(|&letter| letter == byte);
    if let [column, row] = text.as_bytes()
        && let (Some(column), Some(row)) = (place(*column), place(*row))
    {
        return from_top(size, column, row);
    }
    size.parse(text)
}

struct Reader {
    record: Record,
    size: Size,
    /// Moves so far.
    number: usize,
    /// The seat with the black stones.
    black: u8,
}

impl Reader {
    fn node(&mut self, node: &Node, root: bool) -> Result<(), RecordError> {
        if !root && ["AB", "AW", "AE"].iter().any(|name| value(node, name).is_some()) {
            return Err(RecordError::new(format!(
                "SGF, after move {}: stones set up in the middle of a game cannot be replayed",
                self.number
            )));
        }
        if let Some(text) = value(node, "FV") {
            self.play(text)?;
        } else {
            for (property, colour) in [("B", Colour::Black), ("W", Colour::White)] {
                if let Some(text) = value(node, property) {
                    self.stone(text, colour)?;
                }
            }
        }
        if let Some(text) = value(node, "FE") {
            text.parse().and_then(|event| self.record.event(event))?;
        }
        for text in values(node, "C") {
            self.record.entries.push(Entry::Comment(text.clone()));
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), RecordError> {
        self.number += 1;
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
        if turn.is_some_and(|turn| turn != colour.name()) {
            let refusal = Refusal::new("X4", format!("{} is to move out of turn", colour.name()));
            return Err(RecordError::at(self.number + 1, &refusal));
        }
        self.black = if colour == Colour::Black { seat } else { 1 - seat };
        // On boards up to 19 old files write a pass as `tt`.
        let pass = text.trim().is_empty()
            || (text == "tt" && self.size.columns <= 19 && self.size.rows <= 19);
        let name = if pass {
            "pass".to_owned()
        } else {
            let point = read_point(text, self.size)
                .map_err(|refusal| RecordError::at(self.number + 1, &refusal))?;
            self.size.name(point)
        };
        self.play(&name)
    }

    /// Names, date and metadata, and a result that is none of the rules'.
    fn finish(mut self, root: &Node) -> Result<Record, RecordError> {
        let name = |property: &str| value(root, property).unwrap_or_default().trim().to_owned();
        let mut names = vec![name("PB"), name("PW")];
        if self.black == 1 {
            names.reverse();
        }
        if names.iter().any(|name| !name.is_empty()) {
            self.record.players = names;
        }
        self.record.date = value(root, "DT").map(str::to_owned);
        if let Some(text) = value(root, "FM") {
            let metadata: Map<String, Value> = serde_json::from_str(text).map_err(|error| {
                RecordError::new(format!("SGF: the metadata in FM are no JSON: {error}"))
            })?;
            self.record.metadata = metadata;
        }
        for (property, key) in ABOUT {
            if let Some(words) = value(root, property) {
                self.record.metadata.insert(key.to_owned(), words.into());
            }
        }
        if let Some(code) = value(root, "RE") {
            self.result(code.trim())?;
        }
        Ok(self.record)
    }

    fn result(&mut self, code: &str) -> Result<(), RecordError> {
        let (side, why) = code.split_once('+').unwrap_or((code, ""));
        let winner = match side.to_ascii_uppercase().as_str() {
            "B" | "BLACK" => Some(self.black),
            "W" | "WHITE" => Some(1 - self.black),
            "0" | "DRAW" => None,
            _ => return Ok(()),
        };
        if let Some(outcome) = self.record.outcome() {
            let winners: Vec<u8> = outcome.winners.iter().map(|player| player.0).collect();
            if winners == winner.into_iter().collect::<Vec<_>>() {
                return Ok(());
            }
            return Err(RecordError::new(format!(
                "the record ends otherwise: it says '{code:.20}', the game '{}'",
                self.record.result()
            )));
        }
        let event = match (winner, why.chars().next().map(|letter| letter.to_ascii_uppercase())) {
            (Some(winner), Some('R')) => Event::Resign(Player(1 - winner)),
            (Some(winner), Some('T')) => Event::Timeout(Player(1 - winner)),
            (None, _) => Event::DrawAgreed,
            // Won, but the file does not say how: kept as it stands, the game stays unfinished.
            _ => {
                self.record.metadata.insert("result".to_owned(), code.into());
                return Ok(());
            }
        };
        Ok(self.record.event(event)?)
    }
}
