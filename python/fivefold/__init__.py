"""fivefold: the five games, their exact rules, boards as numpy arrays, games by the million.

Examples
--------
>>> import fivefold as ff
>>> rules = ff.rules("freestyle")
>>> position = rules.start().play("h8").play_all("i9 h9")
>>> position.board.sum(), position.player
(np.int64(4), 1)

Each game has a module of its own with its rules page: `fivefold.gomoku` and its neighbours.
"""

from __future__ import annotations

import sys as _sys
from typing import TYPE_CHECKING

from . import gomoku, pagoda, pah_tum, pentagame, renju
from ._core import (
    CHANCE,
    OVER,
    Batch,
    FivefoldError,
    IllegalMoveError,
    NotationError,
    Outcome,
    Playouts,
    Position,
    Record,
    RecordError,
    Rules,
    SetupError,
    WrongGameError,
    __version__,
    perft,
    playouts,
)
from ._types import (
    BoardInfo,
    Cell,
    GameInfo,
    Geometry,
    Illegal,
    Marks,
    Move,
    OptionInfo,
    Piece,
    ScoringRow,
    Symmetry,
    Termination,
)

if TYPE_CHECKING:
    # Names of presets and their options are checked: `_presets.pyi` has no counterpart at run time.
    from . import analysis as analysis
    from . import arena as arena
    from . import board as board
    from . import clocks as clocks
    from . import complexity as complexity
    from . import draw as draw
    from . import envs as envs
    from . import lab as lab
    from . import notebook as notebook
    from . import players as players
    from . import plot as plot
    from . import records as records
    from . import search as search
    from . import selfplay as selfplay
    from . import study as study
    from . import text as text
    from . import tournament as tournament
    from ._presets import PresetName, options, presets, rules
    from ._statistics import FewDistinctGamesWarning
    from ._versions import show_versions
    from .analysis import analyse
else:
    from typing import Literal

    from ._core import options, presets, rules

    PresetName = Literal[tuple(presets())]

__all__ = [
    "CHANCE",
    "OVER",
    "Batch",
    "BoardInfo",
    "Cell",
    "FewDistinctGamesWarning",
    "FivefoldError",
    "GameInfo",
    "Geometry",
    "Illegal",
    "IllegalMoveError",
    "Marks",
    "Move",
    "NotationError",
    "OptionInfo",
    "Outcome",
    "Piece",
    "Playouts",
    "Position",
    "PresetName",
    "Record",
    "RecordError",
    "Rules",
    "ScoringRow",
    "SetupError",
    "Symmetry",
    "Termination",
    "WrongGameError",
    "__version__",
    "analyse",
    "gomoku",
    "options",
    "pagoda",
    "pah_tum",
    "pentagame",
    "perft",
    "playouts",
    "presets",
    "renju",
    "rules",
    "show_versions",
]

# Modules that are imported when they are first asked for. The last four need an extra each.
_MODULES = (
    "analysis",
    "arena",
    "board",
    "clocks",
    "complexity",
    "draw",
    "lab",
    "players",
    "proofs",
    "records",
    "search",
    "selfplay",
    "text",
    "tournament",
    "envs",
    "notebook",
    "plot",
    "study",
)

# Names of the package whose modules few need: where they are when they are first asked for.
_LATER = {"FewDistinctGamesWarning": "_statistics", "analyse": "analysis", "show_versions": "_versions"}

if not TYPE_CHECKING:  # a type checker is to refuse names that do not exist

    def __getattr__(name):
        if name in _MODULES:
            from importlib import import_module

            return import_module(f"{__name__}.{name}")
        if name in _LATER:
            from importlib import import_module

            return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, *_MODULES]


if "IPython" in _sys.modules:
    from . import _completion

    _completion.register()
