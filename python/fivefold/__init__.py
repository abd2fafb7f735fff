"""fivefold: the five games, their exact rules, boards as numpy arrays, games by the million.

>>> import fivefold as ff
>>> rules = ff.rules("freestyle")
>>> position = rules.start().play("h8").play_all("i9 h9")
>>> position.board.sum(), position.player
(np.int64(4), 1)

Each game has a module of its own with its rules page: `fivefold.gomoku` and its neighbours.
"""

from __future__ import annotations

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
    options,
    perft,
    playouts,
    presets,
    rules,
)
from ._types import (
    GameInfo,
    GridInfo,
    Illegal,
    Marks,
    Move,
    OptionInfo,
    Piece,
    ScoringRow,
    StarInfo,
    Symmetry,
    Termination,
)

if TYPE_CHECKING:
    from types import ModuleType

__all__ = [
    "CHANCE",
    "OVER",
    "Batch",
    "FivefoldError",
    "GameInfo",
    "GridInfo",
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
    "Record",
    "RecordError",
    "Rules",
    "ScoringRow",
    "SetupError",
    "StarInfo",
    "Symmetry",
    "Termination",
    "WrongGameError",
    "__version__",
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
]

# Rooms that need nothing installed but are not wanted in every program.
_ROOMS = (
    "arena",
    "clocks",
    "complexity",
    "draw",
    "players",
    "records",
    "search",
    "selfplay",
    "tournament",
)


def __getattr__(name: str) -> ModuleType:
    if name in _ROOMS:
        from importlib import import_module

        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
