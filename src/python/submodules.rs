//! The submodules of `_core` that no single game owns: a name and what is in it. A question that one
//! game has stands in the submodule of its own file (`pentagame.rs`).

use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyList};

/// Many games of the same rules at once.
#[pymodule(submodule)]
pub mod batch {
    #[pymodule_export]
    use super::super::batch::{Batch, BatchReplies, BatchResults};
}

/// Counts of positions, turns and games.
#[pymodule(submodule)]
pub mod complexity {
    #[pymodule_export]
    use super::super::complexity::{
        GamePopulations, SmallBoardCounts, game_populations, game_products, gomoku_clouds,
        gomoku_counts,
    };
    #[pymodule_export]
    use super::super::perft::{perft, turn_counts};
}

/// Pairings for tournaments.
#[pymodule(submodule)]
pub mod matching {
    #[pymodule_export]
    use super::super::matching::first_minimum_pairing;
}

/// What players choose, and whole games between them.
#[pymodule(submodule)]
pub mod players {
    #[pymodule_export]
    use super::super::errors::AnswerNow;
    #[pymodule_export]
    use super::super::players::{
        ChosenActions, LineEvaluation, PlayedGames, capture_levels, choose_actions,
        choose_in_batch, line_evaluation, play_games, read_weights,
    };
}

/// Positions.
#[pymodule(submodule)]
pub mod position {
    #[pymodule_export]
    use super::super::position::Position;
}

/// A tree of positions with remarks, as files of other programs hold.
#[pymodule(submodule)]
pub mod position_tree {
    #[pymodule_export]
    use super::super::tree::{KnownMove, KnownPosition, PositionTree};
}

/// Proof-number search and the search for lemmas.
#[pymodule(submodule)]
pub mod proofs {
    #[pymodule_export]
    use super::super::lemma_search::LemmaSearch;
    #[pymodule_export]
    use super::super::proof_search::{ProofSearch, ProofText};
    #[pymodule_export]
    use super::super::proofs::{CheckedProof, VerifiedLemmas, check_proof};
}

/// Games by players that choose at random.
#[pymodule(submodule)]
pub mod random_games {
    #[pymodule_export]
    use super::super::playouts::{Playouts, playouts};
}

/// Games that were played.
#[pymodule(submodule)]
pub mod record {
    #[pymodule_export]
    use super::super::record::Record;
}

/// The searches of `fivefold.search`.
#[pymodule(submodule)]
pub mod search {
    #[pymodule_export]
    use super::super::learnt::LearntEvaluation;
    #[pymodule_export]
    use super::super::lockstep::{Lockstep, TreeAdvance, TreeFindings};
    #[pymodule_export]
    use super::super::planes::{captured, windows};
    #[pymodule_export]
    use super::super::search::{SearchTree, TreeMove, TreeResult, values};
    #[pymodule_export]
    use super::super::solve::{Solved, solve};
    #[pymodule_export]
    use super::super::threats::{Branch, CoreForcedWin, CoreThreat, forced_win, threats};
}

/// Gives each submodule of `_core` and its functions their full name, and lets Python import it; its
/// stub needs no `__all__` then.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let home = module.name()?;
    let loaded = module.py().import("sys")?.getattr("modules")?;
    for value in module.dict().values() {
        let Ok(submodule) = value.cast_into::<PyModule>() else { continue };
        let name = format!("{home}.{}", submodule.name()?);
        let parts = submodule.getattr("__all__")?.cast_into::<PyList>()?;
        submodule.delattr("__all__")?;
        for part in parts {
            let part = submodule.getattr(part.extract::<&str>()?)?;
            if part.is_instance_of::<PyCFunction>() {
                part.setattr("__module__", &name)?;
            }
        }
        submodule.setattr("__name__", &name)?;
        loaded.set_item(name, submodule)?;
    }
    Ok(())
}
