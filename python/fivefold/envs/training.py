"""What makes environments for Stable-Baselines3; the package itself is imported when one is made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fivefold import Rules

if TYPE_CHECKING:
    from stable_baselines3.common.vec_env import VecEnv

__all__ = ["sb3_vec_env"]


def sb3_vec_env(game: str | Rules, n_envs: int = 32, *, seed: int | None = None, **options: Any) -> VecEnv:
    """Make n games at once for the algorithms of Stable-Baselines3 and sb3-contrib.

    Parameters
    ----------
    game : str or Rules
        A preset, its Gymnasium id (``"fivefold/Pente-v0"``), or rules.
    n_envs : int, optional
        Number of games.
    seed : int, optional
        Game i is the game of ``seed + i``; the system gives a seed by default.
    **options
        As `FivefoldVectorEnv`: ``opponent``, ``seat``, ``illegal``, ``max_episode_steps``, and options of the
        rules.

    Returns
    -------
    VecEnv of stable_baselines3
        With ``action_masks``, which MaskablePPO needs.

    Raises
    ------
    FivefoldError
        There is no such game or option.
    ImportError
        Stable-Baselines3 is not installed.

    Examples
    --------
    >>> import fivefold.envs
    >>> envs = fivefold.envs.sb3_vec_env("freestyle", 4, size=7, seed=1)  # doctest: +SKIP
    >>> envs.reset().shape  # doctest: +SKIP
    (4, 7, 7, 7)
    """
    try:
        from .sb3 import Sb3VecEnv
        from .vector import FivefoldVectorEnv
    except ImportError as missing:
        hint = "sb3_vec_env needs Stable-Baselines3: pip install 'fivefold[envs]' stable-baselines3"
        raise ImportError(f"{hint} ({missing})") from missing
    from fivefold import presets

    from . import gymnasium_id

    by_id = {gymnasium_id(preset): preset for preset in presets()}
    preset = by_id.get(game, game) if isinstance(game, str) else game
    vector = FivefoldVectorEnv(n_envs, preset, autoreset_mode="SameStep", history=False, **options)
    envs = Sb3VecEnv(vector)
    if seed is not None:
        envs.seed(seed)
    return envs
