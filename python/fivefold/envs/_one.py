"""A table with one game, for the environments that play one at a time."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from fivefold import Rules

from ._opponents import Opponents
from ._table import VIEWS, Illegal, Table


class OneGame(Table):
    """What `Table` does, asked in plain numbers: arrays of one place cost more than the game.

    Parameters
    ----------
    rules, opponent, seat, illegal, generator, max_episode_steps
        As `Table`.
    """

    def __init__(
        self,
        rules: Rules,
        opponent: Opponents | None,
        seat: int | Literal["random"],
        illegal: Illegal,
        generator: Callable[[int], np.random.Generator],
        max_episode_steps: int | None = None,
    ) -> None:
        super().__init__(rules, 1, opponent, seat, illegal, generator, max_episode_steps, history=True)

    def _look(self) -> None:
        super()._look()
        batch = self.batch
        self._observation: npt.NDArray[np.uint8] = batch.observation[0]
        self._mask = self._masks[0]
        self._no_mask = np.zeros_like(self._mask)
        self._last_returns = batch.rewards
        self._now = batch.terminated, batch.truncated

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the views: a copy has a batch of its own."""
        views = (*VIEWS, "_observation", "_mask", "_no_mask", "_last_returns", "_now")
        return {name: value for name, value in self.__dict__.items() if name not in views}

    @property
    def player(self) -> int:
        """The seat to decide; negative after the end by the rules."""
        return self._players.item()

    @property
    def is_over(self) -> bool:
        """Over by the rules, by a limit or by an illegal action."""
        return self._players.item() < 0 or self.forfeited.item() or self._cut.item()

    def end(self) -> tuple[bool, bool]:
        """Over by the rules or by an illegal action; cut off by a limit."""
        terminated, truncated = self._now
        forfeited = self.forfeited.item()
        return forfeited or terminated.item(), (truncated.item() and not forfeited) or self._cut.item()

    def observation(self) -> npt.NDArray[np.uint8]:
        """Give the observation of the seat whose view is due: an array of its own."""
        return self._observation.copy()

    def mask(self) -> npt.NDArray[np.int8]:
        """Give the legal actions: int8 [num_actions], an array of its own; none after the end."""
        mask: npt.NDArray[np.int8] = self._no_mask if self.forfeited.item() else self._mask
        return mask.copy()

    def returns(self) -> list[float]:
        """Give what the last step brought to each seat."""
        returns: list[float] = self._last_returns[0].tolist()
        return returns

    def replies(self) -> tuple[int, ...]:
        """Give what was played since the caller's last action, dice included."""
        if not self.pool and not self.has_chance:
            return ()
        return self.actions(0)

    def play(self, action: Any) -> None:
        """Do what `step` does."""
        if self.programs or self._stale or (self.illegal != "raise" and not self._is_legal(action)):
            self.step(np.array([_number(action)]))
            return
        if self.refused:
            self.refused = {}
        actor = self._players.item()
        self.batch.step([action])
        self.count(self._all)
        if self._players.item() >= 0:
            self.rewards[0] = 0.0
        else:
            seat = self.seats.item() if self.pool else actor
            self.rewards[0] = self._last_returns.item(seat)

    def _is_legal(self, action: object) -> bool:
        number = _number(action)
        return isinstance(number, int) and number in range(len(self._mask)) and bool(self._mask[number])


def _number(action: Any) -> Any:
    """Give the number of an action, whatever holds it; what is none comes back as it is."""
    if isinstance(action, (bool, np.bool_)):
        return action
    try:
        return operator.index(action)
    except TypeError:
        return action
