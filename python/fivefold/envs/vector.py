"""Gymnasium's environment of many games at once, over one `Batch`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fivefold import FivefoldError, Position, Record, Rules
from fivefold._arguments import need_memory, whole

from ._env_core import Bools, EnvCore, Illegal, make_rules, over_error
from ._opponents import Opponents, to_array
from ._seeds import folded, parse_mask, parse_options, parse_seeds, parse_starts
from ._spaces import observation_space
from .rendering import MODES, check_mode, render

Array = npt.NDArray[Any]


class FivefoldVectorEnv(VectorEnv[Array, Array, Array]):
    """Many games of fivefold as one Gymnasium vector environment.

    Game i of ``reset(seed=s)`` is what a single environment plays after ``reset(seed=s + i)``,
    autoresets included; a list gives each game its own seed. All that it returns equals what
    Gymnasium's `SyncVectorEnv` of single environments returns.

    Parameters
    ----------
    num_envs : int
        Number of games.
    preset, opponent, seat, illegal, render_mode, max_episode_steps, **options
        As `FivefoldEnv`. With ``illegal="raise"`` a step with one illegal action changes no game,
        nor does a step in which an opponent fails.
    autoreset_mode : AutoresetMode
        NEXT_STEP, SAME_STEP (``final_obs`` and ``final_info`` among the infos) or DISABLED (then
        ``reset(options={"reset_mask": bool [n]})``; stepping a finished game is an error).
    copy : bool
        False returns observations and action masks as read-only views of the games' memory; the next
        step changes them.
    history : bool or "replies"
        ``"replies"`` keeps the others' actions since the caller's last one, for ``infos["actions"]``; True
        all games, for `record`. False leaves out both: steps then take up to a tenth less time.

    Examples
    --------
    >>> import fivefold as ff
    >>> envs = ff.envs.FivefoldVectorEnv(4, "freestyle", size=7)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((4, 7, 7, 7), (4, 49))
    """

    def __init__(
        self,
        num_envs: int = 1,
        preset: str | Rules = "gomoku",
        opponent: Opponents | None = "random",
        seat: int | Literal["random"] = 0,
        illegal: Illegal = "raise",
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        max_episode_steps: int | None = None,
        history: bool | Literal["replies"] = "replies",
        **options: Any,
    ) -> None:
        check_mode(render_mode)
        self.render_mode = render_mode
        self.num_envs = num_envs = whole(num_envs, "num_envs", 1)
        self.copy = copy
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            modes = ", ".join(mode.value for mode in AutoresetMode)
            raise FivefoldError(
                f"autoreset_mode={autoreset_mode!r:.60} is refused: it takes {modes}"
            ) from None
        mode = self.autoreset_mode
        self.metadata = {"render_modes": MODES, "render_fps": 2, "autoreset_mode": mode}
        rules = make_rules(preset, options)
        need_memory(num_envs * int(np.prod(rules.observation_shape)), f"num_envs={num_envs}")
        self.single_observation_space = observation_space(rules)
        self.single_action_space = spaces.Discrete(rules.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seeds: list[int | None] = [None] * num_envs
        self._generators: dict[int, np.random.Generator] = {}
        self._core = EnvCore(
            rules,
            num_envs,
            opponent,
            seat,
            illegal,
            self._generator,
            max_episode_steps,
            history=history,
        )
        self._reports_history = history is not False
        self._single = np.empty(rules.num_actions, object)
        self._single[:] = [(action,) for action in range(rules.num_actions)]
        self._over: Bools = np.zeros(num_envs, np.bool_)
        self._any_over = False
        self._all: Bools = np.ones(num_envs, np.bool_)

    def _generator(self, game: int) -> np.random.Generator:
        """Return the generator of a game, made when it is first wanted: most games draw in Rust."""
        if game not in self._generators:
            self._generators[game] = seeding.np_random(self._seeds[game])[0]
        return self._generators[game]

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._core.rules

    @property
    def positions(self) -> list[Position]:
        """The positions, each set up anew."""
        return [self._core.batch[game] for game in range(self.num_envs)]

    @property
    def seats(self) -> npt.NDArray[np.int8]:
        """The caller's seat in each game; without an opponent that of the player to move."""
        return self._core.viewers.copy()

    @property
    def np_random_seed(self) -> tuple[int | None, ...]:  # type: ignore[override]
        """The seed of each game, which `reset` takes; None before the first reset."""
        return tuple(self._seeds)

    @property
    def opponent(self) -> Any:
        """Who plays the other seats, as it was given."""
        return self._core.opponent

    def set_opponent(self, opponent: Opponents | None) -> None:
        """Replace the opponents, from their next decision on.

        From a list one is drawn for each game now, and again as each begins anew. After a change
        from or to None a step is refused until all games are reset.

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

    def record(self, game: int) -> Record:
        """Return a game so far as a record; needs ``history=True``.

        Parameters
        ----------
        game : int
            From 0 to ``num_envs`` - 1.

        Returns
        -------
        Record

        Raises
        ------
        FivefoldError
            The environment keeps no games, or the number is out of range.
        """
        return self._core.batch.record(game)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions: bool [n, num_actions], a copy.

        Returns
        -------
        ndarray
            bool [n, num_actions].
        """
        masks: npt.NDArray[np.bool_] = self._core.action_masks().view(np.bool_)
        return masks

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Array, dict[str, Any]]:
        """Begin games: all, or those of a mask.

        Parameters
        ----------
        seed : int or sequence of int, optional
            One for all, or one for each game (None: its next game); `np_random_seed` can be given
            back. Without seeds the first games are those of seeds from the system.
        options : dict, optional
            ``{"reset_mask": bool [n]}`` begins these games only; ``{"position": ..}`` begins them at
            a position of the same rules, or at one for each game.

        Returns
        -------
        observations : ndarray
            uint8 [n, ...] of ``rules.observation_shape``.
        infos : dict
            ``"action_mask"``, int8 [n, num_actions], and the entries of single environments, each with
            its mask.

        Raises
        ------
        FivefoldError
            The number of seeds is not that of the games, the mask is not bool [n], a position has other
            rules, or an option is unknown. Nothing has changed.
        """
        reset_options = parse_options(options, ("reset_mask", "position"))
        which = parse_mask(reset_options, self._all)
        starts = parse_starts(reset_options.get("position"), self.rules, self.num_envs)
        seeds = parse_seeds(seed, self.num_envs)
        if seeds is None and None in self._seeds:
            # Games that never began do so with seeds that can be given back.
            sampled = int(np.random.SeedSequence().generate_state(1, np.uint32)[0])
            new = [sampled + game if one is None else None for game, one in enumerate(self._seeds)]
            seeds = new if any(one is not None and which[game] for game, one in enumerate(new)) else None
        before = self._seeds, self._generators
        self._seeds, self._generators = self._seeds.copy(), self._generators.copy()
        for game, one in enumerate(seeds or ()):
            if one is not None and which[game]:
                self._seeds[game] = one
                self._generators.pop(game, None)
        small = None if seeds is None else [None if one is None else folded(one) for one in seeds]
        try:
            self._core.reset(which, small, starts)
        except BaseException:
            self._seeds, self._generators = before
            raise
        self._over[which] = False
        self._any_over = bool(self._over.any())
        batch, out = self._core.batch, self._copies()
        seen = batch.observation if out is None else batch.observe(out)
        return seen, self._infos(which)

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play one action in each game; the autoreset mode decides what finished games do.

        Parameters
        ----------
        actions : array_like of int [n]
            The number of an action for each game.

        Returns
        -------
        observations : ndarray
            uint8 [n, ...] of ``rules.observation_shape``.
        rewards : ndarray
            float64 [n].
        terminations, truncations : ndarray
            bool [n].
        infos : dict
            See `reset`.

        Raises
        ------
        IllegalMoveError
            An action is illegal and the environment raises; or, with autoreset disabled, a game is
            over (E6). The message names the game and the action; no game has changed.
        NotationError, FivefoldError
            The array, or an opponent's answer, does not hold numbers of actions. After an error
            of an opponent, of whatever kind, no game has changed.
        """
        return self._core.attempt(lambda: self._step(actions))

    def _step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        core, over, out = self._core, self._over, self._copies()
        if not self._any_over:
            core.step(actions, out=out)
        elif self.autoreset_mode == AutoresetMode.DISABLED:
            game = int(np.flatnonzero(over)[0])
            raise over_error(game, to_array(actions)[game])
        else:
            core.step_or_begin(actions, over, out)
        rewards, refused = core.rewards, core.refused
        terminated, truncated, self._any_over = core.ends()
        over = terminated | truncated
        infos: dict[str, Any] = {}
        if self._any_over and self.autoreset_mode == AutoresetMode.SAME_STEP:
            refused = dict(refused)
            infos = self._final(over, refused)
            core.reset(over)
            if out is not None:
                core.batch.observe(out)
            refused = {game: action for game, action in refused.items() if not over[game]}
            over, self._any_over = np.zeros_like(over), False
        self._over = over
        infos |= self._infos(self._all, refused)
        seen = core.batch.observation if out is None else out
        return seen, rewards, terminated, truncated, infos

    def _copies(self) -> Array | None:
        """Return an array for observations, if they are to be copies."""
        if not self.copy:
            return None
        return np.empty((self.num_envs, *self.rules.observation_shape), np.uint8)

    def _infos(self, which: Bools, refused: dict[int, int] | None = None) -> dict[str, Any]:
        """Return the infos of some games in the form that Gymnasium's own vector environments use."""
        whole = which is self._all
        masks = self._core.action_masks(copy=self.copy or not whole)
        if not whole:
            masks[~which] = 0
        infos: dict[str, Any] = {
            "action_mask": masks,
            "_action_mask": which.copy(),
        }
        if self._reports_history:
            infos["actions"], infos["_actions"] = self._actions(which), which.copy()
        if refused:
            games = list(refused)
            infos["illegal_action"] = np.zeros(self.num_envs, np.int64)
            infos["illegal_action"][games] = list(refused.values())
            infos["_illegal_action"] = np.zeros(self.num_envs, np.bool_)
            infos["_illegal_action"][games] = True
        return infos

    def _actions(self, which: Bools) -> Array:
        """Return what was played since the caller's last action in some games: tuples by game."""
        core = self._core
        if core.pool or core.has_chance:
            actions = self._replies()
        else:
            actions = np.empty(self.num_envs, object)
            actions.fill(())
        if core.illegal == "lose":
            for game in np.flatnonzero(core.forfeited).tolist():
                actions[game] = ()
        if which is not self._all:
            actions[~which] = None
        return actions

    def _replies(self) -> Array:
        replies = self._core.batch.all_replies()
        counts, flat = replies.counts, replies.actions
        one = counts == 1
        if one.all():
            return self._single.take(flat)
        actions = np.empty(self.num_envs, object)
        actions.fill(())
        ends = np.cumsum(counts)
        actions[one] = self._single.take(flat[ends[one] - 1])
        for game in np.flatnonzero(counts > 1).tolist():
            actions[game] = tuple(flat[ends[game] - counts[game] : ends[game]].tolist())
        return actions

    def _final(self, over: Bools, refused: dict[int, int]) -> dict[str, Any]:
        observations = np.full(self.num_envs, None, dtype=object)
        viewers = self._core.viewers
        for game in map(int, np.flatnonzero(over)):
            observations[game] = self._core.batch[game].observation(int(viewers[game]))
        ended = {game: action for game, action in refused.items() if over[game]}
        return {
            "final_obs": observations,
            "_final_obs": over.copy(),
            "final_info": self._infos(over, ended),
            "_final_info": over.copy(),
        }

    def render(self) -> tuple[Any, ...] | None:
        """Draw every position in the render mode that the environment was made with.

        Returns
        -------
        tuple or None
            One picture a game, as of `FivefoldEnv.render`; None without a mode.
        """
        return tuple(render(position, self.render_mode) for position in self.positions)
