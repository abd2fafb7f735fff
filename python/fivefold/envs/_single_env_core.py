"""The environment core of one game, for the environments that play one at a time."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from fivefold import Position, Rules

from ._env_core import VIEWS, Bools, EnvCore, Illegal
from ._opponents import Opponents, Seating


class SingleEnvCore(EnvCore):
    """What `EnvCore` does, asked in plain numbers: arrays of one place cost more than the game.

    Parameters
    ----------
    rules, opponent, seat, illegal, generator, max_episode_steps
        As `EnvCore`.
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
        self._refresh()

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

    def _refresh(self) -> None:
        """Note in plain numbers how the game stands."""
        self.player: int = self._players.item()
        """The seat to decide; negative after the end by the rules."""
        self.lost: bool = self.forfeited.item()
        self.over: bool = self.player < 0 or self.lost or self._cut.item()
        """Over by the rules, by a limit or by an illegal action."""
        self.reward: float = self.rewards.item()

    def end(self) -> tuple[bool, bool]:
        """Over by the rules or by an illegal action; cut off by a limit."""
        if not self.over:
            return False, False
        terminated, truncated = self._now
        return self.lost or terminated.item(), (truncated.item() and not self.lost) or self._cut.item()

    def observation(self) -> npt.NDArray[np.uint8]:
        """Return the observation of the seat whose view is due: an array of its own."""
        return self._observation.copy()

    def mask(self) -> npt.NDArray[np.int8]:
        """Return the legal actions: int8 [num_actions], an array of its own; none after the end."""
        mask: npt.NDArray[np.int8] = self._no_mask if self.lost else self._mask
        return mask.copy()

    def returns(self) -> list[float]:
        """Return what the last step brought to each seat."""
        returns: list[float] = self._last_returns[0].tolist()
        return returns

    def replies(self) -> tuple[int, ...]:
        """Return what was played since the caller's last action, dice included."""
        return self.batch.replies(0) if self.has_replies and not self.lost else ()

    def _take(self, opponent: Opponents | None, pool: list[Seating]) -> None:
        super()._take(opponent, pool)
        self.has_replies = bool(pool) or self.has_chance

    def set_opponent(self, opponent: Opponents | None) -> None:
        """Let somebody else play the other seats from now on."""
        super().set_opponent(opponent)
        self._refresh()

    def reset(
        self,
        which: Bools,
        seeds: Sequence[int | None] | None = None,
        starts: Position | list[Position] | None = None,
    ) -> None:
        """Begin anew: from a seed if one is given, else the next episode."""
        super().reset(which, seeds, starts)
        self._refresh()

    def play(self, action: Any) -> None:
        """Do what `step` does."""
        if self.programs or self._stale or (self.illegal != "raise" and not self._is_legal(action)):
            self.step(np.array([_number(action)]))
            self._refresh()
            return
        if self.refused:
            self.refused = {}
        actor = self.player
        self.batch.step([action])
        player = self.player = self._players.item()
        if player >= 0 and self.limit is None:
            return
        self.count(self._all)
        self.rewards[0] = 0.0
        if player < 0:
            self.rewards[0] = self._last_returns.item(self.seats.item() if self.pool else actor)
        self._refresh()

    def _is_legal(self, action: object) -> bool:
        number = _number(action)
        return isinstance(number, int) and number in range(len(self._mask)) and bool(self._mask[number])


def _number(action: Any) -> Any:
    """Return the number of an action, whatever holds it; what is none comes back as it is."""
    if isinstance(action, (bool, np.bool_)):
        return action
    try:
        return operator.index(action)
    except TypeError:
        return action
