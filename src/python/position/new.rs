//! How a [`Position`] is made, and what its calls share.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use super::Position;
use crate::games::AnyPosition;
use crate::position::{Action, Decider, Player, Position as _, Refusal};
use crate::python::arguments;
use crate::python::errors::refused_setup;
use crate::python::history::History;
use crate::python::interrupt::interruptible;
use crate::python::rules::Rules;

impl Position {
    /// A position that led here.
    pub fn new(rules: Py<Rules>, inner: AnyPosition, past: History) -> Self {
        let (board, mask, returns) = (PyOnceLock::new(), PyOnceLock::new(), PyOnceLock::new());
        Self { rules, inner, past, board, mask, returns }
    }

    /// A position that nothing led to.
    pub fn at_start(rules: Py<Rules>, inner: AnyPosition) -> Self {
        let past = History::new(inner.clone());
        Self::new(rules, inner, past)
    }

    /// The seat whose view is meant: as asked, else the one to move, else seat 0.
    pub fn viewer(&self, player: Option<&Bound<'_, PyAny>>) -> PyResult<Player> {
        let seat = player.filter(|player| !player.is_none());
        match (seat, self.inner.decider()) {
            (Some(player), _) => {
                let last = self.rules.get().info.num_players as i64 - 1;
                Ok(Player(arguments::between(player, "player", 0, last)? as u8))
            }
            (None, Decider::Player(player)) => Ok(player),
            (None, _) => Ok(Player(0)),
        }
    }

    /// Is it a position of these rules?
    pub fn is_of(&self, rules: &Py<Rules>) -> bool {
        self.rules.is(rules) || self.rules.get().game.rules == rules.get().game.rules
    }

    /// A position that was set up (E8), or why it was not.
    pub(super) fn set_up(rules: Py<Rules>, result: Result<AnyPosition, Refusal>) -> PyResult<Self> {
        result.map(|inner| Self::at_start(rules, inner)).map_err(|refusal| refused_setup(&refusal))
    }

    pub(super) fn legal(&self) -> PyResult<Vec<Action>> {
        let mut actions = Vec::new();
        interruptible(&self.rules.get().info, || self.inner.legal_actions(&mut actions))?;
        Ok(actions)
    }
}
