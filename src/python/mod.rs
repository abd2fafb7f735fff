//! The Python module `fivefold._core`: the only home of `PyO3` and numpy. Thin: take the arguments,
//! let go of Python, call the core, give its error a class.
//!
//! `_core` has submodules, each with a stub of its name in `python/fivefold/_core/`. What Python's
//! `help()` says of a class or function is its docstring there: `#[doc = py_doc!(Batch.step)]` and
//! `#[doc = py_doc!(pentagame.area)]` take it from the stub (see `build.rs`).

// Those docstrings are numpydoc's reStructuredText, not Markdown.
#![allow(clippy::doc_markdown, clippy::doc_link_with_quotes, clippy::doc_lazy_continuation)]

include!(concat!(env!("OUT_DIR"), "/py_doc.rs"));

mod arguments;
mod arrays;
mod batch;
mod busy;
mod complexity;
mod describe;
mod errors;
mod evaluation;
mod gomoku;
mod history;
mod info;
mod interrupt;
mod json;
mod learnt;
mod lemma_search;
mod lockstep;
mod matching;
mod memory;
mod metadata;
mod moves;
mod outcome;
mod pagoda;
mod pah_tum;
mod pentagame;
mod pentagame_star;
mod pentagame_tactics;
mod perft;
mod planes;
mod players;
mod playouts;
mod playouts_saved;
mod playouts_summary;
mod position;
mod progress;
mod proof_search;
mod proofs;
mod questions;
mod record;
mod renju;
mod rules;
mod saved;
mod search;
mod set_up;
mod solve;
mod submodules;
mod threats;
mod tree;
mod views;

use pyo3::prelude::*;

/// `Position.player` while a die is due (E10).
const CHANCE: i8 = -1;
/// `Position.player` after the end (E6).
const OVER: i8 = crate::batch::OVER;

/// The rules and fast rollouts of fivefold; `import fivefold` is the way in.
#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::errors::{
        FivefoldError, IllegalMoveError, NotationError, RecordError, SetupError, WrongGameError,
    };
    #[pymodule_export]
    use super::outcome::Outcome;
    #[pymodule_export]
    use super::perft::perft;
    #[pymodule_export]
    use super::players::{decision_seed, game_seed};
    #[pymodule_export]
    use super::playouts::{Playouts, playouts};
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::record::Record;
    #[pymodule_export]
    use super::rules::{Rules, options, presets, rules};
    #[pymodule_export]
    use super::set_up::{read_board, write_board};

    // The questions that one game has stand in its file.
    #[pymodule_export]
    use super::gomoku::gomoku;
    #[pymodule_export]
    use super::pagoda::pagoda;
    #[pymodule_export]
    use super::pah_tum::pah_tum;
    #[pymodule_export]
    use super::pentagame::pentagame;
    #[pymodule_export]
    use super::renju::renju;
    #[pymodule_export]
    use super::submodules::{
        batch, complexity, matching, players, position, position_tree, proofs, random_games,
        record, search,
    };

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        // Loads numpy's C interface now: later, an interrupt might be pending.
        numpy::PyArray1::<i8>::zeros(py, 0, false);
        super::errors::prepare(py)?;
        super::views::prepare(py)?;
        super::submodules::register(module)?;
        module.add("CHANCE", super::CHANCE)?;
        module.add("OVER", super::OVER)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
