"""The laboratory: what experiments between players are made of.

A game that is to be played is a `GameSpec`, one that was played a `Row`. A `Schedule` says which games are
played next, and `run` plays them: here or through an executor, kept in a folder if need be. `openings` are
the suites from which the players begin.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import openings
    from .engine import RunOptions, Schedule, run
    from .playing import play_specs
    from .register import MEASURES, SCHEDULES, estimate, measure, schedule
    from .spec import GameSpec, Row

__all__ = [
    "MEASURES",
    "SCHEDULES",
    "GameSpec",
    "Row",
    "RunOptions",
    "Schedule",
    "estimate",
    "measure",
    "openings",
    "play_specs",
    "run",
    "schedule",
]


if not TYPE_CHECKING:  # a type checker is to refuse names that do not exist

    def __getattr__(name: str) -> Any:
        if name == "openings":
            return import_module(f"{__name__}.openings")
        if name in __all__:
            for module in ("spec", "playing", "engine", "register"):
                found = import_module(f"{__name__}.{module}")
                if name in found.__all__:
                    return getattr(found, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__dir__ = __all__.copy
