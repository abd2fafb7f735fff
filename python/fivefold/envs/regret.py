"""Exact regret in a Gymnasium environment: how far each step is from perfect play."""

from __future__ import annotations

from typing import Any, SupportsIndex

import gymnasium
import numpy as np
import numpy.typing as npt

from fivefold import FivefoldError
from fivefold.search import SolvedTable, regret

from .single import FivefoldEnv


class ExactRegret(gymnasium.Wrapper[npt.NDArray[np.uint8], np.int64, npt.NDArray[np.uint8], np.int64]):
    """Put the exact loss of each step into ``info["regret"]``.

    Parameters
    ----------
    env : gymnasium.Env
        An environment of fivefold, wrapped or not.
    nodes : int, optional
        Limit of positions for each search (`fivefold.search.regret`); None is no limit.
    table : SolvedTable, optional
        Games begin where the table begins, unless `reset` names a position, and a regret is one lookup.

    Raises
    ------
    FivefoldError
        The environment is not one of fivefold, its game cannot be solved, or the table has other rules.

    Notes
    -----
    ``info["regret"]`` is a float, or None where a search ended at its limit. It is the loss of the caller's
    own step, before the opponent answers.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("pah_tum", size=5, layout=["b2", "d2", "d3", "e3", "b4"])
    >>> env = ff.envs.ExactRegret(ff.envs.FivefoldEnv(rules, opponent="random"))
    >>> observation, info = env.reset(seed=1)
    >>> info = env.step(rules.start().action("c3"))[4]
    >>> info["regret"]
    0.0
    """

    def __init__(
        self,
        env: gymnasium.Env[Any, Any],
        nodes: SupportsIndex | None = 1_000_000,
        table: SolvedTable | None = None,
    ) -> None:
        super().__init__(env)
        if not isinstance(env.unwrapped, FivefoldEnv):
            raise FivefoldError(f"the environment {env!r:.80} is refused: it is none of fivefold")
        self._game = env.unwrapped
        self._nodes = nodes
        self._table = table
        if table is not None and table.start.rules != self._game.rules:
            raise FivefoldError("the table is refused: it is of other rules than the environment")

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Begin a game, at the start of the table if there is one.

        Parameters
        ----------
        seed, options
            As `FivefoldEnv.reset`.

        Returns
        -------
        tuple
            Observation and info.

        Raises
        ------
        FivefoldError
            The game ended before the caller's seat was to move.
        """
        if self._table is not None:
            options = {"position": self._table.start} | (options or {})
        observation, info = super().reset(seed=seed, options=options)
        if self._table is not None and self._game.position.is_over:
            raise FivefoldError(
                f"the environment is refused: from the table's start the game may end before seat "
                f"{self._game.seat} is to move; make it with seat={self._table.start.player}"
            )
        return observation, info

    def step(self, action: np.int64 | int) -> tuple[npt.NDArray[np.uint8], Any, bool, bool, dict[str, Any]]:
        """Take a step, and put its exact loss into the info.

        Parameters
        ----------
        action : int
            As the environment takes it.

        Returns
        -------
        tuple
            Observation, reward, terminated, truncated, info with ``regret``.
        """
        before = self._game.position
        observation, reward, terminated, truncated, info = super().step(action)  # type: ignore[arg-type]
        legal = before.why_illegal(int(action)) is None
        info["regret"] = regret(before, int(action), self._nodes, self._table) if legal else None
        return observation, reward, terminated, truncated, info
