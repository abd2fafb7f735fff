"""Environments for the libraries that people train agents with: Gymnasium, PettingZoo, OpenSpiel.

Importing this module registers every preset with Gymnasium (``fivefold/Pagoda-v0``) and with PettingZoo
(``fivefold/pagoda-v0``), as far as they are installed; importing it twice is harmless. Each of the three
works without the others: ``pip install fivefold[envs]`` brings Gymnasium and PettingZoo, ``pip install
fivefold[openspiel]`` OpenSpiel. `aec` makes a PettingZoo environment, `register_openspiel` registers every
preset with OpenSpiel.

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

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from fivefold._guard import guarded

from ._opponents import Opponent
from .openspiel import register_openspiel
from .openspiel_extras import PlayoutEvaluator, openspiel_game
from .training import sb3_vec_env

if TYPE_CHECKING:
    from .regret import ExactRegret
    from .single import FivefoldEnv
    from .turns import FivefoldAEC, aec
    from .vector import FivefoldVectorEnv

__all__ = [
    "ExactRegret",
    "FivefoldAEC",
    "FivefoldEnv",
    "FivefoldVectorEnv",
    "Opponent",
    "PlayoutEvaluator",
    "aec",
    "gymnasium_id",
    "openspiel_game",
    "register_openspiel",
    "sb3_vec_env",
]

# What is looked up when it is first asked for: the module, and the package that it needs.
_LATER = {
    "ExactRegret": ("regret", "gymnasium"),
    "FivefoldAEC": ("turns", "pettingzoo"),
    "FivefoldEnv": ("single", "gymnasium"),
    "FivefoldVectorEnv": ("vector", "gymnasium"),
    "aec": ("turns", "pettingzoo"),
}

if not any(map(find_spec, ("gymnasium", "pettingzoo", "pyspiel"))):
    raise ImportError("fivefold.envs needs gymnasium, pettingzoo or open_spiel: pip install 'fivefold[envs]'")


if not TYPE_CHECKING:  # a type checker is to refuse names that do not exist

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, package = _LATER[name]
        try:
            value = getattr(import_module(f"{__name__}.{module}"), name)
        except ImportError as missing:
            hint = f"fivefold.envs.{name} needs {package}: pip install 'fivefold[envs]'"
            raise ImportError(f"{hint} ({missing})") from missing
        guarded(namespace := {"__all__": [name], name: value})
        globals()[name] = namespace[name]
        return namespace[name]


def __dir__() -> list[str]:
    # What is missing here cannot be looked up.
    return [name for name in __all__ if name not in _LATER or find_spec(_LATER[name][1])]


def gymnasium_id(preset: str) -> str:
    """Return the Gymnasium id of a preset: its name in CamelCase.

    Parameters
    ----------
    preset : str
        A name of `fivefold.presets`.

    Returns
    -------
    str

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.envs.gymnasium_id("keryo_pente")
    'fivefold/KeryoPente-v0'
    """
    camel = "".join(word.capitalize() for word in preset.split("_"))
    return f"fivefold/{camel}-v0"


def _register_gymnasium() -> None:
    try:
        import gymnasium
    except ImportError:
        return
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


def _register_pettingzoo() -> None:
    # PettingZoo has a registry since 1.27; `aec` makes environments without one too.
    try:
        from pettingzoo.env_registry.registration import aec_registry, register
    except ImportError:
        return
    import fivefold

    for preset in fivefold.presets():
        name = f"fivefold/{preset}-v0"
        if name not in aec_registry:
            register("aec", name, "fivefold.envs.turns:aec", kwargs={"game": preset})


def _register() -> None:
    _register_gymnasium()
    _register_pettingzoo()


_register()


guarded(globals())
