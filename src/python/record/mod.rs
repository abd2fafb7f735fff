//! `Record`: a played game to keep. Here are its calls; `new.rs` makes and reads records.

mod new;

use std::collections::BTreeMap;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};

use self::new::{column_letters, refused};
use super::arguments::{self, Text, TextOrNumber, between, text_or_number};
use super::errors::{bad_record, refused_move};
use super::history::History;
use super::interrupt::{interruptible, under_a_budget};
use super::outcome::Outcome;
use super::position::Position;
use super::rules::Rules;
use super::{json, metadata, moves};
use crate::record::{self, Entry, RulesSource};

#[doc = py_doc!(Record)]
#[pyclass(module = "fivefold")]
pub struct Record {
    rules: Py<Rules>,
    pub inner: record::Record,
}

#[pymethods]
impl Record {
    #[new]
    #[pyo3(signature = (start, *, players = None, date = None, metadata = None))]
    fn new(
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        players: Option<&Bound<'_, PyAny>>,
        date: Option<&Bound<'_, PyAny>>,
        metadata: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut record = Self::beginning(py, start)?;
        if let Some(players) = players {
            record.set_players(players)?;
        }
        if let Some(date) = date {
            record.set_date(date)?;
        }
        if let Some(metadata) = metadata {
            record.set_metadata(metadata)?;
        }
        Ok(record)
    }

    #[doc = py_doc!(Record.rules)]
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Rules> {
        self.rules.clone_ref(py)
    }

    #[doc = py_doc!(Record.start)]
    #[getter]
    fn start(&self, py: Python<'_>) -> Position {
        Position::at_start(self.rules.clone_ref(py), self.inner.start().clone())
    }

    #[doc = py_doc!(Record.position)]
    #[getter]
    fn position(&self, py: Python<'_>) -> Position {
        let (rules, inner) = (self.rules.clone_ref(py), self.inner.position().clone());
        Position::new(rules, inner, History::from_record(&self.inner))
    }

    #[doc = py_doc!(Record.positions)]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut past = History::new(self.inner.start().clone());
        let mut positions = Vec::new();
        interruptible(&self.rules.get().info, || {
            self.inner.positions(|position, entry| {
                past = past.after(entry);
                let rules = self.rules.clone_ref(py);
                positions.push(Position::new(rules, position.clone(), past.clone()));
            });
        })?;
        PyList::new(py, positions)
    }

    #[doc = py_doc!(Record.legal_counts)]
    fn legal_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let counts = interruptible(&self.rules.get().info, || self.inner.legal_counts())?;
        Ok(PyArray1::from_iter(py, counts.into_iter().map(i64::from)))
    }

    #[doc = py_doc!(Record.moves)]
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.inner.moves()
    }

    #[doc = py_doc!(Record.describe)]
    fn describe<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut moves = Vec::new();
        self.inner.replay(|position, entry| {
            if let Entry::Move(action) = entry {
                moves.push(super::describe::describe(py, position, *action));
            }
        });
        moves.into_iter().collect()
    }

    #[doc = py_doc!(Record.actions)]
    #[getter]
    fn actions(&self) -> Vec<u16> {
        self.inner.actions().map(|action| action.0).collect()
    }

    #[doc = py_doc!(Record.events)]
    #[getter]
    fn events(&self) -> Vec<String> {
        self.event_texts()
    }

    #[doc = py_doc!(Record.comments)]
    #[getter]
    fn comments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.marks(py, |entry| match entry {
            Entry::Comment(text) => Some(text.clone()),
            Entry::Move(_) | Entry::Event(_) => None,
        })
    }

    #[doc = py_doc!(Record.is_over)]
    #[getter]
    fn is_over(&self) -> bool {
        self.inner.is_over()
    }

    #[doc = py_doc!(Record.outcome)]
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.inner.outcome().map(Outcome)
    }

    #[doc = py_doc!(Record.returns)]
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let returns = self.inner.returns();
        let shape = [returns.len()];
        super::views::View::frozen(py, returns, &shape)?.array(py)
    }

    #[doc = py_doc!(Record.result)]
    #[getter]
    fn result(&self) -> String {
        self.inner.result()
    }

    #[doc = py_doc!(Record.players)]
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.inner.players)
    }

    #[setter]
    fn set_players(&mut self, players: &Bound<'_, PyAny>) -> PyResult<()> {
        let seats = self.rules.get().info.num_players;
        self.inner.players = metadata::players(players, seats)?;
        Ok(())
    }

    #[doc = py_doc!(Record.date)]
    #[getter]
    fn date(&self) -> Option<&str> {
        self.inner.date.as_deref()
    }

    #[setter]
    fn set_date(&mut self, date: &Bound<'_, PyAny>) -> PyResult<()> {
        self.inner.date = metadata::date(date)?;
        Ok(())
    }

    #[doc = py_doc!(Record.metadata)]
    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        json::to_dict(py, &self.inner.metadata)
    }

    #[setter]
    fn set_metadata(&mut self, metadata: &Bound<'_, PyAny>) -> PyResult<()> {
        self.inner.metadata = metadata::metadata(metadata)?;
        Ok(())
    }

    #[doc = py_doc!(Record.push)]
    fn push(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let played = match text_or_number(action) {
            TextOrNumber::Number(number) => moves::in_range(number, &self.rules.get().info)
                .and_then(|action| self.inner.push(action)),
            TextOrNumber::Text(text) => self.inner.push_text(&text),
            TextOrNumber::Huge(repr) => Err(moves::out_of_range(&repr, &self.rules.get().info)),
            TextOrNumber::Nothing(repr) => Err(moves::no_move(&repr)),
        };
        played.map_err(|refusal| refused_move(&refusal))
    }

    #[doc = py_doc!(Record.annotations)]
    #[getter]
    fn annotations(&self) -> BTreeMap<usize, String> {
        self.inner.annotations().clone()
    }

    #[setter]
    fn set_annotations(&mut self, annotations: &Bound<'_, PyAny>) -> PyResult<()> {
        let all = metadata::by_number(annotations, "annotations", "texts", metadata::some_text)?;
        self.inner.set_annotations(all).map_err(refused)
    }

    #[doc = py_doc!(Record.time_left)]
    #[getter]
    fn time_left(&self) -> BTreeMap<usize, f64> {
        self.inner.time_left().clone()
    }

    #[setter]
    fn set_time_left(&mut self, time_left: &Bound<'_, PyAny>) -> PyResult<()> {
        let all = metadata::by_number(time_left, "time_left", "seconds", metadata::some_number)?;
        self.inner.set_time_left(all).map_err(refused)
    }

    #[doc = py_doc!(Record.pop)]
    fn pop(&mut self) -> PyResult<String> {
        self.inner
            .pop()
            .ok_or_else(|| bad_record("there is nothing to take back".to_owned(), None, None))
    }

    #[doc = py_doc!(Record.event)]
    fn event(&mut self, text: &Bound<'_, PyAny>) -> PyResult<()> {
        let text = arguments::text(text, "text")?;
        let noted = text.parse().and_then(|event| self.inner.event(event));
        noted.map_err(|refusal| refused_move(&refusal))
    }

    #[doc = py_doc!(Record.conclude)]
    fn conclude(&mut self, result: &Bound<'_, PyAny>) -> PyResult<()> {
        let result = arguments::text(result, "result")?;
        self.inner.conclude(&result).map_err(refused)
    }

    #[doc = py_doc!(Record.comment)]
    fn comment(&mut self, turn: &Bound<'_, PyAny>, text: &Bound<'_, PyAny>) -> PyResult<()> {
        let text = arguments::text(text, "text")?;
        let turn = between(turn, "turn", 0, i64::from(u32::MAX))? as u32;
        self.inner.comment(turn, &text).map_err(refused)
    }

    #[doc = py_doc!(Record.to_dict)]
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.inner.to_value())
    }

    #[doc = py_doc!(Record.from_dict)]
    #[classmethod]
    fn from_dict(class: &Bound<'_, PyType>, data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let value = json::from_python(data)?;
        Self::wrap(
            class.py(),
            under_a_budget(|| record::Record::from_value(&value))?.map_err(refused)?,
        )
    }

    #[doc = py_doc!(Record.to_json)]
    fn to_json(&self) -> String {
        self.inner.to_json()
    }

    #[doc = py_doc!(Record.from_json)]
    #[classmethod]
    fn from_json(class: &Bound<'_, PyType>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let text = arguments::text(text, "text")?;
        Self::wrap(
            class.py(),
            under_a_budget(|| record::Record::from_json(&text))?.map_err(refused)?,
        )
    }

    #[doc = py_doc!(Record.to_text)]
    fn to_text(&self) -> String {
        self.inner.to_text()
    }

    #[doc = py_doc!(Record.from_text)]
    #[classmethod]
    fn from_text(class: &Bound<'_, PyType>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let text = arguments::text(text, "text")?;
        Self::wrap(
            class.py(),
            under_a_budget(|| record::Record::from_text(&text))?.map_err(refused)?,
        )
    }

    #[doc = py_doc!(Record.to_sgf)]
    fn to_sgf(&self) -> PyResult<String> {
        self.inner.to_sgf().map_err(refused)
    }

    #[doc = py_doc!(Record.from_sgf)]
    #[classmethod]
    #[pyo3(signature = (text, rules = None))]
    fn from_sgf(
        class: &Bound<'_, PyType>,
        text: Text,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let read = |source: RulesSource<'_>| record::Record::from_sgf(&text.0, source);
        Self::foreign(class.py(), rules, read)
    }

    #[doc = py_doc!(Record.to_psq)]
    fn to_psq(&self) -> PyResult<String> {
        self.inner.to_psq().map_err(refused)
    }

    #[doc = py_doc!(Record.from_psq)]
    #[classmethod]
    #[pyo3(signature = (text, rules, *, origin = None), text_signature = "(text, rules, *, origin=1)")]
    fn from_psq(
        class: &Bound<'_, PyType>,
        text: Text,
        rules: &Bound<'_, PyAny>,
        origin: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let origin = origin.map_or(Ok(1), |origin| between(origin, "origin", 0, 1))? as u8;
        let read = |source: RulesSource<'_>| record::Record::from_psq(&text.0, source, origin);
        Self::foreign(class.py(), Some(rules), read)
    }

    #[doc = py_doc!(Record.to_notes)]
    fn to_notes(&self) -> PyResult<String> {
        self.inner.to_notes().map_err(refused)
    }

    #[doc = py_doc!(Record.to_pos)]
    fn to_pos(&self) -> PyResult<String> {
        self.inner.to_pos().map_err(refused)
    }

    #[doc = py_doc!(Record.from_notes)]
    #[classmethod]
    #[pyo3(
        signature = (text, rules = None, *, letters = None),
        text_signature = "(text, rules=None, *, letters='i')"
    )]
    fn from_notes(
        class: &Bound<'_, PyType>,
        text: Text,
        rules: Option<&Bound<'_, PyAny>>,
        letters: Option<Text>,
    ) -> PyResult<Self> {
        let letters = column_letters(letters.as_ref())?;
        let read = |source: RulesSource<'_>| record::Record::from_notes(&text.0, source, letters);
        Self::foreign(class.py(), rules, read)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        // Over the moves as they stand now: pushing in the loop does not prolong it.
        PyTuple::new(py, self.inner.moves())?.call_method0("__iter__")
    }

    fn __len__(&self) -> usize {
        self.inner.actions().count()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        other.try_borrow().is_ok_and(|other| self.inner == other.inner)
    }

    fn __str__(&self) -> String {
        self.inner.to_text()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let rules = self.rules.bind(py).repr()?;
        let moves = self.inner.actions().count();
        Ok(format!("<Record of {rules}, {moves} moves, {}>", self.inner.result()))
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let draw = slf.py().import("fivefold.draw")?;
        draw.call_method1("html", (slf,))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let make = slf.py().get_type::<Self>().getattr("from_json")?;
        Ok((make, (slf.try_borrow()?.to_json(),)))
    }
}
