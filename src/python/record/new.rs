//! How a [`Record`] is made and read.

use pyo3::prelude::*;
use pyo3::types::PyList;

use super::Record;
use crate::position::Position as _;
use crate::python::arguments::{Text, any_seed, short_repr};
use crate::python::errors::{bad_record, bad_value, refused_move};
use crate::python::history::History;
use crate::python::interrupt::under_a_budget;
use crate::python::metadata;
use crate::python::position::Position;
use crate::python::rules::{Rules, parse_rules};
use crate::record::{self, ColumnLetters, Entry, RulesSource};

pub(super) fn refused(error: record::RecordError) -> PyErr {
    bad_record(error.message, error.number, error.rule)
}

impl Record {
    pub(super) fn wrap(py: Python<'_>, inner: record::Record) -> PyResult<Self> {
        let rules = Py::new(py, Rules::new(inner.game().clone()))?;
        Ok(Self { rules, inner })
    }

    /// Reads a foreign format by `rules`: None, the name of a preset, or Rules.
    pub(super) fn foreign(
        py: Python<'_>,
        rules: Option<&Bound<'_, PyAny>>,
        read: impl Fn(RulesSource<'_>) -> Result<record::Record, record::RecordError>,
    ) -> PyResult<Self> {
        Self::wrap(
            py,
            metadata::with_rules(rules, |source| {
                under_a_budget(|| read(source))?.map_err(refused)
            })?,
        )
    }

    /// The game that led along a way.
    pub fn from_history(py: Python<'_>, rules: &Py<Rules>, past: &History) -> PyResult<Self> {
        let inner = past.to_record(rules.get().game.clone());
        let inner = inner.map_err(|refusal| refused_move(&refusal))?;
        Ok(Self { rules: rules.clone_ref(py), inner })
    }

    pub(super) fn marks<'py>(
        &self,
        py: Python<'py>,
        pick: impl Fn(&Entry) -> Option<String>,
    ) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        let mut turns = 0;
        let mut texts = Vec::new();
        self.inner.replay(|position, entry| {
            turns = position.turns();
            if let Some(text) = pick(entry) {
                texts.push((turns, text));
            }
        });
        for pair in texts {
            list.append(pair)?;
        }
        Ok(list)
    }

    /// A record that begins with Rules, the name of a preset or a Position.
    pub(super) fn beginning(py: Python<'_>, start: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(position) = start.cast::<Position>() {
            let position = position.get();
            Self::from_history(py, &position.rules, &position.past)
        } else if let Some(rules) = parse_rules(start)? {
            let game = rules.get().game.clone();
            let begin = game.rules.start(any_seed());
            Ok(Self { rules, inner: record::Record::new(game, begin) })
        } else {
            Err(bad_value(format!(
                "{} is refused: a record begins with Rules, the name of a preset or a Position",
                short_repr(start)
            )))
        }
    }

    /// What ended or interrupted the game, in order.
    pub(super) fn event_texts(&self) -> Vec<String> {
        let text = |entry: &Entry| match entry {
            Entry::Event(event) => Some(event.to_string()),
            Entry::Move(_) | Entry::Comment(_) => None,
        };
        self.inner.entries().iter().filter_map(text).collect()
    }
}

/// Which letters name the columns of a record in notes.
pub(super) fn column_letters(letters: Option<&Text>) -> PyResult<ColumnLetters> {
    match letters.map_or("i", |letters| &letters.0) {
        "i" => Ok(ColumnLetters::All),
        "no_i" => Ok(ColumnLetters::NoI),
        other => {
            let message = format!("letters={other:?} is refused: there are 'i' and 'no_i'");
            Err(bad_value(message))
        }
    }
}
