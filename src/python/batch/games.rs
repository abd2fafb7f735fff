//! The games of a [`Batch`]: who may work on them, and what its calls ask of them.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use pyo3::prelude::*;

use super::Batch;
use super::arguments::read_seeds;
use crate::batch::{self, AnyBatch, Keep};
use crate::games::AnyPosition;
use crate::pool::Look;
use crate::python::arguments::{integer, short_repr};
use crate::python::arrays;
use crate::python::busy;
use crate::python::errors::bad_value;
use crate::python::progress::{Ticker, look_for_signals};
use crate::python::rules::Rules;
use crate::python::views::BatchViews;

impl Batch {
    pub(super) fn of(
        py: Python<'_>,
        rules: Py<Rules>,
        mut inner: Box<dyn AnyBatch>,
        keep: Keep,
    ) -> PyResult<Self> {
        if keep != Keep::Nothing {
            py.detach(|| inner.keep(keep));
        }
        let (length, games) = (inner.len(), Arc::new(Mutex::new(inner)));
        let views = BatchViews::new(py, &games)?;
        Ok(Self { rules, games, length, keep, views })
    }

    /// Works on the games without Python, unless another thread is at work on them: nobody ever waits
    /// for the lock.
    pub(super) fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyBatch) -> T + Send,
    ) -> PyResult<T> {
        py.detach(|| busy::locked(&self.games, "batch").map(|mut games| work(&mut **games)))
    }

    /// The same for work that may take long: Ctrl-C breaks it off.
    pub(super) fn long_work(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyBatch, Look<'_>) -> ControlFlow<()> + Send,
    ) -> PyResult<()> {
        let mut ticker = Ticker::new(py, None, usize::MAX)?;
        let done = self.work(py, |games| work(games, &mut || ticker.tick(0)));
        ticker.finish(py)?;
        done.map(drop)
    }

    /// Plays up to `turns` random turns in every game, piece by piece, so that Ctrl-C is heard.
    pub(super) fn play_random_in_pieces(&self, py: Python<'_>, turns: Option<u32>) -> PyResult<()> {
        let played = batch::in_short_pieces(self.length, |games| {
            let played = self.work(py, |batch| batch.play_random(games, turns));
            match played.and_then(|()| look_for_signals(py)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        });
        played.break_value().map_or(Ok(()), Err)
    }

    /// The rules, and where the games stand.
    pub fn standing(&self, py: Python<'_>) -> PyResult<(Py<Rules>, Vec<AnyPosition>)> {
        let list = |games: &mut dyn AnyBatch| {
            (0..games.len()).map(|game| games.position(game)).collect::<Vec<_>>()
        };
        Ok((self.rules.clone_ref(py), self.work(py, list)?))
    }

    /// The rules, and where some games stand.
    pub fn standing_in(
        &self,
        py: Python<'_>,
        games: &[i64],
    ) -> PyResult<(Py<Rules>, Vec<AnyPosition>)> {
        if let Some(game) = games.iter().find(|&&game| !(0..self.length as i64).contains(&game)) {
            return Err(bad_value(format!("there is no game {game}: there are {}", self.length)));
        }
        let list = |all: &mut dyn AnyBatch| {
            games.iter().map(|&game| all.position(game as usize)).collect::<Vec<_>>()
        };
        Ok((self.rules.clone_ref(py), self.work(py, list)?))
    }

    /// The number of a game, from either end.
    pub(super) fn game(&self, index: &Bound<'_, PyAny>) -> PyResult<usize> {
        let length = self.length as i64;
        let number = integer(index)
            .ok_or_else(|| bad_value(format!("{} is no number of a game", short_repr(index))))?;
        if !(-length..length).contains(&number) {
            // Python's own loops end on this very error.
            return Err(pyo3::exceptions::PyIndexError::new_err(format!(
                "there is no game {number}: they are 0 to {}",
                length - 1
            )));
        }
        Ok(if number < 0 { number + length } else { number } as usize)
    }

    /// Refuses a question about actions that are not kept.
    pub(super) fn need(&self, what: &str, all: bool) -> PyResult<()> {
        match self.keep {
            Keep::All => Ok(()),
            Keep::Replies if !all => Ok(()),
            _ => Err(bad_value(format!(
                "{what} is refused: this batch was made without history={}",
                if all { "True" } else { "True or 'replies'" }
            ))),
        }
    }

    pub(super) fn observation_shape(&self) -> Vec<usize> {
        [&[self.length], &self.rules.get().info.observation_shape[..]].concat()
    }

    pub(super) fn seeds(&self, list: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        let mut seeds = Vec::with_capacity(self.length);
        read_seeds(list, self.length, &mut seeds)?;
        Ok(seeds)
    }

    pub(super) fn mask(&self, mask: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Vec<bool>>> {
        let mask = mask.filter(|mask| !mask.is_none());
        mask.map(|mask| arrays::mask(mask, self.length)).transpose()
    }

    /// Own rewards, terminated and truncated by game, and how many are over.
    pub(super) fn ends(&self, py: Python<'_>) -> PyResult<(Vec<f64>, [Vec<bool>; 2], usize)> {
        self.work(py, |games| {
            let mut own_rewards = vec![0.0; games.len()];
            let over = games.own_rewards(&mut own_rewards);
            let arrays = games.arrays();
            (own_rewards, [arrays.terminated.to_vec(), arrays.truncated.to_vec()], over)
        })
    }

    /// How many replies there were in each game, and all of them.
    pub(super) fn replies_of_all(&self, py: Python<'_>) -> PyResult<(Vec<i64>, Vec<i64>)> {
        self.work(py, |games| {
            let (mut counts, mut actions) = (Vec::with_capacity(games.len()), Vec::new());
            for game in 0..games.len() {
                let replies = games.replies(game);
                counts.push(replies.len() as i64);
                actions.extend(replies.iter().map(|&action| i64::from(action)));
            }
            (counts, actions)
        })
    }
}
