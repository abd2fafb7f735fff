"""Gymnasium's environment of one game."""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from fivefold import Position, Record, Rules

from ._env_core import Illegal, make_rules, over_error
from ._opponents import Opponents
from ._seeds import folded, parse_options, parse_seed, parse_start
from ._single_env_core import SingleEnvCore
from ._spaces import observation_space
from .rendering import MODES, check_mode, render


class FivefoldEnv(gymnasium.Env[npt.NDArray[np.uint8], np.int64]):
    """A game of fivefold as a Gymnasium environment.

    Observation: Box uint8 of ``rules.observation_shape``, each plane from 0 to its greatest value
    (``rules.observation_limits``), the caller's view; a copy of its own at each step. Action:
    Discrete(``rules.num_actions``). Reward: 0.0 until the end, then the caller's return; without an
    opponent that of the player who acted last.

    Parameters
    ----------
    preset : str or Rules
        A preset's name, or rules.
    opponent : "random", callable, player, mapping, list or None
        Who plays the other seats: at random; a callable ``(position, rng) -> action`` or
        ``(observations, masks, which) -> actions``; a player, which has ``choose(positions,
        seeds)``, or its text; one of these by seat, ``{1: .., 2: ..}``; one drawn at each reset from
        a list of these; or None, and the caller plays every seat.
    seat : int or "random"
        The caller's seat, or one drawn at each reset. With ``opponent=None`` it follows the player
        to move.
    illegal : "raise", "lose" or "random"
        An illegal action raises `IllegalMoveError` and changes nothing; ends the episode with -1;
        or is replaced by a legal one. The last two put it into ``info["illegal_action"]``.
    render_mode : None, "ansi", "rgb_array" or "svg"
        "rgb_array" needs the plot extra.
    max_episode_steps : int, optional
        After this many steps of the caller the episode is truncated, as by Gymnasium's `TimeLimit`.
    **options
        Options of the rules.

    Examples
    --------
    >>> import fivefold as ff
    >>> env = ff.envs.FivefoldEnv("freestyle", size=7)
    >>> observation, info = env.reset(seed=3)
    >>> observation.shape, info["action_mask"].sum()
    ((7, 7, 7), np.int64(49))
    """

    metadata: dict[str, Any] = {"render_modes": MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        preset: str | Rules = "gomoku",
        opponent: Opponents | None = "random",
        seat: int | Literal["random"] = 0,
        illegal: Illegal = "raise",
        render_mode: str | None = None,
        max_episode_steps: int | None = None,
        **options: Any,
    ) -> None:
        check_mode(render_mode)
        self.render_mode = render_mode
        rules = make_rules(preset, options)
        self._core = SingleEnvCore(rules, opponent, seat, illegal, self._generator, max_episode_steps)
        self._began = False
        self.observation_space = observation_space(rules)
        self.action_space = spaces.Discrete(rules.num_actions)
        self._all = np.ones(1, np.bool_)

    def _generator(self, _game: int) -> np.random.Generator:
        return self.np_random

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._core.rules

    @property
    def position(self) -> Position:
        """The position, set up anew: without the moves that led there."""
        return self._core.batch[0]

    @property
    def seat(self) -> int:
        """The caller's seat; without an opponent that of the player to move."""
        return int(self._core.viewers[0])

    @property
    def opponent(self) -> Any:
        """Who plays the other seats, as it was given."""
        return self._core.opponent

    def set_opponent(self, opponent: Opponents | None) -> None:
        """Replace the opponents, from their next decision on.

        From a list one is drawn now, and again at each reset. After a change from or to None a
        step is refused until the next reset.

        Parameters
        ----------
        opponent : "random", callable, player, mapping, list or None
            As the environment takes it.

        Raises
        ------
        FivefoldError
            The argument is not an opponent.
        """
        self._core.set_opponent(opponent)

    def record(self) -> Record:
        """Return the game so far as a record, the opponents' moves and dice included.

        Returns
        -------
        Record
        """
        return self._core.batch.record(0)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions: bool [num_actions], a copy (MaskablePPO's method).

        Returns
        -------
        ndarray
            bool [num_actions].
        """
        mask: npt.NDArray[np.bool_] = self._core.mask().view(np.bool_)
        return mask

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Begin a game: the first one of a seed, or the next one.

        Parameters
        ----------
        seed : int, optional
            A whole number from 0 on, such as an earlier `np_random_seed`. Without one the first game has a
            seed from the system.
        options : dict, optional
            ``{"position": position}`` begins this game at a position of the same rules.

        Returns
        -------
        observation : ndarray
            uint8 of ``rules.observation_shape``.
        info : dict
            ``"action_mask"``, int8 [num_actions]; ``"actions"``, what the opponents played; and more.

        Raises
        ------
        FivefoldError
            An option is unknown, or the position does not fit. Nothing has changed.
        """
        start = parse_options(options, ("position",)).get("position")
        start = None if start is None else parse_start(start, self.rules)
        before = self._np_random, self._np_random_seed
        try:
            super().reset(seed=None if seed is None else parse_seed(seed))
            if seed is None and not self._began:
                seed = self.np_random_seed
            self._core.reset(self._all, [None if seed is None else folded(parse_seed(seed))], start)
        except BaseException:
            self._np_random, self._np_random_seed = before
            raise
        self._began = True
        return self._core.observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Play an action, and the opponents after it until the caller is to decide.

        Parameters
        ----------
        action : int
            The number of an action, 0 to ``num_actions`` - 1.

        Returns
        -------
        observation : ndarray
            uint8 of ``rules.observation_shape``.
        reward : float
            0.0 until the end.
        terminated, truncated : bool
            The game has ended; it was cut off (N16, or the limit of steps).
        info : dict
            See `reset`.

        Raises
        ------
        IllegalMoveError
            The action is illegal and the environment raises (its rule in ``error.rule``), or the
            game is over (E6).
        NotationError, FivefoldError
            The argument, or an opponent's answer, is not the number of an action. An error of an opponent, of
            whatever kind, undoes the caller's action too.
        """
        core = self._core
        if core.over:
            raise over_error(0, action)
        core.play(action)
        terminated, truncated = core.end()
        return core.observation(), core.reward, terminated, truncated, self._info()

    def _info(self) -> dict[str, Any]:
        core = self._core
        info: dict[str, Any] = {"action_mask": core.mask(), "actions": core.replies()}
        if core.refused:
            info["illegal_action"] = core.refused[0]
        return info

    def render(self) -> Any:
        """Draw the position in the render mode that the environment was made with.

        Returns
        -------
        str, ndarray or None
            A text, SVG, or uint8 [height, width, 3]; None without a mode.
        """
        return render(self.position, self.render_mode)
