//! `Rules`, the presets and their options.

use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};
use serde_json::{Map, Value};

use super::errors::{bad_value, refused_setup};
use super::position::Position;
use super::{arguments, json};
use crate::games::{self, Game, PRESETS};
use crate::position::{Domain, GameInfo, Symmetry, key_of};

#[doc = py_doc!(Rules)]
#[pyclass(frozen, module = "fivefold")]
pub struct Rules {
    pub game: Game,
    pub info: GameInfo,
    motions: OnceLock<Vec<Symmetry>>,
    symmetries: PyOnceLock<Py<PyTuple>>,
    info_object: PyOnceLock<Py<PyAny>>,
    geometry: PyOnceLock<Py<PyAny>>,
}

impl Rules {
    pub fn new(game: Game) -> Self {
        let info = game.rules.info();
        Self {
            game,
            info,
            motions: OnceLock::new(),
            symmetries: PyOnceLock::new(),
            info_object: PyOnceLock::new(),
            geometry: PyOnceLock::new(),
        }
    }

    /// Every motion that keeps the rules, worked out once.
    pub fn motions(&self) -> &[Symmetry] {
        self.motions.get_or_init(|| self.game.rules.symmetries())
    }

    /// The symmetries as Python sees them.
    pub fn symmetry_tuple<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyTuple>> {
        let tuple = self.symmetries.get_or_try_init(py, || {
            let class = python_type(py, &SYMMETRY, "Symmetry")?;
            let make = |symmetry: &Symmetry| {
                let points = read_only(py, &symmetry.points)?;
                let actions = read_only(py, &symmetry.actions)?;
                let all = (0..self.info.planes.len() as u16).collect();
                let moved = if symmetry.planes.is_empty() { &all } else { &symmetry.planes };
                class.call1((&symmetry.name, points, actions, read_only(py, moved)?))
            };
            let all: Vec<_> = self.motions().iter().map(make).collect::<PyResult<_>>()?;
            Ok::<_, PyErr>(PyTuple::new(py, all)?.unbind())
        })?;
        Ok(tuple.bind(py))
    }
}

/// A permutation as an int32 array that refuses to be written.
fn read_only<'py>(py: Python<'py>, values: &[u16]) -> PyResult<Bound<'py, PyAny>> {
    let values: Vec<i32> = values.iter().map(|&value| i32::from(value)).collect();
    let length = values.len();
    super::views::View::frozen(py, values, &[length])?.array(py)
}

static SYMMETRY: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static OPTION_INFO: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// A class of `fivefold._types`, looked up once.
pub fn python_type<'py>(
    py: Python<'py>,
    cell: &'py PyOnceLock<Py<PyType>>,
    name: &str,
) -> PyResult<&'py Bound<'py, PyType>> {
    cell.import(py, "fivefold._types", name)
}

#[pymethods]
impl Rules {
    #[doc = py_doc!(Rules.name)]
    #[getter]
    fn name(&self) -> &'static str {
        self.game.name
    }

    #[doc = py_doc!(Rules.info)]
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let build = || super::info::info(py, &self.game, &self.info).map(Bound::unbind);
        Ok(self.info_object.get_or_try_init(py, build)?.bind(py).clone())
    }

    #[doc = py_doc!(Rules.geometry)]
    #[getter]
    fn geometry<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let build = || super::info::geometry(py, &self.game.rules.geometry()).map(Bound::unbind);
        Ok(self.geometry.get_or_try_init(py, build)?.bind(py).clone())
    }

    #[doc = py_doc!(Rules.options)]
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in &self.game.options() {
            dict.set_item(name, json::to_frozen(py, value)?)?;
        }
        Ok(dict)
    }

    #[doc = py_doc!(Rules.num_players)]
    #[getter]
    fn num_players(&self) -> usize {
        self.info.num_players
    }

    #[doc = py_doc!(Rules.num_actions)]
    #[getter]
    fn num_actions(&self) -> usize {
        self.info.num_actions
    }

    #[doc = py_doc!(Rules.max_turns)]
    #[getter]
    fn max_turns(&self) -> usize {
        self.info.max_turns
    }

    #[doc = py_doc!(Rules.max_actions)]
    #[getter]
    fn max_actions(&self) -> usize {
        self.info.max_actions
    }

    #[doc = py_doc!(Rules.min_return)]
    #[getter]
    fn min_return(&self) -> f32 {
        self.info.min_return
    }

    #[doc = py_doc!(Rules.max_return)]
    #[getter]
    fn max_return(&self) -> f32 {
        self.info.max_return
    }

    #[doc = py_doc!(Rules.board_shape)]
    #[getter]
    fn board_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.info.board_shape())
    }

    #[doc = py_doc!(Rules.observation_shape)]
    #[getter]
    fn observation_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.info.observation_shape)
    }

    #[doc = py_doc!(Rules.observation_limits)]
    #[getter]
    fn observation_limits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let limits = self.info.limits.clone();
        let shape = [limits.len()];
        super::views::View::frozen(py, limits, &shape)?.array(py)
    }

    #[doc = py_doc!(Rules.symmetries)]
    #[getter]
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.symmetry_tuple(py).cloned()
    }

    #[doc = py_doc!(Rules.start)]
    #[pyo3(signature = (seed = None))]
    pub fn start(slf: &Bound<'_, Self>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Position> {
        let seed = match seed {
            Some(seed) if !seed.is_none() => arguments::seed(seed)?,
            _ => arguments::any_seed(),
        };
        Ok(Position::at_start(slf.clone().unbind(), slf.get().game.rules.start(seed)))
    }

    #[doc = py_doc!(Rules.to_dict)]
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.game.to_value())
    }

    #[doc = py_doc!(Rules.from_dict)]
    #[classmethod]
    fn from_dict(_class: &Bound<'_, PyType>, data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let value = json::from_python(data)?;
        games::from_value(&value).map(Self::new).map_err(|refusal| refused_setup(&refusal))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.game.rules == other.get().game.rules)
    }

    fn __hash__(&self) -> u64 {
        key_of(&self.game.rules)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let usual = games::preset(self.game.name).map(|preset| preset.options());
        let usual = usual.map_err(|refusal| refused_setup(&refusal))?;
        let mut text = format!("fivefold.rules('{}'", self.game.name);
        for (name, value) in
            self.game.options().iter().filter(|(name, value)| usual.get(*name) != Some(*value))
        {
            text.extend([", ", name, "="]);
            text.push_str(json::to_frozen(py, value)?.repr()?.to_str()?);
        }
        Ok(text + ")")
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("fivefold.draw.summaries")?.call_method1("rules_html", (slf,))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let py = slf.py();
        Ok((py.get_type::<Self>().getattr("from_dict")?, (slf.get().to_dict(py)?,)))
    }
}

#[doc = py_doc!(rules)]
#[pyfunction]
#[pyo3(signature = (name, /, **options))]
pub fn rules(name: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Rules> {
    let name = preset_name(name)?;
    let mut map = Map::new();
    for (key, value) in options.into_iter().flatten() {
        let key = arguments::text(&key, "the name of an option")?;
        let value = json::from_python(&value).map_err(|error| {
            let reason = error.value(value.py()).to_string();
            super::errors::SetupError::new_err(format!("{key}: {reason}"))
        })?;
        map.insert(key, value);
    }
    games::build(&name, &map).map(Rules::new).map_err(|refusal| refused_setup(&refusal))
}

/// Rules as they are given, or those of a preset by its name; `None` if it is neither.
pub fn parse_rules(value: &Bound<'_, PyAny>) -> PyResult<Option<Py<Rules>>> {
    if let Ok(rules) = value.cast::<Rules>() {
        return Ok(Some(rules.clone().unbind()));
    }
    let Ok(name) = value.extract::<String>() else { return Ok(None) };
    let game = games::preset(&name).map_err(|refusal| refused_setup(&refusal))?;
    Py::new(value.py(), Rules::new(game)).map(Some)
}

fn preset_name(name: &Bound<'_, PyAny>) -> PyResult<String> {
    name.extract().map_err(|_| {
        bad_value(format!("{} is no name of a preset: it takes text", arguments::short_repr(name)))
    })
}

#[doc = py_doc!(presets)]
#[pyfunction]
pub fn presets() -> Vec<&'static str> {
    PRESETS.iter().map(|preset| preset.name).collect()
}

#[doc = py_doc!(options)]
#[pyfunction]
pub fn options<'py>(py: Python<'py>, preset: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let game = games::preset(&preset_name(preset)?).map_err(|refusal| refused_setup(&refusal))?;
    let class = python_type(py, &OPTION_INFO, "OptionInfo")?;
    let values = game.options();
    let dict = PyDict::new(py);
    for info in game.rules.option_infos() {
        let usual = json::to_frozen(py, values.get(info.name).unwrap_or(&Value::Null))?;
        let (kind, taken) = (info.domain.kind(), values_of(py, info.domain)?);
        let (role, doc) = (info.role.word(), info.doc);
        let fields =
            (info.name, usual, info.range(), info.rule, kind, taken, info.optional, doc, role);
        dict.set_item(info.name, class.call1(fields)?)?;
    }
    Ok(dict)
}

/// The values of a domain: a tuple, or a range of whole numbers.
fn values_of(py: Python<'_>, domain: Domain) -> PyResult<Bound<'_, PyAny>> {
    let range = |min: i64, max: i64| py.import("builtins")?.getattr("range")?.call1((min, max + 1));
    Ok(match domain {
        Domain::Int(min, max) | Domain::Sides(min, max) | Domain::Ints(min, max) => {
            range(min, max)?
        }
        Domain::OneOf(numbers) => PyTuple::new(py, numbers)?.into_any(),
        Domain::Bool => PyTuple::new(py, [false, true])?.into_any(),
        Domain::Word(words) | Domain::PerColour(words) | Domain::Words(words) => {
            PyTuple::new(py, words)?.into_any()
        }
        Domain::Letters(letters) => {
            let letters = letters.iter().map(|(letter, _)| letter.to_string());
            PyTuple::new(py, letters.collect::<Vec<_>>())?.into_any()
        }
        Domain::Points(count) => range(count as i64, count as i64)?,
        Domain::ColouredPoints(max) => range(1, max as i64)?,
    })
}
