//! `Batch`: many games in one block of memory.

use std::sync::{Arc, Mutex, TryLockError};
use std::time::{Duration, Instant};

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyType;

use super::arguments::{self, Given, Text, between, integers, shown};
use super::errors::{bad_value, refused_move};
use super::position::{self, Position};
use super::rules::Rules;
use super::views::{BatchViews, SharedBatch};
use crate::batch::{self, AnyBatch};
use crate::stream::game_seed;

/// n games of one rules object, stepped together; its arrays are views, updated in place.
#[pyclass(frozen, module = "fivefold")]
pub struct Batch {
    rules: Py<Rules>,
    games: SharedBatch,
    length: usize,
    views: BatchViews,
}

impl Batch {
    fn of(py: Python<'_>, rules: Py<Rules>, made: Box<dyn AnyBatch>) -> PyResult<Self> {
        let (length, games) = (made.len(), Arc::new(Mutex::new(made)));
        let views = BatchViews::new(py, &games)?;
        Ok(Self { rules, games, length, views })
    }

    /// Works on the games without Python, unless another thread is at work on them. The lock is free
    /// again before Python is attached to, or two threads might wait for each other.
    fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyBatch) -> T + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| match self.games.try_lock() {
            Ok(mut games) => Ok(work(&mut **games)),
            Err(TryLockError::WouldBlock) => Err("the batch is in use by another thread"),
            Err(TryLockError::Poisoned(_)) => Err(
                "the batch is refused: an earlier call broke off half-way and left its games in \
                 disorder; make a new one",
            ),
        });
        done.map_err(bad_value)
    }

    fn observation_shape(&self) -> Vec<usize> {
        [&[self.length], &self.rules.get().info.observation_shape[..]].concat()
    }

    fn seeds(&self, list: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        let mut seeds = Vec::with_capacity(self.length);
        read_seeds(list, self.length, &mut seeds)?;
        Ok(seeds)
    }

    fn mask(&self, mask: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Vec<bool>>> {
        let mask = mask.filter(|mask| !mask.is_none());
        mask.map(|mask| super::arrays::mask(mask, self.length)).transpose()
    }
}

fn read_seeds(list: &Bound<'_, PyAny>, length: usize, seeds: &mut Vec<u64>) -> PyResult<()> {
    integers(list, "seeds", length, |game, number| {
        let seed = u64::try_from(number).map_err(|_| {
            bad_value(format!("seed {number} of game {game} is refused: 0 to 2^64-1"))
        })?;
        seeds.push(seed);
        Ok(())
    })
}

fn no_memory(length: usize) -> PyErr {
    bad_value(format!("n={length} is refused: there is no memory for so many games"))
}

/// A seed for each game: from one for all, or as they are given; from the system without.
fn seeds_for(seed: Option<&Bound<'_, PyAny>>, length: usize) -> PyResult<Vec<u64>> {
    let mut seeds = Vec::new();
    seeds.try_reserve_exact(length).map_err(|_| no_memory(length))?;
    let one = match seed.filter(|seed| !seed.is_none()) {
        None => arguments::any_seed(),
        Some(seed) if arguments::integer(seed).is_some() => arguments::seed(seed)?,
        Some(list) => {
            read_seeds(list, length, &mut seeds)?;
            return Ok(seeds);
        }
    };
    seeds.extend((0..length as u64).map(|game| game_seed(one, game)));
    Ok(seeds)
}

/// Gains, terminated, truncated, how many are over.
type Results<'py> =
    (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<bool>>, usize);

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (rules, n, seed = None))]
    fn new(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        n: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let Ok(rules) = rules.cast::<Rules>() else {
            return Err(bad_value(format!("{} is refused: a batch takes Rules", shown(rules))));
        };
        let length = between(n, "n", 0, i64::from(u32::MAX))? as usize;
        let seeds = seeds_for(seed, length)?;
        let game = &rules.get().game.rules;
        let made = py.detach(|| batch::any(game, &seeds)).map_err(|_| no_memory(length))?;
        Self::of(py, rules.clone().unbind(), made)
    }

    /// Games that begin at given positions of the same rules, every episode anew.
    #[classmethod]
    #[pyo3(
        signature = (positions, seed = Given(None)),
        text_signature = "($cls, positions, seed=0)"
    )]
    fn from_positions(
        _class: &Bound<'_, PyType>,
        positions: &Bound<'_, PyAny>,
        seed: Given,
    ) -> PyResult<Self> {
        let py = positions.py();
        let Some((rules, starts)) = position::list(positions)? else {
            let shown = shown(positions);
            return Err(bad_value(format!("{shown} is refused: it takes a list of Positions")));
        };
        let seed = match seed {
            Given(Some(seed)) => seed.into_bound(py),
            Given(None) => 0_u64.into_pyobject(py)?.into_any(),
        };
        let seeds = seeds_for(Some(&seed), starts.len())?;
        let game = &rules.get().game.rules;
        let made = py.detach(|| batch::any_from(game, &seeds, &starts));
        let made = made.map_err(|_| no_memory(starts.len()))?;
        Self::of(py, rules, made)
    }

    /// The positions of all games, each set up anew: without the moves that led there.
    fn positions(&self, py: Python<'_>) -> PyResult<Vec<Position>> {
        let all = |games: &mut dyn AnyBatch| {
            (0..games.len()).map(|game| games.position(game)).collect::<Vec<_>>()
        };
        let made = |position| Position::at_start(self.rules.clone_ref(py), position);
        Ok(self.work(py, all)?.into_iter().map(made).collect())
    }

    /// The rules.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Rules> {
        self.rules.clone_ref(py)
    }

    /// The boards: int8 `[n, rows, columns]`; in Pentagame uint8 `[n, kinds, stops]`.
    #[getter]
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.views.boards.array(py)
    }

    /// The legal actions: bool `[n, num_actions]`; none after the end.
    #[getter]
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.views.masks.array(py)
    }

    /// The seat to decide: int8 `[n]`; -2 after the end.
    #[getter]
    fn player<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.views.players.array(py)
    }

    /// The returns on the step that ended a game, else 0: float32 `[n, players]`.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.views.rewards.array(py)
    }

    /// Which games are over by the rules: bool `[n]`.
    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.views.terminated.array(py)
    }

    /// Which games are over by a limit (N16): bool `[n]`.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.views.truncated.array(py)
    }

    /// The observations of the seats to decide: uint8 `[n, ...]`; kept up to date from here on.
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.work(py, |games| games.watch())?;
        self.views.observations.array(py)
    }

    /// The observations written into a caller's array, or into a new one.
    #[pyo3(signature = (out = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let shape = self.observation_shape();
        let out = match out.filter(|out| !out.is_none()) {
            Some(out) => out.clone(),
            None => super::arrays::new_u8(py, &shape, |_| ())?,
        };
        super::arrays::fill_u8(&out, &shape, |out| self.work(py, |games| games.observe(out)))??;
        Ok(out)
    }

    /// Whose view each observation is: int8 `[n]`.
    fn viewers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let viewers = |games: &mut dyn AnyBatch| {
            (0..games.len()).map(|game| games.viewer(game).0 as i8).collect::<Vec<_>>()
        };
        Ok(PyArray1::from_vec(py, self.work(py, viewers)?))
    }

    /// What the last step brought to the viewers, which games are over by the rules, which by a
    /// limit, and how many are over.
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Results<'py>> {
        let (gains, terminated, truncated, over) = self.work(py, |games| {
            let mut gains = vec![0.0; games.len()];
            let over = games.gains(&mut gains);
            let arrays = games.arrays();
            (gains, arrays.terminated.to_vec(), arrays.truncated.to_vec(), over)
        })?;
        let [terminated, truncated] = [terminated, truncated].map(|v| PyArray1::from_vec(py, v));
        Ok((PyArray1::from_vec(py, gains), terminated, truncated, over))
    }

    /// Plays one action in each game of the mask that runs, or changes nothing and says which is
    /// refused; with autoreset, games that are over begin their next episode. The observations
    /// after it are written into `out`.
    #[pyo3(signature = (actions, mask = None, autoreset = false, out = None))]
    fn step(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        mask: Option<&Bound<'_, PyAny>>,
        autoreset: bool,
        out: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mask = self.mask(mask)?;
        let mut chosen = Vec::with_capacity(self.length);
        integers(actions, "actions", self.length, |_, number| {
            // Numbers beyond are out of range in any game, and so are these.
            chosen.push(number.clamp(i128::from(i32::MIN), i128::from(i32::MAX)) as i32);
            Ok(())
        })?;
        let mask = mask.as_deref();
        let done = match out.filter(|out| !out.is_none()) {
            None if autoreset => self.work(py, |games| games.step_or_begin(&chosen, mask))?,
            None => self.work(py, |games| games.step(&chosen, mask))?,
            Some(out) => {
                let shape = self.observation_shape();
                super::arrays::fill_u8(out, &shape, |out| {
                    self.work(py, |games| games.step_into(&chosen, mask, autoreset, out))
                })??
            }
        };
        done.map_err(|mut refused| {
            refused.refusal.message = format!("game {}: {}", refused.game, refused.refusal.message);
            refused_move(&refused.refusal)
        })
    }

    /// Starts a new episode in the games of the mask, or in all; with seeds, the first of each.
    #[pyo3(signature = (mask = None, seeds = None))]
    fn reset(
        &self,
        py: Python<'_>,
        mask: Option<&Bound<'_, PyAny>>,
        seeds: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mask = self.mask(mask)?;
        let given = seeds.filter(|seeds| !seeds.is_none());
        let seeds = given.map(|list| self.seeds(list)).transpose()?;
        self.work(py, |games| games.reset(mask.as_deref(), seeds.as_deref()))
    }

    /// Gives the caller one seat in each game (-1: all of them); the others may play at random.
    #[pyo3(signature = (seats, others = None))]
    fn sit(&self, py: Python<'_>, seats: &Bound<'_, PyAny>, others: Option<Text>) -> PyResult<()> {
        let others = match others.as_ref().map(|others| &others.0[..]) {
            None => false,
            Some("random") => true,
            Some(other) => {
                let message = format!("others={other:?} is refused: None or 'random'");
                return Err(bad_value(message));
            }
        };
        let players = self.rules.get().info.num_players as i128;
        let mut chosen = Vec::with_capacity(self.length);
        integers(seats, "seats", self.length, |game, seat| {
            if !(-1..players).contains(&seat) {
                let message = format!("seat {seat} of game {game} is refused: -1 to {players} - 1");
                return Err(bad_value(message));
            }
            chosen.push(seat as i8);
            Ok(())
        })?;
        self.work(py, |games| games.sit(&chosen, others))
    }

    /// Plays so many turns at random in every game, or all to the end.
    #[pyo3(signature = (turns = None))]
    fn play_random(&self, py: Python<'_>, turns: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let turns = match turns.filter(|turns| !turns.is_none()) {
            Some(turns) => Some(between(turns, "turns", 0, i64::from(u32::MAX))? as u32),
            None => None,
        };
        let (mut done, mut piece) = (0, 64);
        while done < self.length {
            let end = self.length.min(done + piece);
            let began = Instant::now();
            self.work(py, |games| games.play_random(done..end, turns))?;
            if began.elapsed() < Duration::from_millis(40) {
                piece *= 2;
            } else if began.elapsed() > Duration::from_millis(120) {
                piece = (piece / 2).max(1);
            }
            done = end;
            py.check_signals()?;
        }
        Ok(())
    }

    fn __len__(&self) -> usize {
        self.length
    }

    /// The position of game `index`, set up anew: without the moves that led there.
    fn __getitem__(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Position> {
        let length = self.length as i64;
        let number = arguments::integer(index)
            .ok_or_else(|| bad_value(format!("{} is no number of a game", shown(index))))?;
        if !(-length..length).contains(&number) {
            // Python's own loops end on this very error.
            return Err(pyo3::exceptions::PyIndexError::new_err(format!(
                "there is no game {number}: they are 0 to {}",
                length - 1
            )));
        }
        let game = if number < 0 { number + length } else { number } as usize;
        let position = self.work(py, |games| games.position(game))?;
        Ok(Position::at_start(self.rules.clone_ref(py), position))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Batch of {} games of {}>", self.length, self.rules.bind(py).repr()?))
    }
}
