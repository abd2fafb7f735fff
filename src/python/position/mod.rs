//! `Position`: one class for the positions of every game. Here are its calls; `new.rs` makes
//! positions, `play.rs` plays moves, and `arrays.rs` fills the arrays.

mod arrays;
mod new;
mod play;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use super::errors::{bad_value, refused_move};
use super::history::History;
use super::interrupt::interruptible;
use super::progress::Ticker;
use super::rules::Rules;
use super::views::View;
use super::{arguments, moves, saved, set_up};
use crate::games::AnyPosition;
use crate::position::{
    Arrays as _, Decider, MoveOrdering as _, Notation as _, Position as _, Refusal,
};
use crate::stream::Stream;

#[doc = py_doc!(Position)]
#[pyclass(frozen, module = "fivefold")]
pub struct Position {
    pub rules: Py<Rules>,
    pub inner: AnyPosition,
    pub past: History,
    board: PyOnceLock<View>,
    mask: PyOnceLock<View>,
    returns: PyOnceLock<View>,
}

#[pymethods]
impl Position {
    #[doc = py_doc!(Position.rules)]
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Rules> {
        self.rules.clone_ref(py)
    }

    #[doc = py_doc!(Position.play)]
    fn play(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        play::play(self, py, action)
    }

    #[doc = py_doc!(Position.play_all)]
    fn play_all(&self, py: Python<'_>, moves: &Bound<'_, PyAny>) -> PyResult<Self> {
        play::play_all(self, py, moves)
    }

    #[doc = py_doc!(Position.last_move)]
    #[getter]
    fn last_move(&self) -> PyResult<Option<String>> {
        play::last_move(self)
    }

    #[doc = py_doc!(Position.winning_moves)]
    fn winning_moves(&self) -> PyResult<Vec<String>> {
        let mut actions = Vec::new();
        interruptible(&self.rules.get().info, || {
            with_game!(AnyPosition, &self.inner, game => game.winning_actions(&mut actions));
        })?;
        Ok(actions.into_iter().map(|action| self.inner.move_text(action)).collect())
    }

    #[doc = py_doc!(Position.legal_moves)]
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        Ok(self.legal()?.into_iter().map(|action| self.inner.move_text(action)).collect())
    }

    #[doc = py_doc!(Position.legal_actions)]
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, numpy::PyArray1<i32>>> {
        let actions: Vec<_> = self.legal()?.iter().map(|action| i32::from(action.0)).collect();
        Ok(numpy::PyArray1::from_slice(py, &actions))
    }

    #[doc = py_doc!(Position.legal_mask)]
    #[getter]
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.mask.get_or_try_init(py, || arrays::mask(self, py))?.array(py)
    }

    #[doc = py_doc!(Position.board)]
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.board.get_or_try_init(py, || arrays::board(self, py))?.array(py)
    }

    #[doc = py_doc!(Position.returns)]
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.returns.get_or_try_init(py, || arrays::returns(self, py))?.array(py)
    }

    #[doc = py_doc!(Position.observation)]
    #[pyo3(signature = (player = None, out = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let viewer = self.viewer(player)?;
        let shape = &self.rules.get().info.observation_shape;
        if let Some(out) = out.filter(|out| !out.is_none()) {
            super::arrays::fill_u8(out, shape, |out| self.inner.fill_observation(viewer, out))?;
            return Ok(out.clone());
        }
        super::arrays::new_u8(py, shape, |out| self.inner.fill_observation(viewer, out))
    }

    #[doc = py_doc!(Position.chance_action)]
    #[pyo3(signature = (seed = None))]
    fn chance_action(&self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<u16> {
        if self.inner.decider() != Decider::Chance {
            return Err(bad_value("chance_action is refused: no die is due"));
        }
        let seed = match seed.filter(|seed| !seed.is_none()) {
            Some(seed) => arguments::seed(seed)?,
            None => arguments::any_seed(),
        };
        let outcomes = self.legal()?;
        Ok(outcomes[Stream::new(seed).below(outcomes.len())].0)
    }

    #[doc = py_doc!(Position.move)]
    #[pyo3(name = "move")]
    fn move_(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let Some(number) = arguments::integer(action) else {
            let why = format!("{} is no number of an action", arguments::short_repr(action));
            return Err(refused_move(&Refusal::unreadable(why)));
        };
        let action = moves::in_range(number, &self.rules.get().info);
        Ok(self.inner.move_text(action.map_err(|refusal| refused_move(&refusal))?))
    }

    #[doc = py_doc!(Position.describe)]
    fn describe<'py>(
        &self,
        py: Python<'py>,
        action: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let action = moves::single(&self.inner, &self.rules.get().info, action);
        let action = action.map_err(|refusal| refused_move(&refusal))?;
        super::describe::describe(py, &self.inner, action)
    }

    #[doc = py_doc!(Position.describe_legal)]
    fn describe_legal<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let describe = |action| super::describe::describe(py, &self.inner, action);
        self.legal()?.into_iter().map(describe).collect()
    }

    #[doc = py_doc!(Position.marks)]
    fn marks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        super::describe::marks(py, &self.inner)
    }

    #[doc = py_doc!(Position.action)]
    fn action(&self, r#move: &Bound<'_, PyAny>) -> PyResult<u16> {
        let action = moves::single(&self.inner, &self.rules.get().info, r#move);
        action.map(|action| action.0).map_err(|refusal| refused_move(&refusal))
    }

    #[doc = py_doc!(Position.why_illegal)]
    fn why_illegal<'py>(
        &self,
        py: Python<'py>,
        action: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        play::why_illegal(self, py, action)
    }

    #[doc = py_doc!(Position.player)]
    #[getter]
    fn player(&self) -> i8 {
        match self.inner.decider() {
            Decider::Player(player) => player.0 as i8,
            Decider::Chance => super::CHANCE,
            Decider::Over => super::OVER,
        }
    }

    #[doc = py_doc!(Position.colour)]
    #[getter]
    fn colour(&self) -> Option<&'static str> {
        self.inner.colour()
    }

    #[doc = py_doc!(Position.turns)]
    #[getter]
    fn turns(&self) -> u32 {
        self.inner.turns()
    }

    #[doc = py_doc!(Position.is_over)]
    #[getter]
    fn is_over(&self) -> bool {
        self.inner.decider() == Decider::Over
    }

    #[doc = py_doc!(Position.outcome)]
    #[getter]
    fn outcome(&self) -> Option<super::outcome::Outcome> {
        self.inner.outcome().map(super::outcome::Outcome)
    }

    #[doc = py_doc!(Position.key)]
    #[getter]
    fn key(&self) -> u64 {
        self.inner.key()
    }

    #[doc = py_doc!(Position.turn_moves)]
    fn turn_moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let mut ticker = Ticker::new(py, None, usize::MAX)?;
        let turns = py.detach(|| play::turn_moves(&self.inner, &mut || ticker.tick(0)));
        ticker.finish(py)?;
        turns.ok_or_else(|| bad_value("the list was stopped"))
    }

    #[doc = py_doc!(Position.canonical)]
    fn canonical<'py>(&self, py: Python<'py>) -> PyResult<(Self, Bound<'py, PyAny>)> {
        let rules = self.rules.get();
        let (index, image) = crate::canonical::canonical(&self.inner, rules.motions());
        let symmetry = rules.symmetry_tuple(py)?.get_item(index)?;
        Ok((Self::at_start(self.rules.clone_ref(py), image), symmetry))
    }

    #[doc = py_doc!(Position.image)]
    fn image(&self, py: Python<'_>, symmetry: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rules = self.rules.get();
        for (index, known) in rules.symmetry_tuple(py)?.iter().enumerate() {
            let name = symmetry.getattr("name").ok();
            let named = name.map_or(Ok(false), |name| known.getattr("name")?.eq(name))?;
            if known.is(symmetry) || named {
                let image = self.inner.image(&rules.motions()[index]);
                return Ok(Self::at_start(self.rules.clone_ref(py), image));
            }
        }
        Err(bad_value(format!("{} is no symmetry of these rules", arguments::short_repr(symmetry))))
    }

    #[doc = py_doc!(Position.copy)]
    fn copy(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    #[doc = py_doc!(Position.to_dict)]
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        saved::to_dict(py, self)
    }

    #[doc = py_doc!(Position.from_dict)]
    #[classmethod]
    fn from_dict(class: &Bound<'_, PyType>, data: &Bound<'_, PyAny>) -> PyResult<Self> {
        saved::from_dict(class.py(), data)
    }

    #[doc = py_doc!(Position.from_diagram)]
    #[classmethod]
    #[pyo3(
        signature = (text, rules, player = None, taken = None, supply = None, check = true),
        text_signature = "($cls, text, rules, player=0, taken=None, supply=None, check=True)"
    )]
    fn from_diagram(
        _class: &Bound<'_, PyType>,
        text: &Bound<'_, PyAny>,
        rules: &Bound<'_, PyAny>,
        player: Option<&Bound<'_, PyAny>>,
        taken: Option<&Bound<'_, PyAny>>,
        supply: Option<&Bound<'_, PyAny>>,
        check: bool,
    ) -> PyResult<Self> {
        let text = arguments::text(text, "text")?;
        let rules = set_up::require_rules(rules, "a diagram")?;
        let set_up = set_up::read(rules.get(), player, taken, supply, check)?;
        let result = rules.get().game.rules.from_diagram(&text, set_up);
        Self::set_up(rules, result)
    }

    #[doc = py_doc!(Position.from_array)]
    #[classmethod]
    #[pyo3(
        signature = (board, rules, player = None, taken = None, supply = None, check = true),
        text_signature = "($cls, board, rules, player=0, taken=None, supply=None, check=True)"
    )]
    fn from_array(
        _class: &Bound<'_, PyType>,
        board: &Bound<'_, PyAny>,
        rules: &Bound<'_, PyAny>,
        player: Option<&Bound<'_, PyAny>>,
        taken: Option<&Bound<'_, PyAny>>,
        supply: Option<&Bound<'_, PyAny>>,
        check: bool,
    ) -> PyResult<Self> {
        let rules = set_up::require_rules(rules, "an array")?;
        let mut set_up = set_up::read(rules.get(), player, taken, supply, check)?;
        set_up.cells = super::arrays::cells(board, rules.get().info.board_shape())?;
        let result = rules.get().game.rules.set_up(&set_up);
        Self::set_up(rules, result)
    }

    #[doc = py_doc!(Position.from_moves)]
    #[classmethod]
    #[pyo3(signature = (moves, rules, seed = None))]
    fn from_moves(
        _class: &Bound<'_, PyType>,
        moves: &Bound<'_, PyAny>,
        rules: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = moves.py();
        let rules = set_up::require_rules(rules, "a list of moves")?;
        Rules::start(rules.bind(py), seed)?.play_all(py, moves)
    }

    #[doc = py_doc!(Position.to_line)]
    fn to_line<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("fivefold._positions")?.call_method1("to_line", (slf,))
    }

    #[doc = py_doc!(Position.from_line)]
    #[classmethod]
    fn from_line<'py>(
        class: &Bound<'py, PyType>,
        text: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        class.py().import("fivefold._positions")?.call_method1("from_line", (text,))
    }

    #[doc = py_doc!(Position.record)]
    fn record(&self, py: Python<'_>) -> PyResult<super::record::Record> {
        super::record::Record::from_history(py, &self.rules, &self.past)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let other = other.get();
        self.is_of(&other.rules) && self.inner == other.inner
    }

    fn __hash__(&self) -> u64 {
        self.inner.key()
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> String {
        let who = match self.inner.decider() {
            Decider::Player(player) => format!("player {} to decide", player.0),
            Decider::Chance => "a die is due".to_owned(),
            Decider::Over => "over".to_owned(),
        };
        let turns = self.inner.turns();
        format!("<Position of {}, turns: {turns}, {who}>", self.rules.get().game.name)
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let draw = slf.py().import("fivefold.draw")?;
        draw.call_method1("svg", (slf,))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let make = slf.get_type().getattr("_restore")?;
        let parts = saved::pickled(slf.py(), slf.get())?;
        Ok((make, parts).into_pyobject(slf.py())?.into_any())
    }

    #[classmethod]
    fn _restore(
        _class: &Bound<'_, PyType>,
        rules: Py<Rules>,
        start: Option<&str>,
        steps: &[u8],
    ) -> PyResult<Self> {
        saved::restored(rules, start, steps)
    }
}
