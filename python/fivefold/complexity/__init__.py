"""How large a game is, how long, how wide, and for whom: figures with intervals.

>>> import fivefold as ff
>>> print(ff.complexity.positions("pentagame"))
29.51 (exact)
>>> ff.complexity.book.two_turn_openings()
4203
"""

from . import book
from .counting import Transposition, games, positions, transpositions
from .estimate import Estimate
from .played import Branching, Length, advantage, branching, length, tree

__all__ = [
    "Branching",
    "Estimate",
    "Length",
    "Transposition",
    "advantage",
    "book",
    "branching",
    "games",
    "length",
    "positions",
    "transpositions",
    "tree",
]


def __dir__() -> list[str]:
    return list(__all__)
