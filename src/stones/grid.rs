//! What the games of black and white stones say of their boards alike.

use crate::board::{Colour, Size};
use crate::position::{Format, GridInfo};

/// The foreign formats that hold a game of black and white stones (X4). SGF has a number for Gomoku
/// and Renju; the programs that write SGF of their kin use the same.
pub const STONE_FORMATS: &[Format] = &[Format::Sgf(4), Format::Psq, Format::Numbered];

/// A grid on whose points black and white stones are put.
pub fn stone_grid(size: Size) -> GridInfo {
    GridInfo {
        rows: usize::from(size.rows),
        columns: usize::from(size.columns),
        colours: Colour::BOTH.map(Colour::name),
        neutral: None,
        squares: false,
        fouls: Vec::new(),
    }
}
