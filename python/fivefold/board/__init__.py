"""A board to play and think on: the game behind it, and a page of this machine that shows it."""

from .seating import Opponent
from .session import Session

__all__ = ["Opponent", "Session"]


def __dir__() -> list[str]:
    return list(__all__)
