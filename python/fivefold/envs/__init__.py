"""Doors to the interfaces that people train agents with; needs ``pip install fivefold[envs]``.

Importing this module registers every preset with Gymnasium (``fivefold/Pagoda-v0``) and with
PettingZoo (``fivefold/pagoda-v0``); importing it twice is harmless. `aec` makes a PettingZoo
environment, `register_openspiel` opens the door to OpenSpiel (``pip install fivefold[openspiel]``).

Examples
--------
>>> import gymnasium
>>> import fivefold.envs
>>> env = gymnasium.make("fivefold/Pagoda-v0", opponent="random")
>>> observation, info = env.reset(seed=1)
>>> action = env.action_space.sample(mask=info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)
"""

from __future__ import annotations

try:
    import gymnasium as _gymnasium  # noqa: F401
    import pettingzoo as _pettingzoo  # noqa: F401
except ImportError as _missing:
    raise ImportError(f"fivefold.envs needs {_missing.name}: pip install 'fivefold[envs]'") from _missing

from ._table import Opponent
from .openspiel import register_openspiel
from .single import FivefoldEnv
from .turns import FivefoldAEC, aec
from .vector import FivefoldVectorEnv

__all__ = [
    "FivefoldAEC",
    "FivefoldEnv",
    "FivefoldVectorEnv",
    "Opponent",
    "aec",
    "gymnasium_id",
    "register_openspiel",
]


def gymnasium_id(preset: str) -> str:
    """Give the Gymnasium id of a preset: its name in CamelCase.

    Examples
    --------
    >>> gymnasium_id("keryo_pente")
    'fivefold/KeryoPente-v0'
    """
    camel = "".join(word.capitalize() for word in preset.split("_"))
    return f"fivefold/{camel}-v0"


def _register() -> None:
    import gymnasium
    from pettingzoo.env_registry.registration import aec_registry
    from pettingzoo.env_registry.registration import register as register_aec

    import fivefold

    for preset in fivefold.presets():
        name = gymnasium_id(preset)
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="fivefold.envs.single:FivefoldEnv",
                vector_entry_point="fivefold.envs.vector:FivefoldVectorEnv",
                kwargs={"preset": preset},
            )
        name = f"fivefold/{preset}-v0"
        if name not in aec_registry:
            register_aec("aec", name, "fivefold.envs.turns:aec", kwargs={"game": preset})


_register()
