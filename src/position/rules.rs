//! What every rules object can do.

use std::fmt;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{GameInfo, GamePosition, Geometry, OptionInfo, Preset, Refusal, SetUp, Symmetry};
use crate::stream::Stream;

/// Which game with which options: data, checked once, shared by all its positions.
///
/// Deserialising gives any combination of options; [`Rules::check`] must have passed before
/// anything else is called.
pub trait Rules:
    Clone + Eq + Hash + fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// Its positions.
    type Position: GamePosition;

    /// Every named set of options (G7).
    const PRESETS: &'static [Preset<Self>];

    /// Every option with its rule and the values that it takes.
    const OPTIONS: &'static [OptionInfo];

    /// Refuses options that are out of range or do not go together.
    fn check(&self) -> Result<(), Refusal>;

    /// The same rules in the one way that equal rules are written: every option that others imply
    /// written out, equal pairs as one value.
    fn normalised(&self) -> Self {
        self.clone()
    }

    /// Takes out of the rules as data the options that came after 0.1.0 and have their default value,
    /// so that older records stay as they were (X1). A game without such options does nothing.
    fn leave_out_defaults(data: &mut Map<String, Value>) {
        let _ = data;
    }

    /// What kind of game it is: whatever holds for every position.
    fn info(&self) -> GameInfo;

    /// Where the cells of the board lie, and which belong together.
    fn geometry(&self) -> Geometry;

    /// The start of a game; chance of the set-up is sampled from `stream`.
    fn start(&self, stream: &mut Stream) -> Self::Position;

    /// Characters of a diagram: empty, first colour, second colour, and neutral where there is one.
    /// Empty for a game without diagrams.
    fn diagram_symbols(&self) -> &'static [char];

    /// A position set up directly (E8).
    fn set_up(&self, set_up: &SetUp) -> Result<Self::Position, Refusal>;

    /// What lies on the board as one word, where no diagram says it: what [`Rules::read_board`] reads.
    fn write_board(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// A position set up from what [`Rules::write_board`] wrote, `player` to decide (E8).
    fn read_board(&self, text: &str, player: u8) -> Result<Self::Position, Refusal> {
        let _ = (text, player);
        Err(Refusal::new("E8", "this game is not set up from a board alone"))
    }

    /// Refuses a deserialised position that these rules could not have made: no later call on an
    /// admitted position may panic.
    fn validate(&self, position: &Self::Position) -> Result<(), Refusal>;

    /// Every motion that keeps these rules, the identity first (E11).
    fn symmetries(&self) -> Vec<Symmetry>;
}
