"""A board to play on inside a notebook. Needs the extra `notebook` (anywidget)."""

from .session import Opponent, Session
from .widget import Board, play

__all__ = ["Board", "Opponent", "Session", "play"]
