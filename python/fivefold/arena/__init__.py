"""Matches between players, and how strong their results say they are.

>>> import fivefold as ff
>>> value, low, high = ff.arena.elo((10, 20, 30))
>>> round(value)
120
"""

from .ratings import Rating, ratings
from .statistics import Value, elo, llr, los, normalized_elo

__all__ = ["Rating", "Value", "elo", "llr", "los", "normalized_elo", "ratings"]
