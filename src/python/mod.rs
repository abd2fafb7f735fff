//! The Python module `fivefold._core`: the only home of `PyO3` and numpy. Thin: take the arguments,
//! let go of Python, call the core, give its error a class.
//!
//! What Python's `help()` says of a class or function is its docstring in `python/fivefold/_core.pyi`:
//! `#[doc = py_doc!(Batch.step)]` takes it from there (see `build.rs`).

// Those docstrings are numpydoc's reStructuredText, not Markdown.
#![allow(clippy::doc_markdown, clippy::doc_link_with_quotes, clippy::doc_lazy_continuation)]

include!(concat!(env!("OUT_DIR"), "/py_doc.rs"));

mod arguments;
mod arrays;
mod batch;
mod busy;
mod complexity;
mod described;
mod errors;
mod evaluation;
mod gomoku;
mod headings;
mod history;
mod info;
mod json;
mod lemma_search;
mod lockstep;
mod matching;
mod memory;
mod moves;
mod outcome;
mod pagoda;
mod pah_tum;
mod patience;
mod pentagame;
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
    use super::complexity::{game_populations, game_products, gomoku_clouds, gomoku_counts};
    #[pymodule_export]
    use super::errors::{
        FivefoldError, IllegalMoveError, NotationError, RecordError, SetupError, WrongGameError,
    };
    // The questions that one game has: a line for each, named for the game.
    #[pymodule_export]
    use super::gomoku::gomoku_winning_points;
    #[pymodule_export]
    use super::lemma_search::LemmaSearch;
    #[pymodule_export]
    use super::lockstep::Lockstep;
    #[pymodule_export]
    use super::matching::first_least_pairing;
    #[pymodule_export]
    use super::outcome::Outcome;
    #[pymodule_export]
    use super::pagoda::{
        pagoda_captured, pagoda_captured_pairs, pagoda_captures, pagoda_supply, pagoda_taken,
        pagoda_threats, pagoda_winning_points,
    };
    #[pymodule_export]
    use super::pah_tum::{
        pah_tum_captures, pah_tum_rows, pah_tum_score_if, pah_tum_scores, pah_tum_solve,
    };
    #[pymodule_export]
    use super::pentagame::{
        pentagame_area, pentagame_board, pentagame_cards, pentagame_dice, pentagame_due,
        pentagame_features, pentagame_first_turns, pentagame_layout, pentagame_links,
        pentagame_opening_type, pentagame_options, pentagame_path_kinds, pentagame_phase,
        pentagame_pinned, pentagame_points, pentagame_position, pentagame_routes, pentagame_stops,
        pentagame_supply, pentagame_temperature,
    };
    #[pymodule_export]
    use super::pentagame_tactics::{
        pentagame_chirality, pentagame_constellations, pentagame_groups, pentagame_heat_of,
        pentagame_impasse, pentagame_leaving, pentagame_looming, pentagame_nickname,
        pentagame_openings, pentagame_relative, pentagame_shape, pentagame_superior,
        pentagame_tied, pentagame_ways,
    };
    #[pymodule_export]
    use super::perft::{perft, turn_counts};
    #[pymodule_export]
    use super::planes::{search_captured, search_windows};
    #[pymodule_export]
    use super::players::{
        choose_actions, choose_in_batch, decision_seed, game_seed, line_evaluation, play_games,
        read_weights,
    };
    #[pymodule_export]
    use super::playouts::{Playouts, playouts};
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::proof_search::ProofSearch;
    #[pymodule_export]
    use super::proofs::check_proof;
    #[pymodule_export]
    use super::record::Record;
    #[pymodule_export]
    use super::renju::{
        renju_explain, renju_foul, renju_foul_map, renju_opening_name, renju_openings,
        renju_winning_points,
    };
    #[pymodule_export]
    use super::rules::{Rules, options, presets, rules};
    #[pymodule_export]
    use super::search::{SearchTree, search_values};
    #[pymodule_export]
    use super::set_up::{read_board, write_board};
    #[pymodule_export]
    use super::solve::search_solve;
    #[pymodule_export]
    use super::threats::{search_forced_win, search_threats};
    #[pymodule_export]
    use super::tree::PositionTree;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        // Loads numpy's C interface now: later, an interrupt might be pending.
        numpy::PyArray1::<i8>::zeros(py, 0, false);
        super::errors::prepare(py)?;
        super::views::prepare(py)?;
        module.add("CHANCE", super::CHANCE)?;
        module.add("OVER", super::OVER)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
