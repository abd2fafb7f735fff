//! What the games of black and white stones say of their boards alike, and write alike.

use crate::board::{Colour, Point, Size};
use crate::position::{BoardInfo, Cell, Format, Geometry, Move};

/// The foreign formats that hold a game of black and white stones (X4). SGF has a number for Gomoku
/// and Renju; the programs that write SGF of their kin use the same.
pub const STONE_FORMATS: &[Format] = &[Format::Sgf(4), Format::Psq, Format::Numbered];

/// A grid on whose points black and white stones are put: one stone a point, and no other kinds.
/// Fouls and a supply of stones are what a game adds to it.
pub fn stone_grid(size: Size) -> BoardInfo {
    let colours = Colour::BOTH.map(Colour::name);
    BoardInfo::of_grid(usize::from(size.rows), usize::from(size.columns), &colours)
}

/// The points of a grid, one unit apart, with its lines in these directions. A line begins at each
/// point that has no neighbour behind it, so that every point lies on one line of each direction.
pub fn grid_geometry(size: Size, directions: &[(i32, i32)]) -> Geometry {
    let point = |number: usize| {
        let (x, y) = size.xy(Point(number as u16));
        let name = size.name(Point(number as u16));
        Cell { name, x: f64::from(x), y: f64::from(y), radius: 0.5, kind: "point" }
    };
    let starts = (0..size.points()).map(|number| Point(number as u16));
    let line = |(start, &(dx, dy)): (Point, &(i32, i32))| {
        let (x, y) = size.xy(start);
        size.at(x - dx, y - dy).is_none().then(|| {
            (0..).map_while(|step| size.at(x + step * dx, y + step * dy)).map(|at| at.0).collect()
        })
    };
    let lines = starts.flat_map(|start| directions.iter().map(move |by| (start, by)));
    Geometry {
        cells: (0..size.points()).map(point).collect(),
        lines: lines.filter_map(line).collect(),
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
