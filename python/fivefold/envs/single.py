"""Gymnasium's door for one game."""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from fivefold import Position, Rules

from ._one import OneGame
from ._table import Illegal, Opponent, make_rules, over_error
from .rendering import MODES, check_mode, render


class FivefoldEnv(gymnasium.Env[npt.NDArray[np.uint8], np.int64]):
    """A game of fivefold as a Gymnasium environment.

    Observation: Box uint8 of ``rules.observation_shape``, the caller's view; a copy of its own at
    each step. Action: Discrete(``rules.num_actions``). Reward: 0.0 until the end, then the
    caller's return; without an opponent that of the player who acted last.

    Parameters
    ----------
    preset : str or Rules
        A preset's name, or rules.
    opponent : "random", callable or None
        Who plays the other seats: at random; ``(position, rng) -> action``; or nobody, and the
        caller plays every seat.
    seat : int or "random"
        The caller's seat, or one drawn at each reset. With ``opponent=None`` it follows the player
        to move.
    illegal : "raise", "lose" or "random"
        An illegal action raises `IllegalMoveError` and changes nothing; ends the episode with -1;
        or is replaced by a legal one. The last two put it into ``info["illegal_action"]``.
    render_mode : None, "ansi", "rgb_array" or "svg"
        "rgb_array" needs the plot extra.
    **options
        Options of the rules.

    Examples
    --------
    >>> env = FivefoldEnv("freestyle", size=7)
    >>> observation, info = env.reset(seed=3)
    >>> observation.shape, info["action_mask"].sum()
    ((7, 7, 7), np.int64(49))
    """

    metadata: dict[str, Any] = {"render_modes": MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        preset: str | Rules = "gomoku",
        opponent: Opponent | Literal["random"] | None = "random",
        seat: int | Literal["random"] = 0,
        illegal: Illegal = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_mode(render_mode)
        self.render_mode = render_mode
        rules = make_rules(preset, options)
        self._table = OneGame(rules, opponent, seat, illegal, lambda: self.np_random)
        self.observation_space = spaces.Box(0, 255, rules.observation_shape, np.uint8)
        self.action_space = spaces.Discrete(rules.num_actions)
        self._all = np.ones(1, np.bool_)

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._table.rules

    @property
    def position(self) -> Position:
        """The position, set up anew: without the moves that led there."""
        return self._table.batch[0]

    @property
    def seat(self) -> int:
        """The caller's seat; without an opponent that of the player to move."""
        return int(self._table.viewers[0])

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Give the legal actions: bool [num_actions], a copy (MaskablePPO's method)."""
        mask: npt.NDArray[np.bool_] = self._table.mask().view(np.bool_)
        return mask

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Begin a game: the first one of a seed, or the next one."""
        super().reset(seed=seed)
        self._table.reset(self._all, [seed])
        return self._table.observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Play an action, and the opponents after it until the caller is to decide.

        Raises
        ------
        IllegalMoveError
            The action is illegal and the environment raises (its rule in ``error.rule``), or the
            game is over (E6).
        NotationError, FivefoldError
            It is no number of an action.
        """
        table = self._table
        if table.is_over:
            raise over_error(0, action)
        table.play(action)
        terminated, truncated = table.end()
        return table.observation(), table.rewards.item(), terminated, truncated, self._info()

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._table.mask()}
        if self._table.refused:
            info["illegal_action"] = self._table.refused[0]
        return info

    def render(self) -> Any:
        """Draw the position in the render mode that the environment was made with."""
        return render(self.position, self.render_mode)
