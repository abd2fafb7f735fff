//! Smart Game Format (X4) for games of black and white stones on boards up to 52: Gomoku, Renju,
//! Pagoda, Pente and their kin.
//!
//! Written so that any program sees the stones: `B[hh]`, `W[ii]`, points by letters from the top
//! left, `B[]` for a pass. What SGF has no word for stands in properties of its own, which other
//! programs pass over: `FR` the rules with their options, `FV` a move that is more than a stone
//! (`offer h9`), `FA` an annotation, `FE` an event, `FM` metadata. Of a tree of variations the main
//! line is read, and the others are counted.

use crate::position::Format;

mod extra;
pub(super) mod place;
pub(super) mod read;
pub(super) mod tree;
mod write;

pub(super) use write::letters;

/// Lower-case letters, then capitals: 52 columns and rows.
const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
/// Properties of the root and the key of the metadata that holds their text.
const ABOUT: [(&str, &str); 9] = [
    ("EV", "event"),
    ("RO", "round"),
    ("PC", "place"),
    ("GN", "name"),
    ("SO", "source"),
    ("US", "entered_by"),
    ("AN", "annotated_by"),
    ("GC", "remark"),
    ("ON", "opening"),
];
/// The number counts only where a game says its own.
const FORMAT: Format = Format::Sgf(0);
