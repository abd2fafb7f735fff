//! What the foreign formats share (X4): which games they hold, and by which rules a file is read.

use serde_json::{Map, Value, json};

use super::RecordError;
use crate::board::{Point, Size};
use crate::games::{self, Game, Rules};
use crate::position::{Format, Refusal, Role};

/// By which rules a foreign file is to be read.
#[derive(Clone, Copy, Debug)]
pub enum RulesSource<'a> {
    /// As the file itself says.
    Nothing,
    /// By a preset, on a board of the file's size.
    Preset(&'a str),
    /// By exactly these.
    Game(&'a Game),
}

/// The board of a game that a format can hold, as the game says; refused for the others.
pub fn require_board(rules: &Rules, format: Format) -> Result<Size, RecordError> {
    let info = rules.info();
    match info.grid() {
        Some([rows, columns]) if info.fits(format) => {
            Ok(Size { columns: columns as u8, rows: rows as u8 })
        }
        _ => {
            let name = format.name();
            Err(RecordError::new(format!("{name} holds games of black and white stones only")))
        }
    }
}

impl RulesSource<'_> {
    /// The rules to read by: those given, else those of the name that the file has.
    pub fn game(
        self,
        named: Option<&str>,
        size: Option<Size>,
        format: Format,
    ) -> Result<Game, RecordError> {
        let (name, options) = match self {
            Self::Game(game) => {
                let board = require_board(&game.rules, format)?;
                return match size {
                    Some(size) if size != board => Err(RecordError::new(format!(
                        "the file has a board of {} by {}, the rules one of {} by {}",
                        size.columns, size.rows, board.columns, board.rows
                    ))),
                    _ => Ok(game.clone()),
                };
            }
            Self::Preset(name) => (name.to_owned(), Map::new()),
            Self::Nothing => named.and_then(parse_preset).ok_or_else(|| {
                let named_rules = named.map_or(String::new(), |name| format!(" ('{name:.40}')"));
                RecordError::new(format!(
                    "the file does not say by which rules it was played{named_rules}: give them with rules="
                ))
            })?,
        };
        sized(&name, options, size, format)
    }
}

fn sized(
    name: &str,
    mut options: Map<String, Value>,
    size: Option<Size>,
    format: Format,
) -> Result<Game, RecordError> {
    let usual = games::preset(name)?;
    let board = require_board(&usual.rules, format)?;
    if let Some(size) = size.filter(|&size| size != board) {
        let square = size.columns == size.rows;
        let side = if square { json!(size.columns) } else { json!([size.columns, size.rows]) };
        let infos = usual.rules.option_infos().iter();
        let size =
            infos.filter(|option| option.role == Role::Size).map(|option| option.name.into());
        options.extend(size.map(|name| (name, side.clone())));
    }
    Ok(games::build(name, &options)?)
}

/// The preset that a program's name for its rules means, and what it sets otherwise.
fn parse_preset(name: &str) -> Option<(String, Map<String, Value>)> {
    let plain: String =
        name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let mut options = Map::new();
    let preset = match plain.as_str() {
        // Managers of engines name rules by Gomocup's numbers.
        "0" | "freestylegomoku" | "gomokufreestyle" | "freegomoku" => "freestyle".to_owned(),
        // In tournaments of programs: exactly five, the first stone anywhere.
        "1" | "standard" | "gomokustandard" | "standardgomoku" => {
            options.insert("first_move".into(), "anywhere".into());
            "gomoku".to_owned()
        }
        "4" => {
            options.insert("foul".into(), "loses".into());
            "renju".to_owned()
        }
        "rif" | "rifrenju" | "renjurif" => "renju".to_owned(),
        "ninuki" => "ninuki_renju".to_owned(),
        "keryo" => "keryo_pente".to_owned(),
        _ => {
            let same = |preset: &&games::PresetInfo| preset.name.replace('_', "") == plain;
            games::PRESETS.iter().find(same)?.name.to_owned()
        }
    };
    Some((preset, options))
}

/// A point by column and row from the top, both from 0.
pub fn from_top(size: Size, column: usize, row: usize) -> Result<Point, Refusal> {
    let point = (column < usize::from(size.columns) && row < usize::from(size.rows))
        .then(|| size.at(column as i32, i32::from(size.rows) - 1 - row as i32))
        .flatten();
    point.ok_or_else(|| {
        let message = format!(
            "column {}, row {} from the top is off the board of {} by {}",
            column + 1,
            row + 1,
            size.columns,
            size.rows
        );
        Refusal::new("E5", message)
    })
}
