//! How `Lockstep` is made, and works on its trees without Python.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;

use super::answer::Request;
use super::any::{self, AnyLockstep};
use super::background::Background;
use super::results::SearchResults;
use super::{Lockstep, options};
use crate::games::AnyPosition;
use crate::position::GameInfo;
use crate::python::arguments::between;
use crate::python::busy;
use crate::python::errors::bad_value;
use crate::python::memory::need;
use crate::python::views::LockstepViews;
use crate::search::lockstep::Settings;

impl Lockstep {
    pub(super) fn of(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        settings: Settings,
        (first, rows): (u64, usize),
        memory: Option<(Bound<'_, PyAny>, usize)>,
    ) -> PyResult<Self> {
        let mut settings = settings;
        let (rules, positions) = options::source(py, source)?;
        let info = &rules.get().info;
        let (game, length) = (&rules.get().game.rules, positions.len());
        let rows = rows.max(length);
        refuse_beyond_memory(info, &positions[0], settings.simulations, rows)?;
        if let Some((memory, games)) = memory.filter(|(memory, _)| !memory.is_none()) {
            let (memory, games) =
                (between(&memory, "memory", 0, i64::MAX)? as usize, games.max(rows));
            let of_tree = |root| any::bytes_at_most(info, root, settings.simulations);
            let bytes = positions.iter().map(of_tree).max().unwrap_or_default();
            let total = bytes.saturating_mul(games);
            if total > memory {
                return Err(bad_value(format!(
                    "memory={memory} is refused: a search of {games} games with {} simulations each may \
                     take {total} bytes",
                    settings.simulations
                )));
            }
            settings.max_nodes = memory / games / (bytes / (settings.simulations + 1)).max(1);
        }
        let lockstep = py.detach(|| any::any(game, info, settings, &positions, (first, rows)));
        let search = Arc::new(Mutex::new(lockstep));
        let views = LockstepViews::new(py, &search, info)?;
        let (simulations, results) = (settings.simulations, Mutex::new(None));
        let background = Background::default();
        Ok(Self { rules, search, length, rows, simulations, views, results, background })
    }

    /// Works on the trees without Python, unless another thread is at work on them.
    pub(super) fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyLockstep) -> T + Send,
    ) -> PyResult<T> {
        py.detach(|| busy::locked(&self.search, "search").map(|mut search| work(&mut **search)))
    }

    /// What an answer has to look like.
    pub(super) fn request(&self) -> Request {
        let info = &self.rules.get().info;
        Request { rows: self.rows, actions: info.num_actions, players: info.num_players }
    }

    /// What the searches found. The lock is held for the moment of this call alone, and Python is never
    /// let go meanwhile.
    fn known(&self) -> MutexGuard<'_, Option<Arc<SearchResults>>> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on the trees, after which what they found before no longer holds.
    pub(super) fn change<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyLockstep) -> T + Send,
    ) -> PyResult<T> {
        self.work(py, |search| {
            *self.known() = None;
            work(search)
        })
    }

    /// What the searches found, which is worked out once.
    pub(super) fn results(&self, py: Python<'_>) -> PyResult<Arc<SearchResults>> {
        let known = self.known().clone();
        let results = match known {
            Some(results) => Some(results),
            None => {
                let info = &self.rules.get().info;
                let (trees, actions, players) = (self.length, info.num_actions, info.num_players);
                self.work(py, |search| {
                    let results = SearchResults::of(search, trees, actions, players).map(Arc::new);
                    self.known().clone_from(&results);
                    results
                })?
            }
        };
        results.ok_or_else(|| {
            bad_value("results are refused: the search is not finished; go on until ask() is False")
        })
    }
}

/// Refuses a search of many games alike to one, if there is not enough memory.
pub(super) fn refuse_beyond_memory(
    info: &GameInfo,
    position: &AnyPosition,
    simulations: usize,
    games: usize,
) -> PyResult<()> {
    let bytes = any::bytes_at_most(info, position, simulations).saturating_mul(games);
    need(bytes, &format!("a search of {games} games with {simulations} simulations each"))
}
