"""A board to play and analyse on: the game behind it, and a local web page that shows it."""

from fivefold._guard import guarded

from .desk import Desk
from .seats import Opponent
from .server import serve
from .session import Session

__all__ = ["Desk", "Opponent", "Session", "serve"]

__dir__ = __all__.copy

guarded(globals())
