//! Input planes for networks about the points of many boards at once, in the games in which rows of stones
//! win.

use numpy::{
    PyArray1, PyArray4, PyArray6, PyArrayMethods, PyReadonlyArray4, PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use super::arguments::short_repr;
use super::errors::{WrongGameError, bad_value};
use super::progress::look_for_signals;
use crate::board::Size;
use crate::games::AnyPosition;
use crate::stones::{StoneGame, Take, WINDOW_PLANES, count_captured, count_windows};

/// Boards between two looks at Python's signals.
const BOARDS_AT_ONCE: usize = 1024;

/// What the rules say of the board, and what is captured, if anything.
fn law_of(rules: &Bound<'_, PyAny>, question: &str) -> PyResult<(Size, Option<Take>)> {
    let Some(rules) = super::rules::parse_rules(rules)? else {
        let (repr, why) = (short_repr(rules), "takes Rules or the name of a preset");
        return Err(bad_value(format!("{repr} is refused: {question} {why}")));
    };
    let rules = rules.get();
    let take = match &rules.game.rules.start(0) {
        AnyPosition::Gomoku(game) => taken_by(game),
        AnyPosition::Renju(game) => taken_by(game),
        AnyPosition::Pagoda(game) => taken_by(game),
        _ => {
            return Err(WrongGameError::new_err(format!(
                "{question} is refused: '{}' is no game in which rows of stones win",
                rules.game.name
            )));
        }
    };
    let [rows, columns] = rules.info.board_shape();
    Ok((Size { columns: columns as u8, rows: rows as u8 }, take))
}

fn taken_by(game: &impl StoneGame) -> Option<Take> {
    Some(game.stones()?.captures?.take)
}

/// The stones of the boards in one piece, refused unless they fit the rules' board.
fn stones_of(stones: &PyReadonlyArray4<'_, u8>, size: Size) -> PyResult<Vec<u8>> {
    let (rows, columns) = (usize::from(size.rows), usize::from(size.columns));
    if stones.shape()[1..] != [2, rows, columns] {
        let [n, sides, height, width] = <[usize; 4]>::try_from(stones.shape()).unwrap_or_default();
        return Err(bad_value(format!(
            "stones of shape ({n}, {sides}, {height}, {width}) is refused: it must be (boards, 2, {rows}, {columns}), a plane for each side"
        )));
    }
    // Copied: other threads of Python may write there.
    let stones = stones.as_slice()?.to_vec();
    let points = size.points();
    let is_both = |board: &[u8]| {
        let (one, two) = board.split_at(points);
        one.iter().zip(two).position(|(&one, &two)| one != 0 && two != 0)
    };
    let mut boards = stones.chunks_exact(2 * points).enumerate();
    if let Some((index, point)) = boards.find_map(|(i, board)| Some((i, is_both(board)?))) {
        let (row, column) = (point / columns, point % columns);
        return Err(bad_value(format!(
            "stones is refused: on board {index} row {row}, column {column} holds a stone of either side"
        )));
    }
    Ok(stones)
}

/// Fills `planes` planes for each board, by Python's leave.
fn each_board(
    py: Python<'_>,
    stones: &[u8],
    size: Size,
    planes: usize,
    fill: impl Fn(&[u8], &mut [u8]) + Sync,
) -> PyResult<Vec<u8>> {
    let points = size.points();
    let mut counts = vec![0; stones.len() / 2 * planes];
    let mut boards = stones.chunks_exact(2 * points).zip(counts.chunks_exact_mut(planes * points));
    while boards.len() > 0 {
        py.detach(|| {
            boards.by_ref().take(BOARDS_AT_ONCE).for_each(|(stones, counts)| fill(stones, counts));
        });
        look_for_signals(py)?;
    }
    Ok(counts)
}

#[doc = py_doc!(search.windows)]
#[pyfunction]
pub fn windows<'py>(
    rules: &Bound<'py, PyAny>,
    stones: PyReadonlyArray4<'py, u8>,
) -> PyResult<Bound<'py, PyArray6<u8>>> {
    let (py, (size, _)) = (rules.py(), law_of(rules, "windows")?);
    let shape = [stones.shape()[0], 2, 4, 5, usize::from(size.rows), usize::from(size.columns)];
    let stones = stones_of(&stones, size)?;
    let counts = each_board(py, &stones, size, WINDOW_PLANES, |stones, counts| {
        count_windows(size, stones, counts);
    })?;
    PyArray1::from_vec(py, counts).reshape(shape)
}

#[doc = py_doc!(search.captured)]
#[pyfunction]
pub fn captured<'py>(
    rules: &Bound<'py, PyAny>,
    stones: PyReadonlyArray4<'py, u8>,
) -> PyResult<Bound<'py, PyArray4<u8>>> {
    let (py, (size, take)) = (rules.py(), law_of(rules, "captured")?);
    let shape = [stones.shape()[0], 2, usize::from(size.rows), usize::from(size.columns)];
    let stones = stones_of(&stones, size)?;
    let counts = match take {
        None => vec![0; stones.len()],
        Some(take) => each_board(py, &stones, size, 2, |stones, counts| {
            count_captured(size, take, stones, counts);
        })?,
    };
    PyArray1::from_vec(py, counts).reshape(shape)
}
