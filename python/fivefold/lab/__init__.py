"""The laboratory: the parts of experiments between players.

A `GameSpec` is a game to be played, a `Row` one that was played. A `Schedule` decides which games are played
next. `run` plays them, here or through an executor, and can keep them in a folder. `openings` has the suites
from which games begin.
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
                imported = import_module(f"{__name__}.{module}")
                if name in imported.__all__:
                    return getattr(imported, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__dir__ = __all__.copy
