"""A board to play on inside a notebook. Needs the extra `notebook` (anywidget)."""

try:
    import anywidget as _anywidget  # noqa: F401
except ImportError as error:
    raise ImportError("fivefold.notebook needs anywidget: pip install fivefold[notebook]") from error

from fivefold._guard import guarded

from .widget import Board, play

__all__ = ["Board", "play"]

__dir__ = __all__.copy

guarded(globals())
