"""Gymnasium's door for many games at once, over one `Batch`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fivefold import FivefoldError, Position, Rules

from ._table import Bools, Illegal, Opponent, Table, make_rules, over_error
from .rendering import MODES, check_mode, render

Array = npt.NDArray[Any]


class FivefoldVectorEnv(VectorEnv[Array, Array, Array]):
    """n games of fivefold as one Gymnasium vector environment.

    Game i of ``reset(seed=s)`` is what a single environment plays after ``reset(seed=s + i)``,
    autoresets included; a list gives each game its own seed. All that it returns equals what
    Gymnasium's `SyncVectorEnv` of single environments returns.

    Parameters
    ----------
    num_envs : int
        How many games.
    preset, opponent, seat, illegal, render_mode, **options
        As `FivefoldEnv`. With ``illegal="raise"`` a step with one illegal action changes no game.
    autoreset_mode : AutoresetMode
        NEXT_STEP, SAME_STEP (``final_obs`` and ``final_info`` among the infos) or DISABLED (then
        ``reset(options={"reset_mask": bool [n]})``; stepping a finished game is an error).
    copy : bool
        False returns observations and action masks as read-only views of the games' own memory: the
        next step changes them under whoever kept them.

    Examples
    --------
    >>> envs = FivefoldVectorEnv(4, "freestyle", size=7)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((4, 7, 7, 7), (4, 49))
    """

    def __init__(
        self,
        num_envs: int = 1,
        preset: str | Rules = "gomoku",
        opponent: Opponent | Literal["random"] | None = "random",
        seat: int | Literal["random"] = 0,
        illegal: Illegal = "raise",
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **options: Any,
    ) -> None:
        check_mode(render_mode)
        self.render_mode = render_mode
        self.num_envs = num_envs
        self.copy = copy
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": MODES, "autoreset_mode": self.autoreset_mode}
        rules = make_rules(preset, options)
        self.single_observation_space = spaces.Box(0, 255, rules.observation_shape, np.uint8)
        self.single_action_space = spaces.Discrete(rules.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seeds: list[int | None] = [None] * num_envs
        self._generators: dict[int, np.random.Generator] = {}
        self._table = Table(rules, num_envs, opponent, seat, illegal, self._generator)
        self._over: Bools = np.zeros(num_envs, np.bool_)
        self._any_over = False
        self._all: Bools = np.ones(num_envs, np.bool_)

    def _generator(self, game: int) -> np.random.Generator:
        """Give the generator of a game, made when it is first wanted: most games draw in Rust."""
        if game not in self._generators:
            self._generators[game] = seeding.np_random(self._seeds[game])[0]
        return self._generators[game]

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._table.rules

    @property
    def positions(self) -> list[Position]:
        """The positions, each set up anew."""
        return [self._table.batch[game] for game in range(self.num_envs)]

    @property
    def seats(self) -> npt.NDArray[np.int8]:
        """The caller's seat in each game; without an opponent that of the player to move."""
        return self._table.viewers.copy()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Give the legal actions: bool [n, num_actions], a copy."""
        masks: npt.NDArray[np.bool_] = self._table.action_masks().view(np.bool_)
        return masks

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Array, dict[str, Any]]:
        """Begin games: all, or those of ``options["reset_mask"]``.

        Raises
        ------
        FivefoldError
            As many seeds as games are wanted, and a mask of bool [n].
        """
        which = self._reset_mask(options)
        seeds = self._seeds_of(seed)
        for game, one in enumerate(seeds or ()):
            if one is not None and which[game]:
                self._seeds[game] = one
                self._generators.pop(game, None)
        self._table.reset(which, seeds)
        self._over[which] = False
        self._any_over = bool(self._over.any())
        batch, room = self._table.batch, self._room()
        seen = batch.observation if room is None else batch.observe(room)
        return seen, self._infos(which)

    def _seeds_of(self, seed: int | Sequence[int | None] | None) -> list[int | None] | None:
        if seed is None:
            return None
        if isinstance(seed, (int, np.integer)):
            return [int(seed) + game for game in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise FivefoldError(f"{len(seed)} seeds are refused: there are {self.num_envs} games")
        return list(seed)

    def _reset_mask(self, options: dict[str, Any] | None) -> Bools:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return self._all
        fits = isinstance(mask, np.ndarray) and mask.dtype == np.bool_
        if not fits or mask.shape != (self.num_envs,) or not mask.any():
            raise FivefoldError(f"reset_mask={mask!r:.60} is refused: bool [{self.num_envs}] with a True")
        chosen: Bools = mask.copy()
        return chosen

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play one action in each game; finished games as the autoreset mode says.

        Raises
        ------
        IllegalMoveError
            An action is illegal and the environment raises; or, with autoreset disabled, a game is
            over (E6). The message names the game and the action; no game has changed.
        NotationError, FivefoldError
            The array is no list of action numbers.
        """
        table, over, room = self._table, self._over, self._room()
        if not self._any_over:
            table.step(actions, out=room)
        elif self.autoreset_mode == AutoresetMode.DISABLED:
            game = int(np.flatnonzero(over)[0])
            raise over_error(game, np.asarray(actions)[game])
        else:
            table.step_or_begin(actions, over, room)
        rewards, refused = table.rewards, table.refused
        terminated, truncated, self._any_over = table.ends()
        over = terminated | truncated
        infos: dict[str, Any] = {}
        if self._any_over and self.autoreset_mode == AutoresetMode.SAME_STEP:
            refused = dict(refused)
            infos = self._final(over, refused)
            table.reset(over)
            if room is not None:
                table.batch.observe(room)
            refused = {game: action for game, action in refused.items() if not over[game]}
            over, self._any_over = np.zeros_like(over), False
        self._over = over
        infos |= self._infos(self._all, refused)
        seen = table.batch.observation if room is None else room
        return seen, rewards, terminated, truncated, infos

    def _room(self) -> Array | None:
        """Give an array for observations, if they are to be copies."""
        if not self.copy:
            return None
        return np.empty((self.num_envs, *self.rules.observation_shape), np.uint8)

    def _infos(self, which: Bools, refused: dict[int, int] | None = None) -> dict[str, Any]:
        """Give the infos of some games in the form that Gymnasium's own vector environments use."""
        whole = which is self._all
        masks = self._table.action_masks(copy=self.copy or not whole)
        if not whole:
            masks[~which] = 0
        infos: dict[str, Any] = {"action_mask": masks, "_action_mask": which.copy()}
        if refused:
            games = list(refused)
            infos["illegal_action"] = np.zeros(self.num_envs, np.int64)
            infos["illegal_action"][games] = list(refused.values())
            infos["_illegal_action"] = np.zeros(self.num_envs, np.bool_)
            infos["_illegal_action"][games] = True
        return infos

    def _final(self, over: Bools, refused: dict[int, int]) -> dict[str, Any]:
        observations = np.full(self.num_envs, None, dtype=object)
        viewers = self._table.viewers
        for game in map(int, np.flatnonzero(over)):
            observations[game] = self._table.batch[game].observation(int(viewers[game]))
        ended = {game: action for game, action in refused.items() if over[game]}
        return {
            "final_obs": observations,
            "_final_obs": over.copy(),
            "final_info": self._infos(over, ended),
            "_final_info": over.copy(),
        }

    def render(self) -> tuple[Any, ...] | None:
        """Draw every position in the render mode that the environment was made with."""
        return tuple(render(position, self.render_mode) for position in self.positions)
