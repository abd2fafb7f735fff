"""A table with one game, for the doors that play one at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from fivefold import Rules

from ._table import Illegal, Opponent, Table


class OneGame(Table):
    """What `Table` does, asked in plain numbers: arrays of one place cost more than the game.

    Parameters
    ----------
    rules, opponent, seat, illegal
        As `Table`.
    generator : callable
        Gives the random generator.
    """

    def __init__(
        self,
        rules: Rules,
        opponent: Opponent | Literal["random"] | None,
        seat: int | Literal["random"],
        illegal: Illegal,
        generator: Callable[[], np.random.Generator],
    ) -> None:
        super().__init__(rules, 1, opponent, seat, illegal, lambda _: generator())
        batch = self.batch
        self._observation: npt.NDArray[np.uint8] = batch.observation[0]
        self._mask = self._masks[0]
        self._no_mask = np.zeros_like(self._mask)
        self._last_returns = batch.rewards
        self._now = batch.terminated, batch.truncated

    @property
    def player(self) -> int:
        """The seat to decide; negative after the end by the rules."""
        return self._players.item()

    @property
    def is_over(self) -> bool:
        """Over by the rules, by the limit of turns or by an illegal action."""
        return self._players.item() < 0 or self.forfeited.item()

    def end(self) -> tuple[bool, bool]:
        """Over by the rules or by an illegal action; over by the limit of turns."""
        terminated, truncated = self._now
        forfeited = self.forfeited.item()
        return forfeited or terminated.item(), truncated.item() and not forfeited

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

    def play(self, action: Any) -> None:
        """Do what `step` does."""
        if callable(self.opponent) or (self.illegal != "raise" and not self._is_legal(action)):
            self.step(np.array([action]))
            return
        if self.refused:
            self.refused.clear()
        actor = self._players.item()
        self.batch.step([action])
        if self._players.item() >= 0:
            self.rewards[0] = 0.0
        else:
            seat = actor if self.opponent is None else self.seats.item()
            self.rewards[0] = self._last_returns.item(seat)

    def _is_legal(self, action: object) -> bool:
        if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
            return False
        return int(action) in range(len(self._mask)) and bool(self._mask[action])
