//! What the games of black and white stones say of their boards alike, and write alike.

use crate::board::{Colour, Point, Size};
use crate::position::{Format, GridInfo, Move};

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

/// A move of a stone game in notation: a point, after its word where a phase has one (R10), with a
/// cross for each group that it captures (P7).
pub fn write_stone(size: Size, described: &Move) -> String {
    let name = |point| size.name(Point(point));
    match described {
        Move::Place { point, groups: 0, .. } => name(*point),
        Move::Place { point, groups, .. } => name(*point) + &"X".repeat(usize::from(*groups)),
        Move::Offer { point } => format!("offer {}", name(*point)),
        Move::Pick { point } => format!("pick {}", name(*point)),
        other => other.words().unwrap_or_default(),
    }
}
