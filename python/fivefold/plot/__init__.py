"""Figures with matplotlib, for papers and notebooks: boards, contact sheets, heat maps, results.

Needs the extra `plot` (matplotlib). Every function that takes `ax` draws into it, or into the current
axes, and returns it; colours that are not a board's come from rcParams.
"""

try:
    import matplotlib as _matplotlib  # noqa: F401
except ImportError as error:
    raise ImportError("fivefold.plot needs matplotlib: pip install fivefold[plot]") from error

from fivefold._guard import guarded
from fivefold._statistics import wilson

from ._paint import paint
from .boards import board, grid, heatmap
from .charts import game_curve, lengths, outcomes
from .files import rgb_array, save_gif, save_png
from .results import crosstable, estimates, learning_curve, policy, ratings
from .trees import search_tree

__all__ = [
    "board",
    "crosstable",
    "estimates",
    "game_curve",
    "grid",
    "heatmap",
    "learning_curve",
    "lengths",
    "outcomes",
    "paint",
    "policy",
    "ratings",
    "rgb_array",
    "save_gif",
    "save_png",
    "search_tree",
    "wilson",
]

__dir__ = __all__.copy

guarded(globals())
