"""Many games at once for Stable-Baselines3."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env import VecEnv

from fivefold import FivefoldError

from .vector import FivefoldVectorEnv

__all__ = ["Sb3VecEnv"]

Array = npt.NDArray[Any]


class Sb3VecEnv(VecEnv):
    """n games of fivefold as a vector environment of Stable-Baselines3; `sb3_vec_env` makes one.

    Parameters
    ----------
    envs : FivefoldVectorEnv
        The games, with autoreset in the same step.

    Attributes
    ----------
    envs : FivefoldVectorEnv
        The games.

    Raises
    ------
    FivefoldError
        The games begin anew in another way.
    """

    def __init__(self, envs: FivefoldVectorEnv) -> None:
        if envs.autoreset_mode != AutoresetMode.SAME_STEP:
            raise FivefoldError(f"{envs.autoreset_mode} is refused: games begin anew in the same step")
        self.envs = envs
        self.render_mode = envs.render_mode
        self._actions: Array = np.zeros(envs.num_envs, np.int64)
        self._returns = np.zeros(envs.num_envs)
        self._lengths = np.zeros(envs.num_envs, np.int64)
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions: bool [n, num_actions], a copy that may be written.

        Returns
        -------
        ndarray
            bool [n, num_actions].
        """
        return self.envs.action_masks()

    def reset(self) -> Array:
        """Begin all games: with the seeds of `seed`, else the next ones.

        Returns
        -------
        ndarray
            uint8 [n, ...] of ``rules.observation_shape``.
        """
        seeds = [None if seed is None else int(seed) for seed in self._seeds]
        observations, _ = self.envs.reset(seed=seeds if any(seed is not None for seed in seeds) else None)
        self._reset_seeds()
        self._reset_options()
        self._returns[:], self._lengths[:] = 0, 0
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return observations

    def step_async(self, actions: Array) -> None:
        """Take the actions of the next step.

        Parameters
        ----------
        actions : ndarray
            int [n].
        """
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """Play the step.

        Returns
        -------
        observations : ndarray
            uint8 [n, ...]; of the next game where one has ended.
        rewards : ndarray
            float32 [n].
        dones : ndarray
            bool [n].
        infos : list of dict
            Where a game has ended: ``"terminal_observation"``, ``"TimeLimit.truncated"`` and ``"episode"``
            with its return ``r`` and length ``l``.
        """
        observations, rewards, terminated, truncated, more = self.envs.step(self._actions)
        dones = terminated | truncated
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(dones).tolist():
            infos[game] = {
                "terminal_observation": more["final_obs"][game],
                "TimeLimit.truncated": bool(truncated[game] and not terminated[game]),
                "episode": {"r": float(self._returns[game]), "l": int(self._lengths[game])},
            }
            self._returns[game], self._lengths[game] = 0, 0
        return observations, rewards.astype(np.float32), dones, infos

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def has_attr(self, attr_name: str) -> bool:
        """Return whether the games have an attribute.

        Parameters
        ----------
        attr_name : str
            Its name.
        """
        return hasattr(self.envs, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute, the same for all games.

        Parameters
        ----------
        attr_name : str
            Its name.
        indices : int or sequence of int, optional
            Numbers of the games; all by default.
        """
        return [getattr(self.envs, attr_name)] * len(self._which(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of all games.

        Parameters
        ----------
        attr_name : str
            Its name.
        value : object
            What it becomes.
        indices : optional
            Must be left out: the games share their attributes.
        """
        if indices is not None:
            raise FivefoldError(f"indices={indices!r:.60} are refused: the games share their attributes")
        setattr(self.envs, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call a method: ``action_masks`` gives a row for each game, others are called once for all.

        Parameters
        ----------
        method_name : str
            Its name.
        *method_args, **method_kwargs
            What it takes.
        indices : int or sequence of int, optional
            Numbers of the games; all by default.
        """
        which = self._which(indices)
        answer = getattr(self.envs, method_name)(*method_args, **method_kwargs)
        return [answer[game] for game in which] if method_name == "action_masks" else [answer] * len(which)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Return False for any wrapper but `Monitor`: the infos have returns and lengths.

        Parameters
        ----------
        wrapper_class : type
            Any wrapper. A `Monitor` of Stable-Baselines3 counts as present.
        indices : int or sequence of int, optional
            Numbers of the games; all by default.
        """
        return [wrapper_class.__name__ == "Monitor"] * len(self._which(indices))

    def get_images(self) -> Sequence[Array | None]:
        """Draw every game.

        Returns
        -------
        sequence of ndarray or None
            As `FivefoldVectorEnv.render`.
        """
        return list(self.envs.render() or [None] * self.num_envs)

    def _which(self, indices: int | Iterable[int] | None) -> list[int]:
        return list(self._get_indices(indices))
