//! Boards as text: rows from the top, one character a point (E8).

use std::fmt::Write;

use super::grid::{Point, Size, column_name};
use crate::position::Refusal;

/// Reads a diagram: `symbols` are the characters for empty, the first colour, the second and
/// neutral; blanks and empty lines are ignored. Gives the cells row by row from row 1.
pub fn read(text: &str, size: Size, symbols: &[char]) -> Result<Vec<i8>, Refusal> {
    const CELLS: [i8; 4] = [0, 1, 2, -1];
    let refuse = |message: String| Err(Refusal::new("E8", message));
    let lines: Vec<Vec<char>> = text
        .lines()
        .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
        .filter(|line: &Vec<char>| !line.is_empty())
        .collect();
    if lines.len() != usize::from(size.rows) {
        return refuse(format!("the diagram has {} rows, the board {}", lines.len(), size.rows));
    }
    let mut cells = Vec::with_capacity(size.points());
    for (line, row) in lines.iter().rev().zip(1..) {
        if line.len() != usize::from(size.columns) {
            return refuse(format!(
                "row {row} of the diagram has {} points, the board {} columns",
                line.len(),
                size.columns
            ));
        }
        for character in line {
            let symbol = character.to_ascii_uppercase();
            match symbols.iter().position(|&known| known == symbol) {
                Some(index) => cells.push(CELLS[index]),
                None => {
                    return refuse(format!(
                        "'{character}' in row {row} of the diagram is none of {symbols:?}"
                    ));
                }
            }
        }
    }
    Ok(cells)
}

/// Writes cells as rows from the top with a slash between them, runs of empty points as numbers.
pub fn shorten(cells: &[i8], columns: usize, symbols: &[char]) -> String {
    let symbol = |cell: i8| symbols[if cell < 0 { 3 } else { cell as usize }];
    let mut text = String::new();
    for row in cells.chunks(columns).rev() {
        if !text.is_empty() {
            text.push('/');
        }
        for run in row.chunk_by(|one, other| one == other) {
            if run[0] == 0 {
                let _ = write!(text, "{}", run.len());
            } else {
                text.extend(run.iter().map(|&cell| symbol(cell)));
            }
        }
    }
    text
}

/// The diagram of what [`shorten`] wrote: a line a row, a dot for each empty point.
pub fn lengthen(text: &str, columns: usize) -> String {
    let mut diagram = String::new();
    for row in text.split('/') {
        // A number has two digits at most, as no side has more (G1).
        let mut digits = row.chars().peekable();
        while let Some(one) = digits.next() {
            let Some(mut run) = one.to_digit(10) else {
                diagram.push(one);
                continue;
            };
            if let Some(other) = digits.peek().and_then(|next| next.to_digit(10)) {
                run = 10 * run + other;
                digits.next();
            }
            // One too many is refused as well as any number.
            diagram.extend(std::iter::repeat_n('.', (run as usize).min(columns + 1)));
        }
        diagram.push('\n');
    }
    diagram
}

/// Draws a board with its coordinates: `symbol` gives the character of a point.
pub fn render(size: Size, symbol: impl Fn(Point) -> char) -> String {
    let mut text = String::new();
    for y in (0..i32::from(size.rows)).rev() {
        let _ = write!(text, "{:>2}", y + 1);
        for x in 0..i32::from(size.columns) {
            let point = size.at(x, y).expect("inside the board");
            let _ = write!(text, " {}", symbol(point));
        }
        text.push('\n');
    }
    text.push_str("  ");
    for column in 0..size.columns {
        // Two letters use the blank before them.
        let _ = write!(text, "{:>2}", column_name(column));
    }
    text
}
