//! Rules by the name of their preset and from data, and the dispatch of [`Rules`].
//!
//! A preset is a name for options (G7); rules built from it carry the name, so that a record says
//! `renju_1912` and not a list of options. Options may be given in any order; each is checked by
//! itself first, so that the message names the one that is wrong, and all of them together
//! afterwards. Two ways of writing the same rules are equal once they are made: a size of 15 and one
//! of 15 by 15, say.
//!
//! Nothing is guessed: an option that the game does not have, and a value that the option does not
//! take, are refused with what there is instead.

use serde_json::{Map, Value};

use super::{AnyPosition, PRESETS, Registered, Rules, preset_rules};
use crate::board::{self, Size};
use crate::position::{
    Arrays as _, Evaluate, GameInfo, Geometry, OptionInfo, Refusal, Rollout, Rules as _, SetUp,
    Symmetry,
};
use crate::stream::Stream;

/// A named set of options (G7), without the options.
#[derive(Clone, Copy, Debug)]
pub struct PresetInfo {
    /// Its name.
    pub name: &'static str,
    /// Its name in words, for headings.
    pub title: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
}

/// Rules that have been checked, with the name of the preset that they were made from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The preset.
    pub name: &'static str,
    /// Its rules, options applied.
    pub rules: Rules,
}

/// The rules of a preset as they are; G7 if there is none of that name.
pub fn preset(name: &str) -> Result<Game, Refusal> {
    let Game { name, rules } = as_written(name)?;
    Ok(Game { name, rules: rules.normalised() })
}

/// A preset with its options as they are written, some perhaps left to others.
///
/// A preset may leave an option to others, as the target of Pentagame to the players (N5, N6).
fn as_written(name: &str) -> Result<Game, Refusal> {
    let entry = PRESETS.iter().find(|preset| preset.name == name);
    if let (Some(preset), Some(rules)) = (entry, preset_rules(name)) {
        Ok(Game { name: preset.name, rules })
    } else {
        let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
        let message = format!("'{name}' is no preset; there are {}", names.join(", "));
        Err(Refusal::new("G7", message))
    }
}

/// The rules of a preset with some options set otherwise: refused with the rule of the option that
/// is wrong.
pub fn build(name: &str, options: &Map<String, Value>) -> Result<Game, Refusal> {
    let Game { name, mut rules } = as_written(name)?;
    for (key, value) in options {
        let infos = rules.option_infos();
        let Some(info) = infos.iter().find(|info| info.name == key) else {
            let names: Vec<_> = infos.iter().map(|info| info.name).collect();
            let message = format!("'{name}' has no option '{key}'; it has {}", names.join(", "));
            return Err(Refusal::new("G7", message));
        };
        let mut data = rules.to_map();
        data.insert(key.clone(), value.clone());
        rules = serde_json::from_value(Value::Object(data)).map_err(|_| {
            let message = format!("{key}={value} is refused: it takes {}", info.range());
            Refusal::new(info.rule, message)
        })?;
    }
    rules.check()?;
    Ok(Game { name, rules: rules.normalised() })
}

/// Rules from their data as [`Game::to_value`] gives them.
pub fn from_value(value: &Value) -> Result<Game, Refusal> {
    let refuse = |message: String| Refusal::new("G7", message);
    let mut data = value.as_object().cloned().ok_or_else(|| refuse("rules are a table".into()))?;
    let Some(Value::String(name)) = data.remove("name") else {
        return Err(refuse("the rules have no 'name' of a preset".into()));
    };
    let Game { name, rules: base } = preset(&name)?;
    let rules: Rules = serde_json::from_value(Value::Object(data))
        .map_err(|error| refuse(format!("rules of '{name}': {error}")))?;
    if std::mem::discriminant(&rules) != std::mem::discriminant(&base) {
        return Err(refuse(format!("'{name}' is a preset of another game")));
    }
    rules.check()?;
    Ok(Game { name, rules: rules.normalised() })
}

impl Game {
    /// The preset in words: "Custodial Pah-Tum".
    pub fn title(&self) -> &'static str {
        let own = PRESETS.iter().find(|preset| preset.name == self.name);
        own.map_or(self.name, |preset| preset.title)
    }

    /// The rules as data: the preset's name, the game and every option.
    ///
    /// What has its default value and came after 0.1.0 is left out, so that older records stay as
    /// they were (X1).
    pub fn to_value(&self) -> Value {
        fn leave_out_defaults<R: crate::position::Rules>(_: &R, data: &mut Map<String, Value>) {
            R::leave_out_defaults(data);
        }
        let mut data = Map::new();
        data.insert("name".to_owned(), Value::from(self.name));
        data.extend(self.rules.to_map());
        with_game!(Rules, &self.rules, rules => leave_out_defaults(rules, &mut data));
        Value::Object(data)
    }

    /// Every option with its value.
    pub fn options(&self) -> Map<String, Value> {
        let data = self.rules.to_map();
        let value = |name: &str| data.get(name).cloned().unwrap_or(Value::Null);
        let infos = self.rules.option_infos();
        infos.iter().map(|info| (info.name.to_owned(), value(info.name))).collect()
    }
}

fn to_object<T: serde::Serialize>(rules: &T) -> Map<String, Value> {
    match serde_json::to_value(rules) {
        Ok(Value::Object(data)) => data,
        _ => Map::new(),
    }
}

impl Rules {
    fn to_map(&self) -> Map<String, Value> {
        to_object(self)
    }

    /// The same rules with every option written out, so that equal rules are equal values.
    fn normalised(&self) -> Self {
        with_game!(Rules, self, rules => rules.normalised().into())
    }

    /// Every option of the game, with its rule and the values that it takes.
    pub fn option_infos(&self) -> &'static [OptionInfo] {
        fn infos<R: crate::position::Rules>(_: &R) -> &'static [OptionInfo] {
            R::OPTIONS
        }
        with_game!(Rules, self, rules => infos(rules))
    }

    /// Refuses options that are out of range or do not go together.
    pub fn check(&self) -> Result<(), Refusal> {
        with_game!(Rules, self, rules => rules.check())
    }

    /// What kind of game it is: whatever holds for every position.
    pub fn info(&self) -> GameInfo {
        with_game!(Rules, self, rules => rules.info())
    }

    /// The start of a game; chance of the set-up is sampled from `seed`.
    pub fn start(&self, seed: u64) -> AnyPosition {
        with_game!(Rules, self, rules => rules.start(&mut Stream::new(seed)).into())
    }

    /// Characters of a diagram; empty for a game without diagrams.
    pub fn diagram_symbols(&self) -> &'static [char] {
        with_game!(Rules, self, rules => rules.diagram_symbols())
    }

    /// A position set up from a diagram (E8); the cells of `set_up` are those of the diagram.
    pub fn from_diagram(&self, text: &str, set_up: SetUp) -> Result<AnyPosition, Refusal> {
        let symbols = self.diagram_symbols();
        if symbols.is_empty() {
            return Err(Refusal::new("E8", "this game has no diagrams"));
        }
        let [rows, columns] = self.info().board_shape();
        let size = Size { columns: columns as u8, rows: rows as u8 };
        let cells = board::read(text, size, symbols)?;
        self.set_up(&SetUp { cells, ..set_up })
    }

    /// What lies on the board as one word: by the game, else its diagram's rows from the top, runs of empty
    /// points as numbers. `None` where the game has neither.
    pub fn write_board(&self, position: &AnyPosition) -> Option<String> {
        fn by_game<R>(rules: &R, position: &AnyPosition) -> Option<String>
        where
            R: crate::position::Rules,
            R::Position: Registered,
        {
            R::Position::inside(position).and_then(|position| rules.write_board(position))
        }
        let written = with_game!(Rules, self, rules => by_game(rules, position));
        let symbols = self.diagram_symbols();
        match self.info().grid() {
            Some([rows, columns]) if written.is_none() && !symbols.is_empty() => {
                let mut cells = vec![0; rows * columns];
                position.fill_board(&mut cells);
                Some(board::shorten(&cells, columns, symbols))
            }
            _ => written,
        }
    }

    /// A position set up from what [`Rules::write_board`] wrote, finished rows and all (E8).
    pub fn read_board(&self, text: &str, player: u8) -> Result<AnyPosition, Refusal> {
        match self.info().grid() {
            Some([_, columns]) if !self.diagram_symbols().is_empty() => {
                let set_up = SetUp { player, ..SetUp::default() };
                self.from_diagram(&board::lengthen(text, columns), set_up)
            }
            _ => with_game!(Rules, self, rules => rules.read_board(text, player).map(Into::into)),
        }
    }

    /// Where the cells of the board lie, and which belong together.
    pub fn geometry(&self) -> Geometry {
        with_game!(Rules, self, rules => rules.geometry())
    }

    /// The ways in which a position can be valued by random play, the usual one first.
    pub fn rollouts(&self) -> &'static [Rollout] {
        fn of<R: crate::position::Rules<Position: Evaluate>>(_: &R) -> &'static [Rollout] {
            R::Position::ROLLOUTS
        }
        with_game!(Rules, self, rules => of(rules))
    }

    /// A position set up directly (E8).
    pub fn set_up(&self, set_up: &SetUp) -> Result<AnyPosition, Refusal> {
        with_game!(Rules, self, rules => rules.set_up(set_up).map(Into::into))
    }

    /// Refuses a deserialised position that these rules could not have made.
    ///
    /// For positions out of a file: no later call may fail.
    pub fn validate(&self, position: &AnyPosition) -> Result<(), Refusal> {
        fn validate<R>(rules: &R, position: &AnyPosition) -> Result<(), Refusal>
        where
            R: crate::position::Rules,
            R::Position: Registered,
        {
            match R::Position::inside(position) {
                Some(position) => rules.validate(position),
                None => Err(Refusal::new("E8", "the position is of another game")),
            }
        }
        with_game!(Rules, self, rules => validate(rules, position))
    }

    /// Every motion that keeps these rules, the identity first (E11).
    pub fn symmetries(&self) -> Vec<Symmetry> {
        with_game!(Rules, self, rules => rules.symmetries())
    }
}
